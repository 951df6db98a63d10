#include "bench/cli/figures.hpp"

#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "bench/errors.hpp"
#include "bench/rows/results.hpp"
#include "bench/rows/text.hpp"
#include "bench/select/possible.hpp"

namespace spinbench::cli {

namespace {

struct Figure {
  std::string id, title;
  std::size_t runnable = 0, cases = 0;
  std::string reason;  ///< why a run refuses it here, "" where it does not

  std::string status() const { return reason.empty() ? "runnable" : "skipped"; }
};

/// What `step` throws at the command line, or "".
template <class Step>
std::string refusal_of(Step&& step) {
  try {
    step();
  } catch (const NoDevice& error) {
    return error.what();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

/// In the order in which a run refuses.
Figure look_at(const Plan& plan) {
  const Registry& registry = Registry::instance();
  Figure result{plan.id, plan.title, 0, 0, ""};
  Selection selection;
  selection.figure = plan.id;
  std::vector<Case> cases;
  result.reason = refusal_of([&] { refuse_figure_elsewhere(selection, registry); });
  const std::string no_cases = refusal_of([&] { cases = select_cases(selection, registry); });
  result.cases = cases.size();
  if (result.reason.empty()) result.reason = no_cases;
  if (result.reason.empty()) result.reason = refusal_of([&] { refuse_all_skipped(cases); });
  if (result.reason.empty())
    result.runnable = static_cast<std::size_t>(
        std::count_if(cases.begin(), cases.end(), [](const Case& c) { return why_skipped(c).empty(); }));
  return result;
}

std::vector<Figure> figures() {
  std::vector<Figure> result;
  std::set<std::string> shown;
  for (const auto& plan : Registry::instance().plans())
    if (plan.figure && shown.insert(plan.id).second) result.push_back(look_at(plan));
  return result;
}

void print_table(const std::vector<Figure>& all, std::size_t width, std::ostream& out) {
  const auto line = [&](const std::string& text, std::size_t indent) { print_wrapped(out, text, width, indent); };
  line("figures and tables of the papers: cases that run --figure ID times here, of those that the figure has here", 4);
  std::size_t widest = 0;
  for (const Figure& figure : all) widest = std::max(widest, figure.id.size());
  for (const Figure& figure : all) {
    const std::string count = std::to_string(figure.runnable) + "/" + std::to_string(figure.cases);
    // "Weigel 2012, Fig. 7: tile sizes": the name has said the first half.
    const auto colon = figure.title.find(": ");
    const std::string what = colon == std::string::npos ? figure.title : figure.title.substr(colon + 2);
    line((figure.reason.empty() ? "  + " : "  - ") + left_aligned(figure.id, widest) + right_aligned(count, 8) + "  " +
             what,
         widest + 14);
  }
  // One reason stands for the others, which differ in their names.
  const auto refused = std::find_if(all.begin(), all.end(), [](const Figure& f) { return !f.reason.empty(); });
  if (refused != all.end()) line("- where run refuses it: " + refused->reason, 4);
}

}  // namespace

void print_figures(Format format, std::size_t width, std::ostream& out) {
  const auto all = figures();
  if (format == Format::table) return print_table(all, width, out);
  auto list = nlohmann::ordered_json::array();
  if (format == Format::csv) out << csv_line({"id", "cases", "runnable", "status", "reason", "title"});
  if (format == Format::markdown) out << "| figure | cases | runnable | title |\n| --- | ---: | ---: | --- |\n";
  for (const Figure& f : all) {
    const std::string cases = std::to_string(f.cases), runnable = std::to_string(f.runnable);
    if (format == Format::csv)
      out << csv_line({f.id, cases, runnable, f.status(), f.reason, f.title});
    else if (format == Format::markdown)
      out << "| " << f.id << " | " << cases << " | " << runnable << " | " << f.title << " |\n";
    else
      list.push_back(
          {{"id", f.id}, {"title", f.title}, {"cases", f.cases}, {"runnable", f.runnable}, {"status", f.status()}});
    if (format == Format::json && !f.reason.empty()) list.back()["reason"] = f.reason;
  }
  if (format == Format::json)
    out << dump({{"schema", "spinbench-figures/1"}, {"version", version()}, {"figures", std::move(list)}}) << "\n";
}

}  // namespace spinbench::cli
