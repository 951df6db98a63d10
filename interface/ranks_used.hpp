// Simulations that several ranks make together.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace spinbench {

/// The ranks, and where their time went.
struct RanksUsed {
  struct OfRank {
    std::string host, device;  ///< device "": a core of the host
    /// Microseconds of a sweep, in the mean since construction.
    double boundary_us = 0;  ///< updating what others wait for
    double transfer_us = 0;  ///< copying it to where it is sent from, and back
    double bulk_us = 0;      ///< updating the rest
    double wait_us = 0;      ///< for what others send
  };
  std::string library;                        ///< that has them talk to each other; "" where there is one rank
  std::string transport;                      ///< how boundaries get from one to the next
  double latency_us = 0, bandwidth_GBps = 0;  ///< of a simulated network; 0: none
  std::vector<OfRank> by_rank;

  /// Whether a rank has another device, or another host's cores, than rank 0.
  bool has_other_devices() const {
    return std::any_of(by_rank.begin(), by_rank.end(), [this](const OfRank& one) {
      return one.host != by_rank.front().host || one.device != by_rank.front().device;
    });
  }
  bool simulated_network() const { return latency_us > 0 || bandwidth_GBps > 0; }
};

/// What a Simulation is, beside, where it has ranks.
class Ranked {
 public:
  virtual ~Ranked() = default;
  /// Waits.
  virtual RanksUsed ranks_used() = 0;
};

}  // namespace spinbench
