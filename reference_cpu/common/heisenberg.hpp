// The serial simulations of the Heisenberg model (Weigel 2012, section 4), in three orders: by Metropolis's rule, or by
// the heat bath, whose sweeps take turns with over-relaxation.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/heisenberg/heat_bath.hpp"
#include "kernels/common/heisenberg/host_fma.hpp"
#include "kernels/common/heisenberg/physics.hpp"
#include "kernels/common/mutants.hpp"
#include "reference_cpu/common/heisenberg_lattice.hpp"
#include "reference_cpu/common/phases.hpp"
#include "reference_cpu/common/streams.hpp"
#include "reference_cpu/common/work.hpp"

namespace spinbench::heisenberg {

/// What the orders share: all but sweep().
template <int D, class R, class Generator, class Rule>
class Serial : public Simulation {
 public:
  using Real = R;
  static constexpr int words = Rule::template words<Generator>;

  Serial(const Params& params, std::uint64_t seed, rng::Seeding seeding, std::uint64_t streams)
      : params_(params),
        lattice_(params, seed),
        beta_(static_cast<Real>(beta_of(params) * (planted(Mutant::heisenberg_serial_hot) ? 0.98 : 1))),
        mixture_(Mixture::of(params)),
        streams_(seed, streams, seeding) {}

  int sweep_granularity() const override { return mixture_.sweeps(); }

  std::string code_path() const override { return "serial"; }
  Observables observe() override { return lattice_.observe(); }
  Configuration configuration() override { return lattice_.configuration(); }
  Work work_per_sweep() const override {
    const rng::Facts facts = rng::facts_of(params_.word("rng"));
    Work work;
    work.units = lattice_.size();
    const double drawn = words * mixture_.share_of_rule();
    work.random_words = drawn * work.units;
    // Of an attempt, in float: 50 multiply-adds and sums (direction 17, field and cost 6 D + 6, exponential 11). The
    // heat bath has more, over-relaxation 14 beside the field.
    work.multiply_adds = work.units * (14 + 20 * mixture_.share_of_rule() + 6 * D + drawn * facts.multiply_adds);
    work.logic_ops = work.units * (10 * mixture_.share_of_rule() + drawn * facts.logic_ops);
    const double bytes = work.units * site_bytes(params_, D);
    set_traffic(work, bytes, 2 * bytes);
    return work;
  }

 protected:
  template <class Stream>
  void attempt_at(const Site<D>& site, Stream& stream) {
    if (planted(Mutant::heisenberg_serial_still) && L() > 16 && site == Site<D>{}) return;
    std::uint32_t drawn[words];
    rng::draw(stream, drawn);
    Rule::template update<Exactly<Real>>(drawn, beta_, lattice_.field(site), lattice_.spin(site));
  }
  void relax_at(const Site<D>& site) {
    if constexpr (Rule::mixed) lattice_.spin(site) = half_turn(lattice_.spin(site), lattice_.field(site));
  }
  std::uint32_t L() const { return lattice_.L(); }

  Params params_;
  SerialLattice<D, Real> lattice_;
  Real beta_;
  Mixture mixture_;
  Streams<Generator> streams_;
};

/// Site after site along the memory, on one stream: the paper's CPU code.
template <int D, class Real, class Generator, class Rule>
class RowOrder final : public Serial<D, Real, Generator, Rule> {
 public:
  RowOrder(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : Serial<D, Real, Generator, Rule>(params, seed, seeding, 1), stream_(this->streams_.load(0, 0)) {}

  void sweep(int count) override {
    cpu::run_with_fma([this, count] {
      auto stream = stream_;
      for (int i = 0; i < count; ++i)
        if (this->mixture_.relaxes(i))
          walk_sites<D>(this->L(), [&](const Site<D>& site) { this->relax_at(site); });
        else
          walk_sites<D>(this->L(), [&](const Site<D>& site) { this->attempt_at(site, stream); });
      stream_ = stream;
    });
  }

 private:
  typename Generator::Stream stream_;
};

/// One colour, then the other, with a stream for every two sites.
template <int D, class Real, class Generator, class Rule>
class Checkerboard final : public Serial<D, Real, Generator, Rule> {
 public:
  Checkerboard(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : Serial<D, Real, Generator, Rule>(params, seed, seeding, static_cast<std::uint64_t>(sites_of(params, D)) / 2) {}

  void sweep(int count) override {
    cpu::run_with_fma([this, count] {
      for (int half = 0; half < 2 * count; ++half)
        if (this->mixture_.relaxes(half / 2))
          walk_colour<D>(this->L(), half & 1, [&](const Site<D>& site, std::uint64_t) { this->relax_at(site); });
        else
          attempt_at_all(half & 1);
    });
  }

 private:
  [[gnu::always_inline]] void attempt_at_all(std::uint32_t colour) {
    walk_colour<D>(this->L(), colour, [&](const Site<D>& site, std::uint64_t t) {
      auto stream = this->streams_.load(t, drawn_);
      this->attempt_at(site, stream);
      this->streams_.store(t, stream);
    });
    drawn_ += this->words;
  }

  std::uint64_t drawn_ = 0;  ///< words that each stream has behind it
};

/// The double checkerboard (section 3.2): k hits on every even tile, then on every odd one.
template <int D, class Real, class Generator, class Rule>
class Tiled final : public Serial<D, Real, Generator, Rule> {
 public:
  Tiled(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : Serial<D, Real, Generator, Rule>(params, seed, seeding, static_cast<std::uint64_t>(sites_of(params, D)) / 4),
        tiles_{static_cast<std::uint32_t>(params.integer("L")), static_cast<std::uint32_t>(params.integer("tile"))},
        k_(static_cast<int>(params.integer("k"))) {}

  int sweep_granularity() const override { return k_; }
  void sweep(int count) override {
    cpu::run_with_fma([this, count] {
      for (int done = 0; done < count; done += k_) plain_step(k_, [this](const TilePhase& phase) { run(phase); });
    });
  }

 private:
  void run(const TilePhase& phase) {
    tiles_.walk(phase.coarse_colour, [&](const Site<D>& corner, std::uint64_t first) {
      open_.clear();
      for (std::uint32_t n = 0; n < tiles_.pairs(); ++n) open_.push_back(this->streams_.load(first + n, drawn_));
      for (int half = 0; half < 2 * phase.hits; ++half)
        tiles_.walk_tile(corner, half & 1,
                         [&](const Site<D>& site, std::uint64_t n) { this->attempt_at(site, open_[n]); });
      for (std::uint32_t n = 0; n < tiles_.pairs(); ++n) this->streams_.store(first + n, open_[n]);
    });
    drawn_ += 2 * static_cast<std::uint64_t>(phase.hits) * this->words;
  }

  Tiles<D> tiles_;
  int k_;
  std::vector<typename Generator::Stream> open_;  ///< of the tile that is visited
  std::uint64_t drawn_ = 0;
};

/// Makes Order<D, Real, Generator, Rule> for the axes precision and rng.
template <int D, class Rule, template <int, class, class, class> class Order>
std::unique_ptr<Simulation> make_serial(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<generators_of_tiles>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    using Generator = typename decltype(tag)::type;
    return with_real(params.word("precision"), [&](auto real) -> std::unique_ptr<Simulation> {
      return std::make_unique<Order<D, decltype(real), Generator, Rule>>(params, seed, seeding);
    });
  });
}

/// Bytes of such a simulation with `streams` streams for each site.
template <int D>
double serial_bytes(const Params& params, double streams) {
  return sites_of(params, D) * (site_bytes(params, D) + streams * rng::state_bytes(params.word("rng"))) + 1e4;
}

/// The variants of a kernel's reference.
template <int D, class Rule = Metropolis>
Variant row_order_variant() {
  return {
      .kernel = Rule::kernel(D),
      .name = "row_order",
      .backend = "cpu",
      .title = "serial, site after site along the memory",
      .source = "Weigel 2012, section 4, Table 2: CPU",
      .axes = axes(D, {}, axis_rng("lcg32_random"), Rule::mixed),
      .oracle = "",
      .unsupported = [](const Params& params, const Device&) { return host_unsupported(params); },
      .memory_bytes = [](const Params& params) { return serial_bytes<D>(params, 0); },
      .make = make_serial<D, Rule, RowOrder>,
      .physics = site_by_site_physics<D>,
      .look = look<D>,
  };
}

template <int D, class Rule = Metropolis>
Variant checkerboard_variant() {
  return {
      .kernel = Rule::kernel(D),
      .name = "checkerboard",
      .backend = "cpu",
      .title = "serial, one colour after the other; a random stream for every two sites",
      .source = "Weigel 2012, section 4, in the order of section 3.1",
      .axes = axes(D, {}, axis_rng("lcg32_random"), Rule::mixed),
      .oracle = "",
      .unsupported =
          [](const Params& params, const Device&) {
            const std::string reason = host_unsupported(params);
            return reason.empty() ? colours_unsupported(params) : reason;
          },
      .memory_bytes = [](const Params& params) { return serial_bytes<D>(params, 0.5); },
      .make = make_serial<D, Rule, Checkerboard>,
      .physics = site_by_site_physics<D>,
      .look = look<D>,
  };
}

template <int D, class Rule = Metropolis>
Variant tiled_variant() {
  return {
      .kernel = Rule::kernel(D),
      .name = "tiled",
      .backend = "cpu",
      .title = "serial, double checkerboard: k hits on every even tile, then on every odd one",
      .source = "Weigel 2012, section 4, in the order of section 3.2",
      .axes = axes(D, {axis_k(), axis_tile(D == 2 ? 16 : 8, 64)}, axis_rng("mwc64x")),
      .oracle = "",
      .unsupported =
          [](const Params& params, const Device&) {
            const std::string reason = host_unsupported(params);
            return reason.empty() ? board_unsupported(params, D) : reason;
          },
      .memory_bytes = [](const Params& params) { return serial_bytes<D>(params, 0.25); },
      .make = make_serial<D, Rule, Tiled>,
      .physics = tiled_physics<D>,
      .look = look<D>,
  };
}

}  // namespace spinbench::heisenberg
