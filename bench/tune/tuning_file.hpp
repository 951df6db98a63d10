// The tuning file: launches that searches chose, by device and case. JSON, "spinbench-tuning/1".
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/select/case.hpp"
#include "bench/tune/space.hpp"

namespace spinbench {

/// One launch that was tried, as it stands in the file.
struct TriedLaunch {
  Params launch;
  int rungs = 0;
  std::optional<double> ns_per_unit;  ///< in the last rung that it came through
  std::string reason;                 ///< for which it dropped out, or ""
  bool failed = false;                ///< a check was the reason
};

/// What a search chose.
struct ChosenLaunch {
  std::string device, backend, kernel, variant;
  Params fixed;   ///< the case, without what was searched
  Params launch;  ///< the searched axes with the values chosen
  std::string unit;
  double ns_per_unit = 0;  ///< in the last rung
  std::string date, git;
  std::vector<TriedLaunch> tried;

  /// Whether it is of the same device, case and axes.
  bool replaces(const ChosenLaunch& other) const;
};

nlohmann::ordered_json to_json(const ChosenLaunch& chosen);
/// Throws std::runtime_error, which says what is wrong.
ChosenLaunch chosen_from_json(const nlohmann::ordered_json& json);

class TuningFile {
 public:
  /// What `path` holds; nothing where there is no such file and `may_be_new`. Throws UsageError: not there, cannot be
  /// read, no tuning file of this version.
  static TuningFile read(const std::string& path, bool may_be_new);

  /// The launch for a case on its device, the newest where several fit: null for none. What the launch says of axes
  /// that are not `open` must be what the case has.
  const ChosenLaunch* find(const Case& c, const std::function<bool(const std::string& axis)>& open) const;
  /// Whether it has a launch for any case of that device.
  bool has_device(const std::string& device) const;
  const std::vector<ChosenLaunch>& all() const { return all_; }
  const std::string& path() const { return path_; }

  /// Reads the file anew, since another run may have written it, puts `chosen` in the place of what it replaces, and
  /// writes it whole. Throws UsageError.
  void keep(const ChosenLaunch& chosen);

 private:
  std::string path_;
  std::vector<ChosenLaunch> all_;
};

}  // namespace spinbench
