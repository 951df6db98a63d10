// The table for people: a section for each kernel, one line a row, what its cases share said once above it. Rows with
// estimates have columns of their own.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/rows/case_columns.hpp"
#include "bench/rows/row.hpp"
#include "bench/rows/screen.hpp"
#include "bench/rows/stderr_watch.hpp"
#include "bench/rows/table_columns.hpp"
#include "bench/select/case.hpp"

namespace spinbench {

struct TableOptions {
  Screen screen;          ///< no line is wider
  bool timed = true;      ///< false: the table of `verify`
  bool bursts = false;    ///< all times are: said once
  bool markdown = false;  ///< sections as Markdown tables, each of them whole when it is done
};

/// Rows are shown as they come. When a section is complete the best of each column is marked by a star: on a terminal
/// in its place, where the section is still on the screen; else a last line names them.
class Table {
 public:
  /// `cases` grouped by kernel, as select_cases() has them.
  Table(std::ostream& out, const std::vector<Case>& cases, TableOptions options);

  /// The head of the first section, before its first row is there; to be called before print().
  void print_head();
  /// `row` is of a kernel among the cases.
  void print(const Row& row);
  /// Closes the last section, where not all of its rows have come.
  void finish();

 private:
  struct Section {
    const Kernel* kernel;
    std::size_t cases;
    CaseColumns labels;
    std::vector<TimeColumn> columns;
    bool split = false;  ///< labels stand on lines of their own
  };
  /// A row as it was shown, so that it can be shown again.
  struct Shown {
    CaseLabel label;
    std::vector<std::string> cells;
    std::vector<std::optional<double>> merits;  ///< as many as cells, or none
    std::string text;                           ///< instead of cells
    std::vector<std::string> notes;
    Style style = Style::plain;
  };

  Section section_of(std::span<const Case> cases) const;
  void begin(const Section& section);
  void end_section();
  void print_head_of_estimates(const Findings& findings);
  Shown shown(const Row& row) const;
  std::vector<std::string> lines_of(const Shown& one, const std::vector<bool>& best) const;
  std::vector<std::string> head_lines() const;
  std::vector<std::string> head_of_words(const std::string& what) const;
  std::string row_of_cells(const std::vector<std::string>& cells, const std::vector<bool>& best, Style style,
                           const Screen& screen) const;
  std::vector<std::size_t> best_rows() const;
  void mark_in_place(const std::vector<std::size_t>& best);
  void name_best(const std::vector<std::size_t>& best);
  void print_markdown(const std::vector<std::size_t>& best);
  void put(const std::vector<std::string>& lines);

  std::ostream& out_;
  TableOptions options_;
  std::vector<Section> sections_;
  const Section* section_ = nullptr;         ///< the one that is being printed
  std::vector<TimeColumn> estimates_;        ///< columns of its experiment, once a row has told them
  std::vector<std::string> estimate_names_;  ///< of that row's estimates
  bool said_in_words_ = false;               ///< estimates for which columns lack the room
  std::vector<Shown> shown_;                 ///< its rows so far
  std::size_t lines_ = 0;                    ///< that they took, with their head
  std::unique_ptr<StderrWatch> watch_;
};

}  // namespace spinbench
