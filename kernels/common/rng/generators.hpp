// The generators by the names of the axis `rng`.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/common/rng/fibonacci.hpp"
#include "kernels/common/rng/lcg.hpp"
#include "kernels/common/rng/minstd.hpp"
#include "kernels/common/rng/mt19937.hpp"
#include "kernels/common/rng/mwc64x.hpp"
#include "kernels/common/rng/parisi_rapuano.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/rng/sfc32.hpp"
#include "kernels/common/rng/xoshiro128pp.hpp"

namespace spinbench::rng {

template <class T>
struct Tag {
  using type = T;
};

struct Generator {
  std::string name;
  std::string known_bias;  ///< "" for none; else where it was shown
  bool passes_bigcrush;    ///< as published; the generator's header says where
};

/// Every generator that takes part in the axis `rng`.
inline const std::vector<Generator>& generators() {
  static const std::vector<Generator> all = {
      {"lcg32_skip", "Weigel 2012, Table 1: LCG32 on one shared sequence, energy off by 8259 sigma", false},
      {"lcg32_random", "", false},
      {"lcg64_skip", "Weigel 2012, Table 1: LCG64 on one shared sequence, energy off by 13.7 sigma", false},
      {"lcg64_random", "", false},
      {"fibonacci521", "Weigel 2012, Table 1: lagged Fibonacci with r = 521, energy off by 6.4 sigma", false},
      {"fibonacci1279", "", false},
      {"minstd", "", false},
      {"parisi_rapuano", "", false},
      {"parisi_rapuano_lcg64", "", false},
      {"mt19937", "", false},
      {"philox4x32", "", true},
      {"philox4x32_7", "", true},
      {"sfc32", "", true},
      {"xoshiro128pp", "", true},
      {"mwc64x", "", true},
  };
  return all;
}

/// Calls `use(Tag<Generator>{}, seeding)` for the generators that every update kernel is built for, in every spin type
/// and draw rule: those with at most a word or two of state. Throws std::invalid_argument for others.
template <class Use>
decltype(auto) with_small_generator(const std::string& name, Use&& use) {
  if (name == "lcg32_skip") return use(Tag<Lcg32>{}, Seeding::skip);
  if (name == "lcg32_random") return use(Tag<Lcg32>{}, Seeding::random);
  if (name == "lcg64_skip") return use(Tag<Lcg64>{}, Seeding::skip);
  if (name == "lcg64_random") return use(Tag<Lcg64>{}, Seeding::random);
  if (name == "philox4x32") return use(Tag<Philox4x32>{}, Seeding::random);
  throw std::invalid_argument("no generator of this set is called '" + name + "'");
}

template <class Rng>
inline constexpr bool is_small =
    std::is_same_v<Rng, Lcg32> || std::is_same_v<Rng, Lcg64> || std::is_same_v<Rng, Philox4x32>;

/// Whether update kernels are built for the generator as with_small_generator() says.
inline bool is_small_generator(const std::string& name) { return name.starts_with("lcg") || name == "philox4x32"; }

/// Calls `use(Tag<Generator>{}, seeding)` for the generator called `name`. Throws std::invalid_argument for an
/// unknown name.
template <class Use>
decltype(auto) with_generator(const std::string& name, Use&& use) {
  if (name == "fibonacci521") return use(Tag<Fibonacci521>{}, Seeding::random);
  if (name == "fibonacci1279") return use(Tag<Fibonacci1279>{}, Seeding::random);
  if (name == "minstd") return use(Tag<Minstd>{}, Seeding::random);
  if (name == "parisi_rapuano") return use(Tag<ParisiRapuano>{}, Seeding::random);
  if (name == "parisi_rapuano_lcg64") return use(Tag<ParisiRapuanoLcg64>{}, Seeding::random);
  if (name == "mt19937") return use(Tag<Mt19937>{}, Seeding::random);
  if (name == "philox4x32_7") return use(Tag<Philox4x32_7>{}, Seeding::random);
  if (name == "sfc32") return use(Tag<Sfc32>{}, Seeding::random);
  if (name == "xoshiro128pp") return use(Tag<Xoshiro128pp>{}, Seeding::random);
  if (name == "mwc64x") return use(Tag<Mwc64x>{}, Seeding::random);
  return with_small_generator(name, use);
}

/// Bytes of memory that one stream of the generator called `name` keeps, where `lanes` streams share a ring if the
/// generator has rings. Throws as with_generator().
inline double state_bytes(const std::string& name, double lanes = 1) {
  return with_generator(
      name, [lanes](auto tag, Seeding) { return Store<typename decltype(tag)::type>::bytes_a_stream(lanes); });
}

/// Whether the generator called `name` keeps more in memory than fits a thread's registers. Throws as with_generator().
inline bool keeps_many_words(const std::string& name) {
  return with_generator(name, [](auto tag, Seeding) {
    constexpr Storage storage = decltype(tag)::type::storage;
    return storage == Storage::interleaved || storage == Storage::shared;
  });
}

/// What is known of the generator called `name`. Throws as with_generator().
inline Facts facts_of(const std::string& name) {
  return with_generator(name, [](auto tag, Seeding) { return decltype(tag)::type::facts; });
}

/// The most streams that can share a ring of the generator called `name`; 0 where it has no rings.
inline std::uint32_t most_lanes(const std::string& name) {
  return with_generator(name, [](auto tag, Seeding) -> std::uint32_t {
    using Rng = typename decltype(tag)::type;
    if constexpr (Rng::storage == Storage::shared)
      return Rng::most_lanes;
    else
      return 0;
  });
}

}  // namespace spinbench::rng
