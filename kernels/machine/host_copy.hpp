// The copy that machine_copy and machine_l2 time on the CPU; they differ in the size of their arrays.
#pragma once

#include <algorithm>

#include "backends/cpu/team.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/machine/machine.hpp"

namespace spinbench::machine {

/// How words get from one place to another.
using CopyWords = void (*)(std::uint64_t* to, const std::uint64_t* from, std::size_t words);

inline void copy_by_memcpy(std::uint64_t* to, const std::uint64_t* from, std::size_t words) {
  std::memcpy(to, from, (words - (planted(Mutant::memcpy_tail) ? 1 : 0)) * sizeof *to);
}

/// A copy of `bytes` bytes from one array to another, `repeats` times a sweep, by `threads` threads, each of which has
/// its part and was the first to touch it.
class HostCopy final : public MachineSimulation {
 public:
  HostCopy(std::int64_t bytes, int repeats, std::uint64_t seed, CopyWords copy = copy_by_memcpy, int threads = 1)
      : copy_(copy), repeats_(repeats), team_(threads), source_(bytes), target_(bytes) {
    team_.run([this, seed](int member) {
      const auto [first, last] = part_of(source_.size(), member, team_.size());
      for (std::size_t i = first; i < last; ++i) source_[i] = pattern(seed, i), target_[i] = 0;
    });
  }

  void sweep(int count) override {
    if (planted(Mutant::memcpy_once)) count = 1;
    team_.run([this, count](int member) {
      const auto [first, last] = part_of(source_.size(), member, team_.size());
      for (std::int64_t i = 0; i < std::int64_t{count} * repeats_; ++i) {
        copy_(target_.data() + first, source_.data() + first, last - first);
        keep(target_.data() + first);
      }
    });
  }

  Work work_per_sweep() const override {
    const auto bytes = static_cast<double>(source_.size() * sizeof(std::uint64_t));
    Work work;
    work.units = work.memory_bytes = 2 * bytes * repeats_;
    work.footprint_bytes = 2 * bytes;
    return work;
  }
  int host_threads() const override { return team_.size(); }

  std::vector<Check> self_check() override {
    std::fill(target_.begin(), target_.end(), std::uint64_t{0});
    sweep(1);
    const bool same = std::equal(target_.begin(), target_.end(), source_.begin());
    return {exact_check("copy", same, "one sweep into a cleared target, compared with the source")};
  }

 private:
  CopyWords copy_;
  int repeats_;
  cpu::Team team_;
  HostWords source_, target_;
};

}  // namespace spinbench::machine
