// What a simulation holds at a moment: spins as bytes of an element type, in canonical site order.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace spinbench {

/// How one component of a spin is stored.
enum class Element {
  bit,      ///< eight to a byte, the lowest bit first; 1 is the spin -1
  int8,     ///< +1 or -1, or a Potts state
  float32,  ///< of a vector
  float64,
  byte,  ///< no spin: what a benchmark of generators makes
};

/// Spins in canonical site order (site = y * L + x in two dimensions, (z * L + y) * L + x in three), replica after
/// replica; the components of a vector lie side by side.
struct Configuration {
  Element element = Element::int8;
  std::uint64_t spins = 0;  ///< entries, over all replicas
  int components = 1;       ///< of a spin
  std::vector<std::uint8_t> bytes;

  Configuration() = default;
  /// +1 and -1, one byte each.
  explicit Configuration(const std::vector<std::int8_t>& values);
  /// `count` values of any other kind of element, as they lie in memory.
  template <class Value>
  static Configuration of(Element element, const Value* values, std::uint64_t count, int components = 1) {
    Configuration result;
    result.element = element;
    result.spins = count / static_cast<std::uint64_t>(components);
    result.components = components;
    result.bytes.resize(count * sizeof(Value));
    if (count > 0) std::memcpy(result.bytes.data(), values, result.bytes.size());
    return result;
  }
  /// `spins` bits from words of 32.
  static Configuration of_bits(const std::vector<std::uint32_t>& words, std::uint64_t spins);

  bool is_empty() const { return spins == 0; }
  /// Component `index` in the order of memory, as a number; of bits +1 and -1.
  double value(std::uint64_t index) const;
  /// All of them as int8; for bits and int8 only.
  std::vector<std::int8_t> signs() const;
  /// Stored alike, too; compare() looks at values.
  bool operator==(const Configuration&) const = default;
};

/// How two configurations of the same case must agree.
struct Agreement {
  enum class Kind {
    bits,      ///< the same values
    ulps,      ///< each component within so many units in the last place of the larger magnitude
    distance,  ///< each component within `distance`, but for exempt() spins of finite numbers: decisions that hung on
               ///< it
    law,       ///< only in distribution: nothing to compare value by value
  };
  Kind kind = Kind::bits;
  double ulps = 0;
  double distance = 0, share = 0;
  /// Over how many sweeps; a step, where that is more. A decision that hung on the distance spreads from spin to spin.
  int sweeps = std::numeric_limits<int>::max();

  /// Of so many spins: a share, and what a single decision makes of its neighbours in some sweeps.
  double exempt(double spins) const { return 8 + share * spins; }
};

/// What was found when two configurations were compared. A bit and an int8 of the same sign are the same value.
struct Comparison {
  bool same = false;
  std::string difference;  ///< "" where they agree; else how many differ, and the first place, of no number if any
};

/// `Agreement::Kind::law` compares nothing and is never the same. Empty configurations never agree.
Comparison compare(const Configuration& found, const Configuration& expected, const Agreement& agreement = {});

}  // namespace spinbench
