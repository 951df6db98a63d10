#include "bench/select/case.hpp"

#include <cstdio>

#include "bench/select/axes.hpp"

namespace spinbench {

namespace {

std::string gibibytes(double bytes) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.3g GiB", bytes / (1024.0 * 1024.0 * 1024.0));
  return buffer;
}

}  // namespace

std::string Case::name() const {
  const std::string head = variant->kernel + "/" + variant->name + "/" + variant->backend;
  return params.entries().empty() ? head : head + "/" + params.name();
}

std::string why_skipped(const Case& c) {
  for (const auto& axis : c.variant->axes)
    if (const auto why = why_outside(axis, c.params.at(axis.name)); !why.empty()) return why;
  return why_impossible_here(c);
}

std::string why_impossible_here(const Case& c) {
  // Variants may ask the runtime about the device, as for shared memory.
  c.backend->use_device(c.device);
  if (c.variant->unsupported)
    if (const auto why = c.variant->unsupported(c.params, c.device_info()); !why.empty()) return why;
  if (c.kernel != nullptr && c.kernel->experiment && c.kernel->experiment->refuses)
    if (const auto why = c.kernel->experiment->refuses(c.params); !why.empty()) return why;
  if (c.variant->memory_bytes) {
    const double needed = c.variant->memory_bytes(c.params);
    const auto available = static_cast<double>(c.backend->free_memory_bytes());
    // Written so that a size that overflowed to infinity or NaN is refused, too.
    if (!(needed <= available))
      return "needs " + gibibytes(needed) + " of memory; " + gibibytes(available) + " is free";
  }
  return "";
}

std::string device_key(Backend& backend, int device) {
  const std::string& pci = backend.devices().at(static_cast<std::size_t>(device)).pci;
  return pci.empty() ? backend.name() + " " + std::to_string(device) : pci;
}

}  // namespace spinbench
