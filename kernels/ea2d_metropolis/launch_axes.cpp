// What `run --tune` searches for the two-dimensional spin glass: on GPUs its blocks are the lattices themselves.
#include "interface/launch_axes.hpp"

#include "kernels/common/plan_parts.hpp"

namespace spinbench::ea2d {

namespace {

const Register<LaunchAxes> host{
    {"ea2d_metropolis", "multispin", "cpu", {{"isa", plans::words({"widest", "avx2", "baseline"})}}}};

}  // namespace

}  // namespace spinbench::ea2d
