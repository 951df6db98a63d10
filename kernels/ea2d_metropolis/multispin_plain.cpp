// The paper's CPU code (Weigel 2012, section 5, Fig. 14): asynchronous multispin coding in plain integers of 32 or 64
// bits, one word after the other, one random number a site for all realizations of a word, k sweeps of each.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
//
// Memory: a word's lattice is 6 KiB at L = 16 and 64 bits, its streams 1 to 6 KiB: all of it stays in a core's
// first-level cache through a visit. Operations, of a word of any width: 8 for the bonds, 8 for the decision, one to
// flip, two comparisons and a random number.
#include <memory>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/plus_minus_j.hpp"
#include "kernels/common/spin_glass.hpp"
#include "kernels/ea2d_metropolis/axes.hpp"
#include "kernels/ea2d_metropolis/physics.hpp"
#include "kernels/ea2d_metropolis/row_sites.hpp"
#include "reference_cpu/common/streams.hpp"

namespace spinbench::ea2d {
namespace {

template <class Rng, class Word>
class PlainMultispinGlass final : public Simulation {
  static constexpr std::size_t groups_a_word = sizeof(Word) / 4;

 public:
  PlainMultispinGlass(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : observer_(SpinGlassShape::of(2, params), RandomBonds::of(params.word("couplings"), beta_of(params), seed)),
        hits_(static_cast<std::uint64_t>(params.integer("k"))),
        thresholds_(SquareThresholds::at(beta_of(params))),
        streams_(seed, observer_.shape().systems * sites() / 2, seeding),
        spins_(observer_.shape().systems * sites()),
        couplings_(2 * spins_.size()) {
    const SpinGlassBits start = observer_.start();
    const std::vector<std::uint32_t>& bits = observer_.couplings();
    for (std::size_t group = 0; group < observer_.shape().groups(); ++group) {
      const std::size_t system = group / groups_a_word, shift = 32 * (group % groups_a_word);
      for (std::size_t site = 0; site < sites(); ++site) {
        spins_[system * sites() + site] |= static_cast<Word>(start[group * sites() + site]) << shift;
        for (std::size_t d = 0; d < 2; ++d)
          couplings_[(2 * system + d) * sites() + site] |= static_cast<Word>(bits[(group * sites() + site) * 2 + d])
                                                           << shift;
      }
    }
  }

  std::string code_path() const override { return "serial"; }
  int sweep_granularity() const override { return static_cast<int>(hits_); }
  Observables observe() override { return observer_.observe(bits()); }
  Configuration configuration() override { return observer_.configuration(bits()); }

  void sweep(int count) override {
    for (int done = 0; done < count; done += sweep_granularity()) {
      for (std::size_t system = 0; system < observer_.shape().systems; ++system) visit(system);
      halves_ += 2 * hits_;
    }
  }

  Work work_per_sweep() const override {
    Work work;
    work.units = observer_.shape().flips_a_sweep();
    work.random_words = work.units / (8.0 * sizeof(Word));
    // A machine's word of 64 bits is two of those that logic is measured by, in a register that could hold four.
    work.logic_ops = work.units / 32 * 17 + work.random_words * Rng::facts.logic_ops;
    work.multiply_adds = work.random_words * Rng::facts.multiply_adds;
    work.footprint_bytes = 3.0 * static_cast<double>(spins_.size() * sizeof(Word));
    return work;
  }

 private:
  std::size_t sites() const { return observer_.shape().sites(); }

  SpinGlassBits bits() const {
    SpinGlassBits result(observer_.shape().groups() * sites());
    for (std::size_t i = 0; i < result.size(); ++i) {
      const std::size_t group = i / sites(), site = i % sites();
      result[i] =
          static_cast<std::uint32_t>(spins_[group / groups_a_word * sites() + site] >> 32 * (group % groups_a_word));
    }
    return result;
  }

  void visit(std::size_t system) {
    const std::size_t L = observer_.shape().L, pairs = sites() / 2;
    const SquareThresholds thresholds = thresholds_;
    Word* const spins = spins_.data() + system * sites();
    const Word *const along_x = couplings_.data() + 2 * system * sites(), *const along_y = along_x + sites();
    std::vector<typename Rng::Stream> streams;
    streams.reserve(pairs);
    for (std::size_t pair = 0; pair < pairs; ++pair) streams.push_back(streams_.load(system * pairs + pair, halves_));
    for (std::uint64_t half = 0; half < 2 * hits_; ++half) {
      const std::size_t colour = half & 1;
      for (std::size_t y = 0; y < L; ++y) {
        const std::size_t above = (y == 0 ? L : y) - 1, below = y + 1 == L ? 0 : y + 1;
        const std::size_t bond_above = planted(Mutant::glass_plain_last_bond) && y == 0 ? 0 : above;
        typename Rng::Stream* const of_row = streams.data() + (colour == 0 ? y : above) * (L / 2);
        const Word *const own_row = spins + y * L, *const row_above = spins + above * L,
                          *const row_below = spins + below * L;
        const Word *const bonds_x = along_x + y * L, *const bonds_down = along_y + y * L;
        const Word* const bonds_up = along_y + bond_above * L;
        for_sites_of_row(L, (y + colour) & 1, [&](std::size_t x, std::size_t left, std::size_t right) {
          const auto allowed = AllowedCosts<Word>::of(of_row[x / 2].next(), thresholds);
          const Word own = own_row[x];
          spins[y * L + x] = own ^ square_flips_of_bonds<PlainLogic, Word>(
                                       own ^ own_row[right] ^ bonds_x[x], own ^ own_row[left] ^ bonds_x[left],
                                       own ^ row_below[x] ^ bonds_down[x], own ^ row_above[x] ^ bonds_up[x], allowed);
        });
      }
    }
    for (std::size_t pair = 0; pair < pairs; ++pair) streams_.store(system * pairs + pair, streams[pair]);
  }

  SpinGlassObserver observer_;
  std::uint64_t hits_, halves_ = 0;
  SquareThresholds thresholds_;
  Streams<Rng> streams_;
  std::vector<Word> spins_;      ///< system, site
  std::vector<Word> couplings_;  ///< system, direction, site
};

/// A few words.
std::vector<Params> plain_cases(const Params& params, const Device&) {
  Params small = params;
  small.set("systems", std::min<std::int64_t>(params.integer("systems"), 3));
  return {small};
}

const Register<Variant> registered{{
    .kernel = "ea2d_metropolis",
    .name = "multispin_plain",
    .backend = "cpu",
    .title = "serial, a bit a spin in plain integers of 32 or 64 bits, k hits a visit",
    .source = "Weigel 2012, section 5, CPU",
    .axes = {axis_L(), axis_systems(16), axis_word({"64", "32"}), axis_k(), axis_couplings(), axis_rng(), axis_beta()},
    .oracle = "single_spin",
    .unsupported = [](const Params& params, const Device&) { return unsupported(params); },
    .memory_bytes =
        [](const Params& params) {
          const SpinGlassShape shape = SpinGlassShape::of(2, params);
          return static_cast<double>(shape.sites()) *
                 (12.0 * shape.groups() + shape.systems / 2.0 * rng::state_bytes(params.word("rng")));
        },
    .make =
        [](const Params& params, std::uint64_t seed) {
          return rng::with_generator_of<in_square_glasses>(
              params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
                using Rng = typename decltype(tag)::type;
                if (params.word("word") == "32")
                  return std::make_unique<PlainMultispinGlass<Rng, std::uint32_t>>(params, seed, seeding);
                return std::make_unique<PlainMultispinGlass<Rng, std::uint64_t>>(params, seed, seeding);
              });
        },
    .bit_cases = plain_cases,
    .physics = host_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::ea2d
