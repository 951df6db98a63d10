// On which cases a variant is compared with its oracle, and how far.
#pragma once

#include <optional>
#include <vector>

#include "bench/verify/compare.hpp"
#include "bench/verify/oracle_runs.hpp"
#include "bench/verify/verify.hpp"

namespace spinbench::verify_detail {

/// The cases on which the variant of `c` is compared, of which the first is the longest; those that fit the device.
std::vector<Params> small_cases(const Case& c);

/// The course of a comparison of the case `params` of `c`, whose simulation does its sweeps in steps of `granularity`,
/// with an oracle of `facts`.
Course course_of(const Case& c, const Params& params, bool is_first, int granularity, const OracleFacts& facts,
                 const VerifyOptions& options);

/// The case of the oracle that knows some values of `c` at its own size; none where none may be asked.
std::optional<OracleCase> sampled_case(const Case& c, const VerifyOptions& options);

}  // namespace spinbench::verify_detail
