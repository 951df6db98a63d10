#include "bench/published.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "bench/embedded.hpp"

namespace spinbench {

namespace {

using nlohmann::json;

bool value_matches(const json& wanted, const Params& params, const std::string& axis) {
  if (wanted.is_array())
    return std::any_of(wanted.begin(), wanted.end(), [&](const json& one) { return value_matches(one, params, axis); });
  const AxisValue& value = params.at(axis);
  if (const auto* word = std::get_if<std::string>(&value)) return wanted.is_string() && wanted.get<std::string>() == *word;
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
  if (backends != description.end() && std::find(backends->begin(), backends->end(), c.variant->backend) == backends->end())
    return false;
  const auto axes = description.find("axes");
  if (axes == description.end()) return true;
  for (const auto& [axis, wanted] : axes->items())
    if (!c.params.has(axis) || !value_matches(wanted, c.params, axis)) return false;
  return true;
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

nlohmann::ordered_json published_for(const Case& c, const json& records) {
  auto result = nlohmann::ordered_json::array();
  for (const auto& record : records) {
    const auto description = record.find("case");
    if (description == record.end() || !describes(*description, c)) continue;
    const auto [key, value] = in_row_terms(record, *description, c);
    if (key.empty()) continue;
    result.push_back({{"source", record.at("source")},
                      {"locator", record.at("locator")},
                      {"device", record.at("device")},
                      {key, value}});
  }
  return result;
}

nlohmann::ordered_json published_for(const Case& c) {
  static const json document = json::parse(embedded_published);
  return published_for(c, document.at("records"));
}

}  // namespace spinbench
