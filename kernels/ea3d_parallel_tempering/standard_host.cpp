// The replicas of spin glasses on a host, site by site: what is found in memory is the same as on a device.
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/lane_counts.hpp"
#include "kernels/ea3d_metropolis/layout_host.hpp"
#include "kernels/ea3d_metropolis/unsatisfied.hpp"
#include "kernels/ea3d_parallel_tempering/exchange.hpp"
#include "kernels/ea3d_parallel_tempering/physics.hpp"
#include "kernels/ea3d_parallel_tempering/tempered_glass.hpp"
#include "kernels/ea3d_parallel_tempering/work.hpp"

namespace spinbench::glass_tempering {
namespace {

template <class Rng>
class HostReplicas final : public TemperedGlass {
 public:
  HostReplicas(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : TemperedGlass(params),
        arrays_(ea3d::arrays_of(at_one_temperature(params))),
        layout_{arrays_.L},
        key_(tempering::exchange_key(seed)),
        spins_(arrays_.all_spins()),
        couplings_(arrays_.all_couplings()),
        copies_(shape().lattices()),
        unsatisfied_(shape().lattices()) {
    const std::uint64_t streams = std::uint64_t{arrays_.systems} * arrays_.words;
    states_.resize(rng::Store<Rng>::size(streams, 1));
    arrays_.spins = spins_.data(), arrays_.couplings = couplings_.data();
    store_ = {Rng::setup(seed, streams, seeding), states_.data(), streams, 1};
    const auto bonds = RandomBonds::of(params.word("couplings"), params.real("beta_low"), seed);
    for (std::uint32_t system = 0; system < arrays_.systems; ++system)
      for (std::uint32_t i = 0; i < arrays_.words; ++i) start_site(arrays_, layout_, store_, bonds, system, i);
    for (std::size_t i = 0; i < copies_.size(); ++i) copies_[i] = static_cast<std::uint32_t>(i / 32 % arrays_.replicas);
    temper(betas());
  }

  std::string code_path() const override {
    return arrays_.replicas < 4 ? "single replicas" : arrays_.replicas % 4 == 0 ? "four replicas" : "both";
  }

  void sweep(int count) override {
    for (int done = 0; done < count; done += step()) {
      for (int half = 0; half < 2 * step(); ++half, position_ += arrays_.replicas) update(half & 1);
      exchange();
    }
  }

  Configuration configuration() override { return observer().configuration(bits()); }
  Work work_per_sweep() const override {
    return tempering_work(arrays_, Rng::facts, rng::Store<Rng>::traffic(arrays_.replicas, 1), step());
  }

 private:
  void update(std::uint32_t colour) {
    const TemperedArrays arrays = at(arrays_, thresholds_);
    for (std::uint32_t system = 0; system < arrays_.systems; ++system)
      for (std::uint32_t i = 0; i < arrays_.words; ++i) {
        const ea3d::Site site = layout_.site(i, colour);
        update_site<PlainLogic>(arrays, layout_, store_, position_, colour, system, i, site,
                                layout_.neighbours(i, site));
      }
  }

  /// Unsatisfied bonds of all lattices, entry by entry of Exchanges.
  std::vector<std::int64_t> count() const {
    std::vector<std::int64_t> result(unsatisfied_.size());
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

  void exchange() {
    unsatisfied_ = count();
    const Exchanges state{arrays_.replicas, key_, betas().data(), unsatisfied_.data(), copies_.data()};
    for (std::uint32_t system = 0; system < arrays_.systems; ++system)
      for (std::uint32_t t = 0; t + 1 < arrays_.replicas; ++t) {
        const std::uint32_t mask =
            mask_of([&](std::uint32_t bit) { return exchange_pair(state, system, t, bit, exchanges_); });
        accepted_[t] += std::popcount(mask);
        for (std::uint32_t i = 0; mask != 0 && i < arrays_.words; ++i) exchange_words(arrays_, system, t, mask, i);
      }
    ++exchanges_;
  }

  SpinGlassBits bits() override { return canonical(arrays_, layout_, spins_); }
  SpinGlassObserver observer() const { return {shape(), {}}; }

  std::vector<double> energies() override {
    std::vector<double> result;
    const auto sites = static_cast<double>(shape().sites());
    for (const std::int64_t bonds : by_lattice(count()))
      result.push_back((2 * static_cast<double>(bonds) - 3 * sites) / sites);
    return result;
  }
  Left left() override { return {by_lattice(copies_), by_lattice(unsatisfied_), accepted_, exchanges_}; }
  void temper(const std::vector<double>& betas) override {
    for (std::size_t t = 0; t < betas.size(); ++t) thresholds_.at[t] = CubicThresholds::at(betas[t]);
    accepted_.assign(betas.size() - 1, 0);
    exchanges_ = 0;
  }
  void save_state(StateWriter& to) override {
    to.put(spins_), to.put(states_), to.put(position_), to.put(copies_), to.put(unsatisfied_), to.put(accepted_);
    to.put(exchanges_);
  }
  void restore_state(StateReader& from) override {
    from.take(spins_), from.take(states_), from.take(position_), from.take(copies_), from.take(unsatisfied_);
    from.take(accepted_), from.take(exchanges_);
  }

  // What a counter holds.
  static constexpr std::uint32_t pairs_at_once = LaneCounts::most / 6;

  ea3d::GlassArrays arrays_;
  ea3d::Standard layout_;
  std::uint64_t key_, position_ = 0, exchanges_ = 0;
  Thresholds thresholds_{};
  std::vector<std::uint32_t> spins_, couplings_, copies_;
  std::vector<std::int64_t> unsatisfied_, accepted_;
  std::vector<typename rng::Store<Rng>::Element> states_;
  rng::Store<Rng> store_;
};

const Register<Variant> registered{{
    .kernel = "ea3d_parallel_tempering",
    .name = "standard",
    .backend = "cpu",
    .title = "32 realizations a word, a temperature for each word, spins exchanged by their bits",
    .source = "this suite, after Lulli 2015, section 2, and Fang et al. 2014",
    .axes = with_tempering({}),
    .oracle = "single_spin",
    .unsupported = [](const Params& params, const Device&) { return tempering_unsupported(params); },
    .memory_bytes = tempering_bytes,
    .make =
        [](const Params& params, std::uint64_t seed) {
          return rng::with_generator_of<in_tempering>(
              params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
                return std::make_unique<HostReplicas<typename decltype(tag)::type>>(params, seed, seeding);
              });
        },
    .bit_cases = tempering_bit_cases,
    .physics = physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::glass_tempering
