#include "bench/rows/published.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "bench/rows/embedded.hpp"

namespace spinbench {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

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
  const char *metric, *estimate, *key;
  double sign;  ///< the papers print energies without their sign
};

constexpr Part parts[] = {{"energy_per_spin_minus_e", "energy", "value", -1},
                          {"delta_rel_e_sigma", "energy", "deviation_sigmas", -1},
                          {"specific_heat_C_V", "specific_heat", "value", 1},
                          {"delta_rel_C_V_sigma", "specific_heat", "deviation_sigmas", 1}};

const Part* part_of(const std::string& metric) {
  for (const Part& part : parts)
    if (metric == part.metric) return &part;
  return nullptr;
}

/// The records of one estimate become one entry.
void add_part(ordered_json& entries, const ordered_json& origin, const Part& part, const json& record) {
  auto entry = std::find_if(entries.begin(), entries.end(), [&](const ordered_json& one) {
    return one.value("estimate", "") == part.estimate && one.at("source") == origin.at("source") &&
           one.at("locator") == origin.at("locator") && one.at("device") == origin.at("device");
  });
  if (entry == entries.end()) {
    entries.push_back(origin);
    entries.back()["estimate"] = part.estimate;
    entry = entries.end() - 1;
  }
  (*entry)[part.key] = part.sign * record.at("value").get<double>();
  if (const auto error = record.find("uncertainty"); error != record.end() && error->is_number())
    (*entry)["error"] = *error;
}

/// The record's value in the terms of a row, as key and value; the key is "" where it has none.
std::pair<std::string, double> in_row_terms(const json& record, const json& description, const Case& c) {
  const json& value = record.at("value");
  if (!value.is_number()) return {};
  const std::string metric = record.value("metric", ""), ns = c.kernel->unit == "flip" ? "ns_per_flip" : "ns_per_unit";
  const double number = value.get<double>();
  if (metric == "ns_per_flip" || metric == "ns_per_random_number") return {ns, number};
  if (metric == "instances_per_s") return {ns, 1e9 / number};
  if (metric != "seconds") return {};
  if (description.value("setup", false)) return {"setup_s", number};
  const double units = description.value("units", 0.0);
  return units > 0 ? std::pair(ns, 1e9 * number / units) : std::pair<std::string, double>();
}

}  // namespace

ordered_json published_for(const Case& c, const json& records) {
  auto result = ordered_json::array();
  for (const auto& record : records) {
    const auto description = record.find("case");
    if (description == record.end() || !describes(*description, c)) continue;
    ordered_json entry = {
        {"source", record.at("source")}, {"locator", record.at("locator")}, {"device", record.at("device")}};
    if (const Part* part = part_of(record.value("metric", ""))) {
      add_part(result, entry, *part, record);
    } else if (const auto [key, value] = in_row_terms(record, *description, c); !key.empty()) {
      entry[key] = value;
      result.push_back(std::move(entry));
    }
  }
  return result;
}

ordered_json published_for(const Case& c) {
  static const json document = json::parse(embedded_published);
  return published_for(c, document.at("records"));
}

}  // namespace spinbench
