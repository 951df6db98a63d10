// The colour-by-colour update on a CPU's vectors and threads: what the oracle `checkerboard` does, to the bit, by
// Metropolis's rule or another.
//
// The colours lie apart, each component an array of its own, in the order of their streams: a row has the L pairs of
// sites along x, so that what a row's sites see lies in rows of the other colour at the same x, one before and one
// behind; only in the last direction the two neighbours are the partner at the same place and a site of the row of
// pairs before or behind, in turns.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "backends/cpu/team.hpp"
#include "interface/registry.hpp"
#include "interface/resumable.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/heisenberg/axes.hpp"
#include "kernels/common/heisenberg/fixed_energy.hpp"
#include "kernels/common/heisenberg/gaussian_bonds.hpp"
#include "kernels/common/heisenberg/heat_bath.hpp"
#include "kernels/common/heisenberg/host_fma.hpp"
#include "kernels/common/heisenberg/metropolis.hpp"
#include "kernels/common/heisenberg/observables.hpp"
#include "kernels/common/heisenberg/physics.hpp"
#include "kernels/common/heisenberg/random_fields.hpp"
#include "kernels/common/host_streams.hpp"

namespace spinbench::heisenberg {

/// A row of vectors, a component at a time.
template <class Real>
struct Row {
  Real *x, *y, *z;

  [[gnu::always_inline]] Vector3<Real> operator[](std::size_t i) const { return {x[i], y[i], z[i]}; }
};

/// Over-relaxation in the place of a rule, which draws nothing.
struct Relaxation {
  static constexpr int words_used = 0;
};
/// No update at all: the shares of the row's sites in the energy.
struct EnergyOfSites {
  static constexpr int words_used = 0;
};

/// What the update of one row needs. `beside` has the rows of the other colour before and behind in the directions
/// between x and the last one; couplings and random fields only where there are any.
template <int D, class Real, class Rule, bool Couplings, bool Fields>
struct RowUpdate {
  std::uint32_t L, first_parity;  ///< of the sum of coordinates at x = 0 without the last one, and the colour
  Real beta;
  const std::uint32_t* words;              ///< number n of the site at x at n * L + x
  Row<Real> own, partner, before, behind;  ///< in the last direction: in this row of pairs and the two beside it
  std::array<Row<Real>, 2 * (D - 2)> beside;
  const Real *J_own_x, *J_other_x, *J_own_last, *J_other_last, *J_before_last;
  std::array<const Real*, 2 * (D - 2)> J_beside;
  Row<Real> fields;
  std::int64_t* energies;  ///< by x, of EnergyOfSites

  [[gnu::always_inline]] void operator()() const {
    const RowUpdate copy = *this;
    const std::size_t last = L - 1;
    copy.update(0, last, 1);
    SPINBENCH_INDEPENDENT
    for (std::size_t i = 1; i < last; ++i) copy.update(i, i - 1, i + 1);
    copy.update(last, last - 1, 0);
  }

 private:
  [[gnu::always_inline]] void update(std::size_t i, std::size_t left, std::size_t right) const {
    // The site is the second of its pair where this is odd: then its partner lies before it.
    const bool second = ((i + first_parity) & 1) != 0;
    const Vector3<Real> low = before[i], high = behind[i];
    const Vector3<Real> outer{second ? high.x : low.x, second ? high.y : low.y, second ? high.z : low.z};
    Vector3<Real> field;
    if constexpr (Couplings) {
      const Real J_partner = second ? J_other_last[i] : J_own_last[i];
      const Real J_outer = second ? J_own_last[i] : J_before_last[i];
      field = field_of_pair(J_partner, partner[i], J_outer, outer);
      field = fused(J_other_x[left], partner[left], field);
      field = fused(J_own_x[i], partner[right], field);
      if constexpr (D == 3) field = fused(J_beside[1][i], beside[1][i], fused(J_beside[0][i], beside[0][i], field));
    } else {
      field = field_of_pair(partner[i], outer);
      field = plus(plus(field, partner[left]), partner[right]);
      if constexpr (D == 3) field = plus(plus(field, beside[0][i]), beside[1][i]);
    }
    if constexpr (Fields) {
      Vector3<Real> outer_field = fields[i];
      if (planted(Mutant::heat_bath_field_component)) outer_field = {outer_field.x, outer_field.z, outer_field.y};
      if (!planted(Mutant::heat_bath_relaxes_alone) || Rule::words_used > 0) field = plus(field, outer_field);
    }
    Vector3<Real> spin = own[i];
    if constexpr (std::is_same_v<Rule, EnergyOfSites>) {
      energies[i] = fixed_energy(spin, field);
      return;
    }
    if constexpr (Rule::words_used > 0) {
      // Of those that an update draws the others are thrown away.
      std::uint32_t drawn[Rule::words_used];
      for (int n = 0; n < Rule::words_used; ++n) drawn[n] = words[static_cast<std::size_t>(n) * L + i];
      Rule::template update<Exactly<Real>>(drawn, beta, field, spin);
    } else {
      spin = half_turn(spin, field);
    }
    own.x[i] = spin.x;
    own.y[i] = spin.y;
    own.z[i] = spin.z;
  }
};

/// A lattice that is one of many: with the couplings of a realization, and streams out of a table of all lattices, in
/// which a row is a strip and the lattice's rows begin at `first_row`.
template <class Rng>
struct OneOfMany {
  HostTable<Rng> table;
  std::uint64_t first_row = 0, realization = 0;
};

template <int D, class Real, class Rng, class Rule>
class HostRows final : public Simulation {
  static constexpr int words = Rule::template words<Rng>;

 public:
  HostRows(const Params& params, std::uint64_t seed, rng::Seeding seeding) : HostRows(params, seed, 0) {
    states_.resize(HostTable<Rng>::size(half(), L_));
    table_.setup = Rng::setup(seed, half(), seeding);
    table_.elements = states_.data();
    table_.streams = half();
    table_.width = L_;
    table_.isa = cpu::widest_isa();
    for (std::uint64_t row = 0; row < rows_; ++row) table_.seed(row);
  }
  HostRows(const Params& params, std::uint64_t seed, const OneOfMany<Rng>& own)
      : HostRows(params, seed, own.realization) {
    table_ = own.table;
    first_row_ = own.first_row;
  }

 private:
  HostRows(const Params& params, std::uint64_t seed, std::uint64_t realization)
      : params_(params),
        L_(static_cast<std::uint32_t>(params.integer("L"))),
        rows_(rows_of(L_)),
        beta_(beta_of(params)),
        mixture_(Mixture::of(params)),
        team_(threads_of(params, rows_)),
        couplings_(has_couplings(params)),
        fields_(field_of(params) > 0),
        numbers_(std::size_t{3} + (couplings_ ? D : 0) + (fields_ ? 3 : 0)),
        memory_(2 * numbers_ * half()) {
    for (int colour = 0; colour < 2; ++colour) std::fill_n(array(colour, 2), half(), Real{1});
    if (couplings_) {
      const GaussianBonds bonds = GaussianBonds::of(params.word("couplings"), seed, realization, 2 * half());
      each_site([&](std::size_t site, int colour, std::size_t place) {
        for (int d = 0; d < D; ++d) array(colour, 3 + d)[place] = bonds.coupling<Real>(D * site + d);
      });
    }
    if (fields_) {
      const RandomFields fields = RandomFields::of(field_of(params), seed);
      each_site([&](std::size_t site, int colour, std::size_t place) {
        const Vector3<Real> h = fields.at<Real>(site);
        array(colour, first_field())[place] = h.x;
        array(colour, first_field() + 1)[place] = h.y;
        array(colour, first_field() + 2)[place] = h.z;
      });
    }
  }

 public:
  int sweep_granularity() const override { return mixture_.sweeps(); }
  /// Updates go on at this inverse temperature.
  void set_beta(double beta) { beta_ = beta; }
  /// Of the lattice, in energy_unit; without random fields.
  std::int64_t fixed_energy_now() {
    std::vector<std::int64_t> of_row(L_);
    std::int64_t sum = 0;
    for (std::uint32_t row = 0; row < rows_; ++row) {
      update_row<EnergyOfSites>(row, 0, nullptr, of_row.data());
      for (const std::int64_t energy : of_row) sum += energy;
    }
    return sum;
  }
  /// All but the states of the streams.
  void save(StateWriter& to) const { to.put(memory_), to.put(drawn_); }
  void restore(StateReader& from) { from.take(memory_), from.take(drawn_); }
  std::string code_path() const override {
    return std::string(cpu::has_fma() ? "fused" : "baseline") + (team_.size() > 1 ? ", threads" : "");
  }
  void sweep(int count) override {
    for (int half = 0; half < 2 * count; ++half) {
      const bool relaxes = mixture_.relaxes(half / 2);
      team_.run([&](int member) { update_rows(member, half & 1, relaxes); });
      const bool again = planted(Mutant::heat_bath_words_again) && half / 2 % mixture_.sweeps() > 0;
      if (!relaxes && !again) drawn_ += words;
    }
  }
  Configuration configuration() override {
    std::vector<Real> ordered(6 * half());
    each_site([&](std::size_t site, int colour, std::size_t place) {
      for (std::size_t n = 0; n < 3; ++n) ordered[3 * site + n] = array(colour, static_cast<int>(n))[place];
    });
    return Configuration::of(sizeof(Real) == 8 ? Element::float64 : Element::float32, ordered.data(), ordered.size(),
                             3);
  }
  Observables observe() override;
  int host_threads() const override { return team_.size(); }
  Work work_per_sweep() const override {
    const rng::Facts facts = Rng::facts;
    Work work;
    work.units = 2.0 * static_cast<double>(half());
    const double drawn = words * mixture_.share_of_rule();
    work.random_words = drawn * work.units;
    // machine_mad measures scalar integers on a host: a row in vectors makes more products than that, of floating-point
    // numbers and of the generator, and none is charged.
    work.logic_ops = work.units * (10 * mixture_.share_of_rule() + drawn * facts.logic_ops);
    work.footprint_bytes = work.units * site_bytes(params_, D);
    if (work.footprint_bytes / team_.size() > 32 << 10)
      work.memory_bytes = work.units * sizeof(Real) * (9.0 + (couplings_ ? 2 * D : 0) + (fields_ ? 3 : 0));
    return work;
  }

 private:
  static std::uint32_t rows_of(std::uint32_t L) { return D == 2 ? L / 2 : L * (L / 2); }
  static int threads_of(const Params& params, std::uint32_t rows) {
    const std::int64_t wanted = params.integer("threads") == 0 ? cpu::usable_threads() : params.integer("threads");
    return static_cast<int>(std::min<std::int64_t>(wanted, rows));
  }
  std::size_t half() const { return static_cast<std::size_t>(rows_) * L_; }
  /// Component or coupling `number` of the sites of one colour.
  Real* array(std::uint32_t colour, int number) {
    return memory_.data() + (colour * numbers_ + static_cast<std::size_t>(number)) * half();
  }
  int first_field() const { return couplings_ ? 3 + D : 3; }
  /// Three numbers from `first` on.
  Row<Real> row_at(std::uint32_t colour, std::uint32_t row, int first = 0) {
    const std::size_t offset = static_cast<std::size_t>(row) * L_;
    return {array(colour, first) + offset, array(colour, first + 1) + offset, array(colour, first + 2) + offset};
  }
  const Real* couplings_at(std::uint32_t colour, int direction, std::uint32_t row) {
    return couplings_ ? array(colour, 3 + direction) + static_cast<std::size_t>(row) * L_ : nullptr;
  }

  /// use(canonical number, colour, place among those of its colour) for all sites.
  template <class Use>
  void each_site(Use&& use) const {
    const std::size_t layer = 2 * half() / L_;
    for (std::size_t site = 0; site < 2 * half(); ++site) {
      std::size_t sum = 0;
      for (std::size_t rest = site; rest != 0; rest /= L_) sum += rest % L_;
      use(site, static_cast<int>(sum & 1), site / layer / 2 * layer + site % layer);
    }
  }

  /// The rows of one thread.
  void update_rows(int member, std::uint32_t colour, bool relaxes) {
    std::vector<std::uint32_t> numbers(static_cast<std::size_t>(words) * L_);
    const std::uint64_t size = static_cast<std::uint64_t>(team_.size()), m = static_cast<std::uint64_t>(member);
    const auto end = static_cast<std::uint32_t>(rows_ * (m + 1) / size);
    for (auto row = static_cast<std::uint32_t>(rows_ * m / size); row < end; ++row) {
      if constexpr (Rule::mixed) {
        if (relaxes) {
          update_row<Relaxation>(row, colour, nullptr);
          continue;
        }
      }
      HostStrip<Rng> strip(table_, first_row_ + row, drawn_);
      for (int got = 0; got < words;)
        got += strip.draw(static_cast<std::uint64_t>(words - got), numbers.data() + static_cast<std::size_t>(got) * L_);
      update_row<Rule>(row, colour, numbers.data());
    }
  }
  template <class RowRule>
  void update_row(std::uint32_t row, std::uint32_t colour, const std::uint32_t* numbers,
                  std::int64_t* energies = nullptr) {
    if constexpr (Rule::mixed)
      if (fields_)
        return couplings_ ? run<RowRule, true, true>(row, colour, numbers, energies)
                          : run<RowRule, false, true>(row, colour, numbers, energies);
    if (D == 3 && couplings_)
      run<RowRule, D == 3, false>(row, colour, numbers, energies);
    else
      run<RowRule, false, false>(row, colour, numbers, energies);
  }
  template <class RowRule, bool Couplings, bool Fields>
  void run(std::uint32_t row, std::uint32_t colour, const std::uint32_t* numbers, std::int64_t* energies) {
    // Rows are counted along y, then by pairs of layers.
    const std::uint32_t lines = D == 2 ? 1 : L_, y = row % lines, other = colour ^ 1;
    const std::uint32_t before = row < lines ? row + rows_ - lines : row - lines;
    const std::uint32_t behind = row + lines >= rows_ ? row + lines - rows_ : row + lines;
    RowUpdate<D, Real, RowRule, Couplings, Fields> update{};
    update.L = L_;
    update.first_parity = D == 2 ? colour : (y + colour) & 1;
    update.beta = static_cast<Real>(beta_);
    update.words = numbers;
    update.energies = energies;
    update.own = row_at(colour, row);
    update.partner = row_at(other, row);
    update.before = row_at(other, planted(Mutant::heat_bath_stale_row) ? row : before);
    update.behind = row_at(other, behind);
    update.J_own_x = couplings_at(colour, 0, row);
    update.J_other_x = couplings_at(other, 0, row);
    update.J_own_last = couplings_at(colour, D - 1, row);
    update.J_other_last = couplings_at(other, D - 1, row);
    update.J_before_last = couplings_at(other, D - 1, before);
    if constexpr (D == 3) {
      const std::uint32_t low = y == 0 ? row + L_ - 1 : row - 1, high = y + 1 == L_ ? row + 1 - L_ : row + 1;
      update.beside = {row_at(other, low), row_at(other, high)};
      update.J_beside = {couplings_at(other, 1, low), couplings_at(colour, 1, row)};
    }
    if constexpr (Fields) update.fields = row_at(colour, row, first_field());
    cpu::run_with_fma(update);
  }

  Params params_;
  std::uint32_t L_, rows_;
  double beta_;
  Mixture mixture_;
  cpu::Team team_;
  bool couplings_, fields_;
  std::size_t numbers_;  ///< of a site: components, couplings and components of the random field
  std::vector<Real> memory_;
  std::vector<typename HostTable<Rng>::Element> states_;
  HostTable<Rng> table_;
  std::uint64_t drawn_ = 0, first_row_ = 0;
};

template <int D, class Real, class Rng, class Rule>
Observables HostRows<D, Real, Rng, Rule>::observe() {
  // In canonical order, as the oracle does it: a measurement is no part of what is timed.
  const std::size_t sites = 2 * half();
  std::vector<Vector3<double>> spins(sites), fields(fields_ ? sites : 0);
  std::vector<double> couplings(couplings_ ? D * sites : 0);
  each_site([&](std::size_t site, int colour, std::size_t place) {
    spins[site] = {array(colour, 0)[place], array(colour, 1)[place], array(colour, 2)[place]};
    const int h = first_field();
    if (fields_) fields[site] = {array(colour, h)[place], array(colour, h + 1)[place], array(colour, h + 2)[place]};
    for (std::size_t d = 0; d < D && !couplings.empty(); ++d)
      couplings[D * site + d] = array(colour, 3 + static_cast<int>(d))[place];
  });
  Sums sums;
  for (std::size_t site = 0; site < sites; ++site) {
    Vector3<double> field{0, 0, 0};
    std::size_t stride = 1;
    for (std::size_t d = 0; d < D; ++d, stride *= L_) {
      const std::size_t x = site / stride % L_, around = (L_ - 1) * stride;
      const std::size_t before = x == 0 ? site + around : site - stride;
      const std::size_t behind = x + 1 == L_ ? site - around : site + stride;
      field = fused(couplings.empty() ? 1 : couplings[D * before + d], spins[before], field);
      field = fused(couplings.empty() ? 1 : couplings[D * site + d], spins[behind], field);
      sums.add_chirality(spins[site], spins[before], spins[behind]);
    }
    sums.add(beta_, spins[site], field, fields.empty() ? Vector3<double>{0, 0, 0} : fields[site]);
  }
  return observables(sums, static_cast<double>(sites));
}

template <int D, class Rule>
std::unique_ptr<Simulation> make_rows(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<generators_of_tiles>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    using Rng = typename decltype(tag)::type;
    return with_real(params.word("precision"), [&](auto real) -> std::unique_ptr<Simulation> {
      return std::make_unique<HostRows<D, decltype(real), Rng, Rule>>(params, seed, seeding);
    });
  });
}

template <int D, class Rule = Metropolis>
Variant rows_variant() {
  return {
      .kernel = Rule::kernel(D),
      .name = "vector",
      .backend = "cpu",
      .title = "one colour after the other, a row at a time in vectors; threads share the rows",
      .source = "this suite, after Weigel 2012, section 4",
      .axes = axes(D, {axis_threads()}, axis_rng("lcg32_random"), Rule::mixed),
      .oracle = "checkerboard",
      .unsupported =
          [](const Params& params, const Device&) {
            const std::string reason = host_unsupported(params);
            return reason.empty() ? colours_unsupported(params) : reason;
          },
      .memory_bytes =
          [](const Params& params) {
            return sites_of(params, D) * (site_bytes(params, D) + rng::state_bytes(params.word("rng")) / 2) + 1e6;
          },
      .make = make_rows<D, Rule>,
      .bit_cases = site_bit_cases<D>,
      .physics = site_by_site_physics<D>,
      .look = look<D>,
  };
}

}  // namespace spinbench::heisenberg
