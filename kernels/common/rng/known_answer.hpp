// What is published of a generator: numbers that it must give, and how it did in batteries of tests.
//
// Every generator Rng has
//   known_answers   a range of KnownAnswer
//   Sequence        the published generator made of what the streams are made of: Sequence(start).next()
//   quality         a Quality
#pragma once

#include <cstdint>
#include <span>

namespace spinbench::rng {

/// Numbers, counted from 1, of the sequence that begins at `start`, which the generator's Sequence explains.
struct KnownAnswer {
  const char* source;
  std::uint64_t start[4];
  int skip = 0;  ///< numbers before number 1
  int count = 5;
  std::uint64_t first[5];         ///< numbers 1 to `count`
  std::uint64_t last_number = 0;  ///< 0 where only the first are known
  std::uint64_t last = 0;         ///< number `last_number`
};

/// Texts for people; "" where nothing is known.
struct Quality {
  const char* header;    ///< the file in kernels/common/rng
  const char* paper;     ///< who published the generator
  bool passes_bigcrush;  ///< of the sequence that `tested` names, not of the streams drawn here
  const char* tested;    ///< which sequence was put to which tests, and by whom
  const char* as_used;   ///< how the words drawn here differ from that sequence
};

}  // namespace spinbench::rng
