// The experiment tempering_ea3d; kernels/common/glass_tempering/experiment.hpp says what it finds.
#include "kernels/common/glass_tempering/experiment.hpp"

namespace spinbench::glass_tempering {
namespace {

// Of the listed sample the energies at T = 1.1019 and at the hottest temperature are known.
const Register<Experiment> experiment_registered{
    tempering_experiment({"tempering_ea3d",
                          "3D Edwards-Anderson spin glass, parallel tempering: energies, overlaps, exchanges, walks",
                          {"M. Weigel, J. Comput. Phys. 231, 3064 (2012), section 6",
                           "Y. Fang et al., Comput. Phys. Commun. 185, 2467 (2014)"},
                          "ea3d_parallel_tempering",
                          "ea3d",
                          "ising3d_exchange",
                          0.90752336872674})};

}  // namespace
}  // namespace spinbench::glass_tempering
