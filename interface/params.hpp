// The axes of a case: typed names and values, in the order in which they appear in a case name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace spinbench {

/// One value of an axis: a whole number (`L`), a real one (`beta`) or a word (`rng`).
using AxisValue = std::variant<std::int64_t, double, std::string>;

/// `value` as it stands in a case name: shortest form that reads back to the same value.
std::string to_string(const AxisValue& value);

/// A parameter that a sweep may vary, as one variant declares it.
struct Axis {
  enum class Type { integer, real, word };

  std::string name;
  std::string help;
  AxisValue fallback;              ///< used where neither command line nor preset names a value
  std::vector<std::string> words;  ///< the allowed words, for Type::word
  double min = 0, max = 0;         ///< the allowed range, both ends included, for numbers
  bool selects_code = true;        ///< whether its words run different code, for Type::word

  Type type() const { return static_cast<Type>(fallback.index()); }

  static Axis integer(std::string name, std::int64_t fallback, std::int64_t min, std::int64_t max, std::string help);
  static Axis real(std::string name, double fallback, double min, double max, std::string help);
  static Axis word(std::string name, std::string fallback, std::vector<std::string> words, std::string help);
};

/// One value for each axis of a variant, in the variant's axis order.
class Params {
 public:
  /// Sets `name`, at its place if it is there already, else at the end.
  void set(std::string_view name, AxisValue value);
  bool has(std::string_view name) const;

  /// The value of `name`. Throws std::out_of_range when it is absent and
  /// std::bad_variant_access when it is of another type (an integer reads as a real).
  std::int64_t integer(std::string_view name) const;
  double real(std::string_view name) const;
  const std::string& word(std::string_view name) const;
  const AxisValue& at(std::string_view name) const;

  const std::vector<std::pair<std::string, AxisValue>>& entries() const { return entries_; }

  /// "L:4096/k:100/...", the tail of a case name.
  std::string name() const;

  bool operator==(const Params&) const = default;

 private:
  std::vector<std::pair<std::string, AxisValue>> entries_;
};

}  // namespace spinbench
