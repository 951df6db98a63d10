// What the command line answers with one line and an exit code, and what fails a row.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace spinbench {

/// Exit codes of the command.
enum ExitCode { exit_fine = 0, exit_failed = 1, exit_usage = 2, exit_no_device = 3, exit_interrupted = 130 };

/// Bad usage, or input or output that cannot be read or written: exit 2. The message names the input and the mend.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// No such device or backend here: exit 3.
struct NoDevice : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An object that is to be timed runs code that no check ran.
struct Unproved : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// `text` in single quotes, on one line: control characters as \xNN, long text cut.
std::string quote(std::string_view text);

/// The parts of "a,b,c" between separators; of an empty text one, which is empty.
std::vector<std::string> split(std::string_view text, char separator);

/// "a, b, c".
template <class Strings>
std::string joined(const Strings& strings, std::string_view separator = ", ") {
  std::string result;
  for (const auto& text : strings) {
    if (!result.empty()) result += separator;
    result += text;
  }
  return result;
}

}  // namespace spinbench
