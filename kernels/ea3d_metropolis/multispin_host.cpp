// The cubic spin glass in a CPU's vectors; kernels/ea3d_metropolis/multispin_host.hpp.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
//
// Operations decide: for a word of 32 spins 8 to bring in six couplings and the flip, 27 for the rule, 3 compares, and
// what the generator takes for a word in vectors: 43 of Philox4x32-10, 31 with 7 rounds, 11 of sfc32 and mwc64x, to
// which the opening of a stream adds 124 for all replicas. A vector of AVX-512 has 16 such words: with four replicas
// and philox4x32_7 some 70 operations for 512 flips.
#include "kernels/ea3d_metropolis/multispin_host.hpp"

#include <memory>
#include <string>
#include <vector>

#include "backends/cpu/team.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/ea3d_metropolis/axes.hpp"
#include "kernels/ea3d_metropolis/layout_host.hpp"
#include "kernels/ea3d_metropolis/physics.hpp"

#define SPINBENCH_LANES_FILE "kernels/ea3d_metropolis/multispin_host.inl"
#include "kernels/common/lanes_each.inl"
#undef SPINBENCH_LANES_FILE

namespace spinbench::ea3d {
namespace {

template <class Rng>
void update_in(cpu::Isa isa, const HostColour& work) {
#if SPINBENCH_X86
  if (isa == cpu::Isa::avx512) return lanes::avx512::update_glass<Rng>(work);
  if (isa == cpu::Isa::avx2) return lanes::avx2::update_glass<Rng>(work);
#endif
  static_cast<void>(isa);
  lanes::baseline::update_glass<Rng>(work);
}

template <class Rng>
Work work_of(const GlassArrays& arrays, cpu::Isa isa, int cores) {
  Work work = layout_work(arrays, Rng::facts, 0);
  const double vectors = work.random_words / (cpu::vector_bytes(isa) / 4);
  using Lanes = lanes::baseline::RandomLanes<Rng>;
  const double opening = Rng::facts.opening_logic_ops > 0 ? lanes::baseline::opening_operations / arrays.replicas : 0;
  // Operations on 32-bit lanes, as machine_logic counts them.
  work.logic_ops = vectors * (38 + Lanes::operations + opening) * (cpu::vector_bytes(isa) / 4);
  work.multiply_adds = 0;
  work.issue_slots = 0;
  if (work.footprint_bytes / cores <= 32 << 10) work.memory_bytes = 0;
  return work;
}

/// As many as planes at most.
int threads_of(const Params& params) {
  const auto wanted = static_cast<int>(params.integer("threads"));
  return std::min(wanted == 0 ? cpu::usable_threads() : wanted, static_cast<int>(params.integer("L")));
}

template <class Rng>
class HostMultispin final : public ObservedGlass {
 public:
  HostMultispin(const Params& params, std::uint64_t seed)
      : ObservedGlass(params, seed),
        seed_(seed),
        arrays_(arrays_of(params)),
        isa_(host_glass_isa(params)),
        spins_(arrays_.all_spins() + 2 * margin),
        couplings_(arrays_.all_couplings() + 2 * margin),
        team_(threads_of(params)) {
    arrays_.spins = spins_.data() + margin, arrays_.couplings = couplings_.data() + margin;
    team_.run([this](int member) {
      const rng::Store<Rng> none{};
      const std::uint64_t words = arrays_.words, size = static_cast<std::uint64_t>(team_.size()),
                          m = static_cast<std::uint64_t>(member);
      for (std::uint32_t system = 0; system < arrays_.systems; ++system)
        for (std::uint64_t i = words * m / size; i < words * (m + 1) / size; ++i)
          start_site(arrays_, Standard{arrays_.L}, none, bonds(), system, static_cast<std::uint32_t>(i));
    });
  }

  std::string code_path() const override {
    return CodePath(cpu::name_of(isa_))
        .count("vectors a row", arrays_.L / 2 / (static_cast<std::uint32_t>(cpu::vector_bytes(isa_)) / 4))
        .with(arrays_.replicas == 4 ? "four replicas" : "other replicas")
        .count("threads", static_cast<std::uint64_t>(team_.size()))
        .text();
  }

  void sweep(int count) override {
    for (int half = 0; half < 2 * count; ++half, position_ += arrays_.replicas)
      team_.run([this, colour = static_cast<std::uint32_t>(half & 1)](int member) {
        const std::uint64_t planes = std::uint64_t{arrays_.L} * arrays_.systems,
                            size = static_cast<std::uint64_t>(team_.size()), m = static_cast<std::uint64_t>(member);
        update_planes(colour, planes * m / size, planes * (m + 1) / size);
      });
  }

  Work work_per_sweep() const override { return work_of<Rng>(arrays_, isa_, team_.size()); }
  int host_threads() const override { return team_.size(); }

 protected:
  SpinGlassBits bits() override {
    return canonical(arrays_, Standard{arrays_.L},
                     std::vector<std::uint32_t>(spins_.begin() + margin, spins_.end() - margin));
  }

 private:
  static constexpr std::ptrdiff_t margin = host_margin;

  /// Of all systems one after the other.
  void update_planes(std::uint32_t colour, std::uint64_t first, std::uint64_t last) const {
    for (std::uint64_t plane = first; plane < last;) {
      const std::uint64_t system = plane / arrays_.L, end = std::min(last, (system + 1) * arrays_.L);
      if (planted(Mutant::columns_last_system) && system > 0 && system + 1 == arrays_.systems) return;
      update_in<Rng>(isa_, {arrays_, HostPlanes::all_of(arrays_.L), seed_, position_, colour,
                            static_cast<std::uint32_t>(system), static_cast<std::uint32_t>(plane - system * arrays_.L),
                            static_cast<std::uint32_t>(end - system * arrays_.L)});
      plane = end;
    }
  }

  std::uint64_t seed_, position_ = 0;
  GlassArrays arrays_;
  cpu::Isa isa_;
  std::vector<std::uint32_t> spins_, couplings_;
  cpu::Team team_;
};

std::unique_ptr<Simulation> make_multispin(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<in_fast_spin_glasses>(
      params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<Simulation> {
        return std::make_unique<HostMultispin<typename decltype(tag)::type>>(params, seed);
      });
}

std::string host_unsupported(const Params& params, const Device&) { return host_glass_unsupported(params); }

std::vector<Params> host_bit_cases(const Params& params, const Device& device) {
  std::vector<Params> result = layout_bit_cases(params, device);
  // The case's own number of vectors a row, and one.
  for (const std::int64_t L : {32, 64, 96}) {
    if (L > std::max<std::int64_t>(32, params.integer("L"))) break;
    result.push_back(params);
    result.back().set("L", L);
    // Once with more systems than the other cases have.
    result.back().set("systems", std::min<std::int64_t>(params.integer("systems"), L == 32 ? 5 : 2));
  }
  return result;
}

const Register<Variant> registered{{
    .kernel = "ea3d_metropolis",
    .name = "multispin",
    .backend = "cpu",
    .title = cpu::with_widest_isa("32 realizations a word, neighbouring words in vectors,"),
    .source = "this suite",
    .axes = {axis_L(), axis_systems(1), axis_replicas(4), axis_couplings(),
             Axis::word("rng", "philox4x32", rng::names_of(in_fast_spin_glasses), "random number generator"),
             axis_threads(), axis_isa(), axis_beta()},
    .oracle = single_spin_oracle(),
    .unsupported = host_unsupported,
    .memory_bytes = layout_bytes,
    .make = make_multispin,
    .bit_cases = host_bit_cases,
    .physics = host_multispin_physics,
    .look = look,
}};

}  // namespace

HostGlassRule host_glass_rule(const std::string& rng) {
  return rng::with_generator_of<in_fast_spin_glasses>(rng, [](auto tag, rng::Seeding) -> HostGlassRule {
    using Rng = typename decltype(tag)::type;
    return {update_in<Rng>, work_of<Rng>};
  });
}

cpu::Isa host_glass_isa(const Params& params) {
  cpu::Isa widest = cpu::widest_isa();
  for (const cpu::Isa isa : cpu::isas())
    if (params.word("isa") == cpu::word_of(isa)) widest = isa;
  const cpu::Isa* const filled = filled_by(static_cast<std::uint32_t>(params.integer("L")) / 2, widest);
  return filled == nullptr ? cpu::Isa::baseline : *filled;
}

std::string host_glass_unsupported(const Params& params) {
  const std::int64_t L = params.integer("L");
  if (!rng::is_of(in_fast_spin_glasses, params.word("rng")))
    return "multispin keeps no states: take rng=" + rng::one_of(in_fast_spin_glasses) + ", or the variant standard";
  if (L % 8 != 0)
    return "a row of words must fill vectors of four: L must be a multiple of 8, but L is " + std::to_string(L) +
           "; the variant standard takes any even L";
  return colours_unsupported(params);
}

}  // namespace spinbench::ea3d
