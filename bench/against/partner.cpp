#include "bench/against/partner.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "bench/errors.hpp"

extern char** environ;

namespace spinbench {

namespace {

/// Above those that a shell hands on, and not closed by exec.
constexpr int child_descriptor = 200;

std::string empty_file() {
  std::string path = (std::filesystem::temp_directory_path() / "spinbench-XXXXXX").string();
  const int descriptor = ::mkstemp(path.data());
  if (descriptor < 0) throw UsageError("cannot write " + quote(path) + ": " + std::strerror(errno));
  ::close(descriptor);
  return path;
}

/// posix_spawn with standard output thrown away, standard error in `messages`, and `socket` as child_descriptor.
pid_t spawn(const std::string& binary, std::vector<std::string>& arguments, const std::string& messages, int socket) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(), O_WRONLY | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, socket, child_descriptor);
  pid_t process = -1;
  const int error = ::posix_spawn(&process, binary.c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw UsageError("--baseline-binary " + quote(binary) + ": " + std::strerror(error));
  return process;
}

}  // namespace

Partner::Partner(std::string binary, std::vector<std::string> arguments, const std::function<bool()>& interrupted)
    : binary_(std::move(binary)), messages_(empty_file()) {
  int sockets[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    throw UsageError(std::string("no socket for --baseline-binary: ") + std::strerror(errno));
  arguments.insert(arguments.begin(), binary_);
  arguments.insert(arguments.end(), {"--turns", std::to_string(child_descriptor)});
  try {
    process_ = spawn(binary_, arguments, messages_, sockets[1]);
  } catch (...) {
    ::close(sockets[0]);
    ::close(sockets[1]);
    std::filesystem::remove(messages_);
    throw;
  }
  ::close(sockets[1]);
  turns_ = std::make_unique<Turns>(sockets[0], true, interrupted);
  if (!turns_->is_alone() || interrupted()) return;
  has_ended(true);
  const std::string message = why();
  std::filesystem::remove(messages_);
  throw UsageError(message);
}

Partner::~Partner() {
  const bool runs = !has_ended(false);
  // Before its turns end: it would take that for leave to finish.
  if (runs) ::kill(process_, SIGTERM);
  turns_.reset();
  if (runs) has_ended(true);
  std::error_code ignored;
  std::filesystem::remove(messages_, ignored);
}

bool Partner::has_ended(bool wait) {
  while (!ended_) {
    const pid_t found = ::waitpid(process_, &status_, wait ? 0 : WNOHANG);
    if (found < 0 && errno == EINTR) continue;
    if (found == 0) return false;
    ended_ = true;
  }
  return true;
}

std::string Partner::why() const {
  std::ifstream stream(messages_);
  std::string line, last;
  while (std::getline(stream, line))
    if (!line.empty()) last = line;
  const std::string how = WIFSIGNALED(status_) ? "was ended by signal " + std::to_string(WTERMSIG(status_))
                                               : "ended with exit code " + std::to_string(WEXITSTATUS(status_));
  return "--baseline-binary " + quote(binary_) + " " + how + (last.empty() ? "" : ": " + last) +
         " (it must be a spinbench that knows --against)";
}

std::string Partner::trouble() {
  // A process that dies closes its files first: what was measured without it meanwhile is no case in turns.
  constexpr int looks = 100;
  for (int look = 0; look < looks && turns_->is_alone() && !has_ended(false); ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  if (!has_ended(false)) return "";
  const bool fine = WIFEXITED(status_) && (WEXITSTATUS(status_) == exit_fine || WEXITSTATUS(status_) == exit_failed);
  return fine ? "" : why();
}

void Partner::finish() {
  turns_->close();
  has_ended(true);
  if (const std::string wrong = trouble(); !wrong.empty()) throw UsageError(wrong);
}

}  // namespace spinbench
