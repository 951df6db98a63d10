// One colour over the whole lattice, then the other (Weigel 2012, section 3.1), with a stream for every two sites.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/common/mutants.hpp"
#include "reference_cpu/common/streams.hpp"
#include "reference_cpu/common/thresholds.hpp"
#include "reference_cpu/common/work.hpp"

namespace spinbench {

/// `Model`: Square, Cubic.
template <class Model, class Spin, class Generator>
class Checkerboard final : public Simulation {
 public:
  Checkerboard(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        always_(params.word("draw") == "always"),
        lattice_(static_cast<std::uint32_t>(params.integer("L"))),
        thresholds_(Model::Thresholds::at(beta_of(params) - (planted(Mutant::checkerboard_hot) ? 2.5e-4 : 0.0))),
        streams_(seed, static_cast<std::uint64_t>(sites_of(params, Model::dimensions)) / 2, seeding) {}

  std::string code_path() const override { return "serial"; }
  void sweep(int count) override {
    // Each colour takes one attempt from every stream.
    for (int half = 0; half < 2 * count; ++half, ++attempts_)
      Model::visit_colour(lattice_.L(), half & 1, [&](std::uint64_t t, auto... site) {
        auto stream = streams_.load(t, attempts_);
        if (is_flipped(always_, lattice_.field(site...), stream, thresholds_)) lattice_.flip(site...);
        streams_.store(t, stream);
      });
  }
  Observables observe() override { return lattice_.observe(); }
  Configuration configuration() override { return lattice_.configuration(); }
  Work work_per_sweep() const override {
    Work work = Model::attempt_work(params_);
    // Each colour touches every line of the lattice and every state, and writes both back.
    const double bytes = simulation_bytes(params_, work.units, work.units / 2);
    set_traffic(work, bytes, 2 * 2 * bytes);
    return work;
  }

 private:
  Params params_;
  bool always_;
  typename Model::template Lattice<Spin> lattice_;
  typename Model::Thresholds thresholds_;
  Streams<Generator> streams_;
  std::uint64_t attempts_ = 0;  // behind each stream
};

/// Bytes of such a simulation.
template <class Model>
double checkerboard_bytes(const Params& params) {
  const double sites = sites_of(params, Model::dimensions);
  return simulation_bytes(params, sites, sites / 2);
}

}  // namespace spinbench
