// The journal beside a results file: JSON Lines, a header and then one row a line, each on the disk before the next
// case starts. A crash loses at most the case in flight.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "bench/rows/files.hpp"
#include "bench/rows/row.hpp"

namespace spinbench {

/// A row that was read: what it says, and as it stands.
struct JournalRow {
  Row row;
  nlohmann::ordered_json json;
};

class Journal {
 public:
  /// Opens `path`. Without `resume` a journal that holds rows is refused, so that nothing is lost; with it, its rows
  /// are read. `identity` is what the rows of one results file must share (host, devices, seed, ...). Throws
  /// UsageError: cannot be written, no journal of ours, of another identity, in use by another process, a row that
  /// row_from_json() refuses. With FileUse::look it is only read, where it is there, and left to others.
  Journal(std::string path, nlohmann::ordered_json identity, bool resume, FileUse use = FileUse::write);

  /// Rows found, by case name; the last one where a name stands twice.
  const std::map<std::string, JournalRow>& rows() const { return rows_; }
  /// What append_note() kept, in its order.
  const std::vector<nlohmann::ordered_json>& notes() const { return notes_; }
  /// `row` as to_json(Row) makes it.
  void append(const nlohmann::ordered_json& row);
  /// Takes the row of that name out of rows(), for later readers, too.
  void drop(const std::string& name);
  /// Something else that a resumed run needs: a search that is done.
  void append_note(const nlohmann::ordered_json& note);
  /// The results file holds everything: the journal goes, unless it was only looked at, or another file has its name.
  void remove();
  const std::string& path() const { return path_; }
  /// False where somebody removed it, or its folder: what is appended then is lost.
  bool is_there() const { return file_.is_there(); }

 private:
  void read(const std::string& text, bool resume);
  void read_header(std::string_view line, bool resume);
  void read_row(std::string_view line, std::size_t number);
  void start();
  void look(bool resume);

  std::string path_;
  nlohmann::ordered_json identity_;
  std::map<std::string, JournalRow> rows_;
  std::vector<nlohmann::ordered_json> notes_;
  std::size_t good_bytes_ = 0;  ///< up to the end of the last whole line
  OutputFile file_;
};

}  // namespace spinbench
