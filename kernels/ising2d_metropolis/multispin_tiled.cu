// Bit-sliced Metropolis updates in shared memory, k hits a visit of a coarse tile: the double checkerboard of Weigel
// 2012, sections 3.2 to 3.5, with the decisions of `multispin`. kernels/ising2d_metropolis/multispin_tiled.hpp states
// the order, gpu_multispin_tiled.cuh how a visit goes.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory: a visit reads and writes its tile and reads the layer around it, 0.38/k B a flip for tiles of 512 x 32 sites,
// the words beside the rows counted as sectors of 32 B. Shared memory: a thread's eight words of one colour take six
// packs of four words, two words beside the rows and two packs stored, 0.53 B a flip.
// Instructions: as for multispin, but a visit opens its streams once, and addresses are constants;
// kernels/common/multispin_work.hpp has the counts. At beta = 0.4, at 16.7 T/s of either pipe:
//   generator      ALU operations   bound, flips/ns                                 reached at k = 100, L = 16384
//   mwc64x         33.6             15,900                                          9,560 = 60%
//   sfc32          58.3             9,170                                           7,120 = 78%
//   xoshiro128pp   74.8             7,150                                           5,430 = 76%
//   philox4x32     64.5             7,160, by its 74.6 turns of multiply-adds       4,180 = 58%
// Registers allow 28 warps a multiprocessor, 24 with philox4x32. A tile of 32 rows belongs to one warp, which waits for
// no other; a step of k hits at L = 16384 is 16384 such visits, 4.6 times what the H200 holds at a time. At L = 65536,
// where the last visits weigh less, mwc64x reaches 10,000 flips/ns = 63% of these bounds, sfc32 8,120 = 89%
// (results/recorded/h200-held-tiled.json, whose own limits are 3% lower).
// What kept it at 8,870, before decisions took 9% fewer operations on the ALU and 6% fewer instructions (9bcea72), by
// an H200's counters (mwc64x, L = 16384, two steps in a launch): 26.6 warps are there, 6.8 a scheduler; ALU busy 65%, a
// tenth more than the bound counts, and instructions issued in 65% of the clocks. In the 32% without one that could be,
// 45% of the warps wait for a pipe that is busy, 29% for their own instruction before, 7% for memory, 6% for
// instructions to be fetched, 5% for a branch. 12% of the warps' time is outside the half-sweeps: waiting for a visit's
// neighbours, its fetch and return. 8% of the lanes' instructions are idle ones, in loops in which few spins of a warp
// draw further digits. Shared memory is at 19%, and nothing waits at a barrier. Shapes do not change it: tiles of 8,
// 16, 32 or 64 rows make 8,870 to 8,910 flips/ns with eight words a thread, while four words make 7,890 and two 7,660.
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/multispin_work.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/gpu_checkerboard.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_tiled.cuh"
#include "kernels/ising2d_metropolis/physics.hpp"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

/// A parameter of checks, no axis: three blocks at a time do what a device full of them does on lattices too large to
/// be followed by an oracle, where tiles outnumber blocks and wait for their turn.
constexpr const char* few_blocks = "few_blocks";

/// A band, and two and four coarse tiles a row, with blocks for all and few hits; with few blocks; and with all hits.
std::vector<Params> tiled_cases(const Params& params, const Device&) {
  const std::int64_t words = multispin_tiled_words(params), pair = 2 * params.integer("rows");
  Params small = params;
  small.set("words", words);
  small.set("k", fewer_hits(params, 6));
  small.set("realizations", std::min<std::int64_t>(params.integer("realizations"), 3));
  std::vector<Params> result = at_sizes(small, {round_up(32 * words, pair), round_up(64 * words, pair),
                                                round_up(128 * words, pair), round_up(256 * words, 2 * pair)});
  const Params smallest = result.front();
  for (std::size_t i = 2; i < 4 && params.word("launch") == "persistent"; ++i) {
    result.push_back(result[i]);
    result.back().set(few_blocks, std::int64_t{1});
  }
  if (params.integer("k") > small.integer("k")) {
    result.push_back(smallest);
    result.back().set("k", params.integer("k"));
  }
  return result;
}

template <class Rng, int Across>
class GpuMultispinTiled final : public Simulation {
  static constexpr auto kernel = visit_tiles<Rng, Across>;

 public:
  GpuMultispinTiled(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : lattice_(static_cast<std::uint32_t>(params.integer("L")),
                 static_cast<std::uint32_t>(params.integer("realizations"))),
        tiles_(CoarseTiles::of(params)),
        k_(static_cast<std::uint32_t>(params.integer("k"))),
        persistent_(params.word("launch") == "persistent"),
        streams_(seed, 0, seeding, StreamsInOrder{lattice_.planes().L}),
        keys_(seed),
        thresholds_(MultispinThresholds::at(params.real("beta"))),
        queue_(persistent_ ? 1 + std::size_t{tiles_.tiles()} : 0),
        runner_(params.word("launch"), steps_a_graph) {
    plan_.hits = k_;
    plan_.group_threads = tiles_.width / Across * tiles_.rows / 2;
    choose_groups(params.has(few_blocks) ? 3 : ~0u);
    gpu::synchronize();
  }

  int sweep_granularity() const override { return static_cast<int>(k_); }
  std::string code_path() const override {
    CodePath path("words " + std::to_string(2 * Across) + ", rows " + std::to_string(tiles_.rows));
    path.count("threads a row", tiles_.width / Across).count("columns", tiles_.columns).count("down", tiles_.down);
    path.with(plan_.group_threads <= gpu::least_warp_lanes ? "a warp a tile" : "warps a tile");
    path.where(plan_.groups > 1, "several tiles a block").count("realizations", tiles_.lattices);
    return path.where(persistent_ && resident_ < plan_.turns, "more tiles than the device holds").text();
  }

  void sweep(int count) override {
    const int steps = count / sweep_granularity();
    if (persistent_) {
      const int most = static_cast<int>(std::max(1u, most_tickets / (2 * plan_.turns)));
      for (int done = 0; done < steps; done += most) in_one_launch(std::min(steps - done, most));
    } else {
      runner_.run(steps, [this](int several) {
        for (int i = 0; i < several; ++i) colour_by_colour(static_cast<std::uint32_t>(i));
        streams_.advance(std::uint64_t{2} * k_ * static_cast<std::uint64_t>(several));
      });
    }
  }

  Observables observe() override { return lattice_.observe(); }
  Configuration configuration() override { return lattice_.configuration(); }

  Work work_per_sweep() const override {
    const double sites = lattice_.sites(), k = k_;
    constexpr int words = 2 * Across;
    Work work = multispin_work(sites, words, multispin2d_tiled_cost, thresholds_, Rng::facts,
                               runs_through_visit<Rng> ? 2 * k : 1);
    work.footprint_bytes = sites / 8;
    // A visit reads and writes its tile and reads a row above and one below, and a sector for each word beside a row.
    const double width = tiles_.width, rows = tiles_.rows;
    const double visit = 4 * 2 * width * (2 * rows + 2) + (tiles_.is_band() ? 0 : 2 * 32 * rows);
    work.memory_bytes = sites / (64 * width * rows) * visit / k;
    // In shared memory a thread reads its rows, those of the other plane and one more on each side, a word beside each
    // row, and writes its rows.
    work.shared_bytes = sites / (32 * words) * 4 * (Across * 8 + 2);
    work.dependent_launches = persistent_ ? 0 : 2 / k;
    return work;
  }

 private:
  static constexpr int steps_a_graph = 16;
  static constexpr std::uint32_t most_tickets = 1u << 30;

  std::size_t shared_bytes(std::uint32_t groups) const { return visit_shared_bytes<Across>(tiles_, groups); }

  /// As few tiles a block as keep the device's warps full: the fewer, the less its threads wait for each other.
  void choose_groups(std::uint32_t most_blocks) {
    std::uint32_t most = 0;
    for (std::uint32_t groups = 1; tiles_.items() % groups == 0; groups *= 2) {
      const std::uint32_t threads = groups * plan_.group_threads;
      if (threads > most_visit_threads) break;
      const std::uint32_t blocks = static_cast<std::uint32_t>(
          gpu::blocks_per_multiprocessor(kernel, static_cast<int>(threads), shared_bytes(groups)));
      if (blocks * threads <= most) continue;
      most = blocks * threads;
      plan_.groups = groups;
      resident_ = std::min(most_blocks, blocks * static_cast<std::uint32_t>(gpu::multiprocessors()));
    }
    plan_.turns = tiles_.items() / plan_.groups;
  }

  void launch(std::uint32_t blocks, const VisitPlan& plan, std::uint32_t halves) {
    runner_.launcher().with_shared(kernel, dim3(blocks), dim3(plan.groups * plan.group_threads),
                                   shared_bytes(plan.groups), lattice_.planes(), tiles_, plan,
                                   streams_.table(runner_.launcher(), halves), keys_, thresholds_);
  }

  void colour_by_colour(std::uint32_t step) {
    VisitPlan plan = plan_;
    plan.tickets = plan.turns;
    for (plan.colour = 0; plan.colour < 2; ++plan.colour) launch(plan.turns, plan, step * 2 * k_);
  }

  void in_one_launch(int steps) {
    VisitPlan plan = plan_;
    plan.tickets = 2 * static_cast<std::uint32_t>(steps) * plan.turns;
    plan.next = queue_.data();
    plan.visits = queue_.data() + 1;
    queue_.fill_zero();
    // No more tiles than one colour has can be visited at a time.
    launch(std::min(resident_, plan.turns), plan, 0);
    streams_.advance(std::uint64_t{2} * k_ * static_cast<std::uint64_t>(steps));
  }

  GpuMultispinLattice<2> lattice_;
  CoarseTiles tiles_;
  std::uint32_t k_;
  bool persistent_;
  GpuStreams<Rng> streams_;
  PhiloxKeys keys_;
  MultispinThresholds thresholds_;
  gpu::Buffer<std::uint32_t> queue_;
  StepRunner runner_;
  VisitPlan plan_{};
  std::uint32_t resident_ = 0;  ///< blocks that the device holds at a time
};

std::unique_ptr<Simulation> make_multispin_tiled(const Params& params, std::uint64_t seed) {
  return with_multispin_generator(params.word("rng"),
                                  [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
                                    using Rng = typename decltype(tag)::type;
                                    switch (multispin_tiled_words(params)) {
                                      case 8:
                                        return std::make_unique<GpuMultispinTiled<Rng, 4>>(params, seed, seeding);
                                      case 4:
                                        return std::make_unique<GpuMultispinTiled<Rng, 2>>(params, seed, seeding);
                                      default:
                                        return std::make_unique<GpuMultispinTiled<Rng, 1>>(params, seed, seeding);
                                    }
                                  });
}

const Register<Variant> multispin_tiled_registered{{
    .kernel = "ising2d_metropolis",
    .name = "multispin_tiled",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "multispin as a double checkerboard in shared memory, k hits a tile visit",
    .source = "Weigel 2012, section 3.2, with the decisions of multispin",
    .axes = {axis_L(), axis_realizations(), axis_k(), axis_rows(), axis_words(0), axis_rng("philox4x32"),
             axis_launch("persistent"), axis_beta()},
    .oracle = "multispin_tiled",
    .unsupported = [](const Params& params, const Device&) -> std::string {
      const std::string other = multispin_tiled_unsupported(params, 64);
      return !other.empty() || params.word("launch") == "persistent" ? other : gpu_unsupported(params);
    },
    .memory_bytes =
        [](const Params& params) {
          return params.real("L") * params.real("L") * params.real("realizations") / 8 * 1.02 + 1e6;
        },
    .make = make_multispin_tiled,
    .bit_cases = tiled_cases,
    .physics = multispin_tiled_physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE
