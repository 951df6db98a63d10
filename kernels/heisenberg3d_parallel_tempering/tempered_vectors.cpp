#include "kernels/heisenberg3d_parallel_tempering/tempered_vectors.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>

#include "kernels/common/heisenberg/fixed_energy.hpp"
#include "kernels/common/tempering/exchange.hpp"
#include "kernels/common/tempering/judged.hpp"
#include "kernels/heisenberg3d_parallel_tempering/overlaps.hpp"

namespace spinbench::vector_tempering {

using tempering::named;

VectorColumns VectorColumns::of(const Params& params) {
  const std::size_t copies = tempering::copies_of(params);
  return {static_cast<std::size_t>(params.integer("realizations")),
          static_cast<std::size_t>(params.integer("replicas")) / copies, copies};
}

TemperedVectors::TemperedVectors(const Params& params)
    : lattices_(Lattices::of(params)),
      columns_(VectorColumns::of(params)),
      step_(static_cast<int>(params.integer("exchange"))),
      // A field's roundings in float are some 1e-7 each; units of 2^-32 J are left of double.
      is_double_(params.word("precision") == "double"),
      rounding_(is_double_ ? 1e-9 : 2e-6),
      betas_(tempering::equal_betas(params)) {}

std::vector<double> TemperedVectors::energies_per_spin() {
  const Left found = left();
  const std::vector<std::int64_t> by_lattice = fixed_energies();
  std::vector<double> result;
  for (std::size_t entry = 0; entry < by_lattice.size(); ++entry)
    result.push_back(static_cast<double>(by_lattice[lattice_at(found, entry)]) * heisenberg::energy_unit /
                     static_cast<double>(lattices_.sites()));
  return result;
}

Observables TemperedVectors::observe() {
  const Left found = left();
  const std::vector<Observables> seen = of_lattices();
  Observable callen{"callen_energy", {}}, norm{"norm_distance", {}}, in_double{"energy_in_double", {}},
      left_energy{"left_energy", {}}, place{"place", std::vector<double>(seen.size())};
  for (std::size_t entry = 0; entry < seen.size(); ++entry) {
    const std::size_t lattice = lattice_at(found, entry);
    callen.values.push_back(seen[lattice].of("callen_energy").front());
    norm.values.push_back(seen[lattice].of("norm_distance").front());
    in_double.values.push_back(seen[lattice].of("energy").front());
    left_energy.values.push_back(static_cast<double>(found.energies[entry]) * heisenberg::energy_unit /
                                 static_cast<double>(lattices_.sites()));
    place.values[lattice] = static_cast<double>(entry % lattices_.replicas);
  }
  return {{"energy", energies_per_spin()},
          callen,
          norm,
          in_double,
          left_energy,
          place,
          {"accepted", {found.accepted.begin(), found.accepted.end()}},
          {"beta", betas_}};
}

Series TemperedVectors::series(const std::string& observable, int measurements, int spacing) {
  const bool all = observable == "tempering";
  if (observable != "energy" && !all) return Simulation::series(observable, measurements, spacing);
  Series result{observable, all ? columns_.count() : lattices_.count(), {}};
  for (int i = 0; i < measurements; ++i) {
    sweep(spacing);
    const std::vector<double> now = all ? tempering_now() : energies_per_spin();
    result.values.insert(result.values.end(), now.begin(), now.end());
  }
  return result;
}

std::vector<double> TemperedVectors::tempering_now() {
  const Left found = left();
  const std::size_t copies = columns_.copies, replicas = columns_.replicas();
  const double unit = heisenberg::energy_unit / static_cast<double>(lattices_.sites() * copies);
  std::vector<double> result(columns_.count());
  // Sweeps end with an exchange: what it left are the energies of the spins as they are.
  for (std::size_t entry = 0; entry < found.energies.size(); ++entry)
    result[columns_.energy(entry / replicas, entry % replicas / copies)] +=
        static_cast<double>(found.energies[entry]) * unit;
  if (copies > 1) is_double_ ? put_overlaps<double>(result) : put_overlaps<float>(result);
  for (std::size_t entry = 0; entry < columns_.places(); ++entry)
    result[columns_.place(lattice_at(found, entry))] = static_cast<double>(entry % replicas / copies);
  // Between temperatures lies the last copy of the one and the first of the other.
  for (std::size_t t = 0; t + 1 < columns_.temperatures; ++t)
    result[columns_.accepted(t)] = static_cast<double>(found.accepted[copies * (t + 1) - 1]);
  return result;
}

template <class Real>
void TemperedVectors::put_overlaps(std::vector<double>& row) {
  const Configuration spins = configuration();
  std::vector<Real> numbers(3 * spins.spins);
  std::memcpy(numbers.data(), spins.bytes.data(), spins.bytes.size());
  const std::size_t of_lattice = 3 * lattices_.sites();
  for (std::size_t realization = 0; realization < columns_.realizations; ++realization)
    for (std::size_t t = 0; t < columns_.temperatures; ++t) {
      const std::size_t entry = realization * columns_.replicas() + columns_.copies * t;
      const Real* const one = numbers.data() + entry * of_lattice;
      const Overlaps found = overlaps(one, one + of_lattice, lattices_.L);
      row[columns_.overlap(realization, t)] = found.squared;
      row[columns_.excess(realization, t)] =
          row[columns_.energy(realization, t)] - energy_by_links(found, betas_[columns_.copies * t]);
    }
}

std::vector<Check> TemperedVectors::self_check() {
  const Left found = left();
  const std::size_t replicas = lattices_.replicas;
  std::vector<bool> seen(found.copies.size());
  for (std::size_t entry = 0; entry < seen.size(); ++entry)
    if (found.copies[entry] < replicas) seen[lattice_at(found, entry)] = true;
  bool possible = std::is_sorted(betas_.begin(), betas_.end());
  std::int64_t accepted = 0, tried = 0;
  for (std::uint32_t i = 0; i < found.accepted.size(); ++i) {
    const auto of_pair = static_cast<std::int64_t>(tempering::tries(i, found.exchanges) * lattices_.realizations);
    possible = possible && found.accepted[i] >= 0 && found.accepted[i] <= of_pair;
    accepted += found.accepted[i], tried += of_pair;
  }
  std::vector<Check> result = {
      named("temperatures", std::find(seen.begin(), seen.end(), false) == seen.end(),
            "each temperature of a realization belongs to one copy"),
      named("exchanges", possible, std::to_string(accepted) + " accepted of " + std::to_string(tried) + " tried")};
  if (found.exchanges == 0) return result;
  const Observables now = observe();
  const std::vector<double>&energies = now.of("energy"), &left_energies = now.of("left_energy"),
        &others = now.of("energy_in_double");
  std::size_t different = 0;
  double farthest = 0;
  for (std::size_t i = 0; i < energies.size(); ++i) {
    different += energies[i] != left_energies[i];
    // A maximum that NaN raises.
    if (const double off = std::fabs(energies[i] - others[i]); !(off <= farthest)) farthest = off;
  }
  char text[160];
  std::snprintf(text, sizeof text,
                "of %zu energies the last exchange left %zu others than the configuration has; summed "
                "site by site they are off by %.2g, %.0e is allowed",
                energies.size(), different, farthest, rounding_);
  result.push_back(named("tracked_energy", different == 0 && farthest <= rounding_, text));
  return result;
}

void TemperedVectors::set_betas(const std::vector<double>& betas) {
  betas_ = betas;
  temper(betas);
}

void TemperedVectors::save(StateWriter& to) {
  to.put(betas_);
  save_state(to);
}

void TemperedVectors::restore(StateReader& from) {
  from.take(betas_);
  temper(betas_);
  restore_state(from);
}

}  // namespace spinbench::vector_tempering
