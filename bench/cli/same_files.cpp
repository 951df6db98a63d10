#include "bench/cli/same_files.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include "bench/cli/against.hpp"
#include "bench/errors.hpp"
#include "bench/rows/files.hpp"

namespace spinbench::cli {

namespace {

namespace fs = std::filesystem;

struct UsedFile {
  std::string name;  ///< by which the user knows it
  std::string path;
  bool is_written = true;
};

/// All of a run; files that other runs read or write, such as the estimates of the user's home, are none of the user's.
std::vector<UsedFile> files_of(const Options& options) {
  std::vector<UsedFile> files;
  const auto add = [&](const std::string& option, const std::string& path, bool is_written) {
    if (!path.empty()) files.push_back({option + " " + quote(path), path, is_written});
  };
  const auto add_beside = [&](const std::string& what, const std::string& option, const std::string& path,
                              const std::string& ending) {
    files.push_back({what + " of " + option + " " + quote(path), resolved(path) + ending, true});
  };
  add("--out", options.out, true);
  if (!options.out.empty()) add_beside("the journal", "--out", options.out, ".journal");
  add("--benchmark_out", options.google.out, true);
  add("--checkpoint", options.checkpoint, true);
  add("--tuning", options.tuning, options.tune);
  add("--against", options.against, false);
  if (options.baseline_binary.empty() || options.out.empty()) return files;
  add("--baseline-binary", options.baseline_binary, false);
  const std::string theirs = baseline_out(options);
  files.push_back({"the rows of --baseline-binary " + quote(theirs), theirs, true});
  add_beside("the journal", "--baseline-binary", theirs, ".journal");
  files.push_back({"the cases for --baseline-binary " + quote(theirs + ".cases"), theirs + ".cases", true});
  return files;
}

/// Where a file is or would come to be.
fs::path place_of(const std::string& file) {
  std::error_code unknown;
  const fs::path path = fs::absolute(resolved(file), unknown);
  // In a folder that somebody removed there is none.
  if (unknown) return file;
  const fs::path place = fs::weakly_canonical(path, unknown);
  return unknown ? path.lexically_normal() : place;
}

/// Of a device or a pipe nothing is replaced.
bool can_be_lost(const std::string& file) {
  std::error_code unknown;
  const fs::file_status status = fs::status(file, unknown);
  return !fs::exists(status) || fs::is_regular_file(status);
}

bool is_same(const std::string& one, const std::string& other) {
  std::error_code unknown;
  return place_of(one) == place_of(other) || fs::equivalent(one, other, unknown);
}

}  // namespace

void refuse_same_files(const Options& options) {
  const std::vector<UsedFile> files = files_of(options);
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if ((files[i].is_written || files[j].is_written) && can_be_lost(files[i].path) &&
          is_same(files[i].path, files[j].path))
        throw UsageError(files[i].name + " and " + files[j].name + " are one file: name another for one of them");
}

}  // namespace spinbench::cli
