// Parallel tempering on bit-sliced lattices of a CPU: the update of ising2d_metropolis/multispin in the host's vectors,
// whose realizations have the thresholds of their temperatures; threads share the replicas among them. Every `exchange`
// sweeps the bonds are counted and temperatures exchanged. H = -J sum_<ij> s_i s_j, J = 1.
//
// A flip costs what it costs there, 5.8 operations with mwc64x and no memory beyond the cache up to L = 1024 or so; an
// exchange counts the bonds of all replicas, 3 operations and a population count for each two bonds.
#include "kernels/ising2d_metropolis/multispin_host.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backends/cpu/isa.hpp"
#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/host_lattices.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"
#include "kernels/ising2d_parallel_tempering/axes.hpp"
#include "kernels/ising2d_parallel_tempering/host_exchange.hpp"
#include "kernels/ising2d_parallel_tempering/physics.hpp"
#include "kernels/ising2d_parallel_tempering/temperatures.hpp"

namespace spinbench::tempering {
namespace {

class MultispinReplicas final : public Tempered {
 public:
  MultispinReplicas(const Params& params, std::uint64_t seed)
      : L_(static_cast<std::int64_t>(side_of(params))),
        step_(static_cast<int>(params.integer("exchange"))),
        path_(ising2d::multispin_lattices_path(bit_sliced_lattices(params))),
        lattices_(ising2d::make_multispin_lattices(bit_sliced_lattices(params), seed)),
        exchanges_(replicas_of(params), seed) {
    set_betas(equal_betas(params));
  }

  std::string code_path() const override { return path_; }
  int sweep_granularity() const override { return step_; }
  void sweep(int count) override {
    for (int done = 0; done < count; done += step_) {
      lattices_->sweep(step_);
      exchanges_.step(energies());
      if (!planted(Mutant::tempering_betas_stay)) move();
    }
  }

  Observables observe() override {
    const Observables found = lattices_->observe();
    return by_temperature(betas(), found.of("energy"), found.of("magnetisation"), exchanges_.places(),
                          exchanges_.accepted());
  }
  Configuration configuration() override { return lattices_->configuration(); }
  Work work_per_sweep() const override {
    Work work = lattices_->work_per_sweep();
    work.logic_ops += work.units / 32 * operations_of_bonds / step_;
    return work;
  }
  int host_threads() const override { return lattices_->host_threads(); }
  std::vector<Check> self_check() override {
    const Observables found = lattices_->observe();
    std::vector<std::int64_t> energies;
    for (const double energy : found.of("energy"))
      energies.push_back(std::llround(energy * static_cast<double>(L_ * L_)));
    return check_state(betas(), exchanges_.places(), exchanges_.replicas(), exchanges_.accepted(),
                       exchanges_.exchanges(), exchanges_.exchanges() > 0 ? exchanges_.energies() : energies, energies);
  }

  void save(StateWriter& to) override { lattices_->save(to), exchanges_.save(to); }
  void restore(StateReader& from) override {
    lattices_->restore(from), exchanges_.restore(from);
    move();
  }

  const std::vector<double>& betas() const override { return exchanges_.betas(); }
  void set_betas(const std::vector<double>& betas) override {
    exchanges_.set_betas(betas);
    move();
  }

 private:
  // Of a word of each colour: five to find the side's, four differences.
  static constexpr double operations_of_bonds = 4.5;

  std::vector<std::int64_t> energies() {
    std::vector<std::int64_t> result = lattices_->unsatisfied_bonds();
    for (std::int64_t& one : result) one = 2 * one - 2 * L_ * L_;
    return result;
  }
  void move() {
    std::vector<double> mine;
    for (const std::uint32_t place : exchanges_.places()) mine.push_back(betas()[place]);
    lattices_->set_betas(mine);
  }

  std::int64_t L_;
  int step_;
  std::string path_;
  std::unique_ptr<MultispinLattices> lattices_;
  HostExchanges exchanges_;
};

std::vector<Params> bit_cases(const Params& params, const Device&) {
  Params small = params;
  small.set("temperatures", std::string("equal"));
  small.set("words", static_cast<std::int64_t>(ising2d::multispin_words(bit_sliced_lattices(params))));
  small.set("exchange", std::min<std::int64_t>(params.integer("exchange"), 3));
  small.set("replicas", std::min<std::int64_t>(params.integer("replicas"), 5));
  std::vector<Params> result = at_sizes(small, {64, 128});
  result.push_back(small);
  result.back().set("L", std::int64_t{64});
  result.back().set("replicas", params.integer("replicas"));
  const auto path = [](const Params& one) { return ising2d::multispin_lattices_path(bit_sliced_lattices(one)); };
  small.set("replicas", params.integer("replicas"));
  for (const std::int64_t threads : {params.integer("threads"), std::int64_t{4}, std::int64_t{8}}) {
    small.set("threads", threads);
    add_on_path(result, small, path(params), multispin_sizes<ising2d::MultispinModel>(), path,
                [](const Params& one) { return multispin_unsupported(one, 64).empty(); });
  }
  return result;
}

const Register<Variant> registered{{
    .kernel = "ising2d_parallel_tempering",
    .name = "multispin",
    .backend = "cpu",
    .title = cpu::with_widest_isa("one bit a spin, thresholds by replica, a tile in each lane of a vector, up to"),
    .source = "this suite, after Weigel 2012, section 6",
    .axes = with_tempering(
        {axis_L(1024), spinbench::axis_words(8), axis_rng(of_bits, "mwc64x"), axis_threads(), axis_isa()}),
    .oracle = "multispin_plain",
    .unsupported =
        [](const Params& params, const Device&) {
          const std::string other = multispin_unsupported(params, 64);
          return other.empty() ? isa_unsupported(params) : other;
        },
    .memory_bytes = [](const Params& params) { return sites_of(params, 2) * params.real("replicas") / 8 + 1e6; },
    .make =
        [](const Params& params, std::uint64_t seed) {
          return at_temperatures_of(params, std::make_unique<MultispinReplicas>(params, seed));
        },
    .bit_cases = bit_cases,
    .physics = multispin_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::tempering
