// What the checks of a case are known by, for the files of bench/verify.
#pragma once

#include <chrono>
#include <string>

#include "bench/select/case.hpp"

namespace spinbench::verify_detail {

/// Kernel, variant, backend and device.
std::string where(const Case& c);

/// What code a case runs as far as its words tell: "draw:always rng:lcg32_random".
std::string words_of(const Case& c, const Params& params);

std::string path_key(const Case& c, const Params& params, const std::string& code_path);

/// What the time of a unit of `oracle` is kept by, where it goes the way of `params` of `c`.
std::string rate_key(const Case& c, const Variant& oracle, const Params& params);

/// What is known of a comparison at `params` is known by.
std::string bits_key(const Case& c, const Params& params);

Check failed(const std::string& name, const std::string& why);

double seconds_since(std::chrono::steady_clock::time_point start);

}  // namespace spinbench::verify_detail
