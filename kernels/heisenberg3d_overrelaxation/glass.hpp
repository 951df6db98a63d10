// What all simulations of the kernel have in common: they are observed alike, and the energy of each stands still.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "interface/params.hpp"
#include "interface/simulation.hpp"
#include "kernels/heisenberg3d_overrelaxation/colours.hpp"

namespace spinbench::overrelaxation {

/// By how much rounding alone may move the energy per spin in so many sweeps: some sigma of a walk of all spins
/// together, and a bias that was too small to be seen. docs/kernels/heisenberg3d_overrelaxation.md has what was seen.
double rounding_gate(double epsilon, double sites, double sweeps);

/// The check "energy conserved", of Check::Kind::self.
Check energy_conserved(double at_start, double now, double epsilon, double sites, double sweeps);

/// A simulation with spins of three components of type Real.
template <class Real>
class Glass : public Simulation {
 public:
  explicit Glass(const Params& params) : L_(static_cast<std::uint32_t>(params.integer("L"))) {}

  /// "energy" per spin, and "length", the mean of |s|.
  Observables observe() override {
    const std::vector<Real> all = spins();
    return {{"energy", {energy()}}, {"length", {mean_length(all)}}};
  }
  Configuration configuration() override {
    const std::vector<Real> all = spins();
    return Configuration::of(std::is_same_v<Real, float> ? Element::float32 : Element::float64, all.data(), all.size(),
                             3);
  }
  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "energy") return Simulation::series(observable, measurements, spacing);
    Series result{observable, 1, {}};
    for (int i = 0; i < measurements; ++i) {
      sweep(spacing);
      result.values.push_back(energy());
    }
    return result;
  }
  std::vector<Check> self_check() override {
    Check check = energy_conserved(at_start_, energy(), double{std::numeric_limits<Real>::epsilon()}, sites(), sweeps_);
    check.code_path = code_path();
    return {check};
  }

 protected:
  std::uint32_t L() const { return L_; }
  double sites() const { return 1.0 * L_ * L_ * L_; }
  /// The components of all spins, side by side, in canonical order. Waits.
  virtual std::vector<Real> spins() = 0;
  /// Per spin. Waits.
  virtual double energy() = 0;

  /// To be called once the start is set, and for all sweeps.
  void started() { at_start_ = energy(); }
  void count(int sweeps) { sweeps_ += sweeps; }

  /// What a sweep of both colours asks for, with `memory_reals` numbers moved for a flip.
  Work work(double memory_reals) const {
    Work result;
    result.units = sites();
    // The field 18, two scalar products 6, a quotient as compilers make it 8, the turn 4, products fused with sums.
    result.issue_slots = 36 * sites() * (sizeof(Real) / 4.0);
    result.memory_bytes = memory_reals * sizeof(Real) * sites();
    result.footprint_bytes = 6 * sizeof(Real) * sites();
    return result;
  }

 private:
  static double mean_length(const std::vector<Real>& all);

  std::uint32_t L_;
  double at_start_ = 0, sweeps_ = 0;
};

/// The spins of `arrays` on a host in canonical order, by all threads where they are many.
template <class Real>
std::vector<Real> canonical(const Arrays<Real>& arrays);

/// The energy per spin of `arrays` on a host.
template <class Real>
double energy_of(const Arrays<Real>& arrays);

/// The arrays' sizes, without memory.
template <class Real>
Arrays<Real> arrays_of(const Params& params) {
  const auto L = static_cast<std::uint32_t>(params.integer("L"));
  constexpr std::size_t texture_alignment = 128;  // in words: 512 bytes are enough for all cards
  Arrays<Real> result{nullptr, nullptr, L, 0};
  result.words = (result.sites_of_colour() + texture_alignment - 1) / texture_alignment * texture_alignment;
  return result;
}

}  // namespace spinbench::overrelaxation
