#include "kernels/common/glass_tempering/tempered_glass.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "kernels/common/lane_sums.hpp"
#include "kernels/common/spin_glass_physics.hpp"
#include "kernels/common/tempering/exchange.hpp"
#include "kernels/common/tempering/judged.hpp"

namespace spinbench::glass_tempering {

using tempering::named;

GlassColumns GlassColumns::of(const Params& params) {
  const std::size_t copies = tempering::copies_of(params);
  return {static_cast<std::size_t>(params.integer("systems")),
          static_cast<std::size_t>(params.integer("replicas")) / copies, copies};
}

TemperedGlass::TemperedGlass(int dimensions, const Params& params)
    : shape_(SpinGlassShape::of(dimensions, params)),
      columns_(GlassColumns::of(params)),
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
  const bool all = observable == "tempering";
  if (observable != "energy" && !all) return Simulation::series(observable, measurements, spacing);
  Series result{observable, all ? columns_.count() : shape_.lattices(), {}};
  for (int i = 0; i < measurements; ++i) {
    sweep(spacing);
    const std::vector<double> now = all ? tempering_now() : energies();
    result.values.insert(result.values.end(), now.begin(), now.end());
  }
  return result;
}

std::vector<double> TemperedGlass::tempering_now() {
  const Left found = left();
  const std::vector<double> means = word_means(shape_, energies());
  const std::size_t copies = columns_.copies, replicas = columns_.replicas();
  std::vector<double> result(columns_.count());
  for (std::size_t i = 0; i < means.size(); ++i)
    result[columns_.energy(i / replicas, i % replicas / copies)] += means[i] / static_cast<double>(copies);
  if (copies > 1) put_overlaps(result);
  for (std::size_t i = 0; i < columns_.places(); ++i) {
    const std::size_t t = i % replicas;
    result[columns_.place(i - t + found.copies[i] % replicas)] = static_cast<double>(t / copies);
  }
  for (std::size_t t = 0; t + 1 < columns_.temperatures; ++t)
    result[columns_.accepted(t)] = static_cast<double>(found.accepted[copies * (t + 1) - 1]);
  return result;
}

void TemperedGlass::put_overlaps(std::vector<double>& row) {
  const SpinGlassBits spins = bits();
  const std::size_t sites = shape_.sites(), replicas = columns_.replicas();
  for (std::size_t word = 0; word < columns_.words; ++word)
    for (std::size_t t = 0; t < columns_.temperatures; ++t) {
      const std::uint32_t* const one = spins.data() + (word * replicas + columns_.copies * t) * sites;
      const std::uint32_t* const other = one + sites;
      LaneSums sums;
      for (std::size_t first = 0; first < sites; first += LaneSums::most) {
        const std::size_t count = std::min(LaneSums::most, sites - first);
        std::uint32_t* differ = sums.put(count);
        for (std::size_t i = first; i < first + count; ++i) *differ++ = one[i] ^ other[i];
      }
      double squares = 0;
      for (const std::int64_t differing : sums.counts()) {
        const double q = 1 - 2 * static_cast<double>(differing) / static_cast<double>(sites);
        squares += q * q;
      }
      row[columns_.overlap(word, t)] = squares / 32;
    }
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
  // An unsatisfied bond more is an energy of 2 J.
  const auto bonds = static_cast<std::int64_t>(shape_.sites()) * shape_.dimensions;
  std::size_t different = 0;
  for (std::size_t i = 0; i < now.size(); ++i)
    different += std::llround(now[i] * sites) != 2 * found.unsatisfied[i] - bonds;
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
