// Exchanges of temperatures between replicas, as the variants of ising2d_parallel_tempering do them on host and device;
// kernels/common/tempering/exchange.hpp states the rule. Pair i draws from stream i. Spins stay where they are.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/tempering/exchange.hpp"

namespace spinbench::tempering {

/// What a simulation knows of its replicas, side by side in memory of the host or of a device.
struct ExchangeState {
  std::uint32_t replicas;
  std::uint64_t key;
  const double* betas;         ///< by temperature, ascending
  std::uint32_t* place;        ///< temperature of each replica
  std::uint32_t* replica;      ///< replica at each temperature
  std::int64_t* accepted;      ///< exchanges of temperature i with i + 1
  const std::int64_t* energy;  ///< of each replica, units of J
};

/// As exchange_threshold() of temperatures i and i + 1.
SPINBENCH_FN inline std::uint64_t exchange_threshold(const ExchangeState& state, std::uint32_t i) {
  return exchange_threshold(state.betas[i], state.betas[i + 1],
                            state.energy[state.replica[i]] - state.energy[state.replica[i + 1]]);
}

/// Temperature i with i + 1. Pairs that are tried together share no replica: each may be a thread's.
SPINBENCH_FN inline void exchange_pair(const ExchangeState& state, std::uint32_t i, std::uint64_t number) {
  if (!is_tried(state.replicas, i, number) || exchange_word(state.key, i, number) >= exchange_threshold(state, i))
    return;
  const std::uint32_t hot = state.replica[i], cold = state.replica[i + 1];
  state.replica[i] = cold;
  state.replica[i + 1] = hot;
  state.place[cold] = i;
  state.place[hot] = i + 1;
  ++state.accepted[i];
}

}  // namespace spinbench::tempering
