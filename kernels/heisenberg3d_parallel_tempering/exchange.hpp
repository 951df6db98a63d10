// Exchanges of the replicas of Heisenberg spin glasses, host and device code; kernels/common/tempering/exchange.hpp
// states the rule. Each realization of the couplings exchanges by itself: pair i of realization r draws from stream r *
// replicas + i. Temperatures move and spins stay where they are: a lattice is 12 B a site, its temperature a number.
//
// Energies are whole numbers of 2^-32 J (kernels/common/heisenberg/fixed_energy.hpp), so that all backends decide
// alike.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/heisenberg/fixed_energy.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/tempering/exchange.hpp"

namespace spinbench::vector_tempering {

/// What is known of all realizations, in memory of the host or of a device. Entry realization * replicas + i is that at
/// temperature i, counted from the hottest.
struct Exchanges {
  std::uint32_t replicas;
  std::uint64_t key;
  const double* betas;     ///< by temperature, ascending
  std::int64_t* energies;  ///< units of heisenberg::energy_unit
  std::uint32_t* copies;   ///< which of the realization's lattices is there

  SPINBENCH_FN std::size_t entry(std::uint32_t realization, std::uint32_t i) const {
    return std::size_t{realization} * replicas + i;
  }
};

/// Temperature i with i + 1 in one realization; whether they are exchanged. Pairs that are tried together share
/// nothing: each may be a thread's.
SPINBENCH_FN inline bool exchange_pair(const Exchanges& state, std::uint32_t realization, std::uint32_t i,
                                       std::uint64_t number) {
  if (!tempering::is_tried(state.replicas, i, number)) return false;
  const std::size_t hot = state.entry(realization, i), cold = hot + 1;
  const std::int64_t energy = state.energies[hot], other = state.energies[cold];
  const double difference = static_cast<double>(energy - other) * heisenberg::energy_unit;
  const std::uint64_t stream = planted(Mutant::vector_tempering_words_shared) ? i : hot;
  if (tempering::exchange_word(state.key, stream, number) >=
      tempering::exchange_threshold((state.betas[i] - state.betas[i + 1]) * difference))
    return false;
  if (!planted(Mutant::vector_tempering_energies_stay)) state.energies[hot] = other, state.energies[cold] = energy;
  const std::uint32_t copy = state.copies[hot];
  state.copies[hot] = state.copies[cold], state.copies[cold] = copy;
  return true;
}

}  // namespace spinbench::vector_tempering
