// The commands; each returns its exit code and throws UsageError or NoDevice.
#pragma once

#include <string>
#include <vector>

#include "bench/cli/options.hpp"
#include "bench/select/case.hpp"

namespace spinbench::cli {

int list(const Options& options);
int run(const Options& options);
int verify(const Options& options);
int doctor(const Options& options);
int tau(const Options& options);

/// Has the experiments among `cases` that measure autocorrelation times keep the series of another observable. Throws
/// UsageError where a simulation has none of that name.
void observe_instead(std::vector<Case>& cases, const std::string& observable);

}  // namespace spinbench::cli
