#include "bench/rows/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "bench/errors.hpp"
#include "bench/rows/results.hpp"

namespace spinbench {

namespace {

using nlohmann::ordered_json;

constexpr const char* journal_schema = "spinbench-journal/1";

std::string read_all(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) throw UsageError("cannot read " + quote(path));
  return text;
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw UsageError("the journal " + quote(path) + " " + why);
}

void check_identity(const std::string& path, const ordered_json& theirs, const ordered_json& ours) {
  for (const auto& [key, value] : ours.items())
    if (!theirs.contains(key) || theirs[key] != value)
      refuse(path, "is of another " + key + " (" + (theirs.contains(key) ? dump(theirs[key], -1) : "none") + ", here " +
                       dump(value, -1) + "); remove it or name another file with --out");
}

}  // namespace

Journal::Journal(std::string path, ordered_json identity, bool resume)
    : path_(std::move(path)), identity_(std::move(identity)), file_(path_, O_RDWR | O_CREAT) {
  if (::flock(file_.descriptor(), LOCK_EX | LOCK_NB) != 0)
    refuse(path_, "is in use by another spinbench; wait for it or name another file with --out");
  read(read_all(path_), resume);
  file_.truncate(good_bytes_);
  if (::lseek(file_.descriptor(), 0, SEEK_END) < 0) refuse(path_, "cannot be appended to");
  if (good_bytes_ == 0) start();
}

void Journal::read(const std::string& text, bool resume) {
  bool header = true;
  for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
    end = text.find('\n', begin);
    // A line without its end is what a crash left of a row; it was not finished.
    if (end == std::string::npos) break;
    const auto line = ordered_json::parse(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                          text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    const bool sound = line.is_object() && (header ? line.value("schema", ordered_json()) == journal_schema &&
                                                         line.contains("identity") && line["identity"].is_object()
                                                   : is_row(line));
    if (!sound) refuse(path_, "holds something else than rows; remove it or name another file with --out");
    if (header && resume) check_identity(path_, line["identity"], identity_);
    if (!header) rows_[line["name"].get<std::string>()] = line;
    header = false;
    good_bytes_ = end + 1;
  }
  if (header && text.find_first_not_of(" \r\n") != std::string::npos && text.front() != '{')
    refuse(path_, "holds something else than rows; remove it or name another file with --out");
  if (resume) return;
  if (!rows_.empty())
    refuse(path_, "holds " + std::to_string(rows_.size()) +
                      " rows of a run that did not finish; give --resume to go on from there, or remove it");
  good_bytes_ = 0;
}

void Journal::start() { file_.write(dump({{"schema", journal_schema}, {"identity", identity_}}, -1) + "\n"); }

void Journal::append(const ordered_json& row) { file_.write(dump(row, -1) + "\n"); }

void Journal::remove() {
  ::unlink(path_.c_str());
  file_.close();
}

}  // namespace spinbench
