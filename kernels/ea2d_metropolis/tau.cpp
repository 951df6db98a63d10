// Autocorrelation times of the 2D Edwards-Anderson spin glass, averages over realizations of the couplings. The overlap
// of its replicas stays correlated much longer than the energy.
#include <cstdint>
#include <limits>

#include "kernels/common/tau_experiment.hpp"

namespace spinbench::ea2d {
namespace {

const Register<Experiment> tau_registered{tau_experiment({
    .name = "tau_ea2d",
    .title = "2D Edwards-Anderson spin glass: integrated autocorrelation times",
    .source = "after Weigel 2012, sections 3.4 and 5",
    .kernel = "ea2d_metropolis",
    .variants = {"serial", "tiled", "multispin"},
    .exact = "",
    .defaults = {{"L", std::int64_t{16}},
                 {"realizations", std::int64_t{16}},
                 {"systems", std::int64_t{1}},
                 {"k", std::int64_t{10}},
                 {"beta", 0.5}},
    // Not known for any temperature: as long as the run itself.
    .relaxation = [](const Params&) { return std::numeric_limits<double>::infinity(); },
    .host_sweeps = 10'000,
    .accelerator_sweeps = 20'000,
})};

}  // namespace
}  // namespace spinbench::ea2d
