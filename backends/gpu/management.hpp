// The driver's management library (NVML or ROCm SMI), loaded at run time: clocks, temperature, power, throttle reasons,
// energy. One management_*.cu is built in, by platform.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "interface/backend.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

class Management {
 public:
  /// `pci` names the device as "0000:1b:00.0". Where the library or the device is missing, every answer is empty.
  explicit Management(const std::string& pci);
  ~Management();

  Conditions conditions() const;
  std::optional<double> energy_joules() const;
  std::string driver_version() const;  ///< "" where unknown

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
