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
#include "kernels/common/spin_glass.hpp"
#include "kernels/ea2d_metropolis/axes.hpp"
#include "kernels/ea2d_metropolis/physics.hpp"
#include "kernels/ea2d_metropolis/plain_visit.hpp"

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
    Word* const along_x = couplings_.data() + 2 * system * sites();
    visit_plain(observer_.shape().L, spins_.data() + system * sites(), along_x, along_x + sites(), thresholds_,
                streams_, system * sites() / 2, halves_, hits_);
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
