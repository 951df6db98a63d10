// The calling thread on one core for a while.
#pragma once

#include <sched.h>

#include <cstddef>

namespace spinbench {

/// Pins the calling thread to one of the cores it may run on, and restores that on destruction: a thread that wanders
/// loses its caches. Each of `count` turns takes another core, evenly spread from the current one on, so that one busy
/// core spoils one turn; `from_first`: from the first core on, so that another process takes the same ones. Where the
/// system does not allow it, nothing happens.
class PinnedCore {
 public:
  PinnedCore(std::size_t turn, std::size_t count, bool from_first = false);
  ~PinnedCore();
  PinnedCore(const PinnedCore&) = delete;
  PinnedCore& operator=(const PinnedCore&) = delete;
  /// The core, or -1.
  int core() const { return core_; }

 private:
  cpu_set_t before_{};
  int core_ = -1;
};

}  // namespace spinbench
