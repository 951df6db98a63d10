// Where the lattices of the bit-sliced update lie on a host: one or several realizations, in vectors of the widest
// instructions that fit.
//
// A vector holds one word of each of `lanes` bands of rows: lane l has row l * rows + r of the layer where it says row
// r, so that all lanes of a row have their neighbours in the same vectors of other rows, whatever the lanes. Only the
// first row and the last of the bands see those of the next lane.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "backends/cpu/isa.hpp"
#include "backends/cpu/team.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/code_path.hpp"
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
  /// Of a slab of layers: its first one's number in the lattice.
  std::uint32_t first_layer = 0;
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
  /// Of a slab of the lattice that others have the rest of: the other colour's row before the first band and the one
  /// behind the last, or its layer before the first and the one behind the last, as layers lie. Null: they are each
  /// other's neighbours.
  const std::uint32_t *before = nullptr, *behind = nullptr;
};

/// One colour of some rows of a slab, and what a sweep by it asks of cores: for variants that share a lattice out.
template <class Thresholds>
struct HostMultispinRule {
  void (*update)(cpu::Isa isa, const HostHalfSweep<Thresholds>& job);
  Work (*work)(double sites, int cores);
};

/// Words as vectors want them aligned.
class VectorWords {
 public:
  explicit VectorWords(std::size_t words) : blocks_((words + Block::words - 1) / Block::words) {}

  std::uint32_t* data() { return blocks_.front().word; }
  std::size_t size() const { return blocks_.size() * Block::words; }
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

  /// As they lie in memory.
  std::vector<std::uint32_t> words() const {
    std::vector<std::uint32_t> result(words_.size());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = words_[i];
    return result;
  }
  void set_words(const std::vector<std::uint32_t>& words) { std::copy(words.begin(), words.end(), words_.data()); }

  /// Gives realization `to` the spins of `from`.
  void copy(std::uint32_t from, std::uint32_t to) {
    const std::size_t words = 2 * plane_words();
    std::copy_n(words_.data() + from * words, words, words_.data() + to * words);
  }
  /// The words of a realization, colour by colour, layer by layer, row by row.
  void set_planes(std::uint32_t m, const std::vector<std::uint32_t>& words) {
    auto next = words.begin();
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      for (std::uint32_t z = 0; z < layers_; ++z)
        for (std::uint32_t y = 0; y < L_; ++y)
          for (std::uint32_t n = 0; n < words_a_row(); ++n) words_.data()[place(m, colour, z, y, n)] = *next++;
  }

  /// Of a square lattice: a row's words lie side by side, lane by lane, so that neighbours are met by adding.
  std::int64_t unsatisfied_bonds(std::uint32_t m) const {
    const std::size_t n = words_a_row(), last_row = rows() - 1;
    const std::size_t even = 2 * std::size_t{m} * plane_words(), odd = even + plane_words();
    std::int64_t result = 0;
    for (std::size_t row = 0; row < rows(); ++row)
      for (std::size_t x = 0; x < n; ++x) {
        const bool right = row % 2 != 0;
        const std::size_t beside = right ? (x + 1 == n ? 0 : x + 1) : (x == 0 ? n - 1 : x - 1);
        for (std::size_t lane = 0; lane < lanes_; ++lane) {
          const auto other = [&](std::size_t r, std::size_t word, std::size_t l) {
            return words_[odd + (r * n + word) * lanes_ + l];
          };
          const std::uint32_t spins = words_[even + (row * n + x) * lanes_ + lane], same = other(row, x, lane);
          const std::uint32_t next = other(row, beside, lane);
          const std::uint32_t side = right ? same >> 1 | next << 31 : same << 1 | next >> 31;
          const std::uint32_t up = row > 0 ? other(row - 1, x, lane) : other(last_row, x, (lane + lanes_ - 1) % lanes_);
          const std::uint32_t down = row < last_row ? other(row + 1, x, lane) : other(0, x, (lane + 1) % lanes_);
          result += std::popcount(spins ^ same) + std::popcount(spins ^ side) + std::popcount(spins ^ up) +
                    std::popcount(spins ^ down);
        }
      }
    return result;
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
  std::size_t place(std::uint32_t realization, std::uint32_t colour, std::uint32_t z, std::uint32_t y,
                    std::uint32_t n) const {
    const std::size_t row = static_cast<std::size_t>(z) * rows() + y % rows();
    return (2 * std::size_t{realization} + colour) * plane_words() + (row * words_a_row() + n) * lanes_ + y / rows();
  }
  std::uint32_t word(std::uint32_t realization, std::uint32_t colour, std::uint32_t z, std::uint32_t y,
                     std::uint32_t n) const {
    return words_[place(realization, colour, z, y, n)];
  }

  std::uint32_t L_, layers_, realizations_;
  MultispinTile tile_;
  cpu::Isa isa_;
  std::uint32_t lanes_;
  VectorWords words_;
};

}  // namespace spinbench
