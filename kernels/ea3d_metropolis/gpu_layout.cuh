// The layouts of Lulli 2015 on a GPU: a thread an attempt in all replicas of a word, a launch a colour. Words of 32
// realizations are plain integers, of 64 and 128 CodedWords.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "backends/gpu/device.cuh"
#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/gpu_logic.cuh"
#include "kernels/common/gpu_steps.cuh"
#include "kernels/common/gpu_streams.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/ea3d_metropolis/axes.hpp"
#include "kernels/ea3d_metropolis/gpu_energies.cuh"
#include "kernels/ea3d_metropolis/layout_host.hpp"
#include "kernels/ea3d_metropolis/physics.hpp"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

/// A grid's second and third dimension end here.
inline constexpr std::uint32_t most_blocks = 65535;

template <class Layout, class Rng, class Word = std::uint32_t>
__global__ void start_glass(GlassArraysOf<Word> arrays, Layout layout, rng::Store<Rng> store, RandomBonds bonds) {
  const std::uint64_t all = static_cast<std::uint64_t>(arrays.systems) * arrays.words,
                      stride = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  for (std::uint64_t n = blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x; n < all; n += stride) {
    const auto system = static_cast<std::uint32_t>(n / arrays.words);
    start_site(arrays, layout, store, bonds, system,
               static_cast<std::uint32_t>(n - std::uint64_t{system} * arrays.words));
  }
}

/// `spins` words a thread, one block's width apart (Appendix A: V / 2 / s threads in blocks of `block` for each
/// system).
template <class Layout, class Rng, class Word>
__global__ void update_linear(GlassArraysOf<Word> arrays, Layout layout, StreamTable<Rng> streams, std::uint32_t colour,
                              std::uint32_t spins) {
  streams.wait_for_previous_launch();
  const std::uint32_t system = blockIdx.y + gridDim.y * blockIdx.z;
  if (system >= arrays.systems) return;
  const std::uint64_t position = streams.position();
  for (std::uint32_t n = 0; n < spins; ++n) {
    const std::uint32_t i = (blockIdx.x * spins + n) * blockDim.x + threadIdx.x;
    if (i >= arrays.words) return;
    const Site site = layout.site(i, colour);
    update_site<DeviceLogic>(arrays, layout, streams.store, position, colour, system, i, site,
                             layout.neighbours(i, site));
  }
}

/// x and y from the thread, z from the block, without a division: rows of L / 2 threads, or of L where a plane has one
/// colour. (Appendix A prints L / 2 planes for the standard layout, too, which has L.)
template <class Layout, class Rng, class Word>
__global__ void update_grid(GlassArraysOf<Word> arrays, Layout layout, StreamTable<Rng> streams, std::uint32_t colour) {
  streams.wait_for_previous_launch();
  const std::uint32_t x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y, z = blockIdx.y;
  const std::uint32_t i = (z * arrays.L + y) * blockDim.x + x;
  Site site;
  Neighbours neighbours;
  if constexpr (std::is_same_v<Layout, Sliced>) {
    site = layout.of_sliced(x, y, z, colour);
    neighbours = layout.at(i, x, y, z, colour);
  } else {
    site = {2 * x + ((y + z + colour) & 1), y, z};
    neighbours = layout.neighbours(i, site);
  }
  update_site<DeviceLogic>(arrays, layout, streams.store, streams.position(), colour, blockIdx.z, i, site, neighbours);
}

/// The launch of one colour with threads by number.
template <class LayoutOf>
struct LinearLaunch {
  using Layout = LayoutOf;
  static std::string name() { return Layout::name; }
  static constexpr const char* title = "32, 64 or 128 realizations a word, a thread a site in all replicas";

  dim3 block, grid;
  std::uint32_t spins, words, systems;

  LinearLaunch(const Params& params, const GlassArrays& arrays)
      : block(static_cast<unsigned>(params.integer("block"))),
        spins(static_cast<std::uint32_t>(params.integer("spins"))),
        words(arrays.words),
        systems(planted(Mutant::glass_last_system) && arrays.systems > 1 ? arrays.systems - 1 : arrays.systems) {
    const std::uint32_t deep = (systems + most_blocks - 1) / most_blocks;
    grid = dim3((words + spins * block.x - 1) / (spins * block.x), std::min(systems, most_blocks), deep);
  }
  static std::vector<Axis> axes() {
    return {Axis::integer("spins", 1, 1, 64, "sites a thread"),
            Axis::integer("block", 256, 32, 1024, "threads a block")};
  }
  static std::string unsupported(const Params& params) {
    const std::int64_t block = params.integer("block");
    return block % 32 == 0 ? "" : "blocks are whole warps, but block is " + std::to_string(block);
  }
  /// A case that small lattices can have the launch of.
  static Params for_small(const Params& params) { return params; }
  CodePath code_path() const {
    return CodePath()
        .where(grid.x > 1, "several blocks")
        .where(spins > 1, "several sites a thread")
        .where(words % (spins * block.x) != 0, "threads beyond the last site")
        .where(grid.z > 1, "systems in layers");
  }
  template <class Rng, class Word>
  void operator()(const gpu::Launcher& launch, const GlassArraysOf<Word>& arrays, const Layout& layout,
                  const StreamTable<Rng>& streams, std::uint32_t colour) const {
    launch(update_linear<Layout, Rng, Word>, grid, block, arrays, layout, streams, colour, spins);
  }
  template <class Rng, class Word>
  std::string why_no_place() const {
    return gpu::why_no_place(update_linear<Layout, Rng, Word>, block.x);
  }
};

/// The launch of one colour with threads by place.
template <class LayoutOf>
struct GridLaunch {
  using Layout = LayoutOf;
  static std::string name() { return std::string(Layout::name) + "_grid"; }
  static constexpr const char* title = "the same, places from the grid instead of by divisions";

  dim3 block, grid;

  GridLaunch(const Params& params, const GlassArrays& arrays) {
    const std::uint32_t L = arrays.L, lines = lines_of(params);
    block = dim3(row_of(L), lines);
    grid = dim3(L / lines, arrays.words / (L * row_of(L)),
                planted(Mutant::glass_last_system) && arrays.systems > 1 ? arrays.systems - 1 : arrays.systems);
  }
  /// Threads along x.
  static constexpr std::uint32_t row_of(std::uint32_t L) {
    return std::string_view(Layout::name) == "sliced" ? L : L / 2;
  }
  /// The axis, or where it is 0 the most that divide L in blocks of 256 threads.
  static std::uint32_t lines_of(const Params& params) {
    const auto L = static_cast<std::uint32_t>(params.integer("L"));
    if (params.integer("lines") != 0) return static_cast<std::uint32_t>(params.integer("lines"));
    std::uint32_t lines = std::max(1u, std::min(L, 256 / row_of(L)));
    while (L % lines != 0) --lines;
    return lines;
  }
  static std::vector<Axis> axes() {
    return {Axis::integer("lines", 0, 0, 512, "rows of a plane that a block updates; 0: chosen by L")};
  }
  static std::string unsupported(const Params& params) {
    const auto L = static_cast<std::uint32_t>(params.integer("L"));
    const std::uint32_t lines = lines_of(params);
    if (L % lines != 0) return "lines must divide L = " + std::to_string(L) + ", but lines is " + std::to_string(lines);
    if (lines * row_of(L) > 1024)
      return std::to_string(lines) + " lines of L = " + std::to_string(L) + " are more than 1024 threads: take fewer";
    if (params.integer("systems") > most_blocks)
      return "a grid has at most " + std::to_string(most_blocks) + " systems: take fewer, or the variant " +
             Layout::name;
    return "";
  }
  /// Long rows are alone in their blocks; short ones only where they are told to.
  static Params for_small(const Params& params) {
    Params result = params;
    if (lines_of(params) == 1) result.set("lines", std::int64_t{1});
    return result;
  }
  CodePath code_path() const {
    return CodePath().where(grid.x > 1, "several blocks a plane").where(block.y > 1, "several lines");
  }
  template <class Rng, class Word>
  void operator()(const gpu::Launcher& launch, const GlassArraysOf<Word>& arrays, const Layout& layout,
                  const StreamTable<Rng>& streams, std::uint32_t colour) const {
    launch(update_grid<Layout, Rng, Word>, grid, block, arrays, layout, streams, colour);
  }
  template <class Rng, class Word>
  std::string why_no_place() const {
    return gpu::why_no_place(update_grid<Layout, Rng, Word>, block.x * block.y);
  }
};

/// As Simulation::code_path(), also of a case.
template <class Launch>
std::string layout_code_path(const Params& params) {
  const GlassArrays arrays = arrays_of(params);
  return Launch(params, arrays)
      .code_path()
      .with("words of " + params.word("word"))
      .where(arrays.replicas >= 4, "four replicas")
      .where(arrays.replicas % 4 != 0, "single replicas")
      .count("systems", arrays.systems)
      .text();
}

template <class Launch, class Rng, class Word>
class GpuLayout final : public ObservedGlass {
 public:
  using Layout = typename Launch::Layout;

  GpuLayout(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : ObservedGlass(params, seed),
        path_(layout_code_path<Launch>(params)),
        arrays_(arrays_of<Word>(params)),
        layout_{arrays_.L},
        launch_(params, arrays_of(params)),
        runner_(params.word("launch"), sweeps_a_graph),
        spins_(arrays_.all_spins()),
        couplings_(arrays_.all_couplings()),
        states_(rng::Store<Rng>::size(streams(), 1)),
        attempts_(1),
        store_{Rng::setup(seed, streams(), seeding), states_.data(), streams(), 1} {
    // On an H100 65,536 registers are too few for 1,024 threads with most generators. A graph would say it later.
    if (const std::string why = launch_.template why_no_place<Rng, Word>(); !why.empty()) throw Unsupported(why);
    arrays_.spins = spins_.data(), arrays_.couplings = couplings_.data();
    attempts_.fill_zero();
    gpu::launch(start_glass<Layout, Rng, Word>, dim3(1024), dim3(256), arrays_, layout_, store_, bonds());
    gpu::synchronize();
  }

  std::string code_path() const override { return path_; }

  void sweep(int count) override {
    runner_.run(count, [this](int sweeps) {
      for (int half = 0; half < 2 * sweeps; ++half)
        launch_(runner_.launcher(), arrays_, layout_,
                StreamTable<Rng>{store_, attempts_.data(), static_cast<std::uint32_t>(half) * arrays_.replicas,
                                 runner_.launcher().chained()},
                static_cast<std::uint32_t>(half & 1));
      if (planted(Mutant::gpu_counter_stands)) return;
      if constexpr (Rng::storage != rng::Storage::own)
        gpu::launch(add_attempts<std::uint64_t>, dim3(1), dim3(1), attempts_.data(),
                    2 * static_cast<std::uint64_t>(sweeps) * arrays_.replicas);
    });
  }

  Work work_per_sweep() const override {
    const GlassArrays sizes{nullptr, nullptr, arrays_.L, arrays_.words, arrays_.systems, arrays_.replicas, {}};
    constexpr double groups = groups_of_word<Word>;
    Work work = layout_work(sizes, Rng::facts, rng::Store<Rng>::traffic(arrays_.replicas, 1), groups);
    // The rule is one of 32 realizations after the other; a word is loaded and stored at once.
    work.issue_slots += work.random_words * layout_rule_ops * (groups - 1);
    work.dependent_launches = 2;
    return work;
  }

 protected:
  SpinGlassBits bits() override {
    std::vector<Word> words(spins_.size());
    spins_.copy_to(words.data(), words.size());
    return canonical(arrays_, layout_, words);
  }
  std::vector<double> energies() override {
    return energies_.of(shape(), [this](std::uint32_t parts, std::int64_t* totals) {
      gpu::launch(count_unsatisfied<Layout, Word>, dim3(shape().groups() * arrays_.replicas * parts),
                  dim3(energy_threads), arrays_, layout_, parts, totals);
    });
  }

 private:
  static constexpr int sweeps_a_graph = 32;
  std::uint64_t streams() const { return std::uint64_t{arrays_.systems} * arrays_.words; }

  std::string path_;
  GlassArraysOf<Word> arrays_;
  Layout layout_;
  Launch launch_;
  StepRunner runner_;
  gpu::Buffer<Word> spins_, couplings_;
  gpu::Buffer<typename rng::Store<Rng>::Element> states_;
  gpu::Buffer<std::uint64_t> attempts_;
  rng::Store<Rng> store_;
  DeviceEnergies energies_;
};

/// In words `Word` for a generator of `Set`.
template <class Launch, class Word, rng::GeneratorSet Set>
std::unique_ptr<Simulation> make_layout_of(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<Set>(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
        return std::make_unique<GpuLayout<Launch, typename decltype(tag)::type, Word>>(params, seed, seeding);
      });
}

template <class Launch>
std::unique_ptr<Simulation> make_layout(const Params& params, std::uint64_t seed) {
  if (params.word("word") == "64") return make_layout_of<Launch, CodedWord<2>, in_wide_words>(params, seed);
  if (params.word("word") == "128") return make_layout_of<Launch, CodedWord<4>, in_wide_words>(params, seed);
  return make_layout_of<Launch, std::uint32_t, in_spin_glasses>(params, seed);
}

template <class Launch>
std::string gpu_layout_unsupported(const Params& params, const Device&) {
  std::string reason = layout_unsupported<typename Launch::Layout>(params);
  if (reason.empty() && params.word("word") != "32" && !rng::is_of(in_wide_words, params.word("rng")))
    reason = "words of " + params.word("word") + " realizations are built for " + rng::one_of(in_wide_words) +
             ": take one of these, or word=32";
  if (reason.empty()) reason = Launch::unsupported(params);
  return reason.empty() ? launch_unsupported(params) : reason;
}

/// The variant of a launch; `source` names the paper's section.
template <class Launch>
Variant gpu_layout_variant(const char* source) {
  std::vector<Axis> axes = {axis_L(), axis_systems(1), axis_replicas(4), axis_word({"32", "64", "128"})};
  for (const Axis& axis : Launch::axes()) axes.push_back(axis);
  for (const Axis& axis : {axis_couplings(), axis_spin_glass_rng(), axis_launch(), axis_beta()}) axes.push_back(axis);
  return {
      .kernel = "ea3d_metropolis",
      .name = Launch::name(),
      .backend = SPINBENCH_GPU_BACKEND,
      .title = Launch::title,
      .source = source,
      .axes = axes,
      .oracle = single_spin_oracle(),
      .follower = multispin_follower(),
      .unsupported = gpu_layout_unsupported<Launch>,
      .memory_bytes = layout_bytes,
      .make = make_layout<Launch>,
      .bit_cases =
          [](const Params& params, const Device& device) {
            const Params like = Launch::for_small(params);
            std::vector<Params> result = layout_bit_cases(like, device);
            std::vector<std::int64_t> sizes;
            for (std::int64_t L = 4; L <= 64; L += 2) sizes.push_back(L);
            Params small = like;
            small.set("systems", std::min<std::int64_t>(params.integer("systems"), 3));
            add_on_path(result, small, layout_code_path<Launch>(params), sizes, layout_code_path<Launch>,
                        [&](const Params& one) { return gpu_layout_unsupported<Launch>(one, device).empty(); });
            return result;
          },
      .physics = layout_physics,
      .look = look,
  };
}

}  // namespace spinbench::ea3d::SPINBENCH_GPU_NAMESPACE
