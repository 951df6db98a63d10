// What `run --tune` searches for the three-dimensional spin glass. On GPUs that is also what Lulli 2015, Appendix A,
// tunes by hand: threads a block, sites a thread, rows a block.
#include "interface/launch_axes.hpp"

#include "kernels/common/plan_parts.hpp"

namespace spinbench::ea3d {

namespace {

using plans::numbers, plans::words;

// A graph does what a stream of launches does, with less of the host's time.
const plans::Axes threads_by_number = {{"spins", numbers({1, 2, 4, 8, 16})},
                                       {"block", numbers({64, 128, 192, 256, 384, 512, 768, 1024})},
                                       {"launch", words({"graph", "chained"})}};
const plans::Axes threads_by_place = {{"lines", numbers({0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 32})},
                                      {"launch", words({"graph", "chained"})}};
const plans::Axes marches = {{"tile", numbers({0, 128, 256, 512})},
                             {"block", numbers({512, 1024})},
                             {"deep", numbers({0, 2, 4, 8})},
                             {"launch", words({"graph", "chained"})}};

LaunchAxes of(const std::string& variant, const std::string& backend, const plans::Axes& axes) {
  return {"ea3d_metropolis", variant, backend, axes};
}

const Register<LaunchAxes> standard_launches{of("standard", "*", threads_by_number)};
const Register<LaunchAxes> bitwise_launches{of("bitwise", "*", threads_by_number)};
const Register<LaunchAxes> sliced_launches{of("sliced", "*", threads_by_number)};
const Register<LaunchAxes> by_place{of("*_grid", "*", threads_by_place)};
const Register<LaunchAxes> host{of("multispin", "cpu", {{"isa", words({"widest", "avx2", "baseline"})}})};
const Register<LaunchAxes> cuda{of("multispin", "cuda", marches)};
const Register<LaunchAxes> hip{of("multispin", "hip", marches)};

}  // namespace

}  // namespace spinbench::ea3d
