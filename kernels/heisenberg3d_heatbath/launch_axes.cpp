// What `run --tune` searches for the heat bath of Heisenberg spins, where no order of updates hangs on it.
#include "interface/launch_axes.hpp"

#include "kernels/common/plan_parts.hpp"

namespace spinbench::heisenberg {
namespace {

const plans::Axes rows_of_heatbath = {{"spins", plans::numbers({1, 2, 4, 8, 16})},
                                      {"launch", plans::words({"graph", "chained"})}};

const Register<LaunchAxes> cuda_heatbath{{"heisenberg3d_heatbath", "coalesced", "cuda", rows_of_heatbath}},
    hip_heatbath{{"heisenberg3d_heatbath", "coalesced", "hip", rows_of_heatbath}};

}  // namespace
}  // namespace spinbench::heisenberg
