// What an earlier run left in the results file, for --append and --resume.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/rows/journal.hpp"

namespace spinbench::cli {

class Earlier {
 public:
  /// Reads a results file of this version. Throws UsageError for what is none, row by row.
  explicit Earlier(const std::string& path);

  /// Throws UsageError where `provenance`, that of a run to come, is not of the same machine and build, or preset.
  void require_same_build(const nlohmann::ordered_json& provenance) const;
  /// And the same devices, settings and selection.
  void require_same_run(const nlohmann::ordered_json& provenance) const;
  /// Throws UsageError where rows were measured in another way (seed, hold, ...) than `provenance` says: rows of one
  /// name would be of two kinds.
  void require_same_settings(const nlohmann::ordered_json& provenance) const;

  /// Those that were measured, by case name.
  const std::map<std::string, JournalRow>& measured() const { return measured_; }
  std::size_t rows() const { return document_["rows"].size(); }
  bool has_failed() const { return failed_; }
  /// Whether a time budget left some of its cases out.
  bool has_left_out() const { return left_out_; }

  /// The document with `rows` added; one that was not measured gives way to a new one of its name. `provenance`: of the
  /// run that adds them, which is noted.
  nlohmann::ordered_json with(const nlohmann::ordered_json& provenance,
                              const std::vector<nlohmann::ordered_json>& rows) const;

 private:
  [[noreturn]] void refuse(const std::string& why) const;
  void require_same_entries(const nlohmann::ordered_json& theirs, const nlohmann::ordered_json& ours) const;
  void require_same(const char* what, const nlohmann::ordered_json& theirs, const nlohmann::ordered_json& ours) const;

  std::string path_;
  nlohmann::ordered_json document_;
  std::map<std::string, JournalRow> measured_;
  bool failed_ = false, left_out_ = false;
};

}  // namespace spinbench::cli
