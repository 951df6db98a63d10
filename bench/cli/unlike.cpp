#include "bench/cli/unlike.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "bench/against/baseline.hpp"
#include "bench/cli/run_plan.hpp"
#include "bench/errors.hpp"
#include "bench/rows/params_json.hpp"
#include "bench/rows/results.hpp"
#include "bench/rows/text.hpp"

namespace spinbench::cli {

namespace {

using nlohmann::ordered_json;
using Texts = std::set<std::string>;

/// What must be alike, by name, and what one side has of it: as of_files() in plotting/spinbench_results/cases.py says,
/// to which a test holds this.
using Values = std::map<std::string, Texts>;

constexpr const char* not_said = "not said";

std::string text_or(const ordered_json& value, const std::string& otherwise) {
  const auto* const text = value.get_ptr<const std::string*>();
  return text == nullptr || text->empty() ? otherwise : *text;
}

std::string with_backend(const std::string& what, const std::string& backend) { return what + " (" + backend + ")"; }

void add_origin(const ordered_json& made, const Texts& backends, Values& found) {
  for (const auto& [what, value] : entry(made, "compilers").items()) {
    // A compiler of devices that no case runs on has no part in it.
    if (what == "flags")
      found[what].insert(text_or(value, "none"));
    else if (what == "cxx" || backends.contains(what))
      found[with_backend("compiler", what)].insert(text_or(value, "none"));
  }
  for (const ordered_json& device : entry(made, "devices")) {
    const std::string backend = text_or(entry(device, "backend"), "");
    if (!backends.contains(backend)) continue;
    for (const auto& [key, what] :
         {std::pair{"name", "device"}, {"pci", "pci"}, {"driver", "driver"}, {"runtime", "runtime"}})
      found[with_backend(what, backend)].insert(text_or(entry(device, key), "none"));
  }
  if (!backends.contains("cpu")) return;
  found["CPU"].insert(text_or(entry(made, "cpu"), not_said));
  found["CPU model"].insert(text_or(entry(entry(made, "machine"), "cpu_model"), not_said));
}

void add_row(const ordered_json& row, const std::string& backend, Values& found) {
  const ordered_json &seed = entry(row, "seed"), &watts = entry(entry(row, "conditions"), "power_limit_w");
  // Rows of version 1 are all of bursts, and do not say so.
  found["time of " + backend + " rows"].insert(entry(row, "figure") == "held" ? "held load" : "bursts");
  found["seed"].insert(seed.is_null() ? "none" : dump(seed, -1));
  if (backend == "cpu") return;
  found[with_backend("power limit", backend)].insert(watts.is_number() ? printed("%.0f W", watts.get<double>())
                                                                       : not_said);
  found[with_backend("platform", backend)].insert(text_or(entry(row, "platform"), "its own"));
}

Values values_of(const ordered_json& made, const std::vector<ordered_json>& rows) {
  Values found;
  Texts backends;
  for (const ordered_json& row : rows) {
    const std::string backend = text_or(entry(row, "backend"), "");
    backends.insert(backend);
    add_row(row, backend, found);
  }
  add_origin(made, backends, found);
  return found;
}

/// Of a row that is still to be measured what can be known.
ordered_json row_to_come(const Case& c, const Options& options, const ordered_json& made) {
  ordered_json row = {{"backend", c.variant->backend},
                      {"figure", measuring(options).hold ? "held" : "burst"},
                      {"seed", options.seed},
                      {"platform", c.device_info().platform}};
  for (const ordered_json& device : entry(made, "devices"))
    if (entry(device, "backend") == c.variant->backend)
      row["conditions"]["power_limit_w"] = entry(device, "power_limit_w");
  return row;
}

/// The cases that will be timed and have a row in the file, and these rows. References are among them, which the
/// command may have left out of the file's cases.
std::vector<Case> common(const Options& options, const std::vector<Case>& cases, const ordered_json& document,
                         std::vector<ordered_json>& rows) {
  std::map<std::string, std::size_t> positions;
  const Baseline whole = read_baseline(options.against, {}, Registry::instance());
  for (const Baseline::Entry& one : whole.entries) positions[one.c.name()] = one.position;
  const ordered_json& all = entry(document, "rows");
  std::vector<Case> result;
  for (const Case& c : with_references_here(options, cases)) {
    const auto found = positions.find(c.name());
    if (found == positions.end() || found->second >= all.size() || !why_skipped(c).empty()) continue;
    rows.push_back(all[found->second]);
    result.push_back(c);
  }
  return result;
}

/// "--device 1 is the file's", where the file's device is one of this machine's; else "".
std::string device_of_file(const Texts& pci, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const auto& devices = c.backend->devices();
    for (std::size_t i = 0; i < devices.size(); ++i)
      if (!devices[i].pci.empty() && pci == Texts{devices[i].pci})
        return "--device " + std::to_string(i) + " is the file's";
  }
  return "";
}

constexpr const char* as_wanted = "to look for what that makes, measure without --against, and compare --across";

/// Of what an option says and the command else takes from the file, which has `there` of it.
std::string mend_of_option(const std::string& option, bool given, const Texts& there, const std::string& what) {
  if (there.size() > 1) return "narrow the cases by --kernel, --backend or --filter to those of one " + what;
  return given ? "leave " + option + " away" : as_wanted;
}

std::string mend(const std::string& what, const Values& there, const Options& asked, const std::vector<Case>& cases) {
  const std::string time = "time of ";
  if (what == "seed") return mend_of_option("--seed", asked.seeded, there.at(what), what);
  if (what.starts_with(time)) {
    Texts all;
    for (const auto& [name, texts] : there)
      if (name.starts_with(time)) all.insert(texts.begin(), texts.end());
    return mend_of_option("--hold", asked.hold_s.has_value(), all, "kind of time");
  }
  const std::string device = what.starts_with("pci ") ? device_of_file(there.at(what), cases) : "";
  return device.empty() ? as_wanted : device;
}

}  // namespace

void refuse_unlike(const Options& asked, const Options& options, const std::vector<Case>& cases) {
  const ordered_json document = baseline_document(options.against);
  std::vector<ordered_json> rows, to_come;
  const std::vector<Case> both = common(options, cases, document, rows);
  const ordered_json made = provenance(options.argv, both);
  for (const Case& c : both) to_come.push_back(row_to_come(c, options, made));
  const Values there = values_of(entry(document, "provenance"), rows), here = values_of(made, to_come);
  std::vector<std::string> differ, mends;
  for (const auto& [what, texts] : there) {
    const auto found = here.find(what);
    // What a file does not say is no difference.
    if (found == here.end() || found->second == texts || texts.contains(not_said) || found->second.contains(not_said))
      continue;
    differ.push_back(what + " (" + quote(joined(texts)) + " there, " + quote(joined(found->second)) + " here)");
    const std::string way = mend(what, there, asked, both);
    if (std::find(mends.begin(), mends.end(), way) == mends.end()) mends.push_back(way);
  }
  if (differ.empty()) return;
  throw UsageError("--against " + quote(options.against) + " would get no verdict: compare wants the same " +
                   joined(differ) + "; " + joined(mends, "; "));
}

}  // namespace spinbench::cli
