#include "kernels/ea2d_metropolis/axes.hpp"

#include "kernels/common/axes.hpp"

namespace spinbench::ea2d {

Axis axis_L() { return Axis::integer("L", 16, 4, 64, "linear size of the lattice"); }

Axis axis_k() { return spinbench::axis_k(); }

Axis axis_hits_of_oracle() { return Axis::integer("k", 1, 1, 1000, "sweeps through which streams stay open"); }

Axis axis_numbers() {
  return Axis::word("numbers", "shared", {"shared", "own"},
                    "random numbers: one for all realizations of a word, or one for each");
}

Axis axis_realizations(std::int64_t fallback) {
  return Axis::integer("realizations", fallback, 1, 1 << 20, "realizations of the couplings side by side");
}

Axis axis_rng() { return Axis::word("rng", "philox4x32", rng::names_of(in_square_glasses), "random number generator"); }

Axis axis_fast_rng() {
  return Axis::word("rng", "philox4x32", rng::names_of(in_fast_spin_glasses), "random number generator");
}

Axis axis_beta() { return spinbench::axis_beta(1); }

std::string unsupported(const Params& params) {
  if (params.integer("L") % 2 != 0)
    return "a lattice of odd L has no two colours: L must be even, but L is " + std::to_string(params.integer("L"));
  if (has_own_numbers(params)) {
    if (!rng::is_of(in_fast_spin_glasses, params.word("rng")))
      return "numbers=own opens streams at any position: take rng=" + rng::one_of(in_fast_spin_glasses);
    if (params.word("word") == "1") return "numbers=own draws for groups of 32 realizations: take word=32, 64 or 128";
  }
  return "";
}

Params in_words_of_one(const Params& params) {
  Params words = params;
  // Checks of words say how many they want.
  if (!params.has("systems")) words.set("systems", params.integer("realizations"));
  words.set("word", std::string("1"));
  return words;
}

}  // namespace spinbench::ea2d
