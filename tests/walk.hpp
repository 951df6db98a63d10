// A walk that an experiment can follow, keep and go on with, on a scripted machine.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bench/measure/experiment.hpp"
#include "interface/resumable.hpp"
#include "tests/fake_backend.hpp"

namespace spinbench::testing::walks {

inline constexpr double spins = 1000, ns_a_sweep = 1e4, ns_a_batch = 2e5;

/// A walk on a ring, one step a sweep, on a device that takes a while to begin, too.
class Walk : public Simulation, public Resumable {
 public:
  explicit Walk(FakeBackend& backend) {
    backend.time = [this](int, int) { return ns_a_batch + ns_a_sweep * static_cast<double>(std::exchange(due_, 0)); };
  }
  void sweep(int count) override {
    due_ += count;
    for (; count > 0; --count) at_ = (7 * at_ + 3) % ring;
  }
  std::string code_path() const override { return path; }
  Observables observe() override { return {{"energy", {static_cast<double>(at_)}}}; }
  /// As many spins as there are places on the ring, of which one is down.
  Configuration configuration() override {
    std::vector<std::int8_t> result(ring, 1);
    result[static_cast<std::size_t>(at_)] = -1;
    return Configuration(result);
  }
  Work work_per_sweep() const override {
    Work work;
    work.units = spins;
    return work;
  }
  void save(StateWriter& to) override { to.put(at_); }
  void restore(StateReader& from) override { from.take(at_); }

  std::string path;

 protected:
  static constexpr int ring = 1009;
  int at_ = 1, due_ = 0;
};

/// Its one estimate tells any two series apart.
inline Experiment walked() {
  Experiment result;
  result.name = "walked";
  result.estimates = [](const Params&, const Experiment::Length&, const Series& series, Simulation&) {
    double sum = 0;
    for (std::size_t i = 0; i < series.values.size(); ++i) sum += static_cast<double>(i + 1) * series.values[i];
    return std::vector<NamedEstimate>{{"sum", sum, 0, std::nullopt, ""}};
  };
  return result;
}

/// A folder for files, gone with the object.
struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("spinbench-walks-" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

/// What is said on stderr meanwhile.
inline std::string said(const std::function<void()>& meanwhile) {
  std::ostringstream text;
  auto* const before = std::cerr.rdbuf(text.rdbuf());
  meanwhile();
  std::cerr.rdbuf(before);
  return text.str();
}

}  // namespace spinbench::testing::walks
