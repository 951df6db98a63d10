// The file that a run of an experiment is resumed from, whatever ended it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/measure/measure.hpp"

namespace spinbench {

/// What a run has done so far.
struct RunSoFar {
  std::int64_t equilibrated = 0;  ///< measurements' worth of sweeps that are thrown away
  std::vector<double> values;     ///< of the series
  std::uint64_t replicas = 0;
  std::vector<Batch> batches;
  std::vector<std::int64_t> sweeps;  ///< of each batch
  std::vector<std::uint8_t> state;   ///< of the simulation
};

class Checkpoint {
 public:
  /// `identity`: what must be equal for a run to go on from the file: case, seed, length, build.
  Checkpoint(std::string path, std::string identity, double every_s)
      : path_(std::move(path)), identity_(std::move(identity)), every_s_(every_s) {}

  /// What the file holds; nothing where there is none. Throws UsageError, naming the file, where it cannot be read, is
  /// damaged or of another run.
  std::optional<RunSoFar> read() const;
  /// Replaces the file in one step, once the device has it; the old one stays where that fails. Throws UsageError.
  void write(const RunSoFar& progress) const;
  double every_s() const { return every_s_; }

 private:
  std::string path_, identity_;
  double every_s_;
};

}  // namespace spinbench
