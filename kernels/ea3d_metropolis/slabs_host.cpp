// Lulli 2015, section 5, on CPUs: a slab of planes for each rank, updated site by site, or a checkerboard's in vectors.
//
// What the neighbours wait for is updated first and sent; the rest is updated while it is under way.
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
#include "kernels/ea3d_metropolis/slabs_host.hpp"

#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/common/rank_axes.hpp"
#include "kernels/common/rank_clock.hpp"
#include "kernels/common/rank_mutants.hpp"
#include "kernels/ea3d_metropolis/physics.hpp"

namespace spinbench::ea3d {
namespace {

template <class Layout, class Rng>
class HostGlassSlab final : public RankPart {
 public:
  HostGlassSlab(const Params& params, std::uint64_t seed, rng::Seeding seeding, const Ring& ring)
      : layout_(slab_of<Layout>(params, ring.rank())),
        path_(slab_path(params, layout_).text()),
        arrays_(arrays_of_slab(params, layout_)) {
    const std::uint64_t streams = std::uint64_t{arrays_.systems} * arrays_.words;
    // Vectors may read some words more.
    spins_.resize(arrays_.all_spins() + 2 * host_margin);
    couplings_.resize(arrays_.all_couplings() + 2 * host_margin);
    states_.resize(rng::Store<Rng>::size(streams, 1));
    arrays_.spins = spins_.data() + host_margin, arrays_.couplings = couplings_.data() + host_margin;
    if constexpr (in_vectors) rule_ = host_glass_rule(params.word("rng")), isa_ = host_glass_isa(params), seed_ = seed;
    store_ = {Rng::setup(seed, std::uint64_t{arrays_.systems} * layout_.words(), seeding), states_.data(), streams, 1};
    const RandomBonds bonds = RandomBonds::of(params.word("couplings"), beta_of(params), seed);
    for (std::uint32_t system = 0; system < arrays_.systems; ++system)
      for (std::uint32_t i = 0; i < arrays_.words; ++i) start_site(arrays_, layout_, store_, bonds, system, i);
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      for (int number = 0; number < Layout::messages; ++number) {
        const int step = layout_.sent(colour, number).step;
        messages_[colour][number] = std::make_unique<RingMessage>(
            ring, planted(RankMutant::ranks_wrong_neighbour) ? -step : step, static_cast<int>(2 * colour) + number,
            lattices() * layout_.area() * sizeof(std::uint32_t));
      }
  }

  std::string code_path() const override { return path_; }

  void sweep(int count) override {
    for (int half = 0; half < 2 * count; ++half, position_ += arrays_.replicas)
      half_sweep(static_cast<std::uint32_t>(half & 1));
    RankClock clock;
    take(1);
    clock.add_to(phases_.wait);
  }

  std::vector<std::int64_t> sums() override { return {}; }

  std::vector<std::uint32_t> words() override {
    const std::size_t own = std::size_t{layout_.planes} * layout_.area();
    std::vector<std::uint32_t> result;
    result.reserve(2 * lattices() * own);
    for (std::size_t lattice = 0; lattice < 2 * lattices(); ++lattice) {
      const std::uint32_t* const first = arrays_.spins + lattice * arrays_.words;
      result.insert(result.end(), first, first + own);
    }
    return result;
  }

  Phases phases() const override { return phases_; }

 private:
  static constexpr bool in_vectors = std::is_same_v<Layout, VectorSlab>;

  /// Of a colour.
  std::size_t lattices() const { return std::size_t{arrays_.replicas} * arrays_.systems; }

  void update(std::uint32_t colour, std::uint32_t first_plane, std::uint32_t last_plane) {
    if constexpr (in_vectors) {
      const HostPlanes planes{layout_.planes, planted(RankMutant::ranks_same_streams) ? 0 : layout_.first,
                              layout_.sent(0, 0).kept_at, layout_.sent(0, 1).kept_at};
      for (std::uint32_t system = 0; system < arrays_.systems; ++system)
        rule_.update(isa_, {arrays_, planes, seed_, position_, colour, system, first_plane, last_plane});
      return;
    }
    for (std::uint32_t system = 0; system < arrays_.systems; ++system)
      for (std::uint32_t i = first_plane * layout_.area(); i < last_plane * layout_.area(); ++i) {
        const Site site = layout_.site(i, colour);
        update_site<PlainLogic>(arrays_, layout_, store_, position_, colour, system, i, site,
                                layout_.neighbours(i, site));
      }
  }

  void half_sweep(std::uint32_t colour) {
    RankClock clock;
    if (!planted(RankMutant::ranks_stale_rows)) take(1 - colour);
    clock.add_to(phases_.wait);
    // Each plane that somebody waits for, once.
    const std::uint32_t outer = layout_.sent(colour, 0).plane, other = layout_.sent(colour, Layout::messages - 1).plane;
    update(colour, outer, outer + 1);
    if (other != outer) update(colour, other, other + 1);
    if (planted(RankMutant::ranks_boundary_twice)) update(colour, outer, outer + 1);
    clock.add_to(phases_.boundary);
    if (planted(RankMutant::ranks_stale_rows)) take(1 - colour);
    send(colour);
    clock.add_to(phases_.transfer);
    for (std::uint32_t plane = 0; plane < layout_.planes; ++plane) {
      if (plane != outer && plane != other) update(colour, plane, plane + 1);
      // Some libraries move a message only while they are called.
      for (int number = 0; number < Layout::messages; ++number) messages_[colour][number]->poll();
    }
    clock.add_to(phases_.bulk);
  }

  std::uint32_t* plane_of(std::uint32_t colour, std::size_t lattice, std::uint32_t plane) {
    return arrays_.spins + (colour * lattices() + lattice) * arrays_.words + std::size_t{plane} * layout_.area();
  }

  void send(std::uint32_t colour) {
    const std::size_t bytes = layout_.area() * sizeof(std::uint32_t);
    for (int number = 0; number < Layout::messages; ++number) {
      std::byte* const to = messages_[colour][number]->outgoing();
      for (std::size_t lattice = 0; lattice < lattices(); ++lattice)
        std::memcpy(to + lattice * bytes, plane_of(colour, lattice, layout_.sent(colour, number).plane), bytes);
      messages_[colour][number]->post();
    }
    awaited_[colour] = true;
  }

  /// What the neighbours sent when they had updated `colour`.
  void take(std::uint32_t colour) {
    if (!std::exchange(awaited_[colour], false)) return;
    const std::size_t bytes = layout_.area() * sizeof(std::uint32_t);
    for (int number = 0; number < Layout::messages; ++number) {
      const std::byte* const from = messages_[colour][number]->incoming();
      const int as = planted(RankMutant::ranks_tags_mixed) ? Layout::messages - 1 - number : number;
      for (std::size_t lattice = 0; lattice < lattices(); ++lattice)
        std::memcpy(plane_of(colour, lattice, layout_.sent(colour, as).kept_at), from + lattice * bytes, bytes);
    }
  }

  Layout layout_;
  std::string path_;
  GlassArrays arrays_;
  std::vector<std::uint32_t> spins_, couplings_;
  std::vector<typename rng::Store<Rng>::Element> states_;
  rng::Store<Rng> store_;
  HostGlassRule rule_{};  ///< of what is done in vectors, with what it needs
  cpu::Isa isa_ = cpu::Isa::baseline;
  std::uint64_t seed_ = 0, position_ = 0;
  std::unique_ptr<RingMessage> messages_[2][Layout::messages];  ///< by colour
  bool awaited_[2] = {false, false};
  Phases phases_;
};

/// Calls `use` for the generators that the layout is built for.
template <class Layout, class Use>
auto with_slab_generator(const std::string& name, Use&& use) {
  if constexpr (Layout::copies == 1)
    return rng::with_generator_of<in_spin_glasses>(name, use);
  else if constexpr (std::is_same_v<Layout, VectorSlab>)
    return rng::with_generator_of<in_fast_spin_glasses>(name, use);
  else
    return rng::with_generator_of<rng::keeps_nothing>(name, use);
}

template <class Layout>
std::unique_ptr<RankPart> make_part(const Params& params, std::uint64_t seed, const Ring& ring) {
  return with_slab_generator<Layout>(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<RankPart> {
        return std::make_unique<HostGlassSlab<Layout, typename decltype(tag)::type>>(params, seed, seeding, ring);
      });
}

template <class Layout>
const RankedVariant& ranked() {
  static const RankedVariant the = {"ea3d_metropolis", Layout::name, "cpu", make_part<Layout>};
  return the;
}

template <class Layout>
std::unique_ptr<Simulation> make_slabs(const Params& params, std::uint64_t seed) {
  if constexpr (std::is_same_v<Layout, VectorSlab>) {
    const Work its = host_glass_rule(params.word("rng"))
                         .work(arrays_of(params), host_glass_isa(params), static_cast<int>(params.integer("ranks")));
    return std::make_unique<GlassAcrossRanks<Layout>>(ranked<Layout>(), params, seed, its);
  }
  const Work work = with_slab_generator<Layout>(params.word("rng"), [&](auto tag, rng::Seeding) {
    using Rng = typename decltype(tag)::type;
    const GlassArrays arrays = arrays_of<std::uint32_t>(params);
    return layout_work(arrays, Rng::facts, rng::Store<Rng>::traffic(arrays.replicas, 1));
  });
  return std::make_unique<GlassAcrossRanks<Layout>>(ranked<Layout>(), params, seed, work);
}

template <class Layout>
std::vector<Axis> axes() {
  std::vector<Axis> result = {
      axis_L(), axis_systems(1), axis_replicas(4), axis_ranks(), axis_transport({"staged"}), axis_couplings()};
  if constexpr (std::is_same_v<Layout, VectorSlab>) {
    result.push_back(Axis::word("rng", "philox4x32", rng::names_of(in_fast_spin_glasses), "random number generator"));
    result.push_back(axis_isa());
  } else {
    result.push_back(Layout::copies == 1 ? axis_spin_glass_rng() : axis_rng("philox4x32"));
  }
  result.push_back(axis_beta());
  return result;
}

template <class Layout>
Variant slabs(const std::string& title, const std::string& source = "Lulli 2015, section 5") {
  return {
      .kernel = "ea3d_metropolis",
      .name = Layout::name,
      .backend = "cpu",
      .title = title,
      .source = source,
      .axes = axes<Layout>(),
      .oracle = single_spin_oracle(),
      .unsupported = [](const Params& params, const Device&) { return slabs_unsupported<Layout>(params); },
      .memory_bytes = layout_bytes,
      .make = make_slabs<Layout>,
      .bit_cases = slabs_bit_cases<Layout>,
      .physics = slabs_physics<Layout>,
      .look = look,
  };
}

const RegisterRanked sliced_part{ranked<SlicedSlab>()}, standard_part{ranked<StandardSlab>()},
    vector_part{ranked<VectorSlab>()};
const Register<Variant> sliced_slabs{slabs<SlicedSlab>("planes of one colour shared by ranks, one message a colour")},
    standard_slabs{slabs<StandardSlab>("planes of a checkerboard shared by ranks, two messages a colour")},
    vector_slabs{slabs<VectorSlab>(
        cpu::with_widest_isa("planes of a checkerboard shared by ranks, neighbouring words in vectors,"),
        "this suite")};

}  // namespace
}  // namespace spinbench::ea3d
