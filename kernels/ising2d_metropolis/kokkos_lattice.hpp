// What the Kokkos variants of the 2D Ising model share: the lattice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backends/kokkos/space.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/acceptance.hpp"
#include "kernels/common/kokkos_tiles.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/layouts.hpp"

namespace spinbench::ising2d {

/// Adds s_i (s_right + s_below) and s_i. A work item is a row on the host, a site on a device.
template <class Layout, class Spin>
struct SumObservables {
  Kokkos::View<const Spin*, kokkos::Memory> spins;
  std::uint32_t L;

  std::int64_t items() const { return kokkos::on_host ? L : static_cast<std::int64_t>(L) * L; }

  KOKKOS_FUNCTION void operator()(const std::int64_t item, std::int64_t& bonds, std::int64_t& magnetisation) const {
    if constexpr (kokkos::on_host) {
      if (planted(Mutant::kokkos_observe_skips_row) && item + 1 == L) return;
      for (std::uint32_t x = 0; x < L; ++x) add(x, static_cast<std::uint32_t>(item), bonds, magnetisation);
    } else {
      add(static_cast<std::uint32_t>(item % L), static_cast<std::uint32_t>(item / L), bonds, magnetisation);
    }
  }

 private:
  KOKKOS_FUNCTION void add(std::uint32_t x, std::uint32_t y, std::int64_t& bonds, std::int64_t& magnetisation) const {
    const int spin = at(x, y);
    bonds += spin * (at(x + 1 == L ? 0 : x + 1, y) + at(x, y + 1 == L ? 0 : y + 1));
    magnetisation += spin;
  }
  KOKKOS_FUNCTION int at(std::uint32_t x, std::uint32_t y) const { return spins(Layout::place(x, y, L)); }
};

/// Spins in the memory of the execution space, in one layout, all up at first.
template <class Layout, class Spin>
class KokkosLattice {
 public:
  using Spins = Kokkos::View<Spin*, kokkos::Memory>;

  explicit KokkosLattice(std::uint32_t L)
      : L_(L), spins_(Kokkos::view_alloc("spins", Kokkos::WithoutInitializing), static_cast<std::size_t>(L) * L) {
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
    const SumObservables<Layout, Spin> sum{spins_, L_};
    Totals result;
    Kokkos::parallel_reduce("observables",
                            Kokkos::RangePolicy<kokkos::Space, Kokkos::IndexType<std::int64_t>>(0, sum.items()), sum,
                            result.bonds, result.magnetisation);
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
    const SumObservables<Layout, Spin> sum{spins_, L_};
    Kokkos::parallel_reduce("bonds",
                            Kokkos::RangePolicy<kokkos::Space, Kokkos::IndexType<std::int64_t>>(0, sum.items()), sum,
                            slot, unused);
  }
  /// The energy per spin of a configuration with that bond total, as observe() has it.
  double energy_of(std::int64_t bonds) const { return -static_cast<double>(bonds) / sites(); }

  Configuration configuration() const {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), spins_);
    std::vector<std::int8_t> result(spins_.extent(0));
    for (std::uint32_t y = 0; y < L_; ++y)
      for (std::uint32_t x = 0; x < L_; ++x)
        result[static_cast<std::size_t>(y) * L_ + x] = static_cast<std::int8_t>(host(Layout::place(x, y, L_)));
    return Configuration(result);
  }

 private:
  std::uint32_t L_;
  Spins spins_;
};

}  // namespace spinbench::ising2d
