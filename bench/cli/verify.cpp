// spinbench verify

#include <unistd.h>

#include <iostream>
#include <span>

#include "bench/cli/commands.hpp"
#include "bench/cli/outcome.hpp"
#include "bench/cli/say.hpp"
#include "bench/errors.hpp"
#include "bench/interrupt.hpp"
#include "bench/rows/estimates.hpp"
#include "bench/rows/progress.hpp"
#include "bench/rows/results.hpp"
#include "bench/rows/table.hpp"
#include "bench/rows/text.hpp"
#include "bench/runner.hpp"
#include "bench/select/possible.hpp"

namespace spinbench::cli {

namespace {

void print_csv(const std::vector<Row>& rows) {
  std::vector<const Row*> all;
  for (const Row& row : rows) all.push_back(&row);
  std::cout << csv_of(all);
}

}  // namespace

int verify(const Options& options) {
  refuse_figure_elsewhere(options.selection, Registry::instance());
  const auto cases = select_cases(options.selection, Registry::instance());
  refuse_all_skipped(cases);
  say_lacking(options.selection);
  auto origin = provenance(options.argv, cases);
  VerifyOptions checks;
  if (options.physics_s) checks.host_seconds = checks.device_seconds = *options.physics_s;
  Estimates estimates(checks, {}, false);
  estimates.read();
  Progress progress(estimates.seconds(cases));
  Runner runner({options.seed, false, {}, checks});
  std::optional<Table> table;
  const bool markdown = options.format == Format::markdown;
  if (markdown || options.format == Format::table)
    table.emplace(std::cout, cases, TableOptions{screen_of(STDOUT_FILENO), false, false, markdown}).print_head();
  catch_interrupts();
  std::vector<nlohmann::ordered_json> rows;
  std::vector<Row> kept;
  for (const auto& c : cases) {
    if (interrupted()) break;
    progress.begin(c.name());
    runner.prepare(std::span(cases).subspan(static_cast<std::size_t>(&c - cases.data())));
    auto row = runner.run(c);
    if (row) estimates.note(*row, c);
    progress.end(row && row->status == Row::Status::verified);
    if (!row) break;
    rows.push_back(to_json(*row));
    if (table) table->print(*row);
    kept.push_back(std::move(*row));
  }
  estimates.keep();
  if (table) table->finish();
  if (options.format == Format::csv) print_csv(kept);
  if (options.format == Format::json) std::cout << dump(results_document(std::move(origin), rows)) << "\n";
  if (interrupted()) {
    std::cerr << "spinbench: interrupted after " << rows.size() << " of " << counted(cases.size(), "case") << "\n";
    return exit_interrupted;
  }
  std::vector<const Row*> all;
  for (const Row& row : kept) all.push_back(&row);
  return exit_code_of(all);
}

}  // namespace spinbench::cli
