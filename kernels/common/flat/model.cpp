#include "kernels/common/flat/model.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <numbers>
#include <stdexcept>

#include "kernels/common/axes.hpp"
#include "kernels/common/rng/philox4x32.hpp"

namespace spinbench::flat {
namespace {

/// Streams of the start, beyond those of the walkers.
constexpr std::uint64_t start_streams = std::uint64_t{1} << 40;

/// j a_j of ln Z / N = ... + sum_j a_j u^j, u = exp(-4 beta), the low-temperature series of the square lattice; from
/// the exact density of states at L = 32. A saddle point is off by a factor of three where few spins are turned.
// clang-format off
constexpr double excitations[] = {
    0.0, 0.0, 2.0, 6.0, 18.0, 60.0, 224.0, 910.0, 3922.0, 17628.0, 81742.0, 388322.0, 1880880.0, 9256676.0,
    46169384.0, 232913766.0, 1186581074.0, 6096959764.0, 31564256174.0, 164502941754.0, 862456678238.0,
    4545940101520.0, 24077341257356.0, 128085071706818.0, 684110198176624.0, 3667286451950060.0,
    19725421153211958.0, 106428243141463938.0, 575885170497619448.0, 3124448973610793428.0, 16993743091052698624.0,
    92642524776369939846.0};
// clang-format on

struct FreeEnergy {
  double log_z, energy, specific_heat;  ///< per spin
};

FreeEnergy free_energy(Levels levels, double beta) {
  const ExactSolution* solution = Registry::instance().exact_solution("ising2d_free_energy");
  if (solution == nullptr) throw std::runtime_error("this build has no exact free energy of ising2d");
  Params at;
  at.set("L", std::int64_t{levels.L});
  at.set("beta", beta);
  FreeEnergy result{};
  for (const auto& [name, value] : solution->at(at)) {
    if (name == "log_z") result.log_z = value;
    if (name == "energy") result.energy = value;
    if (name == "specific_heat") result.specific_heat = value;
  }
  return result;
}

/// beta at which the mean energy lies at `level` (below the middle), from a beta near it.
double beta_at(Levels levels, std::uint32_t level, double beta) {
  const double N = levels.sites(), wanted = std::log(4.0 * level);
  for (int step = 0; step < 50; ++step) {
    // ln(<E> - E_0) falls almost linearly where excitations are rare.
    const FreeEnergy found = free_energy(levels, beta);
    const double above = N * (found.energy + 2), slope = -N * found.specific_heat / (beta * beta) / above;
    const double change = (wanted - std::log(above)) / slope;
    beta = std::max(beta + std::clamp(change, -0.05, 0.05), 1e-9);
    if (std::fabs(change) < 1e-10) break;
  }
  return beta;
}

std::vector<std::int32_t> make_weights(Levels levels) {
  const double N = levels.sites(), pi = std::numbers::pi;
  std::vector<double> ln_g(levels.count(), 0.0);
  const auto middle = levels.sites() / 2;
  // The levels lie 4 apart, and the variance of the energy is N c / beta^2.
  ln_g[middle] = N * std::numbers::ln2 + std::log(4 / std::sqrt(2 * pi * 2 * N));
  double beta = 1e-4;
  const std::uint32_t first = std::min(static_cast<std::uint32_t>(std::size(excitations)), std::min(levels.L, middle));
  for (std::uint32_t level = middle - 1; level >= first; --level) {
    beta = beta_at(levels, level, beta);
    const FreeEnergy at = free_energy(levels, beta);
    const double E = -2 * N + 4.0 * level, variance = N * at.specific_heat / (beta * beta);
    ln_g[level] = N * at.log_z + beta * E + std::log(4 / std::sqrt(2 * pi * variance));
  }
  // Z = 2 exp(N sum_j a_j u^j) as far as no excitation closes around the lattice.
  std::vector<double> g(first, 0.0);
  g[0] = 2;
  for (std::uint32_t level = 1; level < first; ++level)
    for (std::uint32_t j = 1; j <= level; ++j) g[level] += N * excitations[j] * g[level - j] / level;
  for (std::uint32_t level = 0; level < first; ++level)
    ln_g[level] = levels.is_reached(level) ? std::log(g[level]) : ln_g[0];
  ln_g.resize(middle + 1);
  return weights_of(levels, ln_g);
}

/// The spins of all walkers without gaps, where half of each walker's last word is empty.
std::vector<std::uint32_t> packed(Levels levels, const std::vector<std::uint32_t>& words) {
  const std::uint64_t walkers = words.size() / levels.words(), halves = levels.sites() / 16;
  std::vector<std::uint32_t> result((walkers * halves + 1) / 2);
  for (std::uint64_t walker = 0, to = 0; walker < walkers; ++walker)
    for (std::uint64_t half = 0; half < halves; ++half, ++to) {
      const std::uint32_t word = words[walker * levels.words() + half / 2];
      result[to / 2] |= (word >> 16 * (half % 2) & 0xFFFF) << 16 * (to % 2);
    }
  return result;
}

}  // namespace

std::vector<std::int32_t> weights_of(Levels levels, const std::vector<double>& ln_g) {
  const auto in_units = [](double one) { return std::llround(std::ldexp(one / std::numbers::ln2, weight_digits)); };
  const std::int64_t half = in_units(ln_g.back()) / 2;
  std::vector<std::int32_t> result(levels.count());
  for (std::uint32_t level = 0; level < ln_g.size(); ++level)
    result[level] = result[levels.sites() - level] = static_cast<std::int32_t>(in_units(ln_g[level]) - half);
  return result;
}

Levels levels_of(const Params& params) { return {static_cast<std::uint32_t>(params.integer("L"))}; }

Axis axis_size(std::int64_t most) {
  return Axis::integer("L", 64, 4, most, "linear size of the lattice, a multiple of 4");
}
Axis axis_walkers(std::int64_t fallback) {
  return Axis::integer("walkers", fallback, 1, 1 << 22, "walkers in the space of energies, side by side");
}
Axis axis_group(std::int64_t fallback) {
  return Axis::integer("group", fallback, 1, 1024, "walkers that share an estimate of the density of states");
}
Axis axis_philox() {
  Axis result = axis_rng("philox4x32_7");
  result.words = rng::names_of(is_counter_based);
  return result;
}

std::string unsupported(const Params& params) {
  const std::int64_t L = params.integer("L");
  if (L % 4 != 0) return "walkers need an L that is a multiple of 4, but L is " + std::to_string(L);
  if (params.has("group") && params.integer("walkers") % params.integer("group") != 0)
    return "walkers must be a multiple of group = " + std::to_string(params.integer("group")) + ", but walkers is " +
           std::to_string(params.integer("walkers"));
  return "";
}

Kernel::Reference one_walker(const Params& params) {
  Params serial;
  serial.set("L", params.integer("L"));
  serial.set("walkers", std::int64_t{1});
  serial.set("rng", params.word("rng"));
  return {"serial", "cpu", serial};
}

std::vector<Params> bit_cases(const Params& params, std::uint32_t block, bool in_part) {
  struct Size {
    std::int64_t L, walkers;
  };
  const std::int64_t whole = block;
  std::vector<Size> sizes = {{8, 3 * whole}, {4, whole}, {20, 2 * whole}, {64, whole}};
  if (in_part) sizes.insert(sizes.end(), {{8, whole - 10}, {12, 2 * whole - 10}, {8, 3 * whole - 10}});
  std::vector<Params> result(sizes.size(), params);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    result[i].set("L", sizes[i].L);
    result[i].set("walkers", sizes[i].walkers);
  }
  return result;
}

std::vector<std::uint32_t> start_of(Levels levels, std::uint64_t walkers, std::uint64_t seed) {
  using Words = rng::Philox4x32_7;
  const Words::Setup setup = Words::setup(seed, 0, rng::Seeding::random);
  std::vector<std::uint32_t> result(walkers * levels.words());
  for (std::uint64_t walker = 0; walker < walkers; ++walker) {
    const double energy = (2 * static_cast<double>(walker) + 1) / static_cast<double>(walkers) - 1;
    const double turned = (1 - std::sqrt(std::fabs(energy))) / 2;
    const auto threshold = static_cast<std::uint32_t>(std::ldexp(turned, 32));
    Words::Stream words(setup, start_streams + walker, 0);
    std::uint32_t* const own = &result[walker * levels.words()];
    for (std::uint32_t site = 0; site < levels.sites(); ++site) {
      const std::uint32_t staggered = energy > 0 ? (site / levels.L + site % levels.L) & 1 : 0;
      own[site / 32] |= (static_cast<std::uint32_t>(words.next() < threshold) ^ staggered) << site % 32;
    }
  }
  return result;
}

std::uint32_t level_of(Levels levels, const std::uint32_t* words) {
  const auto bit = [&](std::uint32_t site) { return words[site / 32] >> site % 32 & 1; };
  std::uint32_t unsatisfied = 0;
  for (std::uint32_t y = 0; y < levels.L; ++y)
    for (std::uint32_t x = 0; x < levels.L; ++x) {
      const std::uint32_t site = y * levels.L + x;
      unsatisfied += bit(site) ^ bit(x + 1 < levels.L ? site + 1 : site + 1 - levels.L);
      unsatisfied += bit(site) ^ bit(y + 1 < levels.L ? site + levels.L : x);
    }
  return unsatisfied / 2;
}

Observables observe(Levels levels, const std::vector<std::uint32_t>& words) {
  const double N = levels.sites();
  Observable energy{"energy", {}}, magnetisation{"magnetisation", {}};
  for (std::size_t first = 0; first < words.size(); first += levels.words()) {
    int down = 0;
    for (std::size_t i = first; i < first + levels.words(); ++i) down += std::popcount(words[i]);
    energy.values.push_back(-2 + 4.0 * level_of(levels, &words[first]) / N);
    magnetisation.values.push_back(1 - 2.0 * down / N);
  }
  return {energy, magnetisation};
}

Configuration configuration(Levels levels, const std::vector<std::uint32_t>& words) {
  const std::uint64_t walkers = words.size() / levels.words();
  if (levels.sites() % 32 == 0) return Configuration::of_bits(words, walkers * levels.sites());
  return Configuration::of_bits(packed(levels, words), walkers * levels.sites());
}

Check check_levels(Levels levels, const std::vector<std::uint32_t>& words, const std::vector<std::uint32_t>& followed) {
  Check result;
  result.name = "levels";
  std::size_t wrong = 0;
  for (std::size_t walker = 0; walker < followed.size(); ++walker)
    wrong += followed[walker] != level_of(levels, &words[walker * levels.words()]);
  result.passed = wrong == 0;
  result.detail = std::to_string(wrong) + " of " + std::to_string(followed.size()) +
                  " walkers have spins of another level than they follow";
  return result;
}

const std::vector<std::int32_t>& kaufman_weights(Levels levels) {
  static std::mutex mutex;
  static std::map<std::uint32_t, std::vector<std::int32_t>> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(levels.L);
  return found != known.end() ? found->second : known[levels.L] = make_weights(levels);
}

std::vector<double> scaled(std::vector<double> ln_g) {
  const double most = *std::max_element(ln_g.begin(), ln_g.end());
  double sum = 0;
  for (const double one : ln_g) sum += std::exp(one - most);
  const double shift = static_cast<double>(ln_g.size() - 1) * std::numbers::ln2 - most - std::log(sum);
  for (double& one : ln_g) one += shift;
  return ln_g;
}

Thermal thermal(Levels levels, const std::vector<double>& ln_g, double beta) {
  const double N = levels.sites();
  const auto at = [&](std::size_t level) { return -2 * N + 4 * static_cast<double>(level); };
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t level = 0; level < ln_g.size(); ++level) most = std::max(most, ln_g[level] - beta * at(level));
  double sum = 0, first = 0, second = 0;
  for (std::size_t level = 0; level < ln_g.size(); ++level) sum += std::exp(ln_g[level] - beta * at(level) - most);
  for (std::size_t level = 0; level < ln_g.size(); ++level)
    first += at(level) * std::exp(ln_g[level] - beta * at(level) - most) / sum;
  for (std::size_t level = 0; level < ln_g.size(); ++level)
    second += (at(level) - first) * (at(level) - first) * std::exp(ln_g[level] - beta * at(level) - most) / sum;
  return {first / N, beta * beta * second / N};
}

Thermal exact(Levels levels, double beta) {
  if (beta == 0) return {0, 0};
  // An even lattice has as many states at -E as at E.
  const FreeEnergy found = free_energy(levels, std::fabs(beta));
  return {beta < 0 ? -found.energy : found.energy, found.specific_heat};
}

std::vector<double> exact_ln_g(Levels levels) {
  const ExactSolution* solution = Registry::instance().exact_solution("ising2d_density_of_states");
  Params at;
  at.set("L", std::int64_t{levels.L});
  std::vector<double> result;
  if (solution != nullptr)
    for (const auto& one : solution->at(at)) result.push_back(one.value);
  return result;
}

Work work_of(const Params& params, double words) {
  const rng::Facts facts = rng::facts_of(params.word("rng"));
  const Levels levels = levels_of(params);
  Work work;
  work.units = params.real("walkers") * levels.sites();
  work.random_words = words * work.units;
  // Four neighbours compared and counted, the rise, its power of two (five products, of two turns each), the decision,
  // the flip.
  work.logic_ops = 16 * work.units + work.random_words * facts.logic_ops;
  work.multiply_adds = 10 * work.units + work.random_words * facts.multiply_adds;
  return work;
}

Work work_in_memory(const Params& params, double other_bytes) {
  Work work = work_of(params, 2);
  // The words of the site's row and of those beside it, which all walkers of a warp read at the same place.
  work.memory_bytes = (12 + other_bytes) * work.units;
  work.footprint_bytes = work.units / 8;
  return work;
}

}  // namespace spinbench::flat
