// What the variants of the kernel ea2d_metropolis share beyond kernels/common/spin_glass.hpp: axes, geometry, and how
// long a stream stays open.
//
// Every lattice is one tile (Weigel 2012, section 5): a visit takes it from memory, does k sweeps and writes it back.
// A visit opens the stream of each pair of sites at the number of its first half-sweep and keeps it open to its end.
//
// `numbers=shared`: one random number a site and half-sweep for all realizations of a word. `numbers=own`: every
// realization has its own, number b of the 32 that group g of 32 realizations draws for a pair of sites: stream g *
// sites / 2 + pair is opened at 32 times the number of the half-sweep, and bit b of its word n is digit n of number b,
// the most significant first. Whoever compares with a threshold may stop drawing once all 32 are decided.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "interface/params.hpp"
#include "kernels/common/spin_glass.hpp"

namespace spinbench::ea2d {

Axis axis_L();                                  ///< linear size, even, 4 to 64
Axis axis_k();                                  ///< sweeps a visit
Axis axis_hits_of_oracle();                     ///< the same, 1 where nobody says
Axis axis_numbers();                            ///< shared or own
Axis axis_realizations(std::int64_t fallback);  ///< of the couplings, where one word holds one
Axis axis_rng();                                ///< of in_square_glasses()
Axis axis_fast_rng();                           ///< of those the ones that keep nothing in memory
Axis axis_beta();                               ///< inverse temperature, units of 1/J

/// The paper's generator, and those that pass BigCrush and whose streams fit registers.
constexpr bool in_square_glasses(const rng::Generator& generator) {
  return generator.name == std::string_view("lcg32_random") || in_fast_spin_glasses(generator);
}

inline bool has_own_numbers(const Params& params) { return params.has("numbers") && params.word("numbers") == "own"; }

/// Why no variant can run the case, or "": an odd L has no two colours; own numbers need streams that can be opened
/// anywhere, and whole groups of 32 realizations.
std::string unsupported(const Params& params);

/// The case in terms of words, of one realization each, for a variant with the axis `realizations`.
Params in_words_of_one(const Params& params);

}  // namespace spinbench::ea2d
