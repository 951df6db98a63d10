// What `run --tune` searches of the selected cases.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/select/axes.hpp"
#include "bench/select/case.hpp"

namespace spinbench {

/// The most launches that a search may have.
inline constexpr std::size_t max_launches = 4096;

struct TuningRequest {
  std::vector<AxisRequest> searched;  ///< --tune-axis: searched, with these values
  std::vector<AxisRequest> fixed;     ///< --axis: a case for each value
};

/// A case whose launch is open.
struct LaunchSearch {
  Case start;  ///< as it was selected
  /// The axes that are searched, each with start's value first; none: the case stays as it is.
  std::vector<std::pair<std::string, std::vector<AxisValue>>> axes;

  bool searches(const std::string& axis) const;
  /// The params that are not searched, and those of `params` that are.
  Params fixed() const;
  Params launch_of(const Params& params) const;
  /// "kernel/variant/backend/" and the fixed params.
  std::string name() const;
};

/// Which axes of the selected cases a tuned launch may set: those that neither --axis fixes nor the selection sweeps.
class OpenAxes {
 public:
  OpenAxes(const std::vector<Case>& cases, const TuningRequest& request) : cases_(cases), request_(request) {}
  bool operator()(const Variant* variant, const std::string& axis);

 private:
  const std::vector<Case>& cases_;
  const TuningRequest& request_;
  std::map<std::pair<const Variant*, std::string>, bool> known_;
};

/// One for each of `cases` that differ in more than searched axes, in their order. Searched are a variant's launch axes
/// (interface/launch_axes.hpp) but those that the user fixed or that the selection itself sweeps, and what
/// request.searched names. Experiments are left as they are. Throws UsageError for a request that fits no case, and for
/// more than max_launches.
std::vector<LaunchSearch> launch_searches(const std::vector<Case>& cases, const TuningRequest& request);

/// The launches that can run here, start's own first where it can; `skipped` counts the others.
std::vector<Case> launches_of(const LaunchSearch& search, std::size_t& skipped);

}  // namespace spinbench
