// The experiment tempering_ea2d; kernels/common/glass_tempering/experiment.hpp says what it finds.
#include "kernels/common/glass_tempering/experiment.hpp"

namespace spinbench::glass_tempering {
namespace {

// Of the listed sample of 8 x 8 sites the energies at T = 0.5 and at the hottest temperature are known.
const Register<Experiment> experiment_registered{
    tempering_experiment({"tempering_ea2d",
                          "2D Edwards-Anderson spin glass, parallel tempering: energies, overlaps, exchanges, walks",
                          {"M. Weigel, J. Comput. Phys. 231, 3064 (2012), sections 5 and 6",
                           "Y. Fang et al., Comput. Phys. Commun. 185, 2467 (2014)"},
                          "ea2d_parallel_tempering",
                          "ea2d",
                          "ising2d_exchange",
                          2})};

}  // namespace
}  // namespace spinbench::glass_tempering
