// In place of backends/gpu/neighbours.hpp: all streams are one, in which work is done when it is enqueued.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "backends/gpu/device.cuh"
#include "backends/gpu/far.cuh"
#include "backends/gpu/shared_memory.cuh"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

using Stream = void*;
inline Stream stream() { return nullptr; }

class UrgentStream {
 public:
  Stream get() const { return nullptr; }
  void synchronize() const {}
  bool idle() const { return true; }
};

class Mark {
 public:
  void set(Stream) {}
  void await(Stream) const {}
  bool reached() const { return true; }
  double seconds_since(const Mark&) const { return 0; }
};

template <class... Parameters, class... Arguments>
void launch_in(Stream, void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments&&... arguments) {
  launch(kernel, grid, block, std::forward<Arguments>(arguments)...);
  emulated::FarStores::mine().end_launch();
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

/// Ranks are threads of one process, which has all memory mapped.
using Handle = std::array<std::byte, 64>;
inline Handle handle_of(void* memory) {
  Handle result{};
  std::memcpy(result.data(), &memory, sizeof memory);
  return result;
}
inline constexpr std::size_t least_shared_bytes = 4096;

class MappedMemory {
 public:
  explicit MappedMemory(const Handle& handle) { std::memcpy(&data_, handle.data(), sizeof data_); }
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
};

inline void use_device_number(int) {}
inline std::string device_in_words() { return "played by the host"; }
/// Tests name one.
inline std::string& device_messages_file() {
  static std::string file = "libnccl.so.2";
  return file;
}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
