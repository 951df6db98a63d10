// Options as they were typed, and what they say.
#pragma once

#include <string>
#include <vector>

#include "bench/cli/options.hpp"

namespace spinbench::cli {

/// Before they are numbers.
struct Typed {
  std::string seed, sweeps, hold, repetitions, device, physics, turns, format, precision, budget, shell,
      checkpoint_every, network;
  std::vector<std::string> kernels;
};

/// Numbers, and patterns that commas part. Throws UsageError, as the others do, that names the option and the text.
void read_numbers(const Typed& typed, Options& options);

void read_format(const Typed& typed, Options& options);

/// --network, which goes to world(). Throws UsageError where there are no ranks to hold back.
void read_network(const std::string& typed);

}  // namespace spinbench::cli
