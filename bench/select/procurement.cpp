#include "bench/select/procurement.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "bench/rows/embedded.hpp"
#include "interface/platforms.hpp"

namespace spinbench {

namespace {

using nlohmann::ordered_json;

/// What a list calls them, and the platforms that it means.
const std::pair<const char*, Platform::Kind> kinds[] = {{"gpu", Platform::Kind::gpu}, {"cpu", Platform::Kind::host}};

AxisValue value_of(const ordered_json& json) {
  if (json.is_string()) return json.get<std::string>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  return json.get<double>();
}

/// The sweeps of one case, of a single set of parameters, on each of `backends`.
void add_case(std::vector<Sweep>& sweeps, const ordered_json& entry, const std::vector<std::string>& backends) {
  Sweep sweep{entry.at("variant"), "", {}};
  for (const auto& [axis, value] : entry.at("params").items()) sweep.axes.push_back({axis, {value_of(value)}});
  for (const auto& backend : backends) {
    sweep.backend = backend;
    sweeps.push_back(sweep);
  }
}

struct Lists {
  std::set<std::string> ids;

  Lists() {
    for (const char* document : {embedded_procurement_1})
      for (Plan& plan : plans_of_list(document)) {
        ids.insert(plan.id);
        Registry::instance().add(std::move(plan));
      }
  }
};

const Lists lists;

}  // namespace

std::vector<Plan> plans_of_list(const std::string& document) {
  const auto list = ordered_json::parse(document);
  std::vector<Plan> plans;
  for (const auto& group : list.at("groups")) {
    Plan plan{list.at("list"), group.at("kernel"), list.at("title"), false, {}};
    for (const auto& job : group.at("jobs"))
      for (const auto& [name, kind] : kinds)
        if (job.contains(name)) add_case(plan.sweeps, job.at(name), platforms_of(kind));
    plans.push_back(std::move(plan));
  }
  return plans;
}

bool is_procurement_list(const std::string& preset) { return lists.ids.contains(preset); }

}  // namespace spinbench
