// The bit-sliced update of the variants `multispin` and `multispin_tiled`, spin by spin on a plain lattice, without a
// word of bit logic; kernels/ising2d_metropolis/multispin.hpp states the rule. H = -J sum_<ij> s_i s_j, J = 1.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/multispin.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/generators.hpp"
#include "reference_cpu/common/multispin_decisions.hpp"
#include "reference_cpu/common/multispin_sample.hpp"
#include "reference_cpu/common/work.hpp"

namespace spinbench {

/// The lattices of a case, whatever the order in which their tiles are updated. `Model`: that of MultispinDecisions,
/// and
///   layers(L)   1 in two dimensions
///   logic_ops   an attempt
template <class Model, class Generator>
class MultispinOracle : public Simulation {
 public:
  MultispinOracle(const Params& params, const MultispinTile& tile, std::uint64_t seed, rng::Seeding seeding)
      : L_(static_cast<std::uint32_t>(params.integer("L"))),
        decisions_(L_, tile, beta_of(params) - (planted(Mutant::plain_hot) ? 2.5e-4 : 0.0)),
        setup_(Generator::setup(seed, 0, seeding)),
        lattices_(static_cast<std::size_t>(params.integer("realizations")),
                  typename MultispinDecisions<Model>::Lattice(L_)) {}

  std::string code_path() const override { return "serial"; }
  Observables observe() override {
    Observable energy{"energy", {}}, magnetisation{"magnetisation", {}};
    for (const auto& lattice : lattices_) {
      const Observables one = lattice.observe();
      energy.values.push_back(one.of(energy.name).front());
      magnetisation.values.push_back(one.of(magnetisation.name).front());
    }
    return {std::move(energy), std::move(magnetisation)};
  }

  Configuration configuration() override {
    Configuration result;
    for (const auto& lattice : lattices_) {
      const Configuration one = lattice.configuration();
      result.spins += one.spins;
      result.bytes.insert(result.bytes.end(), one.bytes.begin(), one.bytes.end());
    }
    return result;
  }

  Work work_per_sweep() const override {
    Work work;
    work.units = static_cast<double>(lattices_.size()) * lattices_.front().sites();
    // A word for each of the leading digits of 32 spins, and one for each of the few spins that are left.
    work.random_words = work.units * (multispin_leading_digits / 32.0 + 1.0 / (1 << multispin_leading_digits));
    work.logic_ops = work.units * Model::logic_ops + work.random_words * Generator::facts.logic_ops;
    work.multiply_adds = work.random_words * Generator::facts.multiply_adds;
    set_traffic(work, work.units, 2 * work.units);
    return work;
  }

 protected:
  std::uint32_t L_;
  MultispinDecisions<Model> decisions_;
  typename Generator::Setup setup_;
  std::vector<typename MultispinDecisions<Model>::Lattice> lattices_;
  std::uint64_t halves_ = 0;  ///< half-sweeps that each tile has behind it
};

/// Half-sweep by half-sweep over all of the lattice.
template <class Model, class Generator>
class MultispinPlain final : public MultispinOracle<Model, Generator> {
 public:
  using MultispinOracle<Model, Generator>::MultispinOracle;

  void sweep(int count) override {
    const auto [across, down] = this->decisions_.tile();
    for (int half = 0; half < 2 * count; ++half, ++this->halves_) {
      std::uint64_t number = 0;
      for (auto& lattice : this->lattices_)
        for (std::uint32_t z = 0; z < Model::layers(this->L_); ++z)
          for (std::uint32_t y = 0; y < this->L_; y += down)
            for (std::uint32_t word = 0; word < this->decisions_.words_a_row(); word += across) {
              typename Generator::Stream stream(this->setup_, number++, this->halves_ * multispin_draws);
              this->decisions_.update(lattice, word, y, z, half & 1, stream);
            }
    }
  }
};

/// The variant `multispin_plain` of the model's kernel. `Model`: a MultispinModel; `Lattice`: the model of
/// MultispinDecisions; `lattice_unsupported`: why the order cannot run on the case's lattice, or "".
template <class Model, class Lattice>
Variant plain_multispin_variant(const Axis& L, const Axis& beta, std::string (*lattice_unsupported)(const Params&),
                                const Proofs& proofs) {
  return {
      .kernel = Model::kernel,
      .name = "multispin_plain",
      .backend = "cpu",
      .title = "serial: each spin compares random bits with its threshold, digit by digit",
      .source = "after Isakov et al., Comput. Phys. Commun. 192, 265 (2015), without their shared random bits",
      .axes = {L, axis_realizations(), axis_words(0), axis_rng("philox4x32"), beta},
      .oracle = "",
      .unsupported =
          [lattice_unsupported](const Params& params, const Device&) {
            const std::string other = lattice_unsupported(params);
            return other.empty() ? Model::unsupported(params, 2) : other;
          },
      .memory_bytes =
          [](const Params& params) { return sites_of(params, Model::dimensions) * params.real("realizations"); },
      .make =
          [](const Params& params, std::uint64_t seed) {
            return Model::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
              using Generator = typename decltype(tag)::type;
              return std::make_unique<MultispinPlain<Lattice, Generator>>(params, Model::tile(params), seed, seeding);
            });
          },
      .physics = proofs.physics,
      .look = proofs.look,
      .sample = [](const Params& params,
                   std::uint64_t seed) { return multispin_sample<Lattice>(params, Model::tile(params), seed); },
  };
}

}  // namespace spinbench
