// Exchanges of temperatures on a device (exchange.hpp states the rule), and what they stand on: the temperatures of all
// replicas in memory, and their energies.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "backends/gpu/device.cuh"
#include "kernels/common/gpu_saved.cuh"
#include "kernels/ising2d_parallel_tempering/exchange.hpp"
#include "kernels/ising2d_parallel_tempering/host_exchange.hpp"

namespace spinbench::tempering::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr unsigned exchange_threads = 256;

/// Where updates leave what they find of a replica's energy: `used` counters of `a_replica`, whose sum times `unit` is
/// the distance from `start`, in units of J.
struct EnergyCounters {
  std::int64_t* counters;
  std::uint32_t a_replica, used;
  std::int64_t start;
  std::int32_t unit;
  bool emptied;  ///< by whoever reads them: the next sum starts from nothing
};

/// One block: sums the energies, tries the exchanges of `*number`, whom it counts on, and gives each replica the
/// thresholds of its temperature.
template <class Thresholds>
__global__ void __launch_bounds__(exchange_threads)
    exchange_replicas(ExchangeState state, std::int64_t* energy, EnergyCounters found, std::uint64_t* number,
                      const Thresholds* of_temperature, Thresholds* of_replica) {
  const std::uint32_t lanes = static_cast<std::uint32_t>(gpu::warp_lanes()), lane = threadIdx.x % lanes;
  for (std::uint32_t r = threadIdx.x / lanes; r < state.replicas; r += exchange_threads / lanes) {
    std::int64_t sum = 0;
    for (std::uint32_t i = lane; i < found.used; i += lanes) {
      sum += found.counters[r * found.a_replica + i];
      if (found.emptied) found.counters[r * found.a_replica + i] = 0;
    }
    sum = gpu::warp_sum(sum);
    if (planted(Mutant::tempering_energy_one_counter)) sum = found.counters[r * found.a_replica];
    if (lane == 0) energy[r] = found.start + found.unit * sum;
  }
  __syncthreads();
  const std::uint64_t now = *number;
  if (threadIdx.x < state.replicas) exchange_pair(state, threadIdx.x, now);
  __syncthreads();
  if (threadIdx.x == 0) *number = now + 1;
  if (planted(Mutant::tempering_betas_stay)) return;
  if (threadIdx.x < state.replicas) of_replica[threadIdx.x] = of_temperature[state.place[threadIdx.x]];
}

/// The temperatures of some replicas, exchanged on the device: no word crosses the bus.
template <class Thresholds>
class ExchangesOnDevice {
 public:
  static constexpr bool waits_for_host = false;

  ExchangesOnDevice(std::uint32_t replicas, std::uint64_t seed)
      : replicas_(replicas),
        key_(exchange_key(seed)),
        betas_(replicas),
        place_(replicas),
        replica_(replicas),
        accepted_(replicas),
        energy_(replicas),
        number_(1),
        of_temperature_(replicas),
        of_replica_(replicas) {
    std::vector<std::uint32_t> order(replicas);
    std::iota(order.begin(), order.end(), 0u);
    place_.copy_from(order.data(), order.size());
    replica_.copy_from(order.data(), order.size());
    energy_.fill_zero();
  }

  /// At what temperature each replica is updated.
  const Thresholds* of_replica() const { return of_replica_.data(); }

  void set_betas(const std::vector<double>& betas) {
    std::vector<Thresholds> thresholds, mine(betas.size());
    for (const double beta : betas) thresholds.push_back(Thresholds::at(beta));
    const std::vector<std::uint32_t> at = places();
    for (std::size_t r = 0; r < at.size(); ++r) mine[r] = thresholds[at[r]];
    betas_.copy_from(betas.data(), betas.size());
    of_temperature_.copy_from(thresholds.data(), thresholds.size());
    of_replica_.copy_from(mine.data(), mine.size());
    accepted_.fill_zero();
    number_.fill_zero();
  }

  void save(StateWriter& to) const {
    save_buffer(to, betas_), save_buffer(to, place_), save_buffer(to, replica_), save_buffer(to, accepted_);
    save_buffer(to, energy_), save_buffer(to, number_);
  }
  void restore(StateReader& from) {
    restore_buffer(from, betas_), restore_buffer(from, place_), restore_buffer(from, replica_);
    set_betas(fetched(betas_));
    restore_buffer(from, accepted_), restore_buffer(from, energy_), restore_buffer(from, number_);
  }

  /// Enqueues an exchange.
  void exchange(const EnergyCounters& found, const gpu::Buffer<std::int64_t>&) {
    gpu::launch(exchange_replicas<Thresholds>, dim3(1), dim3(exchange_threads), state(), energy_.data(), found,
                number_.data(), of_temperature_.data(), of_replica_.data());
  }

  std::vector<std::uint32_t> places() const { return fetched(place_); }
  std::vector<std::uint32_t> replicas() const { return fetched(replica_); }
  /// Of temperature i with i + 1.
  std::vector<std::int64_t> accepted() const {
    std::vector<std::int64_t> result = fetched(accepted_);
    result.pop_back();
    return result;
  }
  /// Those that the last exchange saw.
  std::vector<std::int64_t> energies() const { return fetched(energy_); }
  std::uint64_t exchanges() const { return fetched(number_).front(); }

 private:
  ExchangeState state() const {
    return {replicas_, key_, betas_.data(), place_.data(), replica_.data(), accepted_.data(), energy_.data()};
  }

  std::uint32_t replicas_;
  std::uint64_t key_;
  gpu::Buffer<double> betas_;
  gpu::Buffer<std::uint32_t> place_, replica_;
  gpu::Buffer<std::int64_t> accepted_, energy_;
  gpu::Buffer<std::uint64_t> number_;
  gpu::Buffer<Thresholds> of_temperature_, of_replica_;
};

/// The same exchanged by the host, which reads the counters and writes the thresholds, as in the paper.
template <class Thresholds>
class ExchangesByHost {
 public:
  static constexpr bool waits_for_host = true;

  ExchangesByHost(std::uint32_t replicas, std::uint64_t seed) : host_(replicas, seed), of_replica_(replicas) {}

  const Thresholds* of_replica() const { return of_replica_.data(); }

  void set_betas(const std::vector<double>& betas) {
    host_.set_betas(betas);
    thresholds_.clear();
    for (const double beta : betas) thresholds_.push_back(Thresholds::at(beta));
    write_thresholds();
  }

  void save(StateWriter& to) const { host_.save(to); }
  void restore(StateReader& from) {
    host_.restore(from);
    thresholds_.clear();
    for (const double beta : host_.betas()) thresholds_.push_back(Thresholds::at(beta));
    write_thresholds();
  }

  /// Waits.
  void exchange(const EnergyCounters& found, const gpu::Buffer<std::int64_t>& counters) {
    read_.resize(counters.size());
    counters.copy_to(read_.data(), read_.size());
    std::vector<std::int64_t> energies;
    const std::uint32_t used = planted(Mutant::tempering_energy_one_counter) ? 1 : found.used;
    for (auto first = read_.begin(); first != read_.end(); first += found.a_replica)
      energies.push_back(found.start + found.unit * std::accumulate(first, first + used, std::int64_t{0}));
    host_.step(energies);
    if (!planted(Mutant::tempering_betas_stay)) write_thresholds();
  }

  const std::vector<std::uint32_t>& places() const { return host_.places(); }
  const std::vector<std::uint32_t>& replicas() const { return host_.replicas(); }
  const std::vector<std::int64_t>& accepted() const { return host_.accepted(); }
  const std::vector<std::int64_t>& energies() const { return host_.energies(); }
  std::uint64_t exchanges() const { return host_.exchanges(); }

 private:
  void write_thresholds() {
    std::vector<Thresholds> mine;
    for (const std::uint32_t place : host_.places()) mine.push_back(thresholds_[place]);
    of_replica_.copy_from(mine.data(), mine.size());
  }

  HostExchanges host_;
  gpu::Buffer<Thresholds> of_replica_;
  std::vector<Thresholds> thresholds_;  ///< by temperature
  std::vector<std::int64_t> read_;
};

}  // namespace spinbench::tempering::SPINBENCH_GPU_NAMESPACE
