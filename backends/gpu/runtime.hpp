// The vendor's runtime under one set of names. Nothing outside backends/gpu/ names a vendor.
//
// The build compiles each .cu file once for every backend, with SPINBENCH_GPU_BACKEND (the backend's name, in quotes)
// and SPINBENCH_GPU_NAMESPACE. All that such a file shares with others lies in an inline namespace of the latter name:
// otherwise the linker would take one backend's templates for the other's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "backends/gpu/place.hpp"
#if defined(SPINBENCH_GPU_HIP)
#include "backends/gpu/api_hip.hpp"
#else
#include "backends/gpu/api_cuda.hpp"
#endif

/// A kernel argument that is read in place, from constant memory, also where it is indexed at run time.
#if defined(__HIP_PLATFORM_AMD__)
#define SPINBENCH_CONSTANT_ARGUMENT
#else
#define SPINBENCH_CONSTANT_ARGUMENT __grid_constant__
#endif

/// A kernel's most threads a block, and the blocks of that many that a multiprocessor is to hold, which limits its
/// registers. AMD's compiler takes the second number for something else, and knows itself how many registers suit.
#if defined(__HIP_PLATFORM_AMD__)
#define SPINBENCH_LAUNCH_BOUNDS(threads, blocks) __launch_bounds__(threads)
#else
#define SPINBENCH_LAUNCH_BOUNDS(threads, blocks) __launch_bounds__(threads, blocks)
#endif

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

/// Throws std::runtime_error, naming `what`, unless `error` is success; OutOfMemory where memory is short.
void check(Error error, const char* what);

/// The same of a launch of `kernel`: Unsupported where the device refuses it for its size, and the kernel's occupancy
/// says so, too; else it is a fault of the launch like any other. `at_once`: all blocks wait for each other.
void check_launch(Error error, const char* what, const void* kernel, dim3 grid, dim3 block, std::size_t shared_bytes,
                  bool at_once = false);

/// The device's memory is: a case that does not fit is none that failed, as on a host.
class OutOfMemory : public std::bad_alloc {
 public:
  explicit OutOfMemory(const std::string& message) : message_(message) {}
  const char* what() const noexcept override { return message_.what(); }

 private:
  std::runtime_error message_;  ///< copies without throwing
};

/// The stream of the current device on which all work of this process runs; made on first use.
Stream stream();

/// Waits for stream(). Throws std::runtime_error for any error of the work in it.
void synchronize();

/// Copies from the device, and waits.
template <class T>
void copy_to_host(T* host, const T* device, std::size_t count) {
  check(
      SPINBENCH_GPU_API(MemcpyAsync)(host, device, count * sizeof(T), SPINBENCH_GPU_API(MemcpyDeviceToHost), stream()),
      "copy from device");
  synchronize();
}

/// Device memory for `size` objects of T on the current device.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t size) : size_(size) {
    check(SPINBENCH_GPU_API(Malloc)(reinterpret_cast<void**>(&data_), size ? size * sizeof(T) : 1), "device memory");
  }
  Buffer(Buffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Buffer() {
    // A failure here repeats one that was reported already: freeing cannot fail on a sound device.
    if (data_) static_cast<void>(SPINBENCH_GPU_API(Free)(data_));
  }

  T* data() const { return data_; }
  std::size_t size() const { return size_; }

  void fill_zero() { check(SPINBENCH_GPU_API(MemsetAsync)(data_, 0, size_ * sizeof(T), stream()), "memset"); }
  void copy_from(const T* host, std::size_t count) {
    check(
        SPINBENCH_GPU_API(MemcpyAsync)(data_, host, count * sizeof(T), SPINBENCH_GPU_API(MemcpyHostToDevice), stream()),
        "copy to device");
    synchronize();
  }
  void copy_to(T* host, std::size_t count) const { copy_to_host(host, data_, count); }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Launches on stream() with `shared_bytes` of shared memory that the kernel declares without a size, and checks the
/// launch; see allow_shared_bytes().
template <class... Parameters, class... Arguments>
void launch_shared(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                   Arguments&&... arguments) {
  kernel<<<grid, block, shared_bytes, stream()>>>(std::forward<Arguments>(arguments)...);
  check_launch(SPINBENCH_GPU_API(GetLastError)(), "kernel launch", reinterpret_cast<const void*>(kernel), grid, block,
               shared_bytes);
}

/// The same without such memory.
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments&&... arguments) {
  launch_shared(kernel, grid, block, 0, std::forward<Arguments>(arguments)...);
}

/// Whether the current device can place a launch's blocks while the launch before drains.
bool can_chain_launches();

/// Whether blocks of the current device can form clusters.
bool can_cluster_blocks();

/// Launches on stream(); where `chained`, the blocks may be placed while the launch before them drains. Such a kernel
/// must call gpu::wait_for_previous_launch() before it touches memory.
class Launcher {
 public:
  explicit Launcher(bool chained) : chained_(chained) {}
  bool chained() const { return chained_; }

  template <class... Parameters, class... Arguments>
  void operator()(void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments&&... arguments) const {
    with_shared(kernel, grid, block, 0, std::forward<Arguments>(arguments)...);
  }

  /// With shared memory that the kernel declares without a size.
  template <class... Parameters, class... Arguments>
  void with_shared(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                   Arguments&&... arguments) const {
    if (!chained_) {
      launch_shared(kernel, grid, block, shared_bytes, std::forward<Arguments>(arguments)...);
      return;
    }
    check_launch(launch_chained(stream(), kernel, grid, block, shared_bytes, std::forward<Arguments>(arguments)...),
                 "chained launch", reinterpret_cast<const void*>(kernel), grid, block, shared_bytes);
  }

  /// In clusters of `blocks`, which write to each other's shared memory; one block alone is none.
  template <class... Parameters, class... Arguments>
  void clusters(void (*kernel)(Parameters...), dim3 grid, dim3 block, unsigned blocks, std::size_t shared_bytes,
                Arguments&&... arguments) const {
    if (blocks == 1) {
      with_shared(kernel, grid, block, shared_bytes, std::forward<Arguments>(arguments)...);
      return;
    }
    check(launch_clusters(stream(), kernel, grid, block, blocks, shared_bytes, chained_,
                          std::forward<Arguments>(arguments)...),
          "launch of clusters");
  }

 private:
  bool chained_;
};

/// The same, cooperatively: the blocks may wait for each other.
template <class... Parameters>
void launch_cooperative_shared(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                               std::type_identity_t<Parameters>... arguments) {
  void* pointers[] = {static_cast<void*>(&arguments)...};
  const void* const launched = reinterpret_cast<const void*>(kernel);
  check_launch(SPINBENCH_GPU_API(LaunchCooperativeKernel)(launched, grid, block, pointers,
                                                          static_cast<unsigned>(shared_bytes), stream()),
               "cooperative launch", launched, grid, block, shared_bytes, true);
}

/// Launches cooperatively without such memory.
template <class... Parameters>
void launch_cooperative(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                        std::type_identity_t<Parameters>... arguments) {
  launch_cooperative_shared(kernel, grid, block, 0, arguments...);
}

/// Lets `kernel` have `bytes` of shared memory that it declares without a size, up to largest_shared_bytes(). The last
/// call counts: of two simulations that are alive at a time the later one must not ask for less.
template <class... Parameters>
void allow_shared_bytes(void (*kernel)(Parameters...), std::size_t bytes) {
  check(SPINBENCH_GPU_API(FuncSetAttribute)(reinterpret_cast<const void*>(kernel),
                                            SPINBENCH_GPU_API(FuncAttributeMaxDynamicSharedMemorySize),
                                            static_cast<int>(bytes)),
        "shared memory of a kernel");
}

/// Blocks of `kernel` that one multiprocessor holds at a time.
template <class... Parameters>
int blocks_per_multiprocessor(void (*kernel)(Parameters...), int threads, std::size_t shared_bytes = 0) {
  int blocks = 0;
  check(SPINBENCH_GPU_API(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, kernel, threads, shared_bytes),
        "occupancy");
  return blocks;
}

/// Why the current device cannot launch blocks of so many threads of `kernel`, or "".
template <class... Parameters>
std::string why_no_place(void (*kernel)(Parameters...), unsigned threads) {
  return why_no_place_for_block(blocks_per_multiprocessor(kernel, static_cast<int>(threads)), threads);
}

/// Shared memory that one block can have.
std::size_t largest_shared_bytes();

/// The number of the device that is in use.
int current_device();
int multiprocessors();
std::size_t cache_bytes();

/// A recorded sequence of launches that is replayed in one call.
class Graph {
 public:
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph();

  bool recorded() const { return executable_ != nullptr; }
  /// Records what `enqueue` enqueues on stream().
  template <class Enqueue>
  void record(Enqueue&& enqueue) {
    begin();
    try {
      enqueue();
    } catch (...) {
      abandon();
      throw;
    }
    end();
  }
  void replay();

 private:
  void begin();
  void abandon();
  void end();
  SPINBENCH_GPU_API(GraphExec_t) executable_ = nullptr;
};

/// A table of `Count` 32-bit words that each thread reads at an index of its own. To be passed as
/// `const SPINBENCH_CONSTANT_ARGUMENT ConstantTable<Count>::Argument`.
#if defined(__HIP_PLATFORM_AMD__)
/// In device memory: AMD's compiler copies an argument that is indexed at run time to scratch memory, for each lane.
template <int Count>
class ConstantTable {
 public:
  struct Argument {
    const std::uint32_t* words;
    __device__ std::uint32_t operator[](int index) const { return words[index]; }
  };
  explicit ConstantTable(const std::uint32_t* words) : words_(Count) { words_.copy_from(words, Count); }
  Argument argument() const { return {words_.data()}; }

 private:
  Buffer<std::uint32_t> words_;
};
#else
/// In the argument itself: arguments are constant memory, and no other simulation can overwrite them.
template <int Count>
class ConstantTable {
 public:
  struct Argument {
    std::uint32_t words[Count];
    __device__ std::uint32_t operator[](int index) const { return words[index]; }
  };
  explicit ConstantTable(const std::uint32_t* words) {
    for (int i = 0; i < Count; ++i) argument_.words[i] = words[i];
  }
  const Argument& argument() const { return argument_; }

 private:
  Argument argument_;
};
#endif

/// A table of 32-bit words in texture memory.
class TextureTable {
 public:
  using Handle = SPINBENCH_GPU_API(TextureObject_t);
  TextureTable(const std::uint32_t* words, std::size_t count);
  TextureTable(const TextureTable&) = delete;
  TextureTable& operator=(const TextureTable&) = delete;
  ~TextureTable();
  Handle handle() const { return handle_; }

 private:
  Buffer<std::uint32_t> words_;
  Handle handle_{};
};

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
