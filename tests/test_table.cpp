// The table at the width of the reader's terminal: no line is longer, cases stay distinct, the best is marked.
#include <algorithm>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bench/rows/case_columns.hpp"
#include "bench/rows/progress.hpp"
#include "bench/rows/table.hpp"
#include "bench/rows/text.hpp"
#include "tests/catch.hpp"
#include "tests/example_row.hpp"

using namespace spinbench;
using namespace spinbench::testing;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A kernel with variants and cases, and their rows as the table prints them.
struct Bench {
  Kernel kernel;
  std::vector<Variant> variants;
  std::vector<Row> rows;

  Bench() {
    kernel.name = "ising2d_metropolis";
    kernel.reference = [](const Params&) { return Kernel::Reference{}; };
    variants.reserve(10);
  }
  void add(const std::string& variant, const std::string& backend, const Params& params, double ns = 0.3) {
    const auto same = [&](const Variant& v) { return v.name == variant && v.backend == backend; };
    if (std::none_of(variants.begin(), variants.end(), same)) {
      variants.emplace_back();
      variants.back().kernel = kernel.name;
      variants.back().name = variant;
      variants.back().backend = backend;
    }
    Row row = example_row();
    row.kernel = kernel.name;
    row.variant = variant;
    row.backend = backend;
    row.params = params;
    row.unit = kernel.unit;
    row.measurement->median = ns;
    row.measurement->low = 0.99 * ns;
    row.measurement->high = 1.01 * ns;
    rows.push_back(row);
  }
  std::vector<Case> cases() const {
    std::vector<Case> result;
    for (const Row& row : rows) {
      const auto variant = std::find_if(variants.begin(), variants.end(), [&](const Variant& v) {
        return v.name == row.variant && v.backend == row.backend;
      });
      result.push_back({&kernel, &*variant, nullptr, 0, row.params});
    }
    return result;
  }
  std::string table(std::size_t width, bool timed = true, bool markdown = false) const {
    std::ostringstream out;
    TableOptions options;
    options.screen.width = width;
    options.timed = timed;
    options.markdown = markdown;
    Table table(out, cases(), options);
    table.print_head();
    for (const Row& row : rows) table.print(row);
    table.finish();
    return out.str();
  }
};

Params params(std::int64_t L, const std::string& rng, double beta = 0.4406867935097715) {
  Params result;
  result.set("L", L);
  result.set("rng", rng);
  result.set("beta", beta);
  return result;
}

/// Twelve axes that differ, two of them in long words.
Bench crowded() {
  Bench bench;
  for (const std::string variant : {"checkerboard", "multispin_tiled"})
    for (const std::int64_t L : {64, 16384})
      for (const std::string rng : {"fibonacci1279_random", "fibonacci521_random", "lcg32_skip"})
        for (const double beta : {0.4, 0.4406867935097715}) {
          Params one = params(L, rng, beta);
          one.set("draw", std::string(variant == "checkerboard" ? "conditional" : "always"));
          one.set("realizations", std::int64_t{L == 64 ? 1 : 65536});
          one.set("order", std::string("rows"));
          if (variant != "checkerboard") one.set("tile", std::int64_t{32});
          bench.add(variant, L == 64 ? "cpu" : "cuda", one, 0.001 * static_cast<double>(bench.rows.size() + 1));
        }
  return bench;
}

std::size_t longest(const std::string& text) {
  std::size_t result = 0;
  for (const auto& line : lines_of(text)) result = std::max(result, line.size());
  return result;
}

}  // namespace

TEST_CASE("no line of the table is longer than the terminal is wide", "[table]") {
  Bench bench = crowded();
  bench.rows[1].status = Row::Status::skipped;
  bench.rows[1].measurement.reset();
  bench.rows[1].reason = std::string(300, 'x') + " of memory " + std::string(70, 'y');
  bench.rows[2].measurement->other_processes = {std::string(150, 'p')};
  for (const std::size_t width : {60, 80, 100, 120, 200, 1000}) {
    INFO(width);
    CHECK(longest(bench.table(width)) <= width);
    CHECK(longest(bench.table(width, false)) <= width);
    Bench experiment;
    experiment.add("tiled", "cuda", params(64, "sfc32"));
    experiment.rows.front().findings = example_experiment().findings;
    CHECK(longest(experiment.table(width)) <= width);
  }
}

TEST_CASE("at 80 columns a section shows the axes that differ and what a reader came for", "[table]") {
  Bench bench;
  for (const std::int64_t L : {64, 1024})
    for (const std::string variant : {"naive", "tiled"}) bench.add(variant, "cuda", params(L, "lcg32_random"), 0.3);
  const auto lines = lines_of(bench.table(80));
  CHECK(lines[0] == "ising2d_metropolis, 4 cases: on cuda, rng lcg32_random, beta 0.440687");
  for (const char* head : {"variant", "L", "ns/flip", "flips/ns", "speed-up", "of limit", "verified"})
    CHECK(holds(lines[1], head));
  CHECK_FALSE(holds(lines[1], "rng"));
  const auto wide = lines_of(bench.table(200))[1];
  for (const char* head : {"+-", "power"}) CHECK(holds(wide, head));
  // Published times where the cases have some, and the page has room.
  CHECK(time_columns(bench.kernel, true, 200).back().text(bench.rows[0]) == "0.034 GTX 480");
  CHECK(time_columns(bench.kernel, true, 60).back().head == "verified");
}

TEST_CASE("a network is told of where one was simulated, and only there", "[table]") {
  Bench bench;
  bench.add("multispin_mpi", "cpu", params(64, "mwc64x"));
  bench.rows.front().ranks = RanksUsed{"MPI", "staged", 100, 1, {{"a", ""}, {"a", ""}}};
  CHECK(holds(bench.table(120), "simulated network"));
  bench.rows.front().ranks->latency_us = 0;
  CHECK(holds(bench.table(120), "simulated network"));
  bench.rows.front().ranks->bandwidth_GBps = 0;
  CHECK_FALSE(holds(bench.table(120), "simulated network"));
}

TEST_CASE("a field that quotes ps has them beside ns, where there is room", "[table]") {
  Bench bench;
  bench.add("naive", "cuda", params(64, "lcg32_random"), 0.0003);
  bench.kernel.times_in_ps = true;
  const auto wide = time_columns(bench.kernel, false, 120), narrow = time_columns(bench.kernel, false, 52);
  CHECK(wide[0].head == "ns/flip");
  CHECK(wide[1].head == "ps/flip");
  CHECK(wide[1].text(bench.rows[0]) == "0.3");
  CHECK(wide[2].head == "+-");
  for (const auto& column : narrow) CHECK(column.head != "ps/flip");
  bench.kernel.times_in_ps = false;
  for (const auto& column : time_columns(bench.kernel, false, 120)) CHECK(column.head != "ps/flip");
}

TEST_CASE("cases stay distinct, whatever the columns give up", "[table]") {
  const Bench bench = crowded();
  std::vector<CaseLabel> labels;
  for (const Row& row : bench.rows) labels.push_back({row.variant, row.backend, row.params});
  for (const std::size_t room : {1, 20, 30, 50, 200}) {
    const CaseColumns columns(labels, room);
    std::set<std::string> cells;
    for (const auto& label : labels) {
      cells.insert(columns.cells(label));
      CHECK(columns.cells(label).size() == columns.width());
    }
    CHECK(cells.size() == labels.size());
    CHECK(columns.head().size() == columns.width());
  }
  CHECK(CaseColumns(labels, 60).width() <= 60);
  // What all share, and what a variant has for itself.
  CHECK(CaseColumns(labels, 200).common() == "order rows");
  const auto said = CaseColumns(labels, 1).by_variant();
  CHECK(std::any_of(said.begin(), said.end(), [](const std::string& one) { return holds(one, "draw conditional"); }));
}

TEST_CASE("the best of each column is named where it cannot be marked in its place", "[table]") {
  Bench bench;
  bench.add("naive", "cuda", params(64, "sfc32"), 0.4);
  bench.add("tiled", "cuda", params(64, "sfc32"), 0.1);
  bench.rows[0].speedup->value = 900;
  const auto lines = lines_of(bench.table(100));
  CHECK(lines.back() == "best ns/flip, flips/ns, of limit: tiled; speed-up: naive");
  // One alone is no best.
  bench.rows.pop_back();
  CHECK_FALSE(holds(bench.table(100), "best"));
}

TEST_CASE("a Markdown table marks the best, and keeps bars out of its cells", "[table]") {
  Bench bench;
  bench.add("naive", "cuda", params(64, "sfc32"), 0.4);
  bench.add("tiled", "cuda", params(64, "sfc32"), 0.1);
  bench.rows[0].measurement->other_processes = {"a|b"};
  const std::string text = bench.table(80, true, true);
  CHECK(holds(text, "### ising2d_metropolis, 2 cases: on cuda"));
  CHECK(holds(text, "| **0.1** |"));
  CHECK(holds(text, "a\\|b"));
  for (const auto& line : lines_of(text))
    if (line.starts_with("| naive") || line.starts_with("| tiled")) {
      std::size_t bars = 0;
      for (std::size_t i = 0; i < line.size(); ++i) bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
      const auto head = lines_of(text)[2];
      CHECK(bars == static_cast<std::size_t>(std::count(head.begin(), head.end(), '|')));
    }
}

TEST_CASE("estimates that another row of the section does not have are said in words", "[table]") {
  for (const bool more_first : {true, false}) {
    Bench bench;
    bench.kernel.experiment = std::make_shared<Experiment>();
    for (const bool more : {more_first, !more_first}) {
      bench.add("row_order", "cpu", params(more ? 4 : 2, "lcg32_random"));
      Findings findings;
      findings.length.sweeps = 640;
      findings.estimates = {{"energy_00", -1.5, 0.1, std::nullopt, ""},
                            {"acceptance_01", 0.25, 0.01, std::nullopt, ""}};
      if (more) findings.estimates.insert(findings.estimates.begin() + 1, {"energy_01", -1.25, 0.1, std::nullopt, ""});
      bench.rows.back().findings = findings;
    }
    for (const bool markdown : {false, true}) {
      const std::string table = bench.table(200, true, markdown);
      INFO(table);
      CHECK(holds(table, more_first ? "acceptance_01 0.25" : "energy_01 -1.2"));
      CHECK(holds(table, "energy_00"));
    }
  }
}

TEST_CASE("the machine's limits are in GB/s, operations a second and microseconds", "[table]") {
  const auto shown = [](const std::string& unit, double ns) {
    Bench bench;
    bench.kernel.measures_limit = true;
    bench.kernel.unit = unit;
    bench.kernel.reference = nullptr;
    bench.add("copy", "cuda", params(64, "sfc32"), ns);
    return bench.table(80);
  };
  CHECK(holds(shown("byte", 0.25e-3), "GB/s"));
  CHECK(holds(shown("byte", 0.25e-3), " 4000 "));
  CHECK(holds(shown("op", 2e-5), "50 T"));
  CHECK(holds(shown("op", 0.08), "12.5 G"));
  CHECK(holds(shown("launch", 2500), " us"));
  CHECK(holds(shown("launch", 2500), " 2.5 "));
}

TEST_CASE("numbers and sentences are as short as they can be", "[table]") {
  CHECK(short_number(0.00123456) == "0.001235");
  CHECK(short_number(0.000123456) == "0.000123");
  CHECK(short_number(123456) == "123456");
  CHECK(short_number(7.7) == "7.7");
  for (double value = 1e-12; value < 1e12; value *= 3.7) CHECK(short_number(value).size() <= 8);
  CHECK(wrapped("one two three", 7, 2) == std::vector<std::string>{"one two", "  three"});
  CHECK(wrapped("9 s  name/L:64/k:100", 12, 2) == std::vector<std::string>{"9 s  name/", "  L:64/k:100"});
  CHECK(wrapped("9 s  name/longer/than", 6, 2) ==
        std::vector<std::string>{"9 s", "  name", "  /lon", "  ger/", "  than"});
  CHECK(wrapped(std::string(10, 'x'), 4, 2) == std::vector<std::string>{"xxxx", "  xx", "  xx", "  xx"});
  CHECK(duration_text(59.4) == "59 s");
  CHECK(duration_text(3661) == "1 h 1 min");
}

TEST_CASE("the progress line says what is done, of how many, and how long the rest takes", "[table]") {
  CHECK(progress_line(3, 12, "measuring", "kernel/naive/cpu/L:64", 8, 80, 100) ==
        "[3/12] measuring kernel/naive/cpu/L:64, 8 s; about 1 min 20 s left");
  for (const std::size_t width : {20, 40, 79}) {
    const std::string line = progress_line(3, 12, "measuring", std::string(200, 'n'), 8, 80, width);
    CHECK(line.size() <= width);
  }
  CHECK(holds(progress_line(3, 12, "measuring", std::string(200, 'n'), 8, 80, 79), "about 1 min 20 s left"));
}
