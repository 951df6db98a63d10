// The variant `union_find` of the Swendsen-Wang kernels on a host: random words in vectors, labels by union-find in
// slabs of rows or layers, one a thread.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backends/cpu/team.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/clusters/host_labels.hpp"
#include "kernels/common/clusters/host_numbers.hpp"
#include "kernels/common/clusters/swendsen_wang.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/host_lattices.hpp"

namespace spinbench::clusters {

template <class Rng, int Dimensions>
class HostSwendsenWang final : public Simulation {
 public:
  HostSwendsenWang(const Params& params, std::uint64_t seed)
      : n_(Extents::cube(Dimensions, static_cast<std::uint32_t>(params.integer("L")))),
        q_(static_cast<std::uint32_t>(params.integer("q"))),
        rng_(params.word("rng")),
        threshold_(bond_threshold(beta_of(params))),
        isa_(allowed_isa(params)),
        team_(threads_of(params)),
        labels_(n_, team_.size()),
        states_(n_.sites()),
        coins_(Dimensions == 3 ? n_.sites() : 0),
        numbers_{Rng::setup(seed, 0, rng::Seeding::random), {n_.sites()}, 0} {}

  std::string code_path() const override {
    CodePath path(cpu::name_of(isa_));
    path.count("slabs", static_cast<std::uint64_t>(labels_.slabs()));
    path.where(n_.nx > 64, "rows of several words").where(n_.nx % 64 != 0, "the last a part");
    return path.where(Dimensions == 2 && n_.nx % 2 != 0, "rows that share blocks").text();
  }

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) {
      label(nullptr);
      know_foreign();
      team_.run([this](int slab) { colour(slab); });
      ++numbers_.update;
    }
  }

  Observables observe() override {
    Seen seen = see();
    std::vector<std::int64_t> active(static_cast<std::size_t>(labels_.slabs()));
    label(active.data());
    for (const std::int64_t one : active) seen.active_bonds += one;
    const ClusterCount found = ClusterCount::of(n_.sites(), [this](std::uint32_t site) { return labels_.root(site); });
    seen.cluster_squares = found.squares;
    seen.clusters = static_cast<double>(found.clusters);
    return as_observables(seen, Dimensions, n_.sites(), q_, true);
  }

  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "energy" && observable != "magnetisation")
      return Simulation::series(observable, measurements, spacing);
    Series result{observable, 1, {}};
    for (int i = 0; i < measurements; ++i) {
      sweep(spacing);
      result.values.push_back(as_observables(see(), Dimensions, n_.sites(), q_, false).of(observable).front());
    }
    return result;
  }

  Configuration configuration() override { return as_configuration(states_, q_); }
  /// For who has others to be updated.
  std::vector<std::uint8_t>& states() { return states_; }
  int host_threads() const override { return std::min(team_.size(), cpu::usable_threads()); }

  Work work_per_sweep() const override {
    const double sites = n_.sites();
    const rng::Facts facts = rng::facts_of(rng_);
    Work work;
    work.units = sites;
    work.random_words = (Dimensions + 1) * sites;
    work.multiply_adds = work.random_words * facts.multiply_adds;
    work.logic_ops = work.random_words * facts.logic_ops;
    // A label goes out and comes back, a state comes twice and goes once.
    work.footprint_bytes = (sizeof(std::uint32_t) + 1) * sites;
    work.memory_bytes = (2 * sizeof(std::uint32_t) + 3) * sites;
    return work;
  }

 private:
  int threads_of(const Params& params) const {
    const auto wanted = static_cast<int>(params.integer("threads"));
    return std::clamp(wanted == 0 ? cpu::usable_threads() : wanted, 1, static_cast<int>(n_.nx));
  }

  /// Labels the clusters of the update that is due; adds up the active bonds of each slab where asked.
  void label(std::int64_t* active) {
    team_.run([this, active](int slab) {
      RowNumbers<Rng, Dimensions> words(n_.nx);
      labels_.label_slab(slab, [&](std::uint32_t y, std::uint32_t z, RowBonds& bonds) {
        draw_row(y, z, words, bonds);
        if (active == nullptr) return;
        for (int d = 0; d < Dimensions; ++d)
          for (const std::uint8_t flag : bonds.along[d]) active[slab] += flag;
      });
    });
    labels_.join_slabs();
  }

  void draw_row(std::uint32_t y, std::uint32_t z, RowNumbers<Rng, Dimensions>& words, RowBonds& bonds) {
    const std::uint32_t row = (z * n_.ny + y) * n_.nx;
    words.draw_bonds(isa_, numbers_, row, n_.nx);
    if constexpr (Dimensions == 3) words.states(n_.nx, q_, coins_.data() + row);
    const std::uint8_t* const own = states_.data() + row;
    const Site here{row, 0, y, z};
    for (int d = 0; d < Dimensions; ++d) {
      std::uint8_t* const flags = bonds.along[d].data();
      words.compare(d, n_.nx, threshold_, flags);
      if (d == 0) {
        for (std::uint32_t x = 0; x + 1 < n_.nx; ++x) flags[x] &= own[x] == own[x + 1];
        flags[n_.nx - 1] &= own[n_.nx - 1] == own[0];
      } else {
        const std::uint8_t* const other = states_.data() + next_site(n_, here, d);
        for (std::uint32_t x = 0; x < n_.nx; ++x) flags[x] &= own[x] == other[x];
      }
    }
  }

  /// Finds the states of the clusters that reach into a slab from a smaller one.
  void know_foreign() {
    known_.clear();
    for (const std::uint32_t run : labels_.foreign()) {
      const std::uint32_t root = planted(Mutant::labels_foreign_coin) ? run : labels_.root(run);
      known_.push_back({run, static_cast<std::uint8_t>(state_of(numbers_.coin(root), q_))});
    }
    std::sort(known_.begin(), known_.end());
  }

  /// Gives each run of a slab its cluster's state: that of its parent, which was given its own before.
  void colour(int slab) {
    RowNumbers<Rng, Dimensions> words(n_.nx);
    std::vector<std::uint8_t> row_coins(n_.nx);
    const std::uint32_t first = labels_.first_plane(slab) * labels_.plane_sites(),
                        last = labels_.first_plane(slab + 1) * labels_.plane_sites();
    auto known = std::lower_bound(known_.begin(), known_.end(), Known{first, 0});
    for (std::uint32_t row = first; row < last; row += n_.nx) {
      const std::uint8_t* coins = row_coins.data();
      if constexpr (Dimensions == 3)
        coins = coins_.data() + row;
      else
        words.draw_states(isa_, numbers_, row, n_.nx, q_, row_coins.data());
      colour_row(row, coins, known);
    }
  }
  template <class KnownOnes>
  void colour_row(std::uint32_t row, const std::uint8_t* coins, KnownOnes& known) {
    const std::uint64_t* const starts = labels_.starts(row / n_.nx);
    Stretches low_bits, high_bits;
    for (std::uint32_t x = 0; x < n_.nx; x += 64) {
      const std::uint64_t runs = starts[x / 64];
      std::uint64_t low = 0, high = 0;
      for (std::uint64_t left = runs; left != 0; left &= left - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(left));
        const std::uint32_t run = row + x + bit, parent = labels_.parent_of_run(run);
        // Where it is not known, the parent lies in this slab: another's is written while this one is.
        const bool is_known = known != known_.end() && known->run == run;
        const std::uint8_t state = is_known ? (known++)->state : parent == run ? coins[x + bit] : states_[parent];
        // Runs of this row may be its children.
        states_[run] = state;
        low |= static_cast<std::uint64_t>(state & 1) << bit;
        high |= static_cast<std::uint64_t>(state >> 1) << bit;
      }
      low = low_bits.spread(low, ~runs);
      if (q_ > 2) high = high_bits.spread(high, ~runs);
      unpack(low, high, std::min(n_.nx - x, std::uint32_t{64}), states_.data() + row + x);
    }
  }

  Seen see() const {
    Seen seen;
    for (std::uint32_t row = 0; row < n_.sites(); row += n_.nx) {
      const Site here = site_at(n_, row);
      const std::uint8_t* const own = states_.data() + row;
      int equal = own[n_.nx - 1] == own[0], up = 0;
      for (std::uint32_t x = 0; x + 1 < n_.nx; ++x) equal += own[x] == own[x + 1];
      for (int d = 1; d < Dimensions; ++d) {
        const std::uint8_t* const other = states_.data() + next_site(n_, here, d);
        for (std::uint32_t x = 0; x < n_.nx; ++x) equal += own[x] == other[x];
      }
      for (std::uint32_t x = 0; x < n_.nx; ++x) up += own[x] == 0;
      seen.equal_bonds += equal;
      seen.up += up;
    }
    return seen;
  }

  struct Known {
    std::uint32_t run;
    std::uint8_t state;
    bool operator<(const Known& other) const { return run < other.run; }
  };

  Extents n_;
  std::uint32_t q_;
  std::string rng_;
  std::uint32_t threshold_;
  cpu::Isa isa_;
  cpu::Team team_;
  HostLabels labels_;
  std::vector<std::uint8_t> states_, coins_;
  std::vector<Known> known_;
  UpdateNumbers<Rng, Dimensions> numbers_;
};

/// The variant for the kernel of that many dimensions.
template <int Dimensions>
Variant host_swendsen_wang() {
  Variant v = swendsen_wang_variant(Dimensions, "union_find", "cpu");
  v.title = "union-find in slabs, one a thread; random words in vectors:";
  v.title = cpu::with_widest_isa(v.title);
  v.source = "this suite";
  v.axes = {axis_L(Dimensions), axis_q(), axis_rng(), axis_threads(), axis_isa(), axis_beta(Dimensions)};
  v.unsupported = [](const Params& params, const Device&) {
    const std::string generator = generator_unsupported(params);
    return generator.empty() ? isa_unsupported(params) : generator;
  };
  v.memory_bytes = [](const Params& params) { return (Dimensions + 3) * sites_of(params, Dimensions); };
  v.make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    return rng::with_generator_of<has_blocks>(
        params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<Simulation> {
          return std::make_unique<HostSwendsenWang<typename decltype(tag)::type, Dimensions>>(params, seed);
        });
  };
  return v;
}

}  // namespace spinbench::clusters
