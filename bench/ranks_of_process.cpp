#include "bench/ranks_of_process.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>

#include "bench/cli/identity.hpp"
#include "bench/cli/say.hpp"
#include "bench/errors.hpp"
#include "bench/interrupt.hpp"
#include "bench/rows/results.hpp"
#include "interface/launched.hpp"
#include "interface/mutants.hpp"
#include "interface/rank_parts.hpp"

namespace spinbench {

namespace {

int code_if_late = exit_failed;

/// A library that lost a rank may wait for it when it ends.
void end_library(Ranks& ranks, int code) {
  std::cout.flush();
  std::fflush(nullptr);
  code_if_late = code;
  std::signal(SIGALRM, [](int) { ::_exit(code_if_late); });
  const itimerval limit = {{0, 0}, {5, 0}};
  ::setitimer(ITIMER_REAL, &limit, nullptr);
  ranks.finish();
  const itimerval none = {};
  ::setitimer(ITIMER_REAL, &none, nullptr);
}

/// The library itself waits without end for a process that never starts it.
void give_up_starting(int) {
  constexpr char line[] =
      "spinbench: not all processes that were started together began with MPI in time: start the same program "
      "everywhere\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line, sizeof line - 1);
  ::_exit(exit_failed);
}

/// The launcher asks rank 0, which then lets the others end.
void leave_signals_to_rank_0() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
}

int follow(Ranks& ranks) {
  int code = exit_fine;
  try {
    if (const char* const name = std::getenv("SPINBENCH_MUTANT")) plant_mutant(name);
    meet(&ranks, host_name(), cli::own_binary());
    serve();
  } catch (const std::exception&) {
    // What rank 0 says, too.
    code = exit_failed;
  }
  end_library(ranks, code);
  return code;
}

}  // namespace

int run_ranked(int (*lead)(int, char**), int argc, char** argv) {
  const mpi::Launched launched = mpi::launched();
  Ranks* ranks = nullptr;
  try {
    read_longest_rank_wait();
  } catch (const std::exception& error) {
    if (launched.rank <= 0) cli::say(error.what());
    return exit_usage;
  }
  try {
    if (launched.rank > 0) leave_signals_to_rank_0();
    std::signal(SIGALRM, launched.rank > 0 ? [](int) { ::_exit(exit_failed); } : give_up_starting);
    ::alarm(static_cast<unsigned>(longest_rank_wait_s()));
    ranks = mpi::load_ranks(launched);
    ::alarm(0);
  } catch (const std::exception& error) {
    // Perhaps only this one's machine lacks it: nobody else can say so.
    cli::say((launched.rank > 0 ? "rank " + std::to_string(launched.rank) + " (" + host_name() + "): " : "") +
             error.what());
    return exit_no_device;
  }
  if (ranks == nullptr) {
    meet(nullptr, host_name(), "");
    return lead(argc, argv);
  }
  if (ranks->rank() > 0) return follow(*ranks);
  int code = exit_failed;
  try {
    meet(ranks, host_name(), cli::own_binary());
    expect_to_be_killed();
    code = lead(argc, argv);
    dismiss();
  } catch (const std::exception& error) {
    cli::say(error.what());
  }
  end_library(*ranks, code);
  return code;
}

}  // namespace spinbench
