#include "bench/rows/published.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "bench/rows/embedded.hpp"

namespace spinbench {

namespace {

using nlohmann::json;

bool value_matches(const json& wanted, const Params& params, const std::string& axis) {
  if (wanted.is_array())
    return std::any_of(wanted.begin(), wanted.end(), [&](const json& one) { return value_matches(one, params, axis); });
  const AxisValue& value = params.at(axis);
  if (const auto* word = std::get_if<std::string>(&value))
    return wanted.is_string() && wanted.get<std::string>() == *word;
  const double number = params.real(axis);
  if (wanted.is_number()) return wanted.get<double>() == number;
  if (!wanted.is_string()) return false;
  const auto text = wanted.get<std::string>();
  if (text.starts_with(">=")) return number >= std::atof(text.c_str() + 2);
  if (text.starts_with("<=")) return number <= std::atof(text.c_str() + 2);
  return false;
}

bool describes(const json& description, const Case& c) {
  if (description.value("kernel", "") != c.kernel->name || description.value("variant", "") != c.variant->name)
    return false;
  const auto backends = description.find("backends");
  if (backends != description.end() &&
      std::find(backends->begin(), backends->end(), c.variant->backend) == backends->end())
    return false;
  const auto axes = description.find("axes");
  if (axes == description.end()) return true;
  for (const auto& [axis, wanted] : axes->items())
    if (!c.params.has(axis) || !value_matches(wanted, c.params, axis)) return false;
  return true;
}

/// A record's metric as a part of an experiment's estimate.
struct Part {
  const char *metric, *estimate;
  std::optional<double> Published::*field;
  double sign;  ///< the papers print energies without their sign
};

constexpr Part parts[] = {{"energy_per_spin_minus_e", "energy", &Published::value, -1},
                          {"delta_rel_e_sigma", "energy", &Published::deviation_sigmas, -1},
                          {"specific_heat_C_V", "specific_heat", &Published::value, 1},
                          {"delta_rel_C_V_sigma", "specific_heat", &Published::deviation_sigmas, 1}};

const Part* part_of(const std::string& metric) {
  for (const Part& part : parts)
    if (metric == part.metric) return &part;
  return nullptr;
}

/// The records of one estimate become one entry.
void add_part(std::vector<Published>& entries, const Published& origin, const Part& part, const json& record) {
  auto entry = std::find_if(entries.begin(), entries.end(), [&](const Published& one) {
    return one.estimate == part.estimate && one.source == origin.source && one.locator == origin.locator &&
           one.device == origin.device;
  });
  if (entry == entries.end()) {
    entries.push_back(origin);
    entries.back().estimate = part.estimate;
    entry = entries.end() - 1;
  }
  (*entry).*part.field = part.sign * record.at("value").get<double>();
  if (const auto error = record.find("uncertainty"); error != record.end() && error->is_number())
    entry->error = error->get<double>();
}

/// Puts the record's value into `entry`, in the terms of a row; false where it has none.
bool add_time(Published& entry, const json& record, const json& description) {
  const json& value = record.at("value");
  if (!value.is_number()) return false;
  const std::string metric = record.value("metric", "");
  const double number = value.get<double>();
  if (metric == "ns_per_flip" || metric == "ns_per_spin_update" || metric == "ns_per_random_number") {
    entry.ns_per_unit = number;
  } else if (metric == "ps_per_flip") {
    entry.ns_per_unit = number / 1000;
  } else if (metric == "instances_per_s") {
    entry.ns_per_unit = 1e9 / number;
  } else if (metric == "seconds" && description.value("setup", false)) {
    entry.setup_s = number;
  } else if (const double units = description.value("units", 0.0); metric == "seconds" && units > 0) {
    entry.ns_per_unit = 1e9 * number / units;
  }
  return entry.ns_per_unit || entry.setup_s;
}

}  // namespace

std::vector<Published> published_for(const Case& c, const json& records) {
  std::vector<Published> result;
  for (const auto& record : records) {
    const auto description = record.find("case");
    if (description == record.end() || !describes(*description, c)) continue;
    const auto text = [&](const char* key) { return record.at(key).get<std::string>(); };
    Published entry{text("source"), text("locator"), text("device")};
    if (const Part* part = part_of(record.value("metric", "")))
      add_part(result, entry, *part, record);
    else if (add_time(entry, record, *description))
      result.push_back(std::move(entry));
  }
  return result;
}

std::vector<Published> published_for(const Case& c) {
  static const json document = json::parse(embedded_published);
  return published_for(c, document.at("records"));
}

}  // namespace spinbench
