// The columns of a table of times: what a row says in each, and which value of a column is the best.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/rows/row.hpp"
#include "interface/registry.hpp"

namespace spinbench {

struct TimeColumn {
  std::string head;
  std::size_t width = 0;  ///< that its texts keep to
  bool left = false;      ///< aligned so
  std::function<std::string(const Row&)> text;
  /// Of which the largest is the best one; null where a column has none.
  std::function<std::optional<double>(const Row&)> merit = nullptr;
};

/// Those that a section of `kernel` has in `room` characters: time, rate, speed-up, part of the limit and what was
/// proved; with more room ps where the kernel's field quotes them, the interval, power and, where `published`,
/// published times. Of kernels that measure the machine: GB/s, operations a second, or microseconds.
std::vector<TimeColumn> time_columns(const Kernel& kernel, bool published, std::size_t room);

/// Characters that the columns take, with a blank or a mark before and behind each.
std::size_t width_of(const std::vector<TimeColumn>& columns);

/// What a reader must know of a row beside its numbers, such as "capped"; `bursts`: that all are bursts has been said.
std::vector<std::string> notes_of(const Row& row, bool bursts);

/// Of an experiment's row: deviations that were published, series that are too short, biases that are known.
std::vector<std::string> notes_of_findings(const Row& row);

/// "bits+physics": what held; "bits, biased" where a declared bias of the generator failed the rest.
std::string verified_text(const std::optional<Verification>& verification);

}  // namespace spinbench
