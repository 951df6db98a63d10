// What `run --tune` searches for the parallel tempering of Heisenberg spin glasses.
#include "interface/launch_axes.hpp"

#include "kernels/common/plan_parts.hpp"

namespace spinbench::vector_tempering {
namespace {

const Register<LaunchAxes> on_devices{
    {"heisenberg3d_parallel_tempering",
     "coalesced",
     "*",
     {{"spins", plans::numbers({1, 2, 4, 8, 16})}, {"launch", plans::words({"graph", "chained"})}}}};

}  // namespace
}  // namespace spinbench::vector_tempering
