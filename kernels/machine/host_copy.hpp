// The copy that machine_copy and machine_l2 time on the CPU; they differ in the size of their arrays.
#pragma once

#include <algorithm>

#include "kernels/common/mutants.hpp"
#include "kernels/machine/machine.hpp"

namespace spinbench::machine {

/// How words get from one place to another.
using CopyWords = void (*)(std::uint64_t* to, const std::uint64_t* from, std::size_t words);

inline void copy_by_memcpy(std::uint64_t* to, const std::uint64_t* from, std::size_t words) {
  std::memcpy(to, from, (words - (planted(Mutant::memcpy_tail) ? 1 : 0)) * sizeof *to);
}

/// A copy of `bytes` bytes from one array to another, `repeats` times a sweep.
class HostCopy final : public MachineSimulation {
 public:
  HostCopy(std::int64_t bytes, int repeats, std::uint64_t seed, CopyWords copy = copy_by_memcpy)
      : copy_(copy), repeats_(repeats), source_(host_words(bytes)), target_(host_words(bytes)) {
    for (std::size_t i = 0; i < source_.size(); ++i) source_[i] = pattern(seed, i);
  }

  void sweep(int count) override {
    const std::int64_t copies = planted(Mutant::memcpy_once) ? 1 : std::int64_t{count} * repeats_;
    for (std::int64_t i = 0; i < copies; ++i) {
      copy_(target_.data(), source_.data(), target_.size());
      keep(target_.data());
    }
  }

  Work work_per_sweep() const override {
    const auto bytes = static_cast<double>(source_.size() * sizeof(std::uint64_t));
    Work work;
    work.units = work.memory_bytes = 2 * bytes * repeats_;
    work.footprint_bytes = 2 * bytes;
    return work;
  }

  std::vector<Check> self_check() override {
    std::fill(target_.begin(), target_.end(), std::uint64_t{0});
    sweep(1);
    return {exact_check("copy", target_ == source_, "one sweep into a cleared target, compared with the source")};
  }

 private:
  CopyWords copy_;
  int repeats_;
  std::vector<std::uint64_t> source_, target_;
};

}  // namespace spinbench::machine
