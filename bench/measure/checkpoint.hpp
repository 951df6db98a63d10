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
  std::string place;                 ///< machine and code that the batches were timed on, as a reader may see it
  std::vector<std::string> others;   ///< other processes that were seen beside them
  std::uint64_t spins = 0;           ///< checksum of the simulation's configuration, however its memory lies
  std::vector<std::uint8_t> state;   ///< of the simulation
};

class Checkpoint {
 public:
  /// `identity`: what must be equal for a run to go on from the file: case, seed, length, build.
  Checkpoint(std::string path, std::string identity, double every_s)
      : path_(std::move(path)), identity_(std::move(identity)), every_s_(every_s) {}

  /// What the file holds; nothing where there is none. Throws UsageError, naming the file, where it cannot be read, is
  /// damaged, of another run or of another version's format.
  std::optional<RunSoFar> read() const;
  /// Replaces the file, behind symbolic links, in one step, once the device has it; the old one stays where that fails.
  /// Throws UsageError.
  void write(const RunSoFar& progress) const;
  /// Removes what killed runs left half written beside the file.
  void remove_leftovers() const;
  /// Throws UsageError that names the file and says `why`.
  [[noreturn]] void refuse(const std::string& why) const;
  double every_s() const { return every_s_; }
  const std::string& path() const { return path_; }

  /// Removes the file that `path` means behind symbolic links, which stay for the next run. Nothing where there is
  /// none.
  static void remove(const std::string& path);

 private:
  std::string path_, identity_;
  double every_s_;
};

}  // namespace spinbench
