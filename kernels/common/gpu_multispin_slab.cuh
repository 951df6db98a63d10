// The variants multispin_mpi on GPUs: the bit-sliced update of `multispin` on a lattice that the devices of ranks
// share, a slab each: the same streams, decisions and bits as on one. kernels/common/host_slabs.hpp is the same on
// CPUs.
//
// The outer rows of tiles or layers are updated first, on a stream of their own, and sent while the rest is updated.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "interface/rank_parts.hpp"
#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/gpu_multispin_launch.cuh"
#include "kernels/common/gpu_slab_sweeps.cuh"
#include "kernels/common/multispin_across_ranks.hpp"
#include "kernels/common/multispin_slabs.hpp"
#include "kernels/common/multispin_work.hpp"
#include "kernels/common/rank_axes.hpp"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

/// The reference of the counter-based ones, and the fastest.
constexpr bool in_slabs(const rng::Generator& generator) {
  return rng::takes_part(generator, rng::roles::reference | rng::roles::fastest);
}

/// Blocks of 128 threads that count what so many words hold.
inline unsigned blocks_to_sum(std::size_t words) {
  return static_cast<unsigned>(std::clamp<std::size_t>((words + 127) / 128, 1, 1024));
}

/// One rank's part. `Lattice` is a slab in memory, all spins up at first, and how it is updated:
///   Lattice(Slab, Params), Thresholds
///   parts()                         rows of tiles, or layers
///   border_words(), words_a_row()   of a row or layer that a neighbour reads; of a row
///   own(colour), plane_words()      the slab's words of a colour, row by row, and how many
///   starts_even(row)                whether the first site of a row is of colour 0
///   attach(borders)                 once: where they come in
///   take(stream, colour, borders)   puts what came in where updates find it
///   update(stream, SlabParts, colour, position, keys, thresholds)
///   sum(totals)                     adds the unsatisfied bonds and the spins that are down
///   has_strips                      whether one launch may do many sweeps, and hand over borders by itself
///   posted_words(), sweep(count, borders, half-sweeps before, keys, thresholds)
///                                   there: words a border so handed over, 0 where a launch does one colour
template <class Lattice>
class DeviceSlab final : public RankPart {
 public:
  DeviceSlab(const Params& params, std::uint64_t seed, const Ring& ring, const Slab& slab, std::string path)
      : lattice_(slab, params),
        path_(std::move(path)),
        totals_(2),
        // What goes to the rank before is message 0, so that what comes in as such is from the one behind.
        borders_(ring, params.word("transport"), {{-1, 1}, {-1, 1}}, border_bytes(), posted_words()),
        keys_(seed),
        thresholds_(Lattice::Thresholds::at(params.real("beta"))),
        device_(gpu::device_in_words()) {
    lattice_.attach(borders_);
    gpu::synchronize();
  }

  std::string code_path() const override { return path_; }
  void sweep(int count) override {
    if constexpr (Lattice::has_strips)
      if (lattice_.posted_words() > 0) return sweep_in_strips(count);
    sweeps_.run(*this, borders_, 2 * count);
  }
  Phases phases() const override {
    Phases result = sweeps_.phases();
    result.bulk += strips_s_;
    return result;
  }
  std::string device() const override { return device_; }

  std::vector<std::int64_t> sums() override {
    totals_.fill_zero();
    lattice_.sum(totals_.data());
    std::vector<std::int64_t> result(2);
    totals_.copy_to(result.data(), 2);
    return result;
  }

  std::vector<std::uint32_t> words() override {
    const std::size_t all = lattice_.plane_words(), bytes = all * sizeof(std::uint32_t), n = lattice_.words_a_row();
    std::vector<std::uint32_t> planes[2] = {std::vector<std::uint32_t>(all), std::vector<std::uint32_t>(all)}, bits;
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      gpu::copy_rows(gpu::stream(), {planes[colour].data(), bytes}, {lattice_.own(colour), bytes}, bytes, 1);
    gpu::synchronize();
    bits.reserve(2 * all);
    for (std::size_t row = 0; row < all / n; ++row) {
      const std::uint32_t even = lattice_.starts_even(row) ? 0 : 1;
      for (std::size_t at = row * n; at < (row + 1) * n; ++at)
        append_row_order(bits, planes[even][at], planes[1 - even][at]);
    }
    return bits;
  }

  // For GpuSlabSweeps.
  void take(gpu::Stream in, std::uint32_t colour) { lattice_.take(in, colour, borders_); }
  void boundary(gpu::Stream in, std::uint32_t colour) { update(in, colour, SlabParts::boundary(lattice_.parts())); }
  void bulk(gpu::Stream in, std::uint32_t colour) {
    if (lattice_.parts() > 2) update(in, colour, SlabParts::bulk(lattice_.parts()));
  }
  void send(gpu::Stream in, std::uint32_t colour, GpuBorders& borders) {
    const std::size_t bytes = border_bytes();
    std::uint32_t *const first = lattice_.own(colour), *const end = first + lattice_.plane_words();
    borders.send(in, colour, 0, {{{first, bytes}, bytes, 1}});
    borders.send(in, colour, 1, {{{end - lattice_.border_words(), bytes}, bytes, 1}});
  }
  void next() { ++halves_; }

 private:
  /// What a kernel waits in is time of the bulk here.
  void sweep_in_strips(int count) {
    borders_.connect();
    begin_.set(gpu::stream());
    lattice_.sweep(count, borders_, halves_, keys_, thresholds_);
    end_.set(gpu::stream());
    borders_.await_work(urgent_);
    halves_ += 2 * static_cast<std::uint64_t>(count);
    strips_s_ += end_.seconds_since(begin_);
  }
  std::size_t posted_words() const {
    if constexpr (Lattice::has_strips) return lattice_.posted_words();
    return 0;
  }
  std::size_t border_bytes() const { return lattice_.border_words() * sizeof(std::uint32_t); }
  void update(gpu::Stream in, std::uint32_t colour, const SlabParts& parts) {
    lattice_.update(in, parts, colour, halves_ * multispin_draws, keys_, thresholds_);
  }

  Lattice lattice_;
  std::string path_;
  gpu::Buffer<std::int64_t> totals_;
  GpuBorders borders_;
  PhiloxKeys keys_;
  typename Lattice::Thresholds thresholds_;
  std::string device_;
  std::uint64_t halves_ = 0;
  GpuSlabSweeps sweeps_;
  gpu::UrgentStream urgent_;
  gpu::Mark begin_, end_;
  double strips_s_ = 0;
};

/// What a kernel's variant does with its slabs. `Its`: a MultispinModel, and beside
///   std::string path(Params, Slab)            as Simulation::code_path()
///   Lattice<Rng, across, down>                as DeviceSlab has it
///   with_tile(tile, use)                      as with_built_tile()
///   Work work(Params, sites)                  of all ranks
template <class Its>
struct DeviceSlabs {
  using Units = SlabUnits<Its::dimensions>;

  static std::uint32_t side(const Params& params) { return static_cast<std::uint32_t>(params.integer("L")); }
  static Slab slab_of(const Params& params, int rank) {
    return Units::of(side(params), Its::tile(params).down, rank, static_cast<int>(params.integer("ranks")));
  }
  static std::string unsupported(const Params& params) {
    if (params.integer("words") != 8)
      return "multispin_mpi is built for tiles of 8 words, but words is " + std::to_string(params.integer("words"));
    if (const std::string why = Its::unsupported(params, 64); !why.empty()) return why;
    if (const std::string& rng = params.word("rng"); !rng::is_of(in_slabs, rng))
      return "multispin_mpi is not built for " + rng + ": take " + rng::one_of(in_slabs);
    if (const std::string why = ranks_unsupported(params); !why.empty()) return why;
    if (const std::string why = transport_unsupported(params); !why.empty()) return why;
    return Units::unsupported(side(params), Its::tile(params).down, params.integer("ranks"));
  }
  static std::string path(const Params& params) {
    return paths_of_ranks(params, [&](int rank) { return Its::path(params, slab_of(params, rank)); });
  }

  static std::unique_ptr<RankPart> make_part(const Params& params, std::uint64_t seed, const Ring& ring) {
    // Rank 0 has the device that the program was told to take.
    if (ring.rank() > 0) gpu::use_device_number(world().places[static_cast<std::size_t>(ring.rank())].of_host);
    const Slab slab = slab_of(params, ring.rank());
    return rng::with_generator_of<in_slabs>(
        params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<RankPart> {
          using Rng = typename decltype(tag)::type;
          return Its::with_tile(Its::tile(params), [&](auto built) -> std::unique_ptr<RankPart> {
            using Lattice = typename Its::template Lattice<Rng, built.across, built.down>;
            return std::make_unique<DeviceSlab<Lattice>>(params, seed, ring, slab, Its::path(params, slab));
          });
        });
  }
  /// Beside which the parts are registered.
  static const RankedVariant& ranked() {
    static const RankedVariant the = {Its::kernel, "multispin_mpi", SPINBENCH_GPU_BACKEND, make_part};
    return the;
  }

  static std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
    const double sites = sites_of(params, Its::dimensions);
    Work work = Its::work(params, sites);
    work.footprint_bytes = sites / 8;
    return std::make_unique<MultispinAcrossRanks<Its::dimensions>>(ranked(), params, seed, work);
  }

  /// `title`: what a rank has.
  static Variant variant(const std::string& title, const Axis& L, const Axis& beta, const Proofs& proofs) {
    return {
        .kernel = Its::kernel,
        .name = "multispin_mpi",
        .backend = SPINBENCH_GPU_BACKEND,
        .title = "the bit-sliced lattice shared by the devices of ranks, " + title,
        .source = "this suite",
        .axes = {L, axis_ranks(), axis_transport({"peer", "staged", "aware", "direct", "nccl"}), axis_words(8),
                 axis_rng("mwc64x"), beta},
        .oracle = "multispin_plain",
        // Strips of large slabs have ways that no small lattice has.
        .follower = host_follower<Its>(),
        .unsupported = [](const Params& params, const Device&) { return unsupported(params); },
        // A slab of the largest rank's, and what comes in.
        .memory_bytes =
            [](const Params& params) {
              const double sites = sites_of(params, Its::dimensions);
              return sites / 8 / params.real("ranks") + sites / params.real("L") / 2 +
                     static_cast<double>(gpu::least_shared_bytes) + 1e6;
            },
        .make = make,
        .bit_cases = [](const Params& params,
                        const Device&) { return slabs_bit_cases<Its>(params, path, unsupported); },
        .physics = proofs.physics,
        .look = proofs.look,
    };
  }
};

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE
