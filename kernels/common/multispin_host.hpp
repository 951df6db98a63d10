// The bit-sliced update on a CPU, whatever the lattice: a tile in each 32-bit lane of the host's widest vectors, and
// threads that each have a part of the rows. kernels/ising2d_metropolis/multispin.hpp states the rule, whose words and
// decisions are the GPU's. A square lattice is one layer, a cubic one L of them.
// kernels/common/host_lattices.hpp says how it lies in vectors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backends/cpu/team.hpp"
#include "interface/registry.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/host_lattices.hpp"
#include "kernels/common/lanes.hpp"
#include "kernels/common/multispin.hpp"
#include "kernels/common/multispin_lattices.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench {

/// Step 2 of the rule for one tile, from its second round on, words in the rule's order: adds to `flips` the spins that
/// flip. masks[c - 1] has the spins of class c.
template <class Stream, class Thresholds>
void decide_late(Stream& stream, const Thresholds& thresholds, std::uint32_t words, std::uint32_t (&undecided)[8],
                 const std::uint32_t (&masks)[Thresholds::classes - 1][8], std::uint32_t (&flips)[8]) {
  for (bool left = true; left;) {
    std::uint32_t served = 0;
    std::uint32_t mine[8] = {};
    left = false;
    for (std::uint32_t w = 0; w < words; ++w) {
      mine[w] = undecided[w] & ~served;
      served |= undecided[w];
      undecided[w] &= ~mine[w];
      left = left || undecided[w] != 0;
    }
    for (std::uint32_t places = served; places != 0; places &= places - 1) {
      const std::uint32_t place = places & (0u - places), drawn = stream.next();
      for (std::uint32_t w = 0; w < words; ++w) {
        std::uint32_t rest = thresholds.rest((masks[0][w] & place) != 0 ? 1 : 0);
        if constexpr (Thresholds::classes == 3) rest = (masks[1][w] & place) != 0 ? thresholds.rest(2) : rest;
        if ((mine[w] & place) != 0 && drawn < rest) flips[w] |= place;
      }
    }
  }
}

}  // namespace spinbench

#define SPINBENCH_LANES_FILE "kernels/common/multispin_host.inl"
#include "kernels/common/lanes_each.inl"
#undef SPINBENCH_LANES_FILE

namespace spinbench {

/// The lanes' Bonds<Thresholds> must be known where this is called.
template <class Rng, class Thresholds>
void update_bands(cpu::Isa isa, const HostHalfSweep<Thresholds>& job) {
#if SPINBENCH_X86
  if (isa == cpu::Isa::avx512) return lanes::avx512::update_bands<Rng>(job);
  if (isa == cpu::Isa::avx2) return lanes::avx2::update_bands<Rng>(job);
#endif
  static_cast<void>(isa);
  lanes::baseline::update_bands<Rng>(job);
}

/// The lattices of a case. `memory` 0: their shape alone.
template <class Model>
HostLattices host_lattices(const Params& params, int memory) {
  return {Model::dimensions,
          static_cast<std::uint32_t>(params.integer("L")),
          static_cast<std::uint32_t>(params.integer("realizations")),
          Model::tile(params),
          allowed_isa(params),
          memory};
}

/// As many as the axis says, and no more than have something to do.
inline int threads_of(const Params& params, const HostLattices& lattices) {
  const std::int64_t wanted = params.integer("threads") == 0 ? cpu::usable_threads() : params.integer("threads");
  return static_cast<int>(std::min<std::int64_t>(wanted, std::max(lattices.realizations(), lattices.parts())));
}

/// A sweep over `sites` sites, of which a core has as many as each other.
template <class Model, class Rng>
Work host_multispin_work(double sites, int cores) {
  // For tiles of eight words: eight lanes go on until the last of them is done, after 2.8 draws.
  constexpr double rest_draws = 0.35;
  const double words = sites / 32;
  Work work;
  work.units = sites;
  work.random_words = words * (multispin_leading_digits + rest_draws);
  work.footprint_bytes = sites / 8;
  // Nothing leaves the first-level cache of a core whose share stays there.
  if (work.footprint_bytes / cores > 32 << 10) work.memory_bytes = sites * 3 / 8;
  work.logic_ops = words * (Model::operations_a_word +
                            (multispin_leading_digits + rest_draws) * lanes::baseline::RandomLanes<Rng>::operations);
  if (Rng::facts.opening_logic_ops > 0) work.logic_ops += words / 8 * lanes::baseline::opening_operations;
  return work;
}

template <class Model, class Rng>
HostMultispinRule<typename Model::Thresholds> host_multispin_rule_of() {
  return {update_bands<Rng, typename Model::Thresholds>, host_multispin_work<Model, Rng>};
}

/// `Model`: a MultispinModel, with operations_a_word beside those of the random words.
template <class Model, class Rng>
class HostMultispin final : public MultispinLattices {
 public:
  HostMultispin(const Params& params, std::uint64_t seed)
      : lattices_(host_lattices<Model>(params, 1)),
        thresholds_(lattices_.realizations(), Model::Thresholds::at(params.real("beta"))),
        seed_(seed),
        team_(threads_of(params, lattices_)),
        progress_(team_.size()),
        edges_(static_cast<std::size_t>(team_.size()), VectorWords(lattices_.edge_words())) {}

  std::string code_path() const override { return lattices_.code_path(team_.size()); }

  void sweep(int count) override {
    if (planted(Mutant::bands_long_batch_cut)) count = std::min(count, 1000);
    const std::uint64_t end = halves_ + 2 * static_cast<std::uint64_t>(count);
    team_.run([this, end](int member) {
      std::uint32_t* const edge = edges_[static_cast<std::size_t>(member)].data();
      if (static_cast<int>(lattices_.realizations()) >= team_.size())
        whole_lattices(member, end, edge);
      else
        shared_lattices(member, end, edge);
    });
    if (!planted(Mutant::bands_counter_stands)) halves_ = end;
  }
  Observables observe() override { return lattices_.observe(); }
  Configuration configuration() override { return lattices_.configuration(); }
  void set_betas(const std::vector<double>& betas) override {
    for (std::size_t m = 0; m < betas.size(); ++m)
      thresholds_.at(planted(Mutant::tempering_thresholds_first) ? 0 : m) = Model::Thresholds::at(betas[m]);
  }
  void save(StateWriter& to) override { to.put(lattices_.words()), to.put(halves_); }
  void restore(StateReader& from) override {
    std::vector<std::uint32_t> words = lattices_.words();
    from.take(words), from.take(halves_);
    lattices_.set_words(words);
  }
  std::vector<std::int64_t> unsatisfied_bonds() override {
    std::vector<std::int64_t> result(lattices_.realizations());
    team_.run([&](int member) {
      for (std::size_t m = static_cast<std::size_t>(member); m < result.size();
           m += static_cast<std::size_t>(team_.size()))
        result[m] = lattices_.unsatisfied_bonds(static_cast<std::uint32_t>(m));
    });
    return result;
  }
  void copy(std::uint32_t from, std::uint32_t to) override { lattices_.copy(from, to); }
  void set_planes(std::uint32_t realization, const std::vector<std::uint32_t>& words) override {
    lattices_.set_planes(realization, words);
  }

  Work work_per_sweep() const override { return host_multispin_work<Model, Rng>(lattices_.sites(), team_.size()); }
  int host_threads() const override { return team_.size(); }

 private:
  using HalfSweep = HostHalfSweep<typename Model::Thresholds>;

  HalfSweep job(std::uint32_t realization, std::uint64_t half, std::pair<std::uint32_t, std::uint32_t> parts,
                std::uint32_t* edge) {
    const std::uint32_t rows = lattices_.tile_rows_a_part();
    return {lattices_.bands(realization),
            static_cast<std::uint32_t>(half & 1),
            parts.first * rows,
            parts.second * rows,
            seed_,
            half * multispin_draws,
            &thresholds_[realization],
            edge};
  }

  /// A thread's own lattices; nobody waits for anybody.
  void whole_lattices(int member, std::uint64_t end, std::uint32_t* edge) {
    const auto [first, last] = part_of(lattices_.realizations(), member);
    for (std::uint32_t m = first; m < last; ++m)
      for (std::uint64_t half = halves_; half < end; ++half)
        update_bands<Rng>(lattices_.isa(), job(m, half, {0, lattices_.parts()}, edge));
  }

  /// A thread's part of all lattices. The rows beside it belong to its neighbours, which must have updated them in the
  /// half-sweep before: then they have written what is read here, and no longer read what is written here. Outer rows
  /// come first; neighbours wait for these only, and not before they are half done with what lies between: then nobody
  /// is so far ahead that what it asks for in advance would be changed once more.
  void shared_lattices(int member, std::uint64_t end, std::uint32_t* edge) {
    const int size = team_.size(), before = (member + size - 1) % size, behind = (member + 1) % size;
    const auto [first, last] = part_of(lattices_.parts(), member);
    const std::uint32_t middle = first + (last - first + 1) / 2;
    const auto update = [this, edge](std::uint64_t half, std::uint32_t from, std::uint32_t to) {
      for (std::uint32_t m = 0; from < to && m < lattices_.realizations(); ++m)
        update_bands<Rng>(lattices_.isa(), job(m, half, {from, to}, edge));
    };
    for (std::uint64_t half = halves_; half < end; ++half) {
      update(half, first, first + 1);
      update(half, std::max(first + 1, last - 1), last);
      progress_.report(member, half + 1);
      update(half, first + 1, std::min(middle, last - 1));
      progress_.await(before, half + 1);
      progress_.await(behind, half + 1);
      for (std::uint32_t m = 0; m < lattices_.realizations(); ++m)
        lattices_.fetch_borders(m, static_cast<std::uint32_t>(half & 1), first, last);
      update(half, middle, last - 1);
    }
  }

  std::pair<std::uint32_t, std::uint32_t> part_of(std::uint32_t all, int member) const {
    const std::uint64_t size = static_cast<std::uint64_t>(team_.size()), m = static_cast<std::uint64_t>(member);
    const std::uint32_t left_out = planted(Mutant::bands_thread_stops_early) && member > 0 ? 1 : 0;
    return {static_cast<std::uint32_t>(all * m / size), static_cast<std::uint32_t>(all * (m + 1) / size) - left_out};
  }

  HostLattices lattices_;
  std::vector<typename Model::Thresholds> thresholds_;  ///< by realization
  std::uint64_t seed_, halves_ = 0;
  cpu::Team team_;
  cpu::Progress progress_;
  std::vector<VectorWords> edges_;  ///< by member
};

/// The variant `multispin` of the model's kernel on a CPU, which has these axes of its own.
template <class Model>
Variant host_multispin_variant(const Axis& L, const Axis& rng, const Axis& beta, const Proofs& proofs) {
  return {
      .kernel = Model::kernel,
      .name = "multispin",
      .backend = "cpu",
      .title = cpu::with_widest_isa("one bit a spin, a tile in each lane of a vector, up to"),
      .source = "this suite",
      .axes = {L, axis_realizations(), axis_words(8), rng, axis_threads(), axis_isa(), beta},
      .oracle = "multispin_plain",
      .unsupported =
          [](const Params& params, const Device&) {
            const std::string other = Model::unsupported(params, 64);
            return other.empty() ? isa_unsupported(params) : other;
          },
      .memory_bytes =
          [](const Params& params) {
            return sites_of(params, Model::dimensions) * params.real("realizations") / 8 + 1e6;
          },
      .make =
          [](const Params& params, std::uint64_t seed) {
            return Model::with_generator(params.word("rng"), [&](auto tag, rng::Seeding) {
              return std::make_unique<HostMultispin<Model, typename decltype(tag)::type>>(params, seed);
            });
          },
      .bit_cases =
          [](const Params& params, const Device&) {
            const auto path = [](const Params& one) {
              const HostLattices lattices = host_lattices<Model>(one, 0);
              return lattices.code_path(threads_of(one, lattices));
            };
            std::vector<Params> cases = multispin_bit_cases<Model>(params, path);
            // What many threads share out of a large lattice, few do of one that is small enough to be followed.
            Params few = cases.front();
            for (std::int64_t threads = 4; threads <= 24; ++threads) {
              few.set("threads", threads);
              add_on_path(cases, few, path(params), multispin_sizes<Model>(), path,
                          [](const Params& one) { return Model::unsupported(one, 64).empty(); });
            }
            return cases;
          },
      .physics = proofs.physics,
      .look = proofs.look,
  };
}

}  // namespace spinbench
