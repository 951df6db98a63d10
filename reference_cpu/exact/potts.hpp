// What is known exactly of Potts models on small lattices with periodic boundaries, H = -J sum_<ij> (2 delta(s_i, s_j)
// - 1), J = 1, so that two states are the Ising model.
#pragma once

#include <cstdint>
#include <optional>

namespace spinbench::exact {

struct Potts {
  double energy = 0;         ///< <H>/N, per spin, units of J
  double specific_heat = 0;  ///< beta^2 N (<e^2> - <e>^2), per spin, units of k_B
};

/// By all configurations of spins of `q` states, 2 to 4: of 3 x 3 and of 2 x 2 x 2 sites, where both bonds between two
/// neighbours count. Takes some milliseconds. Of other lattices nothing. Throws std::invalid_argument for beta <= 0.
std::optional<Potts> potts(int dimensions, std::int64_t L, std::int64_t q, double beta);

}  // namespace spinbench::exact
