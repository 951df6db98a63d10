// Mutants: bugs that a build with SPINBENCH_MUTANTS can plant, one at a time, to show that verification finds them.
// Other builds have none. kernels/common/mutants.hpp names them; what plants them on a device is the backend's.
#pragma once

#include <string>
#include <vector>

namespace spinbench {

struct MutantInfo {
  std::string name, what;
  /// The cases that it breaks: "kernel/variant/backend" and, behind blanks, values of axes ("words=8"), where the
  /// defaults do not reach it. The backend "gpu" stands for cuda and hip.
  std::vector<std::string> where;
};

/// Those of this build.
std::vector<MutantInfo>& mutants();

/// Number of the one that is planted, counted from 1 in the order of mutants(); 0: none.
inline int planted_mutant = 0;

/// Plants the mutant `name` for the whole process; false where this build has none of that name. To be called before
/// anything is simulated.
bool plant_mutant(const std::string& name);

}  // namespace spinbench
