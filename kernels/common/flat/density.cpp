#include "kernels/common/flat/density.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

#include "kernels/common/gates.hpp"

namespace spinbench::flat {
namespace {

constexpr double critical_beta = 0.4406867935097715;
constexpr double no_state = -std::numeric_limits<double>::infinity();

std::vector<double> from_histogram(Levels levels, const std::vector<double>& log2_g,
                                   const std::vector<double>& visits) {
  std::vector<double> result(levels.count(), no_state);
  for (std::uint32_t level = 0; level < levels.count(); ++level)
    if (levels.is_reached(level) && visits[level] > 0)
      result[level] = std::log(visits[level]) + log2_g[level] * std::numbers::ln2;
  return scaled(std::move(result));
}

Check physics_check(const std::string& name, const Estimate& found, double expected, double freedom, double gate) {
  Check check;
  check.name = name;
  check.kind = Check::Kind::physics;
  check.numeric = true;
  check.value = found.value;
  check.expected = expected;
  check.sigma = found.sigma;
  // A comparison that NaN fails.
  check.passed = std::fabs(found.value - expected) <= student_gate(gate, freedom) * found.sigma;
  return check;
}

std::string at_beta(const std::string& name, double beta) {
  char text[64];
  std::snprintf(text, sizeof text, "%s beta=%.7g", name.c_str(), beta);
  return text;
}

}  // namespace

Estimate Densities::of(const std::function<double(const std::vector<double>&)>& value) const {
  const auto n = static_cast<double>(parts.size());
  std::vector<double> values;
  double mean = 0;
  for (const std::vector<double>& part : parts) {
    values.push_back(value(part));
    mean += values.back() / n;
  }
  double squares = 0;
  for (const double one : values) squares += (one - mean) * (one - mean);
  if (!left_out) return {mean, std::sqrt(squares / n / (n - 1))};
  const double whole = value(all);
  return {whole + (n - 1) * (whole - mean), std::sqrt(squares * (n - 1) / n)};
}

Densities from_visits(Levels levels, const std::vector<double>& log2_g, const std::vector<double>& before,
                      const std::vector<double>& visits) {
  const std::size_t count = levels.count(), batches = visits.size() / count;
  std::vector<double> total(visits.end() - static_cast<std::ptrdiff_t>(count), visits.end());
  for (std::size_t level = 0; level < count; ++level) total[level] -= before[level];
  Densities result{levels, {}, true, from_histogram(levels, log2_g, total)};
  for (std::size_t batch = 0; batch < batches; ++batch) {
    std::vector<double> rest = total;
    for (std::size_t level = 0; level < count; ++level)
      rest[level] -= visits[batch * count + level] - (batch == 0 ? before[level] : visits[(batch - 1) * count + level]);
    result.parts.push_back(from_histogram(levels, log2_g, rest));
  }
  return result;
}

Densities from_sets(Windows windows, Levels levels, const std::vector<double>& log2_g,
                    const std::vector<double>& before, const std::vector<double>& visits) {
  const std::size_t a_set = std::size_t{windows.count} * levels.count(), sets = visits.size() / a_set;
  std::vector<double> total(a_set);
  for (std::size_t i = 0; i < visits.size(); ++i) total[i % a_set] += visits[i] - before[i];
  const auto pieces_of = [&](const std::vector<double>& counted) {
    std::vector<double> pieces(a_set);
    for (std::size_t i = 0; i < a_set; ++i) pieces[i] = std::log(counted[i]) + log2_g[i] * std::numbers::ln2;
    return pieces;
  };
  const std::vector<std::uint32_t> joints = joints_of(windows, levels, pieces_of(total));
  const auto found = [&](const std::vector<double>& counted) {
    return scaled(joined(windows, levels, pieces_of(counted), joints));
  };
  Densities result{levels, {}, true, found(total)};
  for (std::size_t set = 0; set < sets; ++set) {
    std::vector<double> rest = total;
    for (std::size_t i = 0; i < a_set; ++i) rest[i] -= visits[set * a_set + i] - before[set * a_set + i];
    result.parts.push_back(found(rest));
  }
  return result;
}

Densities from_groups(Levels levels, const std::vector<double>& log2_g) {
  const std::size_t count = levels.count();
  Densities result{levels, {}, false, {}};
  for (std::size_t first = 0; first + count <= log2_g.size(); first += count) {
    std::vector<double> ln_g(count, no_state);
    for (std::uint32_t level = 0; level < count; ++level)
      if (levels.is_reached(level)) ln_g[level] = log2_g[first + level] * std::numbers::ln2;
    result.parts.push_back(scaled(std::move(ln_g)));
  }
  return result;
}

std::vector<Check> check_densities(const Densities& found, double gate_sigmas, const std::string& code_path,
                                   const std::string& detail) {
  const double freedom = static_cast<double>(found.parts.size()) - 1;
  std::vector<Check> result;
  for (const double beta : {-0.3, critical_beta, 0.8}) {
    const auto energy = found.of([&](const auto& ln_g) { return thermal(found.levels, ln_g, beta).energy; });
    result.push_back(
        physics_check(at_beta("energy", beta), energy, exact(found.levels, beta).energy, freedom, gate_sigmas));
  }
  const auto heat =
      found.of([&](const auto& ln_g) { return thermal(found.levels, ln_g, critical_beta).specific_heat; });
  result.push_back(
      physics_check("specific_heat", heat, exact(found.levels, critical_beta).specific_heat, freedom, gate_sigmas));
  result.push_back(physics_check("ln_g of the ground state", found.of([](const auto& ln_g) { return ln_g.front(); }),
                                 std::numbers::ln2, freedom, gate_sigmas));
  // ln g of the ground state hangs on all levels up to the middle.
  constexpr double least_precision = 0.1;
  result.back().passed = result.back().passed && result.back().sigma < least_precision;
  for (Check& check : result) {
    check.code_path = code_path;
    check.detail = detail;
  }
  return result;
}

std::vector<NamedEstimate> estimates_of(const Densities& found) {
  std::vector<NamedEstimate> result;
  for (const double beta :
       {critical_beta, 0.1, 0.2, 0.3, 0.35, 0.38, 0.4, 0.42, 0.43, 0.45, 0.46, 0.48, 0.5, 0.55, 0.6, 0.7, 0.8, 1.0}) {
    const Thermal expected = exact(found.levels, beta);
    const auto energy = found.of([&](const auto& ln_g) { return thermal(found.levels, ln_g, beta).energy; });
    const auto heat = found.of([&](const auto& ln_g) { return thermal(found.levels, ln_g, beta).specific_heat; });
    result.push_back({at_beta("energy", beta), energy.value, energy.sigma, expected.energy, ""});
    result.push_back({at_beta("specific_heat", beta), heat.value, heat.sigma, expected.specific_heat, ""});
  }
  const std::vector<double> known = exact_ln_g(found.levels);
  if (!known.empty()) {
    double largest = 0;
    std::uint32_t where = 0;
    for (std::uint32_t level = 0; level < found.levels.count(); ++level) {
      if (!found.levels.is_reached(level)) continue;
      const double value = found.of([&](const auto& ln_g) { return ln_g[level]; }).value;
      // A comparison that NaN passes.
      if (!(std::fabs(value - known[level]) <= largest)) largest = std::fabs(value - known[level]), where = level;
    }
    const auto there = found.of([&](const auto& ln_g) { return ln_g[where]; });
    result.push_back({"largest distance of ln_g", largest, there.sigma, std::nullopt, ""});
  }
  // As many as a picture shows, both ends and the middle among them.
  const std::uint32_t step = std::max(1u, found.levels.sites() / 64);
  for (std::uint32_t level = 0; level < found.levels.count(); level += step) {
    if (!found.levels.is_reached(level)) continue;
    const auto one = found.of([&](const auto& ln_g) { return ln_g[level]; });
    char name[64];
    std::snprintf(name, sizeof name, "ln_g e=%.9g", -2 + 4.0 * level / found.levels.sites());
    const auto expected = known.empty() ? std::nullopt : std::optional(known[level]);
    result.push_back({name, one.value, one.sigma, expected, ""});
  }
  return result;
}

Experiment::Length length_of_run(const Params& params, const Device& device, std::optional<int> wanted,
                                 double thrown_away) {
  // An accelerator sits on a bus.
  const double usual = device.pci.empty() ? 2e8 : 1e12;
  const double attempts_a_sweep = params.real("walkers") * levels_of(params).sites();
  Experiment::Length result;
  result.sweeps = wanted.value_or(64 * static_cast<int>(std::clamp(usual / attempts_a_sweep / 64, 16.0, 1e6)));
  result.spacing = std::max(1, result.sweeps / 32);
  for (int parts = 32; parts <= 64; ++parts)
    if (result.sweeps % parts == 0) result.spacing = result.sweeps / parts;
  result.equilibration = static_cast<int>(thrown_away * result.sweeps);
  return result;
}

int deciding_sweeps(double walkers, double seconds) {
  constexpr double attempts_a_second = 3e7, sites = 64;
  return static_cast<int>(std::clamp(attempts_a_second * std::min(seconds, 20.0) / sites / walkers, 1024.0, 1e7));
}

}  // namespace spinbench::flat
