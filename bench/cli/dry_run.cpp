#include "bench/cli/dry_run.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <ostream>

#include "bench/rows/results.hpp"
#include "bench/rows/text.hpp"

namespace spinbench::cli {

namespace {

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// The first case of each variant, then the second of each, ...: positions in `cases`.
std::vector<std::size_t> by_turns(const std::vector<Case>& cases) {
  std::map<const Variant*, std::size_t> seen;
  std::vector<std::pair<std::size_t, std::size_t>> places;
  for (std::size_t i = 0; i < cases.size(); ++i) places.push_back({seen[cases[i].variant]++, i});
  std::sort(places.begin(), places.end());
  std::vector<std::size_t> result;
  for (const auto& [turn, position] : places) result.push_back(position);
  return result;
}

}  // namespace

void print_plan(const std::vector<Case>& cases, const std::vector<double>& seconds, Format format, std::size_t width,
                std::ostream& out) {
  auto list = nlohmann::ordered_json::array();
  std::size_t skipped = 0;
  if (format == Format::csv) out << csv_line({"name", "seconds", "status", "reason"});
  if (format == Format::markdown) out << "| case | seconds | reason |\n| --- | ---: | --- |\n";
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string name = cases[i].name(), why = why_skipped(cases[i]), took = printed("%.1f", seconds[i]);
    const std::string status = why.empty() ? "runnable" : "skipped";
    skipped += !why.empty();
    if (format == Format::csv) {
      out << csv_line({name, took, status, why});
    } else if (format == Format::markdown) {
      out << "| " << name << " | " << took << " | " << why << " |\n";
    } else if (format == Format::json) {
      list.push_back({{"name", name}, {"seconds", seconds[i]}, {"status", status}});
      if (!why.empty()) list.back()["reason"] = why;
    } else {
      const std::string time = why.empty() ? duration_text(seconds[i]) : "skipped";
      for (const auto& line :
           wrapped(right_aligned(time, 12) + "  " + name + (why.empty() ? "" : ": " + why), width, 14))
        out << line << "\n";
    }
  }
  if (format == Format::json)
    out << dump({{"schema", "spinbench-plan/1"}, {"seconds", sum(seconds)}, {"cases", std::move(list)}}) << "\n";
  else if (format == Format::table)
    out << counted(cases.size(), "case") << ", about " << duration_text(sum(seconds))
        << (skipped > 0 ? "; " + std::to_string(skipped) + " cannot run here" : "") << "\n";
}

Fitted fit(const std::vector<Case>& cases, double budget_s, const SecondsOf& seconds) {
  Fitted result;
  const std::pair<std::optional<double>, std::optional<int>> ways[] = {{std::nullopt, std::nullopt}, {3, 2}, {0, 1}};
  std::vector<double> taken;
  for (const auto& [hold_s, repetitions] : ways) {
    taken = seconds(hold_s, repetitions);
    result.hold_s = hold_s;
    result.repetitions = repetitions;
    if (sum(taken) <= budget_s) return result;
  }
  double spent = 0;
  bool any = false;
  for (const std::size_t i : by_turns(cases)) {
    if (any && spent + taken[i] > budget_s) {
      result.left_out.insert(cases[i].name());
      continue;
    }
    spent += taken[i];
    any = any || taken[i] > 0;
  }
  return result;
}

}  // namespace spinbench::cli
