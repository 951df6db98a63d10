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
/// its part and was the first to touch it. The first word of a part is the number of its copies, so that of one left
/// out the last word tells.
class HostCopy final : public MachineSimulation {
 public:
  HostCopy(std::int64_t bytes, unsigned repeats, std::uint64_t seed, CopyWords copy = copy_by_memcpy, int threads = 1)
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
      if (first == last) return;
      for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count) * repeats_; ++i) {
        source_[first] = copies_ + i + 1;
        copy_(target_.data() + first, source_.data() + first, last - first);
        keep(target_.data() + first);
      }
    });
    copies_ += static_cast<std::uint64_t>(count) * repeats_;
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
    const std::uint64_t copies = copies_ + std::uint64_t{checked_sweeps} * repeats_;
    sweep(checked_sweeps);
    bool same = std::equal(target_.begin(), target_.end(), source_.begin());
    for (int member = 0; member < team_.size(); ++member) {
      const auto [first, last] = part_of(source_.size(), member, team_.size());
      same = same && (first == last || target_[first] == copies);
    }
    return {exact_check("copy", same,
                        "a batch of sweeps into a cleared target, compared with the source; the copies counted")};
  }

 private:
  CopyWords copy_;
  unsigned repeats_;
  std::uint64_t copies_ = 0;
  cpu::Team team_;
  HostWords source_, target_;
};

}  // namespace spinbench::machine
