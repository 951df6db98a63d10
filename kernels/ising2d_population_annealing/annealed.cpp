#include "kernels/ising2d_population_annealing/annealed.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "kernels/ising2d_population_annealing/axes.hpp"
#include "kernels/ising2d_population_annealing/reweighting.hpp"

namespace spinbench::annealing {

namespace {

/// Where adaptive steps are asked to be smaller, the population is far too small for the lattice.
constexpr std::uint32_t most_steps = 1024;

struct Moments {
  double replicas = 0, first = 0, second = 0;
};

Moments moments_of(const std::vector<std::uint32_t>& histogram, std::uint32_t sites) {
  Moments result;
  for (std::size_t level = 0; level < histogram.size(); ++level) {
    const double energy = (4.0 * static_cast<double>(level) - 2.0 * sites) / sites, count = histogram[level];
    result.replicas += count, result.first += count * energy, result.second += count * energy * energy;
  }
  result.first /= result.replicas, result.second /= result.replicas;
  return result;
}

std::vector<double> as_doubles(const std::vector<std::uint32_t>& values) { return {values.begin(), values.end()}; }

Check check(const char* name, bool passed, const std::string& detail) {
  Check result;
  result.name = name;
  result.passed = passed;
  result.detail = detail;
  return result;
}

}  // namespace

double reweighted_beta(double beta_high, std::size_t i) {
  return beta_high * (static_cast<double>(i) + 0.5) / static_cast<double>(reweighted_betas);
}

Annealed::Annealed(const Params& params, const std::vector<double>& betas)
    : L_(side_of(params)),
      replicas_(replicas_of(params)),
      theta_(theta_of(params)),
      beta_high_(params.real("beta_high")),
      schedule_(betas) {}

void Annealed::sweep(int count) {
  const int steps = count / theta_;
  do_steps(steps);
  steps_done_ += static_cast<std::uint64_t>(steps);
}

std::optional<double> Annealed::units_done() const {
  static_cast<void>(place());  // waits
  return static_cast<double>(steps_done_) * theta_ * static_cast<double>(sites()) * replicas_;
}

double Annealed::moved_share() const {
  const double all = static_cast<double>(steps_done_) * replicas_;
  return all > 0 ? static_cast<double>(moved()) / all : 0;
}

double Annealed::log_q(std::uint32_t step) const {
  const StepOutcome found = outcome(step);
  const double lowest = 4.0 * found.least - 2.0 * sites();
  return std::log(std::ldexp(static_cast<double>(found.total), -copy_digits) / replicas_) -
         schedule_.width(step) * lowest;
}

Observables Annealed::observe() {
  const Place at = place();
  std::vector<double> logs;
  for (std::uint32_t s = 0; s < at.step; ++s) logs.push_back(log_q(s));
  // Before the first step nothing was drawn yet: all spins are up.
  const double energy = at.step == 0 ? -2 : moments_of(histogram(at.step), sites()).first;
  return {{"energy", {energy}},
          {"beta", {at.step == 0 ? 0 : schedule_.betas()[at.step - 1]}},
          {"log_q", std::move(logs)},
          {"moved", {static_cast<double>(moved())}},
          {"family", as_doubles(families())},
          {"level", as_doubles(levels())}};
}

std::vector<double> Annealed::entry() const {
  const Place at = place();
  std::vector<double> result(annealing_columns, 0.0);
  if (at.step == 0) return result;
  const Moments seen = moments_of(histogram(at.step), sites());
  result[column_step] = at.step - 1;
  result[column_beta] = schedule_.betas()[at.step - 1];
  result[column_log_q] = log_q(at.step - 1);
  result[column_energy] = seen.first;
  result[column_square] = seen.second;
  result[column_moved] = static_cast<double>(outcome(at.step - 1).moved) / replicas_;
  if (at.step < schedule_.steps()) return result;
  std::vector<std::uint32_t> members(replicas_, 0);
  for (const std::uint32_t family : families()) ++members.at(family);
  for (const std::uint32_t many : members) {
    result[column_families] += many > 0;
    result[column_rho] += static_cast<double>(many) * many / replicas_;
  }
  std::vector<WeighedHistogram> all;
  double log_z = std::log(2.0) * sites();
  for (std::uint32_t s = 0; s <= at.step; ++s) {
    all.push_back({s == 0 ? 0 : schedule_.betas()[s - 1], log_z, histogram(s)});
    if (s < at.step) log_z += log_q(s);
  }
  const std::vector<double> density = log_density(all, sites());
  for (std::size_t i = 0; i < reweighted_betas; ++i) {
    const Reweighted found = reweight(density, sites(), reweighted_beta(beta_high_, i));
    result[columns_of_step + 2 * i] = found.energy;
    result[columns_of_step + 2 * i + 1] = found.specific_heat;
  }
  return result;
}

Series Annealed::series(const std::string& observable, int measurements, int spacing) {
  if (observable != "annealing") return Simulation::series(observable, measurements, spacing);
  Series result{observable, annealing_columns, {}};
  for (int i = 0; i < measurements; ++i) {
    sweep(spacing);
    const std::vector<double> one = entry();
    result.values.insert(result.values.end(), one.begin(), one.end());
  }
  return result;
}

std::vector<Check> Annealed::self_check() {
  const Place at = place();
  if (at.step == 0) return {};
  const std::vector<std::uint32_t> tracked = levels(), family = families(), counted = histogram(at.step);
  const std::vector<std::int8_t> spins = configuration().signs();
  std::size_t wrong = 0;
  std::vector<std::uint32_t> again(counted.size(), 0);
  for (std::uint32_t r = 0; r < replicas_; ++r) {
    const std::int8_t* const own = spins.data() + static_cast<std::size_t>(r) * sites();
    std::int64_t energy = 0;
    for (std::uint32_t y = 0; y < L_; ++y)
      for (std::uint32_t x = 0; x < L_; ++x)
        energy -= own[y * L_ + x] * (own[y * L_ + (x + 1) % L_] + own[(y + 1) % L_ * L_ + x]);
    const std::int64_t level = (energy + 2 * static_cast<std::int64_t>(sites())) / 4;
    wrong += level != tracked[r];
    ++again.at(static_cast<std::size_t>(level));
  }
  const bool known = std::all_of(family.begin(), family.end(), [&](std::uint32_t f) { return f < replicas_; });
  std::vector<std::uint32_t> each = family;
  std::sort(each.begin(), each.end());
  each.erase(std::unique(each.begin(), each.end()), each.end());
  // Each that was overwritten took a family along at most, and in the first step just one.
  std::uint64_t overwritten = 0;
  for (std::uint32_t s = 0; s < at.step; ++s) overwritten += outcome(s).moved;
  return {
      check("levels", wrong == 0 && again == counted,
            std::to_string(wrong) + " of " + std::to_string(replicas_) +
                " energies counted are not those of the configuration"),
      check("families", known && each.size() + overwritten >= replicas_ && each.size() + outcome(0).moved <= replicas_,
            std::to_string(each.size()) + " families are left, " + std::to_string(overwritten) +
                " replicas were overwritten")};
}

void Annealed::save(StateWriter& to) {
  to.put(schedule_.betas()), to.put(steps_done_);
  save_population(to);
}

void Annealed::restore(StateReader& from) {
  std::vector<double> betas = schedule_.betas();
  from.take(betas);
  set_betas(betas);
  from.take(steps_done_);
  restore_population(from);
}

void Annealed::set_betas(const std::vector<double>& betas) {
  schedule_ = Schedule(betas);
  steps_done_ = 0;
  begin();
}

void Annealed::add_beta(double beta) {
  if (place().step != schedule_.steps()) throw std::logic_error("an annealing is lengthened at its end alone");
  schedule_.append(beta);
  lengthen();
}

std::unique_ptr<Simulation> at_temperatures_of(const Params& params, std::unique_ptr<Annealed> made) {
  if (params.word("temperatures") == "equal") return made;
  const double overlap = params.real("overlap"), last = params.real("beta_high");
  // No step is so small that there would be too many.
  const double least = last / most_steps;
  std::vector<double> betas{std::min(last, std::max(least, first_beta(side_of(params) * side_of(params), overlap)))};
  made->set_betas(betas);
  for (;;) {
    made->sweep(made->sweep_granularity());
    if (betas.back() >= last) break;
    const double left = last - betas.back();
    const double width = width_of_overlap(made->histogram(made->schedule().steps()), overlap, left);
    betas.push_back(width >= left - least ? last : betas.back() + std::max(width, least));
    made->add_beta(betas.back());
  }
  made->set_betas(betas);
  return made;
}

}  // namespace spinbench::annealing
