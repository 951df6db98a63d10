// What is known exactly of the +-J Edwards-Anderson model with periodic boundaries, H = -J sum_<ij> J_ij s_i s_j, J
// = 1.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace spinbench::exact {

struct SpinGlass {
  double energy = 0;         ///< <H>/N, per spin; negative
  double specific_heat = 0;  ///< beta^2 N (<e^2> - <e>^2), per spin; of one sample
};

/// The sample RandomBonds::listed_sample() of `dimensions` (2, 3) and side L, where it was enumerated: the states of
/// the square one of L = 4 and 8 and of the cubic one of L = 4 were counted or summed by transfer matrices, at a few
/// temperatures each. Else nothing.
std::optional<SpinGlass> spin_glass_sample(int dimensions, std::int64_t L, double beta);
/// The inverse temperatures at which it was, ascending.
std::vector<double> spin_glass_sample_betas(int dimensions, std::int64_t L);

/// The disorder average on the Nishimori line, where the couplings are +1 with probability 1 / (1 + exp(-2 beta)):
/// -d tanh(beta) on any lattice (H. Nishimori, Prog. Theor. Phys. 66, 1169 (1981)).
double nishimori_energy(int dimensions, double beta);

/// The disorder average with both signs alike, by its high-temperature series in t = tanh(beta) up to t^21, for L >= 8
/// and beta <= 1/3. Each order is about half of the one before at 1/3 in three dimensions, and of the other sign: the
/// next is some 5e-6 there, 6e-7 at beta = 0.3, 1e-8 at 0.25 and far less in two; loops around L = 8 bring less than
/// 1e-6. Else nothing.
std::optional<double> bimodal_energy(int dimensions, std::int64_t L, double beta);

}  // namespace spinbench::exact
