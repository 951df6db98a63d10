#include "bench/cli/dry_run.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <ostream>

#include "bench/rows/results.hpp"
#include "bench/rows/text.hpp"
#include "bench/select/selection.hpp"
#include "interface/registry.hpp"

namespace spinbench::cli {

namespace {

const std::string left_out = "left out: ";

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

std::string why_left_out(double budget_s) {
  return left_out + "the time budget of " + duration_text(budget_s) + " is too short for it";
}

bool is_left_out(const std::string& reason) { return reason.starts_with(left_out); }

void print_plan(const std::vector<Planned>& cases, Format format, std::size_t width, std::ostream& out) {
  auto list = nlohmann::ordered_json::array();
  std::size_t unable = 0, left = 0;
  double sum_s = 0;
  if (format == Format::csv) out << csv_line({"name", "seconds", "status", "reason"});
  if (format == Format::markdown) out << "| case | seconds | reason |\n| --- | ---: | --- |\n";
  for (const auto& [name, seconds, why, is_left] : cases) {
    const std::string took = printed("%.1f", seconds), status = why.empty() ? "runnable" : "skipped";
    unable += !why.empty() && !is_left;
    left += is_left;
    sum_s += seconds;
    if (format == Format::csv) {
      out << csv_line({name, took, status, why});
    } else if (format == Format::markdown) {
      out << "| " << name << " | " << took << " | " << why << " |\n";
    } else if (format == Format::json) {
      list.push_back({{"name", name}, {"seconds", seconds}, {"status", status}});
      if (!why.empty()) list.back()["reason"] = why;
    } else {
      const std::string time = is_left ? "left out" : why.empty() ? duration_text(seconds) : "skipped";
      // The reason of all that is left out is the same, and was said.
      const std::string after = why.empty() || is_left ? "" : ": " + why;
      print_wrapped(out, right_aligned(time, 12) + "  " + name + after, width, 14);
    }
  }
  if (format == Format::json)
    out << dump({{"schema", "spinbench-plan/1"}, {"seconds", sum_s}, {"cases", std::move(list)}}) << "\n";
  else if (format == Format::table)
    out << counted(cases.size(), "case") << ", about " << duration_text(sum_s)
        << (left > 0 ? "; the time budget leaves " + std::to_string(left) + " out" : "")
        << (unable > 0 ? "; " + std::to_string(unable) + " cannot run here" : "") << "\n";
}

Fitted fit(const std::vector<Case>& cases, const std::vector<Case>& wanted, double budget_s, const SecondsOf& seconds) {
  Fitted result;
  const std::pair<std::optional<double>, std::optional<int>> ways[] = {{std::nullopt, std::nullopt}, {3, 2}, {0, 1}};
  std::vector<double> taken;
  for (const auto& [hold_s, repetitions] : ways) {
    taken = seconds(hold_s, repetitions);
    result.hold_s = hold_s;
    result.repetitions = repetitions;
    if (sum(taken) <= budget_s) return result;
  }
  std::map<std::string, double> to_spend;
  for (std::size_t i = 0; i < cases.size(); ++i) to_spend[cases[i].name()] = taken[i];
  double spent = 0;
  bool any = false;
  for (const std::size_t i : by_turns(wanted)) {
    std::map<std::string, double> together;
    const auto add = [&](const Case& c) {
      if (const auto found = to_spend.find(c.name()); found != to_spend.end()) together.insert(*found);
    };
    add(wanted[i]);
    const bool runs = !together.empty() && together.begin()->second > 0;
    const auto reference = runs ? reference_of(wanted[i], Registry::instance()) : std::nullopt;
    if (reference) add(*reference);
    double more = 0;
    for (const auto& [name, seconds_of_it] : together) more += seconds_of_it;
    if (any && runs && spent + more > budget_s) continue;
    spent += more;
    any = any || runs;
    for (const auto& [name, seconds_of_it] : together) to_spend.erase(name);
  }
  for (const auto& [name, seconds_of_it] : to_spend)
    if (seconds_of_it > 0) result.left_out.insert(name);
  return result;
}

}  // namespace spinbench::cli
