// Sequential single-spin-flip Metropolis: every site in turn, on one stream.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/common/mutants.hpp"
#include "reference_cpu/common/streams.hpp"
#include "reference_cpu/common/thresholds.hpp"
#include "reference_cpu/common/work.hpp"

namespace spinbench {

/// `Walk`: a model (Square, Cubic) and sites(L, visit), which calls visit(x, y, ...) for every site once.
template <class Walk, class Spin, class Generator, bool Always>
class Sequential final : public Simulation {
 public:
  Sequential(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        lattice_(static_cast<std::uint32_t>(params.integer("L"))),
        thresholds_(Walk::Thresholds::at(beta_of(params) - (planted(Mutant::row_order_hot) ? 2.5e-4 : 0.0))),
        streams_(seed, 1, seeding),
        stream_(streams_.load(0, 0)) {}

  std::string code_path() const override { return "serial"; }
  void sweep(int count) override {
    // A copy, which the compiler may keep in registers.
    auto stream = stream_;
    for (int i = 0; i < count; ++i)
      Walk::sites(lattice_.L(), [&](auto... site) {
        if (is_flipped(std::bool_constant<Always>(), lattice_.field(site...), stream, thresholds_))
          lattice_.flip(site...);
      });
    stream_ = stream;
  }
  Observables observe() override { return lattice_.observe(); }
  Configuration configuration() override { return lattice_.configuration(); }
  Work work_per_sweep() const override {
    Work work = Walk::attempt_work(params_);
    // Each spin comes once and goes once: against the order of memory, too, as long as the cache holds a line of each
    // row.
    const double bytes = work.units * sizeof(Spin);
    set_traffic(work, bytes, 2 * bytes);
    return work;
  }

 private:
  Params params_;
  typename Walk::template Lattice<Spin> lattice_;
  typename Walk::Thresholds thresholds_;
  Streams<Generator> streams_;
  typename Generator::Stream stream_;  ///< stays open, so that its words do not depend on how sweeps are batched
};

}  // namespace spinbench
