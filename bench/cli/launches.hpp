// The launches of a run's cases: as selected, from a tuning file, or searched for (`run --tune`).
#pragma once

#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/cli/options.hpp"
#include "bench/rows/journal.hpp"
#include "bench/rows/row.hpp"

namespace spinbench::cli {

struct LaunchedCases {
  std::vector<Case> cases;
  std::map<std::string, RowTuning> tuning;  ///< by case name
};

/// Refuses what the options for launches ask in vain, before anything runs: a tuning file that cannot be read or
/// written, a search of nothing. Throws UsageError.
void check_launches(const Options& options, const std::vector<Case>& cases);

/// `cases` with the launches of the tuning file, where one is given, which with_launches() has yet to say. Throws
/// UsageError.
std::vector<Case> with_launches_of_file(const Options& options, const std::vector<Case>& cases);

/// `cases` with their launches; `out` gets what a search tried, in lines of `width`. A search that is done is in the
/// tuning file, and in the journal, if there is one, from which a resumed run takes it; nothing where one was
/// interrupted. Launches that failed a check come along as cases. Throws UsageError.
std::optional<LaunchedCases> with_launches(const Options& options, const std::vector<Case>& cases,
                                           const MeasureOptions& measuring, Journal* journal, std::ostream& out,
                                           std::size_t width);

}  // namespace spinbench::cli
