// What the machine_* kernels share. They time a machine's limits, not a model: no spins, no physics, only self-checks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "backends/attributes.hpp"
#include "interface/registry.hpp"
#include "kernels/common/rng/lcg.hpp"
#include "kernels/common/rng/splitmix64.hpp"

namespace spinbench::machine {

/// A simulation without spins.
class MachineSimulation : public Simulation {
 public:
  /// Checked at the very sizes that are timed.
  std::string code_path() const override { return "as timed"; }
  Observables observe() override { return {}; }
  Configuration configuration() override { return {}; }
};

/// A check that compares exactly.
inline Check exact_check(std::string name, bool passed, std::string detail) {
  Check check;
  check.name = std::move(name);
  check.passed = passed;
  check.detail = std::move(detail);
  return check;
}

/// Word `index` of the pattern that a copy must carry over.
SPINBENCH_FN inline std::uint64_t pattern(std::uint64_t seed, std::uint64_t index) {
  return rng::splitmix64(seed, index + 1);
}

/// Why a copy of so many bytes does not stay in the second-level cache of a GPU; "" where it may, or nobody tells.
std::string l2_unsupported(std::int64_t bytes, const Device& device);

/// The chain that machine_logic times: two operations that no compiler can merge with the next step's.
struct LogicStep {
  std::uint32_t mask, addend;
  static constexpr int operations = 2;
  SPINBENCH_FN std::uint32_t operator()(std::uint32_t x) const { return (x ^ mask) + addend; }
};

inline constexpr LogicStep logic_step{0x9E3779B9u, 0x7F4A7C15u};

/// Where a chain of machine_logic ends on a host. In 64 bits and cut once a step: other instructions than the timed
/// ones.
inline std::uint32_t logic_end(std::uint32_t start, std::int64_t steps) {
  std::uint64_t x = start;
  for (std::int64_t n = 0; n < steps; ++n) x = ((x ^ logic_step.mask) + logic_step.addend) & 0xFFFFFFFFu;
  return static_cast<std::uint32_t>(x);
}

/// The chain that machine_mad times: one 32-bit multiply-add a step. rng::AffineStep::power() gives its end at once.
using MadStep = rng::AffineStep<std::uint32_t>;

/// The start of chain `chain` in sweep number `sweep`: of a batch in which a sweep was left out the ends tell.
SPINBENCH_FN inline std::uint32_t chain_start(std::uint64_t seed, std::uint64_t chain, std::uint32_t sweep) {
  return static_cast<std::uint32_t>(rng::splitmix64(seed, chain + 1)) + sweep;
}

/// The sweeps of the batch that a check makes.
inline constexpr int checked_sweeps = 3;

/// Bytes rounded down to whole 64-bit words.
inline std::size_t words_in(std::int64_t bytes) { return static_cast<std::size_t>(bytes) / sizeof(std::uint64_t); }

/// Memory that is lacking is no failure of what would have been checked in it.
class NoArray : public std::bad_alloc {
 public:
  explicit NoArray(std::int64_t bytes) : what_("no memory for an array of " + std::to_string(bytes) + " bytes") {}
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  std::string what_;
};

/// An array of so many bytes that nobody has touched: a page comes to lie near the thread that does so first.
class HostWords {
 public:
  /// Throws NoArray where the memory cannot be had.
  explicit HostWords(std::int64_t bytes) try
      : size_(words_in(bytes)), words_(std::make_unique_for_overwrite<std::uint64_t[]>(size_)) {
  } catch (const std::bad_alloc&) {
    throw NoArray(bytes);
  }
  std::size_t size() const { return size_; }
  std::uint64_t* data() { return words_.get(); }
  const std::uint64_t* data() const { return words_.get(); }
  std::uint64_t* begin() { return data(); }
  std::uint64_t* end() { return data() + size_; }
  std::uint64_t& operator[](std::size_t i) { return words_[i]; }

 private:
  std::size_t size_;
  std::unique_ptr<std::uint64_t[]> words_;
};

/// The part of `size` words that member `member` of a team of `members` has: [first, second).
inline std::pair<std::size_t, std::size_t> part_of(std::size_t size, int member, int members) {
  const auto all = static_cast<std::size_t>(members), own = static_cast<std::size_t>(member);
  return {size / all * own + std::min(own, size % all), size / all * (own + 1) + std::min(own + 1, size % all)};
}

/// The compiler must assume that `data` is read and changed here, so that it cannot drop a store to it.
inline void keep(void* data) { asm volatile("" : : "r"(data) : "memory"); }

/// The compiler must assume that `x` changes here, and hold it in a general register: no step is merged, dropped or
/// put in a vector.
inline void opaque(std::uint32_t& x) { asm volatile("" : "+r"(x)); }

/// Default working sets of the cpu variants, from the caches of this host. Powers of two, so that most hosts agree.
struct HostSizes {
  std::int64_t array;         ///< for memory bandwidth: two of them are at least four times the last-level cache
  std::int64_t array_of_all;  ///< of all threads: the same of all last-level caches that they have, of a chip's many
  std::int64_t cached;        ///< for cache bandwidth: half of a core's level-2 cache
};
const HostSizes& host_sizes();
/// Those of a process that may run on these CPUs, by the files below `root`.
HostSizes host_sizes_of(const std::filesystem::path& root, const std::vector<int>& cpus);

}  // namespace spinbench::machine
