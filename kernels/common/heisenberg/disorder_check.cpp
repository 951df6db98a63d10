#include "kernels/common/heisenberg/disorder_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/common/formatted.hpp"
#include "kernels/common/heisenberg/gaussian_bonds.hpp"
#include "kernels/common/heisenberg/random_fields.hpp"

namespace spinbench::heisenberg {
namespace {

constexpr std::uint64_t pairs_looked_at = 1 << 16;

/// Some `count` places below `range`, all over it; and the first ones at each power of two and in the second and the
/// last part of size `part`, which are those at 0 again where a number loses its upper digits.
std::vector<std::uint64_t> places(std::uint64_t range, std::uint64_t count, std::uint64_t part) {
  std::vector<std::uint64_t> result;
  const auto add_first = [&](std::uint64_t begin) {
    for (std::uint64_t i = begin; i < begin + 4; ++i) result.push_back(i);
  };
  add_first(0);
  for (std::uint64_t power = 4; power < range; power *= 2) add_first(power);
  add_first(part);
  add_first((range - 1) / part * part);
  range = std::max(range, count);
  for (std::uint64_t i = 0; i < count; ++i) result.push_back(i * range / count);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::vector<double> couplings_of(const Disorder& what, std::uint64_t seed) {
  // Of a lattice with an odd number of sites the last pair is a half, and there is one realization.
  const std::uint64_t of_lattice = (3 * what.sites + 1) / 2;
  std::vector<double> result;
  for (const std::uint64_t place : places(of_lattice * what.realizations, pairs_looked_at, of_lattice)) {
    const bool one = what.realizations == 1;
    const auto bonds = GaussianBonds::of(what.couplings, seed, one ? 0 : place / of_lattice, what.sites);
    const std::uint64_t pair = one ? place : place % of_lattice;
    for (const std::uint64_t bond : {2 * pair, 2 * pair + 1}) result.push_back(bonds.coupling<double>(bond));
  }
  return result;
}

/// In units of their standard deviation. The components of two sites are three pairs of numbers.
std::vector<double> fields_of(const Disorder& what, std::uint64_t seed) {
  const RandomFields fields = RandomFields::of(what.field, seed);
  const std::uint64_t range = (what.sites + 1) / 2;
  std::vector<double> result;
  for (const std::uint64_t place : places(range, pairs_looked_at / 3, range))
    for (const std::uint64_t site : {2 * place, 2 * place + 1}) {
      const Vector3<double> h = fields.at<double>(site);
      for (const double component : {h.x, h.y, h.z}) result.push_back(component / what.field);
    }
  return result;
}

}  // namespace

Check judge_normal(const std::string& name, const std::vector<double>& numbers) {
  constexpr double most = 5;
  // Of x, x^2, x^3 and x^4, and of the product of two.
  constexpr std::array<double, 5> expected = {0, 1, 0, 3, 0}, variances = {1, 2, 15, 96, 1};
  const auto count = static_cast<double>(numbers.size());
  std::array<double, 5> off{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    double power = 1;
    for (std::size_t m = 0; m < 4; ++m) off[m] += (power *= numbers[i]) / count;
    if (i % 2 == 1) off[4] += numbers[i] * numbers[i - 1] / (count / 2);
  }
  Check check;
  check.name = name;
  check.kind = Check::Kind::support;
  check.passed = !numbers.empty();
  for (std::size_t m = 0; m < off.size(); ++m) {
    off[m] = (off[m] - expected[m]) / std::sqrt(variances[m] / (m < 4 ? count : count / 2));
    // A comparison that NaN fails.
    check.passed = check.passed && std::fabs(off[m]) <= most;
  }
  check.detail = formatted(
      "%zu numbers: moments 1 to 4 off by %.2f, %.2f, %.2f and %.2f standard errors, products of "
      "pairs by %.2f",
      numbers.size(), off[0], off[1], off[2], off[3], off[4]);
  if (!check.passed) return check;
  std::vector<double> sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  check.passed = twice == sorted.end();
  check.detail += check.passed ? ", no two are equal" : formatted(", %.17g is there twice", *twice);
  return check;
}

std::vector<Check> check_disorder(const CheckContext& context, const Disorder& what) {
  const std::string key =
      formatted("disorder %s %.17g %llu sites %llu realizations", what.couplings.c_str(), what.field,
                static_cast<unsigned long long>(what.sites), static_cast<unsigned long long>(what.realizations));
  return context.once(key, [&] {
    std::vector<Check> result;
    if (what.couplings == "gaussian") result.push_back(judge_normal("couplings", couplings_of(what, context.seed)));
    if (what.field > 0) result.push_back(judge_normal("fields", fields_of(what, context.seed)));
    return result;
  });
}

}  // namespace spinbench::heisenberg
