// Work of a host that comes in independent pieces.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "backends/cpu/team.hpp"

namespace spinbench::cpu {

/// Bytes or so from which on threads are worth their start.
inline constexpr double worth_sharing = 1 << 20;

/// Calls work(piece) for each piece from 0 on, in no order, by all threads of the host where `bytes`, what they go
/// through together, are worth it. `work` must not throw.
inline void share_out(std::uint64_t pieces, double bytes, const std::function<void(std::uint64_t)>& work) {
  const auto threads = static_cast<std::uint64_t>(bytes < worth_sharing ? 1 : usable_threads());
  Team team(static_cast<int>(std::clamp<std::uint64_t>(threads, 1, std::max<std::uint64_t>(pieces, 1))));
  team.run([&](int member) {
    for (auto piece = static_cast<std::uint64_t>(member); piece < pieces;
         piece += static_cast<std::uint64_t>(team.size()))
      work(piece);
  });
}

}  // namespace spinbench::cpu
