// Simulations that can be made wrong on purpose, fast enough for checks at full precision; and one that has energies
// and nothing else.
#pragma once

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "interface/simulation.hpp"
#include "kernels/common/acceptance.hpp"

namespace spinbench::test {

/// What is wrong with a simulation.
struct Fault {
  enum class Kind {
    none,
    does_nothing,
    dead_words,
    half_updated,
    stuck_replica,
    not_a_number,
    wrong_fluctuations,
    frozen_spin
  };
  Kind kind = Kind::none;
  double factor = 1;        ///< on all Boltzmann factors
  std::uint32_t word = 0;   ///< of dead_words
  double fluctuations = 1;  ///< on the energy's distance from `centre`
  double centre = 0;
};

/// Checkerboard Metropolis on `replicas` square lattices of even side, with xorshift128+.
class SuspectIsing final : public Simulation {
 public:
  SuspectIsing(int L, double beta, std::uint64_t seed, const Fault& fault = {}, int replicas = 1)
      : fault_(fault), sites_(static_cast<std::size_t>(L) * static_cast<std::size_t>(L)) {
    const auto scaled = [&](double delta) {
      return static_cast<std::uint32_t>(fault.factor * acceptance_threshold(beta, delta));
    };
    thresholds_[1] = scaled(4), thresholds_[2] = scaled(8);
    state_[0] = seed * 0x9e3779b97f4a7c15u + 1, state_[1] = ~seed * 0xbf58476d1ce4e5b9u;
    for (int i = 0; i < 64; ++i) draw();
    for (int colour = 0; colour < 2; ++colour)
      for (int y = 0; y < L; ++y)
        for (int x = 0; x < L; ++x)
          if ((x + y) % 2 == colour) add_place(x, y, L);
    spins_.assign(sites_ * static_cast<std::size_t>(replicas), 1);
    energies_.assign(static_cast<std::size_t>(replicas), -2 * static_cast<std::int64_t>(sites_));
  }

  std::string code_path() const override { return "suspect"; }
  void sweep(int count) override {
    if (fault_.kind == Fault::Kind::does_nothing) return;
    for (std::size_t r = 0; r < energies_.size(); ++r) {
      if (fault_.kind == Fault::Kind::stuck_replica && r == energies_.size() / 2) continue;
      for (int i = 0; i < count; ++i) sweep_one(r);
    }
  }
  Observables observe() override {
    Observable energy{"energy", {}}, magnetisation{"magnetisation", {}};
    for (std::size_t r = 0; r < energies_.size(); ++r) {
      energy.values.push_back(energy_of(r));
      magnetisation.values.push_back(magnetisation_of(r));
    }
    return {energy, magnetisation};
  }
  /// Faster than observing, since the energy is tracked.
  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "energy") return Simulation::series(observable, measurements, spacing);
    Series result{observable, energies_.size(), {}};
    for (int i = 0; i < measurements; ++i) {
      sweep(spacing);
      for (std::size_t r = 0; r < energies_.size(); ++r) result.values.push_back(energy_of(r));
    }
    return result;
  }
  Configuration configuration() override { return Configuration(spins_); }
  Work work_per_sweep() const override { return {}; }

 private:
  struct Place {
    std::uint32_t site, neighbour[4];
  };

  void add_place(int x, int y, int L) {
    const auto site = [L](int i, int j) { return static_cast<std::uint32_t>((j + L) % L * L + (i + L) % L); };
    places_.push_back({site(x, y), {site(x - 1, y), site(x + 1, y), site(x, y - 1), site(x, y + 1)}});
  }

  std::uint32_t draw() {
    std::uint64_t a = state_[0];
    const std::uint64_t b = state_[1];
    state_[0] = b;
    a ^= a << 23;
    state_[1] = a ^ b ^ (a >> 17) ^ (b >> 26);
    return static_cast<std::uint32_t>((state_[1] + b) >> 32);
  }

  void sweep_one(std::size_t replica) {
    std::int8_t* const spins = spins_.data() + replica * sites_;
    std::int64_t change = 0;
    std::size_t count = places_.size();
    if (fault_.kind == Fault::Kind::half_updated) count /= 2;
    for (std::size_t i = fault_.kind == Fault::Kind::frozen_spin ? 1 : 0; i < count; ++i) {
      const Place& place = places_[i];
      const int sum =
          spins[place.neighbour[0]] + spins[place.neighbour[1]] + spins[place.neighbour[2]] + spins[place.neighbour[3]];
      const int field = spins[place.site] * sum;
      if (field > 0) {
        const std::uint32_t word = fault_.kind == Fault::Kind::dead_words ? fault_.word : draw();
        if (word >= thresholds_[field / 2]) continue;
      }
      spins[place.site] = static_cast<std::int8_t>(-spins[place.site]);
      change += 2 * field;
    }
    energies_[replica] += change;
  }

  double energy_of(std::size_t replica) const {
    if (fault_.kind == Fault::Kind::not_a_number) return std::numeric_limits<double>::quiet_NaN();
    const double energy = static_cast<double>(energies_[replica]) / static_cast<double>(sites_);
    if (fault_.kind != Fault::Kind::wrong_fluctuations) return energy;
    return fault_.centre + fault_.fluctuations * (energy - fault_.centre);
  }
  double magnetisation_of(std::size_t replica) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < sites_; ++i) sum += spins_[replica * sites_ + i];
    return static_cast<double>(sum) / static_cast<double>(sites_);
  }

  Fault fault_;
  std::size_t sites_;
  std::uint32_t thresholds_[3] = {};
  std::uint64_t state_[2];
  std::vector<Place> places_;
  std::vector<std::int8_t> spins_;
  std::vector<std::int64_t> energies_;
};

/// Energies that scatter normally about `mean` with autocorrelation decay^t: all that a check of energies sees of a
/// simulation, thousands of times as fast.
class GaussianEnergies final : public Simulation {
 public:
  GaussianEnergies(double mean, double deviation, double decay, std::uint64_t seed, std::size_t replicas = 1)
      : mean_(mean), deviation_(deviation), decay_(decay), engine_(seed), now_(replicas) {
    for (double& x : now_) x = normal_(engine_);
  }

  std::string code_path() const override { return "normal"; }
  /// From now on each call of sweep() takes that long, as on a machine that others use.
  void take(std::chrono::milliseconds pause) { pause_ = pause; }
  void sweep(int count) override {
    if (pause_.count() > 0) std::this_thread::sleep_for(pause_);
    const double decay = std::pow(decay_, count), rest = std::sqrt(1 - decay * decay);
    for (double& x : now_) x = decay * x + rest * normal_(engine_);
  }
  Observables observe() override { return {{"energy", energies()}}; }
  Series series(const std::string& observable, int measurements, int spacing) override {
    Series result{observable, now_.size(), {}};
    for (int i = 0; i < measurements; ++i) {
      sweep(spacing);
      for (const double x : now_) result.values.push_back(mean_ + deviation_ * x);
    }
    return result;
  }
  Configuration configuration() override { return {}; }
  Work work_per_sweep() const override { return {}; }

 private:
  std::vector<double> energies() const {
    std::vector<double> result;
    for (const double x : now_) result.push_back(mean_ + deviation_ * x);
    return result;
  }

  double mean_, deviation_, decay_;
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
  std::vector<double> now_;
  std::chrono::milliseconds pause_{0};
};

}  // namespace spinbench::test
