// The streams of a serial simulation, and the types that the axes of a case ask for.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "interface/params.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench {

/// All streams of a simulation at rest: their states, where the generator has any.
template <class Generator>
class Streams {
 public:
  using Stream = typename Generator::Stream;
  using Store = rng::Store<Generator>;

  /// `lanes`: streams that share a ring, where the generator has rings.
  Streams(std::uint64_t seed, std::uint64_t count, rng::Seeding seeding, std::uint32_t lanes = 1)
      : elements_(Store::size(count, lanes)),
        store_{Generator::setup(seed, count, seeding), elements_.data(), count, lanes} {
    for (std::uint64_t number = 0; number < Store::seeds(count, lanes); ++number) store_.seed(number, number);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  /// Stream `t` with `position` attempts behind it.
  Stream load(std::uint64_t t, std::uint64_t position) const { return store_.open(t, t, position); }
  void store(std::uint64_t t, const Stream& stream) { store_.close(t, stream); }
  /// All states at rest.
  std::vector<typename Store::Element>& elements() { return elements_; }

 private:
  std::vector<typename Store::Element> elements_;
  Store store_;
};

/// What simulations are compiled for: every value of the axes rng, spin and draw.
struct EveryType {
  template <class Use>
  static decltype(auto) with_generator(const std::string& name, Use&& use) {
    return rng::with_generator(name, use);
  }
  template <class Use>
  static decltype(auto) with_spin(const std::string& name, Use&& use) {
    return spinbench::with_spin(name, use);
  }
  static constexpr bool conditional = true;
};

/// Makes Implementation<Spin, Generator, draw always>(params, seed, seeding) for the axes spin, rng and draw, of which
/// `Types` says what is built.
template <template <class, class, bool> class Implementation, class Types = EveryType>
std::unique_ptr<Simulation> make_simulation(const Params& params, std::uint64_t seed) {
  return Types::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    using Generator = typename decltype(tag)::type;
    return Types::with_spin(params.word("spin"), [&](auto spin) -> std::unique_ptr<Simulation> {
      using Spin = decltype(spin);
      if constexpr (Types::conditional)
        if (params.word("draw") == "conditional")
          return std::make_unique<Implementation<Spin, Generator, false>>(params, seed, seeding);
      return std::make_unique<Implementation<Spin, Generator, true>>(params, seed, seeding);
    });
  });
}

}  // namespace spinbench
