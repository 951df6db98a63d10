// The layouts of Lulli 2015 on a host, a site after the other: what they find in memory is the same as on a device.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
#include "kernels/ea3d_metropolis/layout_host.hpp"

#include <bit>

#include "kernels/common/cases.hpp"
#include "kernels/ea3d_metropolis/axes.hpp"
#include "kernels/ea3d_metropolis/physics.hpp"

namespace spinbench::ea3d {

GlassArrays arrays_of(const Params& params) {
  const SpinGlassShape shape = SpinGlassShape::of(3, params);
  return {nullptr,
          nullptr,
          shape.L,
          static_cast<std::uint32_t>(shape.sites() / 2),
          shape.systems,
          shape.replicas,
          CubicThresholds::at(beta_of(params))};
}

double layout_bytes(const Params& params) {
  const GlassArrays arrays = arrays_of(params);
  return 4.0 * static_cast<double>(arrays.all_spins() + arrays.all_couplings()) +
         rng::state_bytes(params.word("rng")) * arrays.systems * static_cast<double>(arrays.words);
}

Work layout_work(const GlassArrays& arrays, const rng::Facts& facts, double state_bytes) {
  // Words of a colour.
  const double words = static_cast<double>(arrays.words) * arrays.systems, R = arrays.replicas;
  const rng::WordCost word = rng::word_cost(facts, R);
  Work work;
  work.units = 2 * words * R * 32;
  work.random_words = 2 * words * R;
  // For each replica six neighbours with their couplings, two full adders and what joins them, the mask and three
  // thresholds, where three inputs take one operation.
  work.logic_ops = work.random_words * (22 + word.logic_ops);
  work.multiply_adds = work.random_words * word.multiply_adds;
  work.issue_slots = work.random_words * (22 + word.issue_slots) + 2 * words * (8 * R + 6);
  work.memory_bytes = 2 * words * (4 * (3 * R + 6) + state_bytes);
  work.footprint_bytes = 4.0 * static_cast<double>(arrays.all_spins() + arrays.all_couplings());
  return work;
}

namespace {

template <class Layout>
std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<in_spin_glasses>(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
        return std::make_unique<HostLayout<Layout, typename decltype(tag)::type>>(params, seed, seeding);
      });
}

template <class Layout>
Variant variant(const std::string& title) {
  return {
      .kernel = "ea3d_metropolis",
      .name = Layout::name,
      .backend = "cpu",
      .title = title,
      .source = "Lulli 2015, sections 2 and 4",
      .axes = layout_axes(),
      .oracle = single_spin_oracle(),
      .unsupported = [](const Params& params, const Device&) { return layout_unsupported<Layout>(params); },
      .memory_bytes = layout_bytes,
      .make = make<Layout>,
      .bit_cases = layout_bit_cases,
      .physics = layout_physics,
      .look = look,
  };
}

const Register<Variant> standard{variant<Standard>("32 realizations a word, planes of a checkerboard")},
    bitwise{variant<Bitwise>("32 realizations a word, planes of a checkerboard, places by bits")},
    sliced{variant<Sliced>("32 realizations a word, planes of one colour")};

}  // namespace
}  // namespace spinbench::ea3d
