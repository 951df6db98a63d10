#include "bench/interrupt.hpp"

#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "bench/errors.hpp"

namespace spinbench {

namespace {

/// Of the first signal, its number and when it came, in one, since another handler may look in between; 0: none came.
std::atomic<std::int64_t> first{0};
std::atomic<bool> killed_soon{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler may use no lock");

constexpr std::int64_t most_signals = 128;
/// timeout sends its signal to the process and then to the group that it is in: two copies are one wish.
constexpr std::int64_t copies_ms = 200;

constexpr std::size_t longest_words = 1000;
/// Whole at any time, since a signal may read it: written aside, then made the one that counts.
char last_words[2][longest_words + 2] = {"", ""};
std::atomic<int> current_words{0};

void say(const char* text) {
  // What cannot be written is nobody's to hear.
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text, std::strlen(text));
}

std::int64_t now_ms() {
  timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1000000;
}

void on_signal(int signal) {
  const int error = errno;
  const std::int64_t now = now_ms();
  std::int64_t before = 0;
  if (!first.compare_exchange_strong(before, now * most_signals + signal)) {
    if (before % most_signals == signal && now - before / most_signals < copies_ms) {
      errno = error;
      return;
    }
    say("spinbench: stopped at once");
    say(last_words[current_words.load()]);
    say("\n");
    ::_exit(exit_interrupted);
  }
  // A terminal shows ^C in the line that it was in.
  if (::isatty(STDERR_FILENO) == 1) say("\n");
  say("spinbench: stopping after this batch; again to stop at once\n");
  if (killed_soon.load()) {
    // The alarm comes as another signal.
    const itimerval soon = {{0, 0}, {0, 600000}};
    ::setitimer(ITIMER_REAL, &soon, nullptr);
  }
  errno = error;
}

bool is_ignored(int signal) {
  struct sigaction action;
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void catch_interrupts() {
  struct sigaction action;
  std::memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (signal != SIGHUP || !is_ignored(signal)) ::sigaction(signal, &action, nullptr);
}

void expect_to_be_killed() {
  killed_soon.store(true);
  struct sigaction action;
  std::memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  ::sigaction(SIGALRM, &action, nullptr);
}

void outlive_readers() { std::signal(SIGPIPE, SIG_IGN); }

bool interrupted() { return first.load(std::memory_order_relaxed) != 0; }

void set_last_words(const std::string& line) {
  const int other = 1 - current_words.load();
  const std::string words = line.empty() ? "" : "; " + line.substr(0, longest_words - 2);
  std::copy(words.begin(), words.end(), last_words[other]);
  last_words[other][words.size()] = '\0';
  current_words.store(other);
}

void throw_if_interrupted() {
  if (interrupted()) throw Interrupted{};
}

}  // namespace spinbench
