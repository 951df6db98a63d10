// The bit-sliced update on a CPU, whatever the lattice: a tile in each 32-bit lane of the host's widest vectors, and
// threads that each have a part of the rows. kernels/ising2d_metropolis/multispin.hpp states the rule, whose words and
// decisions are the GPU's. A square lattice is one layer, a cubic one L of them.
//
// A vector holds one word of each of `lanes` bands of rows: lane l has row l * rows + r of the layer where it says row
// r, so that all lanes of a row have their neighbours in the same vectors of other rows, whatever the lanes. Only the
// first row and the last of the bands see those of the next lane.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backends/cpu/isa.hpp"
#include "backends/cpu/team.hpp"
#include "interface/registry.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/lanes.hpp"
#include "kernels/common/multispin.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench {

/// One realization, in 32-bit words: word n of row r in layer z of a colour is a vector, at
/// ((z * rows + r) * words_a_row + n) * lanes.
struct HostBands {
  std::uint32_t* planes[2];  ///< by colour
  std::uint32_t words_a_row;
  std::uint32_t rows;  ///< of a band in a layer, an even number
  std::uint32_t layers;
  MultispinTile tile;
  std::uint64_t first_stream;  ///< of the realization's streams
};

/// One colour of some rows of tiles in all bands.
template <class Thresholds>
struct HostHalfSweep {
  HostBands bands;
  std::uint32_t colour;
  std::uint32_t first, last;  ///< rows of tiles, counted through all layers, the last not included
  std::uint64_t seed, position;
  const Thresholds* thresholds;
  std::uint32_t* edge;  ///< two rows of vectors, for the rows that the lanes find in their neighbours
};

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

/// Words as vectors want them aligned.
class VectorWords {
 public:
  explicit VectorWords(std::size_t words) : blocks_((words + Block::words - 1) / Block::words) {}

  std::uint32_t* data() { return blocks_.front().word; }
  std::uint32_t operator[](std::size_t i) const { return blocks_[i / Block::words].word[i % Block::words]; }

 private:
  struct alignas(64) Block {
    static constexpr std::size_t words = 16;
    std::uint32_t word[words] = {};
  };

  std::vector<Block> blocks_;
};

/// The widest instructions that the axis `isa` allows: `widest` stands for all that this host has.
inline cpu::Isa allowed_isa(const Params& params) {
  const std::string& name = params.word("isa");
  for (const cpu::Isa isa : {cpu::Isa::baseline, cpu::Isa::avx2, cpu::Isa::avx512})
    if (name == cpu::word_of(isa)) return isa;
  return cpu::widest_isa();
}

/// Why this host cannot run the axis `isa`, or "".
inline std::string isa_unsupported(const Params& params) {
  const cpu::Isa isa = allowed_isa(params);
  if (isa <= cpu::widest_isa()) return "";
  return std::string("this host has no ") + cpu::name_of(isa) + " instructions, only " +
         cpu::name_of(cpu::widest_isa()) + ": take isa=widest";
}

/// The lattices in memory, of two dimensions or three.
class HostLattices {
 public:
  /// For vectors of `widest` or narrower ones. `memory` 0: without a word of memory, to ask for the shape alone.
  HostLattices(int dimensions, std::uint32_t L, std::uint32_t realizations, const MultispinTile& tile, cpu::Isa widest,
               int memory)
      : L_(L),
        layers_(dimensions == 2 ? 1 : L),
        realizations_(realizations),
        tile_(tile),
        isa_(isa_for(L, tile, widest)),
        lanes_(lanes_of(isa_)),
        words_(memory == 0 ? 0 : 2 * realizations * plane_words()) {}

  cpu::Isa isa() const { return isa_; }
  std::uint32_t realizations() const { return realizations_; }
  double sites() const { return static_cast<double>(sites_of_one()) * realizations_; }
  std::size_t edge_words() const { return std::size_t{2} * words_a_row() * lanes_; }

  /// What threads share out: rows of tiles, or whole layers, whose rows of tiles all lie beside each other.
  std::uint32_t parts() const { return layers_ > 1 ? layers_ : tile_rows(); }
  std::uint32_t tile_rows_a_part() const { return layers_ > 1 ? tile_rows() : 1; }

  HostBands bands(std::uint32_t realization) {
    std::uint32_t* const first = words_.data() + 2 * realization * plane_words();
    return {{first, first + plane_words()},
            words_a_row(),
            rows(),
            layers_,
            tile_,
            planted(Mutant::bands_share_streams) ? 0
                                                 : static_cast<std::uint64_t>(realization) * layers_ *
                                                       (L_ / tile_.down) * (words_a_row() / tile_.across)};
  }

  /// Of `threads` threads. Shared lattices are updated in three pieces, of which small parts leave some empty.
  std::string code_path(int threads) const {
    const bool whole = static_cast<int>(realizations_) >= threads;
    CodePath path(std::string(cpu::name_of(isa_)) + ", tile " + std::to_string(tile_.across) + "x" +
                  std::to_string(tile_.down));
    path.where(words_a_row() > tile_.across, "several columns").count("realizations", realizations_);
    path.where(tile_rows() > 1, "several rows of tiles a band").where(whole && threads > 1, "lattices shared out");
    if (!whole) {
      const std::uint32_t share = parts() / static_cast<std::uint32_t>(threads);
      path.count("threads", static_cast<std::uint64_t>(threads))
          .with("parts a thread", share < 4 ? std::to_string(share) : "several")
          .where(parts() % static_cast<std::uint32_t>(threads) != 0, "some with one more");
    }
    return path.text();
  }

  /// Asks for what a thread that has the parts from `first` to `last` will find in other threads' caches once `colour`
  /// was updated: their rows of `colour` beside its own, and its own outer rows of the other colour, which they read.
  void fetch_borders(std::uint32_t realization, std::uint32_t colour, std::uint32_t first, std::uint32_t last) {
    const std::uint32_t units = layers_ > 1 ? layers_ : rows(), a_part = layers_ > 1 ? 1 : tile_.down;
    const std::size_t unit = static_cast<std::size_t>(layers_ > 1 ? rows() : 1) * words_a_row() * lanes_;
    const HostBands all = bands(realization);
    const auto words = [&](std::uint32_t plane, std::uint32_t number) { return all.planes[plane] + number * unit; };
    cpu::fetch_to_read(words(colour, (first * a_part + units - 1) % units), unit);
    cpu::fetch_to_read(words(colour, last * a_part % units), unit);
    cpu::fetch_to_write(words(1 - colour, first * a_part), unit);
    cpu::fetch_to_write(words(1 - colour, last * a_part - 1), unit);
  }

  Observables observe() const {
    Observable energy{"energy", {}}, magnetisation{"magnetisation", {}};
    const std::int64_t sites = sites_of_one(), bonds = (layers_ > 1 ? 3 : 2) * sites;
    const auto last = [](std::uint32_t i, std::uint32_t end) { return i == 0 ? end - 1 : i - 1; };
    const auto next = [](std::uint32_t i, std::uint32_t end) { return i + 1 == end ? 0 : i + 1; };
    for (std::uint32_t number = 0; number < realizations_; ++number) {
      const std::uint32_t m = planted(Mutant::bands_observe_first) ? 0 : number;
      std::int64_t unsatisfied = 0, down = 0;
      for (std::uint32_t z = 0; z < layers_; ++z)
        for (std::uint32_t y = planted(Mutant::bands_observe_skips_row) ? 1 : 0; y < L_; ++y)
          for (std::uint32_t n = 0; n < words_a_row(); ++n) {
            const std::uint32_t spins = word(m, 0, z, y, n), same = word(m, 1, z, y, n);
            const std::uint32_t side = (y + z) % 2 != 0 ? same >> 1 | word(m, 1, z, y, next(n, words_a_row())) << 31
                                                        : same << 1 | word(m, 1, z, y, last(n, words_a_row())) >> 31;
            for (const std::uint32_t other : {same, side, word(m, 1, z, last(y, L_), n), word(m, 1, z, next(y, L_), n)})
              unsatisfied += std::popcount(spins ^ other);
            if (layers_ > 1)
              for (const std::uint32_t layer : {last(z, L_), next(z, L_)})
                unsatisfied += std::popcount(spins ^ word(m, 1, layer, y, n));
            down += std::popcount(spins) + std::popcount(same);
          }
      energy.values.push_back(static_cast<double>(2 * unsatisfied - bonds) / static_cast<double>(sites));
      magnetisation.values.push_back(static_cast<double>(sites - 2 * down) / static_cast<double>(sites));
    }
    return {std::move(energy), std::move(magnetisation)};
  }

  Configuration configuration() const {
    std::vector<std::uint32_t> bits;
    bits.reserve(static_cast<std::size_t>(sites()) / 32);
    for (std::uint32_t m = 0; m < realizations_; ++m)
      for (std::uint32_t z = 0; z < layers_; ++z)
        for (std::uint32_t y = 0; y < L_; ++y)
          for (std::uint32_t n = 0; n < words_a_row(); ++n)
            append_row_order(bits, word(m, (y + z) & 1, z, y, n), word(m, (y + z + 1) & 1, z, y, n));
    return Configuration::of_bits(bits, static_cast<std::uint64_t>(sites()));
  }

 private:
  static std::uint32_t lanes_of(cpu::Isa isa) { return static_cast<std::uint32_t>(cpu::vector_bytes(isa)) / 4; }

  /// The widest vectors that leave each band an even number of rows and whole tiles; those of the baseline always do.
  static cpu::Isa isa_for(std::uint32_t L, const MultispinTile& tile, cpu::Isa widest) {
    const auto fits = [&](std::uint32_t lanes) { return L % (lanes * std::max(tile.down, 2u)) == 0; };
    const std::vector<cpu::Isa> all = cpu::isas();
    for (auto isa = all.rbegin(); isa != all.rend(); ++isa)
      if (*isa <= widest && fits(lanes_of(*isa))) return *isa;
    return cpu::Isa::baseline;
  }

  std::int64_t sites_of_one() const { return static_cast<std::int64_t>(L_) * L_ * layers_; }
  std::uint32_t words_a_row() const { return L_ / 64; }
  std::uint32_t rows() const { return L_ / lanes_; }
  std::uint32_t tile_rows() const { return rows() / tile_.down; }
  std::size_t plane_words() const { return static_cast<std::size_t>(layers_) * L_ * words_a_row(); }
  std::uint32_t word(std::uint32_t realization, std::uint32_t colour, std::uint32_t z, std::uint32_t y,
                     std::uint32_t n) const {
    const std::size_t row = static_cast<std::size_t>(z) * rows() + y % rows();
    const std::size_t at =
        (2 * std::size_t{realization} + colour) * plane_words() + (row * words_a_row() + n) * lanes_ + y / rows();
    return words_[at];
  }

  std::uint32_t L_, layers_, realizations_;
  MultispinTile tile_;
  cpu::Isa isa_;
  std::uint32_t lanes_;
  VectorWords words_;
};

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

/// `Model`: a MultispinModel, with operations_a_word beside those of the random words.
template <class Model, class Rng>
class HostMultispin final : public Simulation {
 public:
  HostMultispin(const Params& params, std::uint64_t seed)
      : lattices_(host_lattices<Model>(params, 1)),
        thresholds_(Model::Thresholds::at(params.real("beta"))),
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

  Work work_per_sweep() const override {
    const double sites = lattices_.sites(), words = sites / 32;
    Work work;
    work.units = sites;
    work.random_words = words * (multispin_leading_digits + rest_draws);
    work.footprint_bytes = sites / 8;
    // Nothing leaves the first-level cache of a core whose share stays there.
    if (work.footprint_bytes / team_.size() > 32 << 10) work.memory_bytes = sites * 3 / 8;
    work.logic_ops = words * (Model::operations_a_word +
                              (multispin_leading_digits + rest_draws) * lanes::baseline::RandomLanes<Rng>::operations);
    if (Rng::facts.opening_logic_ops > 0) work.logic_ops += words / 8 * lanes::baseline::opening_operations;
    return work;
  }
  int host_threads() const override { return team_.size(); }

 private:
  using HalfSweep = HostHalfSweep<typename Model::Thresholds>;

  // For tiles of eight words: eight lanes go on until the last of them is done, after 2.8 draws.
  static constexpr double rest_draws = 0.35;

  HalfSweep job(std::uint32_t realization, std::uint64_t half, std::pair<std::uint32_t, std::uint32_t> parts,
                std::uint32_t* edge) {
    const std::uint32_t rows = lattices_.tile_rows_a_part();
    return {lattices_.bands(realization),
            static_cast<std::uint32_t>(half & 1),
            parts.first * rows,
            parts.second * rows,
            seed_,
            half * multispin_draws,
            &thresholds_,
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
  typename Model::Thresholds thresholds_;
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
