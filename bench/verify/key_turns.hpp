// Threads that want the same thing made: one makes it, the others wait for it.
#pragma once

#include <condition_variable>
#include <mutex>
#include <set>
#include <string>

namespace spinbench {

class KeyTurns {
 public:
  /// Has `key` from when no other thread has it until it is destroyed. A thread that has it must not ask for it again.
  class Turn {
   public:
    Turn(KeyTurns& turns, const std::string& key) : turns_(turns) {
      std::unique_lock lock(turns_.mutex_);
      turns_.given_back_.wait(lock, [&] { return !turns_.taken_.contains(key); });
      own_ = turns_.taken_.insert(key).first;
    }
    ~Turn() {
      const std::lock_guard lock(turns_.mutex_);
      turns_.taken_.erase(own_);
      turns_.given_back_.notify_all();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    KeyTurns& turns_;
    std::set<std::string>::iterator own_;
  };

 private:
  std::mutex mutex_;
  std::condition_variable given_back_;
  std::set<std::string> taken_;
};

}  // namespace spinbench
