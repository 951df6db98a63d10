// The oracle of the GPU variants `multispin`: the rule of kernels/ising2d_metropolis/multispin.hpp, spin by spin on a plain
// lattice, without a word of bit logic. H = -J sum_<ij> s_i s_j, J = 1.
#include "kernels/ising2d_metropolis/axes.hpp"
#include "reference_cpu/ising2d_metropolis/multispin_decisions.hpp"

namespace spinbench::ising2d {
namespace {

template <class Generator>
class Multispin final : public Simulation {
 public:
  Multispin(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : L_(static_cast<std::uint32_t>(params.integer("L"))),
        decisions_(multispin_tile(words_a_row(), multispin_words(params)), params.real("beta")),
        setup_(Generator::setup(seed, 0, seeding)),
        lattices_(static_cast<std::size_t>(params.integer("realizations")), Lattice<std::int8_t>(L_)) {}

  void sweep(int count) override {
    for (int half = 0; half < 2 * count; ++half, ++halves_) {
      std::uint64_t number = 0;
      for (auto& lattice : lattices_)
        for (std::uint32_t y = 0; y < L_; y += decisions_.tile().down)
          for (std::uint32_t word = 0; word < words_a_row(); word += decisions_.tile().across) {
            typename Generator::Stream stream(setup_, number++, halves_ * multispin_draws);
            decisions_.update(lattice, y, word, half & 1, stream);
          }
    }
  }

  Observables observe() override { return observe_all(lattices_); }
  Configuration configuration() override { return configuration_of_all(lattices_); }

  Work work_per_sweep() const override {
    return multispin_work<Generator>(static_cast<double>(lattices_.size()) * L_ * L_);
  }

 private:
  std::uint32_t words_a_row() const { return multispin_words_a_row(L_); }

  std::uint32_t L_;
  MultispinDecisions decisions_;
  typename Generator::Setup setup_;
  std::vector<Lattice<std::int8_t>> lattices_;
  std::uint64_t halves_ = 0;
};

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
    using Generator = typename decltype(tag)::type;
    if constexpr (Generator::storage == rng::Storage::none) return std::make_unique<Multispin<Generator>>(params, seed, seeding);
    else throw Unsupported(multispin_unsupported(params, 2));
  });
}

const Register<Variant> registered{{
    .kernel = "ising2d_metropolis",
    .name = "multispin",
    .backend = "cpu",
    .title = "serial: each spin compares random bits with its threshold, digit by digit",
    .source = "after Isakov et al., Comput. Phys. Commun. 192, 265 (2015), without their shared random bits",
    .axes = {axis_L(), axis_realizations(), axis_words(), axis_rng("philox4x32"), axis_beta()},
    .oracle = "",
    .unsupported =
        [](const Params& params, const Device&) {
          const std::string other = square_lattice_unsupported(params);
          return other.empty() ? multispin_unsupported(params, 2) : other;
        },
    .memory_bytes =
        [](const Params& params) { return params.real("L") * params.real("L") * params.real("realizations"); },
    .make = make,
}};

}  // namespace
}  // namespace spinbench::ising2d
