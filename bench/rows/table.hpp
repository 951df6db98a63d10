// The console table: a section for each kernel, one line a row, their common parameters said once. Rows with estimates
// have a head of their own.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "bench/rows/row.hpp"
#include "bench/select/case.hpp"

namespace spinbench {

class Table {
 public:
  /// `cases` grouped by kernel, as select_cases() has them; `timed` false: the table of `verify`.
  Table(std::ostream& out, const std::vector<Case>& cases, bool timed);

  /// The head of the first section, before its first row is there; to be called before print().
  void print_head();
  /// `row` is of a kernel among the cases.
  void print(const Row& row);

 private:
  struct Section {
    const Kernel* kernel;
    std::size_t cases;
    Params common;  ///< what all of them share
    std::size_t width = 4;
  };

  static Section section_of(std::span<const Case> cases);
  void begin(const Section& section);
  void print_head_of_times();
  void print_head_of_estimates(const Findings& findings);
  void print_checks(const Verification& verification);
  void print_times(const Row& row);
  void print_estimates(const Row& row);
  std::string label(const Row& row) const;

  std::ostream& out_;
  bool timed_;
  std::vector<Section> sections_;
  const Section* section_ = nullptr;  ///< the one that is being printed
  std::string headed_for_;            ///< the rows that the last printed head is for: "times" or "estimates"
};

/// Progress on a terminal: "[3/12] NAME, 1 min 20 s left", wiped before the next line is printed.
class Progress {
 public:
  explicit Progress(std::size_t total);
  void begin(const std::string& name);
  /// The time of a case counts for the estimate only where it was measured.
  void end(bool measured);

 private:
  std::size_t total_, done_ = 0, measured_ = 0;
  double seconds_ = 0, started_ = 0;
  bool terminal_;
};

}  // namespace spinbench
