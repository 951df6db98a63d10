#include "kernels/common/spin_glass.hpp"

#include <algorithm>
#include <utility>

#include "kernels/common/lane_counts.hpp"

namespace spinbench {
namespace {

/// The number of set bits of each lane over `count` words, word(i).
template <class WordAt>
std::vector<std::int64_t> count_lanes(std::uint64_t count, WordAt&& word) {
  std::vector<std::int64_t> result(32);
  LaneCounts counts;
  const auto add = [&](int lane, std::uint32_t number) { result[static_cast<std::size_t>(lane)] += number; };
  for (std::uint64_t i = 0; i < count; ++i) {
    counts.add(word(i));
    if (counts.is_full()) counts.flush(add);
  }
  counts.flush(add);
  return result;
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
  SpinGlassBits result;
  result.reserve(shape_.groups() * shape_.replicas * shape_.sites());
  // A word of fewer than 32 realizations, the last of all.
  const std::uint64_t over = shape_.realizations() % 32;
  for (std::uint64_t group = 0; group < shape_.groups(); ++group) {
    const std::uint32_t used = over != 0 && group + 1 == shape_.groups() ? (1u << over) - 1 : ~0u;
    for (std::uint32_t replica = 0; replica < shape_.replicas; ++replica)
      for (std::uint64_t site = 0; site < shape_.sites(); ++site)
        result.push_back(bonds_.start(site, group, replica) & used);
  }
  return result;
}

const std::vector<std::uint32_t>& SpinGlassObserver::couplings() const {
  if (!couplings_.empty()) return couplings_;
  const auto d = static_cast<std::uint64_t>(shape_.dimensions);
  couplings_.reserve(shape_.groups() * shape_.sites() * d);
  for (std::uint64_t group = 0; group < shape_.groups(); ++group)
    for (std::uint64_t site = 0; site < shape_.sites(); ++site)
      for (int direction = 0; direction < shape_.dimensions; ++direction)
        couplings_.push_back(bonds_.couplings(site * d + static_cast<std::uint64_t>(direction), site,
                                              shape_.next(site, direction), group));
  return couplings_;
}

std::vector<double> SpinGlassObserver::energies(const SpinGlassBits& spins) const {
  const std::uint64_t sites = shape_.sites(), replicas = shape_.replicas;
  const auto d = static_cast<std::uint64_t>(shape_.dimensions);
  std::vector<double> result(shape_.lattices());
  for (std::uint64_t group = 0; group < shape_.groups(); ++group) {
    const std::uint32_t* bonds = couplings().data() + group * sites * d;
    for (std::uint64_t replica = 0; replica < replicas; ++replica) {
      const std::uint32_t* own = spins.data() + (group * replicas + replica) * sites;
      std::vector<std::int64_t> unsatisfied(32);
      for (int direction = 0; direction < shape_.dimensions; ++direction) {
        const auto of_direction = count_lanes(sites, [&](std::uint64_t site) {
          return own[site] ^ own[shape_.next(site, direction)] ^
                 bonds[site * d + static_cast<std::uint64_t>(direction)];
        });
        for (std::size_t lane = 0; lane < 32; ++lane) unsatisfied[lane] += of_direction[lane];
      }
      for (std::uint64_t lane = 0; lane < 32 && group * 32 + lane < shape_.realizations(); ++lane)
        result[(group * 32 + lane) * replicas + replica] =
            (2 * static_cast<double>(unsatisfied[lane]) - static_cast<double>(d * sites)) / static_cast<double>(sites);
    }
  }
  return result;
}

Observables SpinGlassObserver::observe(const SpinGlassBits& spins) const {
  const std::uint64_t sites = shape_.sites(), replicas = shape_.replicas, pairs = replicas * (replicas - 1) / 2;
  const auto per = [](std::int64_t odd, std::uint64_t all) {
    return 1 - 2 * static_cast<double>(odd) / static_cast<double>(all);
  };
  Observable magnetisation{"magnetisation", std::vector<double>(shape_.lattices())};
  Observable overlap{"overlap", std::vector<double>(shape_.realizations() * pairs)},
      links{"link_overlap", overlap.values};
  for (std::uint64_t group = 0; group < shape_.groups(); ++group) {
    const auto of = [&](std::uint64_t replica) { return spins.data() + (group * replicas + replica) * sites; };
    const std::uint64_t lanes = std::min<std::uint64_t>(32, shape_.realizations() - group * 32);
    for (std::uint64_t replica = 0; replica < replicas; ++replica) {
      const auto down = count_lanes(sites, [&](std::uint64_t site) { return of(replica)[site]; });
      for (std::uint64_t lane = 0; lane < lanes; ++lane)
        magnetisation.values[(group * 32 + lane) * replicas + replica] = per(down[lane], sites);
    }
    for_pairs(shape_.replicas, [&](std::uint32_t a, std::uint32_t b, std::uint64_t pair) {
      const std::uint32_t *const first = of(a), *const second = of(b);
      const auto differ = [&](std::uint64_t site) { return first[site] ^ second[site]; };
      const auto sites_differ = count_lanes(sites, differ);
      std::vector<std::int64_t> links_differ(32);
      for (int direction = 0; direction < shape_.dimensions; ++direction) {
        const auto of_direction =
            count_lanes(sites, [&](std::uint64_t site) { return differ(site) ^ differ(shape_.next(site, direction)); });
        for (std::size_t lane = 0; lane < 32; ++lane) links_differ[lane] += of_direction[lane];
      }
      for (std::uint64_t lane = 0; lane < lanes; ++lane) {
        overlap.values[(group * 32 + lane) * pairs + pair] = per(sites_differ[lane], sites);
        links.values[(group * 32 + lane) * pairs + pair] =
            per(links_differ[lane], sites * static_cast<std::uint64_t>(shape_.dimensions));
      }
    });
  }
  Observable energy{"energy", energies(spins)};
  if (pairs == 0) return {std::move(energy), std::move(magnetisation)};
  return {std::move(energy), std::move(magnetisation), std::move(overlap), std::move(links)};
}

Configuration SpinGlassObserver::configuration(const SpinGlassBits& spins) const {
  const std::uint64_t sites = shape_.sites(), replicas = shape_.replicas, realizations = shape_.realizations();
  std::vector<std::uint32_t> bits((shape_.lattices() * sites + 31) / 32);
  for (std::uint64_t group = 0; group < shape_.groups(); ++group)
    for (std::uint64_t replica = 0; replica < replicas; ++replica) {
      const std::uint32_t* words = spins.data() + (group * replicas + replica) * sites;
      const std::uint64_t lanes = std::min<std::uint64_t>(32, realizations - group * 32);
      const auto first = [&](std::uint64_t lane) { return ((group * 32 + lane) * replicas + replica) * sites; };
      std::uint64_t site = 0;
      if (sites % 32 == 0)
        for (std::uint32_t block[32]; site < sites; site += 32) {
          std::copy(words + site, words + site + 32, block);
          transpose(block);
          for (std::uint64_t lane = 0; lane < lanes; ++lane) bits[(first(lane) + site) / 32] = block[lane];
        }
      for (; site < sites; ++site)
        for (std::uint64_t lane = 0; lane < lanes; ++lane)
          bits[(first(lane) + site) / 32] |= (words[site] >> lane & 1u) << ((first(lane) + site) % 32);
    }
  return Configuration::of_bits(bits, shape_.lattices() * sites);
}

}  // namespace spinbench
