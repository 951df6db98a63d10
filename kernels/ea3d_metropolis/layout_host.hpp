// The layouts' simulations on a host, and what hosts and devices share of observing them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/spin_glass.hpp"
#include "kernels/ea3d_metropolis/update.hpp"

namespace spinbench::ea3d {

/// The arrays' sizes, without memory.
template <class Word = std::uint32_t>
GlassArraysOf<Word> arrays_of(const Params& params) {
  const SpinGlassShape shape = SpinGlassShape::of(3, params);
  return {nullptr,
          nullptr,
          shape.L,
          static_cast<std::uint32_t>(shape.sites() / 2),
          shape.systems,
          shape.replicas,
          CubicThresholds::at(beta_of(params))};
}

/// Bytes of a simulation in any layout.
double layout_bytes(const Params& params);

/// Operations of the rule for 32 realizations: six neighbours with their couplings, two full adders and what joins
/// them, the mask. Thresholds are the word's.
inline constexpr double layout_rule_ops = 17;

/// What a sweep asks of the machine where nothing but the least goes through memory, for words of 32 realizations, or
/// of `groups` times as many. `facts` and `state_bytes`: of the generator, the latter moved a stream and half-sweep.
Work layout_work(const GlassArrays& arrays, const rng::Facts& facts, double state_bytes, double groups = 1);

/// The spins in canonical order, from `words` as GlassArrays has them; by all threads of the host where they are many.
template <class Word, class Layout>
SpinGlassBits canonical(const GlassArraysOf<Word>& arrays, const Layout& layout, const std::vector<Word>& words);

/// A simulation whose bits can be brought into canonical order.
class ObservedGlass : public Simulation {
 public:
  explicit ObservedGlass(const Params& params, std::uint64_t seed)
      : observer_(SpinGlassShape::of(3, params), RandomBonds::of(params.word("couplings"), beta_of(params), seed)) {}

  Observables observe() override { return observer_.observe(bits()); }
  Configuration configuration() override { return observer_.configuration(bits()); }
  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "energy") return Simulation::series(observable, measurements, spacing);
    Series result{observable, observer_.shape().lattices(), {}};
    for (int i = 0; i < measurements; ++i) {
      sweep(spacing);
      const std::vector<double> now = energies();
      result.values.insert(result.values.end(), now.begin(), now.end());
    }
    return result;
  }

 protected:
  /// Waits.
  virtual SpinGlassBits bits() = 0;
  /// Per spin, an entry a lattice. Waits.
  virtual std::vector<double> energies() { return observer_.energies(bits()); }
  const RandomBonds& bonds() const { return observer_.bonds(); }
  const SpinGlassShape& shape() const { return observer_.shape(); }

 private:
  SpinGlassObserver observer_;
};

/// Site by site.
template <class Layout, class Rng, class Word>
class HostLayout final : public ObservedGlass {
 public:
  HostLayout(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : ObservedGlass(params, seed), arrays_(arrays_of<Word>(params)), layout_{arrays_.L} {
    const std::uint64_t streams = std::uint64_t{arrays_.systems} * arrays_.words;
    spins_.resize(arrays_.all_spins());
    couplings_.resize(arrays_.all_couplings());
    states_.resize(rng::Store<Rng>::size(streams, 1));
    arrays_.spins = spins_.data(), arrays_.couplings = couplings_.data();
    store_ = {Rng::setup(seed, streams, seeding), states_.data(), streams, 1};
    for (std::uint32_t system = 0; system < arrays_.systems; ++system)
      for (std::uint32_t i = 0; i < arrays_.words; ++i) start_site(arrays_, layout_, store_, bonds(), system, i);
  }

  std::string code_path() const override { return arrays_.replicas < 4 ? "single replicas" : "four replicas"; }

  void sweep(int count) override {
    for (int half = 0; half < 2 * count; ++half, position_ += arrays_.replicas) {
      const std::uint32_t colour = half & 1;
      for (std::uint32_t system = 0; system < arrays_.systems; ++system)
        for (std::uint32_t i = 0; i < arrays_.words; ++i) {
          const Site site = layout_.site(i, colour);
          update_site<PlainLogic>(arrays_, layout_, store_, position_, colour, system, i, site,
                                  layout_.neighbours(i, site));
        }
    }
  }

  Work work_per_sweep() const override {
    const GlassArrays sizes{nullptr, nullptr, arrays_.L, arrays_.words, arrays_.systems, arrays_.replicas, {}};
    return layout_work(sizes, Rng::facts, rng::Store<Rng>::traffic(arrays_.replicas, 1), sizeof(Word) / 4.0);
  }

 protected:
  SpinGlassBits bits() override { return canonical(arrays_, layout_, spins_); }

 private:
  GlassArraysOf<Word> arrays_;
  Layout layout_;
  std::vector<Word> spins_, couplings_;
  std::vector<typename rng::Store<Rng>::Element> states_;
  rng::Store<Rng> store_;
  std::uint64_t position_ = 0;
};

}  // namespace spinbench::ea3d
