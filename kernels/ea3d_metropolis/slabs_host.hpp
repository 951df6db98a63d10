// What ranks share of sliced_mpi and standard_mpi, whatever updates their slabs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "interface/rank_parts.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/ising_physics.hpp"
#include "kernels/common/rank_axes.hpp"
#include "kernels/common/spin_glass_physics.hpp"
#include "kernels/ea3d_metropolis/axes.hpp"
#include "kernels/ea3d_metropolis/column_slabs.hpp"
#include "kernels/ea3d_metropolis/layout_host.hpp"
#include "kernels/ea3d_metropolis/multispin_host.hpp"
#include "kernels/ea3d_metropolis/slabs.hpp"
#include "kernels/ea3d_metropolis/unsatisfied.hpp"

namespace spinbench::ea3d {

template <class Layout>
Layout slab_of(const Params& params, int rank) {
  return slab_of<Layout>(static_cast<std::uint32_t>(params.integer("L")), rank,
                         static_cast<int>(params.integer("ranks")));
}

/// The sizes of a slab's arrays, copies with them, without memory.
template <class Layout>
GlassArrays arrays_of_slab(const Params& params, const Layout& slab) {
  GlassArrays result = arrays_of<std::uint32_t>(params);
  result.words = slab.slots();
  return result;
}

/// Of one rank.
template <class Layout>
CodePath slab_path(const Params& params, const Layout& slab) {
  const std::int64_t replicas = params.integer("replicas");
  CodePath path;
  if constexpr (std::is_same_v<Layout, VectorSlab>) {
    const cpu::Isa isa = host_glass_isa(params);
    const auto lanes = static_cast<std::uint32_t>(cpu::vector_bytes(isa)) / 4;
    path.with(cpu::name_of(isa)).count("vectors a row", slab.L / 2 / lanes).where(replicas == 4, "no other replicas");
  }
  return path.count("planes", slab.planes)
      .where(replicas >= 4, "four replicas")
      .where(replicas % 4 != 0, "single replicas");
}

/// Of all ranks, each path once.
template <class Layout>
std::string slabs_path(const Params& params) {
  return paths_of_ranks(params, [&](int rank) { return slab_path(params, slab_of<Layout>(params, rank)).text(); });
}

template <class Layout>
std::string slabs_unsupported(const Params& params) {
  const std::string other =
      std::is_same_v<Layout, VectorSlab> ? host_glass_unsupported(params) : colours_unsupported(params);
  if (!other.empty()) return other;
  if (const std::string why = ranks_unsupported(params); !why.empty()) return why;
  const std::string& rng = params.word("rng");
  // A site of colour 1 shares its stream with its neighbour below, whose state may lie on another rank.
  if (Layout::copies == 2 && !rng::is_of(rng::keeps_nothing, rng))
    return std::string(Layout::name) + " is not built for " + rng +
           ", whose states would have to travel with the planes: take " + rng::one_of(rng::keeps_nothing);
  const auto planes = static_cast<std::int64_t>(Layout::all_planes(static_cast<std::uint32_t>(params.integer("L"))));
  if (planes >= params.integer("ranks")) return "";
  return "L=" + std::to_string(params.integer("L")) + " has " + std::to_string(planes) +
         (Layout::copies == 1 ? " pairs of planes" : " planes") + ": not one for each of " +
         std::to_string(params.integer("ranks")) + " ranks";
}

/// As layout_bit_cases(), and the case's own path.
template <class Layout>
std::vector<Params> slabs_bit_cases(const Params& params, const Device& device) {
  std::vector<Params> result = layout_bit_cases(params, device);
  const auto admits = [](const Params& one) { return slabs_unsupported<Layout>(one).empty(); };
  std::erase_if(result, [&](const Params& one) { return !admits(one); });
  std::vector<std::int64_t> sizes;
  for (std::int64_t L = 4; L <= 64; L += 2) sizes.push_back(L);
  // Three of the widest vectors a row.
  if (std::is_same_v<Layout, VectorSlab>) sizes.push_back(96);
  Params small = params;
  small.set("systems", std::min<std::int64_t>(params.integer("systems"), 3));
  add_on_path(result, small, slabs_path<Layout>(params), sizes, slabs_path<Layout>, admits);
  return result;
}

/// `admits`: the cases that ranks can share so.
inline std::vector<Check> shared_glass_physics(const CheckContext& context,
                                               const std::function<bool(const Params&)>& admits) {
  SpinGlassPhysics what;
  what.base = context.params;
  const auto smallest = [&](std::int64_t least) {
    Params params = context.params;
    for (params.set("L", least); !admits(params) && least < 512;) params.set("L", least += 2);
    return least;
  };
  const bool parallel = is_parallel(context.device);
  what.sample_L = smallest(4) == 4 ? 4 : 0;
  what.sample_systems = what.nishimori_systems = parallel ? 64 : 32;
  what.nishimori_L = smallest(parallel ? 16 : 8);
  return check_spin_glass(context, what);
}

template <class Layout>
std::vector<Check> slabs_physics(const CheckContext& context) {
  return shared_glass_physics(context, [](const Params& params) { return slabs_unsupported<Layout>(params).empty(); });
}

/// From the words of parts that march: chunk by chunk of replicas, colour by colour, system by system.
inline SpinGlassBits marched_bits(const Params& params, const std::vector<std::uint32_t>& parts) {
  const SpinGlassShape shape = SpinGlassShape::of(3, params);
  const std::uint32_t together = replicas_a_march(shape.replicas);
  const std::size_t plane = std::size_t{shape.L} * (shape.L / 2) * together,
                    lattices = std::size_t{2} * (shape.replicas / together) * shape.systems;
  std::vector<std::uint32_t> whole(lattices * shape.L * plane);
  auto from = parts.begin();
  for (int rank = 0; rank < params.integer("ranks"); ++rank) {
    const MarchSlab slab = slab_of<MarchSlab>(params, rank);
    const auto own = static_cast<std::ptrdiff_t>(slab.planes * plane);
    for (std::size_t lattice = 0; lattice < lattices; ++lattice, from += own)
      std::copy(from, from + own,
                whole.begin() + static_cast<std::ptrdiff_t>((lattice * shape.L + slab.first) * plane));
  }
  return columns_in_order(shape, together, whole.data());
}

/// The spins in canonical order, from the words of all parts: those of their own planes, in the order of GlassArrays.
template <class Layout>
SpinGlassBits bits_of_slabs(const Params& params, const std::vector<std::uint32_t>& parts) {
  if constexpr (std::is_same_v<Layout, MarchSlab>) {
    return marched_bits(params, parts);
  } else {
    const GlassArrays arrays = arrays_of<std::uint32_t>(params);
    std::vector<std::uint32_t> whole(arrays.all_spins());
    const std::size_t lattices = std::size_t{2} * arrays.replicas * arrays.systems;
    auto from = parts.begin();
    for (int rank = 0; rank < params.integer("ranks"); ++rank) {
      const Layout slab = slab_of<Layout>(params, rank);
      const auto own = static_cast<std::ptrdiff_t>(std::size_t{slab.planes} * slab.area());
      for (std::size_t lattice = 0; lattice < lattices; ++lattice, from += own)
        std::copy(from, from + own,
                  whole.begin() +
                      static_cast<std::ptrdiff_t>(lattice * arrays.words + std::size_t{slab.first} * slab.area()));
    }
    return canonical(arrays, typename Layout::Whole{arrays.L}, whole);
  }
}

/// The simulation on rank 0.
template <class Layout>
class GlassAcrossRanks final : public AcrossRanks {
 public:
  GlassAcrossRanks(const RankedVariant& variant, const Params& params, std::uint64_t seed, const Work& work)
      : AcrossRanks(variant, params, seed),
        params_(params),
        work_(work),
        observer_(SpinGlassShape::of(3, params), RandomBonds::of(params.word("couplings"), beta_of(params), seed)) {}

  Observables observe() override { return observer_.observe(bits()); }
  Configuration configuration() override { return observer_.configuration(bits()); }
  /// Energies of marches are counted where the spins are: those of a large lattice are gigabytes.
  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "energy" || !std::is_same_v<Layout, MarchSlab>)
      return AcrossRanks::series(observable, measurements, spacing);
    Series result{observable, observer_.shape().lattices(), {}};
    for (int i = 0; i < measurements; ++i) {
      sweep(spacing);
      const std::vector<double> now = energies_of_unsatisfied(observer_.shape(), sums());
      result.values.insert(result.values.end(), now.begin(), now.end());
    }
    return result;
  }
  Work work_per_sweep() const override { return work_; }

 private:
  SpinGlassBits bits() { return bits_of_slabs<Layout>(params_, words()); }

  Params params_;
  Work work_;
  SpinGlassObserver observer_;
};

}  // namespace spinbench::ea3d
