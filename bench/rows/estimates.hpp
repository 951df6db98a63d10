// How long cases take: what earlier runs on this host found, kept by variant in a file of the user's cache.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
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
  /// share. Those that cannot run take none. What is known of another load counts where nothing is of this one: checks
  /// take as long by both.
  std::vector<double> seconds(const std::vector<Case>& cases) const;
  /// Learns from `row` of the case `c`, which was verified, and measured where that is asked for; others are passed
  /// over.
  void note(const Row& row, const Case& c);

  /// spinbench/estimates.json in $XDG_CACHE_HOME, or in ~/.cache; empty where neither is known.
  static std::filesystem::path default_file();

 private:
  /// `measuring_s`: what of these times was not for checks; `sweep_s`: of the cases that took them; `byte_s`: a sweep's
  /// time by the byte of memory that a case has.
  struct Entry {
    double first_s = 0, later_s = 0, measuring_s = 0, sweep_s = 0, byte_s = 0;
    bool has_first = false, has_later = false, has_measuring = false, has_sweep = false;
    bool has(bool first) const { return first ? has_first : has_later; }
    double seconds(bool first) const { return first ? first_s : later_s; }
  };
  /// A load that is held for so long, in so many repetitions, and the times that cases took so.
  struct Way {
    double hold_s = 0;
    std::size_t repetitions = 1;
    const Entry* known = nullptr;
  };
  Way own_way() const;
  std::string key_of(const std::string& kernel, const std::string& variant, const std::string& backend) const;
  double guess(const Case& c, bool first) const;
  double guess_of_measuring(const Case& c, const Way& way) const;
  /// Of the ways by which such cases were measured the one that, by the guess, takes nearest to as long as this one.
  std::optional<Way> nearest(const Case& c, bool first) const;
  double seconds_by(const Way& other, const Case& c, bool first) const;
  double longer_for_its_size(const Case& c, const Entry* known) const;

  VerifyOptions checks_;
  MeasureOptions measuring_;
  bool timed_;
  /// What keys end with: the checks, the load, and what else of the measuring decides how long a case takes.
  std::string checked_, held_, limited_;
  std::map<std::string, Entry> known_;
  std::set<std::string> noted_;  ///< keys of which a case came already, in this process
};

}  // namespace spinbench
