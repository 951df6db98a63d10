// In place of backends/gpu/neighbours.hpp: all streams are one, in which work is done when it is enqueued.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "backends/gpu/device.cuh"
#include "backends/gpu/shared_memory.cuh"

inline void __threadfence_system() {}

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

struct Stream {};
inline Stream stream() { return {}; }

class UrgentStream {
 public:
  Stream get() const { return {}; }
  void synchronize() const {}
};

class Mark {
 public:
  void set(Stream) {}
  void await(Stream) const {}
  double seconds_since(const Mark&) const { return 0; }
};

template <class... Parameters, class... Arguments>
void launch_in(Stream, void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments&&... arguments) {
  launch(kernel, grid, block, std::forward<Arguments>(arguments)...);
}

template <class... Parameters, class... Arguments>
void launch_shared_in(Stream, void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                      Arguments&&... arguments) {
  launch_shared(kernel, grid, block, shared_bytes, std::forward<Arguments>(arguments)...);
}

struct Rows {
  void* first;
  std::size_t pitch;
};
inline void copy_rows(Stream, Rows to, Rows from, std::size_t bytes, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(static_cast<char*>(to.first) + i * to.pitch, static_cast<const char*>(from.first) + i * from.pitch,
                bytes);
}

class PinnedBytes {
 public:
  explicit PinnedBytes(std::size_t bytes) : bytes_(bytes) {}
  std::byte* data() { return bytes_.data(); }

 private:
  std::vector<std::byte> bytes_;
};

using Handle = std::array<std::byte, 64>;
inline Handle handle_of(void*) { return {}; }
inline constexpr std::size_t least_shared_bytes = 4096;

class MappedMemory {
 public:
  explicit MappedMemory(const Handle&) { throw std::logic_error("one process plays one device"); }
  void* data() const { return nullptr; }
};

inline void use_device_number(int) {}
inline std::string device_in_words() { return "played by the host"; }

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
