// What ranks share of sliced_mpi and standard_mpi, whatever updates their slabs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/rank_parts.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/ising_physics.hpp"
#include "kernels/common/spin_glass_physics.hpp"
#include "kernels/ea3d_metropolis/axes.hpp"
#include "kernels/ea3d_metropolis/layout_host.hpp"
#include "kernels/ea3d_metropolis/slabs.hpp"

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
  return CodePath()
      .count("planes", slab.planes)
      .where(replicas >= 4, "four replicas")
      .where(replicas % 4 != 0, "single replicas");
}

/// Of all ranks, each path once.
template <class Layout>
std::string slabs_path(const Params& params) {
  std::string result;
  for (int rank = 0; rank < params.integer("ranks"); ++rank) {
    const std::string path = slab_path(params, slab_of<Layout>(params, rank)).text();
    if (result.find(path) == std::string::npos) result += path + "; ";
  }
  return result;
}

template <class Layout>
std::string slabs_unsupported(const Params& params) {
  if (const std::string why = colours_unsupported(params); !why.empty()) return why;
  if (const std::string why = ranks_unsupported(params); !why.empty()) return why;
  const std::string& rng = params.word("rng");
  // A site of colour 1 shares its stream with its neighbour below, whose state may lie on another rank.
  if (Layout::copies == 2 && !rng::is_of(rng::keeps_nothing, rng))
    return "standard_mpi is not built for " + rng + ", whose states would have to travel with the planes: take " +
           rng::one_of(rng::keeps_nothing);
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
  Params small = params;
  small.set("systems", std::min<std::int64_t>(params.integer("systems"), 3));
  add_on_path(result, small, slabs_path<Layout>(params), sizes, slabs_path<Layout>, admits);
  return result;
}

template <class Layout>
std::vector<Check> slabs_physics(const CheckContext& context) {
  SpinGlassPhysics what;
  what.base = context.params;
  const auto smallest = [&](std::int64_t least) {
    Params params = context.params;
    for (params.set("L", least); !slabs_unsupported<Layout>(params).empty() && least < 512;)
      params.set("L", least += 2);
    return least;
  };
  const bool parallel = is_parallel(context.device);
  what.sample_L = smallest(4) == 4 ? 4 : 0;
  what.sample_systems = what.nishimori_systems = parallel ? 64 : 32;
  what.nishimori_L = smallest(parallel ? 16 : 8);
  return check_spin_glass(context, what);
}

/// The simulation on rank 0. The parts' words are the spins of their own planes, in the order of GlassArrays.
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
  Work work_per_sweep() const override { return work_; }

 private:
  SpinGlassBits bits() {
    const std::vector<std::uint32_t> parts = words();
    const GlassArrays arrays = arrays_of<std::uint32_t>(params_);
    std::vector<std::uint32_t> whole(arrays.all_spins());
    const std::size_t lattices = std::size_t{2} * arrays.replicas * arrays.systems;
    auto from = parts.begin();
    for (int rank = 0; rank < size(); ++rank) {
      const Layout slab = slab_of<Layout>(params_, rank);
      const auto own = static_cast<std::ptrdiff_t>(std::size_t{slab.planes} * slab.area());
      for (std::size_t lattice = 0; lattice < lattices; ++lattice, from += own)
        std::copy(from, from + own,
                  whole.begin() +
                      static_cast<std::ptrdiff_t>(lattice * arrays.words + std::size_t{slab.first} * slab.area()));
    }
    return canonical(arrays, typename Layout::Whole{arrays.L}, whole);
  }

  Params params_;
  Work work_;
  SpinGlassObserver observer_;
};

}  // namespace spinbench::ea3d
