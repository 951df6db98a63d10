#include "bench/rows/table.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ostream>

namespace spinbench {

namespace {

using nlohmann::ordered_json;

std::string text(const char* format, double value) {
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

std::string left(std::string value, std::size_t width) {
  if (value.size() < width) value.append(width - value.size(), ' ');
  return value;
}

std::string right(const std::string& value, std::size_t width) {
  return value.size() < width ? std::string(width - value.size(), ' ') + value : value;
}

std::string value_text(const ordered_json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return std::to_string(value.get<std::int64_t>());
  return value.is_number() ? to_string(AxisValue(value.get<double>())) : "?";
}

/// "1.1060788(15)": the error in units of the last digits, two of them.
std::string with_error(const ordered_json& value, const ordered_json& error) {
  if (!value.is_number()) return "?";
  const double v = value.get<double>(), e = error.is_number() ? error.get<double>() : 0;
  if (!(e > 0)) return text("%.9g", v);
  int decimals = std::max(0, 1 - static_cast<int>(std::floor(std::log10(e))));
  // 0.00996 would read 100 in three digits.
  if (decimals > 0 && std::lround(e * std::pow(10, decimals)) >= 100) --decimals;
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f(%.0f)", decimals, v, decimals > 0 ? e * std::pow(10, decimals) : e);
  return buffer;
}

/// "0.49 energy, -1.14 specific_heat": deviations that a paper printed for the same case.
std::string published_deviations(const ordered_json& published) {
  std::string result;
  for (const auto& entry : published)
    if (entry.contains("deviation_sigmas"))
      result += (result.empty() ? "" : ", ") + text("%.2f ", entry["deviation_sigmas"].get<double>()) +
                entry["estimate"].get<std::string>();
  return result;
}

std::string published_text(const ordered_json& published) {
  std::string result;
  std::size_t times = 0;
  for (const auto& entry : published) {
    const auto ns = entry.contains("ns_per_flip") ? entry.find("ns_per_flip") : entry.find("ns_per_unit");
    if (ns == entry.end() || ++times > 1) continue;
    result = text("%.3g", ns->get<double>()) + " " + entry["device"].get<std::string>();
    if (result.size() > 34) result = result.substr(0, 31) + "...";
  }
  return times > 1 ? result + " +" + std::to_string(times - 1) : result;
}

std::string verified_text(const ordered_json& row) {
  const auto& verification = row["verification"];
  const std::string status = verification.is_null() ? "no" : verification["status"].get<std::string>();
  return status == "passed" ? "yes" : status == "expected_failure" ? "biased" : status;
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string duration_text(double seconds) {
  const int whole = static_cast<int>(seconds + 0.5);
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string label_of(const std::string& variant, const std::string& backend, const std::string& params) {
  return variant + "/" + backend + (params.empty() ? "" : "/" + params);
}

Params without(const Params& params, const Params& common) {
  Params result;
  for (const auto& [name, value] : params.entries())
    if (!common.has(name)) result.set(name, value);
  return result;
}

}  // namespace

Table::Table(std::ostream& out, const std::vector<Case>& cases, bool timed) : out_(out), timed_(timed) {
  for (auto first = cases.begin(); first != cases.end();) {
    const auto last = std::find_if(first, cases.end(), [&](const Case& c) { return c.kernel != first->kernel; });
    sections_.push_back(section_of({first, last}));
    first = last;
  }
}

Table::Section Table::section_of(std::span<const Case> cases) {
  Section result{cases.front().kernel, cases.size(), {}};
  for (const auto& [name, value] : cases.front().params.entries())
    if (cases.size() > 1 && std::all_of(cases.begin(), cases.end(), [&, &key = name, &wanted = value](const Case& c) {
          return c.params.has(key) && c.params.at(key) == wanted;
        }))
      result.common.set(name, value);
  for (const auto& c : cases)
    result.width = std::max(
        result.width, label_of(c.variant->name, c.variant->backend, without(c.params, result.common).name()).size());
  return result;
}

void Table::begin(const Section& section) {
  if (section_ != nullptr) out_ << "\n";
  section_ = &section;
  headed_for_.clear();
  out_ << section.kernel->name << ", " << section.cases << (section.cases == 1 ? " case" : " cases");
  if (!section.common.entries().empty()) out_ << ", all at " << section.common.name();
  out_ << "\n";
  // What an experiment estimates, its rows say.
  if (!timed_ || !section.kernel->experiment) print_head_of_times();
}

std::string Table::label(const ordered_json& row) const {
  std::string params;
  for (const auto& [name, value] : row["params"].items())
    if (!section_->common.has(name)) params += (params.empty() ? "" : "/") + name + ":" + value_text(value);
  return label_of(row["variant"], row["backend"], params);
}

void Table::print_head() {
  if (!sections_.empty()) begin(sections_.front());
}

void Table::print_head_of_times() {
  headed_for_ = "times";
  out_ << left("case", section_->width);
  const std::string& unit = section_->kernel->unit;
  if (timed_)
    out_ << right("ns/" + unit, 12) << right("+-", 8) << right(unit + "s/ns", 11) << right("speed-up", 10)
         << right("of limit", 15) << "  " << left("verified", 10) << "published ns/" + unit;
  else
    out_ << "  checks";
  out_ << std::endl;
}

void Table::print_head_of(const ordered_json& estimates) {
  headed_for_ = "estimates";
  out_ << left("case", section_->width);
  for (const auto& estimate : estimates) out_ << right(estimate["name"].get<std::string>(), 18) << right("sigmas", 10);
  out_ << right("sweeps", 11) << right("tau", 8) << right("ns/flip", 11) << "  " << left("verified", 10)
       << "published sigmas" << std::endl;
}

void Table::print_estimates(const ordered_json& row) {
  for (const auto& estimate : row["estimates"]) {
    const auto& sigmas = estimate["deviation_sigmas"];
    out_ << right(with_error(estimate["value"], estimate["error"]), 18)
         << right(sigmas.is_number() ? text("%.2f", sigmas.get<double>()) : "?", 10);
  }
  const auto& tau = row["tau_sweeps"];
  std::string notes = published_deviations(row["published"]);
  if (row["estimates"][0].contains("known_bias"))
    notes += (notes.empty() ? "" : "; ") + ("known bias: " + row["estimates"][0]["known_bias"].get<std::string>());
  out_ << right(std::to_string(row["sweeps"].get<std::int64_t>()), 11)
       << right(tau.is_number() ? text("%.3g", tau.get<double>()) : "?", 8)
       << right(text("%.4g", row["ns_per_flip"].get<double>()), 11) << "  " << left(verified_text(row), 10) << notes
       << std::endl;
}

void Table::print(const ordered_json& row) {
  if (const std::string kernel = row["kernel"]; kernel != section_->kernel->name)
    begin(
        *std::find_if(sections_.begin(), sections_.end(), [&](const Section& s) { return s.kernel->name == kernel; }));
  const std::string status = row["status"];
  const bool estimates = row.contains("estimates");
  if (estimates && headed_for_ != "estimates") print_head_of(row["estimates"]);
  if (!estimates && status == "measured" && timed_ && headed_for_ != "times") print_head_of_times();
  out_ << left(label(row), section_->width);
  if (status == "skipped" || status == "failed") {
    out_ << "  " << status << ": " << row["reason"].get<std::string>() << std::endl;
    return;
  }
  const auto& verification = row["verification"];
  const std::string verified = verification.is_null() ? "no" : verification["status"].get<std::string>();
  if (!timed_ || status != "measured") {
    out_ << "  " << verified << ":";
    for (const auto& check : verification["checks"])
      out_ << " " << check["name"].get<std::string>() << (check["passed"].get<bool>() ? "" : " (expected failure)");
    out_ << std::endl;
    return;
  }
  if (estimates) {
    print_estimates(row);
    return;
  }
  const bool flips = row.contains("ns_per_flip");
  const double ns = row[flips ? "ns_per_flip" : "ns_per_unit"];
  const double half = (row["ci95"][1].get<double>() - row["ci95"][0].get<double>()) / 2;
  out_ << right(text("%.4g", ns), 12) << right(text("%.1f%%", 100 * half / ns), 8) << right(text("%.4g", 1 / ns), 11);
  const auto& speedup = row["speedup"];
  out_ << right(speedup.is_null() ? "-" : text("%.4g", speedup["value"]), 10);
  const auto& limit = row["limit"];
  out_ << right(limit.is_null()
                    ? "-"
                    : text("%.0f%% ", 100 * limit["fraction"].get<double>()) + limit["bound"].get<std::string>(),
                15);
  std::string notes;
  const auto note = [&notes](const std::string& text) {
    if (!text.empty()) notes += (notes.empty() ? "" : "; ") + text;
  };
  note(published_text(row["published"]));
  if (row.contains("setup_s")) note("set up in " + text("%.3g", row["setup_s"]) + " s");
  if (row["stop_reason"] == "throttled") note("throttled throughout");
  out_ << "  "
       << left(verified == "passed"             ? "yes"
               : verified == "expected_failure" ? "biased"
                                                : verified,
               10)
       << notes << std::endl;
}

Progress::Progress(std::size_t total) : total_(total), terminal_(::isatty(STDERR_FILENO) != 0) {}

void Progress::begin(const std::string& name) {
  started_ = seconds_now();
  if (!terminal_) return;
  std::string line = "[" + std::to_string(done_ + 1) + "/" + std::to_string(total_) + "] " + name;
  if (measured_ > 0)
    line +=
        ", " + duration_text(seconds_ / static_cast<double>(measured_) * static_cast<double>(total_ - done_)) + " left";
  std::fprintf(stderr, "\r\033[K%.150s", line.c_str());
}

void Progress::end(bool measured) {
  ++done_;
  if (measured) {
    ++measured_;
    seconds_ += seconds_now() - started_;
  }
  if (terminal_) std::fprintf(stderr, "\r\033[K");
}

}  // namespace spinbench
