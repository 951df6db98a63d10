// Asynchronous multispin coding on a CPU, with the host's vectors; kernels/ea2d_metropolis/multispin_lanes.hpp.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
//
// Memory: a batch of words takes 12 B a site and lane, 48 KiB at L = 16 with 16 lanes and words of 32, and stays in a
// core's second-level cache through its visit. Operations, of 32 flips in each lane: 8 for the bonds and 8 for the
// decision in two-operand logic (AVX-512 has three-operand logic and takes 4 and 4), one to flip; for each random
// number two comparisons and what the generator takes in vectors, 43 with philox4x32, which words of 64 and 128 share.
#include <memory>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/multispin_host.hpp"
#include "kernels/common/spin_glass.hpp"
#include "kernels/ea2d_metropolis/axes.hpp"
#include "kernels/ea2d_metropolis/multispin_lanes.hpp"
#include "kernels/ea2d_metropolis/physics.hpp"

namespace spinbench::ea2d {
namespace {

constexpr std::uint32_t most_lanes = 16;

template <class Rng, int W, bool Own>
void visit(cpu::Isa isa, const LanesVisit& job) {
#if SPINBENCH_X86
  if (isa == cpu::Isa::avx512) {
    using namespace lanes::avx512;
    return visit_glass<std::conditional_t<Own, OwnNumbers<Rng>, SharedNumbers<Rng>>, W>(job);
  }
  if (isa == cpu::Isa::avx2) {
    using namespace lanes::avx2;
    return visit_glass<std::conditional_t<Own, OwnNumbers<Rng>, SharedNumbers<Rng>>, W>(job);
  }
#endif
  static_cast<void>(isa);
  using namespace lanes::baseline;
  visit_glass<std::conditional_t<Own, OwnNumbers<Rng>, SharedNumbers<Rng>>, W>(job);
}

/// Units side by side in vectors.
class HostGlass {
 public:
  HostGlass(const SpinGlassShape& shape, const RandomBonds& bonds, std::uint32_t words, std::uint32_t lanes)
      : observer_(shape, bonds),
        words_(words),
        lanes_(lanes),
        spins_(batches() * sites() * words * lanes),
        couplings_(2 * batches() * sites() * words * lanes) {
    const SpinGlassBits start = observer_.start();
    const std::vector<std::uint32_t>& bits = observer_.couplings();
    for (std::size_t group = 0; group < shape.groups(); ++group)
      for (std::size_t site = 0; site < sites(); ++site) {
        const std::size_t batch = group / words_ / lanes_;
        spins_.data()[place(group, site)] = start[group * sites() + site];
        for (std::size_t d = 0; d < 2; ++d)
          couplings_.data()[place(group, site) + (batch + d) * batch_words()] = bits[(group * sites() + site) * 2 + d];
      }
  }

  std::size_t sites() const { return observer_.shape().sites(); }
  std::size_t batches() const { return (observer_.shape().groups() / words_ + lanes_ - 1) / lanes_; }
  const SpinGlassShape& shape() const { return observer_.shape(); }
  std::uint32_t* spins_of(std::size_t batch) { return spins_.data() + batch * batch_words(); }
  std::uint32_t* couplings_of(std::size_t batch) { return couplings_.data() + 2 * batch * batch_words(); }
  std::uint64_t first_stream(std::size_t batch) const { return batch * lanes_ * sites() / 2; }

  SpinGlassBits bits() const {
    SpinGlassBits result(observer_.shape().groups() * sites());
    for (std::size_t group = 0; group < observer_.shape().groups(); ++group)
      for (std::size_t site = 0; site < sites(); ++site) result[group * sites() + site] = spins_[place(group, site)];
    return result;
  }
  Observables observe() const { return observer_.observe(bits()); }
  Configuration configuration() const { return observer_.configuration(bits()); }

 private:
  std::size_t batch_words() const { return sites() * words_ * lanes_; }
  std::size_t place(std::size_t group, std::size_t site) const {
    const std::size_t unit = group / words_;
    return ((unit / lanes_ * sites() + site) * words_ + group % words_) * lanes_ + unit % lanes_;
  }

  SpinGlassObserver observer_;
  std::size_t words_, lanes_;
  VectorWords spins_, couplings_;
};

std::uint32_t words_of_unit(const Params& params) {
  return has_own_numbers(params) ? 1 : SpinGlassShape::of(2, params).word / 32;
}

std::uint32_t lanes_of(cpu::Isa isa) { return static_cast<std::uint32_t>(cpu::vector_bytes(isa)) / 4; }

template <class Rng>
class HostMultispinGlass final : public Simulation {
 public:
  HostMultispinGlass(const Params& params, std::uint64_t seed)
      : isa_(allowed_isa(params)),
        own_(has_own_numbers(params)),
        words_(words_of_unit(params)),
        hits_(static_cast<std::uint64_t>(params.integer("k"))),
        seed_(seed),
        thresholds_(SquareThresholds::at(beta_of(params))),
        glass_(SpinGlassShape::of(2, params), RandomBonds::of(params.word("couplings"), beta_of(params), seed), words_,
               lanes_of(isa_)),
        scratch_(glass_.sites() / 2 * lanes::baseline::GlassWords<Rng>::bytes_a_pair / 4 * (most_lanes / 4)) {}

  std::string code_path() const override {
    CodePath path(cpu::name_of(isa_));
    return path.where(glass_.batches() > 1, "several batches").text();
  }
  int sweep_granularity() const override { return static_cast<int>(hits_); }
  Observables observe() override { return glass_.observe(); }
  Configuration configuration() override { return glass_.configuration(); }

  void sweep(int count) override {
    const int visits = count / sweep_granularity();
    for (std::size_t batch = 0; batch < glass_.batches(); ++batch)
      for (int i = 0; i < visits; ++i)
        visit_batch({glass_.spins_of(batch), glass_.couplings_of(batch), scratch_.data(), glass_.shape().L, hits_,
                     seed_, glass_.first_stream(batch), halves_ + 2 * hits_ * static_cast<std::uint64_t>(i),
                     thresholds_});
    halves_ += 2 * hits_ * static_cast<std::uint64_t>(visits);
  }

  Work work_per_sweep() const override {
    Work work;
    work.units = glass_.shape().flips_a_sweep();
    const double words = work.units / 32, numbers = words / words_, digits = own_ ? 8 : 1;
    work.random_words = numbers * digits;
    work.logic_ops = words * 9 + numbers * digits * (2 + lanes::baseline::RandomLanes<Rng>::operations);
    work.footprint_bytes = words * 12;
    return work;
  }

 private:
  void visit_batch(const LanesVisit& job) {
    if (own_) return visit<Rng, 1, true>(isa_, job);
    if (words_ == 1) return visit<Rng, 1, false>(isa_, job);
    if (words_ == 2) return visit<Rng, 2, false>(isa_, job);
    visit<Rng, 4, false>(isa_, job);
  }

  cpu::Isa isa_;
  bool own_;
  std::uint32_t words_;
  std::uint64_t hits_, seed_, halves_ = 0;
  SquareThresholds thresholds_;
  HostGlass glass_;
  VectorWords scratch_;
};

/// Fewer words on the same path.
std::vector<Params> multispin_cases(const Params& params, const Device&) {
  const std::uint32_t lanes = lanes_of(allowed_isa(params));
  Params small = params;
  const std::int64_t units =
      params.integer("systems") * (has_own_numbers(params) ? std::stol(params.word("word")) / 32 : 1);
  small.set("systems", std::min<std::int64_t>(params.integer("systems"), units > lanes ? lanes + 1 : 3));
  small.set("k", fewer_hits(params, 7));
  std::vector<Params> result{small};
  if (params.integer("k") > small.integer("k")) {
    result.push_back(small);
    result.back().set("k", params.integer("k"));
  }
  return result;
}

const Register<Variant> registered{{
    .kernel = "ea2d_metropolis",
    .name = "multispin",
    .backend = "cpu",
    .title = cpu::with_widest_isa("a bit a spin, words of 32 to 128 realizations side by side in vectors, up to"),
    .source = "Weigel 2012, section 5, CPU; this suite",
    .axes = {axis_L(), axis_systems(64), axis_word({"64", "32", "128"}), axis_k(), axis_numbers(), axis_couplings(),
             axis_fast_rng(), axis_isa(), axis_beta()},
    .oracle = "single_spin",
    .unsupported =
        [](const Params& params, const Device&) {
          const std::string other = unsupported(params);
          return other.empty() ? isa_unsupported(params) : other;
        },
    .memory_bytes =
        [](const Params& params) {
          const SpinGlassShape shape = SpinGlassShape::of(2, params);
          return 12.0 * static_cast<double>(shape.sites()) * (shape.groups() + 2.0 * most_lanes);
        },
    .make =
        [](const Params& params, std::uint64_t seed) {
          return rng::with_generator_of<in_fast_spin_glasses>(
              params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<Simulation> {
                return std::make_unique<HostMultispinGlass<typename decltype(tag)::type>>(params, seed);
              });
        },
    .bit_cases = multispin_cases,
    .physics = host_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::ea2d
