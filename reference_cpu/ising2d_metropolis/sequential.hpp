// Sequential single-spin-flip Metropolis: every site in turn, on one stream. Column and row order differ in the walk.
#pragma once

#include "reference_cpu/ising2d_metropolis/lattice.hpp"

namespace spinbench::ising2d {

/// `Walk::sites(L, visit)` calls visit(x, y) for every site once.
template <class Spin, class Generator, bool Always, class Walk>
class Sequential final : public Simulation {
 public:
  Sequential(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        lattice_(static_cast<std::uint32_t>(params.integer("L"))),
        thresholds_(SquareThresholds::at(params.real("beta"))),
        streams_(seed, 1, seeding),
        stream_(streams_.load(0, 0)) {}

  void sweep(int count) override {
    // A copy, which the compiler may keep in registers.
    auto stream = stream_;
    for (int i = 0; i < count; ++i)
      Walk::sites(lattice_.L(), [&](std::uint32_t x, std::uint32_t y) {
        if (metropolis<Always>(lattice_.field(x, y), stream, thresholds_)) lattice_.flip(x, y);
      });
    stream_ = stream;
  }
  Observables observe() override { return lattice_.observe(); }
  Configuration configuration() override { return lattice_.configuration(); }
  Work work_per_sweep() const override {
    Work work = attempt_work(params_);
    // Each spin comes once and goes once: in column order, too, as long as the cache holds one line for each row.
    const double bytes = work.units * sizeof(Spin);
    set_traffic(work, bytes, 2 * bytes);
    return work;
  }

 private:
  Params params_;
  Lattice<Spin> lattice_;
  SquareThresholds thresholds_;
  Streams<Generator> streams_;
  typename Generator::Stream stream_;  ///< stays open, so that its words do not depend on how sweeps are batched
};

}  // namespace spinbench::ising2d
