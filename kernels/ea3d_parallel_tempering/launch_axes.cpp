// What `run --tune` searches for the parallel tempering of spin glasses.
#include "interface/launch_axes.hpp"

#include "kernels/common/plan_parts.hpp"

namespace spinbench::glass_tempering {

namespace {

using plans::numbers, plans::words;

const Register<LaunchAxes> on_devices{
    {"ea3d_parallel_tempering",
     "standard",
     "*",
     {{"block", numbers({64, 128, 256, 512})}, {"launch", words({"graph", "chained"})}}}};

}  // namespace

}  // namespace spinbench::glass_tempering
