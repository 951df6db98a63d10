// What the rows of one results file must have in common, or an interrupted run could be gone on with by another.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "bench/cli/options.hpp"
#include "bench/measure/measure.hpp"
#include "bench/select/case.hpp"

namespace spinbench::cli {

/// A number of the program's file: another one has another.
std::string own_binary();

/// Version and commit of a results file's `provenance`, with own_binary() where several builds share these: what a
/// checkpoint must have in common with who goes on from it.
std::string build_of(const nlohmann::ordered_json& provenance);

/// The identity of a run's journal (bench/rows/journal.hpp). `provenance` is that of its results file; "card" has the
/// numbers of the cards at its devices' addresses (interface/cards.hpp), and is left out where none is known.
nlohmann::ordered_json identity(const Options& options, const MeasureOptions& measuring,
                                const nlohmann::ordered_json& provenance);

/// What of it a results file keeps beside its provenance, and which cases were selected, as a checksum.
nlohmann::ordered_json settings(const Options& options, const MeasureOptions& measuring,
                                const nlohmann::ordered_json& provenance, const std::vector<Case>& selected);

}  // namespace spinbench::cli
