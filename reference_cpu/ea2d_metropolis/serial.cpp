// The paper's serial code (Weigel 2012, section 5, Fig. 13): one spin a byte, one realization after the other, k sweeps
// of each, in the order and with the random numbers of the oracle `single_spin` with words of one. Speed-ups refer to
// it.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
#include <memory>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/acceptance.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/spin_glass.hpp"
#include "kernels/ea2d_metropolis/axes.hpp"
#include "kernels/ea2d_metropolis/glass_bits.hpp"
#include "kernels/ea2d_metropolis/physics.hpp"
#include "kernels/ea2d_metropolis/row_sites.hpp"
#include "reference_cpu/common/streams.hpp"

namespace spinbench::ea2d {
namespace {

template <class Rng>
class SerialGlass final : public Simulation {
 public:
  SerialGlass(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : observer_(SpinGlassShape::of(2, in_words_of_one(params)),
                  RandomBonds::of(params.word("couplings"), beta_of(params), seed)),
        hits_(static_cast<std::uint64_t>(params.integer("k"))),
        thresholds_(SquareThresholds::at(beta_of(params))),
        streams_(seed, realizations() * sites() / 2, seeding),
        spins_(realizations() * sites()),
        couplings_(2 * spins_.size()) {
    const SpinGlassBits start = observer_.start();
    const std::vector<std::uint32_t>& bits = observer_.couplings();
    const auto sign = [](std::uint32_t word, std::size_t bit) -> std::int8_t { return word >> bit & 1u ? -1 : 1; };
    for (std::size_t realization = 0; realization < realizations(); ++realization)
      for (std::size_t site = 0; site < sites(); ++site) {
        const std::size_t word = realization / 32 * sites() + site, bit = realization % 32;
        spins_[realization * sites() + site] = sign(start[word], bit);
        for (std::size_t d = 0; d < 2; ++d)
          couplings_[(2 * realization + d) * sites() + site] = sign(bits[2 * word + d], bit);
      }
  }

  std::string code_path() const override { return "serial"; }
  int sweep_granularity() const override { return static_cast<int>(hits_); }
  Observables observe() override { return observer_.observe(bits()); }
  Configuration configuration() override { return observer_.configuration(bits()); }

  void sweep(int count) override {
    for (int done = 0; done < count; done += sweep_granularity()) {
      for (std::size_t realization = 0; realization < realizations(); ++realization) visit(realization);
      halves_ += 2 * hits_;
    }
  }

  Work work_per_sweep() const override {
    Work work;
    work.units = work.random_words = observer_.shape().flips_a_sweep();
    // Products and sums for the field, a compare, a choice of threshold, a negation.
    work.logic_ops = work.units * (11 + Rng::facts.logic_ops);
    work.multiply_adds = work.units * Rng::facts.multiply_adds;
    work.footprint_bytes = 3 * work.units;
    return work;
  }

 private:
  std::size_t sites() const { return observer_.shape().sites(); }
  std::size_t realizations() const { return observer_.shape().realizations(); }

  SpinGlassBits bits() const { return bits_of_signs(observer_.shape(), spins_); }

  void visit(std::size_t realization) {
    const std::size_t L = observer_.shape().L, pairs = sites() / 2, first = realization * pairs;
    const SquareThresholds thresholds = thresholds_;
    std::int8_t* const spins = spins_.data() + realization * sites();
    const std::int8_t *const along_x = couplings_.data() + 2 * realization * sites(), *const along_y =
                                                                                          along_x + sites();
    std::vector<typename Rng::Stream> streams;
    streams.reserve(pairs);
    for (std::size_t pair = 0; pair < pairs; ++pair) streams.push_back(streams_.load(first + pair, halves_));
    for (std::uint64_t half = 0; half < 2 * hits_; ++half) {
      const std::size_t colour = half & 1;
      for (std::size_t y = 0; y < L; ++y) {
        const std::size_t above = (y == 0 ? L : y) - 1, below = y + 1 == L ? 0 : y + 1;
        typename Rng::Stream* const of_row = streams.data() + (colour == 0 ? y : above) * (L / 2);
        for_sites_of_row(L, (y + colour) & 1, [&](std::size_t x, std::size_t left, std::size_t right) {
          const std::size_t here = y * L + x, bond_left = planted(Mutant::serial_left_bond) ? here : y * L + left;
          const int sum = along_x[here] * spins[y * L + right] + along_x[bond_left] * spins[y * L + left] +
                          along_y[here] * spins[below * L + x] + along_y[above * L + x] * spins[above * L + x];
          if (metropolis<true>(spins[here] * sum, of_row[x / 2], thresholds))
            spins[here] = static_cast<std::int8_t>(-spins[here]);
        });
      }
    }
    for (std::size_t pair = 0; pair < pairs; ++pair) streams_.store(first + pair, streams[pair]);
  }

  SpinGlassObserver observer_;
  std::uint64_t hits_, halves_ = 0;
  SquareThresholds thresholds_;
  Streams<Rng> streams_;
  std::vector<std::int8_t> spins_;      ///< realization, site
  std::vector<std::int8_t> couplings_;  ///< realization, direction, site
};

Oracle single_spin_oracle() {
  Oracle result("single_spin");
  result.params = [](const Params& params, const Device&) { return in_words_of_one(params); };
  return result;
}

/// A few realizations.
std::vector<Params> serial_cases(const Params& params, const Device&) {
  Params small = params;
  small.set("realizations", std::min<std::int64_t>(params.integer("realizations"), 3));
  return {small};
}

const Register<Variant> registered{{
    .kernel = "ea2d_metropolis",
    .name = "serial",
    .backend = "cpu",
    .title = "serial, a byte a spin, one realization after the other, k hits a visit",
    .source = "Weigel 2012, section 5, CPU",
    .axes = {axis_L(), axis_realizations(16), axis_k(), axis_couplings(), axis_rng(), axis_beta()},
    .oracle = single_spin_oracle(),
    .unsupported = [](const Params& params, const Device&) { return unsupported(params); },
    .memory_bytes =
        [](const Params& params) {
          const double sites = params.real("L") * params.real("L") * params.real("realizations");
          return sites * (3 + rng::state_bytes(params.word("rng")) / 2);
        },
    .make =
        [](const Params& params, std::uint64_t seed) {
          return rng::with_generator_of<in_square_glasses>(
              params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
                return std::make_unique<SerialGlass<typename decltype(tag)::type>>(params, seed, seeding);
              });
        },
    .bit_cases = serial_cases,
    .physics = serial_physics,
    .look = look_of_realizations,
}};

}  // namespace
}  // namespace spinbench::ea2d
