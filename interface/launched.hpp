// Finds out whether a launcher started this process as one of several, and loads what has them talk to each other;
// backends/mpi/load.cpp does it, so that the harness knows no library.
#pragma once

#include <string>

#include "interface/ranks.hpp"

namespace spinbench::mpi {

/// What the launcher told this process through its environment; size 1 where there is none, or it started one alone.
struct Launched {
  int rank = 0, size = 1;
  std::string by;  ///< the variable that says so
};
Launched launched();

/// The ranks; null where the process is alone. Throws std::runtime_error where a launcher started several and this
/// build or this machine has no MPI.
Ranks* load_ranks(const Launched& launched);

/// Why this build has no MPI, or "" where it has.
std::string why_not_built();
/// Why the MPI of this build cannot be loaded here, or "".
std::string why_not_loaded();

}  // namespace spinbench::mpi
