// The axes and paths of cases that ranks share.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "interface/launched.hpp"
#include "interface/params.hpp"

namespace spinbench {

/// Processes that share the lattice: all that were started, where nobody says.
inline Axis axis_ranks() {
  return Axis::integer("ranks", mpi::launched().size, 1, 65536,
                       "processes that share the lattice, a slab each (default: all that were started)");
}

/// How boundaries get from rank to rank: the first of `names` where nobody says.
inline Axis axis_transport(const std::vector<std::string>& names) {
  return Axis::word(
      "transport", names.front(), names,
      "how boundaries get from rank to rank: staged through the memory of the hosts, aware from device to "
      "device by an MPI that takes their memory, nccl by the vendor's library of collectives, peer copies between "
      "devices of one host, or direct stores of kernels there");
}

/// The paths of all ranks' slabs, each once, as AcrossRanks has them.
inline std::string paths_of_ranks(const Params& params, const std::function<std::string(int rank)>& path) {
  std::vector<std::string> paths;
  std::string result;
  for (int rank = 0; rank < params.integer("ranks"); ++rank) {
    std::string one = path(rank);
    if (std::find(paths.begin(), paths.end(), one) != paths.end()) continue;
    result += one + "; ";
    paths.push_back(std::move(one));
  }
  return result;
}

}  // namespace spinbench
