// Buffers of a device in what a simulation keeps (interface/resumable.hpp).
#pragma once

#include <vector>

#include "backends/gpu/device.cuh"
#include "interface/resumable.hpp"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

template <class T>
std::vector<T> fetched(const gpu::Buffer<T>& buffer) {
  std::vector<T> values(buffer.size());
  buffer.copy_to(values.data(), values.size());
  return values;
}
template <class T>
void save_buffer(StateWriter& to, const gpu::Buffer<T>& buffer) {
  to.put(fetched(buffer));
}
template <class T>
void restore_buffer(StateReader& from, gpu::Buffer<T>& buffer) {
  std::vector<T> values(buffer.size());
  from.take(values);
  buffer.copy_from(values.data(), values.size());
}

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE
