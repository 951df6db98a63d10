// What the Edwards-Anderson kernels share: couplings from the seed, the rule in bits, counts of bits, and what is
// observed.
#include "kernels/common/spin_glass.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernels/common/lane_counts.hpp"
#include "kernels/common/lane_sums.hpp"
#include "kernels/common/plus_minus_j.hpp"
#include "kernels/common/spin_glass_physics.hpp"
#include "reference_cpu/exact/spin_glass.hpp"
#include "tests/catch.hpp"

using namespace spinbench;

namespace {

/// Every combination of a spin and its neighbours, a bit place each, and of what a random number allows.
template <int Neighbours, class Flips>
void try_all(Flips&& flips) {
  for (int allowed = 0; allowed <= Neighbours / 2; ++allowed) {
    const auto all_if = [](bool holds) { return holds ? ~0u : 0u; };
    const AllowedCosts<std::uint32_t> costs{all_if(allowed >= 1), all_if(allowed >= 2), all_if(allowed >= 3)};
    for (std::uint32_t first = 0; first < 2u << Neighbours; first += 32) {
      std::uint32_t words[Neighbours + 1] = {}, expected = 0;
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        const std::uint32_t bits = first + lane;
        for (int n = 0; n <= Neighbours; ++n) words[n] |= (bits >> n & 1u) << lane;
        // By energies: of a spin +-1 among neighbours +-1, a flip costs twice the spin times their sum.
        int sum = 0;
        for (int n = 1; n <= Neighbours; ++n) sum += bits >> n & 1u ? -1 : 1;
        const int field = (bits & 1u ? -1 : 1) * sum;
        expected |= static_cast<std::uint32_t>(field <= 0 || field / 2 <= allowed) << lane;
      }
      REQUIRE(flips(words, costs) == expected);
    }
  }
}

/// The listed sample's number of states by energy on the square lattice of side 4, and <q^2> of two replicas at `beta`.
struct Enumerated {
  std::map<int, int> states;
  double energy = 0, square_overlap = 0;
};
Enumerated enumerate(double beta) {
  const SpinGlassShape shape{2, 4, 1, 1, 32};
  Enumerated result;
  std::vector<int> energies(1 << 16);
  double z = 0;
  for (std::uint32_t state = 0; state < 1u << 16; ++state) {
    int energy = 0;
    for (std::uint64_t site = 0; site < 16; ++site)
      for (int d = 0; d < 2; ++d) {
        const bool odd = (state >> site ^ state >> shape.next(site, d)) & 1u;
        energy += odd != RandomBonds::listed_sample(2 * site + static_cast<std::uint64_t>(d)) ? 1 : -1;
      }
    ++result.states[energy];
    energies[state] = energy;
    z += std::exp(-beta * energy);
    result.energy += energy * std::exp(-beta * energy);
  }
  result.energy /= 16 * z;
  // <q^2> = sum_ij <s_i s_j>^2 / N^2.
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
      double correlation = 0;
      for (std::uint32_t state = 0; state < 1u << 16; ++state)
        correlation += ((state >> i ^ state >> j) & 1u ? -1 : 1) * std::exp(-beta * energies[state]);
      result.square_overlap += correlation / z * correlation / z / 256;
    }
  return result;
}

}  // namespace

TEST_CASE("Bits flip as energies say, whatever spins, neighbours and random number") {
  using Word = std::uint32_t;
  try_all<6>([](const Word(&w)[7], const AllowedCosts<Word>& allowed) {
    return cubic_flips<PlainLogic>(w[0], w[1], w[2], w[3], w[4], w[5], w[6], allowed);
  });
  try_all<6>([](const Word(&w)[7], const AllowedCosts<Word>& allowed) {
    return cubic_flips_of_equation_17<PlainLogic>(w[0], w[1], w[2], w[3], w[4], w[5], w[6], allowed);
  });
  // A random number that allows as much.
  const auto thresholds = CubicThresholds::at(0.5);
  try_all<6>([&](const Word(&w)[7], const AllowedCosts<Word>& allowed) {
    const Word random = allowed.twelve != 0  ? thresholds.field6 - 1
                        : allowed.eight != 0 ? thresholds.field4 - 1
                        : allowed.four != 0  ? thresholds.field2 - 1
                                             : thresholds.field2;
    return cubic_flips<PlainLogic>(w[0], w[1], w[2], w[3], w[4], w[5], w[6], random, thresholds);
  });
  try_all<4>([](const Word(&w)[5], const AllowedCosts<Word>& allowed) {
    return square_flips<PlainLogic>(w[0], w[1], w[2], w[3], w[4], allowed);
  });
}

TEST_CASE("A random number allows the costs whose thresholds it lies below") {
  const auto cubic = CubicThresholds::at(0.5);
  const auto allowed = [&](std::uint32_t random) { return AllowedCosts<std::uint32_t>::of(random, cubic); };
  CHECK(allowed(cubic.field2).four == 0);
  CHECK(allowed(cubic.field2 - 1).four == ~0u);
  CHECK(allowed(cubic.field2 - 1).eight == 0);
  CHECK(allowed(cubic.field4 - 1).eight == ~0u);
  CHECK(allowed(cubic.field4 - 1).twelve == 0);
  CHECK(allowed(cubic.field6 - 1).twelve == ~0u);
  const auto square = SquareThresholds::at(0.5);
  CHECK(AllowedCosts<std::uint64_t>::of(square.field2 - 1, square).four == ~std::uint64_t{0});
  CHECK(AllowedCosts<std::uint64_t>::of(square.field4, square).eight == 0);
}

TEST_CASE("The listed sample is that of the reference, and its states are as many") {
  const std::string listed =
      "+-+---+-++-++++-+-+-+-+-+++-+-+---+++----++-+----+++--++---+++-++-+-++++--+++---+--++-----+---++";
  for (std::size_t bond = 0; bond < listed.size(); ++bond)
    CHECK(RandomBonds::listed_sample(bond) == (listed[bond] == '-'));
  const Enumerated found = enumerate(1.0);
  const std::map<int, int> states{{-20, 36},  {-16, 328}, {-12, 1876}, {-8, 7008}, {-4, 14472}, {0, 18096},
                                  {4, 14472}, {8, 7008},  {12, 1876},  {16, 328},  {20, 36}};
  CHECK(found.states == states);
  CHECK(found.energy == Approx(exact::spin_glass_sample(2, 4, 1.0)->energy).epsilon(1e-12));
  CHECK(found.square_overlap == Approx(0.3397381010889977).epsilon(1e-12));
}

TEST_CASE("A gauge leaves the energies of the listed sample as they are") {
  // Around each plaquette the product of the couplings is the sample's.
  const SpinGlassShape shape{3, 4, 3, 1, 32};
  const SpinGlassObserver observer(shape, RandomBonds::of("sample", 1, 11));
  const auto& bonds = observer.couplings();
  std::uint64_t differ = 0;
  for (std::uint64_t group = 0; group < 3; ++group)
    for (std::uint64_t site = 0; site < 64; ++site) {
      const auto at = [&](std::uint64_t s, int d) {
        return bonds[(group * 64 + s) * 3 + static_cast<std::uint64_t>(d)];
      };
      const auto listed = [&](std::uint64_t s, int d) {
        return RandomBonds::listed_sample(3 * s + static_cast<std::uint64_t>(d));
      };
      const std::uint64_t x = shape.next(site, 0), y = shape.next(site, 1);
      const bool frustrated = listed(site, 0) ^ listed(x, 1) ^ listed(y, 0) ^ listed(site, 1);
      REQUIRE((at(site, 0) ^ at(x, 1) ^ at(y, 0) ^ at(site, 1)) == (frustrated ? ~0u : 0u));
      differ += at(site, 0) != at(site, 0) << 1;
    }
  CHECK(differ > 180);
}

TEST_CASE("Couplings have the law that was asked for, and are a function of seed, bond and realization") {
  const auto share = [](const RandomBonds& bonds) {
    double sum = 0;
    for (std::uint64_t bond = 0; bond < 20000; ++bond) sum += std::popcount(bonds.couplings(bond, 0, 1, bond % 7));
    return sum / (32.0 * 20000);
  };
  const double sigma = 0.5 / std::sqrt(32.0 * 20000);
  CHECK(std::fabs(share(RandomBonds::of("bimodal", 1, 5)) - 0.5) < 4 * sigma);
  for (const double beta : {0.1, 0.45, 1.0}) {
    const double negative = 1 / (1 + std::exp(2 * beta));
    CHECK(std::fabs(share(RandomBonds::of("nishimori", beta, 5)) - negative) < 4 * sigma);
  }
  CHECK(share(RandomBonds::of("ferromagnet", 1, 5)) == 0);
  const RandomBonds bonds = RandomBonds::of("bimodal", 1, 5), others = RandomBonds::of("bimodal", 1, 6);
  std::int64_t same[4] = {};
  for (std::uint64_t bond = 0; bond < 20000; ++bond) {
    const std::uint32_t word = bonds.couplings(bond, 0, 1, 3);
    same[0] += std::popcount(~(word ^ others.couplings(bond, 0, 1, 3)));
    same[1] += std::popcount(~(word ^ bonds.couplings(bond, 0, 1, 4)));
    same[2] += std::popcount(~(word ^ bonds.couplings(bond + 1, 0, 1, 3)));
    same[3] += std::popcount(~(word ^ bonds.start(bond, 3, 0)));
  }
  for (const std::int64_t one : same) CHECK(std::fabs(static_cast<double>(one) / (32.0 * 20000) - 0.5) < 4 * sigma);
}

TEST_CASE("Starts differ from replica to replica, and those of 1 and 16 replicas are the same") {
  const RandomBonds bonds = RandomBonds::of("bimodal", 1, 5);
  for (std::uint32_t a = 0; a < 16; ++a)
    for (std::uint32_t b = 0; b < a; ++b) CHECK(bonds.start(17, 2, a) != bonds.start(17, 2, b));
}

TEST_CASE("Bits are counted lane by lane by one thread") {
  LaneCounts counts;
  std::vector<std::uint32_t> expected(32), found(32);
  for (std::uint32_t i = 0; i < LaneCounts::most; ++i) {
    const std::uint32_t word = i * 2654435761u;
    for (std::size_t lane = 0; lane < 32; ++lane) expected[lane] += word >> lane & 1u;
    CHECK(!counts.is_full());
    counts.add(word);
  }
  CHECK(counts.is_full());
  counts.flush([&](int lane, std::uint32_t count) { found[static_cast<std::size_t>(lane)] += count; });
  CHECK(found == expected);
  CHECK(!counts.is_full());
}

TEST_CASE("Bits are counted lane by lane") {
  LaneSums sums;
  std::array<std::int64_t, 32> expected{};
  std::uint32_t next = 1;
  // Rows of all lengths, over what is taken in at a time.
  for (std::size_t length = 1; length < 300; ++length) {
    std::uint32_t* const words = sums.put(length);
    for (std::size_t i = 0; i < length; ++i) {
      words[i] = next = next * 1664525u + 1013904223u;
      for (std::size_t lane = 0; lane < 32; ++lane) expected[lane] += next >> lane & 1u;
    }
    if (length % 50 == 0) CHECK(sums.counts() == expected);
  }
  CHECK(sums.counts() == expected);
  std::fill_n(sums.put(LaneSums::most), LaneSums::most, ~0u);
  for (auto& one : expected) one += LaneSums::most;
  CHECK(sums.counts() == expected);
}

TEST_CASE("What threads observe of a large lattice together is what one finds bond by bond") {
  // 2 MiB of spins and 3 MiB of couplings, in pieces.
  const SpinGlassShape shape{3, 64, 1, 2, 32};
  const RandomBonds bonds = RandomBonds::of("bimodal", 1, 17);
  const SpinGlassObserver observer(shape, bonds);
  const SpinGlassBits spins = observer.start();
  const Observables seen = observer.observe(spins);
  const std::vector<double> energies = observer.energies(spins);
  const Configuration configuration = observer.configuration(spins);
  const auto sign = [](std::uint32_t word, std::uint64_t bit) { return 1 - 2 * static_cast<int>(word >> bit & 1); };
  for (const std::uint64_t lane : {0, 13, 31}) {
    double energy[2] = {}, up[2] = {}, alike = 0, links = 0;
    std::uint64_t wrong = 0;
    for (std::uint64_t site = 0; site < shape.sites(); ++site) {
      const std::uint64_t at[2] = {site, shape.sites() + site};
      for (std::uint32_t r = 0; r < 2; ++r) {
        wrong += spins[at[r]] != bonds.start(site, 0, r);
        wrong += configuration.value((lane * 2 + r) * shape.sites() + site) != sign(spins[at[r]], lane);
        up[r] += sign(spins[at[r]], lane);
      }
      alike += sign(spins[at[0]] ^ spins[at[1]], lane);
      for (int d = 0; d < 3; ++d) {
        const std::uint64_t next = shape.next(site, d), bond = site * 3 + static_cast<std::uint64_t>(d);
        const std::uint32_t J = bonds.couplings(bond, site, next, 0), first = spins[at[0]] ^ spins[next],
                            second = spins[at[1]] ^ spins[shape.sites() + next];
        energy[0] -= sign(first ^ J, lane), energy[1] -= sign(second ^ J, lane), links += sign(first ^ second, lane);
      }
    }
    CHECK(wrong == 0);
    const double sites = static_cast<double>(shape.sites());
    for (std::uint64_t r = 0; r < 2; ++r) {
      CHECK(seen.of("energy")[lane * 2 + r] == Approx(energy[r] / sites));
      CHECK(energies[lane * 2 + r] == Approx(energy[r] / sites));
      CHECK(seen.of("magnetisation")[lane * 2 + r] == Approx(up[r] / sites).margin(1e-12));
    }
    CHECK(seen.of("overlap")[lane] == Approx(alike / sites).margin(1e-12));
    CHECK(seen.of("link_overlap")[lane] == Approx(links / sites / 3).margin(1e-12));
  }
}

TEST_CASE("A pair of sites shares a stream: one of each colour, the second after the first along the last direction") {
  for (const std::uint32_t L : {4u, 6u}) {
    const SpinGlassShape square{2, L, 1, 1, 32}, cubic{3, L, 1, 1, 32};
    const auto colour = [&](std::uint64_t site) {
      return static_cast<std::uint32_t>((site % L + site / L % L + site / L / L) & 1u);
    };
    for (std::uint64_t site = 0; site < square.sites(); ++site)
      if (colour(site) == 0) CHECK(pair_stream<2>(site, 0, L) == pair_stream<2>(square.next(site, 1), 1, L));
    std::vector<int> users(cubic.sites() / 2);
    for (std::uint64_t site = 0; site < cubic.sites(); ++site) {
      ++users[pair_stream<3>(site, colour(site), L)];
      if (colour(site) == 0) CHECK(pair_stream<3>(site, 0, L) == pair_stream<3>(cubic.next(site, 2), 1, L));
    }
    CHECK(users == std::vector<int>(cubic.sites() / 2, 2));
  }
}

TEST_CASE("The disorder averages that are known agree with each other") {
  // The mean of a coupling is 2 p - 1, and a lattice of all spins up is as good as any in equilibrium.
  CHECK(exact::nishimori_energy(3, 0.3) == Approx(-3 * (2 / (1 + std::exp(-0.6)) - 1)).epsilon(1e-12));
  // Pairs of plaquettes that share a bond bring -5e-6 at beta = 0.25.
  CHECK(*exact::bimodal_energy(3, 8, 0.2) == Approx(-0.5919894463).epsilon(1e-9));
  CHECK(*exact::bimodal_energy(3, 16, 0.25) == Approx(-0.7341410096).epsilon(1e-9));
  CHECK(*exact::bimodal_energy(3, 16, 0.3) == Approx(-0.8718735704).epsilon(1e-9));
  CHECK(*exact::bimodal_energy(2, 16, 0.2) == Approx(-0.3947056116).epsilon(1e-9));
  CHECK(!exact::bimodal_energy(3, 4, 0.2));
  CHECK(!exact::bimodal_energy(3, 8, 0.5));
  CHECK(exact::spin_glass_sample_betas(3, 4).size() == 3);
}

TEST_CASE("Means over words keep lattices of a word together") {
  const SpinGlassShape shape{2, 4, 2, 3, 32};
  std::vector<double> values;
  for (int realization = 0; realization < 64; ++realization)
    for (int replica = 0; replica < 3; ++replica) values.push_back(10 * (realization / 32) + replica);
  CHECK(word_means(shape, values) == std::vector<double>{0, 1, 2, 10, 11, 12});
}
