// What `run --tune` searches for Metropolis updates of Heisenberg spins, where no order of updates hangs on it.
#include "interface/launch_axes.hpp"

#include "kernels/common/plan_parts.hpp"

namespace spinbench::heisenberg {
namespace {

const plans::Axes rows_of_metropolis = {{"spins", plans::numbers({1, 2, 4, 8, 16})},
                                        {"launch", plans::words({"graph", "chained"})}};

const Register<LaunchAxes> cuda_metropolis{{"heisenberg3d_metropolis", "coalesced", "cuda", rows_of_metropolis}},
    hip_metropolis{{"heisenberg3d_metropolis", "coalesced", "hip", rows_of_metropolis}};

}  // namespace
}  // namespace spinbench::heisenberg
