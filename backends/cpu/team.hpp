// Threads of a host that work on one thing together, again and again.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "interface/host_cpus.hpp"

namespace spinbench::cpu {

/// Threads that this process may run at a time, at least 1.
inline int usable_threads() { return static_cast<int>(allowed_cpus().size()); }

/// `size` threads, the caller among them; the others sleep between two calls of run().
class Team {
 public:
  /// Throws std::bad_alloc where the system starts no more threads (ulimit -u, a container's limit).
  explicit Team(int size) {
    try {
      for (int member = 1; member < size; ++member)
        others_.emplace_back([this, member](const std::stop_token& stop) { serve(member, stop); });
    } catch (const std::system_error&) {
      // Those that were started wait for a call, and are waited for when they are destroyed.
      dismiss();
      throw std::bad_alloc();
    }
  }
  ~Team() { dismiss(); }
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return static_cast<int>(others_.size()) + 1; }

  /// Calls work(member) in every thread, the caller as member 0, and waits for all. `work` must not throw.
  void run(const std::function<void(int)>& work) {
    work_ = &work;
    at_work_.store(size() - 1, std::memory_order_relaxed);
    call();
    work(0);
    for (int left; (left = at_work_.load(std::memory_order_acquire)) != 0;) at_work_.wait(left);
  }

 private:
  void dismiss() {
    for (std::jthread& other : others_) other.request_stop();
    call();
  }
  void call() {
    calls_.fetch_add(1, std::memory_order_release);
    calls_.notify_all();
  }
  void serve(int member, const std::stop_token& stop) {
    for (std::uint64_t seen = 0;; ++seen) {
      calls_.wait(seen, std::memory_order_acquire);
      if (stop.stop_requested()) return;
      (*work_)(member);
      if (at_work_.fetch_sub(1, std::memory_order_acq_rel) == 1) at_work_.notify_one();
    }
  }

  std::atomic<std::uint64_t> calls_{0};
  std::atomic<int> at_work_{0};
  const std::function<void(int)>* work_ = nullptr;
  std::vector<std::jthread> others_;  ///< the last member: they use the others until they have ended
};

/// How far each member of a team has come, for members that wait only for those whose results they need.
class Progress {
 public:
  explicit Progress(int members) : steps_(static_cast<std::size_t>(members)) {}

  /// `member` has done so many steps: what it wrote until now is seen by those that wait for it.
  void report(int member, std::uint64_t done) { at(member).store(done, std::memory_order_release); }
  /// Until `member` has done so many steps.
  void await(int member, std::uint64_t done) const {
    for (int looks = 0; at(member).load(std::memory_order_acquire) < done; ++looks)
      if (looks > 1000) std::this_thread::yield();
  }

 private:
  struct alignas(64) Step {
    std::atomic<std::uint64_t> done{0};
  };
  std::atomic<std::uint64_t>& at(int member) { return steps_[static_cast<std::size_t>(member)].done; }
  const std::atomic<std::uint64_t>& at(int member) const { return steps_[static_cast<std::size_t>(member)].done; }

  std::vector<Step> steps_;
};

/// Asks for `words` words that another core may have written.
inline void fetch_to_read(const std::uint32_t* first, std::size_t words) {
  for (std::size_t i = 0; i < words; i += 16) __builtin_prefetch(first + i, 0);
}

/// Asks for `words` words that another core may have read, to write them.
inline void fetch_to_write(const std::uint32_t* first, std::size_t words) {
  for (std::size_t i = 0; i < words; i += 16) {
#if defined(__x86_64__) && defined(__GNUC__)
    // The builtin would only ask for a copy to read: not every such host has PREFETCHW. Those without it do nothing.
    asm volatile("prefetchw %0" : : "m"(first[i]));
#else
    __builtin_prefetch(first + i, 1);
#endif
  }
}

}  // namespace spinbench::cpu
