// The replicas of spin glasses on a host, one after the other, whatever their lattice.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/common/glass_tempering/axes.hpp"
#include "kernels/common/glass_tempering/exchange.hpp"
#include "kernels/common/glass_tempering/tempered_glass.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::glass_tempering {

/// `Lattices`: the words of 32 realizations, made of (params, seed, seeding), with
///   dimensions, code_path(), work(step)
///   temper(betas)               the temperatures of all that follows
///   sweep(count)                of all of them
///   unsatisfied()               bonds, entry by entry of Exchanges
///   exchange(system, t, mask)   the spins of temperatures t and t + 1 in the realizations of `mask`
///   bits()                      the spins in canonical order
///   save(to), restore(from)     spins and streams
template <class Lattices>
class HostReplicas final : public TemperedGlass {
 public:
  HostReplicas(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : TemperedGlass(Lattices::dimensions, params),
        lattices_(params, seed, seeding),
        key_(tempering::exchange_key(seed)),
        copies_(shape().lattices()),
        unsatisfied_(shape().lattices()) {
    for (std::size_t i = 0; i < copies_.size(); ++i) copies_[i] = static_cast<std::uint32_t>(i / 32 % shape().replicas);
    temper(betas());
  }

  std::string code_path() const override { return lattices_.code_path(); }

  void sweep(int count) override {
    for (int done = 0; done < count; done += step()) {
      lattices_.sweep(step());
      exchange();
    }
  }

  Configuration configuration() override { return SpinGlassObserver(shape(), {}).configuration(bits()); }
  Work work_per_sweep() const override { return lattices_.work(step()); }

 private:
  void exchange() {
    unsatisfied_ = lattices_.unsatisfied();
    const Exchanges state{shape().replicas, key_, betas().data(), unsatisfied_.data(), copies_.data()};
    for (std::uint32_t system = 0; system < shape().systems; ++system)
      for (std::uint32_t t = 0; t + 1 < shape().replicas; ++t) {
        const std::uint32_t mask =
            mask_of([&](std::uint32_t bit) { return exchange_pair(state, system, t, bit, exchanges_); });
        accepted_[t] += std::popcount(mask);
        if (mask != 0) lattices_.exchange(system, t, mask);
      }
    ++exchanges_;
  }

  SpinGlassBits bits() override { return lattices_.bits(); }

  std::vector<double> energies() override {
    std::vector<double> result;
    const auto sites = static_cast<double>(shape().sites());
    for (const std::int64_t bonds : by_lattice(lattices_.unsatisfied()))
      result.push_back((2 * static_cast<double>(bonds) - Lattices::dimensions * sites) / sites);
    return result;
  }
  Left left() override { return {by_lattice(copies_), by_lattice(unsatisfied_), accepted_, exchanges_}; }
  void temper(const std::vector<double>& betas) override {
    lattices_.temper(betas);
    accepted_.assign(betas.size() - 1, 0);
    exchanges_ = 0;
  }
  void save_state(StateWriter& to) override {
    lattices_.save(to);
    to.put(copies_), to.put(unsatisfied_), to.put(accepted_), to.put(exchanges_);
  }
  void restore_state(StateReader& from) override {
    lattices_.restore(from);
    from.take(copies_), from.take(unsatisfied_), from.take(accepted_), from.take(exchanges_);
  }

  Lattices lattices_;
  std::uint64_t key_, exchanges_ = 0;
  std::vector<std::uint32_t> copies_;
  std::vector<std::int64_t> unsatisfied_, accepted_;
};

/// As Variant::make, for a Lattices<Rng> of the axis rng.
template <template <class> class Lattices>
std::unique_ptr<Simulation> make_host_replicas(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<in_tempering<Lattices<rng::Philox4x32>::dimensions>>(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
        return std::make_unique<HostReplicas<Lattices<typename decltype(tag)::type>>>(params, seed, seeding);
      });
}

}  // namespace spinbench::glass_tempering
