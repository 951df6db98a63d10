// The replicas of Heisenberg spin glasses on a GPU: the update of heisenberg3d_heatbath/coalesced with a lattice for
// each number in the grid's second direction, which finds its temperature in memory; and exchanges of which no word
// crosses the bus: energies are summed, a block for each realization decides, and temperatures change hands.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/gpu_saved.cuh"
#include "kernels/common/gpu_steps.cuh"
#include "kernels/common/gpu_streams.cuh"
#include "kernels/common/heisenberg/gpu_lattice.cuh"
#include "kernels/common/heisenberg/gpu_rows.cuh"
#include "kernels/heisenberg3d_parallel_tempering/exchange.hpp"
#include "kernels/heisenberg3d_parallel_tempering/physics.hpp"
#include "kernels/heisenberg3d_parallel_tempering/tempered_vectors.hpp"
#include "kernels/heisenberg3d_parallel_tempering/work.hpp"

namespace spinbench::vector_tempering::inline SPINBENCH_GPU_NAMESPACE {

using heisenberg::AlongY, heisenberg::ApartView, heisenberg::Columns, heisenberg::site_threads;

/// All lattices, by one colour of the first. Arguments of a kernel.
template <class Real>
struct ReplicaViews {
  ApartView<Real> first;
  std::uint32_t replicas;

  /// Whose number the block has. Numbers lie component by component, 3 a site.
  __device__ static std::uint32_t lattice() { return blockIdx.y; }
  __device__ ApartView<Real> own() const {
    const std::size_t numbers = std::size_t{3} * first.L * first.L * first.L;
    return first.behind_by(numbers * lattice(), numbers * (lattice() / replicas));
  }
};

/// The streams of one lattice out of all of them: stream lattice * pairs + pair.
template <class Rng>
struct StreamsOfLattice {
  const StreamTable<Rng>& all;
  std::size_t first;

  __device__ typename Rng::Stream open(std::size_t slot, std::uint64_t stream) const {
    return all.open(first + slot, first + stream);
  }
  __device__ void close(std::size_t slot, const typename Rng::Stream& stream) const { all.close(first + slot, stream); }
};

/// A thread `spins` sites of a lattice, one behind the other along y, each lattice at its temperature.
template <class Real, class Rng>
__global__ void __launch_bounds__(site_threads)
    update_replicas(ReplicaViews<Real> views, const Real* betas, StreamTable<Rng> streams, Columns columns) {
  const AlongY own = AlongY::of_thread(views.first, columns);
  const std::uint32_t lattice = planted(Mutant::vector_tempering_streams_shared) ? 0 : views.lattice();
  const std::size_t pairs = std::size_t{views.first.L} * views.first.L * (views.first.L / 2);
  streams.wait_for_previous_launch();
  if (own.count == 0) return;
  heisenberg::update_along_y<heisenberg::Exactly<Real>, Rng, heisenberg::HeatBath>(
      views.own(), StreamsOfLattice<Rng>{streams, lattice * pairs}, betas[views.lattice()], own.pair, own.y, own.count);
}

/// The same by over-relaxation. `Rule`: that takes turns with it.
template <class Real, class Rule>
__global__ void __launch_bounds__(site_threads)
    relax_replicas(ReplicaViews<Real> views, Columns columns, bool chained) {
  const AlongY own = AlongY::of_thread(views.first, columns);
  if (chained) gpu::wait_for_previous_launch();
  if (own.count > 0) heisenberg::relax_along_y<Rule>(views.own(), own.pair, own.y, own.count);
}

/// Adds the energy of the lattice to sums[lattice], by the sites of colour 0; a thread as above.
template <class Real, class Rule>
__global__ void __launch_bounds__(site_threads)
    sum_energies(ReplicaViews<Real> views, Columns columns, std::int64_t* sums) {
  const AlongY own = AlongY::of_thread(views.first, columns);
  std::int64_t energy = 0;
  if (own.count > 0)
    heisenberg::at_sites_along_y<Rule>(
        views.own(), own.pair, own.y, own.count, false, heisenberg::NothingOpened{},
        [&energy](std::uint32_t, heisenberg::NothingOpened, const Vector3<Real>& spin, const Vector3<Real>& field) {
          energy += heisenberg::fixed_energy(spin, field);
          return false;
        });
  energy = gpu::warp_sum(energy);
  if (planted(Mutant::vector_tempering_energy_of_block) && threadIdx.x / gpu::warp_lanes() > 0) return;
  if (threadIdx.x % gpu::warp_lanes() == 0) gpu::atomic_add(&sums[views.lattice()], energy);
}

/// A block a realization, a thread a temperature: takes the energies that were summed, by lattice, tries the exchanges
/// that are next, and gives each lattice its temperature. `numbers` and `accepted` are the realization's, and the
/// latter the temperature's, too. A template, so that every file that includes this may hold a copy.
template <class Real>
__global__ void __launch_bounds__(most_replicas)
    decide_exchanges(Exchanges state, std::int64_t* sums, std::uint64_t* numbers, std::int64_t* accepted, Real* betas) {
  const std::uint32_t realization = blockIdx.x, i = threadIdx.x;
  const bool takes_part = i < state.replicas;
  const std::size_t first = state.entry(realization, 0), own = first + (takes_part ? i : 0);
  const std::uint64_t number = numbers[realization];
  if (takes_part) state.energies[own] = sums[first + state.copies[own]];
  __syncthreads();
  if (takes_part) {
    sums[own] = 0;
    if (exchange_pair(state, realization, i, number)) ++accepted[own];
  }
  __syncthreads();
  if (i == 0) numbers[realization] = number + 1;
  if (takes_part && !planted(Mutant::vector_tempering_betas_stay))
    betas[first + state.copies[own]] = static_cast<Real>(state.betas[i]);
}

/// The sums of each block's sites, of each lattice; `betas` by lattice.
template <class Real>
__global__ void __launch_bounds__(heisenberg::sum_threads)
    sum_replicas(heisenberg::LatticeView<Real> first, std::uint32_t replicas, std::size_t sites, const double* betas,
                 double* of_blocks) {
  const std::uint32_t lattice = blockIdx.y;
  first.spins.data += 3 * sites * lattice;
  if (first.couplings.data != nullptr) first.couplings.data += 3 * sites * (lattice / replicas);
  heisenberg::sum_of_block<3>(first, sites, betas[lattice],
                              of_blocks + (std::size_t{lattice} * gridDim.x + blockIdx.x) * heisenberg::Sums::count);
}

/// How the lattices of a case are shared out.
struct ReplicaGrid {
  Columns columns;
  std::uint32_t threads;  ///< of a lattice
  dim3 grid;

  explicit ReplicaGrid(const Params& params)
      : columns(Lattices::of(params).L, params.integer("spins")),
        threads(columns.threads(Lattices::of(params).L)),
        grid((threads + site_threads - 1) / site_threads, static_cast<unsigned>(Lattices::of(params).count())) {}
};

/// As Simulation::code_path(), of a case.
inline std::string replicas_path(const Params& params) {
  const ReplicaGrid grid(params);
  const auto L = static_cast<std::uint32_t>(params.integer("L"));
  return CodePath("")
      .where(grid.grid.x > 1, "several blocks")
      .where(grid.threads % site_threads != 0, "threads beyond the lattice")
      .where(grid.columns.spins > 1, "rows")
      .where(L % grid.columns.spins != 0, "a last row shorter")
      .where(params.integer("n_or") > 0, "with over-relaxation")
      .count("realizations", static_cast<std::uint64_t>(params.integer("realizations")))
      .text();
}

template <class Real, class Rng>
class GpuReplicas final : public TemperedVectors {
  using Rule = heisenberg::HeatBath;
  static constexpr int words = Rule::template words<Rng>;

 public:
  GpuReplicas(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : TemperedVectors(params),
        params_(params),
        mixture_(heisenberg::Mixture::of(params)),
        grid_(params),
        spins_(3 * lattices().sites() * lattices().count()),
        couplings_(heisenberg::has_couplings(params) ? 3 * lattices().sites() * lattices().realizations : 0),
        streams_(seed, lattices().pairs() * lattices().count(), seeding, StreamsInOrder{lattices().L}),
        key_(tempering::exchange_key(seed)),
        betas_(lattices().count()),
        betas_by_temperature_(lattices().replicas),
        sums_(lattices().count()),
        energies_(sums_.size()),
        accepted_(sums_.size()),
        copies_(sums_.size()),
        numbers_(lattices().realizations),
        // As many steps a graph as make it worth a replay.
        runner_(params.word("launch"), std::clamp(32 / step(), 1, 8)) {
    for (std::uint64_t lattice = 0; lattice < lattices().count(); ++lattice) set(lattice, seed);
    std::vector<std::uint32_t> copies(copies_.size());
    for (std::size_t i = 0; i < copies.size(); ++i) copies[i] = static_cast<std::uint32_t>(i % lattices().replicas);
    copies_.copy_from(copies.data(), copies.size());
    sums_.fill_zero(), energies_.fill_zero();
    temper(betas());
    gpu::synchronize();
  }

  std::string code_path() const override { return replicas_path(params_); }

  void sweep(int count) override {
    runner_.run(count / step(), [this](int steps) {
      std::uint32_t drawn = 0;
      for (int i = 0; i < steps; ++i) {
        drawn = enqueue_sweeps(drawn);
        enqueue_exchange();
      }
      streams_.advance(drawn);
    });
  }

  Configuration configuration() override {
    const std::vector<Real> raw = fetched(spins_);
    return in_order<Real>([&](std::size_t lattice) {
      const Real* const own = raw.data() + 3 * lattices().sites() * lattice;
      std::vector<Real> result(3 * lattices().sites());
      for (std::size_t site = 0; site < lattices().sites(); ++site)
        for (std::size_t n = 0; n < 3; ++n) result[3 * site + n] = own[n * lattices().sites() + place(site)];
      return result;
    });
  }
  Work work_per_sweep() const override {
    Work work = tempering_work(params_, words, rng::Store<Rng>::traffic(2 * words, 1));
    work.dependent_launches = 2 + 2.0 / step();
    return work;
  }

 private:
  using Fixed = std::int64_t;

  heisenberg::LatticeView<Real> view() const {
    Real* const couplings = couplings_.size() > 0 ? couplings_.data() : nullptr;
    const std::size_t sites = lattices().sites();
    return {{spins_.data(), 1, sites}, {couplings, 1, sites}, {nullptr, 1, sites}, {true, lattices().L}};
  }
  ReplicaViews<Real> views(std::uint32_t colour) const {
    return {ApartView<Real>::template of<3>(view(), colour), lattices().replicas};
  }
  /// As heisenberg::Order has it, for the host.
  std::size_t place(std::size_t site) const {
    const std::size_t L = lattices().L, layer = L * L, z = site / layer, sum = site % L + site / L % L + z;
    return sum % 2 * lattices().pairs() + z / 2 * layer + site % layer;
  }

  /// Spins and, where a realization begins, couplings.
  void set(std::uint64_t lattice, std::uint64_t seed) {
    const std::uint64_t numbers = 3 * lattices().sites(), realization = lattice / lattices().replicas;
    heisenberg::LatticeView<Real> own = view();
    own.spins.data += numbers * lattice;
    if (lattice % lattices().replicas != 0)
      own.couplings.data = nullptr;
    else if (own.couplings.data != nullptr)
      own.couplings.data += numbers * realization;
    const std::uint64_t drawn = planted(Mutant::vector_tempering_couplings_first) ? 0 : realization;
    gpu::launch(heisenberg::set_lattice<3, Real>, dim3(blocks_of_sums()), dim3(heisenberg::sum_threads), own,
                static_cast<std::size_t>(lattices().sites()),
                GaussianBonds::of(params_.word("couplings"), seed, drawn, lattices().sites()), RandomFields{});
  }
  unsigned blocks_of_sums() const {
    return static_cast<unsigned>(std::clamp<std::uint64_t>(lattices().sites() / heisenberg::sum_threads, 1, 64));
  }

  std::uint32_t enqueue_sweeps(std::uint32_t drawn) {
    const gpu::Launcher& launcher = runner_.launcher();
    for (int half = 0; half < 2 * step(); ++half) {
      const ReplicaViews<Real> own = views(static_cast<std::uint32_t>(half & 1));
      if (mixture_.relaxes(half / 2)) {
        launcher(relax_replicas<Real, Rule>, grid_.grid, dim3(site_threads), own, grid_.columns, launcher.chained());
        continue;
      }
      launcher(update_replicas<Real, Rng>, grid_.grid, dim3(site_threads), own, betas_.data(),
               streams_.table(launcher, drawn), grid_.columns);
      drawn += words;
    }
    return drawn;
  }
  void enqueue_energies(Fixed* sums) {
    gpu::launch(sum_energies<Real, Rule>, grid_.grid, dim3(site_threads), views(0), grid_.columns, sums);
  }
  void enqueue_exchange() {
    enqueue_energies(sums_.data());
    const Exchanges state{lattices().replicas, key_, betas_by_temperature_.data(), energies_.data(), copies_.data()};
    gpu::launch(decide_exchanges<Real>, dim3(lattices().realizations),
                dim3(round_up(lattices().replicas, gpu::least_warp_lanes)), state, sums_.data(), numbers_.data(),
                accepted_.data(), betas_.data());
  }
  static unsigned round_up(std::uint32_t value, std::uint32_t unit) { return (value + unit - 1) / unit * unit; }

  std::vector<Fixed> fixed_energies() override {
    gpu::Buffer<Fixed> sums(sums_.size());
    sums.fill_zero();
    enqueue_energies(sums.data());
    return fetched(sums);
  }
  std::vector<Observables> of_lattices() override {
    const Left now = left();
    std::vector<double> betas(lattices().count());
    for (std::size_t entry = 0; entry < betas.size(); ++entry)
      betas[lattice_at(now, entry)] = this->betas()[entry % lattices().replicas];
    gpu::Buffer<double> of_lattices(betas.size()), of_blocks(betas.size() * blocks_of_sums() * heisenberg::Sums::count);
    of_lattices.copy_from(betas.data(), betas.size());
    gpu::launch(sum_replicas<Real>, dim3(blocks_of_sums(), static_cast<unsigned>(betas.size())),
                dim3(heisenberg::sum_threads), view(), lattices().replicas,
                static_cast<std::size_t>(lattices().sites()), of_lattices.data(), of_blocks.data());
    const std::vector<double> values = fetched(of_blocks);
    const std::size_t of_one = blocks_of_sums() * std::size_t{heisenberg::Sums::count};
    std::vector<Observables> result;
    for (std::size_t lattice = 0; lattice < betas.size(); ++lattice) {
      heisenberg::Sums sums;
      sums.each([&](int n, double& value) {
        for (std::size_t i = static_cast<std::size_t>(n); i < of_one; i += heisenberg::Sums::count)
          value += values[lattice * of_one + i];
      });
      result.push_back(heisenberg::observables(sums, static_cast<double>(lattices().sites())));
    }
    return result;
  }

  Left left() override {
    std::vector<std::int64_t> accepted(lattices().replicas);
    const std::vector<std::int64_t> found = fetched(accepted_);
    for (std::size_t i = 0; i < found.size(); ++i) accepted[i % lattices().replicas] += found[i];
    accepted.pop_back();
    return {fetched(copies_), fetched(energies_), accepted, fetched(numbers_).front()};
  }
  void temper(const std::vector<double>& betas) override {
    gpu::synchronize();
    const std::vector<std::uint32_t> copies = fetched(copies_);
    std::vector<Real> of_lattices(copies.size());
    for (std::size_t entry = 0; entry < copies.size(); ++entry) {
      const std::size_t t = entry % betas.size();
      of_lattices[entry - t + copies[entry]] = static_cast<Real>(betas[t]);
    }
    betas_.copy_from(of_lattices.data(), of_lattices.size());
    betas_by_temperature_.copy_from(betas.data(), betas.size());
    accepted_.fill_zero(), numbers_.fill_zero();
  }
  void save_state(StateWriter& to) override {
    save_buffer(to, spins_), save_buffer(to, streams_.elements()), save_buffer(to, streams_.attempts());
    save_buffer(to, copies_), save_buffer(to, energies_), save_buffer(to, accepted_), save_buffer(to, numbers_);
    save_buffer(to, betas_);
  }
  void restore_state(StateReader& from) override {
    restore_buffer(from, spins_), restore_buffer(from, streams_.elements());
    restore_buffer(from, streams_.attempts()), restore_buffer(from, copies_), restore_buffer(from, energies_);
    restore_buffer(from, accepted_), restore_buffer(from, numbers_), restore_buffer(from, betas_);
  }

  Params params_;
  heisenberg::Mixture mixture_;
  ReplicaGrid grid_;
  gpu::Buffer<Real> spins_, couplings_;
  GpuStreams<Rng> streams_;
  std::uint64_t key_;
  gpu::Buffer<Real> betas_;  ///< by lattice
  gpu::Buffer<double> betas_by_temperature_;
  gpu::Buffer<Fixed> sums_;                 ///< of energies, by lattice; 0 between exchanges
  gpu::Buffer<Fixed> energies_, accepted_;  ///< by temperature
  gpu::Buffer<std::uint32_t> copies_;
  gpu::Buffer<std::uint64_t> numbers_;  ///< of the next exchange, by realization
  StepRunner runner_;
};

inline std::unique_ptr<Simulation> make_replicas(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<in_tempering>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    using Rng = typename decltype(tag)::type;
    return heisenberg::with_real(params.word("precision"), [&](auto real) -> std::unique_ptr<Simulation> {
      return std::make_unique<GpuReplicas<decltype(real), Rng>>(params, seed, seeding);
    });
  });
}

/// As Variant::unsupported.
inline std::string replicas_unsupported(const Params& params) {
  const std::string other = tempering_unsupported(params);
  return other.empty() ? launch_unsupported(params) : other;
}

/// As Variant::bit_cases.
inline std::vector<Params> replicas_cases(const Params& params, const Device& device) {
  std::vector<Params> result = tempering_bit_cases(params, device);
  Params small = result.back();
  small.set("realizations", std::min<std::int64_t>(params.integer("realizations"), 3));
  std::vector<std::int64_t> sizes;
  for (std::int64_t L = 4; L <= 32; L += 2) sizes.push_back(L);
  // With few sites a thread small lattices have shorter last rows, too.
  for (const std::int64_t most : {params.integer("spins"), std::int64_t{3}}) {
    small.set("spins", std::min(params.integer("spins"), most));
    add_on_path(result, small, replicas_path(params), sizes, replicas_path,
                [](const Params& one) { return replicas_unsupported(one).empty(); });
  }
  return result;
}

}  // namespace spinbench::vector_tempering::SPINBENCH_GPU_NAMESPACE
