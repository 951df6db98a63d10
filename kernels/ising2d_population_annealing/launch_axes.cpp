// What `run --tune` searches for population annealing.
#include "interface/launch_axes.hpp"

#include "kernels/common/plan_parts.hpp"

namespace spinbench::annealing {

namespace {

using plans::numbers, plans::words;

const plans::Axes::value_type ways = {"launch", words({"graph", "chained"})};

LaunchAxes of(const std::string& variant, const std::string& backend, const plans::Axes& axes) {
  return {"ising2d_population_annealing", variant, backend, axes};
}

const Register<LaunchAxes> host{
    of("multispin", "cpu", {{"words", numbers({0, 1, 2, 4, 8})}, {"isa", words({"widest", "avx2", "baseline"})}})};
const Register<LaunchAxes> cuda{of("multispin", "cuda", {ways})};
const Register<LaunchAxes> hip{of("multispin", "hip", {ways})};
const Register<LaunchAxes> single_spin{of("single_spin", "*", {ways})};

}  // namespace

}  // namespace spinbench::annealing
