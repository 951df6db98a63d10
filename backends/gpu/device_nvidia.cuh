// Device functions on NVIDIA's cards: what device.cuh builds on.
#pragma once

#include "backends/gpu/runtime.hpp"
#include "backends/quotients.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

/// Lanes that run in step and may exchange data without a block barrier.
__device__ constexpr int warp_lanes() { return 32; }

/// First thing in a kernel that was launched chained: lets the next launch place its blocks as this one drains, then
/// waits until the launch before is complete and its stores are seen.
__device__ __forceinline__ void wait_for_previous_launch() {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
}

/// Barrier among the lanes of a warp; orders their shared-memory accesses.
__device__ __forceinline__ void sync_warp() { __syncwarp(); }

/// The value of the lane `offset` further on. All lanes must take part.
template <class T>
__device__ __forceinline__ T shuffle_down(T value, int offset) {
  return __shfl_down_sync(0xffffffffu, value, offset);
}

/// The value of lane `lane` of the warp. All lanes must take part.
template <class T>
__device__ __forceinline__ T shuffle(T value, int lane) {
  return __shfl_sync(0xffffffffu, value, lane);
}

/// Whether a lane of the warp says so. All lanes must take part.
__device__ __forceinline__ bool any_of_warp(bool says) { return __any_sync(0xffffffffu, says) != 0; }

/// A number that is the same in all lanes, which the compiler learns by this: so it need not expect them to part.
__device__ __forceinline__ std::uint32_t same_in_warp(std::uint32_t number) {
  return __shfl_sync(0xffffffffu, number, 0);
}

/// The word at `index` of a TextureTable.
__device__ __forceinline__ std::uint32_t texture_word(TextureTable::Handle table, int index) {
  return tex1Dfetch<unsigned int>(table, index);
}

/// Relaxed atomic access to what a block shares, of threads that no barrier orders: to the hardware a plain one, so
/// that compute-sanitizer's racecheck cannot tell it from a race. In a build for it, with SPINBENCH_RACECHECK, it is an
/// atomic instruction.
__device__ __forceinline__ std::uint32_t load_relaxed(const std::uint32_t* shared) {
#ifdef SPINBENCH_RACECHECK
  return atomicOr(const_cast<std::uint32_t*>(shared), 0u);
#else
  return *static_cast<const volatile std::uint32_t*>(shared);
#endif
}
__device__ __forceinline__ void store_relaxed(std::uint32_t* shared, std::uint32_t value) {
#ifdef SPINBENCH_RACECHECK
  atomicExch(shared, value);
#else
  *static_cast<volatile std::uint32_t*>(shared) = value;
#endif
}

/// Loads and stores that pass the first-level cache by, for data that a thread touches once.
template <class T>
__device__ __forceinline__ T load_past_l1(const T* address) {
  return __ldcg(address);
}
template <class T>
__device__ __forceinline__ void store_past_l1(T* address, T value) {
  __stcg(address, value);
}

/// Hides what the compiler knows of a number, so that it computes anew what depends on it, and keeps no registers for
/// it.
__device__ __forceinline__ void hide(std::uint32_t& number) { asm volatile("" : "+r"(number)); }

/// Copies from memory to what a block shares, which the hardware makes while the thread goes on: of 4, 8 or 16 bytes,
/// aligned to their size.
struct Copies {
  template <class T>
  __device__ static void copy(T* shared, const T* from) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
#if __CUDA_ARCH__ >= 800
    const auto to = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
    // Those of 16 bytes pass the first-level cache by.
    if constexpr (sizeof(T) == 16)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
    else
      asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(sizeof(T)) : "memory");
#else
    *shared = *from;
#endif
  }
  /// Returns when the thread's own copies are made; a barrier then shows them to the block.
  __device__ static void wait() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
  }
  /// Ends a group of the thread's copies, which began with the one before.
  __device__ static void mark() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
  }
  /// Returns when all are made but those of the last `Groups` groups.
  template <int Groups>
  __device__ static void wait() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(Groups) : "memory");
#endif
  }
};

/// f(a, b, c) for an f that combines its arguments bit by bit and captures nothing: one operation. The compiler finds
/// it only where nothing else invites it to regroup.
template <class F>
__device__ __forceinline__ std::uint32_t bitwise(std::uint32_t a, std::uint32_t b, std::uint32_t c, F) {
  constexpr std::uint32_t table = F{}(0xF0u, 0xCCu, 0xAAu) & 0xFFu;
  std::uint32_t result;
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(a), "r"(b), "r"(c), "n"(table));
  return result;
}

/// Adds `bits` to `word` where a < b: after the comparison one operation under a condition, for which the compiler
/// takes two.
__device__ __forceinline__ void add_bits_if_less(std::uint32_t& word, std::uint32_t bits, std::uint32_t a,
                                                 std::uint32_t b) {
  asm("{\n"
      ".reg .pred less;\n"
      "setp.lt.u32 less, %1, %2;\n"
      "@less or.b32 %0, %0, %3;\n"
      "}"
      : "+r"(word)
      : "r"(a), "r"(b), "r"(bits));
}

/// A word that blocks of one launch hand to each other: seen as a whole, after a while, by whoever looks again.
__device__ __forceinline__ void post(std::uint64_t* address, std::uint64_t value) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(address), "l"(value) : "memory");
}
__device__ __forceinline__ std::uint64_t look(const std::uint64_t* address) {
  std::uint64_t value;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
  return value;
}

/// Marks what blocks of one launch hand to each other: whoever sees the word by acquire() sees, too, what the releasing
/// thread had written before, and what others had written before a barrier with it. What lies in a first-level cache
/// from an earlier look must still be read past it.
__device__ __forceinline__ void release(std::uint32_t* address, std::uint32_t value) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(address), "r"(value) : "memory");
}
__device__ __forceinline__ std::uint32_t acquire(const std::uint32_t* address) {
  std::uint32_t value;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
  return value;
}

/// Whether all threads of the block say so, once all have come. By the hardware's vote: where one word in shared memory
/// said it, blocks of one warp that asked again and again never saw it change on an H100 and an H200.
__device__ __forceinline__ bool all_of_block(bool says) { return __syncthreads_and(says) != 0; }

/// Barrier among all threads of a cluster of blocks, which shows them what they wrote to each other's shared memory.
__device__ __forceinline__ void sync_cluster() {
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "barrier.cluster.arrive.release.aligned;\n"
      "barrier.cluster.wait.acquire.aligned;" ::
          : "memory");
#else
  __syncthreads();
#endif
}

/// A word in shared memory that tells when bytes have come that somebody else brings: no fence, which would wait for
/// all that a thread has under way in memory. It has phases, each of so many arrivals and the bytes that they expect.
struct Signal {
  std::uint64_t word;

  /// By one thread; a barrier, of the cluster where others of it bring bytes, must follow.
  __device__ void begin(std::uint32_t arrivals) {
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "mbarrier.init.shared::cta.b64 [%0], %1;\n"
        "fence.mbarrier_init.release.cluster;" ::"r"(address()),
        "r"(arrivals)
        : "memory");
#endif
  }
  /// Arrives, and expects bytes in this phase, of which some may have come.
  __device__ void expect(std::uint32_t bytes) {
#if __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address()), "r"(bytes) : "memory");
#endif
  }
  __device__ void arrive() {
#if __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address()) : "memory");
#endif
  }
  /// Whether arrivals are waited for.
  __device__ static constexpr bool works() {
#if __CUDA_ARCH__ >= 900
    return true;
#else
    return false;
#endif
  }
  /// Returns when the phase with that number modulo 2 has ended. No fence for the cluster: shared memory is in no
  /// cache, and such a fence empties the first-level one.
  __device__ void wait(std::uint32_t phase) {
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "{\n"
        ".reg .pred done;\n"
        "again:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
        "@!done bra again;\n"
        "}" ::"r"(address()),
        "r"(phase)
        : "memory");
#endif
  }
  __device__ std::uint32_t address() const { return static_cast<std::uint32_t>(__cvta_generic_to_shared(this)); }
};

/// What blocks of a cluster hand to each other. Whoever hands something over again must have heard since that the other
/// block has read it.
struct Handed {
  using Block = std::uint32_t;  ///< where a block has what it shares

  /// Of block `number` of the cluster, which has at the same place what lies at `own` in this one; `alone`: of this
  /// one.
  __device__ static Block block(const void* own, unsigned number, bool alone) {
    auto result = static_cast<std::uint32_t>(__cvta_generic_to_shared(own));
#if __CUDA_ARCH__ >= 900
    if (!alone) asm volatile("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(result) : "r"(number));
#endif
    return result;
  }
  /// Stores `value`, of 4, 8 or 16 bytes, at `offset` in what `block` shares and tells the signal there.
  template <class T>
  __device__ static void hand(Block block, std::uint32_t offset, const T& value, std::uint32_t signal) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
#if __CUDA_ARCH__ >= 900
    const auto* const word = reinterpret_cast<const std::uint32_t*>(&value);
    if constexpr (sizeof(T) == 16)
      asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(
                       block + offset),
                   "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]), "r"(block + signal)
                   : "memory");
    else if constexpr (sizeof(T) == 8)
      asm volatile(
          "st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%0], {%1, %2}, [%3];" ::"r"(block + offset),
          "r"(word[0]), "r"(word[1]), "r"(block + signal)
          : "memory");
    else
      asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(block + offset),
                   "r"(word[0]), "r"(block + signal)
                   : "memory");
#else
    lay(block, offset, value);
#endif
  }
  /// Stores it and tells nobody.
  template <class T>
  __device__ static void lay(Block block, std::uint32_t offset, const T& value) {
    const auto* const word = reinterpret_cast<const std::uint32_t*>(&value);
#pragma unroll
    for (std::uint32_t i = 0; i < sizeof(T) / 4; ++i)
#if __CUDA_ARCH__ >= 900
      asm volatile("st.shared::cluster.b32 [%0], %1;" ::"r"(block + offset + 4 * i), "r"(word[i]) : "memory");
#else
      asm volatile("st.shared.b32 [%0], %1;" ::"r"(block + offset + 4 * i), "r"(word[i]) : "memory");
#endif
  }
};

/// a[i] over b[i], each rounded to nearest.
template <class Real, int Count>
__device__ __forceinline__ void divide(Real (&a)[Count], const Real (&b)[Count]) {
#if defined(__CUDA_ARCH__)
  quotients_of_device(a, b);
#endif
}

/// Leaves the multiprocessor to others for a moment.
__device__ __forceinline__ void pause() { __nanosleep(100); }

/// A store of what nobody reads soon: the second-level cache writes it out first, in the order in which it came.
template <class T>
__device__ __forceinline__ void store_streaming(T* address, T value) {
  __stcs(address, value);
}
/// A load of what nobody reads soon.
template <class T>
__device__ __forceinline__ T load_streaming(const T* address) {
  return __ldcs(address);
}

/// Has the second-level cache ask memory for the line there.
__device__ __forceinline__ void prefetch(const void* address) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
