// --format: rows and listings for programs.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "bench/rows/row.hpp"

namespace spinbench::cli {

enum class Format { table, markdown, csv, json };
inline constexpr std::array<const char*, 4> format_names = {"table", "markdown", "csv", "json"};

/// The format called `name`. Throws UsageError that names all.
Format format_called(const std::string& name);

/// One line of comma-separated values (RFC 4180), with its end. A text that a spreadsheet would take for a formula is
/// quoted with a leading apostrophe, as `spinbench export csv` does.
std::string csv_line(const std::vector<std::string>& cells);

/// Rows as CSV, with a head: what `export csv` has, and status, reason, speed-up, limit, power and what was proved.
/// Times are in ns per unit, power in W; what is not there is empty.
std::string csv_of(const std::vector<const Row*>& rows);

}  // namespace spinbench::cli
