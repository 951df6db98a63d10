#include "interface/configuration.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace spinbench {

namespace {

template <class Value>
double value_at(const std::vector<std::uint8_t>& bytes, std::uint64_t index) {
  Value value;
  std::memcpy(&value, bytes.data() + index * sizeof(Value), sizeof(Value));
  return static_cast<double>(value);
}

const char* things(Element element) { return element == Element::byte ? " bytes" : " spins"; }

std::string number(double value) {
  // No integer holds more, nor what is no number.
  if (!(std::fabs(value) < 1e18)) return std::to_string(value);
  const auto whole = static_cast<long long>(value);
  return static_cast<double>(whole) == value ? std::to_string(whole) : std::to_string(value);
}

/// The distance of neighbouring numbers of the element's type at the magnitude of `value`.
double unit_in_last_place(Element element, double value) {
  const double magnitude = std::fabs(value);
  if (element == Element::float32) {
    const auto x = static_cast<float>(magnitude);
    return static_cast<double>(std::nextafter(x, INFINITY) - x);
  }
  if (element == Element::float64) return std::nextafter(magnitude, INFINITY) - magnitude;
  return 0;
}

bool agree(Element element, double a, double b, const Agreement& agreement) {
  if (a == b) return true;
  if (agreement.kind == Agreement::Kind::distance) return std::fabs(a - b) <= agreement.distance;
  if (agreement.kind != Agreement::Kind::ulps) return false;
  const double larger = std::max(std::fabs(a), std::fabs(b));
  return std::fabs(a - b) <= agreement.ulps * unit_in_last_place(element, larger);
}

/// A decision that parted leaves a spin, if another one.
bool are_finite(double a, double b) { return std::isfinite(a) && std::isfinite(b); }

/// Whether all bytes are the same, where that decides.
bool same_bytes(const Configuration& a, const Configuration& b) { return a.element == b.element && a.bytes == b.bytes; }

/// The same of bits and int8, without a call for each of 10^8 spins.
bool same_signs(const Configuration& a, const Configuration& b) {
  if (a.element == Element::int8) return b.element == Element::bit && same_signs(b, a);
  if (a.element != Element::bit || b.element != Element::int8) return false;
  int differs = 0;
  for (std::uint64_t i = 0; i < a.spins * static_cast<std::uint64_t>(a.components); ++i) {
    const int sign = 1 - 2 * (a.bytes[i / 8] >> (i % 8) & 1);
    differs |= sign ^ static_cast<std::int8_t>(b.bytes[i]);
  }
  return differs == 0;
}

}  // namespace

Configuration::Configuration(const std::vector<std::int8_t>& values)
    : Configuration(of(Element::int8, values.data(), values.size())) {}

Configuration Configuration::of_bits(const std::vector<std::uint32_t>& words, std::uint64_t spins) {
  static_assert(std::endian::native == std::endian::little, "bit i of a word is bit i % 8 of its byte i / 8");
  Configuration result = of(Element::bit, words.data(), words.size());
  result.spins = spins;
  result.bytes.resize((spins + 7) / 8);
  return result;
}

double Configuration::value(std::uint64_t index) const {
  switch (element) {
    case Element::bit:
      return bytes[index / 8] >> (index % 8) & 1 ? -1 : 1;
    case Element::int8:
      return value_at<std::int8_t>(bytes, index);
    case Element::float32:
      return value_at<float>(bytes, index);
    case Element::float64:
      return value_at<double>(bytes, index);
    case Element::byte:
      break;
  }
  return bytes[index];
}

std::vector<std::int8_t> Configuration::signs() const {
  if (element != Element::bit && element != Element::int8)
    throw std::logic_error("only bits and int8 are read as signs");
  std::vector<std::int8_t> result(spins);
  for (std::uint64_t i = 0; i < spins; ++i) result[i] = static_cast<std::int8_t>(value(i));
  return result;
}

Comparison compare(const Configuration& found, const Configuration& expected, const Agreement& agreement) {
  const std::string what = things(found.element);
  if (agreement.kind == Agreement::Kind::law) return {false, "agrees in law alone: there are no values to compare"};
  if (found.is_empty() || expected.is_empty()) return {false, "no" + what + " to compare"};
  if (found.spins != expected.spins || found.components != expected.components)
    return {false, std::to_string(found.spins) + what + ", not " + std::to_string(expected.spins)};
  if (agreement.kind == Agreement::Kind::bits && (same_bytes(found, expected) || same_signs(found, expected)))
    return {true, ""};
  const std::uint64_t count = found.spins * static_cast<std::uint64_t>(found.components);
  std::uint64_t differing = 0, first = count, no_number = count;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double own = found.value(i), other = expected.value(i);
    if (agree(found.element, own, other, agreement)) continue;
    first = std::min(first, i);
    if (!are_finite(own, other)) no_number = std::min(no_number, i);
    ++differing;
  }
  if (differing == 0) return {true, ""};
  if (no_number < count) {
    first = no_number;
  } else if (agreement.kind == Agreement::Kind::distance) {
    const double allowed = agreement.exempt(static_cast<double>(found.spins));
    if (static_cast<double>(differing) <= allowed * found.components) return {true, ""};
  }
  const std::uint64_t place = first / static_cast<std::uint64_t>(found.components);
  return {false, std::to_string(differing) + " of " + std::to_string(count) + what + " differ, first at " +
                     (found.element == Element::byte ? "byte " : "site ") + std::to_string(place) + " (" +
                     number(found.value(first)) + ", not " + number(expected.value(first)) + ")"};
}

}  // namespace spinbench
