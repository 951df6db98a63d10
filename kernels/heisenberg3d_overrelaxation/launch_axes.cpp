// What `run --tune` searches for over-relaxation. Boxes order the updates: their sides are no launch axes.
#include "interface/launch_axes.hpp"

#include "kernels/common/plan_parts.hpp"

namespace spinbench::overrelaxation {

namespace {

using plans::numbers, plans::words;

// A graph does what a stream of launches does, with less of the host's time.
const std::pair<std::string, plans::Values> launches = {"launch", words({"graph", "chained"})};
const plans::Axes threads = {{"block", numbers({64, 128, 192, 256, 320, 384, 512, 768, 1024})}, launches};
const plans::Axes marches = {
    {"block", numbers({256, 384, 512, 768, 1024})}, {"deep", numbers({0, 1, 2, 3, 4, 6, 8, 12, 16})}, launches};
const plans::Axes columns = {
    {"block", numbers({128, 256, 512, 768, 1024})}, {"spins", numbers({1, 2, 4, 8, 16, 32})}, launches};

const plans::Axes bands = {{"pairs", numbers({1, 2, 4})},
                           {"block", numbers({256, 384, 512})},
                           {"held", numbers({1, 2})},
                           {"cluster", numbers({1, 2, 4, 8})},
                           launches};

LaunchAxes of(const std::string& variant, const std::string& backend, const plans::Axes& axes) {
  return {"heisenberg3d_overrelaxation", variant, backend, axes};
}

const Register<LaunchAxes> global_cuda{of("global", "cuda", columns)}, global_hip{of("global", "hip", columns)};
const Register<LaunchAxes> texture{of("texture", "*", threads)};
const Register<LaunchAxes> plane{of("plane", "*", threads)};
const Register<LaunchAxes> boxes{of("shared*", "*", {launches})};
const Register<LaunchAxes> best{of("best", "*", marches)};
const Register<LaunchAxes> in_bands{of("bands", "*", bands)};
const Register<LaunchAxes> host{of("vectors", "cpu",
                                   {{"isa", words({"widest", "avx2", "baseline"})},
                                    {"sweeps", numbers({0, 2, 4, 8})},
                                    {"rows", numbers({0, 8, 16, 32, 64})}})};

}  // namespace

}  // namespace spinbench::overrelaxation
