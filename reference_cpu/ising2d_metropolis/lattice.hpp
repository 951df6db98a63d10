// What the serial simulations share: the lattice in row-major order, its observables, and the streams.
// H = -J sum_<ij> s_i s_j with J = 1, spins +1 and -1, periodic boundaries; the start configuration is all spins up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "interface/params.hpp"
#include "interface/registry.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/acceptance.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::ising2d {

/// `Spin` is the storage type of the axis `spin`.
template <class Spin>
class Lattice {
 public:
  explicit Lattice(std::uint32_t L) : L_(L), spins_(static_cast<std::size_t>(L) * L, Spin{1}) {}

  std::uint32_t L() const { return L_; }
  int at(std::uint32_t x, std::uint32_t y) const { return spins_[static_cast<std::size_t>(y) * L_ + x]; }

  /// Spin times the sum of its four neighbours; a flip costs twice that.
  int field(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t left = x == 0 ? L_ - 1 : x - 1, right = x + 1 == L_ ? 0 : x + 1;
    const std::uint32_t up = y == 0 ? L_ - 1 : y - 1, down = y + 1 == L_ ? 0 : y + 1;
    return at(x, y) * (at(left, y) + at(right, y) + at(x, up) + at(x, down));
  }

  void flip(std::uint32_t x, std::uint32_t y) {
    Spin& spin = spins_[static_cast<std::size_t>(y) * L_ + x];
    spin = static_cast<Spin>(-spin);
  }

  /// <H> of the configuration, units of J.
  std::int64_t energy() const {
    std::int64_t sum = 0;
    for (std::uint32_t y = 0; y < L_; ++y) {
      const std::uint32_t down = y + 1 == L_ ? 0 : y + 1;
      for (std::uint32_t x = 0; x < L_; ++x) {
        const std::uint32_t right = x + 1 == L_ ? 0 : x + 1;
        sum -= at(x, y) * (at(right, y) + at(x, down));
      }
    }
    return sum;
  }

  Observables observe() const {
    std::int64_t magnetisation = 0;
    for (const Spin s : spins_) magnetisation += s;
    const double spins = static_cast<double>(spins_.size());
    return {{static_cast<double>(energy()) / spins}, {static_cast<double>(magnetisation) / spins}};
  }

  Configuration configuration() const {
    Configuration result;
    result.spins.reserve(spins_.size());
    for (const Spin s : spins_) result.spins.push_back(static_cast<std::int8_t>(s));
    return result;
  }

 private:
  std::uint32_t L_;
  std::vector<Spin> spins_;
};

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

 private:
  std::vector<typename Store::Element> elements_;
  Store store_;
};

/// Calls use(Tag<Spin>, Tag<Generator>, seeding, std::bool_constant<draw always>) for the axes spin, rng and draw.
template <class Use>
decltype(auto) with_types(const Params& params, Use&& use) {
  return rng::with_generator(params.word("rng"), [&](auto generator, rng::Seeding seeding) {
    const auto with_spin = [&](auto spin) {
      if (params.word("draw") == "always") return use(spin, generator, seeding, std::true_type{});
      return use(spin, generator, seeding, std::false_type{});
    };
    if (params.word("spin") == "int8") return with_spin(rng::Tag<std::int8_t>{});
    if (params.word("spin") == "int16") return with_spin(rng::Tag<std::int16_t>{});
    return with_spin(rng::Tag<std::int32_t>{});
  });
}

/// Makes Simulation<Spin, Generator, Always>(params, seed, seeding) for the axes of `params`.
template <template <class, class, bool> class Implementation>
std::unique_ptr<Simulation> make_simulation(const Params& params, std::uint64_t seed) {
  return with_types(
      params, [&](auto spin, auto generator, rng::Seeding seeding, auto always) -> std::unique_ptr<Simulation> {
        using Type = Implementation<typename decltype(spin)::type, typename decltype(generator)::type,
                                    decltype(always)::value>;
        return std::make_unique<Type>(params, seed, seeding);
      });
}

/// The part of a sweep's work that all orders share: attempts, arithmetic and random words. Counted for one attempt:
/// 8 integer operations (three additions and a product for the field, two compares, a choice of threshold, a negation)
/// and, for each word drawn, what the generator's facts say. With draw conditional, words are a lower bound:
/// <s h> = -2 e and s h <= 4 give P(s h > 0) >= |e| / 2.
Work attempt_work(const Params& params);

/// Bytes of the lattice and of the states of `streams` streams, of which `lanes` share a ring if the generator has rings.
double simulation_bytes(const Params& params, double streams, double lanes = 1);

/// Sets the footprint and the traffic of a sweep: none where the footprint stays in a core's first-level cache (32 KiB
/// on every common CPU), for then nothing crosses the level that machine_l2 measures.
void set_traffic(Work& work, double footprint_bytes, double memory_bytes);

}  // namespace spinbench::ising2d
