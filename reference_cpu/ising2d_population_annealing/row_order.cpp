// The plain serial code: replica after replica, site after site along the memory, a stream for each replica, and the
// population resampled behind theta sweeps. H = -J sum_<ij> s_i s_j, J = 1.
#include "interface/registry.hpp"
#include "kernels/ising2d_population_annealing/physics.hpp"
#include "reference_cpu/ising2d_metropolis/orders.hpp"
#include "reference_cpu/ising2d_population_annealing/single_spins.hpp"

namespace spinbench::annealing {
namespace {

template <class Generator>
class RowOrder final : public SingleSpins<Generator> {
 public:
  RowOrder(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : SingleSpins<Generator>(params, seed, seeding, 1) {
    for (std::size_t r = 0; r < this->replicas(); ++r) open_.push_back(this->streams_.load(r, 0));
  }

  Work work_per_sweep() const override {
    const double bytes = sites_of(this->params(), 2);
    return this->work_of("conditional", bytes, 2 * bytes);
  }

 private:
  void update(Thresholds& rule) override {
    for (std::size_t r = 0; r < this->replicas(); ++r) {
      // Copies, which the compiler may keep in registers.
      auto stream = open_[r];
      const Thresholds thresholds = rule;
      auto& lattice = this->lattice(r);
      for (int i = 0; i < this->theta(); ++i)
        ising2d::walk_rows(lattice.L(), [&](std::uint32_t x, std::uint32_t y) {
          if (is_flipped(std::false_type(), lattice.field(x, y), stream, thresholds)) lattice.flip(x, y);
        });
      open_[r] = stream;
    }
  }

  void save_updates(StateWriter& to) override { to.put(open_); }
  void restore_updates(StateReader& from) override { from.take(open_); }

  std::vector<typename Generator::Stream> open_;  ///< of each replica
};

const Register<Variant> registered{{
    .kernel = "ising2d_population_annealing",
    .name = "row_order",
    .backend = "cpu",
    .title = "serial, replica after replica, loops in row order",
    .source = "after Weigel 2015, population annealing",
    .axes = with_annealing({axis_L(64), axis_replicas(100), axis_rng(of_single_spins, "lcg32_random")}),
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return annealing_unsupported(params); },
    .memory_bytes =
        [](const Params& params) { return sites_of(params, 2) * params.real("replicas") + tables_bytes(params); },
    .make = make_single_spins<RowOrder>,
    .bit_cases = small_cases,
    .physics = serial_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::annealing
