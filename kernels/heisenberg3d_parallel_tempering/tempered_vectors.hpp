// What is seen of replicas of Heisenberg spin glasses, whichever code updates them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/params.hpp"
#include "kernels/common/tempering/tempered.hpp"
#include "kernels/heisenberg3d_parallel_tempering/axes.hpp"

namespace spinbench::vector_tempering {

/// The series "tempering": what an experiment keeps of a measurement, in columns. Temperatures are counted from the
/// hottest.
struct VectorColumns {
  std::size_t realizations, temperatures, copies;

  static VectorColumns of(const Params& params);

  std::size_t replicas() const { return temperatures * copies; }
  /// Per spin, the mean of the copies.
  std::size_t energy(std::size_t realization, std::size_t t) const { return realization * temperatures + t; }
  /// Of two copies, as Overlaps::squared.
  std::size_t overlap(std::size_t realization, std::size_t t) const { return of_all() + energy(realization, t); }
  /// Of two copies, the energy less what energy_by_links() says.
  std::size_t excess(std::size_t realization, std::size_t t) const { return 2 * of_all() + energy(realization, t); }
  /// The temperature of lattice `i` of the first realizations.
  std::size_t place(std::size_t i) const { return (copies > 1 ? 3 : 1) * of_all() + i; }
  /// Walks of 32 realizations tell enough.
  std::size_t places() const { return std::min<std::size_t>(realizations, 32) * replicas(); }
  /// As "accepted", of temperature t with t + 1.
  std::size_t accepted(std::size_t t) const { return place(places()) + t; }
  std::size_t count() const { return accepted(temperatures - 1); }

 private:
  std::size_t of_all() const { return realizations * temperatures; }
};

/// configuration() and observables have the lattices in the order realization * replicas + temperature: at a
/// temperature there is now one copy of a realization, now another.
///
/// Observables: "energy" per spin of each lattice, from sums of whole numbers, so the same on every backend;
/// "callen_energy" and "norm_distance", as kernels/common/heisenberg/observables.hpp has them; "energy_in_double", as
/// these, by another way; "left_energy", the energies that the last exchange went by and left; "place", the temperature
/// of copy c of each realization, at realization * replicas + c; "accepted", the exchanges since the start of
/// temperature i with i + 1 in all realizations together; "beta", the inverse temperatures. Temperatures are those of
/// replicas: of two copies each is there twice. A series may be of "tempering", too: see VectorColumns.
class TemperedVectors : public tempering::Tempered {
 public:
  explicit TemperedVectors(const Params& params);

  int sweep_granularity() const final { return step_; }
  Observables observe() final;
  Series series(const std::string& observable, int measurements, int spacing) final;
  /// Copies are where they can be, no pair was accepted more often than tried, and the energies that the last exchange
  /// left are those of the configuration, by both ways.
  std::vector<Check> self_check() final;

  void save(StateWriter& to) final;
  void restore(StateReader& from) final;

  const std::vector<double>& betas() const final { return betas_; }
  void set_betas(const std::vector<double>& betas) final;

 protected:
  /// What exchanges have left: by temperature, as Exchanges has it.
  struct Left {
    std::vector<std::uint32_t> copies;
    std::vector<std::int64_t> energies;
    std::vector<std::int64_t> accepted;  ///< by temperature, of all realizations together
    std::uint64_t exchanges = 0;
  };

  const Lattices& lattices() const { return lattices_; }
  int step() const { return step_; }
  /// Of temperature t of a realization; the lattice that is there.
  std::size_t lattice_at(const Left& left, std::size_t entry) const {
    return entry - entry % lattices_.replicas + left.copies[entry];
  }
  /// As configuration(); `spins_of(lattice)` gives the numbers of one in canonical order.
  template <class Real, class SpinsOf>
  Configuration in_order(SpinsOf&& spins_of) {
    const Left found = left();
    std::vector<Real> ordered;
    ordered.reserve(3 * lattices_.sites() * lattices_.count());
    for (std::size_t entry = 0; entry < lattices_.count(); ++entry) {
      const std::vector<Real> spins = spins_of(lattice_at(found, entry));
      ordered.insert(ordered.end(), spins.begin(), spins.end());
    }
    return Configuration::of(sizeof(Real) == 8 ? Element::float64 : Element::float32, ordered.data(), ordered.size(),
                             3);
  }

 private:
  std::vector<double> energies_per_spin();
  /// The row of VectorColumns, after an exchange.
  std::vector<double> tempering_now();
  template <class Real>
  void put_overlaps(std::vector<double>& row);

  /// Of the spins as they are, by lattice, in units of heisenberg::energy_unit. Waits.
  virtual std::vector<std::int64_t> fixed_energies() = 0;
  /// As kernels/common/heisenberg/observables.hpp, by lattice, each at its temperature. Waits.
  virtual std::vector<Observables> of_lattices() = 0;
  virtual Left left() = 0;
  /// Updates go on at these; exchanges are counted from 0.
  virtual void temper(const std::vector<double>& betas) = 0;
  virtual void save_state(StateWriter& to) = 0;
  virtual void restore_state(StateReader& from) = 0;

  Lattices lattices_;
  VectorColumns columns_;
  int step_;
  bool is_double_;
  double rounding_;  ///< by which energies per spin may differ by the way in which they are summed
  std::vector<double> betas_;
};

}  // namespace spinbench::vector_tempering
