// Another build that measures the same cases in turns with this one (`run --baseline-binary`).
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "bench/against/turns.hpp"

namespace spinbench {

class Partner {
 public:
  /// Starts `binary` with `arguments` and `--turns N`, its messages kept aside. Throws UsageError where it cannot be
  /// started, or ends before it is ready.
  Partner(std::string binary, std::vector<std::string> arguments, const std::function<bool()>& interrupted);
  Partner(const Partner&) = delete;
  Partner& operator=(const Partner&) = delete;
  /// Stops it, as an interrupt does, where it still runs.
  ~Partner();

  Turns& turns() { return *turns_; }
  pid_t process() const { return process_; }
  /// "" where it runs, or has ended as it should; else one line that says how it ended.
  std::string trouble();
  /// Lets it come to its end and waits for that. Throws UsageError where it did not end as it should.
  void finish();

 private:
  bool has_ended(bool wait);
  bool ends_soon(int seconds = 1);
  std::string why_not_ready();
  std::string why() const;
  std::string last_message() const;

  std::string binary_, messages_;  ///< path, and the file of what it says on stderr
  pid_t process_ = -1;
  bool ended_ = false;
  int status_ = 0;
  std::unique_ptr<Turns> turns_;
};

}  // namespace spinbench
