// What `doctor` says of one thing that it looks for.
#pragma once

#include <filesystem>
#include <string>

namespace spinbench::cli {

/// Found or not, what was seen, and how to get it.
struct Finding {
  std::string name;
  bool found = false;
  std::string detail, remedy;
};

/// The energy counters of the host below `root`: all of them, or none that counts.
Finding rapl(const std::filesystem::path& root = "/");

}  // namespace spinbench::cli
