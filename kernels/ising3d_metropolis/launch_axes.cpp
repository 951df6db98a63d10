// What `run --tune` searches for the Ising model in three dimensions. Tiles of the double checkerboard order the
// updates, so that their side is searched only where --tune-axis names it.
#include "interface/launch_axes.hpp"

#include "kernels/common/plan_parts.hpp"

namespace spinbench::ising3d {

namespace {

using plans::numbers, plans::words;

// A graph does what a stream of launches does, with less of the host's time.
const plans::Axes::value_type ways = {"launch", words({"graph", "chained", "persistent"})};
const plans::Axes::value_type words_a_thread = {"words", numbers({0, 1, 2, 4, 8})};

LaunchAxes of(const std::string& variant, const std::string& backend, const plans::Axes& axes) {
  return {"ising3d_metropolis", variant, backend, axes};
}

const Register<LaunchAxes> host{
    of("multispin", "cpu", {words_a_thread, {"isa", words({"widest", "avx2", "baseline"})}})};
const Register<LaunchAxes> cuda{of("multispin", "cuda", {words_a_thread, ways})};
const Register<LaunchAxes> hip{of("multispin", "hip", {words_a_thread, ways})};
const Register<LaunchAxes> tiled{of("tiled", "*", {ways})};

}  // namespace

}  // namespace spinbench::ising3d
