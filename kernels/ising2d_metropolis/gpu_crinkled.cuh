// The update that v2 to v4 share, in the crinkled layout: what they differ in comes in as a policy.
#pragma once

#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/gpu_checkerboard.cuh"
#include "kernels/ising2d_metropolis/written_sectors.hpp"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// The two planes as an update of one colour sees them. Places within a plane fit 32 bits up to L = 65536: with one
/// base for each plane, an access costs one address instruction.
template <class Spin>
struct Planes {
  Spin* own;
  const Spin* other;

  Planes(Spin* spins, std::uint32_t L, std::uint32_t colour) {
    const std::size_t plane = static_cast<std::size_t>(L) * (L / 2);
    own = colour ? spins + plane : spins;
    other = colour ? spins : spins + plane;
  }
};

/// `Sites` sites of one colour side by side: columns x to x + Sites - 1, pair of rows j. A site's partner in the same
/// pair of rows has the same place in the other plane. Its other vertical neighbour lies a pair of rows down or up, in
/// turns along the row (the talk's listings have this wrong for half of the sites).
template <int Sites>
struct CrinkledSites {
  bool inside;
  std::uint32_t place, left, right, next, previous;
  bool first_is_lower;  ///< y = 2j + 1 for the first site

  __device__ CrinkledSites(std::uint32_t L, std::uint32_t colour) {
    const std::uint32_t x = (blockIdx.x * blockDim.x + threadIdx.x) * Sites;
    const std::uint32_t j = blockIdx.y * blockDim.y + threadIdx.y;
    const std::uint32_t pairs = L / 2;
    inside = x < L && j < pairs;
    place = j * L + x;
    left = x == 0 ? place + L - 1 : place - 1;
    if (planted(Mutant::crinkled_block_wraps) && threadIdx.x == 0) left = j * L + L - 1;
    right = x + Sites == L ? place + Sites - L : place + Sites;
    next = j == pairs - 1 ? x : place + L;
    previous = j == 0 ? place + (pairs - 1) * L : place - L;
    first_is_lower = (x + colour) & 1;
  }
  __device__ bool is_lower(int i) const { return first_is_lower != ((i & 1) != 0); }
};

/// The sum of each site's four neighbours.
template <int Sites, class Spin>
__device__ __forceinline__ void sum_neighbours(const Planes<Spin>& planes, const CrinkledSites<Sites>& sites,
                                               int (&sums)[Sites]) {
  using Pack = gpu::Pack<Spin, Sites>;
  const Pack partner = gpu::load_pack<Sites>(&planes.other[sites.place]);
  const int left = planes.other[sites.left], right = planes.other[sites.right];
  if constexpr (Sites == 1) {
    sums[0] = left + right + partner.item[0] + planes.other[sites.is_lower(0) ? sites.next : sites.previous];
  } else {
    const Pack next = gpu::load_pack<Sites>(&planes.other[sites.next]);
    const Pack previous = gpu::load_pack<Sites>(&planes.other[sites.previous]);
#pragma unroll
    for (int i = 0; i < Sites; ++i)
      sums[i] = (i == 0 ? left : partner.item[i - 1]) + (i == Sites - 1 ? right : partner.item[i + 1]) +
                partner.item[i] + (sites.is_lower(i) ? next.item[i] : previous.item[i]);
  }
}

/// Policy: `Thresholds`, a kernel argument, and `threshold(thresholds, field)`; `past_l1`, whether data that is touched
/// once passes the first-level cache by; `store_all`, whether sites are stored that were not flipped.
template <class Policy, class Spin, class Rng, bool Always, int Sites>
__global__ void __launch_bounds__(256)
    update_crinkled(Planes<Spin> planes, std::uint32_t L,
                    const SPINBENCH_CONSTANT_ARGUMENT typename Policy::Thresholds thresholds, StreamTable<Rng> streams,
                    std::uint32_t colour) {
  const CrinkledSites<Sites> sites(L, colour);
  streams.wait_for_previous_launch();
  if (!sites.inside) return;
  auto own = gpu::load_pack<Sites, Policy::past_l1>(&planes.own[sites.place]);
  auto states = streams.template load<Sites, Policy::past_l1>(sites.place);
  int sums[Sites];
  sum_neighbours(planes, sites, sums);

  bool any = Policy::store_all;
#pragma unroll
  for (int i = 0; i < Sites; ++i) {
    auto stream = streams.open_loaded(states.item[i], sites.place + i);
    const auto threshold = [&](int field) { return Policy::threshold(thresholds, field); };
    const bool flip = metropolis<Always>(own.item[i] * sums[i], stream, threshold);
    own.item[i] = static_cast<Spin>(flip ? -own.item[i] : own.item[i]);
    streams.unload(states.item[i], stream);
    any = any || (flip && (!planted(Mutant::crinkled_half_stored) || i < 2));
  }
  if (any) gpu::store_pack<Sites, Policy::past_l1>(&planes.own[sites.place], own);
  if (planted(Mutant::crinkled_state_lost) && sites.right <= sites.place) return;
  streams.template save<Sites, Policy::past_l1>(sites.place, states);
}

/// The policy of GpuCheckerboard for v2 to v4. `sites` is the axis of that name.
template <class Policy>
struct InPlanes {
  template <class Spin, class Rng, bool Always>
  class Update {
   public:
    using Layout = Crinkled;
    using Slot = StreamsInOrder;

    explicit Update(const Params& params)
        : sites_(static_cast<std::uint32_t>(params.integer("sites"))),
          size_(grid_of(params)),
          table_(BoltzmannTable::at(params.real("beta"))) {}

    static SiteGrid grid_of(const Params& params) {
      const auto L = static_cast<std::uint32_t>(params.integer("L"));
      return {L / static_cast<std::uint32_t>(params.integer("sites")), L / 2, 256};
    }
    std::string code_path() const { return "sites " + std::to_string(sites_) + ", " + size_.code_path(); }
    int sites_a_thread() const { return static_cast<int>(sites_); }
    static double spin_traffic(double beta) {
      return 2 + (Policy::store_all ? 1 : share_written(beta, spins_a_sector<Spin>, Beside::in_paired_rows));
    }
    void update(const gpu::Launcher& launch, Spin* spins, std::uint32_t L, const StreamTable<Rng>& streams,
                std::uint32_t colour) const {
      const auto with = [&](auto kernel) {
        launch(kernel, size_.grid, size_.block, Planes<Spin>(spins, L, colour), L, table_.thresholds(), streams,
               colour);
      };
      if (sites_ == 1)
        with(update_crinkled<Policy, Spin, Rng, Always, 1>);
      else
        with(update_crinkled<Policy, Spin, Rng, Always, 4>);
    }

   private:
    std::uint32_t sites_;
    SiteGrid size_;
    typename Policy::Table table_;
  };
};

/// The thresholds in constant memory.
struct InConstantMemory {
  static constexpr bool needs_textures = false;
  using Thresholds = ConstantBoltzmann::Argument;
  class Table {
   public:
    explicit Table(const BoltzmannTable& table) : table_(table.word) {}
    Thresholds thresholds() const { return table_.argument(); }

   private:
    ConstantBoltzmann table_;
  };
  __device__ static std::uint32_t threshold(const Thresholds& table, int field) {
    return table[BoltzmannTable::index(field)];
  }
};

/// The thresholds in texture memory.
struct InTexture {
  static constexpr bool needs_textures = true;
  using Thresholds = gpu::TextureTable::Handle;
  class Table {
   public:
    explicit Table(const BoltzmannTable& table) : table_(table.word, BoltzmannTable::entries) {}
    Thresholds thresholds() const { return table_.handle(); }

   private:
    gpu::TextureTable table_;
  };
  __device__ static std::uint32_t threshold(Thresholds table, int field) {
    return gpu::texture_word(table, static_cast<int>(BoltzmannTable::index(field)));
  }
};

template <class Policy>
Variant crinkled_variant(std::string name, std::string title, std::string source, std::string draw) {
  Variant variant = checkerboard_variant(std::move(name), std::move(title), std::move(source), std::move(draw));
  variant.axes.insert(variant.axes.begin() + 1, axis_sites());
  variant.unsupported = [](const Params& params, const Device& device) -> std::string {
    if (Policy::needs_textures && !device.textures) return "the " + device.name + " has no texture fetches";
    return gpu_checkerboard_unsupported(params);
  };
  variant.make = make_checkerboard<InPlanes<Policy>::template Update>;
  variant.bit_cases = [](const Params& params, const Device& device) {
    using Update = typename InPlanes<Policy>::template Update<std::int32_t, rng::Lcg32, true>;
    return checkerboard_bit_cases(params, device, [](const Params& one) { return Update::grid_of(one).code_path(); });
  };
  return variant;
}

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
