#include "bench/cli/outcome.hpp"

#include <algorithm>
#include <string>

#include "bench/cli/dry_run.hpp"
#include "bench/cli/say.hpp"
#include "bench/errors.hpp"

namespace spinbench::cli {

int exit_code_of(const std::vector<const Row*>& rows) {
  const auto is = [](Row::Status status) { return [status](const Row* row) { return row->status == status; }; };
  if (std::any_of(rows.begin(), rows.end(), is(Row::Status::failed))) return exit_failed;
  const bool all_skipped = std::all_of(rows.begin(), rows.end(), is(Row::Status::skipped));
  if (rows.empty() || !all_skipped) return exit_fine;
  if (std::any_of(rows.begin(), rows.end(), [](const Row* row) { return is_left_out(row->reason); })) return exit_fine;
  const std::string which = rows.size() == 1 ? "the case could not run: "
                                             : "none of the " + std::to_string(rows.size()) + " cases could run: ";
  say(which + rows.front()->name + ": " + rows.front()->reason);
  return exit_usage;
}

}  // namespace spinbench::cli
