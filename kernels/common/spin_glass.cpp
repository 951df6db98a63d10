#include "kernels/common/spin_glass.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "backends/cpu/share.hpp"
#include "kernels/common/lane_sums.hpp"

namespace spinbench {
namespace {

/// Of a lattice of words: how many of its rows lie in one piece of work.
std::uint64_t rows_at_a_time(const SpinGlassShape& shape) {
  return std::max<std::uint64_t>(1, (std::uint64_t{1} << 15) / shape.L);
}

std::uint64_t rows_of(const SpinGlassShape& shape) { return shape.sites() / shape.L; }

/// work(lattice, first row, row after the last) for pieces of each of `lattices` lattices of words.
template <class Work>
void for_rows(const SpinGlassShape& shape, std::uint64_t lattices, Work&& work) {
  const std::uint64_t rows = rows_of(shape), step = rows_at_a_time(shape), pieces = (rows + step - 1) / step;
  cpu::share_out(lattices * pieces, 4.0 * static_cast<double>(lattices * shape.sites()), [&](std::uint64_t piece) {
    const std::uint64_t first = piece % pieces * step;
    work(piece / pieces, first, std::min(first + step, rows));
  });
}

/// Counts by bit place, of one piece after the other.
using Counts = std::array<std::int64_t, 32>;

/// count(lattice, first row, row after the last, sums) for pieces of each of `lattices` lattices of words; gives back
/// the counts of each lattice.
template <class Count>
std::vector<Counts> counts_of(const SpinGlassShape& shape, std::uint64_t lattices, Count&& count) {
  const std::uint64_t step = rows_at_a_time(shape), pieces = (rows_of(shape) + step - 1) / step;
  std::vector<Counts> of_pieces(lattices * pieces), result(lattices);
  for_rows(shape, lattices, [&](std::uint64_t lattice, std::uint64_t first, std::uint64_t last) {
    LaneSums sums;
    count(lattice, first, last, sums);
    of_pieces[lattice * pieces + first / step] = sums.counts();
  });
  for (std::uint64_t i = 0; i < of_pieces.size(); ++i)
    for (std::size_t lane = 0; lane < 32; ++lane) result[i / pieces][lane] += of_pieces[i][lane];
  return result;
}

/// Where the rows after row `row` along y and z begin, as distances in words.
struct NextRows {
  std::int64_t y, z;
};
NextRows next_rows(const SpinGlassShape& shape, std::uint64_t row) {
  const auto L = static_cast<std::int64_t>(shape.L);
  return {(row + 1) % shape.L == 0 ? -(L - 1) * L : L, row / shape.L + 1 == shape.L ? -(L - 1) * L * L : L * L};
}

/// Counts for rows `first` to `last` the bits of at(i) ^ at(neighbour of i) over the bonds that lead from their sites,
/// which `bonds`, where there are any, turns over.
template <class At>
void count_bonds(const SpinGlassShape& shape, std::uint64_t first, std::uint64_t last, const std::uint32_t* bonds,
                 LaneSums& sums, At&& at) {
  const auto L = static_cast<std::int64_t>(shape.L), d = static_cast<std::int64_t>(shape.dimensions);
  for (std::uint64_t row = first; row < last; ++row) {
    const NextRows next = next_rows(shape, row);
    const std::int64_t begin = static_cast<std::int64_t>(row) * L;
    const auto count = [&](std::int64_t direction, std::int64_t from, std::int64_t to, std::int64_t step) {
      std::uint32_t* differ = sums.put(static_cast<std::size_t>(to - from));
      if (bonds == nullptr)
        for (std::int64_t i = begin + from; i < begin + to; ++i) *differ++ = at(i) ^ at(i + step);
      else
        for (std::int64_t i = begin + from; i < begin + to; ++i)
          *differ++ = at(i) ^ at(i + step) ^ bonds[i * d + direction];
    };
    count(0, 0, L - 1, 1);
    count(0, L - 1, L, 1 - L);
    count(1, 0, L, next.y);
    if (d == 3) count(2, 0, L, next.z);
  }
}

/// Bit b of word a becomes bit a of word b: halves change places, then quarters, and so on.
void transpose(std::uint32_t (&words)[32]) {
  std::uint32_t mask = 0x0000FFFFu;
  for (std::uint32_t step = 16; step != 0; step /= 2, mask ^= mask << step)
    for (std::uint32_t a = 0; a < 32; a = (a + step + 1) & ~step) {
      const std::uint32_t changed = (words[a] >> step ^ words[a + step]) & mask;
      words[a + step] ^= changed;
      words[a] ^= changed << step;
    }
}

/// Calls use(a, b, pair) for the pairs of replicas a < b.
template <class Use>
void for_pairs(std::uint32_t replicas, Use&& use) {
  std::uint64_t pair = 0;
  for (std::uint32_t a = 0; a < replicas; ++a)
    for (std::uint32_t b = a + 1; b < replicas; ++b) use(a, b, pair++);
}

}  // namespace

Axis axis_couplings() {
  Axis axis = Axis::word("couplings", "bimodal", {"bimodal", "nishimori", "sample", "ferromagnet"},
                         "law of the couplings: +-1 alike; on the Nishimori line of beta; one listed sample; all +1");
  axis.selects_code = false;
  return axis;
}

Axis axis_systems(std::int64_t fallback) {
  return Axis::integer("systems", fallback, 1, 1 << 20, "coded words of realizations of the couplings");
}

Axis axis_replicas(std::int64_t fallback) {
  return Axis::integer("replicas", fallback, 1, 16, "lattices with the same couplings");
}

Axis axis_word(std::vector<std::string> sizes) {
  const std::string fallback = sizes.front();
  return Axis::word("word", fallback, std::move(sizes), "realizations in a coded word, which share random numbers");
}

Axis axis_spin_glass_rng() {
  return Axis::word("rng", "philox4x32", rng::names_of(in_spin_glasses), "random number generator");
}

SpinGlassShape SpinGlassShape::of(int dimensions, const Params& params) {
  SpinGlassShape result;
  result.dimensions = dimensions;
  result.L = static_cast<std::uint32_t>(params.integer("L"));
  result.systems = static_cast<std::uint32_t>(params.integer("systems"));
  if (params.has("replicas")) result.replicas = static_cast<std::uint32_t>(params.integer("replicas"));
  if (params.has("word")) result.word = static_cast<std::uint32_t>(std::stoul(params.word("word")));
  return result;
}

std::uint64_t SpinGlassShape::next(std::uint64_t site, int direction) const {
  const std::uint64_t side = L, step = direction == 0 ? 1 : direction == 1 ? side : side * side;
  return site / step % side + 1 == side ? site - (side - 1) * step : site + step;
}

SpinGlassBits SpinGlassObserver::start() const {
  const std::uint64_t L = shape_.L, replicas = shape_.replicas;
  SpinGlassBits result(shape_.groups() * replicas * shape_.sites());
  // A word of fewer than 32 realizations, the last of all.
  const std::uint64_t over = shape_.realizations() % 32;
  for_rows(shape_, shape_.groups() * replicas, [&](std::uint64_t lattice, std::uint64_t first, std::uint64_t last) {
    const std::uint64_t group = lattice / replicas;
    const std::uint32_t used = over != 0 && group + 1 == shape_.groups() ? (1u << over) - 1 : ~0u;
    for (std::uint64_t site = first * L; site < last * L; ++site)
      result[lattice * shape_.sites() + site] =
          bonds_.start(site, group, static_cast<std::uint32_t>(lattice % replicas)) & used;
  });
  return result;
}

const std::vector<std::uint32_t>& SpinGlassObserver::couplings() const {
  if (!couplings_.empty()) return couplings_;
  const auto d = static_cast<std::uint64_t>(shape_.dimensions);
  const std::uint64_t L = shape_.L;
  couplings_.resize(shape_.groups() * shape_.sites() * d);
  for_rows(shape_, shape_.groups(), [&](std::uint64_t group, std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t site = first * L; site < last * L; ++site)
      for (int direction = 0; direction < shape_.dimensions; ++direction) {
        const std::uint64_t bond = site * d + static_cast<std::uint64_t>(direction);
        couplings_[group * shape_.sites() * d + bond] =
            bonds_.couplings(bond, site, shape_.next(site, direction), group);
      }
  });
  return couplings_;
}

std::vector<double> SpinGlassObserver::energies(const SpinGlassBits& spins) const {
  const std::uint64_t sites = shape_.sites(), replicas = shape_.replicas, all = couplings().size() / shape_.groups();
  const std::vector<Counts> unsatisfied =
      counts_of(shape_, shape_.groups() * replicas,
                [&](std::uint64_t lattice, std::uint64_t first, std::uint64_t last, LaneSums& sums) {
                  const std::uint32_t* const own = spins.data() + lattice * sites;
                  count_bonds(shape_, first, last, couplings().data() + lattice / replicas * all, sums,
                              [own](std::int64_t site) { return own[site]; });
                });
  std::vector<double> result(shape_.lattices());
  for (std::uint64_t i = 0; i < result.size(); ++i) {
    const std::uint64_t realization = i / replicas;
    const std::int64_t count = unsatisfied[realization / 32 * replicas + i % replicas][realization % 32];
    result[i] = (2 * static_cast<double>(count) - static_cast<double>(all)) / static_cast<double>(sites);
  }
  return result;
}

Observables SpinGlassObserver::observe(const SpinGlassBits& spins) const {
  const std::uint64_t sites = shape_.sites(), replicas = shape_.replicas, pairs = replicas * (replicas - 1) / 2,
                      groups = shape_.groups(), L = shape_.L;
  // entries: of a realization.
  const auto of_realizations = [&](const std::string& name, const std::vector<Counts>& odd, std::uint64_t entries,
                                   std::uint64_t all) {
    Observable result{name, std::vector<double>(shape_.realizations() * entries)};
    for (std::uint64_t i = 0; i < result.values.size(); ++i) {
      const std::uint64_t realization = i / entries;
      const std::int64_t count = odd[realization / 32 * entries + i % entries][realization % 32];
      result.values[i] = 1 - 2 * static_cast<double>(count) / static_cast<double>(all);
    }
    return result;
  };
  const auto down = counts_of(shape_, groups * replicas,
                              [&](std::uint64_t lattice, std::uint64_t first, std::uint64_t last, LaneSums& sums) {
                                const std::uint32_t* const own = spins.data() + lattice * sites;
                                for (std::uint64_t row = first; row < last; ++row)
                                  std::copy(own + row * L, own + (row + 1) * L, sums.put(L));
                              });
  Observable energy{"energy", energies(spins)}, magnetisation = of_realizations("magnetisation", down, replicas, sites);
  if (pairs == 0) return {std::move(energy), std::move(magnetisation)};
  std::vector<std::pair<std::uint64_t, std::uint64_t>> of_pair;
  for_pairs(shape_.replicas, [&](std::uint32_t a, std::uint32_t b, std::uint64_t) { of_pair.emplace_back(a, b); });
  // differ(i): of a group and a pair, where the two spins of site i do.
  const auto counts_of_pairs = [&](auto&& count) {
    return counts_of(shape_, groups * pairs,
                     [&](std::uint64_t lattice, std::uint64_t first, std::uint64_t last, LaneSums& sums) {
                       const auto [a, b] = of_pair[lattice % pairs];
                       const std::uint32_t* const group = spins.data() + lattice / pairs * replicas * sites;
                       const std::uint32_t *const one = group + a * sites, *const other = group + b * sites;
                       count(first, last, sums, [one, other](auto site) { return one[site] ^ other[site]; });
                     });
  };
  const auto sites_differ =
      counts_of_pairs([&](std::uint64_t first, std::uint64_t last, LaneSums& sums, auto&& differ) {
        for (std::uint64_t row = first; row < last; ++row) {
          std::uint32_t* const words = sums.put(L);
          for (std::uint64_t x = 0; x < L; ++x) words[x] = differ(row * L + x);
        }
      });
  const auto links_differ =
      counts_of_pairs([&](std::uint64_t first, std::uint64_t last, LaneSums& sums, auto&& differ) {
        count_bonds(shape_, first, last, nullptr, sums, differ);
      });
  return {std::move(energy), std::move(magnetisation), of_realizations("overlap", sites_differ, pairs, sites),
          of_realizations("link_overlap", links_differ, pairs, sites * static_cast<std::uint64_t>(shape_.dimensions))};
}

Configuration SpinGlassObserver::configuration(const SpinGlassBits& spins) const {
  const std::uint64_t sites = shape_.sites(), replicas = shape_.replicas, realizations = shape_.realizations(),
                      lattices = shape_.groups() * replicas;
  std::vector<std::uint32_t> bits((shape_.lattices() * sites + 31) / 32);
  // Blocks of 32 sites, where they are whole words of the result; what the others share is put together in turn.
  const bool whole = sites % 32 == 0;
  const auto spread = [&](std::uint64_t lattice) {
    const std::uint32_t* const words = spins.data() + lattice * sites;
    const std::uint64_t group = lattice / replicas, lanes = std::min<std::uint64_t>(32, realizations - group * 32);
    const auto first = [&](std::uint64_t lane) {
      return ((group * 32 + lane) * replicas + lattice % replicas) * sites;
    };
    std::uint64_t site = 0;
    if (whole)
      for (std::uint32_t block[32]; site < sites; site += 32) {
        std::copy(words + site, words + site + 32, block);
        transpose(block);
        for (std::uint64_t lane = 0; lane < lanes; ++lane) bits[(first(lane) + site) / 32] = block[lane];
      }
    for (; site < sites; ++site)
      for (std::uint64_t lane = 0; lane < lanes; ++lane)
        bits[(first(lane) + site) / 32] |= (words[site] >> lane & 1u) << ((first(lane) + site) % 32);
  };
  cpu::share_out(lattices, whole ? 4.0 * static_cast<double>(spins.size()) : 0, spread);
  return Configuration::of_bits(bits, shape_.lattices() * sites);
}

}  // namespace spinbench
