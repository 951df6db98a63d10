#include "bench/measure/experiment.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

#include "bench/errors.hpp"
#include "bench/fnv.hpp"
#include "bench/measure/repetition.hpp"
#include "interface/adapts.hpp"
#include "interface/cards.hpp"
#include "interface/resumable.hpp"

namespace spinbench {

namespace {

constexpr int fewest = 32;  // measurements: two for each of the least number of jackknife blocks

/// What times belong to: the device, the host beside it, and the code that runs there. Two hosts with CPUs of one model
/// are one place, since nothing that stays with a host tells them apart.
std::string place_of(Backend& backend, const Simulation& simulation) {
  const Device& device = backend.devices().at(static_cast<std::size_t>(backend.devices_in_use().front()));
  std::vector<std::string> parts = {device.name};
  if (const std::string card = card_at(device.pci); !card.empty()) parts.push_back(card);
  if (Backend* const host = Registry::instance().backend("cpu"); host != nullptr)
    note_once(parts, {host->devices().front().name});
  if (const std::string path = simulation.code_path(); !path.empty()) parts.push_back("code for " + path);
  if (const int threads = simulation.host_threads(); threads > 1) parts.push_back(std::to_string(threads) + " threads");
  return joined(parts);
}

std::uint64_t checksum_of(const Configuration& spins) { return fnv_over_words(spins.bytes.data(), spins.bytes.size()); }

class Run {
 public:
  Run(Simulation& simulation, Backend& backend, const std::string& observable, const Experiment::Length& length,
      const MeasureOptions& options, const Checkpoint* checkpoint)
      : simulation_(simulation),
        observable_(observable),
        length_(length),
        options_(options),
        checkpoint_(checkpoint),
        backend_(backend),
        log_(backend, options.clock),
        watch_(backend.make_stopwatch()),
        units_a_sweep_(simulation.work_per_sweep().units),
        counted_(simulation.units_done().has_value()) {
    if (!counted_ && !(units_a_sweep_ > 0)) throw std::runtime_error("the kernel declares no work");
    if (checkpoint_ == nullptr) return;
    kept_ = dynamic_cast<Resumable*>(&simulation);
    if (kept_ == nullptr) throw Unsupported("--checkpoint: this variant's simulations cannot be kept");
    // Of the object as it was made: what it adapts may lead it to other code.
    const std::string place = place_of(backend, simulation);
    checkpoint_->remove_leftovers();
    if (auto before = checkpoint_->read()) go_on_from(std::move(*before), place);
    done_.place = place;
    // As long as they were: the file may have no equilibration left in which to find that.
    if (!done_.sweeps.empty())
      batch_ = static_cast<int>(std::clamp<std::int64_t>(
          *std::max_element(done_.sweeps.begin(), done_.sweeps.end()) / length_.spacing, 1, most));
    kept_at_ = options_.clock.now();
  }

  /// False where it was interrupted.
  bool equilibrate() {
    for (std::int64_t left = length_.equilibration / length_.spacing - done_.equilibrated; left > 0;) {
      const int count = static_cast<int>(std::min<std::int64_t>(batch_, left));
      if (!take(count)) return false;
      left -= count;
      done_.equilibrated += count;
      keep();
      lengthen(count);
    }
    return true;
  }

  /// The series, shorter than wanted where it was interrupted; fills in all but the statistics of `result`.
  Series measure(Measurement& result) {
    int left = this->left();
    const bool takes_any = left > 0;
    const double start = options_.clock.now();
    double asked_at = -std::numeric_limits<double>::infinity();
    while (left > 0) {
      // Who comes and goes within hours shall be seen.
      constexpr double between_s = 10;
      if (options_.clock.now() - asked_at >= between_s) {
        note_once(done_.others, others_beside(backend_, {}));
        asked_at = options_.clock.now();
      }
      // Batches as equal as they can be: a short one at the end would be a poor sample.
      const int batches = (left - 1) / batch_ + 1, count = (left - 1) / batches + 1;
      if (!take(count)) return series();
      left -= count;
      note(count);
      keep();
      lengthen(count);
    }
    // Of a run that was complete already no time is of now.
    if (takes_any) note_once(done_.others, others_beside(backend_, log_.summary(start)));
    // What is complete must not be run again where nobody has taken the row yet.
    keep_now();
    // Of a run that was complete already.
    if (log_.samples().empty()) log_.sample();
    put_batches(result);
    result.other_processes = done_.others;
    if (options_.energy) result.energy = log_.energy(start, options_.energy_s);
    result.joules_per_unit = result.energy.joules_per_unit;
    result.by_device = log_.summary(start);
    result.conditions = result.by_device.front();
    if (const auto share = log_.capped_share(start, std::numeric_limits<double>::infinity()))
      result.power_capped = *share >= 0.5;
    result.stop_reason = "experiment";
    return series();
  }

 private:
  static constexpr int most = 1 << 16;

  /// Measurements that the series lacks.
  int left() const {
    const auto taken = done_.values.size() / std::max<std::uint64_t>(done_.replicas, 1);
    return length_.sweeps / length_.spacing - static_cast<int>(taken);
  }

  /// What was done at another place goes on where the same spins come of it, for the same build may lay them out for
  /// another machine; but a row's figure is of one place alone.
  void go_on_from(RunSoFar before, const std::string& place) {
    done_ = std::move(before);
    const bool is_elsewhere = done_.place != place;
    const std::string places = "is of another machine or other code (" + done_.place + "); here (" + place + ") ";
    const auto restore = [this] {
      StateReader reader(done_.state);
      kept_->restore(reader);
      reader.finish();
    };
    if (!is_elsewhere) return restore();
    const auto refuse = [&](const std::string& why) {
      checkpoint_->refuse(places + why + ": go on there with the same command, or remove the file to start anew");
    };
    try {
      restore();
    } catch (const std::runtime_error& error) {
      refuse(std::string("what it holds cannot be taken over (") + error.what() + ")");
    }
    if (checksum_of(simulation_.configuration()) != done_.spins) refuse("what it holds means other spins");
    if (left() <= 0) refuse("no batch is left to be timed");
    // Some may have been seen there before any batch was.
    done_.others.clear();
    if (done_.batches.empty()) return;
    std::cerr << "spinbench: checkpoint " << quote(checkpoint_->path()) << " " << places
              << "its series goes on, and the row's time is that of the batches from now on\n";
    done_.batches.clear();
    done_.sweeps.clear();
  }

  Series series() const { return {observable_, static_cast<std::size_t>(done_.replicas), done_.values}; }

  /// Twice as many measurements from now on, where so many take less than a batch should by what `count` took. The
  /// series is the same however it is cut.
  void lengthen(int count) {
    if (elapsed_ns_ * batch_ < options_.batch_ns * count) batch_ = std::min(2 * batch_, most);
  }

  /// Takes `count` measurements into the series, and their time.
  void note(int count) {
    done_.replicas = part_.replicas;
    done_.values.insert(done_.values.end(), part_.values.begin(), part_.values.end());
    if (!(units_ > 0)) throw std::runtime_error("a batch did no work by the kernel's own count");
    log_.worked(units_);
    log_.sample();
    done_.batches.push_back({elapsed_ns_ / units_, log_.samples().back().throttled(), counted_ ? units_ : 0});
    done_.sweeps.push_back(std::int64_t{count} * length_.spacing);
  }

  /// Those of less than half the sweeps of the longest are from before batches had their length: a launch or a wait
  /// that each has is a larger part of them. By sweeps, not by time: to leave out what was quick would slow the rest.
  void put_batches(Measurement& result) {
    const std::int64_t longest = *std::max_element(done_.sweeps.begin(), done_.sweeps.end());
    const auto is_long = [&](std::size_t i) { return 2 * done_.sweeps[i] >= longest; };
    bool any_clean = false;
    for (std::size_t i = 0; i < done_.batches.size(); ++i) any_clean |= is_long(i) && !done_.batches[i].throttled;
    std::vector<std::int64_t> lengths;
    for (std::size_t i = 0; i < done_.batches.size(); ++i) {
      // Where each long one was throttled, short ones are the best there is.
      if (any_clean && !is_long(i)) continue;
      result.batches.push_back(done_.batches[i]);
      lengths.push_back(done_.sweeps[i]);
    }
    if (counted_) {
      double units = 0, sweeps = 0, ns = 0;
      for (std::size_t i = 0; i < lengths.size(); ++i) {
        if (any_clean && result.batches[i].throttled) continue;
        units += result.batches[i].units;
        ns += result.batches[i].ns_per_unit * result.batches[i].units;
        sweeps += static_cast<double>(lengths[i]);
      }
      result.units_per_sweep = units / sweeps;
      result.ns_per_sweep = ns / sweeps;
    }
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    result.sweeps_per_batch = static_cast<int>(*middle);
  }

  void keep() {
    if (checkpoint_ != nullptr && options_.clock.now() - kept_at_ >= checkpoint_->every_s()) keep_now();
  }
  void keep_now() {
    if (checkpoint_ == nullptr) return;
    // A disk or a memory that got full takes no series with it that is here.
    try {
      StateWriter state;
      kept_->save(state);
      done_.state = state.bytes();
      done_.spins = checksum_of(simulation_.configuration());
      checkpoint_->write(done_);
    } catch (const UsageError& error) {
      say_unkept(error.what());
    } catch (const std::bad_alloc&) {
      say_unkept("cannot write " + quote(checkpoint_->path()) + ": too little free memory");
    }
    kept_at_ = options_.clock.now();
  }
  void say_unkept(const std::string& why) {
    if (options_.is_interrupted())
      std::cerr << "spinbench: " << why << "; what was done since it was last written is lost\n";
    else if (!std::exchange(warned_, true))
      std::cerr << "spinbench: " << why << "; the run goes on, and tries again each time\n";
  }

  bool take(int measurements) {
    if (options_.is_interrupted()) {
      keep_now();
      return false;
    }
    const double before = counted_ ? simulation_.units_done().value() : 0;
    watch_->start();
    part_ = simulation_.series(observable_, measurements, length_.spacing);
    watch_->stop();
    elapsed_ns_ = watch_->elapsed_ns();
    if (!(elapsed_ns_ >= 0) || !std::isfinite(elapsed_ns_)) throw std::runtime_error("the stopwatch gave no time");
    if (part_.measurements() != static_cast<std::size_t>(measurements))
      throw std::runtime_error("the simulation left measurements of the " + observable_ + " out");
    units_ = counted_ ? simulation_.units_done().value() - before
                      : units_a_sweep_ * static_cast<double>(measurements) * length_.spacing;
    return true;
  }

  Simulation& simulation_;
  const std::string& observable_;
  const Experiment::Length& length_;
  const MeasureOptions& options_;
  const Checkpoint* checkpoint_;
  Backend& backend_;
  Resumable* kept_ = nullptr;
  RunSoFar done_;
  double kept_at_ = 0;
  bool warned_ = false;
  LoadLog log_;
  std::unique_ptr<Stopwatch> watch_;
  double units_a_sweep_;
  bool counted_;
  double units_ = 0, elapsed_ns_ = 0;  ///< of what was taken last
  int batch_ = 1;                      ///< measurements
  Series part_;
};

}  // namespace

std::string why_refused(const Experiment::Length& length) {
  const std::string sweeps = "--sweeps " + std::to_string(length.sweeps) + ": this experiment ";
  const int least = fewest * length.spacing;
  if (length.sweeps % length.spacing != 0)
    return sweeps + "measures every " + std::to_string(length.spacing) + " sweeps; take a multiple of that";
  return length.sweeps < least ? sweeps + "needs " + std::to_string(least) + " or more" : "";
}

ExperimentResult run_experiment(Simulation& simulation, Backend& backend, const Experiment& experiment,
                                const Params& params, Experiment::Length length, const MeasureOptions& options,
                                const Checkpoint* checkpoint) {
  if (const auto why = why_refused(length); !why.empty()) throw Unsupported(why);
  if (length.spacing % std::max(1, simulation.sweep_granularity()) != 0)
    throw std::runtime_error("an experiment that measures every " + std::to_string(length.spacing) +
                             " sweeps cannot run in steps of " + std::to_string(simulation.sweep_granularity()));
  length.equilibration = (length.equilibration + length.spacing - 1) / length.spacing * length.spacing;
  Run run(simulation, backend, experiment.observable, length, options, checkpoint);
  ExperimentResult result;
  Measurement& measurement = result.measurement;
  const bool equilibrated = run.equilibrate();
  if (auto* const adapts = dynamic_cast<Adapts*>(&simulation); equilibrated && adapts != nullptr)
    adapts->equilibrated();
  const Series series = equilibrated ? run.measure(measurement) : Series{};
  if (measurement.stop_reason.empty()) {
    measurement.stop_reason = "interrupted";
    return result;
  }
  const Interval interval = figure_of(measurement.batches);
  measurement.burst = interval;
  measurement.repetitions = {interval};
  measurement.median = interval.median;
  measurement.low = interval.low;
  measurement.high = interval.high;
  result.findings = {length, experiment.estimates(params, length, series, simulation)};
  return result;
}

}  // namespace spinbench
