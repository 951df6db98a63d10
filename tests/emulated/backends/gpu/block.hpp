// A block of threads on a device that this host plays: fibres, which take turns in random order at barriers and
// atomics.
#pragma once

#include <ucontext.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  dim3() = default;
  dim3(unsigned a, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
inline thread_local dim3 threadIdx, blockIdx, blockDim, gridDim;

namespace emulated {

/// Threads that have arrived at a barrier, and barriers that are behind them.
struct Arrivals {
  unsigned waiting = 0, passed = 0;
};

/// The block that runs in this thread of the host.
class Block {
 public:
  static Block*& current() {
    static thread_local Block* block = nullptr;
    return block;
  }

  Block(dim3 grid, dim3 index, dim3 shape, const std::function<void()>& body, std::barrier<>* others)
      : body_(body),
        others_(others),
        done_(shape.x * shape.y * shape.z),
        warps_((shape.x * shape.y * shape.z + 31) / 32),
        random_(index.x + 7 * index.y + 1) {
    gridDim = grid, blockIdx = index, blockDim = shape;
    current() = this;
    live_ = shape.x * shape.y * shape.z;
    while (stacks().size() < live_) stacks().push_back(std::make_unique_for_overwrite<Stack>());
    // Blocks of one launch are alike, and a turn has no time for divisions.
    if (Places& all = places(); all.shape.x != shape.x || all.shape.y != shape.y || all.shape.z != shape.z) {
      all = {shape, {}};
      for (unsigned i = 0; i < live_; ++i)
        all.of.emplace_back(i % shape.x, i / shape.x % shape.y, i / shape.x / shape.y);
    }
  }

  void run() {
    while (live_ > 0) {
      const auto threads = static_cast<unsigned>(done_.size());
      running_ = static_cast<unsigned>(random_()) % threads;
      for (unsigned turn = 0; turn < threads; ++turn) {
        if (!done_[running_]) resume();
        if (++running_ == threads) running_ = 0;
      }
    }
    current() = nullptr;
  }

  /// Lets the others run.
  [[gnu::noinline]] void yield() {
    // Unlike swapcontext() the compiler's own jumps ask the operating system for nothing, and unlike the library's they
    // keep what a function needs and no more. They want both ends in functions of their own; Clang has them on x86-64.
    if (__builtin_setjmp(stacks()[running_]->place) == 0) __builtin_longjmp(scheduler_, 1);
  }
  void maybe_yield() {
    if (one_of(4)) yield();
  }
  /// Lets the others run, and at times those of other blocks, for who looks for what one of these sends. A block that
  /// has looked for some words a thread since it sent something itself sleeps, or it would keep a core from the sender:
  /// what is there by then waits so long, too. Each time twice as long, since on a busy host all others may wait for
  /// one.
  void yield_to_senders() {
    yield();
    if (++looks_ < 8 * done_.size()) return;
    looks_ = 0;
    std::this_thread::sleep_for(nap_);
    nap_ = std::min(2 * nap_, 40 * shortest_nap);
  }
  void sent() { looks_ = 0, nap_ = shortest_nap; }
  /// True once in so many times.
  bool one_of(unsigned count) { return random_() % count == 0; }

  void sync_block() {
    wait(all_, [this] { return live_; });
  }
  /// Whether all threads of the block say so.
  bool all_of_block(bool says) {
    agree_ = agree_ && says;
    sync_block();
    const bool result = agree_;
    if (wait(all_, [this] { return live_; })) agree_ = true;
    sync_block();
    return result;
  }
  /// Also waits for the other blocks of a cooperative launch.
  void sync_grid() {
    const unsigned passed = grid_.passed;
    if (++grid_.waiting == live_) {
      grid_.waiting = 0;
      others_->arrive_and_wait();
      ++grid_.passed;
    }
    while (grid_.passed == passed) yield();
  }

  /// The sum of the lanes' values, in each of them.
  template <class T>
  T warp_sum(T value) {
    Warp& warp = warps_[running_ / 32];
    using Sum = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;
    Sum& sum = std::get<Sum>(warp.sums);
    sum += static_cast<Sum>(value);
    wait(warp.arrivals, [] { return 32u; });
    const auto result = static_cast<T>(sum);
    if (wait(warp.arrivals, [] { return 32u; })) sum = 0;
    wait(warp.arrivals, [] { return 32u; });
    return result;
  }
  void sync_warp() {
    wait(warps_[running_ / 32].arrivals, [] { return 32u; });
  }
  /// The value of another lane.
  template <class T>
  T shuffle(T value, int lane) {
    Warp& warp = warps_[running_ / 32];
    static_assert(sizeof(T) <= sizeof(std::uint64_t));
    std::memcpy(&warp.values[running_ % 32], &value, sizeof(T));
    wait(warp.arrivals, [] { return 32u; });
    T result;
    std::memcpy(&result, &warp.values[static_cast<unsigned>(lane) % 32], sizeof(T));
    wait(warp.arrivals, [] { return 32u; });
    return result;
  }

 private:
  static constexpr std::size_t stack_bytes = 64 << 10;
  using Place = void* [5];

  /// Of a fibre, which has what the threads of one block after the other do: to begin one asks the operating system,
  /// twice.
  struct Stack {
    ucontext_t context;
    Place place;
    bool started = false;
    char bytes[stack_bytes];
  };
  static std::vector<std::unique_ptr<Stack>>& stacks() {
    static thread_local std::vector<std::unique_ptr<Stack>> result;
    return result;
  }
  /// The threads of a block of that shape.
  struct Places {
    dim3 shape{0, 0, 0};
    std::vector<dim3> of;
  };
  static Places& places() {
    static thread_local Places result;
    return result;
  }
  struct Warp {
    Arrivals arrivals;
    std::tuple<std::int64_t, double> sums{};
    std::uint64_t values[32] = {};
  };

  [[gnu::noinline]] void resume() {
    threadIdx = places().of[running_];
    if (__builtin_setjmp(scheduler_) != 0) return;
    Stack& stack = *stacks()[running_];
    if (std::exchange(stack.started, true)) __builtin_longjmp(stack.place, 1);
    getcontext(&stack.context);
    stack.context.uc_stack.ss_sp = stack.bytes;
    stack.context.uc_stack.ss_size = stack_bytes;
    makecontext(&stack.context, &Block::enter, 0);
    setcontext(&stack.context);
  }
  /// What a fibre does for ever.
  static void enter() {
    for (;;) {
      Block& block = *current();
      block.body_();
      block.done_[block.running_] = true;
      --block.live_;
      block.release(block.all_, block.live_);
      block.yield();
    }
  }
  static bool release(Arrivals& arrivals, unsigned wanted) {
    if (arrivals.waiting == 0 || arrivals.waiting < wanted) return false;
    arrivals.waiting = 0;
    ++arrivals.passed;
    return true;
  }
  /// True for the one who came last.
  template <class Wanted>
  bool wait(Arrivals& arrivals, Wanted&& wanted) {
    const unsigned passed = arrivals.passed;
    ++arrivals.waiting;
    if (release(arrivals, wanted())) return true;
    while (arrivals.passed == passed) yield();
    return false;
  }

  std::function<void()> body_;
  std::barrier<>* others_;
  std::vector<char> done_;  ///< by thread
  std::vector<Warp> warps_;
  std::minstd_rand random_;
  Place scheduler_;
  Arrivals all_, grid_;
  bool agree_ = true;
  unsigned live_ = 0, running_ = 0;
  static constexpr std::chrono::microseconds shortest_nap{50};
  std::size_t looks_ = 0;  ///< since this block sent something or slept
  std::chrono::microseconds nap_ = shortest_nap;
};

template <class T>
T atomic_update(T* address, T (*change)(T, T), T value) {
  Block::current()->maybe_yield();
  std::atomic_ref<T> target(*address);
  T before = target.load();
  while (!target.compare_exchange_weak(before, change(before, value))) {
  }
  return before;
}

}  // namespace emulated
