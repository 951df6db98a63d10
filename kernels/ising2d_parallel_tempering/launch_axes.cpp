// What `run --tune` searches for parallel tempering.
#include "interface/launch_axes.hpp"

#include "kernels/common/plan_parts.hpp"

namespace spinbench::tempering {

namespace {

using plans::numbers, plans::words;

const plans::Axes::value_type ways = {"launch", words({"graph", "chained"})};
const plans::Axes::value_type bit_sliced_ways = {"launch", words({"graph", "chained", "persistent"})};
const plans::Axes::value_type words_a_thread = {"words", numbers({0, 1, 2, 4, 8})};

LaunchAxes of(const std::string& variant, const std::string& backend, const plans::Axes& axes) {
  return {"ising2d_parallel_tempering", variant, backend, axes};
}

const Register<LaunchAxes> host{
    of("multispin", "cpu", {words_a_thread, {"isa", words({"widest", "avx2", "baseline"})}})};
const Register<LaunchAxes> cuda{of("multispin", "cuda", {words_a_thread, bit_sliced_ways})};
const Register<LaunchAxes> hip{of("multispin", "hip", {words_a_thread, bit_sliced_ways})};
const Register<LaunchAxes> device_exchange{of("device_exchange", "*", {ways})};

}  // namespace

}  // namespace spinbench::tempering
