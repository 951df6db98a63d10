// The oracle of the GPU variants `multispin`: the rule of kernels/ising2d_metropolis/multispin.hpp, spin by spin on a
// plain lattice, without a word of bit logic. H = -J sum_<ij> s_i s_j, J = 1.
#include "reference_cpu/common/multispin_plain.hpp"

#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"
#include "kernels/ising2d_metropolis/physics.hpp"
#include "reference_cpu/ising2d_metropolis/plane.hpp"

namespace spinbench::ising2d {
namespace {

const Register<Variant> registered{plain_multispin_variant<MultispinModel, Plane>(
    axis_L(), axis_beta(), square_lattice_unsupported, {plain_multispin_physics, look})};

}  // namespace
}  // namespace spinbench::ising2d
