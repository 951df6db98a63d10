#include "kernels/ea3d_parallel_tempering/tempered_glass.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "kernels/common/tempering/exchange.hpp"
#include "kernels/common/tempering/judged.hpp"
#include "kernels/ea3d_parallel_tempering/axes.hpp"

namespace spinbench::glass_tempering {

using tempering::named;

TemperedGlass::TemperedGlass(const Params& params)
    : shape_(SpinGlassShape::of(3, params)),
      step_(static_cast<int>(params.integer("exchange"))),
      betas_(tempering::equal_betas(params)) {}

Observables TemperedGlass::observe() {
  const Left found = left();
  Observable places{"place", std::vector<double>(found.copies.size())};
  for (std::size_t i = 0; i < found.copies.size(); ++i) {
    const std::size_t t = i % shape_.replicas;
    places.values[i - t + found.copies[i] % shape_.replicas] = static_cast<double>(t);
  }
  return {
      {"energy", energies()}, places, {"accepted", {found.accepted.begin(), found.accepted.end()}}, {"beta", betas_}};
}

Series TemperedGlass::series(const std::string& observable, int measurements, int spacing) {
  if (observable != "energy") return Simulation::series(observable, measurements, spacing);
  Series result{observable, shape_.lattices(), {}};
  for (int i = 0; i < measurements; ++i) {
    sweep(spacing);
    const std::vector<double> now = energies();
    result.values.insert(result.values.end(), now.begin(), now.end());
  }
  return result;
}

std::vector<Check> TemperedGlass::self_check() {
  const Left found = left();
  std::vector<std::uint32_t> seen(shape_.realizations());
  for (std::size_t i = 0; i < found.copies.size(); ++i)
    if (found.copies[i] < shape_.replicas) seen[i / shape_.replicas] |= 1u << found.copies[i];
  const bool all = std::all_of(seen.begin(), seen.end(),
                               [this](std::uint32_t copies) { return copies == (1u << shape_.replicas) - 1; });
  bool possible = std::is_sorted(betas_.begin(), betas_.end());
  std::string counts;
  for (std::uint32_t i = 0; i < found.accepted.size(); ++i) {
    const auto tried = static_cast<std::int64_t>(tempering::tries(i, found.exchanges) * shape_.realizations());
    possible = possible && found.accepted[i] >= 0 && found.accepted[i] <= tried;
    counts += (i == 0 ? "" : " ") + std::to_string(found.accepted[i]) + "/" + std::to_string(tried);
  }
  std::vector<Check> result = {named("temperatures", all, "each temperature of a realization belongs to one copy"),
                               named("exchanges", possible, "accepted of those tried: " + counts)};
  if (found.exchanges == 0) return result;
  const std::vector<double> now = energies();
  const auto sites = static_cast<double>(shape_.sites());
  std::size_t different = 0;
  for (std::size_t i = 0; i < now.size(); ++i)
    different += std::llround(now[i] * sites) != 2 * found.unsatisfied[i] - std::llround(3 * sites);
  result.push_back(named("tracked_energy", different == 0,
                         "energies that the last exchange left against the configuration's: " +
                             std::to_string(different) + " of " + std::to_string(now.size()) + " differ"));
  return result;
}

void TemperedGlass::set_betas(const std::vector<double>& betas) {
  betas_ = betas;
  temper(betas);
}

void TemperedGlass::save(StateWriter& to) {
  to.put(betas_);
  save_state(to);
}

void TemperedGlass::restore(StateReader& from) {
  from.take(betas_);
  temper(betas_);
  restore_state(from);
}

}  // namespace spinbench::glass_tempering
