// A wait on the device, as long as a part of the work before it: what slows a kernel down by a known per cent.
#pragma once

#include "backends/gpu/runtime.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

class Delay {
 public:
  /// Waits `percent` % of the time from begin() to end(), by the device's own clock.
  explicit Delay(double percent) : part_(percent / 100), began_(1) {}

  // Enqueued on stream(), in turn with the work between the two; the host waits for neither.
  void begin();
  void end();

 private:
  double part_;
  Buffer<unsigned long long> began_;
};

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
