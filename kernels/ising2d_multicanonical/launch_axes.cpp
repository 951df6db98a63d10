// What `run --tune` searches for multicanonical walkers: how many of them a block has. Wang-Landau walkers have no such
// axis, since a block is a group there.
#include "interface/launch_axes.hpp"

#include "kernels/common/plan_parts.hpp"

namespace spinbench::multicanonical {
namespace {

const Register<LaunchAxes> blocks{{.kernel = "ising2d_multicanonical",
                                   .variant = "walkers_shared",
                                   .backend = "*",
                                   .axes = {{"block", plans::numbers({128, 192, 256, 384})}}}};

}  // namespace
}  // namespace spinbench::multicanonical
