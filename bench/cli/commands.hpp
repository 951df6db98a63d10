// The commands; each returns its exit code and throws UsageError or NoDevice.
#pragma once

#include "bench/cli/options.hpp"

namespace spinbench::cli {

int list(const Options& options);
int run(const Options& options);
int verify(const Options& options);
int doctor(const Options& options);

}  // namespace spinbench::cli
