// Output that either arrives whole or says why not.
#pragma once

#include <string>

namespace spinbench {

/// Whether files are written, or it is only asked whether they could be.
enum class FileUse { write, look };

/// The file that `path` means behind symbolic links, which may have none to point to yet. A device or pipe keeps its
/// name: the one behind /dev/stdout may have no other.
std::string resolved(std::string path);

/// An open file descriptor. Every failure is a UsageError that names the file and the reason.
class OutputFile {
 public:
  OutputFile() = default;
  /// Opens with open(2)'s `flags`; mode 0666 less the umask. `option`: by which the user names another file.
  OutputFile(std::string path, int flags, std::string option = "--out");
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  ~OutputFile();

  /// Writes all of `text` and waits until the device has it.
  void write(const std::string& text);
  void truncate(std::size_t size);
  void close();
  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  /// Whether the name that it was opened by still means this file.
  bool is_there() const;

 private:
  std::string path_, option_ = "--out";
  int descriptor_ = -1;
};

/// Where a results file goes: a regular file is replaced at the end, in one step; anything else (a device, a pipe) is
/// written straight to.
class Destination {
 public:
  /// Checks, before anything is measured, that `path`, which the user gave by `option`, can be written. Throws
  /// UsageError. A pipe that is only looked at is not opened: its reader would see an end.
  explicit Destination(const std::string& path, std::string option = "--out", FileUse use = FileUse::write);

  bool regular() const { return regular_; }
  /// True where the file is the terminal or pipe that is also standard output.
  bool is_stdout() const;
  /// With symbolic links followed, so that the file is replaced and not the link.
  const std::string& path() const { return path_; }
  /// Whether a regular file with something in it is there.
  bool has_content() const;
  /// `replace` false: what has come to lie at path() meanwhile stays, and UsageError says so.
  void write(const std::string& text, bool replace = true);

 private:
  void put(const std::string& temporary, bool replace) const;

  std::string path_, option_;
  bool regular_ = true;
  OutputFile direct_;
};

/// Writes `text` to a new file of the system's folder for such: what cannot be written where it belongs. Returns its
/// path, or "" where that failed, too.
std::string rescue(const std::string& text);

}  // namespace spinbench
