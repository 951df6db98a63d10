// The oracle of the variants multispin: the bit-sliced update spin by spin (reference_cpu/common/multispin_plain.hpp)
// on each replica, whose tiles are numbered one replica after the other. H = -J sum_<ij> s_i s_j, J = 1.
#include "reference_cpu/common/multispin_plain.hpp"

#include "interface/registry.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"
#include "kernels/ising2d_population_annealing/physics.hpp"
#include "reference_cpu/ising2d_metropolis/plane.hpp"
#include "reference_cpu/ising2d_population_annealing/population.hpp"

namespace spinbench::annealing {
namespace {

using Decisions = MultispinDecisions<ising2d::Plane>;

template <class Generator>
class PlainPopulation final : public PopulationOracle<Decisions> {
 public:
  PlainPopulation(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : PlainPopulation(params, seed, seeding, ising2d::multispin_tile(bit_sliced_lattices(params))) {}

  Work work_per_sweep() const override {
    Work work;
    work.units = sites_of(params(), 2) * replicas();
    work.random_words = work.units * (multispin_leading_digits / 32.0 + 1.0 / (1 << multispin_leading_digits));
    work.logic_ops = work.units * ising2d::Plane::logic_ops + work.random_words * Generator::facts.logic_ops;
    work.multiply_adds = work.random_words * Generator::facts.multiply_adds;
    set_traffic(work, work.units, 2 * work.units);
    return work;
  }

 private:
  PlainPopulation(const Params& params, std::uint64_t seed, rng::Seeding seeding, const MultispinTile& tile)
      : PopulationOracle(params, seed,
                         [L = side_of(params), tile](double beta) {
                           return Decisions(L, tile, beta - (planted(Mutant::annealing_oracle_hot) ? 1e-3 : 0.0));
                         }),
        tile_(tile),
        setup_(Generator::setup(seed, 0, seeding)) {}

  void update(Decisions& decisions) override {
    for (int half = 0; half < 2 * theta(); ++half, ++halves_) {
      std::uint64_t number = 0;
      for (std::size_t r = 0; r < replicas(); ++r)
        for (std::uint32_t y = 0; y < L(); y += tile_.down)
          for (std::uint32_t word = 0; word < decisions.words_a_row(); word += tile_.across) {
            typename Generator::Stream stream(setup_, number++, halves_ * multispin_draws);
            decisions.update(lattice(r), word, y, 0, static_cast<std::uint32_t>(half & 1), stream);
          }
    }
  }

  void save_updates(StateWriter& to) override { to.put(halves_); }
  void restore_updates(StateReader& from) override { from.take(halves_); }

  MultispinTile tile_;
  typename Generator::Setup setup_;
  std::uint64_t halves_ = 0;
};

const Register<Variant> registered{{
    .kernel = "ising2d_population_annealing",
    .name = "multispin_plain",
    .backend = "cpu",
    .title = "serial, each spin of each replica compares random bits with its threshold",
    .source = "after Weigel 2015, population annealing, with the decisions of multispin",
    .axes = with_annealing({axis_L(64), axis_replicas(100), axis_words(), axis_rng(of_bits, "philox4x32")}),
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return multispin_unsupported(params, 2); },
    .memory_bytes =
        [](const Params& params) { return sites_of(params, 2) * params.real("replicas") + tables_bytes(params); },
    .make =
        [](const Params& params, std::uint64_t seed) {
          return rng::with_generator_of<of_bits>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
            using Generator = typename decltype(tag)::type;
            return at_temperatures_of(params, std::make_unique<PlainPopulation<Generator>>(params, seed, seeding));
          });
        },
    .bit_cases = small_cases,
    .physics = plain_multispin_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::annealing
