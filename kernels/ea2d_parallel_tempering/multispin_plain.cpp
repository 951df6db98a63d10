// The replicas of square spin glasses on a host: the update of ea2d_metropolis/multispin_plain in words of 32, a
// temperature for each lattice. H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
//
// Memory: a word's lattice and its couplings are 3 KiB at L = 16, its streams 6: they stay in a core's first-level
// cache through the sweeps from one exchange to the next. Operations, of 32 flips: 17 and a random number; an exchange
// counts two bonds a site.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/glass_tempering/host_replicas.hpp"
#include "kernels/common/glass_tempering/physics.hpp"
#include "kernels/common/lane_sums.hpp"
#include "kernels/ea2d_metropolis/plain_visit.hpp"
#include "kernels/ea2d_parallel_tempering/work.hpp"

namespace spinbench::glass_tempering {
namespace {

/// As HostReplicas wants them: spins in canonical order.
template <class Rng>
class SquareLattices {
 public:
  static constexpr int dimensions = 2;

  SquareLattices(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : shape_(SpinGlassShape::of(2, params)),
        sites_(shape_.sites()),
        streams_(seed, std::uint64_t{shape_.systems} * shape_.replicas * sites_ / 2, seeding) {
    const SpinGlassObserver start(shape_, RandomBonds::of(params.word("couplings"), params.real("beta_low"), seed));
    spins_ = start.start();
    couplings_.resize(2 * shape_.systems * sites_);
    for (std::size_t bond = 0; bond < couplings_.size(); ++bond) {
      const std::size_t system = bond / (2 * sites_), site = bond / 2 % sites_;
      couplings_[(2 * system + bond % 2) * sites_ + site] = start.couplings()[bond];
    }
  }

  std::string code_path() const { return "serial"; }
  Work work(int step) const {
    Work work;
    work.units = shape_.flips_a_sweep();
    work.random_words = work.units / 32;
    work.logic_ops = work.random_words * (17 + Rng::facts.logic_ops + square_count_operations / step);
    work.multiply_adds = work.random_words * Rng::facts.multiply_adds;
    work.footprint_bytes = 4.0 * static_cast<double>(spins_.size() + couplings_.size());
    return work;
  }

  void temper(const std::vector<double>& betas) {
    thresholds_.clear();
    for (const double beta : betas) thresholds_.push_back(SquareThresholds::at(beta));
  }

  void sweep(int count) {
    for_lattices([&](std::size_t lattice, std::size_t t, std::uint32_t* spins, const std::uint32_t* couplings) {
      ea2d::visit_plain(shape_.L, spins, couplings, couplings + sites_,
                        thresholds_[planted(Mutant::tempering_thresholds_first) ? 0 : t], streams_,
                        lattice * sites_ / 2, halves_, static_cast<std::uint64_t>(count));
    });
    halves_ += 2 * static_cast<std::uint64_t>(count);
  }

  std::vector<std::int64_t> unsatisfied() {
    std::vector<std::int64_t> result;
    const std::size_t L = shape_.L;
    for_lattices([&](std::size_t, std::size_t, const std::uint32_t* spins, const std::uint32_t* couplings) {
      LaneSums sums;
      for (std::size_t y = 0; y < L; ++y) {
        const std::uint32_t *const row = spins + y * L, *const below = spins + (y + 1 == L ? 0 : y + 1) * L;
        std::uint32_t* differ = sums.put(2 * L);
        for (std::size_t x = 0; x < L; ++x) {
          *differ++ = row[x] ^ row[x + 1 == L ? 0 : x + 1] ^ couplings[y * L + x];
          *differ++ = row[x] ^ below[x] ^ couplings[sites_ + y * L + x];
        }
      }
      result.insert(result.end(), sums.counts().begin(), sums.counts().end());
    });
    return result;
  }

  void exchange(std::uint32_t system, std::uint32_t t, std::uint32_t mask) {
    std::uint32_t *const hot = &spins_[(std::size_t{system} * shape_.replicas + t) * sites_], *const cold =
                                                                                                  hot + sites_;
    for (std::size_t i = 0; i < (planted(Mutant::square_tempering_half) ? sites_ / 2 : sites_); ++i)
      exchange_bits(hot[i], cold[i], mask);
  }

  const SpinGlassBits& bits() const { return spins_; }

  void save(StateWriter& to) { to.put(spins_), to.put(streams_.elements()), to.put(halves_); }
  void restore(StateReader& from) { from.take(spins_), from.take(streams_.elements()), from.take(halves_); }

 private:
  /// use(lattice, temperature, spins, couplings along x and then along y).
  template <class Use>
  void for_lattices(Use&& use) {
    for (std::size_t lattice = 0; lattice < std::size_t{shape_.systems} * shape_.replicas; ++lattice)
      use(lattice, lattice % shape_.replicas, &spins_[lattice * sites_],
          &couplings_[2 * (lattice / shape_.replicas) * sites_]);
  }

  SpinGlassShape shape_;
  std::size_t sites_;
  std::vector<SquareThresholds> thresholds_;  ///< by temperature
  Streams<Rng> streams_;
  SpinGlassBits spins_;
  std::vector<std::uint32_t> couplings_;  ///< system, direction, site
  std::uint64_t halves_ = 0;
};

const Register<Variant> registered{{
    .kernel = "ea2d_parallel_tempering",
    .name = "multispin_plain",
    .backend = "cpu",
    .title = "serial, 32 realizations a word, a temperature for each word, spins exchanged by their bits",
    .source = "this suite, after Weigel 2012, sections 5 and 6, and Fang et al. 2014",
    .axes = with_tempering(2, {}),
    .oracle = "single_spin",
    .unsupported = [](const Params& params, const Device&) { return tempering_unsupported(params); },
    .memory_bytes = square_tempering_bytes,
    .make = make_host_replicas<SquareLattices>,
    .bit_cases = tempering_bit_cases,
    .physics = physics<2>,
    .look = look<2>,
}};

}  // namespace
}  // namespace spinbench::glass_tempering
