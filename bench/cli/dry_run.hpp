// What a run would do, and what of it fits into a time.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bench/cli/formats.hpp"
#include "bench/select/case.hpp"

namespace spinbench::cli {

/// A case of a run to come.
struct Planned {
  std::string name;
  double seconds = 0;     ///< that it is expected to take
  std::string reason;     ///< why it is skipped, or ""
  bool left_out = false;  ///< by the time budget, not by this machine
};

/// The names of `cases`, with the seconds that each is expected to take, and why some are skipped.
void print_plan(const std::vector<Planned>& cases, Format format, std::size_t width, std::ostream& out);

/// Why a case that does not fit into the budget is skipped.
std::string why_left_out(double budget_s);
/// Whether the reason of a row is such a one, in a results file, too.
bool is_left_out(const std::string& reason);

/// How a run keeps to a time.
struct Fitted {
  std::optional<double> hold_s;    ///< shorter than asked for; none: as asked
  std::optional<int> repetitions;  ///< fewer than asked for
  std::set<std::string> left_out;  ///< names of cases
};

/// Seconds of each case where loads are held so long, in so many repetitions; none: as asked.
using SecondsOf = std::function<std::vector<double>(std::optional<double> hold_s, std::optional<int> repetitions)>;

/// `cases`, with the references that the `wanted` ones need, as asked where that fits into `budget_s` seconds; else
/// with shorter loads and fewer repetitions; else only the first wanted ones of each variant, each with its reference,
/// as many as fit, one at least.
Fitted fit(const std::vector<Case>& cases, const std::vector<Case>& wanted, double budget_s, const SecondsOf& seconds);

}  // namespace spinbench::cli
