#include "bench/rows/progress.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <system_error>

#include "bench/rows/text.hpp"

namespace spinbench {

namespace {

constexpr std::chrono::seconds on_a_terminal(1), elsewhere(10);

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void write_all(const std::string& text) {
  // Straight to the descriptor: std::cerr may be watched. What cannot be written is lost, as is its reader.
  const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
  static_cast<void>(ignored);
}

}  // namespace

std::string progress_line(std::size_t number, std::size_t total, const std::string& doing, const std::string& name,
                          double case_s, double left_s, std::size_t width) {
  std::string before = "[";
  before += std::to_string(number) + "/" + std::to_string(total) + "] " + doing + " ";
  const std::string after = ", " + duration_text(case_s) + "; about " + duration_text(left_s) + " left";
  const std::size_t taken = before.size() + after.size();
  std::string shown = name;
  if (taken + name.size() > width) shown = width > taken + 1 ? name.substr(0, width - taken - 1) + "~" : "";
  return (before + shown + after).substr(0, width);
}

Progress::Progress(std::vector<double> seconds, bool quiet)
    : seconds_(std::move(seconds)), quiet_(quiet), screen_(screen_of(STDERR_FILENO)) {
  if (quiet_) return;
  if (screen_.cursor)
    watch_ = std::make_unique<StderrWatch>([this] {
      const std::lock_guard lock(mutex_);
      wipe();
    });
  // Signals are the main thread's.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    // Where there can be no thread, the line is drawn as cases begin.
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Progress::~Progress() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    wipe();
  }
  ended_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Progress::run() {
  std::unique_lock lock(mutex_);
  const auto pause = screen_.cursor ? on_a_terminal : elsewhere;
  while (!ended_.wait_for(lock, pause, [this] { return stop_; }))
    if (running_) show();
}

void Progress::show() {
  const double case_s = seconds_now() - began_;
  // What wraps is not wiped whole.
  const std::size_t width = screen_.cursor ? std::min(screen_.width, screen_.columns) - 1 : 200;
  const std::string line = progress_line(index_ + 1, seconds_.size(), what_, name_, case_s, expected_left(), width);
  write_all(screen_.cursor ? "\r\033[K" + line : "spinbench: " + line + "\n");
  drawn_ = screen_.cursor;
}

void Progress::wipe() {
  if (drawn_) write_all("\r\033[K");
  drawn_ = false;
}

/// As the estimates say, times how far they were off until now; ten seconds of them count as having been right.
double Progress::expected_left() const {
  const double factor = (spent_ + 10) / (expected_ + 10);
  const double running = running_ ? seconds_now() - began_ : 0;
  double result = 0;
  for (std::size_t i = index_; i < seconds_.size(); ++i) {
    const double own = seconds_[i] * factor;
    result += i == index_ ? std::max(own - running, 0.0) : own;
  }
  return result;
}

double Progress::left_s() {
  const std::lock_guard lock(mutex_);
  return expected_left();
}

void Progress::begin(const std::string& name) {
  const std::lock_guard lock(mutex_);
  name_ = name;
  what_ = "verifying";
  began_ = seconds_now();
  running_ = true;
  if (screen_.cursor && !quiet_) show();
}

void Progress::doing(const std::string& what) {
  const std::lock_guard lock(mutex_);
  what_ = what;
  if (screen_.cursor && running_ && !quiet_) show();
}

void Progress::end(bool done) {
  const std::lock_guard lock(mutex_);
  if (done && index_ < seconds_.size()) {
    spent_ += seconds_now() - began_;
    expected_ += seconds_[index_];
  }
  running_ = false;
  if (index_ < seconds_.size()) ++index_;
  wipe();
}

}  // namespace spinbench
