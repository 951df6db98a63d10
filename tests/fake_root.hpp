// A root folder for Machine (bench/host/machine.hpp), which goes with the test.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

struct FakeRoot {
  std::filesystem::path root =
      std::filesystem::temp_directory_path() / ("spinbench-machine-" + std::to_string(::getpid()));
  FakeRoot() { std::filesystem::remove_all(root); }
  ~FakeRoot() { std::filesystem::remove_all(root); }
  void put(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
  }
};
