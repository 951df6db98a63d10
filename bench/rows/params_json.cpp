#include "bench/rows/params_json.hpp"

#include <cmath>
#include <stdexcept>

namespace spinbench {

namespace {

using nlohmann::ordered_json;

ordered_json to_json(const AxisValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  const double real = std::get<double>(value);
  return std::isfinite(real) ? ordered_json(real) : ordered_json(nullptr);
}

/// Values of a document: each takes 16 bytes and more when it is read, whatever it took as text.
constexpr std::size_t most_values = 10'000'000;

bool is_too_deep_or_long(std::string_view text, int deepest) {
  int depth = 0;
  std::size_t values = 1;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\')
      ++i;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == '[' || c == '{') && ++depth > deepest)
      return true;
    else if (!quoted && (c == ']' || c == '}'))
      --depth;
    else if (!quoted && c == ',' && ++values > most_values)
      return true;
  }
  return false;
}

}  // namespace

ordered_json to_json(const Params& params) {
  ordered_json result = ordered_json::object();
  for (const auto& [name, value] : params.entries()) result[name] = to_json(value);
  return result;
}

Params params_from_json(const ordered_json& json) {
  if (!json.is_object()) throw std::runtime_error("params is no object");
  Params result;
  for (const auto& [name, value] : json.items()) {
    if (value.is_string())
      result.set(name, value.get<std::string>());
    else if (value.is_number_integer())
      result.set(name, value.get<std::int64_t>());
    else if (value.is_number())
      result.set(name, value.get<double>());
    else
      throw std::runtime_error("params " + name + " is no value of an axis");
  }
  return result;
}

const ordered_json& entry(const ordered_json& object, const char* key) {
  static const ordered_json none;
  const auto found = object.find(key);
  return found == object.end() ? none : *found;
}

ordered_json parse_bounded(std::string_view text, std::size_t longest, int deepest) {
  if (text.size() > longest || is_too_deep_or_long(text, deepest))
    return ordered_json(ordered_json::value_t::discarded);
  return ordered_json::parse(text.begin(), text.end(), nullptr, false);
}

}  // namespace spinbench
