#include "bench/rows/estimates.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "bench/rows/results.hpp"
#include "bench/rows/text.hpp"

namespace spinbench {

namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* estimates_schema = "spinbench-estimates/1";
constexpr std::size_t most_variants = 5000;
constexpr std::uintmax_t most_bytes = 4u << 20;
constexpr double longest_s = 30 * 86400.0;

/// Sweeps that a case is at least given, however long they are: by its checks, and by a repetition.
constexpr double sweeps_of_checks = 10, sweeps_of_repetition = 8;
/// What these take in a case of usual size.
constexpr double usual_sweeping_s = 1;
const double usual_half_width = MeasureOptions{}.half_width;
/// A sweep's time by the byte of memory where nothing is known: a host's serial code and a GPU's.
constexpr double host_byte_s = 1e-9, device_byte_s = 1e-12;

double memory_of(const Case& c) { return c.variant->memory_bytes ? c.variant->memory_bytes(c.params) : 0; }

/// A time of one case that is believed, or a negative number.
double seconds_in(const ordered_json& entry, const char* key) {
  const auto found = entry.find(key);
  if (found == entry.end() || !found->is_number()) return -1;
  const double value = found->get<double>();
  return value >= 0 && value < longest_s ? value : -1;
}

/// The newest time counts most, and no single one for all.
void blend(double& known, bool& is_known, double seconds) {
  known = is_known ? 0.4 * known + 0.6 * seconds : seconds;
  is_known = true;
}

fs::path folder_of(const char* variable, const char* below) {
  const char* const value = std::getenv(variable);
  return value == nullptr || *value != '/' ? fs::path() : fs::path(value) / below;
}

}  // namespace

Estimates::Estimates(VerifyOptions checks, MeasureOptions measuring, bool timed)
    : checks_(checks), measuring_(std::move(measuring)), timed_(timed) {
  checked_ = printed(" physics %g", checks_.host_seconds) + printed(",%g", checks_.device_seconds);
  if (!timed_) return;
  held_ = printed(" hold %g", measuring_.hold ? measuring_.hold_s : 0) + " x" + std::to_string(measuring_.repetitions);
  limited_ = printed(" limit %g", measuring_.time_limit_s) + (measuring_.energy ? " energy" : "");
  if (measuring_.half_width < usual_half_width) limited_ += printed(" precision %g", measuring_.half_width);
}

fs::path Estimates::default_file() {
  fs::path cache = folder_of("XDG_CACHE_HOME", "");
  if (cache.empty()) cache = folder_of("HOME", ".cache");
  return cache.empty() ? cache : cache / "spinbench" / "estimates.json";
}

std::string Estimates::key_of(const std::string& kernel, const std::string& variant, const std::string& backend) const {
  return kernel + "/" + variant + "/" + backend + checked_ + held_ + limited_;
}

void Estimates::read(const fs::path& file) {
  std::error_code error;
  if (file.empty() || !fs::is_regular_file(file, error) || fs::file_size(file, error) > most_bytes) return;
  std::ifstream in(file);
  const auto document = ordered_json::parse(in, nullptr, false);
  if (!document.is_object() || document.value("schema", ordered_json()) != estimates_schema) return;
  const auto cases = document.find("cases");
  if (cases == document.end() || !cases->is_object() || cases->size() > most_variants) return;
  for (const auto& [key, value] : cases->items()) {
    if (!value.is_object()) continue;
    const double first = seconds_in(value, "first_s"), later = seconds_in(value, "later_s");
    const double measuring = seconds_in(value, "measuring_s");
    const double sweep = seconds_in(value, "sweep_s"), byte = seconds_in(value, "byte_s");
    known_[key] = {std::max(first, 0.0), std::max(later, 0.0), std::max(measuring, 0.0),
                   std::max(sweep, 0.0), std::max(byte, 0.0),  first >= 0,
                   later >= 0,           measuring >= 0,       sweep >= 0 && byte >= 0};
  }
}

void Estimates::keep(const fs::path& file) const {
  if (file.empty() || noted_.empty()) return;
  auto cases = ordered_json::object();
  for (const auto& [key, entry] : known_) {
    if (cases.size() == most_variants) break;
    auto& value = cases[key] = ordered_json::object();
    if (entry.has_first) value["first_s"] = entry.first_s;
    if (entry.has_later) value["later_s"] = entry.later_s;
    if (entry.has_measuring) value["measuring_s"] = entry.measuring_s;
    if (entry.has_sweep) {
      value["sweep_s"] = entry.sweep_s;
      value["byte_s"] = entry.byte_s;
    }
  }
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  const fs::path made = file.string() + "." + std::to_string(::getpid());
  std::ofstream out(made);
  out << dump({{"schema", estimates_schema}, {"cases", std::move(cases)}}) << "\n";
  out.close();
  if (out) fs::rename(made, file, error);
  if (!out || error) fs::remove(made, error);
}

/// What a case takes of which nothing is known: its physics, decided once for a variant, and its repetitions.
double Estimates::guess(const Case& c, bool first) const {
  const double checking_s = first ? 1 + (c.variant->physics ? checks_.physics_seconds(c) : 0) : 0.5;
  return checking_s + (timed_ ? guess_of_measuring(c, own_way()) : 0);
}

double Estimates::guess_of_measuring(const Case& c, const Way& way) const {
  if (c.kernel->experiment) return 20;
  const double repetitions = static_cast<double>(way.repetitions);
  // A finer interval takes as much longer as its square is finer.
  const double longer = std::clamp(std::pow(usual_half_width / measuring_.half_width, 2), 1.0, 40.0);
  const double result = way.hold_s > 0 ? std::min(way.hold_s, 3.0) + repetitions * longer
                                       : std::min(measuring_.time_limit_s, 0.7 * repetitions * longer);
  const bool sweeps_known = way.known != nullptr && way.known->has_sweep;
  return std::max(result, sweeps_known ? sweeps_of_repetition * repetitions * way.known->sweep_s : 0) +
         (measuring_.energy ? measuring_.energy_s : 0);
}

Estimates::Way Estimates::own_way() const {
  return {measuring_.hold ? measuring_.hold_s : 0, measuring_.repetitions, nullptr};
}

std::optional<Estimates::Way> Estimates::nearest(const Case& c, bool first) const {
  if (!timed_) return std::nullopt;
  const std::string begin = c.kernel->name + "/" + c.variant->name + "/" + c.variant->backend + checked_ + " hold ";
  const double wanted = guess_of_measuring(c, own_way());
  std::optional<Way> result;
  for (auto it = known_.lower_bound(begin); it != known_.end() && it->first.starts_with(begin); ++it) {
    const auto& [key, entry] = *it;
    if (!key.ends_with(limited_) || !entry.has(first)) continue;
    std::istringstream held(key.substr(begin.size(), key.size() - begin.size() - limited_.size()));
    double hold_s = 0;
    int repetitions = 0;
    char x = 0;
    if (!(held >> hold_s >> x >> repetitions) || !held.eof() || hold_s < 0 || repetitions < 1) continue;
    const Way way{hold_s, static_cast<std::size_t>(repetitions), &entry};
    const auto apart = [&](const Way& one) {
      return std::fabs(guess_of_measuring(c, {one.hold_s, one.repetitions, nullptr}) - wanted);
    };
    if (!result || apart(way) < apart(*result)) result = way;
  }
  return result;
}

/// What a case takes whose times by another way are known: the checks are the same.
double Estimates::seconds_by(const Way& other, const Case& c, bool first) const {
  Way own = own_way();
  own.known = other.known;
  const double all = other.known->seconds(first), guessed = guess_of_measuring(c, other);
  const double measuring = std::min(all, other.known->has_measuring ? other.known->measuring_s : guessed);
  return all - measuring + measuring * guess_of_measuring(c, own) / guessed;
}

/// What the sweeps of a larger case add to the time of those that are known.
double Estimates::longer_for_its_size(const Case& c, const Entry* known) const {
  if (c.kernel->experiment) return 0;
  const bool learnt = known != nullptr && known->has_sweep;
  const double byte_s = learnt ? known->byte_s : c.device_info().pci.empty() ? host_byte_s : device_byte_s;
  const double sweep_s = memory_of(c) * byte_s - (learnt ? known->sweep_s : 0);
  const double sweeps =
      sweeps_of_checks + (timed_ ? sweeps_of_repetition * static_cast<double>(measuring_.repetitions) : 0);
  return std::max(sweep_s * sweeps - usual_sweeping_s, 0.0);
}

std::vector<double> Estimates::seconds(const std::vector<Case>& cases) const {
  std::vector<double> result;
  std::set<std::string> seen;
  for (const Case& c : cases) {
    const std::string key = key_of(c.kernel->name, c.variant->name, c.variant->backend);
    if (!why_skipped(c).empty()) {
      result.push_back(0);
      continue;
    }
    const bool first = seen.insert(key).second;
    const auto found = known_.find(key);
    const Entry* known = found != known_.end() ? &found->second : nullptr;
    double usual = 0;
    if (known != nullptr && known->has(first)) {
      usual = known->seconds(first);
    } else if (const auto other = nearest(c, first)) {
      usual = seconds_by(*other, c, first);
      known = other->known;
    } else {
      usual = guess(c, first);
    }
    result.push_back(usual + longer_for_its_size(c, known));
  }
  return result;
}

void Estimates::note(const Row& row, const Case& c) {
  if (row.status != (timed_ ? Row::Status::measured : Row::Status::verified)) return;
  const std::string key = key_of(row.kernel, row.variant, row.backend);
  const bool first = noted_.insert(key).second;
  Entry& entry = known_[key];
  const double seconds = row.verifying_s + row.measuring_s;
  if (first)
    blend(entry.first_s, entry.has_first, seconds);
  else
    blend(entry.later_s, entry.has_later, seconds);
  if (timed_) blend(entry.measuring_s, entry.has_measuring, row.measuring_s);
  const double memory = memory_of(c);
  if (!row.measurement || memory <= 0) return;
  const double sweep_s = row.measurement->median * row.work.units / 1e9;
  bool is_known = entry.has_sweep;
  blend(entry.sweep_s, is_known, sweep_s);
  blend(entry.byte_s, entry.has_sweep, sweep_s / memory);
}

}  // namespace spinbench
