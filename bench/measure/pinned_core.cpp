#include "bench/measure/pinned_core.hpp"

#include <algorithm>
#include <vector>

namespace spinbench {

PinnedCore::PinnedCore(std::size_t turn, std::size_t count, bool from_first) {
  if (sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &before_)) cores.push_back(core);
  if (cores.empty() || count == 0) return;
  const auto current = std::find(cores.begin(), cores.end(), sched_getcpu());
  const std::size_t first =
      from_first || current == cores.end() ? 0 : static_cast<std::size_t>(current - cores.begin());
  const int core = cores[(first + turn * std::max<std::size_t>(cores.size() / count, 1)) % cores.size()];
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  if (sched_setaffinity(0, sizeof one, &one) == 0) core_ = core;
}

PinnedCore::~PinnedCore() {
  if (core_ >= 0) sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace spinbench
