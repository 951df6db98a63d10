// The driver's management library (NVML or ROCm SMI), loaded at run time: clocks, temperature, power, its limit,
// throttle reasons, energy, processes. One management_*.cu is built in, by platform.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "interface/backend.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

class Management {
 public:
  /// `pci` names the device as "0000:1b:00.0". Where the library or the device is missing, every answer is empty.
  explicit Management(const std::string& pci);
  ~Management();

  Conditions conditions() const;
  std::optional<double> energy_joules() const;
  /// Numbers of the processes with work on the device, this one among them, as the driver counts them: outside of
  /// containers. One may appear more than once.
  std::vector<unsigned> processes() const;
  std::string driver_version() const;  ///< "" where unknown
  std::string uuid() const;            ///< the card's own number; "" where unknown

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
