// Many sweeps of a slab in one launch, with transport=direct: the strips of gpu_multispin_strips.cuh, of which the
// first and the last have their neighbours on the devices of other ranks. They post their outer rows to memory of
// theirs that they have mapped, and look for theirs in their own: a word and the number of half-sweeps behind it are
// one store, so that no fence is wanted, and no host takes part. Tiles at the ends of a strip come before all others,
// so that what they post is under way while these are updated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "kernels/common/gpu_borders.cuh"
#include "kernels/common/multispin_slabs.hpp"
#include "kernels/ising2d_metropolis/gpu_multispin_strips.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// How the current device cuts a slab of so many rows of tiles.
inline StripPlan plan_slab_strips(std::uint32_t words_a_row, std::uint32_t rows, const MultispinTile& tile) {
  StripPlan plan{};
  plan.across = words_a_row / tile.across;
  plan.down = rows;
  plan.lattices = 1;
  plan.tile_words = strip_tile_words(words_a_row, tile);
  plan.cut(static_cast<std::uint32_t>(gpu::multiprocessors()));
  plan.blocks = plan.strips;
  plan.threads = strip_threads(plan, tile);
  return plan;
}

/// The plan of a slab of the case, where all slabs are so that shared memory holds them through many sweeps. Kernels
/// are built for the widest tiles.
inline std::optional<StripPlan> slab_strips(const Params& params, const Slab& slab) {
  const MultispinTile tile = multispin_tile(params);
  if (params.word("transport") != "direct" || tile.across != 4 || tile.down != 2) return std::nullopt;
  const auto L = static_cast<std::uint32_t>(params.integer("L")),
             ranks = static_cast<std::uint32_t>(params.integer("ranks"));
  const std::uint32_t rows = L / tile.down, least = rows / ranks, most = (rows + ranks - 1) / ranks;
  if (least < 2 || plan_slab_strips(L / 64, most, tile).shared_bytes() > gpu::largest_shared_bytes())
    return std::nullopt;
  return plan_slab_strips(L / 64, slab.count / tile.down, tile);
}

/// Where the rows of a slab's strips go, and where those of its neighbours come in.
struct SlabMail {
  std::uint64_t* boxes;                            ///< of this device's strips, as StripBoxes has them
  std::uint64_t *before, *behind;                  ///< what the neighbours look at
  const std::uint64_t *from_before, *from_behind;  ///< what they post
  std::uint64_t first_tile;                        ///< the number of the slab's first one
  FarPatience patience;
};

/// As StripBoxes.
struct SlabBoxes {
  using Mail = SlabMail;
  static constexpr bool of_a_slab = true;

  /// Once a thread gave up, it waits for nothing any more.
  class Patience {
   public:
    __device__ __forceinline__ explicit Patience(const SlabMail& mail) : far_(mail.patience) {}
    __device__ __forceinline__ void begin() { looks_ = 0; }
    __device__ __forceinline__ bool gives_up() {
      if (planted(RankMutant::direct_flag_of_before) || gave_up_) return true;
      if (looks_ == 0) begin_ = gpu::ticks();
      if (++looks_ % 256 == 0) gave_up_ = far_.is_over(begin_);
      return gave_up_;
    }

   private:
    FarPatience far_;
    std::uint32_t looks_ = 0;
    std::uint64_t begin_ = 0;
    bool gave_up_ = false;
  };

  std::uint64_t *box, *last_box;
  const std::uint64_t *box_above, *box_below;
  std::uint64_t first_number;

  __device__ __forceinline__ SlabBoxes(const SlabMail& mail, const StripPlan& plan, std::uint32_t n)
      : first_number(mail.first_tile) {
    std::uint64_t* const own = mail.boxes + static_cast<std::size_t>(blockIdx.x) * 4 * n;
    const bool is_first = blockIdx.x == 0, is_last = blockIdx.x + 1 == plan.strips;
    box = is_first ? mail.before : own;
    last_box = is_last ? mail.behind : own + n;
    box_above = is_first ? mail.from_before : own - 3 * static_cast<std::int64_t>(n);
    box_below = is_last ? mail.from_behind : own + 4 * static_cast<std::int64_t>(n);
  }

  __device__ __forceinline__ static void post(std::uint64_t* slot, std::uint64_t value) { gpu::post_far(slot, value); }
  __device__ __forceinline__ static std::uint64_t look(const std::uint64_t* slot) { return gpu::look_far(slot); }
};

template <class Rng, int Across, int Down>
__global__ void __launch_bounds__(most_strip_threads(Across, Down))
    update_slab_strips(MultispinPlanes planes, StripPlan plan, const SlabMail mail,
                       const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys, std::uint64_t first_half,
                       std::uint32_t halves, const MultispinThresholds thresholds) {
  sweep_strips<Rng, Across, Down, SlabBoxes>(planes, plan, mail, keys, first_half, halves, thresholds);
}

/// Keeps what the neighbours posted last, of colour 1 behind half-sweep number `done`, as rows beside the slab.
/// Launched with a thread a word and y for either side.
template <class Word>
__global__ void keep_posted_rows(const SlabMail mail, std::uint32_t n, std::uint32_t done, Word* before, Word* behind) {
  const std::uint32_t x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= n) return;
  const std::uint64_t* const slot = (blockIdx.y == 0 ? mail.from_before : mail.from_behind) + 2 * n + x;
  PostedRow<1, SlabBoxes> posted(mail);
  posted.look(slot);
  (blockIdx.y == 0 ? before : behind)[x] = posted.await(slot, done).item[0];
}

/// The launches of one slab, which lies in memory between them.
template <class Rng, int Across, int Down>
class SlabStrips {
 public:
  SlabStrips(const StripPlan& plan, std::uint32_t* words, std::uint32_t words_a_row, std::uint32_t rows,
             std::uint64_t first_tile)
      : plan_(plan), planes_{words, rows, words_a_row, 1}, boxes_(plan.mail_words(words_a_row)) {
    boxes_.fill_zero();
    mail_.boxes = boxes_.data();
    mail_.first_tile = first_tile;
    gpu::allow_shared_bytes(update_slab_strips<Rng, Across, Down>, plan_.shared_bytes());
    // They wait for each other and for those of other ranks, so all of them must have a place. Said here, before
    // anybody waits.
    const int places =
        gpu::multiprocessors() * gpu::blocks_per_multiprocessor(update_slab_strips<Rng, Across, Down>,
                                                                static_cast<int>(plan_.threads), plan_.shared_bytes());
    if (static_cast<std::int64_t>(plan_.blocks) > places)
      throw Unsupported("transport=direct: the device of a rank has places for " + std::to_string(places) + " of the " +
                        std::to_string(plan_.blocks) + " blocks that wait for each other: take transport=peer");
  }

  /// `count` sweeps behind `halves` half-sweeps. What neighbours posted last is kept in `before` and `behind`.
  void sweep(int count, const GpuBorders& borders, std::uint64_t halves, const PhiloxKeys& keys,
             const MultispinThresholds& thresholds, std::uint32_t* before, std::uint32_t* behind) {
    const std::uint32_t n = planes_.words_a_row;
    // Message 0 is a slab's first row, which goes to the rank before, and comes in from the one behind.
    mail_.before = borders.posted_to(0);
    mail_.behind = borders.posted_to(1);
    mail_.from_behind = borders.posted();
    mail_.from_before = borders.posted() + n;
    mail_.patience = borders.patience();
    for (int done = 0; done < count;) {
      const int sweeps = std::min(count - done, most_sweeps);
      gpu::launch_cooperative_shared(update_slab_strips<Rng, Across, Down>, dim3(plan_.blocks), dim3(plan_.threads),
                                     plan_.shared_bytes(), planes_, plan_, mail_, keys, halves,
                                     static_cast<std::uint32_t>(2 * sweeps), thresholds);
      halves += 2 * static_cast<std::uint64_t>(sweeps);
      done += sweeps;
    }
    gpu::launch(keep_posted_rows<std::uint32_t>, dim3((n + 127) / 128, 2), dim3(128), mail_, n,
                static_cast<std::uint32_t>(halves), before, behind);
  }

 private:
  static constexpr int most_sweeps = 1 << 16;

  StripPlan plan_;
  MultispinPlanes planes_;
  gpu::Buffer<std::uint64_t> boxes_;
  SlabMail mail_{};
};

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
