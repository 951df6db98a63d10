// Population annealing on bit-sliced lattices of a CPU: the update of ising2d_metropolis/multispin in the host's
// vectors, one temperature for all; threads share the replicas among them. H = -J sum_<ij> s_i s_j, J = 1.
//
// A flip costs what it costs there, 5.8 operations with mwc64x, and 0.375 B of memory where the population is larger
// than the cache. A step counts the bonds of all replicas, 3 operations and a population count for each two bonds, and
// copies 0.25 B a spin for the share of the population that moves.
#include "kernels/ising2d_metropolis/multispin_host.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backends/cpu/isa.hpp"
#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/host_lattices.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"
#include "kernels/ising2d_population_annealing/annealed.hpp"
#include "kernels/ising2d_population_annealing/axes.hpp"
#include "kernels/ising2d_population_annealing/host_population.hpp"
#include "kernels/ising2d_population_annealing/physics.hpp"

namespace spinbench::annealing {
namespace {

class MultispinPopulation final : public Annealed {
 public:
  MultispinPopulation(const Params& params, std::uint64_t seed)
      : Annealed(params, equal_betas(params)),
        seed_(seed),
        path_(ising2d::multispin_lattices_path(bit_sliced_lattices(params))),
        lattices_(ising2d::make_multispin_lattices(bit_sliced_lattices(params), seed)),
        population_(replicas(), sites(), seed) {
    population_.begin(schedule().steps());
  }

  std::string code_path() const override { return path_; }
  Configuration configuration() override { return lattices_->configuration(); }
  Work work_per_sweep() const override {
    Work work = lattices_->work_per_sweep();
    work.logic_ops += work.units / 32 * operations_of_bonds / theta();
    if (work.memory_bytes > 0) work.memory_bytes += work.units * (1.0 / 8 + moved_share() / 4) / theta();
    return work;
  }
  int host_threads() const override { return lattices_->host_threads(); }

  Place place() const override { return {population_.annealing(), population_.step()}; }
  std::vector<std::uint32_t> histogram(std::uint32_t steps) const override { return population_.histogram(steps); }

 private:
  // Of a word of each colour: five to find the side's, four differences.
  static constexpr double operations_of_bonds = 4.5;

  void do_steps(int steps) override {
    for (int i = 0; i < steps; ++i) {
      if (population_.draws_spins()) {
        population_.start_annealing();
        draw_spins();
        population_.enter(counted());
      }
      const double beta = schedule().betas()[population_.step()];
      for (const auto& [from, to] : population_.resample(schedule())) lattices_->copy(from, to);
      if (!planted(Mutant::annealing_betas_stay) || population_.step() == 1)
        lattices_->set_betas(std::vector<double>(replicas(), beta));
      lattices_->sweep(theta());
      population_.enter(counted());
    }
  }
  void draw_spins() {
    std::vector<std::uint32_t> words(sites() / 32);
    for (std::uint32_t r = 0; r < replicas(); ++r) {
      for (std::uint32_t w = 0; w < words.size(); w += 4) {
        const rng::Block4x32 block = start_words(start_key(seed_), population_.annealing(), r, w / 4);
        for (std::uint32_t i = 0; i < 4 && w + i < words.size(); ++i) words[w + i] = block.word[i];
      }
      lattices_->set_planes(r, words);
    }
  }
  std::vector<std::uint32_t> counted() {
    std::vector<std::uint32_t> result;
    for (const std::int64_t bonds : lattices_->unsatisfied_bonds())
      result.push_back(static_cast<std::uint32_t>(bonds / 2));
    return result;
  }

  void begin() override { population_.begin(schedule().steps()); }
  void lengthen() override { population_.lengthen(); }
  StepOutcome outcome(std::uint32_t step) const override { return population_.outcome(step); }
  std::uint64_t moved() const override { return population_.moved(); }
  std::vector<std::uint32_t> levels() const override { return population_.levels(); }
  std::vector<std::uint32_t> families() const override { return population_.families(); }
  void save_population(StateWriter& to) override { lattices_->save(to), population_.save(to); }
  void restore_population(StateReader& from) override { lattices_->restore(from), population_.restore(from); }

  std::uint64_t seed_;
  std::string path_;
  std::unique_ptr<MultispinLattices> lattices_;
  HostPopulation population_;
};

std::vector<Params> bit_cases(const Params& params, const Device&) {
  Params small = params;
  small.set("temperatures", std::string("equal"));
  small.set("words", static_cast<std::int64_t>(ising2d::multispin_words(bit_sliced_lattices(params))));
  small.set("theta", std::min<std::int64_t>(params.integer("theta"), 2));
  // Few steps, so that a second annealing begins.
  small.set("steps", std::int64_t{3});
  small.set("beta_high", std::min(params.real("beta_high"), 0.06));
  small.set("replicas", std::min<std::int64_t>(params.integer("replicas"), 24));
  std::vector<Params> result = at_sizes(small, {64, 128});
  const auto path = [](const Params& one) { return ising2d::multispin_lattices_path(bit_sliced_lattices(one)); };
  for (const std::int64_t threads : {params.integer("threads"), std::int64_t{4}, std::int64_t{8}}) {
    small.set("threads", threads);
    small.set("replicas", std::min<std::int64_t>(params.integer("replicas"), 64));
    add_on_path(result, small, path(params), {64, 128, 192, 256}, path,
                [](const Params& one) { return multispin_unsupported(one, 64).empty(); });
  }
  return result;
}

const Register<Variant> registered{{
    .kernel = "ising2d_population_annealing",
    .name = "multispin",
    .backend = "cpu",
    .title =
        cpu::with_widest_isa("one bit a spin, systematic resampling in place, a tile in each lane of a vector, up to"),
    .source = "this suite, after Weigel 2015 and Barash et al. 2017",
    .axes = with_annealing(
        {axis_L(64), axis_replicas(1000), axis_words(), axis_rng(of_bits, "mwc64x"), axis_threads(), axis_isa()}),
    .oracle = "multispin_plain",
    .unsupported =
        [](const Params& params, const Device&) {
          const std::string other = multispin_unsupported(params, 64);
          return other.empty() ? isa_unsupported(params) : other;
        },
    .memory_bytes =
        [](const Params& params) { return sites_of(params, 2) * params.real("replicas") / 8 + tables_bytes(params); },
    .make =
        [](const Params& params, std::uint64_t seed) {
          return at_temperatures_of(params, std::make_unique<MultispinPopulation>(params, seed));
        },
    .bit_cases = bit_cases,
    .physics = multispin_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::annealing
