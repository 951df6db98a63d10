// A row read back, as a journal holds it: nothing of what it says is believed before it was looked at.
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>

#include "bench/rows/params_json.hpp"
#include "bench/rows/row.hpp"

namespace spinbench {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_entries = 10'000'000;  // of a list: batches of 10 ms for more than a day
constexpr double longest_ns = 1e18;               // thirty years

[[noreturn]] void refuse(const std::string& what) { throw std::runtime_error(what); }

/// Whether it is a whole number from `least` on that an int can hold.
bool is_whole(const ordered_json& value, int least) {
  return value.is_number_integer() && value.get<double>() >= least &&
         value.get<double>() <= std::numeric_limits<int>::max();
}

/// One object; what it lacks or has of another type is refused by name.
class Object {
 public:
  Object(const ordered_json& json, const std::string& what) : json_(json), what_(what) {
    if (!json.is_object()) refuse(what + " is no object");
  }

  bool has(const char* key) const { return json_.contains(key); }
  const ordered_json& at(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) refuse(what_ + " has no " + key);
    return *found;
  }
  bool is_null(const char* key) const { return at(key).is_null(); }
  std::string text(const char* key) const {
    if (!at(key).is_string()) refuse(named(key) + " is no text");
    return at(key).get<std::string>();
  }
  std::string text_or_none(const char* key) const { return has(key) ? text(key) : ""; }
  bool flag(const char* key) const {
    if (!at(key).is_boolean()) refuse(named(key) + " is neither true nor false");
    return at(key).get<bool>();
  }
  double number(const char* key) const {
    const auto value = number_or_null(key);
    return value ? *value : std::numeric_limits<double>::quiet_NaN();
  }
  std::optional<double> number_or_null(const char* key) const {
    if (is_null(key)) return std::nullopt;
    if (!at(key).is_number()) refuse(named(key) + " is no number");
    return at(key).get<double>();
  }
  /// A time or a rate of which there can be no less than one above zero.
  double positive(const char* key) const {
    const double value = number(key);
    if (!(value > 0) || !(value < longest_ns)) refuse(named(key) + " is no time");
    return value;
  }
  int whole(const char* key, int least) const {
    const ordered_json& value = at(key);
    if (!is_whole(value, least)) refuse(named(key) + " is no whole number of " + std::to_string(least) + " or more");
    return value.get<int>();
  }
  std::uint64_t whole64(const char* key) const {
    if (!at(key).is_number_unsigned()) refuse(named(key) + " is no whole number of 0 or more");
    return at(key).get<std::uint64_t>();
  }
  /// A list of at most `most` and at least `least` entries.
  const ordered_json& list(const char* key, std::size_t least = 0, std::size_t most = most_entries) const {
    const ordered_json& value = at(key);
    if (!value.is_array() || value.size() < least || value.size() > most)
      refuse(named(key) + " is no list of " + std::to_string(least) + " to " + std::to_string(most));
    return value;
  }
  std::vector<double> numbers(const char* key, std::size_t least = 0, std::size_t most = most_entries) const {
    std::vector<double> result;
    for (const auto& value : list(key, least, most)) {
      if (!value.is_number() && !value.is_null()) refuse(named(key) + " holds something else than numbers");
      result.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>());
    }
    return result;
  }
  std::vector<std::string> texts(const char* key) const {
    std::vector<std::string> result;
    for (const auto& value : list(key)) {
      if (!value.is_string()) refuse(named(key) + " holds something else than texts");
      result.push_back(value.get<std::string>());
    }
    return result;
  }
  Object object(const char* key) const { return {at(key), named(key)}; }
  std::string named(const char* key) const { return what_ + " " + key; }

 private:
  const ordered_json& json_;
  std::string what_;
};

RowTuning tuning_of(const Object& json) {
  return {json.text("file"), json.text("date"), json.text("git"), params_from_json(json.at("launch"))};
}

Row::Status status_of(const Object& row) {
  const std::string word = row.text("status");
  if (word == "measured") return Row::Status::measured;
  if (word == "verified") return Row::Status::verified;
  if (word == "skipped") return Row::Status::skipped;
  if (word == "failed") return Row::Status::failed;
  refuse("row status is none of measured, verified, skipped, failed");
}

Check::Kind kind_of(const std::string& word) {
  if (word == "bits") return Check::Kind::bits;
  if (word == "close") return Check::Kind::close;
  if (word == "sampled") return Check::Kind::sampled;
  if (word == "physics") return Check::Kind::physics;
  if (word == "support") return Check::Kind::support;
  if (word == "self") return Check::Kind::self;
  refuse("check kind is none of bits, close, sampled, physics, self, support");
}

Check check_of(const Object& json) {
  Check check;
  check.name = json.text("name");
  check.kind = kind_of(json.text("kind"));
  check.passed = json.flag("passed");
  check.numeric = json.has("value");
  if (check.numeric) {
    check.value = json.number("value");
    check.expected = json.number("expected");
    check.sigma = json.number("sigma");
  }
  check.expected_failure = json.has("expected_failure") && json.flag("expected_failure");
  check.detail = json.text_or_none("detail");
  check.code_path = json.text_or_none("code_path");
  if (json.has("seconds")) check.seconds = json.positive("seconds");
  return check;
}

std::optional<Verification> verification_of(const Object& row) {
  if (row.is_null("verification")) return std::nullopt;
  const Object json = row.object("verification");
  Verification result;
  result.passed = json.text("status") != "failed";
  for (const auto& check : json.list("checks")) result.checks.push_back(check_of({check, "check"}));
  return result;
}

Conditions conditions_of(const Object& json) {
  Conditions result;
  result.device = json.whole("device", 0);
  result.sm_clock_mhz = json.number_or_null(json.has("core_clock_mhz") ? "core_clock_mhz" : "sm_clock_mhz");
  result.temperature_c = json.number_or_null("temperature_c");
  result.power_w = json.number_or_null("power_w");
  result.power_limit_w = json.number_or_null("power_limit_w");
  result.throttle = json.texts("throttle");
  return result;
}

Interval interval_of(const Object& json) {
  const auto ends = json.numbers("ci95", 2, 2);
  return {json.positive("ns_per_unit"), ends[0], ends[1]};
}

std::vector<Batch> batches_of(const Object& row) {
  const auto samples = row.numbers("samples_ns_per_unit", 1), throttled = row.numbers("throttled_samples_ns_per_unit");
  std::vector<Batch> result;
  // Where no batch was clean, the samples are the throttled ones.
  if (samples != throttled)
    for (const double sample : samples) result.push_back({sample, false});
  for (const double sample : throttled) result.push_back({sample, true});
  return result;
}

void read_held(const Object& row, Measurement& m) {
  m.held = Interval{m.median, m.low, m.high};
  m.hold_s = row.number("hold_s");
  m.settled = row.flag("settled");
  m.drift = row.number("drift");
  m.settled_clock_mhz = row.number_or_null("settled_clock_mhz");
}

Measurement measurement_of(const Object& row) {
  Measurement m;
  const Interval figure = interval_of(row);
  m.median = figure.median;
  m.low = figure.low;
  m.high = figure.high;
  m.burst = row.has("burst") ? interval_of(row.object("burst")) : figure;
  if (row.text("figure") == "held") read_held(row, m);
  m.batches = batches_of(row);
  for (const double repetition : row.numbers("repetitions", 1)) m.repetitions.push_back({repetition, 0, 0});
  m.sweeps_per_batch = row.whole("sweeps_per_batch", 1);
  if (row.has("ns_per_sweep")) m.ns_per_sweep = row.positive("ns_per_sweep");
  m.stop_reason = row.text("stop_reason");
  if (!row.is_null("power_capped")) m.power_capped = row.flag("power_capped");
  m.conditions = conditions_of(row.object("conditions"));
  m.by_device = {m.conditions};
  if (row.has("by_device")) {
    m.by_device.clear();
    for (const auto& one : row.list("by_device", 2)) m.by_device.push_back(conditions_of({one, "by_device"}));
  }
  m.other_processes = row.texts("other_processes");
  m.idle_power_w = row.number_or_null("idle_power_w");
  return m;
}

Energy energy_of(const Object& row) {
  if (row.is_null("energy")) return {};
  const Object json = row.object("energy");
  Energy result;
  result.joules_per_unit = json.number_or_null("joules_per_unit");
  result.seconds = json.number("seconds");
  result.counter_w = json.number("counter_w");
  result.sampled_w = json.number_or_null("sampled_w");
  // Without a counter nothing was counted.
  if (result.joules_per_unit || json.has("ns_per_unit")) result.ns_per_unit = json.number_or_null("ns_per_unit");
  result.doubt = json.text_or_none("doubt");
  return result;
}

Work work_of(const Object& json) {
  Work result;
  result.units = json.number("units_per_sweep");
  const auto whole = [&](const char* key) { return json.number(key) * result.units; };
  result.memory_bytes = whole("bytes_per_unit");
  result.write_bytes = whole("write_bytes_per_unit");
  result.footprint_bytes = json.number("footprint_bytes");
  result.shared_bytes = whole("shared_bytes_per_unit");
  result.logic_ops = whole("logic_ops_per_unit");
  result.multiply_adds = whole("multiply_adds_per_unit");
  result.issue_slots = whole("issue_slots_per_unit");
  result.random_words = whole("random_words_per_unit");
  result.dependent_launches = json.number("dependent_launches_per_sweep");
  return result;
}

Speedup speedup_of(const Object& json) {
  const auto ends = json.numbers("ci95", 2, 2);
  return {json.number("value"), ends[0], ends[1], json.text("reference"), json.number("reference_ns_per_unit")};
}

RanksUsed ranks_of(const Object& json) {
  RanksUsed result;
  result.transport = json.text("transport");
  result.library = json.text_or_none("library");
  if (json.has("simulated_network")) {
    const Object network = json.object("simulated_network");
    result.latency_us = network.number("latency_us");
    result.bandwidth_GBps = network.number("bandwidth_GBps");
  }
  for (const auto& entry : json.list("by_rank", 1, 65536)) {
    const Object one{entry, "by_rank"};
    result.by_rank.push_back({one.text("host"), one.text_or_none("device"), one.number("boundary_us"),
                              one.number("transfer_us"), one.number("bulk_us"), one.number("wait_us")});
  }
  return result;
}

void read_times(const Object& row, Row& result) {
  result.measurement = measurement_of(row);
  result.measurement->energy = energy_of(row);
  result.measurement->joules_per_unit = result.measurement->energy.joules_per_unit;
  if (row.has("setup_s")) result.setup_s = row.number("setup_s");
  if (row.has("host_threads")) result.host_threads = row.whole("host_threads", 1);
  if (row.has("ranks")) result.ranks = ranks_of(row.object("ranks"));
  if (!row.is_null("speedup")) result.speedup = speedup_of(row.object("speedup"));
  result.work = work_of(row.object("work"));
  if (row.is_null("limit")) return;
  const Object limit = row.object("limit");
  result.limit = Limit{limit.text("bound"), limit.positive("units_per_ns"), limit.text_or_none("doubt")};
}

Findings findings_of(const Object& row) {
  Findings result;
  for (const auto& entry : row.list("estimates", 1)) {
    const Object json{entry, "estimate"};
    NamedEstimate estimate{json.text("name"), json.number("value"), json.number("error"), std::nullopt, ""};
    if (json.has("expected")) estimate.expected = json.number("expected");
    estimate.known_bias = json.text_or_none("known_bias");
    result.estimates.push_back(std::move(estimate));
  }
  result.length = {row.whole("sweeps", 1), row.whole("equilibration_sweeps", 0), row.whole("spacing", 1)};
  return result;
}

std::vector<Published> published_of(const Object& row) {
  std::vector<Published> result;
  for (const auto& entry : row.list("published")) {
    const Object json{entry, "published"};
    Published one{json.text("source"), json.text("locator"), json.text("device")};
    const auto optional = [&](const char* key) {
      return json.has(key) ? std::optional(json.number(key)) : std::nullopt;
    };
    one.ns_per_unit = optional("ns_per_unit");
    one.setup_s = optional("setup_s");
    one.estimate = json.text_or_none("estimate");
    one.value = optional("value");
    one.error = optional("error");
    one.deviation_sigmas = optional("deviation_sigmas");
    result.push_back(std::move(one));
  }
  return result;
}

/// Whether two documents are the same but for the last digit of a number.
bool same(const ordered_json& a, const ordered_json& b) {
  if (a.is_number() && b.is_number()) {
    const double x = a.get<double>(), y = b.get<double>();
    return std::fabs(x - y) <= 1e-12 * std::fabs(x);
  }
  if (a.type() != b.type() || a.size() != b.size()) return false;
  if (a.is_object()) {
    for (const auto& [key, value] : a.items())
      if (const auto other = b.find(key); other == b.end() || !same(value, *other)) return false;
    return true;
  }
  if (!a.is_array()) return a == b;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same(a[i], b[i])) return false;
  return true;
}

std::string case_name(const Row& row) {
  const std::string head = row.kernel + "/" + row.variant + "/" + row.backend;
  return row.params.entries().empty() ? head : head + "/" + row.params.name();
}

}  // namespace

Row row_from_json(const ordered_json& json) {
  const Object object{json, "row"};
  Row row;
  row.name = object.text("name");
  row.kernel = object.text("kernel");
  row.variant = object.text("variant");
  row.backend = object.text("backend");
  row.device = object.text("device");
  for (const auto& device : object.list("devices", 1)) {
    if (!is_whole(device, 0)) refuse("row devices holds something else than numbers of devices");
    row.devices.push_back(device.get<int>());
  }
  row.platform = object.text_or_none("platform");
  row.runtime = object.text_or_none("runtime");
  row.seed = object.whole64("seed");
  row.params = params_from_json(object.at("params"));
  row.unit = object.text("unit");
  row.status = status_of(object);
  row.reason = object.text_or_none("reason");
  if (object.has("tuning")) row.tuning = tuning_of(object.object("tuning"));
  row.code_path = object.text_or_none("code_path");
  if (row.status == Row::Status::measured) {
    if (row.code_path.empty()) refuse("row has no code_path");
    read_times(object, row);
    if (object.has("estimates")) row.findings = findings_of(object);
  }
  row.verification = verification_of(object);
  const Object wall = object.object("wall_s");
  row.verifying_s = wall.number("verifying");
  row.measuring_s = wall.number("measuring");
  row.published = published_of(object);
  if (row.name != case_name(row)) refuse("row name is not that of its kernel, variant, backend and params");
  if (row.status == Row::Status::measured && (!row.verification || !row.verification->passed))
    refuse("row is measured but not verified");
  if (!same(json, to_json(row))) refuse("row is none that this version writes");
  return row;
}

}  // namespace spinbench
