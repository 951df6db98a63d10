#include "bench/rows/table.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ostream>

#include "bench/errors.hpp"

namespace spinbench {

namespace {

constexpr std::size_t verified_width = 14;

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

/// "1.1060788(15)": the error in units of the last digits, two of them.
std::string with_error(double value, double error) {
  if (!std::isfinite(value)) return "?";
  if (!(error > 0)) return text("%.9g", value);
  int decimals = std::max(0, 1 - static_cast<int>(std::floor(std::log10(error))));
  // 0.00996 would read 100 in three digits.
  if (decimals > 0 && std::lround(error * std::pow(10, decimals)) >= 100) --decimals;
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f(%.0f)", decimals, value,
                decimals > 0 ? error * std::pow(10, decimals) : error);
  return buffer;
}

/// Notes behind a row: "8 Core 2 +1; set up in 0.2 s".
class Notes {
 public:
  void add(const std::string& note) {
    if (!note.empty()) text_ += (text_.empty() ? "" : "; ") + note;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// "0.49 energy, -1.14 specific_heat": deviations that a paper printed for the same case.
std::string published_deviations(const std::vector<Published>& published) {
  std::vector<std::string> result;
  for (const auto& one : published)
    if (one.deviation_sigmas) result.push_back(text("%.2f ", *one.deviation_sigmas) + one.estimate);
  return joined(result);
}

std::string published_text(const std::vector<Published>& published) {
  std::string result;
  std::size_t times = 0;
  for (const auto& one : published) {
    if (!one.ns_per_unit || ++times > 1) continue;
    result = text("%.3g", *one.ns_per_unit) + " " + one.device;
    if (result.size() > 34) result = result.substr(0, 31) + "...";
  }
  return times > 1 ? result + " +" + std::to_string(times - 1) : result;
}

/// "bits+physics": what held; "bits, biased" where a declared bias of the generator failed the rest.
std::string verified_text(const std::optional<Verification>& verification) {
  if (!verification || !verification->passed) return verification ? "failed" : "no";
  return verification->proved() + (verification->has_expected_failure() ? ", biased" : "");
}

/// What a reader must know of a figure: of a burst; of a device that could not go faster for its power limit.
void note_state(const Measurement& m, Notes& notes) {
  if (!m.held) notes.add("burst");
  if (m.burst_differs()) notes.add("burst " + text("%.4g", m.burst.median));
  if (m.power_capped.value_or(false)) notes.add("capped");
  if (!m.settled) notes.add("still drifting");
  if (m.stop_reason == "throttled") notes.add("throttled throughout");
  if (const std::size_t others = m.other_processes.size(); others > 0)
    notes.add("beside " + m.other_processes.front() + (others > 1 ? " +" + std::to_string(others - 1) : ""));
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

std::string Table::label(const Row& row) const {
  return label_of(row.variant, row.backend, without(row.params, section_->common).name());
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
         << right("of limit", 15) << "  " << left("verified", verified_width) << "published ns/" + unit;
  else
    out_ << "  checks";
  out_ << std::endl;
}

void Table::print_head_of_estimates(const Findings& findings) {
  headed_for_ = "estimates";
  out_ << left("case", section_->width);
  for (const auto& estimate : findings.estimates) {
    out_ << right(estimate.name, 18);
    if (estimate.expected) out_ << right("sigmas", 10);
  }
  out_ << right("sweeps", 11) << right("ns/" + section_->kernel->unit, 11) << "  " << left("verified", verified_width)
       << "published sigmas" << std::endl;
}

/// Of an autocorrelation time that its series does not last long enough to tell.
std::string shortness(const NamedEstimate& estimate, int sweeps) {
  if (!estimate.name.starts_with("tau_") || !(estimate.error > 0)) return "";
  const double lengths = sweeps / estimate.value;
  return lengths < 100 ? text("too short, %.2g ", lengths) + estimate.name : "";
}

void Table::print_estimates(const Row& row) {
  Notes notes;
  notes.add(published_deviations(row.published));
  std::string bias;
  for (const auto& estimate : row.findings->estimates) {
    out_ << right(with_error(estimate.value, estimate.error), 18);
    if (bias.empty()) bias = estimate.known_bias;
    notes.add(shortness(estimate, row.findings->length.sweeps));
    if (!estimate.expected) continue;
    const auto sigmas = deviation_sigmas(estimate);
    out_ << right(sigmas ? text("%.2f", *sigmas) : "?", 10);
  }
  if (!bias.empty()) notes.add("known bias: " + bias);
  out_ << right(std::to_string(row.findings->length.sweeps), 11) << right(text("%.4g", row.measurement->median), 11)
       << "  " << left(verified_text(row.verification), verified_width) << notes.text() << std::endl;
}

void Table::print_checks(const Verification& verification) {
  out_ << "  " << verified_text(verification) << ":";
  for (const auto& check : verification.checks)
    out_ << " " << check.name << (check.passed ? "" : " (expected failure)");
  out_ << std::endl;
}

void Table::print_times(const Row& row) {
  const Measurement& m = *row.measurement;
  out_ << right(text("%.4g", m.median), 12) << right(text("%.1f%%", 50 * (m.high - m.low) / m.median), 8)
       << right(text("%.4g", 1 / m.median), 11) << right(row.speedup ? text("%.4g", row.speedup->value) : "-", 10)
       << right(row.limit ? text("%.0f%% ", 100 * row.limit->fraction(1 / m.median)) + row.limit->bound : "-", 15);
  Notes notes;
  notes.add(published_text(row.published));
  if (row.tuning) notes.add("tuned");
  if (row.setup_s) notes.add("set up in " + text("%.3g", *row.setup_s) + " s");
  if (row.limit && row.limit->exceeded(1 / m.median)) notes.add("limit exceeded");
  note_state(m, notes);
  out_ << "  " << left(verified_text(row.verification), verified_width) << notes.text() << std::endl;
}

void Table::print(const Row& row) {
  if (row.kernel != section_->kernel->name)
    begin(*std::find_if(sections_.begin(), sections_.end(),
                        [&](const Section& s) { return s.kernel->name == row.kernel; }));
  const bool measured = timed_ && row.measurement.has_value(), estimates = measured && row.findings.has_value();
  if (estimates && headed_for_ != "estimates") print_head_of_estimates(*row.findings);
  if (measured && !estimates && headed_for_ != "times") print_head_of_times();
  out_ << left(label(row), section_->width);
  if (estimates)
    print_estimates(row);
  else if (measured)
    print_times(row);
  else if (row.status == Row::Status::verified && row.verification)
    print_checks(*row.verification);
  else
    out_ << "  " << (row.status == Row::Status::skipped ? "skipped: " : "failed: ") << row.reason << std::endl;
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
