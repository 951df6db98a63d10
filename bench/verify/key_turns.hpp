// Threads that want the same thing made: one makes it, the others wait for it.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace spinbench {

class KeyTurns {
 public:
  /// Waits until no other thread has `key`, and has it for as long as what is returned lives. A thread that has it
  /// must not ask for it again.
  [[nodiscard]] std::shared_ptr<void> take(const std::string& key) {
    std::unique_lock lock(mutex_);
    given_back_.wait(lock, [&] { return !taken_.contains(key); });
    taken_.insert(key);
    return {nullptr, [this, key](void*) {
              const std::lock_guard again(mutex_);
              taken_.erase(key);
              given_back_.notify_all();
            }};
  }

 private:
  std::mutex mutex_;
  std::condition_variable given_back_;
  std::set<std::string> taken_;
};

}  // namespace spinbench
