// On which cases a variant is compared with its oracle, and how far.
#pragma once

#include <optional>
#include <vector>

#include "bench/verify/compare.hpp"
#include "bench/verify/oracle_runs.hpp"
#include "bench/verify/verify.hpp"

namespace spinbench::verify_detail {

/// An order of magnitude of the time of a unit, of an oracle that was not timed: of one that is made to follow others;
/// of serial code, as most has, and as none exceeds. And of each byte that an oracle fills: states of 2.5 KB for every
/// fourth site of 4096 x 4096 took a minute, 2 GiB of spins on ranks 14 s.
inline constexpr double fast_ns_a_unit = 0.2, usual_ns_a_unit = 8, slowest_ns_a_unit = 50, ns_a_byte = 5;

/// The cases on which the variant of `c` is compared, of which the first is the longest; those that fit the device.
std::vector<Params> small_cases(const Case& c);

/// The course of a comparison of the case `params` of `c`, whose simulation does its sweeps in steps of `granularity`,
/// with an oracle of `facts`.
Course course_of(const Case& c, const Params& params, bool is_first, int granularity, const OracleFacts& facts,
                 const VerifyOptions& options);

/// The case of the oracle that knows some values of `c` at its own size; none where none may be asked.
std::optional<OracleCase> sampled_case(const Case& c, const VerifyOptions& options);

}  // namespace spinbench::verify_detail
