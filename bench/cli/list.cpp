// spinbench list

#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "bench/cli/commands.hpp"
#include "bench/cli/figures.hpp"
#include "bench/cli/formats.hpp"
#include "bench/cli/listing.hpp"
#include "bench/cli/say.hpp"
#include "bench/errors.hpp"
#include "bench/rows/params_json.hpp"
#include "bench/rows/results.hpp"
#include "bench/rows/screen.hpp"
#include "bench/select/axes.hpp"
#include "bench/select/possible.hpp"
#include "interface/glob.hpp"
#include "interface/launch_axes.hpp"
#include "interface/mutants.hpp"

namespace spinbench::cli {

namespace {

using nlohmann::ordered_json;

/// Why run times none of the figure that is selected, or "".
std::string why_refused(const Selection& selection) {
  try {
    refuse_figure_elsewhere(selection, Registry::instance());
  } catch (const NoDevice& error) {
    return std::string("run refuses it: ") + error.what();
  }
  return "";
}

Listing make_listing(const Options& options) {
  const Registry& registry = Registry::instance();
  const Selection& selection = options.selection;
  Listing listing;
  listing.narrowed =
      !selection.preset.empty() || !selection.figure.empty() || !selection.axes.empty() || !selection.filters.empty();
  listing.has_cases = listing.narrowed || !selection.bare();
  for (const auto* variant : select_variants(selection, registry))
    if (any_match(selection.backends, variant->backend)) listing.variants.push_back(variant);
  if (!selection.backends.empty() || selection.device) select_backends(selection, registry);
  if (!listing.has_cases) return listing;
  listing.cases = select_cases(selection, registry);
  const auto requests = parse_axes(selection.axes);
  std::erase_if(listing.variants, [&](const Variant* variant) { return !lacking(requests, variant->axes).empty(); });
  // What run refuses as a whole runs in no part.
  const std::string refused = why_refused(selection);
  for (const auto& c : listing.cases) {
    const std::string why = why_skipped(c);
    listing.reasons.push_back(why.empty() ? refused : why);
  }
  return listing;
}

ordered_json to_json(const AxisValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  return std::get<double>(value);
}

ordered_json to_json(const Axis& axis) {
  static constexpr const char* types[] = {"integer", "real", "word"};
  ordered_json result = {{"name", axis.name},
                         {"type", types[static_cast<int>(axis.type())]},
                         {"default", to_json(axis.fallback)},
                         {"help", axis.help}};
  if (axis.type() == Axis::Type::word) {
    result["words"] = axis.words;
  } else {
    result["min"] = axis.min;
    result["max"] = axis.max;
  }
  return result;
}

/// "row_order", or "ising2d_metropolis/row_order/cuda" where it is another kernel's or not the CPU's; "" for none.
std::string name_of(const Oracle& oracle) {
  if (oracle.empty() || (oracle.kernel.empty() && oracle.backend == "cpu")) return oracle.variant;
  return (oracle.kernel.empty() ? "" : oracle.kernel + "/") + oracle.variant + "/" + oracle.backend;
}

ordered_json to_json(const Variant& variant) {
  const auto why = why_no_backend(variant);
  ordered_json result = {{"kernel", variant.kernel}, {"name", variant.name},     {"backend", variant.backend},
                         {"title", variant.title},   {"source", variant.source}, {"oracle", name_of(variant.oracle)},
                         {"runnable", why.empty()}};
  if (!why.empty()) result["reason"] = why;
  result["axes"] = ordered_json::array();
  for (const auto& axis : variant.axes) {
    result["axes"].push_back(to_json(axis));
    const auto values = launch_values(variant, axis.name);
    if (values.empty()) continue;
    result["axes"].back()["searched"] = ordered_json::array();
    for (const auto& value : values) result["axes"].back()["searched"].push_back(to_json(value));
  }
  return result;
}

ordered_json backends_json() {
  auto result = ordered_json::array();
  for (const auto& backend : Registry::instance().backends()) {
    ordered_json entry = {{"name", backend->name()}, {"devices", ordered_json::array()}};
    for (const auto& device : backend->devices()) entry["devices"].push_back(device.name);
    if (backend->devices().empty()) entry["reason"] = backend->why_no_device();
    result.push_back(std::move(entry));
  }
  return result;
}

ordered_json generators_json() {
  auto result = ordered_json::array();
  for (const auto& generator : Registry::instance().generators())
    result.push_back({{"name", generator.name},
                      {"header", generator.header},
                      {"seeding", generator.seeding},
                      {"storage", generator.storage},
                      {"state_bytes", generator.state_bytes},
                      {"streams_a_state", generator.streams},
                      {"period_log2", generator.period_log2},
                      {"bits", generator.bits},
                      {"multiply_adds_per_word", generator.multiply_adds},
                      {"logic_ops_per_word", generator.logic_ops},
                      {"multiply_adds_per_opening", generator.opening_multiply_adds},
                      {"logic_ops_per_opening", generator.opening_logic_ops},
                      {"traffic_bytes_per_word", generator.traffic_bytes},
                      {"singly_drawn", generator.singly_drawn},
                      {"vectorised", generator.vectorised},
                      {"passes_bigcrush", generator.passes_bigcrush},
                      {"known_bias", generator.known_bias},
                      {"unbiased_sibling", generator.unbiased_sibling},
                      {"one_sequence_bias", generator.one_sequence_bias},
                      {"one_sequence_sibling", generator.one_sequence_sibling},
                      {"paper", generator.paper},
                      {"tested", generator.tested},
                      {"as_used", generator.as_used}});
  return result;
}

ordered_json mutants_json() {
  auto result = ordered_json::array();
  for (const MutantInfo& mutant : mutants())
    result.push_back({{"name", mutant.name}, {"what", mutant.what}, {"where", mutant.where}});
  return result;
}

ordered_json to_json(const Listing& listing) {
  const Registry& registry = Registry::instance();
  auto kernels = ordered_json::array(), variants = ordered_json::array(), plans = ordered_json::array(),
       cases = ordered_json::array();
  for (const auto& kernel : registry.kernels())
    if (std::any_of(listing.variants.begin(), listing.variants.end(),
                    [&](const Variant* variant) { return variant->kernel == kernel.name; }))
      kernels.push_back({{"name", kernel.name},
                         {"title", kernel.title},
                         {"unit", kernel.unit},
                         {"sources", kernel.sources},
                         {"experiment", kernel.experiment != nullptr}});
  for (const auto* variant : listing.variants) variants.push_back(to_json(*variant));
  for (const auto& plan : registry.plans())
    plans.push_back({{"id", plan.id}, {"kernel", plan.kernel}, {"title", plan.title}, {"figure", plan.figure}});
  for (std::size_t i = 0; i < listing.cases.size(); ++i) {
    const Case& c = listing.cases[i];
    ordered_json entry = {{"name", c.name()},
                          {"kernel", c.kernel->name},
                          {"variant", c.variant->name},
                          {"backend", c.variant->backend},
                          {"params", spinbench::to_json(c.params)},
                          {"status", listing.reasons[i].empty() ? "runnable" : "skipped"}};
    if (!listing.reasons[i].empty()) entry["reason"] = listing.reasons[i];
    cases.push_back(std::move(entry));
  }
  return {{"schema", "spinbench-list/1"},    {"version", version()},
          {"backends", backends_json()},     {"kernels", std::move(kernels)},
          {"variants", std::move(variants)}, {"plans", std::move(plans)},
          {"generators", generators_json()}, {"cases", listing.has_cases ? std::move(cases) : ordered_json(nullptr)}};
}

/// The cases of a selection, or else the variants: name, backend, whether they run here, and why not.
std::vector<std::vector<std::string>> lines_of(const Listing& listing) {
  std::vector<std::vector<std::string>> lines;
  if (listing.has_cases) {
    lines.push_back({"name", "kernel", "variant", "backend", "status", "reason"});
    for (std::size_t i = 0; i < listing.cases.size(); ++i) {
      const Case& c = listing.cases[i];
      const std::string& why = listing.reasons[i];
      lines.push_back(
          {c.name(), c.kernel->name, c.variant->name, c.variant->backend, why.empty() ? "runnable" : "skipped", why});
    }
    return lines;
  }
  lines.push_back({"kernel", "variant", "backend", "status", "reason", "title", "source"});
  for (const Variant* variant : listing.variants) {
    const std::string why = why_no_backend(*variant);
    lines.push_back({variant->kernel, variant->name, variant->backend, why.empty() ? "runnable" : "skipped", why,
                     variant->title, variant->source});
  }
  return lines;
}

std::string csv_of_listing(const Listing& listing) {
  std::string result;
  for (const auto& cells : lines_of(listing)) result += csv_line(cells);
  return result;
}

void print_markdown(const Listing& listing) {
  bool head = true;
  for (const auto& cells : lines_of(listing)) {
    for (const std::string& cell : cells) {
      std::cout << "| ";
      for (const char character : cell) std::cout << (character == '|' ? "\\|" : std::string(1, character));
      std::cout << " ";
    }
    std::cout << "|\n";
    for (std::size_t i = 0; head && i < cells.size(); ++i)
      std::cout << "| --- " << (i + 1 == cells.size() ? "|\n" : "");
    head = false;
  }
}

}  // namespace

int list(const Options& options) {
  if (options.mutants) {
    std::cout << dump(mutants_json()) << "\n";
    return exit_fine;
  }
  const std::size_t width = screen_of(STDOUT_FILENO).width;
  if (options.figures) {
    const Selection& selection = options.selection;
    if (!selection.bare() || !selection.backends.empty() || !selection.axes.empty() || !selection.filters.empty() ||
        selection.device)
      throw UsageError(
          "list --figure without a name shows all figures; select in one by its name: list --figure ID ...");
    print_figures(options.format, width, std::cout);
    return exit_fine;
  }
  const Listing listing = make_listing(options);
  say_lacking(options.selection);
  if (options.format == Format::json)
    std::cout << dump(to_json(listing)) << "\n";
  else if (options.format == Format::csv)
    std::cout << csv_of_listing(listing);
  else if (options.format == Format::markdown)
    print_markdown(listing);
  else if (listing.has_cases || !options.selection.backends.empty() || options.selection.device)
    print_kernels(listing, width, std::cout);
  else
    print_page(listing, width, std::cout);
  return exit_fine;
}

}  // namespace spinbench::cli
