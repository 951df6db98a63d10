#include "kernels/rng_quality/variant.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace spinbench::rng_quality {

Variant quality_variant(Variant ising) {
  Variant result = std::move(ising);
  result.kernel = "rng_quality";
  result.title = "energy and specific heat by " + result.title;
  result.source = "Weigel 2012, section 3.3, Table 1";
  for (Axis& axis : result.axes) {
    // Table 1's lattice and temperature. The paper does not print k: at 5, measurements lie about as far apart as they
    // stay correlated.
    if (axis.name == "L") axis.fallback = std::int64_t{1024};
    if (axis.name == "beta") axis.fallback = 0.4;
    if (axis.name == "k") axis.fallback = std::int64_t{5};
    if (axis.name == "tile") axis.fallback = std::int64_t{16};
    // A lattice of this size stays in a GPU's shared memory, and launches would cost more than its sweeps.
    if (axis.name == "launch" && result.name == "multispin") axis.fallback = std::string("persistent");
    // Small spins make measurements cheap on a GPU; serial code is faster with int.
    if (axis.name == "spin") axis.fallback = std::string(result.backend == "cpu" ? "int32" : "int8");
  }
  return result;
}

}  // namespace spinbench::rng_quality
