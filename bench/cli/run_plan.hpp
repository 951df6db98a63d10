// What `run` is to do, before it does anything: its cases, how they are measured and proved, and what is refused.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "bench/cli/options.hpp"
#include "bench/measure/measure.hpp"
#include "bench/select/case.hpp"
#include "bench/verify/verify.hpp"

namespace spinbench::cli {

/// The cases of the selection, without references; throws UsageError where there is none.
std::vector<Case> selected(const Options& options);

/// What a run measures: held load, in three repetitions; bursts, once, where it should be quick.
MeasureOptions measuring(const Options& options);

/// How long physics is looked at.
VerifyOptions checks_of(const Options& options);

/// Before anything runs: a case may take minutes to come to its length. Throws UsageError.
void refuse_lengths(const Options& options, const std::vector<Case>& cases);

/// Throws UsageError for a `--machine` that would not stand on a line beside others.
void refuse_machine_name(const Options& options);

/// Rows of the presets that are recorded are proved no less than usually, and their serial references, too. Throws
/// UsageError.
void refuse_less_proof(const Options& options, const std::vector<Case>& cases);

/// Where the rows come from; of a preset or figure with its name, so that lists are never taken for each other.
nlohmann::ordered_json origin_of(const Options& options, const std::vector<Case>& cases);

/// In turns each side measures the common list and nothing else. A procurement list is a machine's own: the serial
/// references would take longer than all of it.
std::vector<Case> with_references_here(const Options& options, std::vector<Case> cases);

/// What each case is expected to take, in seconds.
std::vector<double> seconds_of(const Options& options, const std::vector<Case>& cases);

/// Those that the time budget leaves in.
std::vector<Case> kept(const std::vector<Case>& cases, const std::set<std::string>& left_out);

/// Says what a run of the cases would do, and does nothing: refuses what the run would refuse, with its words. Returns
/// the exit code.
int dry_run(const Options& options, const std::vector<Case>& cases, const std::set<std::string>& left_out);

/// "the time budget left 3 cases out: ...", with the words that have them measured.
std::string words_on_left_out(const Options& options, std::size_t count);

/// Has `options` keep to the time budget, and says how. Returns the names of the cases that do not fit into it.
std::set<std::string> keep_to_budget(Options& options, const std::vector<Case>& selected);

}  // namespace spinbench::cli
