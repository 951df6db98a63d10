// The console table: one line a row, its common parameters said once. Rows with estimates have a head of their own.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/case.hpp"

namespace spinbench {

class Table {
 public:
  /// `timed` false: the table of `verify`.
  Table(std::ostream& out, const std::vector<Case>& cases, bool timed);

  void print_head();
  /// One row, as to_json(Row) makes it.
  void print(const nlohmann::ordered_json& row);

 private:
  void print_head_of_times();
  void print_head_of(const nlohmann::ordered_json& estimates);
  void print_estimates(const nlohmann::ordered_json& row);
  std::string label(const nlohmann::ordered_json& row) const;

  std::ostream& out_;
  bool timed_;
  bool one_kernel_ = true;
  bool experiments_ = false;  ///< all cases are
  std::string headed_for_;    ///< the rows that the last printed head is for: "times" or "estimates"
  Params common_;  ///< what all cases share
  std::string unit_ = "flip";  ///< what the head names; rows of another unit say so
  std::size_t width_ = 4;
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
