// Exchanges of temperatures on a device (exchange.hpp states the rule), and what they stand on: the temperatures of all
// replicas in memory, and their energies.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "backends/gpu/device.cuh"
#include "kernels/common/gpu_saved.cuh"
#include "kernels/ising2d_parallel_tempering/exchange.hpp"
#include "kernels/ising2d_parallel_tempering/host_exchange.hpp"

namespace spinbench::tempering::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr unsigned exchange_threads = 256;

/// Exchanges that are enqueued together, at most.
inline constexpr int most_steps_together = 64;

/// Where updates leave what they find of a replica's energy: `used` counters of `a_replica`, whose sum times `unit` is
/// the distance from `start`, in units of J.
struct EnergyCounters {
  std::int64_t* counters;
  std::uint32_t a_replica, used;
  std::int64_t start;
  std::int32_t unit;
  /// Words that whoever reads the counters empties, so that the next sums start from nothing.
  std::int64_t* emptied = nullptr;
  std::size_t emptied_words = 0;
  bool from_exchange = false;  ///< the distance is from the energy at the last exchange, not from `start`
};

/// What an exchange leaves: temperatures of replicas, replicas at temperatures, and the energies that it saw.
struct ExchangePlaces {
  std::uint32_t *place, *replica;
  std::int64_t* energy;
};

/// One block: sums the energies, tries the exchanges that follow `before` others since `*number`, up to which it counts
/// on, and gives each replica the thresholds of its temperature. `last`: what the exchange before left, in `state` or
/// elsewhere.
template <class Thresholds>
__global__ void __launch_bounds__(exchange_threads)
    exchange_replicas(ExchangeState state, ExchangePlaces last, std::int64_t* energy, EnergyCounters found,
                      std::uint64_t* number, std::uint32_t before, const Thresholds* of_temperature,
                      Thresholds* of_replica) {
  const std::uint32_t lanes = static_cast<std::uint32_t>(gpu::warp_lanes()), lane = threadIdx.x % lanes;
  for (std::uint32_t r = threadIdx.x / lanes; r < state.replicas; r += exchange_threads / lanes) {
    std::int64_t sum = 0;
    for (std::uint32_t i = lane; i < found.used; i += lanes) sum += found.counters[r * found.a_replica + i];
    sum = gpu::warp_sum(sum);
    if (planted(Mutant::tempering_energy_one_counter)) sum = found.counters[r * found.a_replica];
    if (lane == 0) energy[r] = (found.from_exchange ? last.energy[r] : found.start) + found.unit * sum;
  }
  if (threadIdx.x < state.replicas && last.place != state.place) {
    state.place[threadIdx.x] = last.place[threadIdx.x];
    state.replica[threadIdx.x] = last.replica[threadIdx.x];
  }
  __syncthreads();
  for (std::size_t i = threadIdx.x; i < found.emptied_words; i += exchange_threads) found.emptied[i] = 0;
  const std::uint64_t now = *number + before;
  if (threadIdx.x < state.replicas) exchange_pair(state, threadIdx.x, now);
  __syncthreads();
  if (threadIdx.x == 0) *number = now + 1;
  if (planted(Mutant::tempering_betas_stay)) return;
  if (threadIdx.x < state.replicas) of_replica[threadIdx.x] = of_temperature[state.place[threadIdx.x]];
}

/// Counters of a replica, over which updates that decide exchanges spread its energy: few, since all of their blocks
/// read those of all replicas.
inline constexpr std::uint32_t few_counters = 2;

/// Writes at what difference of energies each pair is still exchanged (exchange_limit()), of `count` exchanges from
/// *number on: limits[n * replicas + i] of temperature i with i + 1 in the n-th.
template <class Thresholds>
__global__ void __launch_bounds__(exchange_threads)
    find_limits(std::uint32_t replicas, std::uint64_t key, const double* betas, const std::uint64_t* number,
                std::uint32_t count, std::int32_t* limits) {
  const std::uint32_t at = blockIdx.x * exchange_threads + threadIdx.x, i = at % replicas;
  if (at >= count * replicas) return;
  const std::uint64_t now = *number + at / replicas;
  limits[at] = is_tried(replicas, i, now) ? exchange_limit(betas[i], betas[i + 1], exchange_word(key, i, now)) : 0;
}

/// An exchange that the blocks of the update behind it decide, each for its own replica and all to the same end: no
/// launch of its own stands between the sweeps. What it leaves goes beside what it starts from, which others still
/// read. Blocks wait for what they read once, and compare: the random words and the exponentials were looked at before
/// (find_limits()). Energies are less than 2^30 J: L is 16384 at most.
template <class Thresholds>
struct PendingExchange {
  std::uint32_t replicas;
  ExchangePlaces before, after;
  const std::int64_t* changes;  ///< of energy, in units of J, since the exchange before; few_counters a replica
  std::int64_t* emptied;        ///< the counters of the step behind that of this update
  const std::uint64_t* number;
  std::uint32_t offset;        ///< exchanges since *number
  const std::int32_t* limits;  ///< find_limits(), of this exchange
  std::int64_t* accepted;
  const Thresholds* of_temperature;
  Thresholds* of_replica;

  static constexpr int words = sizeof(Thresholds) / sizeof(std::uint32_t);
  using Words = gpu::Pack<std::uint32_t, words>;

  /// What a lane of a warp reads at once, while nothing is known yet: of temperature and replica of its own number.
  struct Seen {
    std::uint32_t number, place, replica;
    std::int32_t limit, energy, changes[few_counters];
    Words thresholds;
  };
  __device__ Seen look(std::uint32_t lane) const {
    const std::uint32_t i = std::min(lane, replicas - 1);
    Seen seen{static_cast<std::uint32_t>(*number),
              before.place[i],
              before.replica[i],
              limits[i],
              static_cast<std::int32_t>(before.energy[i]),
              {},
              words_of(i)};
    for (std::uint32_t k = 0; k < few_counters; ++k) seen.changes[k] = change_of(i, k);
    return seen;
  }

  /// One warp, all of whose lanes must call: the words of the thresholds of `replica` from now on. `writes`: whether it
  /// keeps what it finds, as one block of each replica must.
  __device__ Words decide(const Seen& seen, std::uint32_t replica, std::uint32_t lane, bool writes) const {
    const std::uint32_t now = seen.number + offset, mine = of(seen.place, before.place, replica);
    const bool is_hot = is_tried(replicas, mine, now);
    const bool is_cold = !is_hot && mine > 0 && is_tried(replicas, mine - 1, now);
    const std::uint32_t other = is_hot ? mine + 1 : is_cold ? mine - 1 : mine, pair = is_cold ? other : mine;
    const std::uint32_t partner = of(seen.replica, before.replica, other);
    std::int32_t found = seen.energy;
    for (std::uint32_t k = 0; k < counted(); ++k) found += seen.changes[k];
    const std::int32_t energy = energy_of(found, replica),
                       partners = planted(Mutant::tempering_partner_before)
                                      ? static_cast<std::int32_t>(before.energy[partner])
                                      : energy_of(found, partner);
    const bool is_accepted = (is_hot || is_cold) && !planted(Mutant::tempering_updates_refuse) &&
                             (is_hot ? energy - partners : partners - energy) <=
                                 of(seen.limit, limits, pair) - planted(Mutant::tempering_limit_strict);
    const bool moves = is_accepted && !(planted(Mutant::tempering_cold_stays) && is_cold);
    const std::uint32_t temperature = moves ? other : mine;
    const Words result = thresholds_of(seen, planted(Mutant::tempering_betas_stay) ? mine : temperature);
    if (!writes) return result;
    if (lane < few_counters && !planted(Mutant::tempering_changes_kept)) emptied[replica * few_counters + lane] = 0;
    if (lane != 0) return result;
    after.place[replica] = temperature;
    after.replica[temperature] = replica;
    after.energy[replica] = energy;
    gpu::store_pack(reinterpret_cast<std::uint32_t*>(of_replica + replica), result);
    if (is_accepted && is_hot) ++accepted[pair];
    return result;
  }

 private:
  __device__ static std::uint32_t counted() { return planted(Mutant::tempering_energy_one_counter) ? 1 : few_counters; }
  __device__ std::int32_t change_of(std::uint32_t replica, std::uint32_t counter) const {
    return static_cast<std::int32_t>(changes[replica * few_counters + counter]);
  }
  __device__ Words words_of(std::uint32_t temperature) const {
    return gpu::load_pack<words>(reinterpret_cast<const std::uint32_t*>(of_temperature + temperature));
  }
  __device__ static bool is_seen(std::uint32_t i) { return i < static_cast<std::uint32_t>(gpu::warp_lanes()); }
  /// table[i], from the lane that has seen it or, beyond the last lane, from memory.
  template <class T>
  __device__ static T of(T seen, const T* table, std::uint32_t i) {
    return is_seen(i) ? gpu::shuffle(seen, static_cast<int>(i)) : table[i];
  }
  __device__ Words thresholds_of(const Seen& seen, std::uint32_t temperature) const {
    if (!is_seen(temperature)) return words_of(temperature);
    Words result;
    for (int k = 0; k < words; ++k)
      result.item[k] = gpu::shuffle(seen.thresholds.item[k], static_cast<int>(temperature));
    return result;
  }
  /// `found`: of the replica of a lane's number.
  __device__ std::int32_t energy_of(std::int32_t found, std::uint32_t replica) const {
    if (is_seen(replica)) return gpu::shuffle(found, static_cast<int>(replica));
    auto result = static_cast<std::int32_t>(before.energy[replica]);
    for (std::uint32_t k = 0; k < counted(); ++k) result += change_of(replica, k);
    return result;
  }
};

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
        place_between_(replicas),
        replica_between_(replicas),
        energy_between_(replicas),
        limits_(std::size_t{most_steps_together} * replicas),
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

  /// Of replicas whose energies are counted from exchange to exchange, before the first.
  void set_energies(std::int64_t energy) {
    const std::vector<std::int64_t> all(replicas_, energy);
    energy_.copy_from(all.data(), all.size());
  }

  /// Enqueues an exchange.
  void exchange(const EnergyCounters& found, const gpu::Buffer<std::int64_t>&) { exchange_after(0, found); }
  /// The same behind `pending` that updates decided, pending(0) first.
  void exchange_after(std::uint32_t pending, const EnergyCounters& found) {
    gpu::launch(exchange_replicas<Thresholds>, dim3(1), dim3(exchange_threads), state(), left_by(pending % 2 != 0),
                energy_.data(), found, number_.data(), pending, of_temperature_.data(), of_replica_.data());
  }

  /// Enqueues what the next `count` exchanges, fewer than most_steps_together, want to know before.
  void prepare(std::uint32_t count) {
    if (count == 0) return;
    const std::size_t all = std::size_t{count} * replicas_;
    gpu::launch(find_limits<Thresholds>, dim3((static_cast<unsigned>(all) + exchange_threads - 1) / exchange_threads),
                dim3(exchange_threads), replicas_, key_, betas_.data(), number_.data(), count, limits_.data());
  }
  /// Exchange `number` since the last of exchange_after(), behind prepare(). `changes`, `emptied`: few_counters of each
  /// replica.
  PendingExchange<Thresholds> pending(std::uint32_t number, const std::int64_t* changes, std::int64_t* emptied) const {
    const bool odd = number % 2 != 0;
    return {replicas_,
            left_by(odd),
            left_by(!odd),
            changes,
            emptied,
            number_.data(),
            number,
            limits_.data() + std::size_t{planted(Mutant::tempering_limits_first) ? number % 2 : number} * replicas_,
            accepted_.data(),
            of_temperature_.data(),
            of_replica_.data()};
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
  /// What exchanges leave, or those do that updates decide, every second time.
  ExchangePlaces left_by(bool between) const {
    if (between) return {place_between_.data(), replica_between_.data(), energy_between_.data()};
    return {place_.data(), replica_.data(), energy_.data()};
  }

  std::uint32_t replicas_;
  std::uint64_t key_;
  gpu::Buffer<double> betas_;
  gpu::Buffer<std::uint32_t> place_, replica_;
  gpu::Buffer<std::int64_t> accepted_, energy_;
  gpu::Buffer<std::uint32_t> place_between_, replica_between_;
  gpu::Buffer<std::int64_t> energy_between_;
  gpu::Buffer<std::int32_t> limits_;
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
