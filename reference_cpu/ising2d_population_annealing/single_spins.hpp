// The oracles that update spin by spin: their work, and how they are made.
#pragma once

#include "reference_cpu/common/streams.hpp"
#include "reference_cpu/common/thresholds.hpp"
#include "reference_cpu/ising2d_population_annealing/population.hpp"

namespace spinbench::annealing {

using Thresholds = FieldThresholds<2>;

/// With `streams` of each replica, numbered through all of them.
template <class Generator>
class SingleSpins : public PopulationOracle<Thresholds> {
 public:
  SingleSpins(const Params& params, std::uint64_t seed, rng::Seeding seeding, std::uint64_t streams)
      : PopulationOracle(
            params, seed,
            [](double beta) { return Thresholds::at(beta - (planted(Mutant::annealing_oracle_hot) ? 1e-3 : 0.0)); }),
        streams_(seed, streams * replicas_of(params), seeding) {}

 protected:
  /// As Square::attempt_work() of all replicas; energies are summed once a step.
  Work work_of(const char* draw, double bytes, double memory_bytes) const {
    Params one = one_lattice(params());
    one.set("draw", std::string(draw));
    Work work = ising2d::Square::attempt_work(one);
    const double all = replicas();
    for (double* part : {&work.units, &work.logic_ops, &work.multiply_adds, &work.random_words}) *part *= all;
    set_traffic(work, bytes * all, memory_bytes * all);
    // A replica that the first cache holds stays there until its turn is over.
    if (bytes <= (32 << 10)) work.memory_bytes = 0;
    return work;
  }

  Streams<Generator> streams_;
};

/// Makes Implementation<Generator>(params, seed, seeding).
template <template <class> class Implementation>
std::unique_ptr<Simulation> make_single_spins(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<of_single_spins>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    using Generator = typename decltype(tag)::type;
    return at_temperatures_of(params, std::make_unique<Implementation<Generator>>(params, seed, seeding));
  });
}

}  // namespace spinbench::annealing
