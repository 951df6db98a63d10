// What a command is doing and how long it still takes, on stderr: on a terminal one line that is drawn again each
// second and wiped before anything else is written, else (on a dumb one, too) a plain line every 10 s.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "bench/rows/screen.hpp"
#include "bench/rows/stderr_watch.hpp"

namespace spinbench {

/// "[3/12] measuring naive/cpu/L:64, 8 s, about 1 min 20 s left": in at most `width` characters, of which the case
/// gives way.
std::string progress_line(std::size_t number, std::size_t total, const std::string& doing, const std::string& name,
                          double case_s, double left_s, std::size_t width);

class Progress {
 public:
  /// `seconds`: what each of the cases, in their order, is expected to take. `quiet`: nothing is shown, since another
  /// process shows what goes on.
  explicit Progress(std::vector<double> seconds, bool quiet = false);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void begin(const std::string& name);
  /// "verifying", "measuring": what is done with the case that has begun.
  void doing(const std::string& what);
  /// `done`: it took the time that such cases take, so that the rest is expected to go on as those did.
  void end(bool done);
  /// Seconds that the rest is expected to take.
  double left_s();

 private:
  void run();
  void show();
  void wipe();
  double expected_left() const;

  std::vector<double> seconds_;
  bool quiet_;
  Screen screen_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool stop_ = false, running_ = false, drawn_ = false;
  std::size_t index_ = 0;
  double began_ = 0, spent_ = 0, expected_ = 0;
  std::string name_, what_;
  std::unique_ptr<StderrWatch> watch_;
  std::thread thread_;
};

}  // namespace spinbench
