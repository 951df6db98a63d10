#include "kernels/common/realizations_check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "kernels/common/formatted.hpp"

namespace spinbench {
namespace {

/// Spins of each realization that are compared at all shifts, at most; and the chance of a false alarm.
constexpr std::size_t window = 2048;
constexpr double false_alarms = 1e-6;

/// Spins as bits, twice in a row, so that they lie side by side from any one on.
class SpinRing {
 public:
  SpinRing(const Configuration& found, std::uint64_t first, std::size_t count, bool reversed)
      : count_(count), words_(2 * count / 64 + 2) {
    for (std::size_t i = 0; i < 2 * count; ++i) {
      const std::size_t place = i % count;
      const std::uint64_t is_up = found.value(first + (reversed ? count - 1 - place : place)) > 0;
      words_[i / 64] |= is_up << i % 64;
      if (i < count) magnetisation_ += (is_up == 1 ? 1.0 : -1.0) / static_cast<double>(count);
    }
  }

  /// The mean of the products of these spins with those of `other` from number `shift` on, without what their
  /// magnetisations make of it.
  double overlap(const SpinRing& other, std::size_t shift) const {
    std::size_t unequal = 0;
    for (std::size_t i = 0; i < count_; i += 64) {
      std::uint64_t differ = at(i) ^ other.at(i + shift);
      if (count_ - i < 64) differ &= (std::uint64_t{1} << (count_ - i)) - 1;
      unequal += static_cast<std::size_t>(std::popcount(differ));
    }
    return 1 - 2 * static_cast<double>(unequal) / static_cast<double>(count_) - magnetisation_ * other.magnetisation_;
  }

 private:
  /// 64 bits from number `bit` on, of which no more than the last words may be missing.
  std::uint64_t at(std::size_t bit) const {
    const std::uint64_t low = words_[bit / 64] >> bit % 64;
    return bit % 64 == 0 ? low : low | words_[bit / 64 + 1] << (64 - bit % 64);
  }

  std::size_t count_;
  double magnetisation_ = 0;
  std::vector<std::uint64_t> words_;
};

/// Two realizations, and how they lie upon each other.
struct Pair {
  std::size_t a = 0, b = 0, shift = 0;
  bool reversed = false;
  double overlap = 0;

  std::string text() const {
    std::string result = "realizations " + std::to_string(a) + " and " + std::to_string(b);
    if (shift > 0 || reversed) result += " (";
    if (reversed) result += "back to front";
    if (shift > 0) result += std::string(reversed ? ", " : "") + "shifted by " + std::to_string(shift) + " sites";
    return result + (shift > 0 || reversed ? ")" : "");
  }
};

/// The pair with the largest overlap in absolute value.
Pair most_alike(const Configuration& found, std::uint64_t realizations, std::size_t count) {
  const std::uint64_t spins = found.spins / realizations;
  std::vector<SpinRing> rings[2];
  for (const bool reversed : {false, true})
    for (std::uint64_t r = 0; r < realizations; ++r) rings[reversed].emplace_back(found, r * spins, count, reversed);
  Pair result;
  for (std::size_t b = 1; b < realizations; ++b)
    for (std::size_t a = 0; a < b; ++a)
      for (const bool reversed : {false, true})
        for (std::size_t shift = 0; shift < count; ++shift) {
          const double overlap = rings[0][a].overlap(rings[reversed][b], shift);
          if (std::fabs(overlap) > std::fabs(result.overlap)) result = {a, b, shift, reversed, overlap};
        }
  return result;
}

bool hold_the_same(const Configuration& found, std::uint64_t spins, std::uint64_t a, std::uint64_t b) {
  for (std::uint64_t i = 0; i < spins; ++i)
    if (found.value(a * spins + i) != found.value(b * spins + i)) return false;
  return true;
}

}  // namespace

std::int64_t proved_realizations(const Params& params) {
  return std::min<std::int64_t>(params.integer("realizations"), 2);
}

double most_susceptibility(int dimensions, double beta) {
  const double t = std::tanh(beta);
  return (1 + t) / (1 - (2 * dimensions - 1) * t);
}

Check judge_realizations(const Configuration& found, std::uint64_t realizations, double susceptibility) {
  const std::uint64_t spins = found.spins / realizations;
  Check check;
  check.name = "realizations";
  for (std::uint64_t b = 1; b < realizations; ++b)
    for (std::uint64_t a = 0; a < b; ++a)
      if (hold_the_same(found, spins, a, b)) {
        check.detail = "realizations " + std::to_string(a) + " and " + std::to_string(b) + " hold the same spins";
        return check;
      }
  const std::size_t count = std::min<std::size_t>(spins, window);
  const double n = static_cast<double>(count), all = static_cast<double>(realizations * (realizations - 1)) * n;
  const double gate = std::sqrt(2 * susceptibility * std::log(2 * all / false_alarms) / n);
  const Pair pair = most_alike(found, realizations, count);
  check.passed = std::fabs(pair.overlap) <= gate;
  check.detail = check.passed ? "no two of " + std::to_string(realizations) + " realizations hold the same spins"
                              : pair.text() + " are alike";
  check.detail += formatted("; the largest overlap, shifted or back to front, is %.2g, %.2g is allowed", pair.overlap,
                            std::min(gate, 1.0));
  return check;
}

std::vector<Check> check_realizations(const CheckContext& context, Params params) {
  constexpr std::int64_t most = 16, side = 32;
  constexpr int sweeps = 6;
  const std::int64_t realizations = std::min(context.params.integer("realizations"), most);
  if (realizations < 2) return {};
  params.set("realizations", realizations);
  params.set("beta", beta_of_realizations);
  // Few spins have large overlaps.
  Params larger = params;
  larger.set("L", std::max(params.integer("L"), side));
  if (!context.variant.unsupported || context.variant.unsupported(larger, context.device).empty()) params = larger;
  return context.once("realizations " + params.name(), [&] {
    const auto simulation = context.variant.make(params, context.seed);
    const int step = simulation->sweep_granularity();
    simulation->sweep((sweeps + step - 1) / step * step);
    // In three dimensions it is larger.
    Check check = judge_realizations(simulation->configuration(), static_cast<std::uint64_t>(realizations),
                                     most_susceptibility(3, beta_of_realizations));
    check.detail = params.name() + ": " + check.detail;
    check.code_path = simulation->code_path();
    return std::vector<Check>{std::move(check)};
  });
}

}  // namespace spinbench
