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

constexpr const char* who_takes_part = " (it must be a spinbench that knows --against)";

std::string empty_file() {
  std::string path = (std::filesystem::temp_directory_path() / "spinbench-XXXXXX").string();
  const int descriptor = ::mkstemp(path.data());
  if (descriptor < 0) throw UsageError("cannot write " + quote(path) + ": " + std::strerror(errno));
  ::close(descriptor);
  return path;
}

[[noreturn]] void refuse(const std::string& binary, int error) {
  throw UsageError("--baseline-binary " + quote(binary) + ": " + std::strerror(error));
}

/// What a child's descriptors become before it begins.
class FileActions {
 public:
  explicit FileActions(const std::string& binary) : binary_(binary) { check(posix_spawn_file_actions_init(&actions_)); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }

  void open(int descriptor, const char* path, int flags) {
    check(posix_spawn_file_actions_addopen(&actions_, descriptor, path, flags, 0600));
  }
  void duplicate(int from, int to) { check(posix_spawn_file_actions_adddup2(&actions_, from, to)); }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  /// Each refuses a descriptor beyond the limit of open files; a child without its own would not wait for its turns.
  void check(int error) const {
    if (error != 0) refuse(binary_, error);
  }

  std::string binary_;
  posix_spawn_file_actions_t actions_;
};

/// A descriptor that nothing has, this process's or one that a shell handed on, as long as it lives.
class FreeDescriptor {
 public:
  explicit FreeDescriptor(int model) : number_(::fcntl(model, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
    if (number_ < 0) throw UsageError(std::string("no descriptor for --baseline-binary: ") + std::strerror(errno));
  }
  FreeDescriptor(const FreeDescriptor&) = delete;
  FreeDescriptor& operator=(const FreeDescriptor&) = delete;
  ~FreeDescriptor() { ::close(number_); }
  int number() const { return number_; }

 private:
  int number_;
};

/// posix_spawn with standard output thrown away, standard error in `messages`, and `socket` as the descriptor that
/// `--turns` names, which exec does not close.
pid_t spawn(const std::string& binary, std::vector<std::string> arguments, const std::string& messages, int socket) {
  const FreeDescriptor child(socket);
  arguments.insert(arguments.begin(), binary);
  arguments.insert(arguments.end(), {"--turns", std::to_string(child.number())});
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  FileActions actions(binary);
  actions.open(STDIN_FILENO, "/dev/null", O_RDONLY);
  actions.open(STDOUT_FILENO, "/dev/null", O_WRONLY);
  actions.open(STDERR_FILENO, messages.c_str(), O_WRONLY | O_TRUNC);
  actions.duplicate(socket, child.number());
  pid_t process = -1;
  const int error = ::posix_spawn(&process, binary.c_str(), actions.get(), nullptr, pointers.data(), environ);
  if (error != 0) refuse(binary, error);
  return process;
}

}  // namespace

Partner::Partner(std::string binary, std::vector<std::string> arguments, const std::function<bool()>& interrupted)
    : binary_(std::move(binary)), messages_(empty_file()) {
  int sockets[2] = {-1, -1};
  try {
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
      throw UsageError(std::string("no socket for --baseline-binary: ") + std::strerror(errno));
    process_ = spawn(binary_, std::move(arguments), messages_, sockets[1]);
  } catch (...) {
    for (const int socket : sockets)
      if (socket >= 0) ::close(socket);
    std::filesystem::remove(messages_);
    throw;
  }
  ::close(sockets[1]);
  turns_ = std::make_unique<Turns>(sockets[0], true, interrupted);
  if (!turns_->is_alone() || interrupted()) return;
  const std::string message = why_not_ready();
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

/// Behind what is said of it; "" where it said nothing.
std::string Partner::last_message() const {
  std::ifstream stream(messages_);
  std::string line, last;
  while (std::getline(stream, line))
    if (!line.empty()) last = ": " + line;
  return last;
}

std::string Partner::why() const {
  const std::string how = WIFSIGNALED(status_) ? "was ended by signal " + std::to_string(WTERMSIG(status_))
                                               : "ended with exit code " + std::to_string(WEXITSTATUS(status_));
  return "--baseline-binary " + quote(binary_) + " " + how + last_message() + who_takes_part;
}

std::string Partner::why_not_ready() {
  // One that refuses may have a device to give back before it ends.
  constexpr int patience_s = 10;
  if (ends_soon(patience_s)) return why();
  // Before it is ended, of which it may speak, too.
  const std::string last = last_message();
  // It would measure all out of turn, for hours.
  ::kill(process_, SIGTERM);
  if (!ends_soon()) ::kill(process_, SIGKILL);
  has_ended(true);
  return "--baseline-binary " + quote(binary_) + " takes no turns" + last + who_takes_part;
}

/// A process that dies closes its files first.
bool Partner::ends_soon(int seconds) {
  constexpr int looks_a_second = 100;
  for (int look = 0; look < seconds * looks_a_second && turns_->is_alone() && !has_ended(false); ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(1000 / looks_a_second));
  return has_ended(false);
}

std::string Partner::trouble() {
  // What was measured without it meanwhile is no case in turns.
  if (!ends_soon()) return "";
  const bool fine = WIFEXITED(status_) && (WEXITSTATUS(status_) == exit_fine || WEXITSTATUS(status_) == exit_failed);
  return fine ? "" : why();
}

void Partner::finish() {
  turns_->close();
  has_ended(true);
  if (const std::string wrong = trouble(); !wrong.empty()) throw UsageError(wrong);
}

}  // namespace spinbench
