// One case's result, as it stands in the results file (results/schema/).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/measure/experiment.hpp"
#include "bench/measure/limits.hpp"
#include "bench/measure/measure.hpp"
#include "bench/rows/published.hpp"
#include "bench/select/case.hpp"
#include "bench/verify/verify.hpp"
#include "interface/ranks_used.hpp"

namespace spinbench {

struct Speedup {
  double value = 0, low = 0, high = 0;  ///< with the intervals of both times
  std::string reference;                ///< case name
  double reference_ns_per_unit = 0;
};

/// Where a row's launch comes from: a search of `run --tune`.
struct RowTuning {
  std::string file;       ///< the tuning file, as it was named
  std::string date, git;  ///< when it was searched, and with which build
  Params launch;          ///< what was chosen, of the row's params
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
  std::optional<RowTuning> tuning;
  Status status = Status::skipped;
  std::string reason;                      ///< for skipped and failed
  std::optional<Measurement> measurement;  ///< never for failed or skipped
  std::optional<Speedup> speedup;
  std::optional<Findings> findings;  ///< of an experiment
  std::optional<double> setup_s;     ///< Simulation::setup_seconds()
  std::optional<int> host_threads;   ///< Simulation::host_threads(), of a CPU's row: `threads` of 0 leaves it open
  std::optional<RanksUsed> ranks;    ///< where several share the case
  std::string code_path;             ///< Simulation::code_path() of the timed object
  Work work;
  std::optional<Limit> limit;
  std::optional<Verification> verification;
  double verifying_s = 0, measuring_s = 0;  ///< that the row took; cases share checks, and the first one pays
  std::vector<Published> published;
};

/// The status in the schema's word: measured, verified, failed, skipped, ...
const char* to_string(Row::Status status);

/// How far the estimate is from what is expected, in units of its error; nothing without either.
std::optional<double> deviation_sigmas(const NamedEstimate& estimate);

/// The row as the schema has it; numbers that JSON cannot hold become null.
nlohmann::ordered_json to_json(const Row& row);

/// The row that to_json() made `json` of. What the schema does not keep (a clean batch's place among throttled ones, a
/// device's power window) is lost. Throws std::runtime_error, which says what is wrong, for anything that to_json() of
/// this version would not have made: a key too few or too many, another type, a time that is none.
Row row_from_json(const nlohmann::ordered_json& json);

}  // namespace spinbench
