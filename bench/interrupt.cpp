#include "bench/interrupt.hpp"

#include <csignal>
#include <cstring>

namespace spinbench {

namespace {

volatile std::sig_atomic_t seen = 0;

void on_signal(int) { seen = 1; }

}  // namespace

void catch_interrupts() {
  struct sigaction action;
  std::memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  // Reset by the first: the second then does what it does to any process.
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return seen != 0; }

}  // namespace spinbench
