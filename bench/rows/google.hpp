// Google Benchmark: the cases are its benchmarks, our measuring core runs inside them, and its JSON holds every batch
// as a repetition, so that its compare.py can test two files against each other.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/rows/row.hpp"
#include "bench/select/case.hpp"

namespace spinbench {

/// The --benchmark_* flags. Those that choose cases or files are ours to answer; the rest goes to the library.
struct GoogleFlags {
  std::string filter;  ///< a leading '-' means the cases that do not match
  bool list_tests = false;
  bool json_to_console = false;
  std::string out;  ///< file for Google Benchmark's JSON, or ""

  /// Takes the --benchmark_* flags out of `arguments`. Throws UsageError for one that the library does not know or
  /// that makes no sense here.
  static GoogleFlags take(const std::string& program, std::vector<std::string>& arguments);
};

/// What is done for each case: its row, which lasts as long as the run, or null where it was interrupted.
using RunCase = std::function<const Row*(const Case&)>;
/// Called with each row when it is there.
using ShowRow = std::function<void(const Row&)>;

/// Registers and runs `cases` through Google Benchmark. Returns its JSON of all rows where that is wanted, else "".
std::string run_through_google(const std::vector<Case>& cases, const RunCase& run, const ShowRow& show,
                               bool wants_json);

}  // namespace spinbench
