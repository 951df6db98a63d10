// `run --against`: an earlier file's cases beside the selected ones, another build in turns with this one, the verdict.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/against/partner.hpp"
#include "bench/cli/options.hpp"
#include "bench/measure/measure.hpp"

namespace spinbench::cli {

/// The cases of options.against, as narrowed, and those of a preset or figure that the command names, grouped by
/// kernel; `positions`: where each stands in the file, by name. What the command does not say of how to measure,
/// `options` gets from the file. Says on stderr what of the file cannot be measured. Throws UsageError and NoDevice.
std::vector<Case> cases_against(Options& options, std::map<std::string, std::size_t>& positions);

/// The results file of --baseline-binary: new.json gives new.baseline.json.
std::string baseline_out(const Options& options);

/// Starts --baseline-binary on `cases`, in their order, to be measured as this process does; `resumed`: on from its
/// journal.
std::unique_ptr<Partner> start_partner(const Options& options, const MeasureOptions& measuring,
                                       const std::vector<Case>& cases, bool resumed);

/// Compares the new file with its baseline by `compare` of the script that SPINBENCH_SCRIPT names, and returns its exit
/// code; without one, says how to. The verdict is on standard output, but where that has a document for programs.
int judge(const Options& options);

}  // namespace spinbench::cli
