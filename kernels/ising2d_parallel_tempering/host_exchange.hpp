// Exchanges of temperatures on the host, for updates that run there or wait for it.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "interface/resumable.hpp"
#include "kernels/ising2d_parallel_tempering/exchange.hpp"

namespace spinbench::tempering {

class HostExchanges {
 public:
  HostExchanges(std::uint32_t replicas, std::uint64_t seed)
      : key_(exchange_key(seed)), place_(replicas), replica_(replicas), energies_(replicas) {
    std::iota(place_.begin(), place_.end(), 0u);
    replica_ = place_;
  }

  void set_betas(const std::vector<double>& betas) {
    betas_ = betas;
    accepted_.assign(betas.size() - 1, 0);
    number_ = 0;
  }

  /// Between replicas of these energies, in units of J.
  void step(const std::vector<std::int64_t>& energies) {
    energies_ = energies;
    const auto replicas = static_cast<std::uint32_t>(place_.size());
    const ExchangeState state{replicas,        key_, betas_.data(), place_.data(), replica_.data(), accepted_.data(),
                              energies_.data()};
    for (std::uint32_t i = 0; i < replicas; ++i) exchange_pair(state, i, number_);
    ++number_;
  }

  void save(StateWriter& to) const {
    to.put(betas_), to.put(place_), to.put(replica_), to.put(accepted_), to.put(energies_), to.put(number_);
  }
  void restore(StateReader& from) {
    from.take(betas_), from.take(place_), from.take(replica_), from.take(accepted_), from.take(energies_);
    from.take(number_);
  }

  const std::vector<double>& betas() const { return betas_; }
  const std::vector<std::uint32_t>& places() const { return place_; }
  const std::vector<std::uint32_t>& replicas() const { return replica_; }
  const std::vector<std::int64_t>& accepted() const { return accepted_; }
  /// Those that the last exchange saw.
  const std::vector<std::int64_t>& energies() const { return energies_; }
  std::uint64_t exchanges() const { return number_; }

 private:
  std::uint64_t key_, number_ = 0;
  std::vector<double> betas_;
  std::vector<std::uint32_t> place_, replica_;
  std::vector<std::int64_t> accepted_, energies_;
};

}  // namespace spinbench::tempering
