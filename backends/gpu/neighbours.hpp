// What devices of several processes need to work beside each other: a second stream, copies that name theirs, pinned
// memory of the host, and memory that another process maps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "backends/gpu/runtime.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

/// A stream beside stream(), which the device prefers where both have work.
class UrgentStream {
 public:
  UrgentStream();
  ~UrgentStream();
  UrgentStream(const UrgentStream&) = delete;
  UrgentStream& operator=(const UrgentStream&) = delete;
  Stream get() const { return stream_; }
  void synchronize() const { check(SPINBENCH_GPU_API(StreamSynchronize)(stream_), "work on the device"); }
  /// Whether all of its work is done.
  bool idle() const;

 private:
  Stream stream_ = nullptr;
};

/// A place in a stream, for others to wait for, and to be timed by.
class Mark {
 public:
  Mark() { check(SPINBENCH_GPU_API(EventCreate)(&event_), "event"); }
  ~Mark() { static_cast<void>(SPINBENCH_GPU_API(EventDestroy)(event_)); }
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;
  void set(Stream in) { check(SPINBENCH_GPU_API(EventRecord)(event_, in), "event"); }
  void await(Stream in) const { check(SPINBENCH_GPU_API(StreamWaitEvent)(in, event_, 0), "event"); }
  /// Whether the work before it is done; so it is where it was never set.
  bool reached() const;
  /// Seconds from `before`; both were set and waited for.
  double seconds_since(const Mark& before) const {
    float ms = 0;
    check(SPINBENCH_GPU_API(EventElapsedTime)(&ms, before.event_, event_), "event");
    return 1e-3 * static_cast<double>(ms);
  }

 private:
  Event event_ = nullptr;
};

/// With shared memory that the kernel declares without a size.
template <class... Parameters, class... Arguments>
void launch_shared_in(Stream in, void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                      Arguments&&... arguments) {
  kernel<<<grid, block, shared_bytes, in>>>(std::forward<Arguments>(arguments)...);
  check_launch(SPINBENCH_GPU_API(GetLastError)(), "kernel launch", reinterpret_cast<const void*>(kernel), grid, block,
               shared_bytes);
}
template <class... Parameters, class... Arguments>
void launch_in(Stream in, void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments&&... arguments) {
  launch_shared_in(in, kernel, grid, block, 0, std::forward<Arguments>(arguments)...);
}

/// Rows of bytes, each so far from the next.
struct Rows {
  void* first;
  std::size_t pitch;
};
/// Copies `count` rows of `bytes` from anywhere to anywhere, devices and pinned memory of the host.
void copy_rows(Stream in, Rows to, Rows from, std::size_t bytes, std::size_t count);

/// Memory of the host that devices copy from and to by themselves.
class PinnedBytes {
 public:
  explicit PinnedBytes(std::size_t bytes);
  ~PinnedBytes();
  PinnedBytes(const PinnedBytes&) = delete;
  PinnedBytes& operator=(const PinnedBytes&) = delete;
  std::byte* data() const { return static_cast<std::byte*>(data_); }

 private:
  void* data_ = nullptr;
};

/// What another process of the same machine needs to map a device's memory.
using Handle = std::array<std::byte, 64>;
/// `memory`: as it was allocated, of 2 MiB at least, so that it shares its pages with nothing else.
Handle handle_of(void* memory);
inline constexpr std::size_t least_shared_bytes = std::size_t{2} << 20;

/// Memory of another process.
class MappedMemory {
 public:
  explicit MappedMemory(const Handle& handle);
  ~MappedMemory();
  MappedMemory(const MappedMemory&) = delete;
  MappedMemory& operator=(const MappedMemory&) = delete;
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
};

/// The library by which devices of this vendor send each other messages (device_messages.hpp).
#if defined(__HIP_PLATFORM_AMD__)
inline const char* device_messages_file() { return "librccl.so.1"; }
#else
inline const char* device_messages_file() { return "libnccl.so.2"; }
#endif

/// Makes the device with this number among those of the machine the current one, round and round.
void use_device_number(int number);
/// How the current one calls itself, and its bus address.
std::string device_in_words();

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
