// The oracle of the GPU checkerboard variants: colour 0 over the whole lattice, then colour 1 (Weigel 2012, section
// 3.1), with the streams of kernels/common/square_lattice.hpp. H = -J sum_<ij> s_i s_j, J = 1.
#include "kernels/ising2d_metropolis/axes.hpp"
#include "reference_cpu/ising2d_metropolis/lattice.hpp"
#include "reference_cpu/ising2d_metropolis/orders.hpp"

namespace spinbench::ising2d {
namespace {

template <class Spin, class Generator, bool Always>
class Checkerboard final : public Simulation {
 public:
  Checkerboard(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        lattice_(static_cast<std::uint32_t>(params.integer("L"))),
        thresholds_(SquareThresholds::at(params.real("beta"))),
        streams_(seed, static_cast<std::uint64_t>(lattice_.L()) * lattice_.L() / 2, seeding) {}

  void sweep(int count) override {
    // Each colour takes one attempt from every stream.
    for (int half = 0; half < 2 * count; ++half, ++attempts_)
      walk_colour(lattice_.L(), half & 1, [&](std::uint32_t x, std::uint32_t y, std::uint64_t t) {
        auto stream = streams_.load(t, attempts_);
        if (metropolis<Always>(lattice_.field(x, y), stream, thresholds_)) lattice_.flip(x, y);
        streams_.store(t, stream);
      });
  }
  Observables observe() override { return lattice_.observe(); }
  Configuration configuration() override { return lattice_.configuration(); }
  Work work_per_sweep() const override {
    Work work = attempt_work(params_);
    // Each colour touches every line of the lattice and every state, and writes both back.
    const double bytes = simulation_bytes(params_, work.units / 2);
    set_traffic(work, bytes, 2 * 2 * bytes);
    return work;
  }

 private:
  Params params_;
  Lattice<Spin> lattice_;
  SquareThresholds thresholds_;
  Streams<Generator> streams_;
  std::uint64_t attempts_ = 0;  // behind each stream
};

const Register<Variant> registered{{
    .kernel = "ising2d_metropolis",
    .name = "checkerboard",
    .backend = "cpu",
    .title = "serial, one colour after the other; a random stream for every two sites",
    .source = "Weigel 2012, section 3.1",
    .axes = {axis_L(), axis_rng(), axis_draw("conditional"), axis_spin(), axis_beta()},
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return square_lattice_unsupported(params); },
    .memory_bytes =
        [](const Params& params) { return simulation_bytes(params, params.real("L") * params.real("L") / 2); },
    .make = make_simulation<Checkerboard>,
}};

}  // namespace
}  // namespace spinbench::ising2d
