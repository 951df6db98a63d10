// What all simulations of population annealing are: what is seen of them, kept of them, and how they choose their
// temperatures.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interface/params.hpp"
#include "interface/resumable.hpp"
#include "interface/simulation.hpp"
#include "kernels/ising2d_population_annealing/rule.hpp"
#include "kernels/ising2d_population_annealing/schedule.hpp"

namespace spinbench::annealing {

/// Columns of the series "annealing", which has one entry behind each step.
enum Column : std::size_t {
  column_step,      ///< of the annealing, from 0
  column_beta,      ///< at which the sweeps were
  column_log_q,     ///< ln of the mean of exp[-(beta_(s+1) - beta_s) E] before them, whose mean is that of Z's quotient
  column_energy,    ///< mean of the population behind them, per spin
  column_square,    ///< mean of the squared energy, per spin squared
  column_moved,     ///< share of the replicas that were overwritten
  column_families,  ///< that are left: behind the last step, as what follows; zero before
  column_rho,       ///< R times the sum of the squared shares of the families: independent replicas are fewer by that
  columns_of_step,
};
/// Behind these energy and specific heat by multi-histogram reweighting at so many inverse temperatures.
inline constexpr std::size_t reweighted_betas = 16;
inline constexpr std::size_t annealing_columns = columns_of_step + 2 * reweighted_betas;
/// Number i of them: equally spaced, between those that were simulated.
double reweighted_beta(double beta_high, std::size_t i);

/// A sweep counts for all replicas; `theta` sweeps are a step.
///
/// Observables: "energy", the mean of the population per spin; "beta", of the last sweep; "family" and "level" of each
/// replica; "log_q" of each step of the annealing so far; "moved", the replicas overwritten since the start.
class Annealed : public Simulation, public Resumable {
 public:
  Annealed(const Params& params, const std::vector<double>& betas);

  int sweep_granularity() const final { return theta_; }
  void sweep(int count) final;
  std::optional<double> units_done() const final;
  Observables observe() final;
  Series series(const std::string& observable, int measurements, int spacing) final;
  std::vector<Check> self_check() final;
  void save(StateWriter& to) final;
  void restore(StateReader& from) final;

  const Schedule& schedule() const { return schedule_; }
  /// Begins anew, from annealing 0.
  void set_betas(const std::vector<double>& betas);
  /// Goes on behind the last step with one more. Only for who has just done the last one.
  void add_beta(double beta);

  /// Steps done in the annealing at hand, and annealings behind it.
  struct Place {
    std::uint64_t annealing;
    std::uint32_t step;
  };
  virtual Place place() const = 0;
  /// By level, behind so many steps; 0: of the population that was drawn.
  virtual std::vector<std::uint32_t> histogram(std::uint32_t steps) const = 0;

 protected:
  std::uint32_t L() const { return L_; }
  std::uint32_t sites() const { return L_ * L_; }
  std::uint32_t replicas() const { return replicas_; }
  int theta() const { return theta_; }
  /// Share of the population that a step has overwritten so far in the mean.
  double moved_share() const;

 private:
  /// Enqueues so many steps, or does them.
  virtual void do_steps(int steps) = 0;
  virtual void begin() = 0;     ///< at annealing 0, with the schedule as it is now
  virtual void lengthen() = 0;  ///< the schedule has one more step
  virtual StepOutcome outcome(std::uint32_t step) const = 0;
  virtual std::uint64_t moved() const = 0;  ///< replicas overwritten since the start
  virtual std::vector<std::uint32_t> levels() const = 0;
  virtual std::vector<std::uint32_t> families() const = 0;
  virtual void save_population(StateWriter& to) = 0;
  virtual void restore_population(StateReader& from) = 0;

  std::vector<double> entry() const;
  double log_q(std::uint32_t step) const;

  std::uint32_t L_, replicas_;
  int theta_;
  double beta_high_;
  Schedule schedule_;
  std::uint64_t steps_done_ = 0;
};

/// `made`, whose temperatures were chosen, where the case asks for that, by an annealing of its own: each step as wide
/// as makes the histograms of neighbouring temperatures overlap by the axis `overlap`.
std::unique_ptr<Simulation> at_temperatures_of(const Params& params, std::unique_ptr<Annealed> made);

}  // namespace spinbench::annealing
