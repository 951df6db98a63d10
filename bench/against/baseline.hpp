// The cases of an earlier results file, to be measured again (`run --against`).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/select/case.hpp"
#include "bench/select/selection.hpp"

namespace spinbench {

struct Baseline {
  struct Entry {
    Case c;
    std::size_t position;  ///< among the rows of the file
  };
  std::vector<Entry> entries;
  std::vector<std::string> lost;  ///< rows that this build or machine has no case for, with the reason
  // How the file was measured.
  bool held = true;
  std::optional<std::uint64_t> seed;  ///< nothing where its rows differ
};

/// A results file of any version, whose "rows" is an array. Throws UsageError: no such file, no results file.
nlohmann::ordered_json baseline_document(const std::string& path);

/// The measured rows of a results file, of any version, that `selection` does not leave out: by kernel, variant,
/// backend, filter, and an --axis whose values a row has none of. A row without one of the variant's axes has its
/// default. Experiments are left out. Throws UsageError: no such file, no results file, nothing in it that is selected,
/// nothing that this build has.
Baseline read_baseline(const std::string& path, const Selection& selection, const Registry& registry);

/// Writes the cases as rows that read_baseline() takes, in their order. Throws UsageError.
void write_cases(const std::string& path, const std::vector<Case>& cases);

}  // namespace spinbench
