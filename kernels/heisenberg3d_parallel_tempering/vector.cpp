// The replicas of Heisenberg spin glasses on a CPU's vectors: a lattice is a thread's for all sweeps up to an exchange,
// row by row as in heisenberg3d_heatbath/vector, so that one of L = 16 stays in a core's cache.
// H = -sum_<ij> J_ij s_i . s_j.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "backends/cpu/team.hpp"
#include "interface/registry.hpp"
#include "kernels/common/heisenberg/host_rows.hpp"
#include "kernels/heisenberg3d_parallel_tempering/exchange.hpp"
#include "kernels/heisenberg3d_parallel_tempering/physics.hpp"
#include "kernels/heisenberg3d_parallel_tempering/tempered_vectors.hpp"
#include "kernels/heisenberg3d_parallel_tempering/work.hpp"

namespace spinbench::vector_tempering {
namespace {

template <class Real, class Rng>
class HostReplicas final : public TemperedVectors {
  using Rule = heisenberg::HeatBath;
  using Rows = heisenberg::HostRows<3, Real, Rng, Rule>;

 public:
  HostReplicas(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : TemperedVectors(params),
        params_(params),
        key_(tempering::exchange_key(seed)),
        team_(threads_of(params)),
        energies_(lattices().count()),
        left_(lattices().count()),
        copies_(lattices().count()) {
    const std::uint64_t streams = lattices().pairs() * lattices().count(), rows = lattices().pairs() / lattices().L;
    states_.resize(HostTable<Rng>::size(streams, lattices().L));
    HostTable<Rng> table;
    table.setup = Rng::setup(seed, streams, seeding);
    table.elements = states_.data();
    table.streams = streams;
    table.width = lattices().L;
    table.isa = cpu::widest_isa();
    for (std::uint64_t row = 0; row < table.strips(); ++row) table.seed(row);
    const Params one = of_one_lattice(params);
    for (std::uint64_t lattice = 0; lattice < lattices().count(); ++lattice) {
      const bool shared = planted(Mutant::vector_tempering_couplings_first);
      const heisenberg::OneOfMany<Rng> own{table, lattice * rows, shared ? 0 : lattice / lattices().replicas};
      rows_.push_back(std::make_unique<Rows>(one, seed, own));
      copies_[lattice] = static_cast<std::uint32_t>(lattice % lattices().replicas);
    }
    temper(betas());
  }

  std::string code_path() const override {
    return std::string(cpu::has_fma() ? "fused" : "baseline") + (team_.size() > 1 ? ", threads" : "");
  }
  int host_threads() const override { return team_.size(); }

  void sweep(int count) override {
    for (int done = 0; done < count; done += step()) {
      for_lattices([this](std::size_t lattice) {
        rows_[lattice]->sweep(step());
        energies_[lattice] = rows_[lattice]->fixed_energy_now();
      });
      exchange();
    }
  }

  Configuration configuration() override {
    return in_order<Real>([this](std::size_t lattice) {
      const Configuration spins = rows_[lattice]->configuration();
      std::vector<Real> result(3 * spins.spins);
      std::memcpy(result.data(), spins.bytes.data(), spins.bytes.size());
      return result;
    });
  }
  Work work_per_sweep() const override {
    constexpr int drawn = Rule::template words<Rng>;
    Work work = tempering_work(params_, drawn, rng::Store<Rng>::traffic(2 * drawn, 1));
    // No products are charged, as in heisenberg3d_heatbath's rows.
    const double share = heisenberg::Mixture::of(params_).share_of_rule();
    work.logic_ops = work.units * share * (10 + drawn * Rng::facts.logic_ops);
    // Each lattice has its couplings beside its spins here, and where it fits a core's cache it is fetched once for all
    // sweeps up to an exchange; else every sweep reads couplings and spins of either colour, as heisenberg3d_heatbath.
    const auto sites = static_cast<double>(lattices().sites()), all = static_cast<double>(lattices().count());
    const double couplings = heisenberg::has_couplings(params_) ? 3 : 0,
                 of_lattice = (3 + couplings) * sizeof(Real) * sites;
    const bool fits = of_lattice <= 1 << 20;
    work.memory_bytes = sites * all * sizeof(Real) * (fits ? (6 + couplings) / step() : 9 + 2 * couplings);
    work.footprint_bytes = of_lattice * all;
    return work;
  }

 private:
  int threads_of(const Params& params) const {
    const std::int64_t wanted = params.integer("threads") == 0 ? cpu::usable_threads() : params.integer("threads");
    return static_cast<int>(std::min<std::int64_t>(wanted, static_cast<std::int64_t>(lattices().count())));
  }

  template <class Use>
  void for_lattices(Use&& use) {
    team_.run([&](int member) {
      const std::size_t all = rows_.size(), size = static_cast<std::size_t>(team_.size()),
                        m = static_cast<std::size_t>(member);
      for (std::size_t lattice = all * m / size; lattice < all * (m + 1) / size; ++lattice) use(lattice);
    });
  }

  void exchange() {
    const std::uint32_t replicas = lattices().replicas;
    for (std::size_t entry = 0; entry < left_.size(); ++entry)
      left_[entry] = energies_[entry - entry % replicas + copies_[entry]];
    const Exchanges state{replicas, key_, betas().data(), left_.data(), copies_.data()};
    for (std::uint32_t r = 0; r < lattices().realizations; ++r)
      for (std::uint32_t i = 0; i + 1 < replicas; ++i) accepted_[i] += exchange_pair(state, r, i, exchanges_);
    ++exchanges_;
    if (!planted(Mutant::vector_tempering_betas_stay)) set_betas_of_lattices();
  }
  void set_betas_of_lattices() {
    for (std::size_t entry = 0; entry < copies_.size(); ++entry) {
      const std::size_t t = entry % lattices().replicas;
      rows_[entry - t + copies_[entry]]->set_beta(betas()[t]);
    }
  }

  std::vector<std::int64_t> fixed_energies() override {
    for_lattices([this](std::size_t lattice) { energies_[lattice] = rows_[lattice]->fixed_energy_now(); });
    return energies_;
  }
  std::vector<Observables> of_lattices() override {
    std::vector<Observables> result(rows_.size());
    for_lattices([&](std::size_t lattice) { result[lattice] = rows_[lattice]->observe(); });
    return result;
  }
  Left left() override { return {copies_, left_, accepted_, exchanges_}; }
  void temper(const std::vector<double>& betas) override {
    accepted_.assign(betas.size() - 1, 0);
    exchanges_ = 0;
    set_betas_of_lattices();
  }
  void save_state(StateWriter& to) override {
    to.put(states_), to.put(copies_), to.put(left_), to.put(accepted_), to.put(exchanges_);
    for (const auto& rows : rows_) rows->save(to);
  }
  void restore_state(StateReader& from) override {
    from.take(states_), from.take(copies_), from.take(left_), from.take(accepted_), from.take(exchanges_);
    for (const auto& rows : rows_) rows->restore(from);
    set_betas_of_lattices();
  }

  Params params_;
  std::uint64_t key_, exchanges_ = 0;
  cpu::Team team_;
  std::vector<typename HostTable<Rng>::Element> states_;
  std::vector<std::unique_ptr<Rows>> rows_;
  std::vector<std::int64_t> energies_, left_, accepted_;
  std::vector<std::uint32_t> copies_;
};

const Register<Variant> registered{{
    .kernel = "heisenberg3d_parallel_tempering",
    .name = "vector",
    .backend = "cpu",
    .title = "lattice by lattice, a row at a time in vectors; threads share the lattices",
    .source = "this suite, after Weigel 2015",
    .axes = with_tempering({axis_threads()}),
    .oracle = "checkerboard",
    .unsupported = [](const Params& params, const Device&) { return tempering_unsupported(params); },
    .memory_bytes =
        [](const Params& params) { return tempering_bytes(params) * (heisenberg::has_couplings(params) ? 2 : 1); },
    .make =
        [](const Params& params, std::uint64_t seed) {
          return rng::with_generator_of<in_tempering>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
            using Rng = typename decltype(tag)::type;
            return heisenberg::with_real(params.word("precision"), [&](auto real) -> std::unique_ptr<Simulation> {
              return std::make_unique<HostReplicas<decltype(real), Rng>>(params, seed, seeding);
            });
          });
        },
    .bit_cases = tempering_bit_cases,
    .physics = physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::vector_tempering
