// The generators by the names of the axis `rng`.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/common/rng/lcg.hpp"
#include "kernels/common/rng/philox4x32.hpp"

namespace spinbench::rng {

template <class T>
struct Tag {
  using type = T;
};

struct Generator {
  std::string name;
  std::string known_bias;  ///< "" for none; else where it was shown
};

/// Every generator that takes part in the axis `rng`.
inline const std::vector<Generator>& generators() {
  static const std::vector<Generator> all = {
      {"lcg32_skip", "Weigel 2012, Table 1: LCG32 on one shared sequence, energy off by 8259 sigma"},
      {"lcg32_random", ""},
      {"lcg64_skip", "Weigel 2012, Table 1: LCG64 on one shared sequence, energy off by 13.7 sigma"},
      {"lcg64_random", ""},
      {"philox4x32", ""},
  };
  return all;
}

/// Calls `use(Tag<Generator>{}, seeding)` for the generator called `name`. Throws std::invalid_argument for an
/// unknown name.
template <class Use>
decltype(auto) with_generator(const std::string& name, Use&& use) {
  if (name == "lcg32_skip") return use(Tag<Lcg32>{}, Seeding::skip);
  if (name == "lcg32_random") return use(Tag<Lcg32>{}, Seeding::random);
  if (name == "lcg64_skip") return use(Tag<Lcg64>{}, Seeding::skip);
  if (name == "lcg64_random") return use(Tag<Lcg64>{}, Seeding::random);
  if (name == "philox4x32") return use(Tag<Philox4x32>{}, Seeding::random);
  throw std::invalid_argument("no generator is called '" + name + "'");
}

/// Bytes of memory that one stream of the generator called `name` keeps. Throws as with_generator().
inline double state_bytes(const std::string& name) {
  return with_generator(name, [](auto tag, Seeding) {
    using Rng = typename decltype(tag)::type;
    return Rng::has_state ? static_cast<double>(sizeof(typename Rng::State)) : 0.0;
  });
}

}  // namespace spinbench::rng
