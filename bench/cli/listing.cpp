#include "bench/cli/listing.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

#include "bench/errors.hpp"
#include "bench/rows/results.hpp"
#include "bench/rows/text.hpp"
#include "bench/select/axes.hpp"
#include "interface/launch_axes.hpp"

namespace spinbench::cli {

namespace {

class Page {
 public:
  Page(std::ostream& out, std::size_t width) : out_(out), width_(width) {}
  void line(const std::string& text, std::size_t indent = 4) { print_wrapped(out_, text, width_, indent); }
  void blank() { out_ << "\n"; }

 private:
  std::ostream& out_;
  std::size_t width_;
};

std::vector<const Variant*> of_kernel(const Listing& listing, const std::string& kernel) {
  std::vector<const Variant*> result;
  for (const auto* variant : listing.variants)
    if (variant->kernel == kernel) result.push_back(variant);
  return result;
}

/// And of those, which take part in a selection, or would if their device were here.
std::vector<const Variant*> taking_part(const Listing& listing, const std::string& kernel) {
  auto result = of_kernel(listing, kernel);
  if (!listing.narrowed) return result;
  const auto has_case = [&](const Variant* variant) { return listing.count(variant, false) > 0; };
  if (std::none_of(result.begin(), result.end(), has_case)) return {};
  std::erase_if(result, [&](const Variant* variant) { return !has_case(variant) && why_no_backend(*variant).empty(); });
  return result;
}

/// Those of one name, whatever their backend, in the order in which the name comes first.
std::vector<std::vector<const Variant*>> by_name(const std::vector<const Variant*>& variants) {
  std::vector<std::vector<const Variant*>> result;
  for (const auto* variant : variants) {
    const auto same =
        std::find_if(result.begin(), result.end(), [&](const auto& group) { return group[0]->name == variant->name; });
    if (same == result.end())
      result.push_back({variant});
    else
      same->push_back(variant);
  }
  return result;
}

/// "+cpu -cuda": with a device here, or without.
std::string marks(const std::vector<const Variant*>& group) {
  std::vector<std::string> result;
  for (const auto* variant : group) result.push_back((why_no_backend(*variant).empty() ? "+" : "-") + variant->backend);
  return joined(result, " ");
}

void print_backends(Page& page) {
  for (const auto& backend : Registry::instance().backends()) {
    std::vector<std::string> names;
    for (const auto& device : backend->devices()) names.push_back(device.name);
    page.line("backend " + backend->name() + ": " +
              (names.empty() ? "no device: " + backend->why_no_device() : joined(names)));
  }
}

std::set<std::string> plans_named(bool figure, const std::string& kernel = "") {
  std::set<std::string> result;
  for (const auto& plan : Registry::instance().plans())
    if (plan.figure == figure && (kernel.empty() || plan.kernel == kernel)) result.insert(plan.id);
  return result;
}

void print_generators(Page& page) {
  std::vector<std::string> names;
  for (const auto& generator : Registry::instance().generators())
    names.push_back(generator.name + (generator.known_bias.empty() ? "" : " (biased)"));
  page.line("generators (axis rng; docs/generators.md): " + joined(names));
}

/// What `axis` admits and its default; a generator's names are said once, at the end.
std::string values_of(const Axis& axis) {
  return (axis.name == "rng" ? counted(axis.words.size(), "generator") : range_of(axis)) + ", default " +
         to_string(axis.fallback);
}

void print_axes(Page& page, const std::vector<const Variant*>& variants) {
  std::vector<std::string> names;
  std::map<std::string, std::string> help;
  std::map<std::string, std::vector<std::pair<std::string, std::vector<std::string>>>> values;
  for (const auto* variant : variants)
    for (const auto& axis : variant->axes) {
      if (help.emplace(axis.name, axis.help).second) names.push_back(axis.name);
      auto& known = values[axis.name];
      const std::string text = values_of(axis), who = variant->name + "/" + variant->backend;
      const auto same = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == text; });
      if (same == known.end())
        known.push_back({text, {who}});
      else
        same->second.push_back(who);
    }
  if (!names.empty()) page.line("axes, as in --axis " + names.front() + "=VALUES");
  for (const auto& name : names) {
    page.line("  " + left_aligned(name, 12) + " " + help[name], 15);
    for (const auto& [text, who] : values[name])
      page.line(std::string(15, ' ') + text + (values[name].size() > 1 ? " (" + joined(who) + ")" : ""), 17);
  }
}

void print_variant(Page& page, const Variant& variant, const Listing& listing) {
  const auto why = why_no_backend(variant);
  const auto all = listing.count(&variant, false), runnable = listing.count(&variant, true);
  const bool runs = why.empty() && (all == 0 || runnable > 0);
  page.line((runs ? "  + " : "  - ") + variant.name + "/" + variant.backend + "  " + variant.title +
            (variant.source.empty() ? "" : " [" + variant.source + "]"));
  std::vector<std::string> searched;
  for (const auto& axis : variant.axes)
    if (!launch_values(variant, axis.name).empty()) searched.push_back(axis.name);
  if (!searched.empty()) page.line("    --tune searches " + joined(searched), 6);
  if (!why.empty()) return page.line("    cannot run here: " + why, 6);
  if (!listing.has_cases) return;
  if (all == 0) return page.line("    none of the selection; --backend " + variant.backend + " has its cases", 6);
  page.line(
      "    " + counted(all, "case") + " of the selection" +
          (runnable < all ? ", " + std::to_string(all - runnable) + " skipped: " + listing.first_reason(&variant) : ""),
      6);
}

}  // namespace

std::size_t Listing::count(const Variant* variant, bool runnable_only) const {
  std::size_t result = 0;
  for (std::size_t i = 0; i < cases.size(); ++i)
    result += cases[i].variant == variant && (!runnable_only || reasons[i].empty());
  return result;
}

std::string Listing::first_reason(const Variant* variant) const {
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (cases[i].variant == variant && !reasons[i].empty()) return reasons[i];
  return "";
}

std::string why_no_backend(const Variant& variant) {
  Backend* backend = Registry::instance().backend(variant.backend);
  if (backend == nullptr) return "this build has no " + variant.backend + " backend";
  return backend->devices().empty() ? backend->why_no_device() : "";
}

void print_page(const Listing& listing, std::size_t width, std::ostream& out) {
  Page page(out, width);
  const Registry& registry = Registry::instance();
  std::vector<std::string> experiments;
  page.line("spinbench " + release() + "; + runs here, - does not; spinbench list KERNEL has axes and reasons");
  for (const auto& kernel : registry.kernels()) {
    const auto own = of_kernel(listing, kernel.name);
    if (own.empty()) continue;
    if (kernel.experiment) {
      experiments.push_back(kernel.name);
      continue;
    }
    page.blank();
    page.line(kernel.name + "  " + kernel.title);
    const auto groups = by_name(own);
    std::size_t longest = 10;
    for (const auto& group : groups) longest = std::max(longest, marks(group).size());
    for (const auto& group : groups) {
      std::string line = "  " + left_aligned(group[0]->name, 16) + " " + left_aligned(marks(group), longest) + "  ";
      const std::string& title = group[0]->title;
      const std::size_t room = width > line.size() ? width - line.size() : 0;
      page.line(line + (title.size() <= room ? title : title.substr(0, room > 3 ? room - 3 : 0) + "..."));
    }
  }
  page.blank();
  if (!experiments.empty()) page.line("experiments: " + joined(experiments));
  std::vector<std::string> limits;
  for (const auto& kernel : registry.kernels())
    if (kernel.measures_limit && std::any_of(registry.variants().begin(), registry.variants().end(),
                                             [&](const Variant& variant) { return variant.kernel == kernel.name; }))
      limits.push_back(kernel.name);
  if (!limits.empty())
    page.line("limits of the machine, timed with what they limit: " + joined(limits) +
              "; spinbench list --kernel 'machine*'");
  page.line("presets: " + joined(plans_named(false)));
  page.line("figures: " + std::to_string(plans_named(true).size()) + " of the papers; spinbench list --figure");
  print_generators(page);
  print_backends(page);
}

void print_kernels(const Listing& listing, std::size_t width, std::ostream& out) {
  Page page(out, width);
  bool any_generator = false;
  for (const auto& kernel : Registry::instance().kernels()) {
    const auto own = taking_part(listing, kernel.name);
    if (own.empty()) continue;
    page.line(kernel.name + "  " + kernel.title);
    for (const auto& source : kernel.sources) page.line("  " + source);
    for (const auto* variant : own) {
      print_variant(page, *variant, listing);
      any_generator = any_generator || std::any_of(variant->axes.begin(), variant->axes.end(),
                                                   [](const Axis& axis) { return axis.name == "rng"; });
    }
    print_axes(page, own);
    for (const bool figure : {false, true})
      if (const auto plans = plans_named(figure, kernel.name); !plans.empty())
        page.line((figure ? "--figure " : "--preset ") + joined(plans));
    page.blank();
  }
  if (any_generator) print_generators(page);
  print_backends(page);
}

}  // namespace spinbench::cli
