// The oracle of heisenberg3d_parallel_tempering: spin by spin, colour by colour. The rule of exchanges and the sum of
// the energy are written here once more. H = -sum_<ij> J_ij s_i . s_j, |s_i| = 1, periodic boundaries.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/heisenberg/heat_bath.hpp"
#include "kernels/common/heisenberg/host_fma.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/tempering/exchange.hpp"
#include "kernels/heisenberg3d_parallel_tempering/physics.hpp"
#include "kernels/heisenberg3d_parallel_tempering/tempered_vectors.hpp"
#include "kernels/heisenberg3d_parallel_tempering/work.hpp"
#include "reference_cpu/common/heisenberg_lattice.hpp"
#include "reference_cpu/common/streams.hpp"
#include "reference_cpu/common/work.hpp"

namespace spinbench::vector_tempering {
namespace {

template <class Real, class Generator>
class Checkerboard final : public TemperedVectors {
  using Rule = heisenberg::HeatBath;
  using Lattice = heisenberg::SerialLattice<3, Real>;
  static constexpr int words = Rule::template words<Generator>;

 public:
  Checkerboard(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : TemperedVectors(params),
        params_(params),
        mixture_(heisenberg::Mixture::of(params)),
        decisions_(rng::Philox4x32::setup(tempering::exchange_key(seed), 0, rng::Seeding::random)),
        streams_(seed, lattices().count() * lattices().pairs(), seeding),
        at_(lattices().count()),
        left_(lattices().count()) {
    const Params one = of_one_lattice(params);
    for (std::uint64_t lattice = 0; lattice < at_.size(); ++lattice) {
      lattices_.emplace_back(one, seed, lattice / lattices().replicas);
      at_[lattice] = static_cast<std::uint32_t>(lattice % lattices().replicas);
    }
    temper(betas());
  }

  std::string code_path() const override { return "serial"; }

  void sweep(int count) override {
    for (int done = 0; done < count; done += step()) {
      cpu::run_with_fma([this] {
        for (std::size_t entry = 0; entry < at_.size(); ++entry) update(entry);
      });
      drawn_ += 2 * static_cast<std::uint64_t>(words) * rule_sweeps();
      exchange();
    }
  }

  Configuration configuration() override {
    return in_order<Real>([this](std::size_t lattice) {
      std::vector<Real> result;
      for (const Vector3<Real>& spin : lattices_[lattice].spins())
        result.insert(result.end(), {spin.x, spin.y, spin.z});
      return result;
    });
  }

  Work work_per_sweep() const override {
    Work work = tempering_work(params_, words, 0);
    // As heisenberg3d_heatbath's; the energy is a field and a product for every other site.
    const double share = mixture_.share_of_rule(), drawn = words * share;
    work.multiply_adds = work.units * (32 + 20 * share + drawn * Generator::facts.multiply_adds + 10.0 / step());
    work.logic_ops = work.units * (10 * share + drawn * Generator::facts.logic_ops);
    set_traffic(work, work.footprint_bytes, 2 * work.footprint_bytes);
    return work;
  }

 private:
  std::size_t lattice_of(std::size_t entry) const { return entry / replicas() * replicas() + at_[entry]; }
  std::size_t replicas() const { return betas().size(); }
  /// Of those from one exchange to the next.
  std::uint64_t rule_sweeps() const {
    return static_cast<std::uint64_t>(step() / mixture_.sweeps() * mixture_.of_rule);
  }

  /// All sweeps up to an exchange of the lattice that is at a temperature.
  [[gnu::always_inline]] void update(std::size_t entry) {
    const std::size_t number = lattice_of(entry);
    Lattice& lattice = lattices_[number];
    const auto beta = static_cast<Real>(
        betas()[planted(Mutant::tempering_oracle_betas_stay) ? number % replicas() : entry % replicas()]);
    std::uint64_t drawn = drawn_;
    for (int half = 0; half < 2 * step(); ++half) {
      const std::uint32_t colour = half % 2;
      if (mixture_.relaxes(half / 2)) {
        heisenberg::walk_colour<3>(lattice.L(), colour, [&](const heisenberg::Site<3>& site, std::uint64_t) {
          lattice.spin(site) = heisenberg::half_turn(lattice.spin(site), lattice.field(site));
        });
        continue;
      }
      heisenberg::walk_colour<3>(lattice.L(), colour, [&](const heisenberg::Site<3>& site, std::uint64_t pair) {
        const std::uint64_t own = number * lattices().pairs() + pair;
        auto stream = streams_.load(own, drawn);
        std::uint32_t random[words];
        rng::draw(stream, random);
        Rule::template update<heisenberg::Exactly<Real>>(random, beta, lattice.field(site), lattice.spin(site));
        streams_.store(own, stream);
      });
      drawn += words;
    }
  }

  /// By the sites of colour 0, in units of 2^-32 J.
  static std::int64_t energy_of(Lattice& lattice) {
    std::int64_t sum = 0;
    heisenberg::walk_colour<3>(lattice.L(), 0, [&](const heisenberg::Site<3>& site, std::uint64_t) {
      const Vector3<Real> spin = lattice.spin(site), field = lattice.field(site);
      const double x = spin.x, y = spin.y, z = spin.z;
      const double product = std::fma(z, static_cast<double>(field.z),
                                      std::fma(y, static_cast<double>(field.y), x * static_cast<double>(field.x)));
      sum -= std::llrint(std::ldexp(product, 32));
    });
    return sum;
  }

  void exchange() {
    const std::vector<std::int64_t> by_lattice = fixed_energies();
    for (std::size_t entry = 0; entry < left_.size(); ++entry) left_[entry] = by_lattice[lattice_of(entry)];
    const std::size_t first = planted(Mutant::tempering_oracle_even_pairs) ? 0 : exchanges_ % 2;
    for (std::size_t realization = 0; realization < left_.size() / replicas(); ++realization)
      for (std::size_t t = first; t + 1 < replicas(); t += 2) {
        const std::size_t hot = realization * replicas() + t, cold = hot + 1;
        // Where the colder one has the larger energy, they are always exchanged.
        const long double cost = std::ldexp(static_cast<long double>(left_[cold] - left_[hot]), -32),
                          gap = static_cast<long double>(betas()[t + 1]) - betas()[t],
                          sign = planted(Mutant::tempering_oracle_wrong_sign) ? -1 : 1,
                          chance = std::exp(sign * gap * cost);
        rng::Philox4x32::Stream decision(decisions_, hot, 4 * exchanges_);
        if (chance < 1 && static_cast<long double>(decision.next()) >= std::floor(std::ldexp(chance, 32))) continue;
        std::swap(at_[hot], at_[cold]);
        std::swap(left_[hot], left_[cold]);
        ++accepted_[t];
      }
    ++exchanges_;
  }

  std::vector<std::int64_t> fixed_energies() override {
    std::vector<std::int64_t> result;
    for (Lattice& lattice : lattices_) result.push_back(energy_of(lattice));
    return result;
  }
  std::vector<Observables> of_lattices() override {
    std::vector<Observables> result(lattices_.size());
    for (std::size_t entry = 0; entry < at_.size(); ++entry) {
      Lattice& lattice = lattices_[lattice_of(entry)];
      lattice.set_beta(betas()[entry % replicas()]);
      result[lattice_of(entry)] = lattice.observe();
    }
    return result;
  }
  Left left() override { return {at_, left_, accepted_, exchanges_}; }
  void temper(const std::vector<double>& betas) override {
    accepted_.assign(betas.size() - 1, 0);
    exchanges_ = 0;
  }
  void save_state(StateWriter& to) override {
    to.put(streams_.elements()), to.put(at_), to.put(left_), to.put(accepted_), to.put(exchanges_), to.put(drawn_);
    for (Lattice& lattice : lattices_) to.put(lattice.spins());
  }
  void restore_state(StateReader& from) override {
    from.take(streams_.elements()), from.take(at_), from.take(left_), from.take(accepted_), from.take(exchanges_);
    from.take(drawn_);
    for (Lattice& lattice : lattices_) from.take(lattice.spins());
  }

  Params params_;
  heisenberg::Mixture mixture_;
  rng::Philox4x32::Setup decisions_;
  Streams<Generator> streams_;
  std::vector<Lattice> lattices_;
  std::vector<std::uint32_t> at_;  ///< the copy at each temperature
  std::vector<std::int64_t> left_, accepted_;
  std::uint64_t drawn_ = 0, exchanges_ = 0;  ///< words that each stream has behind it
};

/// An oracle, which nothing follows, looks at itself on a small lattice, with few sweeps.
std::vector<Params> small_cases(const Params& params, const Device& device) {
  return {tempering_bit_cases(params, device).front()};
}

const Register<Variant> registered{{
    .kernel = "heisenberg3d_parallel_tempering",
    .name = "checkerboard",
    .backend = "cpu",
    .title = "serial, one colour after the other; a random stream for every two sites of every lattice",
    .source = "this suite, after Weigel 2015",
    .axes = with_tempering({}),
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return tempering_unsupported(params); },
    .memory_bytes = [](const Params& params) { return 2 * tempering_bytes(params) + 1e6; },
    .make =
        [](const Params& params, std::uint64_t seed) {
          return rng::with_generator_of<in_tempering>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
            using Generator = typename decltype(tag)::type;
            return heisenberg::with_real(params.word("precision"), [&](auto real) -> std::unique_ptr<Simulation> {
              return std::make_unique<Checkerboard<decltype(real), Generator>>(params, seed, seeding);
            });
          });
        },
    .bit_cases = small_cases,
    .physics = physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::vector_tempering
