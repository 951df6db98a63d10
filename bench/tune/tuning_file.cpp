#include "bench/tune/tuning_file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

#include "bench/errors.hpp"
#include "bench/rows/files.hpp"
#include "bench/rows/params_json.hpp"
#include "bench/rows/results.hpp"

namespace spinbench {

namespace {

using nlohmann::ordered_json;

constexpr const char* schema = "spinbench-tuning/1";
constexpr std::size_t longest_file = std::size_t{1} << 26;
constexpr int deepest_value = 8;

std::string text_of(const ordered_json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_string()) throw std::runtime_error(std::string("a launch has no ") + key);
  return found->get<std::string>();
}

const ordered_json& at(const ordered_json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) throw std::runtime_error(std::string("a launch has no ") + key);
  return *found;
}

double time_of(const ordered_json& json) {
  const ordered_json& value = at(json, "ns_per_unit");
  if (!value.is_number() || !(value.get<double>() > 0)) throw std::runtime_error("ns_per_unit is no time");
  return value.get<double>();
}

ordered_json to_json(const TriedLaunch& tried) {
  ordered_json result = {{"launch", spinbench::to_json(tried.launch)}, {"rungs", tried.rungs}};
  if (tried.ns_per_unit) result["ns_per_unit"] = *tried.ns_per_unit;
  if (!tried.reason.empty()) result["reason"] = tried.reason;
  if (tried.failed) result["failed"] = true;
  return result;
}

TriedLaunch tried_from_json(const ordered_json& json) {
  if (!json.is_object()) throw std::runtime_error("tried holds something else than objects");
  TriedLaunch result{params_from_json(at(json, "launch")), 0, std::nullopt, "", false};
  const ordered_json& rungs = at(json, "rungs");
  if (!rungs.is_number_unsigned() || rungs.get<double>() > 64) throw std::runtime_error("rungs is no small number");
  result.rungs = rungs.get<int>();
  if (json.contains("ns_per_unit")) result.ns_per_unit = time_of(json);
  if (json.contains("reason")) result.reason = text_of(json, "reason");
  result.failed = json.contains("failed") && json["failed"] == true;
  return result;
}

std::string contents(const std::string& path, bool may_be_new) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) {
    if (errno == ENOENT && may_be_new) return "";
    throw UsageError("--tuning " + quote(path) + ": " + std::strerror(errno) + "; run --tune writes one");
  }
  if (!S_ISREG(status.st_mode)) throw UsageError("--tuning " + quote(path) + " is no regular file; name another");
  std::ifstream stream(path, std::ios::binary);
  std::string result{std::istreambuf_iterator<char>(stream), {}};
  if (!stream.is_open() || stream.bad()) throw UsageError("--tuning " + quote(path) + " cannot be read");
  return result;
}

/// Of the same names and values, in any order.
bool same(const Params& a, const Params& b) {
  return a.entries().size() == b.entries().size() &&
         std::all_of(a.entries().begin(), a.entries().end(),
                     [&](const auto& one) { return b.has(one.first) && b.at(one.first) == one.second; });
}

std::set<std::string> names_of(const Params& params) {
  std::set<std::string> result;
  for (const auto& entry : params.entries()) result.insert(entry.first);
  return result;
}

}  // namespace

bool ChosenLaunch::replaces(const ChosenLaunch& other) const {
  return device == other.device && backend == other.backend && kernel == other.kernel && variant == other.variant &&
         same(fixed, other.fixed) && names_of(launch) == names_of(other.launch);
}

ordered_json to_json(const ChosenLaunch& chosen) {
  auto tried = ordered_json::array();
  for (const TriedLaunch& one : chosen.tried) tried.push_back(to_json(one));
  return {{"device", chosen.device},   {"backend", chosen.backend},         {"kernel", chosen.kernel},
          {"variant", chosen.variant}, {"params", to_json(chosen.fixed)},   {"launch", to_json(chosen.launch)},
          {"unit", chosen.unit},       {"ns_per_unit", chosen.ns_per_unit}, {"date", chosen.date},
          {"git", chosen.git},         {"tried", std::move(tried)}};
}

ChosenLaunch chosen_from_json(const ordered_json& json) {
  if (!json.is_object()) throw std::runtime_error("a launch is no object");
  ChosenLaunch result{text_of(json, "device"),
                      text_of(json, "backend"),
                      text_of(json, "kernel"),
                      text_of(json, "variant"),
                      params_from_json(at(json, "params")),
                      params_from_json(at(json, "launch")),
                      text_of(json, "unit"),
                      time_of(json),
                      text_of(json, "date"),
                      text_of(json, "git"),
                      {}};
  if (result.launch.entries().empty()) throw std::runtime_error("a launch chooses nothing");
  const ordered_json& tried = at(json, "tried");
  if (!tried.is_array() || tried.size() > max_launches) throw std::runtime_error("tried is no list of launches");
  for (const ordered_json& one : tried) result.tried.push_back(tried_from_json(one));
  return result;
}

TuningFile TuningFile::read(const std::string& path, bool may_be_new) {
  TuningFile result;
  result.path_ = path;
  const std::string read = contents(path, may_be_new);
  if (read.find_first_not_of(" \t\r\n") == std::string::npos && may_be_new) return result;
  const std::string mend = "; remove it or name another file with --tuning";
  const ordered_json json = parse_bounded(read, longest_file, deepest_value);
  if (!json.is_object() || !json.contains("schema") || !json["schema"].is_string())
    throw UsageError("--tuning " + quote(path) + " is no tuning file" + mend);
  if (json["schema"] != schema)
    throw UsageError("--tuning " + quote(path) + " is of version " + quote(json["schema"].get<std::string>()) +
                     ", this program reads " + schema + mend);
  try {
    if (!json.contains("launches") || !json["launches"].is_array()) throw std::runtime_error("it has no launches");
    for (const ordered_json& one : json["launches"]) result.all_.push_back(chosen_from_json(one));
  } catch (const std::runtime_error& error) {
    throw UsageError("--tuning " + quote(path) + " is broken: " + error.what() + mend);
  }
  return result;
}

const ChosenLaunch* TuningFile::find(const Case& c, const std::function<bool(const std::string&)>& open) const {
  const auto has = [&](const auto& entry) {
    return c.params.has(entry.first) && c.params.at(entry.first) == entry.second;
  };
  const auto may_have = [&](const auto& entry) {
    return has(entry) || (c.params.has(entry.first) && open(entry.first));
  };
  const ChosenLaunch* best = nullptr;
  for (const ChosenLaunch& one : all_)
    if (one.device == c.device_info().name && one.backend == c.variant->backend && one.kernel == c.kernel->name &&
        one.variant == c.variant->name && std::ranges::all_of(one.fixed.entries(), has) &&
        std::ranges::all_of(one.launch.entries(), may_have) && (best == nullptr || one.date >= best->date))
      best = &one;
  return best;
}

bool TuningFile::has_device(const std::string& device) const {
  return std::any_of(all_.begin(), all_.end(), [&](const ChosenLaunch& one) { return one.device == device; });
}

void TuningFile::keep(const ChosenLaunch& chosen) {
  TuningFile now = read(path_, true);
  std::erase_if(now.all_, [&](const ChosenLaunch& other) { return chosen.replaces(other); });
  now.all_.push_back(chosen);
  all_ = std::move(now.all_);
  auto launches = ordered_json::array();
  for (const ChosenLaunch& one : all_) launches.push_back(to_json(one));
  Destination(path_, "--tuning").write(dump({{"schema", schema}, {"launches", std::move(launches)}}) + "\n");
}

}  // namespace spinbench
