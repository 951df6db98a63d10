#include "interface/params.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace spinbench {

std::string to_string(const AxisValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, std::get<double>(value)).ptr;
  return std::string(buffer, end);
}

Axis Axis::integer(std::string name, std::int64_t fallback, std::int64_t min, std::int64_t max, std::string help) {
  return {std::move(name), std::move(help), fallback, {}, static_cast<double>(min), static_cast<double>(max), false};
}

Axis Axis::real(std::string name, double fallback, double min, double max, std::string help) {
  return {std::move(name), std::move(help), fallback, {}, min, max, false};
}

Axis Axis::word(std::string name, std::string fallback, std::vector<std::string> words, std::string help) {
  return {std::move(name), std::move(help), std::move(fallback), std::move(words), 0, 0};
}

void Params::set(std::string_view name, AxisValue value) {
  for (auto& [key, old] : entries_)
    if (key == name) {
      old = std::move(value);
      return;
    }
  entries_.emplace_back(std::string(name), std::move(value));
}

bool Params::has(std::string_view name) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const auto& entry) { return entry.first == name; });
}

const AxisValue& Params::at(std::string_view name) const {
  for (const auto& [key, value] : entries_)
    if (key == name) return value;
  throw std::out_of_range("no axis is called '" + std::string(name) + "'");
}

std::int64_t Params::integer(std::string_view name) const { return std::get<std::int64_t>(at(name)); }

double Params::real(std::string_view name) const {
  const AxisValue& value = at(name);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  return std::get<double>(value);
}

const std::string& Params::word(std::string_view name) const { return std::get<std::string>(at(name)); }

std::string Params::name() const {
  std::string result;
  for (const auto& [key, value] : entries_) {
    if (!result.empty()) result += '/';
    result += key + ':' + to_string(value);
  }
  return result;
}

}  // namespace spinbench
