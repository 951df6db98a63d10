#include "bench/rows/table_columns.hpp"

#include <algorithm>
#include <array>

#include "bench/errors.hpp"
#include "bench/rows/text.hpp"

namespace spinbench {

namespace {

constexpr std::size_t short_verified = 10, long_verified = 15, published_width = 30;

double ns_of(const Row& row) { return row.measurement->median; }

/// "12.4 G": a rate in 1/s from one in 1/ns.
std::string with_prefix(double per_ns) {
  constexpr std::array<std::pair<double, const char*>, 4> prefixes = {{{1e3, "T"}, {1, "G"}, {1e-3, "M"}, {1e-6, "k"}}};
  for (const auto& [size, prefix] : prefixes)
    if (per_ns >= size) return printed("%.4g ", per_ns / size) + prefix;
  return printed("%.3g", per_ns * 1e9);
}

/// "bits+phys" for "bits+physics".
std::string abbreviated(std::string text) {
  for (const auto& [whole, part] : {std::pair{"physics", "phys"}, std::pair{"sampled", "smpl"}, std::pair{", ", " "}})
    if (const auto at = text.find(whole); at != std::string::npos)
      text.replace(at, std::char_traits<char>::length(whole), part);
  return text;
}

std::string published_text(const std::vector<Published>& published) {
  std::string result;
  std::size_t times = 0;
  for (const auto& one : published) {
    if (!one.ns_per_unit || ++times > 1) continue;
    result = printed("%.3g", *one.ns_per_unit) + " " + one.device;
  }
  const std::string more = times > 1 ? " +" + std::to_string(times - 1) : "";
  if (result.size() + more.size() > published_width) result = result.substr(0, published_width - more.size() - 1) + "~";
  return result + more;
}

/// "0.49 energy, -1.14 specific_heat": deviations that a paper printed for the same case.
std::string published_deviations(const std::vector<Published>& published) {
  std::vector<std::string> result;
  for (const auto& one : published)
    if (one.deviation_sigmas) result.push_back(printed("%.2f ", *one.deviation_sigmas) + one.estimate);
  return joined(result);
}

/// Of an autocorrelation time that its series does not last long enough to tell.
std::string shortness(const NamedEstimate& estimate, int sweeps) {
  if (!estimate.name.starts_with("tau_") || !(estimate.error > 0)) return "";
  const double lengths = sweeps / estimate.value;
  return lengths < 100 ? printed("too short, %.2g ", lengths) + estimate.name : "";
}

TimeColumn time_column(const std::string& head) {
  return {head, std::max<std::size_t>(head.size(), 8), false, [](const Row& row) { return short_number(ns_of(row)); },
          [](const Row& row) { return std::optional(-ns_of(row)); }};
}

TimeColumn picoseconds_column(const std::string& head) {
  return {head, std::max<std::size_t>(head.size(), 8), false,
          [](const Row& row) { return short_number(1000 * ns_of(row)); }};
}

TimeColumn rate_column(const std::string& head) {
  return {head, std::max<std::size_t>(head.size(), 8), false,
          [](const Row& row) { return short_number(1 / ns_of(row)); },
          [](const Row& row) { return std::optional(1 / ns_of(row)); }};
}

TimeColumn interval_column() {
  return {"+-", 6, false, [](const Row& row) {
            const Measurement& m = *row.measurement;
            return printed("%.1f%%", 50 * (m.high - m.low) / m.median);
          }};
}

TimeColumn speedup_column() {
  return {"speed-up", 8, false, [](const Row& row) { return row.speedup ? short_number(row.speedup->value) : "-"; },
          [](const Row& row) { return row.speedup ? std::optional(row.speedup->value) : std::nullopt; }};
}

TimeColumn limit_column() {
  return {"of limit", 10, false,
          [](const Row& row) {
            if (!row.limit) return std::string("-");
            return printed("%.0f%% ", 100 * row.limit->fraction(1 / ns_of(row))) + row.limit->bound;
          },
          [](const Row& row) { return row.limit ? std::optional(row.limit->fraction(1 / ns_of(row))) : std::nullopt; }};
}

TimeColumn power_column() {
  return {"power", 6, false, [](const Row& row) {
            const auto& watts = row.measurement->conditions.power_w;
            return watts ? printed("%.0f W", *watts) : "-";
          }};
}

TimeColumn verified_column(bool in_full) {
  return {"verified", in_full ? long_verified : short_verified, true, [in_full](const Row& row) {
            const std::string text = verified_text(row.verification);
            return in_full ? text : abbreviated(text);
          }};
}

TimeColumn published_column(const std::string& unit) {
  return {"published " + unit, published_width, true, [](const Row& row) { return published_text(row.published); }};
}

/// Of a kernel that measures a limit of the machine.
std::vector<TimeColumn> columns_of_machine(const Kernel& kernel) {
  if (kernel.unit == "byte") return {rate_column("GB/s")};
  if (kernel.unit != "op") {
    TimeColumn microseconds = time_column("us");
    microseconds.text = [](const Row& row) { return short_number(ns_of(row) / 1000); };
    return {microseconds};
  }
  TimeColumn rate = rate_column("ops/s");
  rate.text = [](const Row& row) { return with_prefix(1 / ns_of(row)); };
  return {rate};
}

/// What a reader must know of a figure: of a burst; of a device that could not go faster for its power limit.
void note_state(const Measurement& m, bool bursts, std::vector<std::string>& notes) {
  if (!m.held && !bursts) notes.push_back("burst");
  if (m.burst_differs()) notes.push_back("burst " + printed("%.4g", m.burst.median));
  if (m.power_capped.value_or(false)) notes.push_back("capped");
  if (!m.settled) notes.push_back("still drifting");
  if (m.stop_reason == "throttled") notes.push_back("throttled throughout");
  if (const std::size_t others = m.other_processes.size(); others > 0)
    notes.push_back("beside " + m.other_processes.front() + (others > 1 ? " +" + std::to_string(others - 1) : ""));
}

}  // namespace

std::string verified_text(const std::optional<Verification>& verification) {
  if (!verification || !verification->passed) return verification ? "failed" : "no";
  return verification->proved() + (verification->has_expected_failure() ? ", biased" : "");
}

std::size_t width_of(const std::vector<TimeColumn>& columns) {
  std::size_t result = 1;
  for (const auto& column : columns) result += column.width + 1 + (column.left ? 1 : 0);
  return result;
}

std::vector<TimeColumn> time_columns(const Kernel& kernel, bool published, std::size_t room) {
  const std::string unit = "ns/" + kernel.unit;
  std::vector<TimeColumn> columns;
  if (kernel.measures_limit)
    columns = columns_of_machine(kernel);
  else
    columns = {time_column(unit), rate_column(kernel.unit + "s/ns")};
  if (kernel.reference) columns.push_back(speedup_column());
  if (!kernel.measures_limit) columns.push_back(limit_column());
  columns.push_back(verified_column(false));
  const auto add = [&](TimeColumn column, std::size_t place) {
    auto more = columns;
    if (column.head == "verified") more.pop_back();
    more.insert(more.begin() + static_cast<std::ptrdiff_t>(std::min(place, more.size())), std::move(column));
    if (width_of(more) > room) return false;
    columns = std::move(more);
    return true;
  };
  if (!add(interval_column(), 1)) return columns;
  if (kernel.times_in_ps) add(picoseconds_column("ps/" + kernel.unit), 1);
  if (!add(verified_column(true), columns.size())) return columns;
  if (published && !add(published_column(unit), columns.size())) return columns;
  if (!kernel.measures_limit) add(power_column(), columns.size() - 1 - published);
  return columns;
}

std::vector<std::string> notes_of(const Row& row, bool bursts) {
  std::vector<std::string> notes;
  if (row.tuning) notes.push_back("tuned");
  if (row.ranks && row.ranks->simulated_network()) notes.push_back("simulated network");
  if (row.setup_s) notes.push_back("set up in " + printed("%.3g", *row.setup_s) + " s");
  if (row.limit && row.limit->exceeded(1 / ns_of(row)))
    notes.push_back(row.limit->doubt.empty() ? "limit exceeded" : "limit measured under load");
  note_state(*row.measurement, bursts, notes);
  return notes;
}

std::vector<std::string> notes_of_findings(const Row& row) {
  std::vector<std::string> notes;
  if (std::string known = published_deviations(row.published); !known.empty()) notes.push_back("published " + known);
  std::string bias;
  for (const auto& estimate : row.findings->estimates) {
    if (bias.empty()) bias = estimate.known_bias;
    if (std::string text = shortness(estimate, row.findings->length.sweeps); !text.empty()) notes.push_back(text);
  }
  if (!bias.empty()) notes.push_back("known bias: " + bias);
  return notes;
}

}  // namespace spinbench
