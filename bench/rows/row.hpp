// One case's result, as it stands in the results file (results/schema/).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/measure/experiment.hpp"
#include "bench/measure/limits.hpp"
#include "bench/measure/measure.hpp"
#include "bench/select/case.hpp"
#include "bench/verify/verify.hpp"

namespace spinbench {

struct Speedup {
  double value = 0, low = 0, high = 0;  ///< with the intervals of both times
  std::string reference;                ///< case name
  double reference_ns_per_unit = 0;
};

struct Row {
  enum class Status { measured, verified, skipped, failed };

  std::string name, kernel, variant, backend, device;
  std::vector<int> devices;  ///< indices, of the backend, of all devices that the case runs on
  std::string platform;      ///< Device::platform; "" where the backend's name says it
  std::string runtime;       ///< Device::runtime: with a platform, the version of the layer in between
  std::uint64_t seed = 0;
  Params params;
  std::string unit = "flip";
  Status status = Status::skipped;
  std::string reason;                      ///< for skipped and failed
  std::optional<Measurement> measurement;  ///< never for failed or skipped
  std::optional<Speedup> speedup;
  std::optional<Findings> findings;  ///< of an experiment
  std::optional<double> setup_s;     ///< Simulation::setup_seconds()
  std::string code_path;             ///< Simulation::code_path() of the timed object
  Work work;
  std::optional<Limit> limit;
  std::optional<Verification> verification;
  nlohmann::ordered_json published = nlohmann::ordered_json::array();
};

/// The row as the schema has it; numbers that JSON cannot hold become null.
nlohmann::ordered_json to_json(const Row& row);

}  // namespace spinbench
