#include "reference_cpu/exact/ising3d.hpp"

#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>
#include <stdexcept>
#include <vector>

namespace spinbench::exact {
namespace {

struct Level {
  int energy;
  std::int64_t states;
};

// States of each energy. With an even L there are as many at -E as at E, and only those up to 0 are listed.
constexpr Level levels2[] = {{-24, 2}, {-12, 16}, {-8, 30}, {-4, 48}, {0, 64}};
constexpr Level levels3[] = {
    {-81, 2},       {-69, 54},      {-61, 162},     {-57, 594},     {-53, 648},    {-49, 3402},    {-45, 6516},
    {-41, 17496},   {-37, 44226},   {-33, 106488},  {-29, 277668},  {-25, 713124}, {-21, 1786536}, {-17, 3898206},
    {-13, 7761096}, {-9, 13183056}, {-5, 19828962}, {-1, 23901480}, {3, 23851530}, {7, 18244602},  {11, 11577168},
    {15, 5813046},  {19, 2347380},  {23, 703080},   {27, 151206},
};
// First by R. B. Pearson, Phys. Rev. B 26, 6285 (1982).
constexpr Level levels4[] = {
    {-192, 2},
    {-180, 128},
    {-172, 384},
    {-168, 3648},
    {-164, 1920},
    {-160, 20448},
    {-156, 71680},
    {-152, 125952},
    {-148, 537600},
    {-144, 1445440},
    {-140, 3756288},
    {-136, 11173440},
    {-132, 29955072},
    {-128, 79741908},
    {-124, 214759680},
    {-120, 564284736},
    {-116, 1466972160},
    {-112, 3794966880},
    {-108, 9719376896},
    {-104, 24675685440},
    {-100, 62292331392},
    {-96, 156254486400},
    {-92, 389861188608},
    {-88, 968881334400},
    {-84, 2401604036480},
    {-80, 5943999466080},
    {-76, 14718828604800},
    {-72, 36489120287104},
    {-68, 90531973320960},
    {-64, 224302545792990},
    {-60, 552555915961088},
    {-56, 1345521360969600},
    {-52, 3216056123389440},
    {-48, 7490278550241824},
    {-44, 16869275678196480},
    {-40, 36469040038061376},
    {-36, 75117167475907200},
    {-32, 146393515772750496},
    {-28, 268119161284331136},
    {-24, 458751110448999360},
    {-20, 729280862203782144},
    {-16, 1072405790365371360},
    {-12, 1453109164616688384},
    {-8, 1809232996157293440},
    {-4, 2065243290390040320},
    {0, 2158800489098126488},
};

Ising3d from_levels(std::span<const Level> levels, std::int64_t L, double beta) {
  const double N = static_cast<double>(L * L * L), ground = levels.front().energy;
  long double z = 0, first = 0, second = 0;
  const auto add = [&](double energy, std::int64_t states) {
    const long double weight =
        static_cast<long double>(states) * std::exp(static_cast<long double>(beta) * (ground - energy));
    z += weight;
    first += weight * energy;
    second += weight * energy * energy;
  };
  for (const Level& level : levels) {
    add(level.energy, level.states);
    if (L % 2 == 0 && level.energy != 0) add(-level.energy, level.states);
  }
  const long double mean = first / z;
  return {static_cast<double>(mean / N), static_cast<double>(beta * beta * (second / z - mean * mean) / N)};
}

// Z^(1/N) / (2 cosh^3 beta) in powers of tanh^2 beta: A. J. Guttmann and I. G. Enting, J. Phys. A 26, 807 (1993); OEIS
// A001393.
constexpr double series[] = {1,      0,       3,        22,         192,          2046,          24853,
                             329334, 4649601, 68884356, 1059830112, 16809862992., 273374177222., 4539862959852.};

}  // namespace

Ising3d ising3d_infinite(double beta) {
  if (!(beta > 0) || beta > ising3d_largest_beta)
    throw std::invalid_argument("the series of the 3D Ising model serves for 0 < beta <= 0.15");
  constexpr std::size_t terms = std::size(series);
  // The logarithm's coefficients, from c' = (log c)' c.
  double logarithm[terms] = {};
  for (std::size_t m = 1; m < terms; ++m) {
    double rest = 0;
    for (std::size_t k = 1; k < m; ++k) rest += static_cast<double>(k) * logarithm[k] * series[m - k];
    logarithm[m] = series[m] - rest / static_cast<double>(m);
  }
  // Two derivatives by beta, of 3 ln cosh beta + sum_m c_m v^2m with dv/dbeta = 1 - v^2.
  const double v = std::tanh(beta), slope = 1 - v * v;
  double first = 0, second = 0;
  for (std::size_t m = 1; m < terms; ++m) {
    const double power = 2 * static_cast<double>(m), term = logarithm[m] * std::pow(v, power - 2);
    first += power * term * v;
    second += power * (power - 1) * term;
  }
  const double energy = -(3 * v + slope * first);
  const double curvature = 3 * slope + slope * slope * second - 2 * v * slope * first;
  return {energy, beta * beta * curvature};
}

std::optional<Ising3d> ising3d(std::int64_t L, double beta) {
  if (!(beta > 0)) throw std::invalid_argument("the 3D Ising model needs beta > 0");
  if (L == 2) return from_levels(levels2, L, beta);
  if (L == 3) return from_levels(levels3, L, beta);
  if (L == 4) return from_levels(levels4, L, beta);
  if (L >= 16 && beta <= ising3d_largest_beta) return ising3d_infinite(beta);
  return std::nullopt;
}

EnergyDistribution energies_of_ising3d(double beta) {
  const int ground = std::begin(levels4)->energy;
  EnergyDistribution result{ground, std::vector<double>(static_cast<std::size_t>(-2 * ground / 4 + 1))};
  double z = 0;
  const auto add = [&](int energy, std::int64_t states) {
    const double weight = static_cast<double>(states) * std::exp(beta * (ground - energy));
    result.probability[static_cast<std::size_t>((energy - ground) / 4)] = weight;
    z += weight;
  };
  for (const Level& level : levels4) {
    add(level.energy, level.states);
    if (level.energy != 0) add(-level.energy, level.states);
  }
  for (double& weight : result.probability) weight /= z;
  return result;
}

}  // namespace spinbench::exact
