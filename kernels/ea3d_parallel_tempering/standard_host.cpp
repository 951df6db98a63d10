// The replicas of spin glasses on a host, site by site: what is found in memory is the same as on a device.
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/glass_tempering/host_replicas.hpp"
#include "kernels/common/glass_tempering/physics.hpp"
#include "kernels/common/lane_counts.hpp"
#include "kernels/ea3d_metropolis/layout_host.hpp"
#include "kernels/ea3d_metropolis/unsatisfied.hpp"
#include "kernels/ea3d_parallel_tempering/exchange.hpp"
#include "kernels/ea3d_parallel_tempering/work.hpp"

namespace spinbench::glass_tempering {
namespace {

/// As HostReplicas wants them.
template <class Rng>
class CubicLattices {
 public:
  static constexpr int dimensions = 3;

  CubicLattices(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : arrays_(ea3d::arrays_of(at_one_temperature(params))),
        layout_{arrays_.L},
        spins_(arrays_.all_spins()),
        couplings_(arrays_.all_couplings()) {
    const std::uint64_t streams = std::uint64_t{arrays_.systems} * arrays_.words;
    states_.resize(rng::Store<Rng>::size(streams, 1));
    arrays_.spins = spins_.data(), arrays_.couplings = couplings_.data();
    store_ = {Rng::setup(seed, streams, seeding), states_.data(), streams, 1};
    const auto bonds = RandomBonds::of(params.word("couplings"), params.real("beta_low"), seed);
    for (std::uint32_t system = 0; system < arrays_.systems; ++system)
      for (std::uint32_t i = 0; i < arrays_.words; ++i) start_site(arrays_, layout_, store_, bonds, system, i);
  }
  CubicLattices(const CubicLattices&) = delete;
  CubicLattices& operator=(const CubicLattices&) = delete;

  std::string code_path() const {
    return arrays_.replicas < 4 ? "single replicas" : arrays_.replicas % 4 == 0 ? "four replicas" : "both";
  }
  Work work(int step) const {
    return tempering_work(arrays_, Rng::facts, rng::Store<Rng>::traffic(arrays_.replicas, 1), step);
  }

  void temper(const std::vector<double>& betas) {
    for (std::size_t t = 0; t < betas.size(); ++t) thresholds_.at[t] = CubicThresholds::at(betas[t]);
  }

  void sweep(int count) {
    for (int half = 0; half < 2 * count; ++half) update(static_cast<std::uint32_t>(half & 1));
  }

  std::vector<std::int64_t> unsatisfied() const {
    std::vector<std::int64_t> result(std::size_t{arrays_.systems} * arrays_.replicas * 32);
    LaneCounts counts;
    for (std::uint32_t lattice = 0; lattice < arrays_.systems * arrays_.replicas; ++lattice)
      for (std::uint32_t first = 0; first < arrays_.words; first += pairs_at_once) {
        for (std::uint32_t i = first; i < std::min(first + pairs_at_once, arrays_.words); ++i)
          count_unsatisfied_bonds(arrays_, layout_, lattice / arrays_.replicas, lattice % arrays_.replicas, i,
                                  arrays_.words, counts);
        counts.flush([&](int bit, std::uint32_t bonds) {
          result[std::size_t{lattice} * 32 + static_cast<std::size_t>(bit)] += bonds;
        });
      }
    return result;
  }

  void exchange(std::uint32_t system, std::uint32_t t, std::uint32_t mask) {
    for (std::uint32_t i = 0; i < arrays_.words; ++i) exchange_words(arrays_, system, t, mask, i);
  }

  SpinGlassBits bits() const { return canonical(arrays_, layout_, spins_); }

  void save(StateWriter& to) { to.put(spins_), to.put(states_), to.put(position_); }
  void restore(StateReader& from) { from.take(spins_), from.take(states_), from.take(position_); }

 private:
  void update(std::uint32_t colour) {
    const TemperedArrays arrays = at(arrays_, thresholds_);
    for (std::uint32_t system = 0; system < arrays_.systems; ++system)
      for (std::uint32_t i = 0; i < arrays_.words; ++i) {
        const ea3d::Site site = layout_.site(i, colour);
        update_site<PlainLogic>(arrays, layout_, store_, position_, colour, system, i, site,
                                layout_.neighbours(i, site));
      }
    position_ += arrays_.replicas;
  }

  // What a counter holds.
  static constexpr std::uint32_t pairs_at_once = LaneCounts::most / 6;

  ea3d::GlassArrays arrays_;
  ea3d::Standard layout_;
  std::uint64_t position_ = 0;
  Thresholds thresholds_{};
  std::vector<std::uint32_t> spins_, couplings_;
  std::vector<typename rng::Store<Rng>::Element> states_;
  rng::Store<Rng> store_;
};

const Register<Variant> registered{{
    .kernel = "ea3d_parallel_tempering",
    .name = "standard",
    .backend = "cpu",
    .title = "32 realizations a word, a temperature for each word, spins exchanged by their bits",
    .source = "this suite, after Lulli 2015, section 2, and Fang et al. 2014",
    .axes = with_tempering(3, {}),
    .oracle = "single_spin",
    .unsupported = [](const Params& params, const Device&) { return tempering_unsupported(params); },
    .memory_bytes = tempering_bytes,
    .make = make_host_replicas<CubicLattices>,
    .bit_cases = tempering_bit_cases,
    .physics = physics<3>,
    .look = look<3>,
}};

}  // namespace
}  // namespace spinbench::glass_tempering
