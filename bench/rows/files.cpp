#include "bench/rows/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "bench/errors.hpp"

namespace spinbench {

namespace {

[[noreturn]] void fail(const std::string& path, int error, const std::string& option) {
  throw UsageError("cannot write " + quote(path) + ": " + std::strerror(error) + "; name another file with " + option);
}

std::string directory_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

std::string resolved(std::string path) {
  if (struct stat status; ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
    return path;
  constexpr int most_links = 40;
  for (int link = 0; link < most_links; ++link) {
    char target[4096];
    const ssize_t length = ::readlink(path.c_str(), target, sizeof target);
    if (length < 0) break;
    const std::string next(target, static_cast<std::size_t>(length));
    path = next.starts_with('/') ? next : directory_of(path) + "/" + next;
  }
  char* real = ::realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string result = real;
  std::free(real);
  return result;
}

OutputFile::OutputFile(std::string path, int flags, std::string option)
    : path_(std::move(path)), option_(std::move(option)) {
  descriptor_ = ::open(path_.c_str(), flags | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(path_, errno, option_);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      option_(std::move(other.option_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(option_, other.option_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::write(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(descriptor_, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path_, errno, option_);
    done += static_cast<std::size_t>(count);
  }
  // A pipe or a terminal has nothing to flush and says EINVAL or EROFS.
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP) fail(path_, errno, option_);
}

void OutputFile::truncate(std::size_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail(path_, errno, option_);
}

bool OutputFile::is_there() const {
  struct stat own, there;
  return ::fstat(descriptor_, &own) == 0 && ::stat(path_.c_str(), &there) == 0 && own.st_dev == there.st_dev &&
         own.st_ino == there.st_ino;
}

void OutputFile::close() {
  if (descriptor_ >= 0 && ::close(std::exchange(descriptor_, -1)) != 0) fail(path_, errno, option_);
}

namespace {

/// A named pipe without a reader would keep the run waiting, in silence; one that starts a moment later is waited for.
OutputFile pipe_with_reader(const std::string& path, const std::string& option) {
  constexpr int looks = 20, pause_us = 100000;
  for (int look = 0; look < looks; ++look) {
    const int probe = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (probe >= 0) {
      // The second descriptor is there before the first one goes, so that the reader sees no end.
      OutputFile result(path, O_WRONLY, option);
      ::close(probe);
      return result;
    }
    if (errno != ENXIO) fail(path, errno, option);
    ::usleep(pause_us);
  }
  throw UsageError("cannot write " + quote(path) + ": nobody reads from this pipe; start the reader first");
}

bool is_open_as(int descriptor, const struct stat& file) {
  struct stat other;
  return ::fstat(descriptor, &other) == 0 && file.st_dev == other.st_dev && file.st_ino == other.st_ino;
}

}  // namespace

Destination::Destination(const std::string& path, std::string option, FileUse use)
    : path_(resolved(path)), option_(std::move(option)) {
  if (path.empty()) throw UsageError(option_ + " '': an empty file name");
  if (path == "-")
    throw UsageError(option_ + " '-': no file; /dev/stdout is standard output, and ./- a file of that name");
  struct stat status;
  if (::stat(path_.c_str(), &status) == 0) {
    if (S_ISREG(status.st_mode) && (is_open_as(STDOUT_FILENO, status) || is_open_as(STDERR_FILENO, status)))
      throw UsageError(option_ + " " + quote(path) + " is the file that the table or the messages go to; name another");
    if (S_ISDIR(status.st_mode)) fail(path_, EISDIR, option_);
    regular_ = S_ISREG(status.st_mode);
    if (!regular_ && use == FileUse::write) {
      direct_ = S_ISFIFO(status.st_mode) ? pipe_with_reader(path_, option_) : OutputFile(path_, O_WRONLY, option_);
      return;
    }
    if (::access(path_.c_str(), W_OK) != 0) fail(path_, errno, option_);
    if (!regular_) return;
  } else if (errno != ENOENT) {
    fail(path_, errno, option_);
  }
  const std::string directory = directory_of(path_);
  if (::access(directory.c_str(), W_OK | X_OK) != 0) fail(path_, errno, option_);
  // Room for what is put behind it on the way: .journal, .tmp and the number of a process.
  constexpr std::size_t longest_ending = 12;
  const auto slash = path_.rfind('/');
  const std::size_t length = path_.size() - (slash == std::string::npos ? 0 : slash + 1);
  if (const long most = ::pathconf(directory.c_str(), _PC_NAME_MAX);
      most > 0 && length + longest_ending > static_cast<std::size_t>(most))
    fail(path_, ENAMETOOLONG, option_);
}

bool Destination::has_content() const {
  struct stat status;
  return regular_ && ::stat(path_.c_str(), &status) == 0 && status.st_size > 0;
}

bool Destination::is_stdout() const {
  struct stat own;
  return direct_.is_open() && ::fstat(direct_.descriptor(), &own) == 0 && is_open_as(STDOUT_FILENO, own);
}

/// The temporary file becomes the one that is wanted, in one step.
void Destination::put(const std::string& temporary, bool replace) const {
  if (!replace && !has_content()) ::unlink(path_.c_str());
  // Not every file system has hard links.
  const bool linked = !replace && ::link(temporary.c_str(), path_.c_str()) == 0;
  if (!replace && !linked && errno == EEXIST)
    throw UsageError(quote(path_) + " has come to be meanwhile, written by something else");
  if (linked)
    ::unlink(temporary.c_str());
  else if (::rename(temporary.c_str(), path_.c_str()) != 0)
    fail(path_, errno, option_);
}

void Destination::write(const std::string& text, bool replace) {
  if (!regular_) {
    direct_.write(text);
    return;
  }
  const std::string temporary = path_ + ".tmp." + std::to_string(::getpid());
  try {
    OutputFile file(temporary, O_WRONLY | O_CREAT | O_TRUNC, option_);
    file.write(text);
    file.close();
    put(temporary, replace);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
}

std::string rescue(const std::string& text) {
  const char* const folder = std::getenv("TMPDIR");
  std::string path = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") + "/spinbench-XXXXXX.json";
  constexpr int ending = 5;
  const int descriptor = ::mkstemps(path.data(), ending);
  if (descriptor < 0) return "";
  ::close(descriptor);
  try {
    OutputFile(path, O_WRONLY).write(text);
  } catch (const UsageError&) {
    ::unlink(path.c_str());
    return "";
  }
  return path;
}

}  // namespace spinbench
