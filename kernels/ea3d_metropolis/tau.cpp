// Autocorrelation times of the 3D Edwards-Anderson spin glass, averages over realizations of the couplings and
// replicas. At the transition even a small lattice takes longer to relax than a run of seconds: the default is far
// above it.
#include <cstdint>
#include <limits>

#include "kernels/common/tau_experiment.hpp"

namespace spinbench::ea3d {
namespace {

const Register<Experiment> tau_registered{tau_experiment({
    .name = "tau_ea3d",
    .title = "3D Edwards-Anderson spin glass: integrated autocorrelation times",
    .source = "after Weigel 2012, section 3.4, with the kernels of Lulli 2015",
    .kernel = "ea3d_metropolis",
    .variants = {"standard", "multispin"},
    .exact = "",
    .defaults = {{"L", std::int64_t{8}}, {"systems", std::int64_t{1}}, {"replicas", std::int64_t{1}}, {"beta", 0.5}},
    // Not known for any temperature: as long as the run itself.
    .relaxation = [](const Params&) { return std::numeric_limits<double>::infinity(); },
    .host_sweeps = 10'000,
    .accelerator_sweeps = 20'000,
})};

}  // namespace
}  // namespace spinbench::ea3d
