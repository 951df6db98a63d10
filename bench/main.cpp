// spinbench: see `spinbench --help`.

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "bench/cli/commands.hpp"
#include "bench/cli/say.hpp"
#include "bench/errors.hpp"
#include "bench/ranks_of_process.hpp"
#include "interface/mutants.hpp"

namespace spinbench::cli {

namespace {

/// What only reads results files is Python, and needs no build.
int in_the_script(const std::string& command) {
  throw UsageError(command + " is in plotting/, in Python: call it by the script of the checkout, ./spinbench " +
                   command + " ..., or python3 -m spinbench_results " + command + " ...");
}

/// Plants the bug that the environment asks for; a build that cannot must not pass for one that has it.
void plant_mutant_of_environment() {
  const char* const name = std::getenv("SPINBENCH_MUTANT");
  if (name == nullptr || plant_mutant(name)) return;
  std::vector<std::string> names;
  for (const MutantInfo& mutant : mutants()) names.push_back(mutant.name);
  throw UsageError("SPINBENCH_MUTANT=" + quote(name) +
                   (names.empty() ? ": only a build with SPINBENCH_MUTANTS=ON has bugs to plant: unset the variable"
                                  : ": not one of " + joined(names)));
}

/// With fewer files open at a time what is read of the machine is missing here and there, and its place would hold
/// zeros.
void refuse_few_descriptors() {
  constexpr rlim_t least = 16;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= least) return;
  throw UsageError("no more than " + std::to_string(limit.rlim_cur) + " files may be open at a time, and " +
                   std::to_string(least) + " are needed: ulimit -n " + std::to_string(least));
}

int dispatch(int argc, const char* const* argv) {
  Options options;
  if (const auto code = parse(argc, argv, options)) return *code;
  if (options.command == "list") return list(options);
  refuse_few_descriptors();
  if ((options.command == "run" || options.command == "tau") && !mutants().empty())
    throw UsageError(options.command +
                     ": this build has bugs to plant (SPINBENCH_MUTANTS), so it times nothing: take another build");
  if (options.command == "run") return run(options);
  if (options.command == "verify") return verify(options);
  if (options.command == "doctor") return doctor(options);
  if (options.command == "tau") return tau(options);
  return in_the_script(options.command);
}

/// One line, whatever a library put into its message; on a terminal as many as it takes there.
int complain(std::string message, int code) {
  for (char& character : message)
    if (static_cast<unsigned char>(character) < 0x20 || character == 0x7f) character = ' ';
  say(message);
  return code;
}

/// Where one of the three standard descriptors is closed, the next file opened would get its number, and the table or a
/// message would be written into it.
void fill_standard_descriptors() {
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(standard, F_GETFD) < 0) ::open("/dev/null", standard == STDIN_FILENO ? O_RDONLY : O_WRONLY);
}

/// A file that may grow no further (ulimit -f) is an error that write() reports, as that of a full disk is.
void ignore_file_limits() { std::signal(SIGXFSZ, SIG_IGN); }

/// Whether the other end of the pipe that standard output is was closed.
bool has_lost_its_reader() {
  pollfd output = {STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

std::string why_not_printed() {
  return has_lost_its_reader() ? "standard output was closed before it was read to its end; the file of --out, where "
                                 "one was given, has all of it"
                               : "cannot write to standard output: is its disk full?";
}

}  // namespace

int guarded(int argc, char** argv) {
  try {
    fill_standard_descriptors();
    ignore_file_limits();
    plant_mutant_of_environment();
    const int code = dispatch(argc, argv);
    std::cout.flush();
    if (!std::cout) return complain(why_not_printed(), exit_usage);
    return code;
  } catch (const UsageError& error) {
    return complain(error.what(), exit_usage);
  } catch (const NoDevice& error) {
    return complain(error.what(), exit_no_device);
  } catch (const std::exception& error) {
    return complain(error.what(), exit_failed);
  }
}

}  // namespace spinbench::cli

int main(int argc, char** argv) { return spinbench::run_ranked(spinbench::cli::guarded, argc, argv); }
