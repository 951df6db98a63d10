// How the streams of a generator are told apart.
#pragma once

namespace spinbench::rng {

enum class Seeding {
  skip,    ///< all streams are parts of one sequence
  random,  ///< each stream starts at a random place
};

}  // namespace spinbench::rng
