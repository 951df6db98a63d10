#include "bench/rows/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <utility>

#include "bench/errors.hpp"
#include "bench/rows/params_json.hpp"
#include "bench/rows/results.hpp"
#include "bench/rows/text.hpp"

namespace spinbench {

namespace {

using nlohmann::ordered_json;

constexpr const char* journal_schema = "spinbench-journal/2";
constexpr const char* mend = "; remove it or name another file with --out";
constexpr std::size_t longest_line = std::size_t{1} << 26;
constexpr int deepest_row = 16;  // a row nests six deep

ordered_json parse(std::string_view line) { return parse_bounded(line, longest_line, deepest_row); }

std::string read_all(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) throw UsageError("cannot read " + quote(path));
  return text;
}

[[noreturn]] void refuse_journal(const std::string& path, const std::string& why) {
  throw UsageError("the journal " + quote(path) + " " + why);
}

void refuse_irregular(const OutputFile& file, const std::string& path) {
  struct stat status;
  if (::fstat(file.descriptor(), &status) != 0 || !S_ISREG(status.st_mode))
    refuse_journal(path, "is no regular file" + std::string(mend));
}

[[noreturn]] void refuse_used(const std::string& path) {
  refuse_journal(path, "is in use by another spinbench; wait for it or name another file with --out");
}

/// Another run has the lock as long as it lasts, a dry run for a moment.
void lock_file(const OutputFile& file, const std::string& path) {
  for (int tries = 0; ::flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0; ++tries) {
    if (tries == 50) refuse_used(path);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

/// Opened and locked. The process that had the lock may have removed the file meanwhile, having finished: then the name
/// means another file, or none.
OutputFile locked(const std::string& path) {
  while (true) {
    // A pipe would wait for a reader, or have us wait for a writer.
    OutputFile file(path, O_RDWR | O_CREAT | O_NONBLOCK);
    refuse_irregular(file, path);
    lock_file(file, path);
    if (file.is_there()) return file;
  }
}

/// Whether `text` may be what a crash left of a header.
bool is_cut_header(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\r'; });
  const std::string begin = R"({"schema":"spinbench-journal/)";
  return text.size() < begin.size() ? begin.starts_with(text) : text.starts_with(begin);
}

void check_identity(const std::string& path, const ordered_json& theirs, const ordered_json& ours) {
  for (const auto& [key, value] : ours.items()) {
    // Older builds, and machines without the driver's management library, name no card.
    if (key == "card" && !theirs.contains(key)) continue;
    const ordered_json other = theirs.contains(key) ? theirs[key] : ordered_json(nullptr);
    const auto shown = [](const ordered_json& one) { return one.is_null() ? "none" : dump(one, -1); };
    if (other != value)
      refuse_journal(path, "is of another " + key + " (" + shown(other) + ", here " + shown(value) + ")" + mend);
  }
}

}  // namespace

Journal::Journal(std::string path, ordered_json identity, bool resume, FileUse use)
    : path_(std::move(path)), identity_(std::move(identity)) {
  if (use == FileUse::look) {
    look(resume);
    return;
  }
  file_ = locked(path_);
  read(read_all(path_), resume);
  file_.truncate(good_bytes_);
  if (::lseek(file_.descriptor(), 0, SEEK_END) < 0) refuse_journal(path_, "cannot be appended to");
  if (good_bytes_ == 0) start();
}

void Journal::look(bool resume) {
  struct stat status;
  if (::stat(path_.c_str(), &status) != 0) return;
  {
    const OutputFile file(path_, O_RDWR | O_NONBLOCK);
    refuse_irregular(file, path_);
    // Shared with others that look, and given back at once.
    if (::flock(file.descriptor(), LOCK_SH | LOCK_NB) != 0) refuse_used(path_);
  }
  read(read_all(path_), resume);
}

void Journal::read_header(std::string_view line, bool resume) {
  const auto header = parse(line);
  if (!header.is_object() || header.value("schema", ordered_json()) != journal_schema || !header.contains("identity") ||
      !header["identity"].is_object())
    refuse_journal(path_, "holds something else than rows of this version" + std::string(mend));
  if (resume) check_identity(path_, header["identity"], identity_);
}

void Journal::read_row(std::string_view line, std::size_t number) {
  auto json = parse(line);
  try {
    if (json.is_discarded()) throw std::runtime_error("it is no JSON, or more than a row can be");
    if (json.is_object() && json.size() == 1 && json.contains("note")) {
      notes_.push_back(json["note"]);
      return;
    }
    if (json.is_object() && json.size() == 1 && json.contains("dropped") && json["dropped"].is_string()) {
      rows_.erase(json["dropped"].get<std::string>());
      return;
    }
    Row row = row_from_json(json);
    const std::string name = row.name;
    rows_.insert_or_assign(name, JournalRow{std::move(row), std::move(json)});
  } catch (const std::runtime_error& error) {
    refuse_journal(path_, "holds no row in line " + std::to_string(number) + " (" + error.what() + ")" + mend);
  }
}

void Journal::read(const std::string& text, bool resume) {
  std::size_t number = 0;
  for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
    end = text.find('\n', begin);
    // A line without its end is what a crash left of a row; it was not finished.
    if (end == std::string::npos) break;
    const std::string_view line(text.data() + begin, end - begin);
    if (++number == 1)
      read_header(line, resume);
    else
      read_row(line, number);
    good_bytes_ = end + 1;
  }
  if (number == 0 && !is_cut_header(text)) refuse_journal(path_, "holds something else than rows" + std::string(mend));
  if (resume) return;
  if (!rows_.empty() || !notes_.empty())
    refuse_journal(path_, "holds " + counted(rows_.size(), "row") +
                              (notes_.empty()       ? ""
                               : notes_.size() == 1 ? " and 1 search"
                                                    : " and " + std::to_string(notes_.size()) + " searches") +
                              " of a run that did not finish; give --resume to go on from there, or remove it");
  good_bytes_ = 0;
}

void Journal::start() { file_.write(dump({{"schema", journal_schema}, {"identity", identity_}}, -1) + "\n"); }

void Journal::append(const ordered_json& row) { file_.write(dump(row, -1) + "\n"); }

void Journal::drop(const std::string& name) {
  // Copied first: the name may be the row's own.
  const std::string line = dump({{"dropped", name}}, -1) + "\n";
  rows_.erase(name);
  file_.write(line);
}

void Journal::append_note(const ordered_json& note) { file_.write(dump({{"note", note}}, -1) + "\n"); }

void Journal::remove() {
  if (!file_.is_open()) return;
  // What somebody put there instead is not this one's to remove.
  if (file_.is_there()) ::unlink(path_.c_str());
  file_.close();
}

}  // namespace spinbench
