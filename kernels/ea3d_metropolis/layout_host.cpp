// The layouts of Lulli 2015 on a host, a site after the other: what they find in memory is the same as on a device.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
#include "kernels/ea3d_metropolis/layout_host.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "backends/cpu/share.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/ea3d_metropolis/axes.hpp"
#include "kernels/ea3d_metropolis/physics.hpp"

namespace spinbench::ea3d {

double layout_bytes(const Params& params) {
  const GlassArrays arrays = arrays_of(params);
  return SpinGlassShape::of(3, params).word / 8.0 * static_cast<double>(arrays.all_spins() + arrays.all_couplings()) +
         rng::state_bytes(params.word("rng")) * arrays.systems * static_cast<double>(arrays.words);
}

Work layout_work(const GlassArrays& arrays, const rng::Facts& facts, double state_bytes, double groups) {
  // Words of a colour.
  const double words = static_cast<double>(arrays.words) * arrays.systems, R = arrays.replicas;
  const rng::WordCost word = rng::word_cost(facts, R);
  Work work;
  work.units = 2 * words * R * 32 * groups;
  work.random_words = 2 * words * R;
  // For each replica the rule and three thresholds, where three inputs take one operation.
  work.logic_ops = work.random_words * (layout_rule_ops * groups + 5 + word.logic_ops);
  work.multiply_adds = work.random_words * word.multiply_adds;
  work.issue_slots = work.random_words * (22 + word.issue_slots) + 2 * words * (8 * R + 6);
  work.memory_bytes = 2 * words * (4 * groups * (3 * R + 6) + state_bytes);
  work.footprint_bytes = 4.0 * groups * static_cast<double>(arrays.all_spins() + arrays.all_couplings());
  return work;
}

template <class Word, class Layout>
SpinGlassBits canonical(const GlassArraysOf<Word>& arrays, const Layout& layout, const std::vector<Word>& words) {
  constexpr std::uint32_t groups = groups_of_word<Word>, at_a_time = 256;
  const std::uint64_t sites = std::uint64_t{2} * arrays.words;
  SpinGlassBits result(words.size() * groups);
  // Sites of one colour in all lattices.
  const auto bring = [&](std::uint32_t colour, std::uint32_t first, std::uint32_t last) {
    std::array<std::uint32_t, at_a_time> number;
    for (std::uint32_t i = first; i < last; ++i)
      number[i - first] = static_cast<std::uint32_t>(layout.site(i, colour).number(arrays.L));
    for (std::uint32_t system = 0; system < arrays.systems; ++system)
      for (std::uint32_t replica = 0; replica < arrays.replicas; ++replica)
        for (std::uint32_t g = 0; g < groups; ++g) {
          const Word* const from = words.data() + arrays.spins_of(colour, replica, system);
          std::uint32_t* const to =
              result.data() + ((std::uint64_t{system} * groups + g) * arrays.replicas + replica) * sites;
          for (std::uint32_t i = first; i < last; ++i) to[number[i - first]] = group_of(from[i], g);
        }
  };
  const std::uint32_t pieces = (arrays.words + at_a_time - 1) / at_a_time;
  cpu::share_out(std::uint64_t{2} * pieces, 4.0 * static_cast<double>(result.size()), [&](std::uint64_t piece) {
    const auto first = static_cast<std::uint32_t>(piece / 2) * at_a_time;
    bring(static_cast<std::uint32_t>(piece % 2), first, std::min(first + at_a_time, arrays.words));
  });
  return result;
}

#define SPINBENCH_CANONICAL_OF(Layout, Word) \
  template SpinGlassBits canonical(const GlassArraysOf<Word>&, const Layout&, const std::vector<Word>&);
#define SPINBENCH_CANONICAL(Word)        \
  SPINBENCH_CANONICAL_OF(Standard, Word) \
  SPINBENCH_CANONICAL_OF(Bitwise, Word)  \
  SPINBENCH_CANONICAL_OF(Sliced, Word)
SPINBENCH_CANONICAL(std::uint32_t)
SPINBENCH_CANONICAL(std::uint64_t)
SPINBENCH_CANONICAL(CodedWord<2>)
SPINBENCH_CANONICAL(CodedWord<4>)

namespace {

template <class Layout>
std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<in_spin_glasses>(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
        using Rng = typename decltype(tag)::type;
        if (params.word("word") == "64")
          return std::make_unique<HostLayout<Layout, Rng, std::uint64_t>>(params, seed, seeding);
        return std::make_unique<HostLayout<Layout, Rng, std::uint32_t>>(params, seed, seeding);
      });
}

template <class Layout>
Variant variant(const std::string& title, const std::string& source) {
  return {
      .kernel = "ea3d_metropolis",
      .name = Layout::name,
      .backend = "cpu",
      .title = title,
      .source = source,
      .axes = {axis_L(), axis_systems(1), axis_replicas(4), axis_word({"32", "64"}), axis_couplings(),
               axis_spin_glass_rng(), axis_beta()},
      .oracle = single_spin_oracle(),
      .unsupported = [](const Params& params, const Device&) { return layout_unsupported<Layout>(params); },
      .memory_bytes = layout_bytes,
      .make = make<Layout>,
      .bit_cases = layout_bit_cases,
      .physics = layout_physics,
      .look = look,
  };
}

const Register<Variant> standard{
    variant<Standard>("32 or 64 realizations a word, planes of a checkerboard", "Lulli 2015, section 2")},
    bitwise{variant<Bitwise>("the same, places by bits", "Lulli 2015, section 2")},
    sliced{variant<Sliced>("32 or 64 realizations a word, planes of one colour",
                           "Lulli 2015, section 2, eqs. (4) and (5)")};

}  // namespace
}  // namespace spinbench::ea3d
