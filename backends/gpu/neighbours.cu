#include <algorithm>
#include <cstring>

#include "backends/gpu/neighbours.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

namespace {

// The two runtimes have other names for it.
#if defined(SPINBENCH_GPU_HIP)
Error allocate_pinned(void** data, std::size_t bytes) { return hipHostMalloc(data, bytes, hipHostMallocDefault); }
Error free_pinned(void* data) { return hipHostFree(data); }
#else
Error allocate_pinned(void** data, std::size_t bytes) { return cudaMallocHost(data, bytes); }
Error free_pinned(void* data) { return cudaFreeHost(data); }
#endif

/// Of work that was asked about.
bool is_done(Error error) {
  if (error == SPINBENCH_GPU_API(ErrorNotReady)) {
    // The next launch would else find it.
    static_cast<void>(SPINBENCH_GPU_API(GetLastError)());
    return false;
  }
  check(error, "work on the device");
  return true;
}

}  // namespace

UrgentStream::UrgentStream() {
  int least = 0, greatest = 0;
  check(SPINBENCH_GPU_API(DeviceGetStreamPriorityRange)(&least, &greatest), "stream priorities");
  check(SPINBENCH_GPU_API(StreamCreateWithPriority)(&stream_, SPINBENCH_GPU_API(StreamNonBlocking), greatest),
        "stream");
}

UrgentStream::~UrgentStream() { static_cast<void>(SPINBENCH_GPU_API(StreamDestroy)(stream_)); }

bool UrgentStream::idle() const { return is_done(SPINBENCH_GPU_API(StreamQuery)(stream_)); }

bool Mark::reached() const { return is_done(SPINBENCH_GPU_API(EventQuery)(event_)); }

void copy_rows(Stream in, Rows to, Rows from, std::size_t bytes, std::size_t count) {
  // The runtimes refuse rows that lie further apart than that.
  constexpr std::size_t widest_pitch = (std::size_t{1} << 31) - 1;
  if (count == 1 || std::max(to.pitch, from.pitch) > widest_pitch) {
    for (std::size_t row = 0; row < count; ++row)
      check(SPINBENCH_GPU_API(MemcpyAsync)(static_cast<std::byte*>(to.first) + row * to.pitch,
                                           static_cast<const std::byte*>(from.first) + row * from.pitch, bytes,
                                           SPINBENCH_GPU_API(MemcpyDefault), in),
            "copy of a row");
    return;
  }
  check(SPINBENCH_GPU_API(Memcpy2DAsync)(to.first, to.pitch, from.first, from.pitch, bytes, count,
                                         SPINBENCH_GPU_API(MemcpyDefault), in),
        "copy of rows");
}

PinnedBytes::PinnedBytes(std::size_t bytes) { check(allocate_pinned(&data_, bytes), "pinned memory of the host"); }

PinnedBytes::~PinnedBytes() { static_cast<void>(free_pinned(data_)); }

Handle handle_of(void* memory) {
  SPINBENCH_GPU_API(IpcMemHandle_t) own;
  static_assert(sizeof own == sizeof(Handle));
  check(SPINBENCH_GPU_API(IpcGetMemHandle)(&own, memory), "handle of memory");
  Handle result;
  std::memcpy(result.data(), &own, sizeof own);
  return result;
}

MappedMemory::MappedMemory(const Handle& handle) {
  SPINBENCH_GPU_API(IpcMemHandle_t) own;
  std::memcpy(&own, handle.data(), sizeof own);
  check(SPINBENCH_GPU_API(IpcOpenMemHandle)(&data_, own, SPINBENCH_GPU_API(IpcMemLazyEnablePeerAccess)),
        "memory of another process");
}

MappedMemory::~MappedMemory() { static_cast<void>(SPINBENCH_GPU_API(IpcCloseMemHandle)(data_)); }

void use_device_number(int number) {
  int count = 0;
  check(SPINBENCH_GPU_API(GetDeviceCount)(&count), "number of devices");
  check(SPINBENCH_GPU_API(SetDevice)(number % count), "device of a rank");
}

std::string device_in_words() {
  DeviceProperties properties;
  check(SPINBENCH_GPU_API(GetDeviceProperties)(&properties, current_device()), "device properties");
  char bus[32] = "";
  check(SPINBENCH_GPU_API(DeviceGetPCIBusId)(bus, sizeof bus, current_device()), "bus address");
  return std::string(properties.name) + " at " + bus;
}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
