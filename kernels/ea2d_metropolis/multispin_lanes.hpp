// Asynchronous multispin coding on a CPU, many words at a time: a lane of 32 bits in the host's widest vectors for 32
// realizations of as many words side by side. kernels/ea2d_metropolis/multispin_lanes.inl has the visit.
//
// A unit is what shares random numbers: a coded word of `W` words of 32 bits, or, where realizations have their own
// numbers, a group of 32. Units lie in batches of as many as a vector has lanes; word w of site i of a batch's units is
// a vector at ((batch * sites + i) * W + w) * lanes. So one comparison of a vector of random numbers makes the masks of
// all its units, whatever the word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "backends/cpu/isa.hpp"
#include "kernels/common/acceptance.hpp"
#include "kernels/common/lanes.hpp"

namespace spinbench::ea2d {

/// What a visit of one batch is given.
struct LanesVisit {
  std::uint32_t* spins;      ///< of the batch
  std::uint32_t* couplings;  ///< those along x, then those along y
  std::uint32_t* scratch;    ///< for the random words, aligned as vectors are
  std::uint64_t L, hits;
  std::uint64_t seed, first_stream, position;
  SquareThresholds thresholds;
};

}  // namespace spinbench::ea2d

#define SPINBENCH_LANES_FILE "kernels/ea2d_metropolis/multispin_lanes.inl"
#include "kernels/common/lanes_each.inl"
#undef SPINBENCH_LANES_FILE
