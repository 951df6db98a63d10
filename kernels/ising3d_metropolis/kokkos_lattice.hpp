// The simple cubic lattice in the memory of a Kokkos execution space, in the order of kernels/common/cubic_lattice.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backends/kokkos/space.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/cubic_lattice.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::ising3d {

/// Adds s_i times the sum of its three neighbours further on, and s_i. A work item is a layer's row on the host, a site
/// on a device.
template <class Spin>
struct SumObservables {
  Kokkos::View<const Spin*, kokkos::Memory> spins;
  std::uint32_t L;

  std::int64_t items() const {
    const std::int64_t rows = static_cast<std::int64_t>(L) * L;
    return kokkos::on_host ? rows : rows * L;
  }

  KOKKOS_FUNCTION void operator()(const std::int64_t item, std::int64_t& bonds, std::int64_t& magnetisation) const {
    if constexpr (kokkos::on_host) {
      if (planted(Mutant::kokkos_observe_skips_row) && item + 1 == items()) return;
      for (std::uint32_t x = 0; x < L; ++x) add(x, item, bonds, magnetisation);
    } else {
      add(static_cast<std::uint32_t>(item % L), item / L, bonds, magnetisation);
    }
  }

 private:
  KOKKOS_FUNCTION void add(std::uint32_t x, std::int64_t row, std::int64_t& bonds, std::int64_t& magnetisation) const {
    const auto y = static_cast<std::uint32_t>(row % L), z = static_cast<std::uint32_t>(row / L);
    const int spin = at(x, y, z);
    bonds += spin * (at(next(x), y, z) + at(x, next(y), z) + at(x, y, next(z)));
    magnetisation += spin;
  }
  KOKKOS_FUNCTION std::uint32_t next(std::uint32_t i) const { return i + 1 == L ? 0 : i + 1; }
  KOKKOS_FUNCTION int at(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    return spins(cubic_site(x, y, z, L));
  }
};

/// All spins up at first.
template <class Spin>
class KokkosLattice {
 public:
  using Spins = Kokkos::View<Spin*, kokkos::Memory>;

  explicit KokkosLattice(std::uint32_t L)
      : L_(L), spins_(Kokkos::view_alloc("spins", Kokkos::WithoutInitializing), static_cast<std::size_t>(L) * L * L) {
    Kokkos::deep_copy(spins_, Spin{1});
  }

  const Spins& spins() const { return spins_; }
  std::uint32_t side() const { return L_; }
  double sites() const { return static_cast<double>(spins_.extent(0)); }

  /// The number of satisfied minus unsatisfied bonds, and the sum of the spins.
  struct Totals {
    std::int64_t bonds = 0, magnetisation = 0;
  };
  Totals totals() const {
    Totals result;
    sum("observables", result.bonds, result.magnetisation);
    return result;
  }

  /// H = -J sum s_i s_j, so the energy is minus the bond total.
  Observables observe() const {
    const Totals sums = totals();
    return {{"energy", {energy_of(sums.bonds)}},
            {"magnetisation", {static_cast<double>(sums.magnetisation) / sites()}}};
  }

  /// Enqueues the sum of the bonds as they are then. (The magnetisation is summed along, into `unused`.)
  void log_bonds_to(const Kokkos::View<std::int64_t, kokkos::Memory>& slot,
                    const Kokkos::View<std::int64_t, kokkos::Memory>& unused) const {
    sum("bonds", slot, unused);
  }
  /// The energy per spin of a configuration with that bond total, as observe() has it.
  double energy_of(std::int64_t bonds) const { return -static_cast<double>(bonds) / sites(); }

  Configuration configuration() const {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), spins_);
    return Configuration(std::vector<std::int8_t>(host.data(), host.data() + host.size()));
  }

 private:
  template <class Bonds, class Magnetisation>
  void sum(const char* name, Bonds&& bonds, Magnetisation&& magnetisation) const {
    const SumObservables<Spin> functor{spins_, L_};
    Kokkos::parallel_reduce(name,
                            Kokkos::RangePolicy<kokkos::Space, Kokkos::IndexType<std::int64_t>>(0, functor.items()),
                            functor, bonds, magnetisation);
  }

  std::uint32_t L_;
  Spins spins_;
};

}  // namespace spinbench::ising3d
