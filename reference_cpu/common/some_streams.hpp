// Some of a simulation's streams: those that a part of a lattice asks for, in memory that hangs on their number and not
// on the lattice's size.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace spinbench {

/// A stream in use, of whichever generator: what is_flipped() and MultispinDecisions draw from.
class AnyStream {
 public:
  virtual ~AnyStream() = default;
  virtual std::uint32_t next() = 0;
  virtual void pass() = 0;
};

class SomeStreams {
 public:
  virtual ~SomeStreams() = default;
  /// Stream `number` with `position` attempts behind it.
  virtual std::unique_ptr<AnyStream> open(std::uint64_t number, std::uint64_t position) = 0;
  /// Keeps what the stream, opened by that number, holds in registers.
  virtual void close(std::uint64_t number, const AnyStream& stream) = 0;
};

/// Those of a simulation with `count` streams, of which `lanes` share a ring where the generator called `rng` has
/// rings: the streams of Streams (kernels/common/serial_streams.hpp). Throws as rng::with_generator().
std::unique_ptr<SomeStreams> some_streams(const std::string& rng, std::uint64_t seed, std::uint64_t count,
                                          std::uint32_t lanes = 1);

}  // namespace spinbench
