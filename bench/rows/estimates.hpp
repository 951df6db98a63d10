// How long cases take: what earlier runs on this host found, kept by variant in a file of the user's cache.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bench/measure/measure.hpp"
#include "bench/rows/row.hpp"
#include "bench/select/case.hpp"
#include "bench/verify/verify.hpp"

namespace spinbench {

class Estimates {
 public:
  /// Of runs that verify by `checks` and, where `timed`, measure by `measuring`.
  Estimates(VerifyOptions checks, MeasureOptions measuring, bool timed);

  /// Reads the file. What is not there or cannot be read gives no error: then cases are guessed from the options.
  void read(const std::filesystem::path& file = default_file());
  /// Replaces the file by what it holds and what was noted since; does nothing where it cannot be written.
  void keep(const std::filesystem::path& file = default_file()) const;

  /// Seconds of each of `cases`, done in this order by one process: the first of a variant pays for what its cases
  /// share. Those that cannot run take none.
  std::vector<double> seconds(const std::vector<Case>& cases) const;
  /// Learns from `row` of the case `c`, which was verified, and measured where that is asked for; others are passed
  /// over.
  void note(const Row& row, const Case& c);

  /// spinbench/estimates.json in $XDG_CACHE_HOME, or in ~/.cache; empty where neither is known.
  static std::filesystem::path default_file();

 private:
  /// `sweep_s`: of the cases that took these times; `byte_s`: a sweep's time by the byte of memory that a case has.
  struct Entry {
    double first_s = 0, later_s = 0, sweep_s = 0, byte_s = 0;
    bool has_first = false, has_later = false, has_sweep = false;
  };
  std::string key_of(const std::string& kernel, const std::string& variant, const std::string& backend) const;
  double guess(const Case& c, bool first) const;
  double longer_for_its_size(const Case& c, const Entry* known) const;

  VerifyOptions checks_;
  MeasureOptions measuring_;
  bool timed_;
  std::string mode_;
  std::map<std::string, Entry> known_;
  std::set<std::string> noted_;  ///< keys of which a case came already, in this process
};

}  // namespace spinbench
