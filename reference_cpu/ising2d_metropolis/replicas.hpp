// Square lattices side by side, all replicas of one model, and the serial orders in which kernels of several replicas
// update them, each at a temperature of its own: the oracles of ising2d_parallel_tempering and
// ising2d_population_annealing. H = -J sum_<ij> s_i s_j, J = 1.
//
// An order has
//   Rule, rule(beta)       what a temperature is to its updates
//   update(lattices, sweeps, rule_of, flipped)
//                          sweeps of each replica r by rule_of(r); where `tells_flips` says so, flipped(r, cost) is
//                          called at each flip with the energy that it took
//   work(one)              of a sweep of all replicas, where `one` are the axes of ising2d_metropolis for one of them
//   save(), restore()      where its random numbers stand
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "interface/resumable.hpp"
#include "interface/simulation.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"
#include "kernels/ising2d_metropolis/replicas.hpp"
#include "reference_cpu/common/multispin_plain.hpp"
#include "reference_cpu/common/phases.hpp"
#include "reference_cpu/common/streams.hpp"
#include "reference_cpu/common/thresholds.hpp"
#include "reference_cpu/ising2d_metropolis/lattice.hpp"
#include "reference_cpu/ising2d_metropolis/orders.hpp"
#include "reference_cpu/ising2d_metropolis/plane.hpp"

namespace spinbench::ising2d {

using ReplicaLattice = Lattice<std::int8_t>;
using ReplicaLattices = std::vector<ReplicaLattice>;

/// Replica after replica.
inline Configuration configuration_of(const ReplicaLattices& lattices) {
  Configuration result;
  for (const auto& lattice : lattices) {
    const Configuration one = lattice.configuration();
    result.spins += one.spins;
    result.bytes.insert(result.bytes.end(), one.bytes.begin(), one.bytes.end());
  }
  return result;
}

/// Makes the lattices hold the bytes of a configuration_of().
inline void set_configuration(ReplicaLattices& lattices, const std::vector<std::uint8_t>& bytes) {
  const std::size_t sites = bytes.size() / lattices.size();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    ReplicaLattice& lattice = lattices[i / sites];
    if (lattice.spin(i % sites) != static_cast<std::int8_t>(bytes[i])) lattice.flip_spin(i % sites);
  }
}

inline std::vector<std::int64_t> energies_of(const ReplicaLattices& lattices) {
  std::vector<std::int64_t> result;
  for (const auto& lattice : lattices) result.push_back(lattice.energy());
  return result;
}

/// What orders that update spin by spin share. With `streams` of each replica, numbered through all of them.
template <class Generator>
class SpinBySpin {
 public:
  using Rule = FieldThresholds<2>;
  static constexpr bool tells_flips = true;
  static constexpr rng::GeneratorSet generators = of_single_spins;

  static Rule rule(double beta) { return Rule::at(beta); }

 protected:
  SpinBySpin(const Params& params, std::uint64_t seed, rng::Seeding seeding, std::uint64_t streams)
      : params_(params), streams_(seed, streams * replicas_of(params), seeding) {}

  template <class Always, class Stream, class Flipped>
  static void attempt(ReplicaLattice& lattice, Always always, Stream& stream, const Rule& thresholds, std::uint32_t x,
                      std::uint32_t y, Flipped&& flipped) {
    const int field = lattice.field(x, y);
    if (!is_flipped(always, field, stream, thresholds)) return;
    lattice.flip(x, y);
    flipped(2 * field);
  }

  /// As Square::attempt_work() of all replicas; an energy that is tracked takes an addition a flip.
  Work work_of(Params one, const char* draw, double bytes, double memory_bytes) const {
    one.set("draw", std::string(draw));
    Work work = Square::attempt_work(one);
    const double all = params_.real("replicas");
    for (double* part : {&work.units, &work.logic_ops, &work.multiply_adds, &work.random_words}) *part *= all;
    set_traffic(work, bytes * all, memory_bytes * all);
    // A replica that the first cache holds stays there until its turn is over.
    if (bytes <= (32 << 10)) work.memory_bytes = 0;
    return work;
  }

  Params params_;
  Streams<Generator> streams_;
};

/// Replica after replica, site after site along the memory, a stream for each replica.
template <class Generator>
class ReplicasInRows : public SpinBySpin<Generator> {
 public:
  using Rule = typename SpinBySpin<Generator>::Rule;

  ReplicasInRows(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : SpinBySpin<Generator>(params, seed, seeding, 1) {
    for (std::size_t r = 0; r < replicas_of(params); ++r) open_.push_back(this->streams_.load(r, 0));
  }

  template <class RuleOf, class Flipped>
  void update(ReplicaLattices& lattices, int sweeps, RuleOf&& rule_of, Flipped&& flipped) {
    for (std::size_t r = 0; r < lattices.size(); ++r) {
      // Copies, which the compiler may keep in registers.
      auto stream = open_[r];
      const Rule thresholds = rule_of(r);
      ReplicaLattice& lattice = lattices[r];
      for (int i = 0; i < sweeps; ++i)
        walk_rows(lattice.L(), [&](std::uint32_t x, std::uint32_t y) {
          this->attempt(lattice, std::false_type(), stream, thresholds, x, y, [&](int cost) { flipped(r, cost); });
        });
      open_[r] = stream;
    }
  }

  Work work(const Params& one) const {
    const double bytes = sites_of(this->params_, 2);
    return this->work_of(one, "conditional", bytes, 2 * bytes);
  }
  void save(StateWriter& to) const { to.put(open_); }
  void restore(StateReader& from) { from.take(open_); }

 private:
  std::vector<typename Generator::Stream> open_;  ///< of each replica
};

/// The double checkerboard of Weigel 2012, section 3.2, on each replica, with the streams of
/// kernels/common/square_lattice.hpp, numbered through the replicas.
template <class Generator>
class ReplicasInTiles : public SpinBySpin<Generator> {
 public:
  using Rule = typename SpinBySpin<Generator>::Rule;

  ReplicasInTiles(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : SpinBySpin<Generator>(params, seed, seeding, board_of(params).streams()),
        board_(board_of(params)),
        k_(static_cast<int>(params.integer("k"))) {}

  template <class RuleOf, class Flipped>
  void update(ReplicaLattices& lattices, int sweeps, RuleOf&& rule_of, Flipped&& flipped) {
    for (int done = 0; done < sweeps; done += k_)
      plain_step(k_, [&](const TilePhase& phase) {
        for (std::size_t r = 0; r < lattices.size(); ++r)
          walk_tiles(board_, phase, Visitor<Flipped>{*this, lattices[r], r, rule_of(r), flipped});
        attempts_ += 2 * static_cast<std::uint64_t>(phase.hits);
      });
  }

  Work work(const Params& one) const {
    const double sites = sites_of(this->params_, 2), T = board_.tile;
    const double state = rng::state_bytes(this->params_.word("rng"));
    return this->work_of(one, "always", sites * (1 + state / 4), sites * 2 * (2 + 4 / T + state) / k_);
  }
  void save(StateWriter& to) { to.put(attempts_), to.put(this->streams_.elements()); }
  void restore(StateReader& from) { from.take(attempts_), from.take(this->streams_.elements()); }

 private:
  // Holds the streams of the tile that is being visited.
  template <class Flipped>
  struct Visitor {
    ReplicasInTiles& all;
    ReplicaLattice& lattice;
    std::size_t replica;
    Rule thresholds;
    Flipped& flipped;
    std::vector<typename Generator::Stream> streams{};

    std::uint64_t number(std::uint32_t column, std::uint32_t row, std::uint32_t n) const {
      return replica * all.board_.streams() + all.board_.stream(column, row, n);
    }
    void enter(std::uint32_t column, std::uint32_t row) {
      streams.clear();
      for (std::uint32_t n = 0; n < all.board_.items_a_tile(); ++n)
        streams.push_back(all.streams_.load(number(column, row, n), all.attempts_));
    }
    void attempt(std::uint32_t n, std::uint32_t x, std::uint32_t y) {
      SpinBySpin<Generator>::attempt(lattice, std::true_type(), streams[n], thresholds, x, y,
                                     [&](int cost) { flipped(replica, cost); });
    }
    void leave(std::uint32_t column, std::uint32_t row) {
      for (std::uint32_t n = 0; n < all.board_.items_a_tile(); ++n)
        all.streams_.store(number(column, row, n), streams[n]);
    }
  };

  static SquareTiles board_of(const Params& params) {
    return {side_of(params), static_cast<std::uint32_t>(params.integer("tile"))};
  }

  SquareTiles board_;
  int k_;
  std::uint64_t attempts_ = 0;  ///< behind each stream
};

/// The bit-sliced update spin by spin (reference_cpu/common/multispin_plain.hpp) on each replica, whose tiles are
/// numbered one replica after the other. Energies are summed by who asks for them.
template <class Generator>
class ReplicasInWords {
 public:
  using Rule = MultispinDecisions<Plane>;
  static constexpr bool tells_flips = false;
  static constexpr rng::GeneratorSet generators = of_bits;

  ReplicasInWords(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        tile_(multispin_tile(bit_sliced_replicas(params, 0))),
        setup_(Generator::setup(seed, 0, seeding)) {}

  Rule rule(double beta) const { return Rule(side_of(params_), tile_, beta); }

  template <class RuleOf, class Flipped>
  void update(ReplicaLattices& lattices, int sweeps, RuleOf&& rule_of, Flipped&&) {
    const std::uint32_t L = side_of(params_);
    for (int half = 0; half < 2 * sweeps; ++half, ++halves_) {
      std::uint64_t number = 0;
      for (std::size_t r = 0; r < lattices.size(); ++r) {
        Rule& decisions = rule_of(r);
        for (std::uint32_t y = 0; y < L; y += tile_.down)
          for (std::uint32_t word = 0; word < decisions.words_a_row(); word += tile_.across) {
            typename Generator::Stream stream(setup_, number++, halves_ * multispin_draws);
            decisions.update(lattices[r], word, y, 0, static_cast<std::uint32_t>(half & 1), stream);
          }
      }
    }
  }

  Work work(const Params&) const {
    Work work;
    work.units = sites_of(params_, 2) * params_.real("replicas");
    work.random_words = work.units * (multispin_leading_digits / 32.0 + 1.0 / (1 << multispin_leading_digits));
    work.logic_ops = work.units * Plane::logic_ops + work.random_words * Generator::facts.logic_ops;
    work.multiply_adds = work.random_words * Generator::facts.multiply_adds;
    set_traffic(work, work.units, 2 * work.units);
    return work;
  }
  void save(StateWriter& to) const { to.put(halves_); }
  void restore(StateReader& from) { from.take(halves_); }

 private:
  Params params_;
  MultispinTile tile_;
  typename Generator::Setup setup_;
  std::uint64_t halves_ = 0;
};

/// Implementation<Order<Generator>>(params, seed, seeding) for the case's generator.
template <template <class> class Implementation, template <class> class Order, class Base>
std::unique_ptr<Base> make_replicas(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<Order<rng::Philox4x32>::generators>(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Base> {
        using Generator = typename decltype(tag)::type;
        return std::make_unique<Implementation<Order<Generator>>>(params, seed, seeding);
      });
}

}  // namespace spinbench::ising2d
