#include "bench/cli/formats.hpp"

#include <cmath>

#include "bench/errors.hpp"
#include "bench/rows/table_columns.hpp"
#include "bench/rows/text.hpp"

namespace spinbench::cli {

namespace {

std::string number(double value) { return std::isfinite(value) ? to_string(AxisValue(value)) : ""; }

std::string cell_of_csv(std::string text, bool is_number) {
  const auto first = text.find_first_not_of(' ');
  if (!is_number && first != std::string::npos && std::string("=+-@").find(text[first]) != std::string::npos)
    text.insert(0, "'");
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char character : text) quoted += character == '"' ? std::string("\"\"") : std::string(1, character);
  return quoted + "\"";
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789+-.e") == std::string::npos &&
         text.find_first_of("0123456789") != std::string::npos;
}

}  // namespace

Format format_called(const std::string& name) {
  for (std::size_t i = 0; i < format_names.size(); ++i)
    if (name == format_names[i]) return static_cast<Format>(i);
  throw UsageError("--format " + quote(name) + ": there are " + joined(format_names));
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i)
    line += (i == 0 ? "" : ",") + cell_of_csv(cells[i], is_number(cells[i]));
  return line + "\r\n";
}

std::string csv_of(const std::vector<const Row*>& rows) {
  std::string result =
      csv_line({"name", "kernel", "variant", "backend", "device", "unit", "status", "reason", "figure", "ns_per_unit",
                "low", "high", "units_per_ns", "speedup", "limit_bound", "limit_fraction", "power_w", "verified"});
  for (const Row* row : rows) {
    std::vector<std::string> cells = {row->name,   row->kernel, row->variant,           row->backend,
                                      row->device, row->unit,   to_string(row->status), row->reason};
    if (row->measurement) {
      const Measurement& m = *row->measurement;
      const bool limited = row->limit.has_value();
      for (const std::string& cell :
           {std::string(m.held ? "held" : "burst"), number(m.median), number(m.low), number(m.high),
            number(1 / m.median), row->speedup ? number(row->speedup->value) : "",
            limited ? std::string(row->limit->bound) : "", limited ? number(row->limit->fraction(1 / m.median)) : "",
            m.conditions.power_w ? number(*m.conditions.power_w) : ""})
        cells.push_back(cell);
    } else {
      cells.resize(cells.size() + 9);
    }
    cells.push_back(row->verification ? verified_text(row->verification) : "");
    result += csv_line(cells);
  }
  return result;
}

}  // namespace spinbench::cli
