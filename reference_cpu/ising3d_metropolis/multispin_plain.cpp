// The oracle of the variants `multispin` in three dimensions: the tiles of kernels/ising3d_metropolis/multispin.hpp,
// spin by spin on a plain lattice. H = -J sum_<ij> s_i s_j, J = 1.
#include "reference_cpu/common/multispin_plain.hpp"

#include "kernels/ising3d_metropolis/axes.hpp"
#include "kernels/ising3d_metropolis/multispin.hpp"
#include "kernels/ising3d_metropolis/physics.hpp"
#include "reference_cpu/ising3d_metropolis/lattice.hpp"

namespace spinbench::ising3d {
namespace {

struct Layers : Cubic {
  static std::uint32_t layers(std::uint32_t L) { return L; }
  static int field(const Lattice<std::int8_t>& lattice, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return lattice.field(x, y, z);
  }
  static void flip(Lattice<std::int8_t>& lattice, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    lattice.flip(x, y, z);
  }
  static constexpr double logic_ops = 11;
};

const Register<Variant> registered{plain_multispin_variant<MultispinModel, Layers>(
    axis_L(), axis_beta(), [](const Params& params) { return board_unsupported(params, 3); },
    {plain_multispin_physics, look})};

}  // namespace
}  // namespace spinbench::ising3d
