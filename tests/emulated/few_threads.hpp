// A few blocks, so that a front of a Wolff cluster has more spins than there are threads.
#pragma once

#include "kernels/common/clusters/gpu_wolff_front.cuh"

namespace spinbench::clusters {

struct FewStoppers : Stoppers {
  static constexpr unsigned blocks = 3, threads = 4;
};
struct FewThreads : CooperativeBarrier {
  static constexpr unsigned blocks = 3, threads = 4;
};

}  // namespace spinbench::clusters
