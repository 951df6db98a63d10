// Single-spin coded updates (Weigel 2012, section 5): a block has one realization in shared memory, its threads two
// sites each, k hits a visit, every realization with random numbers of its own. The tile of the ferromagnet's `tiled`
// (section 3.2), which here is the whole lattice, so that there is no second colour of tiles.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
//
// Beyond the paper: a thread keeps its two sites, which are neighbours along y, their seven couplings and its stream in
// registers through the k hits, so that an update loads three neighbours and stores one spin. Spins are int32 in shared
// memory, int8 in device memory, as couplings are.
//
// Per flip: 4 accesses of 4 B of shared memory: at 128 B a clock and multiprocessor an H200 (132 x 1.98 GHz) allows
// 2091 flips/ns. With lcg32 22 instructions, by the machine code for sm_90: 6 multiply-adds, 6 comparisons and other
// operations of the ALU, 4 accesses, the rest branches and the barrier; 1520 flips/ns at four warp instructions a
// clock. A row counts the 16.5 of them that the update needs. Device memory: 3 B a visit to read, 1 to write, 4 / k B a
// flip, and half a state of the generator to read and to write. Held on an H200 at k = 100: 1002 flips/ns
// (h200-paper-glasses.json), 50% of the row's limit, 66% of what these instructions allow.
#include <algorithm>
#include <memory>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/gpu_streams.cuh"
#include "kernels/ea2d_metropolis/axes.hpp"
#include "kernels/ea2d_metropolis/glass_bits.hpp"
#include "kernels/ea2d_metropolis/gpu_lattices.cuh"
#include "kernels/ea2d_metropolis/physics.hpp"

namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE {

/// Signs in device memory, realization after realization, site by site; couplings along x, then those along y.
struct SignMemory {
  std::int8_t *spins, *couplings;
  std::uint32_t realizations, L;
};

__global__ void draw_signs(SignMemory memory, RandomBonds bonds) {
  const std::uint64_t sites = static_cast<std::uint64_t>(memory.L) * memory.L, all = memory.realizations * sites;
  const std::uint64_t stride = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  const std::uint32_t L = memory.L;
  for (std::uint64_t i = blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x; i < all; i += stride) {
    const std::uint64_t realization = i / sites, site = i % sites, group = realization / 32, bit = realization % 32;
    const std::uint64_t x = site % L, y = site / L;
    const std::uint64_t next[2] = {y * L + (x + 1 == L ? 0 : x + 1), (y + 1 == L ? 0 : y + 1) * L + x};
    memory.spins[i] = bonds.start(site, group, 0) >> bit & 1 ? -1 : 1;
    for (int d = 0; d < 2; ++d)
      memory.couplings[(2 * realization + d) * sites + site] =
          bonds.couplings(2 * site + d, site, next[d], group) >> bit & 1 ? -1 : 1;
  }
}

/// What a thread keeps of one of its sites: the coupling to the other one apart.
struct SiteInTile {
  std::uint32_t own;
  std::uint32_t beside[3];
  int coupling[3];
};

/// Whether a flip is refused. As metropolis<true>(), but each comparison takes its threshold from the arguments in
/// place, where a choice of one would be loaded for every attempt.
__device__ __forceinline__ bool stays(int field, std::uint32_t number, const SquareThresholds& thresholds) {
  // Without branches.
  const bool is_four = field == 4, is_two = field == 2;
  return (is_four & (number >= thresholds.field4)) | (is_two & (number >= thresholds.field2));
}

template <class Rng, std::uint32_t Pairs>
__global__ void __launch_bounds__(most_lattice_threads)
    visit_realizations(SignMemory memory, std::uint32_t hits, StreamTable<Rng> table, SquareThresholds thresholds) {
  table.wait_for_previous_launch();
  extern __shared__ uint4 shared_memory[];
  int* const spins = reinterpret_cast<int*>(shared_memory);
  const std::uint32_t L = memory.L, sites = L * L, pairs = sites / 2;
  const std::size_t realization = blockIdx.x;
  std::int8_t* const stored = memory.spins + realization * sites;
  const std::int8_t *const along_x = memory.couplings + 2 * realization * sites, *const along_y = along_x + sites;
  for (std::uint32_t i = threadIdx.x; i < sites; i += blockDim.x) spins[i] = stored[i];
  SiteInTile at[Pairs][2];
  int between[Pairs];
  std::uint64_t number[Pairs];
  SPINBENCH_UNROLL()
  for (std::uint32_t q = 0; q < Pairs; ++q) {
    const std::uint32_t wanted = threadIdx.x + q * blockDim.x, pair = wanted < pairs ? wanted : pairs - 1;
    number[q] = realization * pairs + pair;
    const PairOfSites of(pair, L);
    const Neighbours even(of.x, of.y, L), odd(of.x, of.next_y, L);
    between[q] = along_y[even.own];
    at[q][0] = {
        even.own, {even.right, even.left, even.above}, {along_x[even.own], along_x[even.left], along_y[even.above]}};
    at[q][1] = {
        odd.own,
        {odd.right, odd.left, odd.below},
        {along_x[odd.own], along_x[planted(Mutant::tile_left_coupling_own) ? odd.own : odd.left], along_y[odd.own]}};
  }
  typename Rng::Stream streams[2] = {table.open(number[0], number[0]),
                                     table.open(number[Pairs - 1], number[Pairs - 1])};
  __syncthreads();
  // A thread without a pair reads none: the last pair's own thread may be storing it by then.
  int own[Pairs][2] = {};
  SPINBENCH_UNROLL()
  for (std::uint32_t q = 0; q < Pairs; ++q)
    if (threadIdx.x + q * blockDim.x < pairs)
      for (int c = 0; c < 2; ++c) own[q][c] = spins[at[q][c].own];
  for (std::uint32_t hit = 0; hit < hits; ++hit) {
    SPINBENCH_UNROLL()
    for (int c = 0; c < 2; ++c) {
      SPINBENCH_UNROLL()
      for (std::uint32_t q = 0; q < Pairs; ++q) {
        if (threadIdx.x + q * blockDim.x >= pairs) continue;
        const SiteInTile& site = at[q][c];
        int sum = between[q] * own[q][1 - c];
        for (int n = 0; n < 3; ++n) sum += site.coupling[n] * spins[site.beside[n]];
        if (stays(own[q][c] * sum, streams[q].next(), thresholds)) continue;
        own[q][c] = -own[q][c];
        spins[site.own] = own[q][c];
      }
      __syncthreads();
    }
  }
  for (std::uint32_t i = threadIdx.x; i < sites; i += blockDim.x) stored[i] = static_cast<std::int8_t>(spins[i]);
  SPINBENCH_UNROLL()
  for (std::uint32_t q = 0; q < Pairs; ++q)
    if (threadIdx.x + q * blockDim.x < pairs) table.close(number[q], streams[q]);
}

namespace {

template <class Rng>
class GpuTiledGlass final : public Simulation {
 public:
  GpuTiledGlass(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : hits_(static_cast<std::uint32_t>(params.integer("k"))),
        observer_(SpinGlassShape::of(2, in_words_of_one(params)),
                  RandomBonds::of(params.word("couplings"), beta_of(params), seed)),
        spins_(observer_.shape().lattices() * observer_.shape().sites()),
        couplings_(2 * spins_.size()),
        memory_{spins_.data(), couplings_.data(), observer_.shape().systems, observer_.shape().L},
        plan_(LatticeThreads::of(memory_.L)),
        streams_(seed, spins_.size() / 2, seeding, StreamsInOrder{memory_.L}),
        thresholds_(SquareThresholds::at(beta_of(params))) {
    gpu::launch(draw_signs, dim3(1024), dim3(256), memory_, observer_.bonds());
    gpu::synchronize();
  }

  std::string code_path() const override {
    return CodePath("shared memory")
        .count("pairs a thread", plan_.pairs_a_thread)
        .where(plan_.threads * plan_.pairs_a_thread != memory_.L * memory_.L / 2, "idle threads")
        .text();
  }
  int sweep_granularity() const override { return static_cast<int>(hits_); }
  Observables observe() override { return observer_.observe(bits()); }
  Configuration configuration() override { return observer_.configuration(bits()); }

  void sweep(int count) override {
    for (int done = 0; done < count; done += sweep_granularity()) {
      if (plan_.pairs_a_thread == 1)
        visit<1>();
      else
        visit<2>();
      streams_.advance(std::uint64_t{2} * hits_);
    }
  }

  Work work_per_sweep() const override {
    Work work;
    work.units = work.random_words = observer_.shape().flips_a_sweep();
    const rng::WordCost word = rng::word_cost(Rng::facts, 2.0 * hits_);
    // Beside spins and couplings half a state a site, read and written each visit.
    work.footprint_bytes = (3 + rng::Store<Rng>::bytes_a_stream(1) / 2) * work.units;
    work.memory_bytes = (4 + rng::Store<Rng>::traffic(2.0 * hits_, 1) / 2) * work.units / hits_;
    work.shared_bytes = 16 * work.units;
    // The field by products, four comparisons and what they say together; three loads, a store, a sign.
    work.logic_ops = work.units * (5 + word.logic_ops);
    work.multiply_adds = work.units * (5 + word.multiply_adds);
    work.issue_slots = work.units * (16 + word.issue_slots);
    return work;
  }

 private:
  template <std::uint32_t Pairs>
  void visit() {
    gpu::launch_shared(visit_realizations<Rng, Pairs>, dim3(memory_.realizations), dim3(plan_.threads),
                       sizeof(int) * observer_.shape().sites(), memory_, hits_, streams_.table(launcher_, 0),
                       thresholds_);
  }

  SpinGlassBits bits() const {
    std::vector<std::int8_t> signs(spins_.size());
    spins_.copy_to(signs.data(), signs.size());
    return bits_of_signs(observer_.shape(), signs);
  }

  std::uint32_t hits_;
  SpinGlassObserver observer_;
  gpu::Buffer<std::int8_t> spins_, couplings_;
  SignMemory memory_;
  LatticeThreads plan_;
  GpuStreams<Rng> streams_;
  SquareThresholds thresholds_;
  gpu::Launcher launcher_{false};
};

std::unique_ptr<Simulation> make_tiled(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<in_square_glasses>(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
        return std::make_unique<GpuTiledGlass<typename decltype(tag)::type>>(params, seed, seeding);
      });
}

std::vector<Params> tiled_cases(const Params& params, const Device&) {
  Params small = params;
  small.set("k", fewer_hits(params, 7));
  small.set("realizations", std::min<std::int64_t>(params.integer("realizations"), 35));
  std::vector<Params> result{small};
  if (params.integer("k") > small.integer("k")) {
    result.push_back(small);
    result.back().set("k", params.integer("k"));
  }
  return result;
}

Oracle single_spin_oracle() {
  Oracle result("single_spin");
  result.params = [](const Params& params, const Device&) { return in_words_of_one(params); };
  return result;
}

const Register<Variant> tiled_variant{{
    .kernel = "ea2d_metropolis",
    .name = "tiled",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "single-spin coded, a realization in shared memory of each block, k hits a visit",
    .source = "Weigel 2012, section 5",
    .axes = {axis_L(), axis_realizations(16384), axis_k(), axis_couplings(), axis_rng(), axis_beta()},
    .oracle = single_spin_oracle(),
    .unsupported = [](const Params& params, const Device&) { return unsupported(params); },
    .memory_bytes =
        [](const Params& params) {
          const double sites = params.real("L") * params.real("L") * params.real("realizations");
          return sites * (3 + rng::state_bytes(params.word("rng")) / 2) + 1e6;
        },
    .make = make_tiled,
    .bit_cases = tiled_cases,
    .physics = tiled_physics,
    .look = look_of_realizations,
}};

}  // namespace
}  // namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE
