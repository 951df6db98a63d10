#include "bench/cli/earlier.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

#include "bench/cli/dry_run.hpp"
#include "bench/errors.hpp"
#include "bench/rows/params_json.hpp"
#include "bench/rows/results.hpp"

namespace spinbench::cli {

using nlohmann::ordered_json;

namespace {

constexpr std::size_t longest = std::size_t{1} << 27;
constexpr int deepest = 16;

std::string shown(const ordered_json& value) { return value.is_null() ? "none" : quote(dump(value, -1)); }

/// What tells one way of measuring from another, without what was selected.
ordered_json ways(ordered_json settings) {
  if (settings.is_object()) settings.erase("selection");
  return settings;
}

/// What tells one device from another, without the clock that it happened to have.
ordered_json facts_of_device(ordered_json device) {
  if (device.is_object()) device.erase("sm_clock_mhz_at_start");
  return device;
}

ordered_json facts_of_devices(const ordered_json& devices) {
  auto result = ordered_json::array();
  for (const ordered_json& device : devices) result.push_back(facts_of_device(device));
  return result;
}

}  // namespace

Earlier::Earlier(const std::string& path) : path_(path) {
  std::error_code unknown;
  if (std::filesystem::file_size(path, unknown) > longest && !unknown) refuse("is too large for a results file");
  std::ifstream stream(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream.is_open() || stream.bad()) refuse("cannot be read");
  document_ = parse_bounded(text, longest, deepest);
  if (document_.is_discarded()) refuse("is no whole JSON file");
  if (!document_.is_object() || entry(document_, "schema") != "spinbench-results/2" ||
      !entry(document_, "provenance").is_object() || !entry(document_, "rows").is_array())
    refuse("is no results file of this version");
  std::size_t number = 0;
  try {
    for (const ordered_json& json : document_["rows"]) {
      ++number;
      Row row = row_from_json(json);
      failed_ = failed_ || row.status == Row::Status::failed;
      left_out_ = left_out_ || (row.status == Row::Status::skipped && is_left_out(row.reason));
      const std::string name = row.name;
      if (row.status == Row::Status::measured) measured_.insert_or_assign(name, JournalRow{std::move(row), json});
    }
  } catch (const std::runtime_error& error) {
    refuse("is no results file of this version: row " + std::to_string(number) + ": " + error.what());
  }
}

void Earlier::refuse(const std::string& why) const {
  throw UsageError(quote(path_) + " " + why + "; name another file with --out, or replace it with --force");
}

void Earlier::require_same(const char* what, const ordered_json& theirs, const ordered_json& ours) const {
  if (theirs != ours)
    refuse("is of another " + std::string(what) + " (" + shown(theirs) + ", here " + shown(ours) + ")");
}

void Earlier::require_same_entries(const ordered_json& theirs, const ordered_json& ours) const {
  for (const auto& [key, value] : ours.items()) require_same(key.c_str(), entry(theirs, key.c_str()), value);
}

void Earlier::require_same_build(const ordered_json& provenance) const {
  const ordered_json& own = document_["provenance"];
  for (const auto& [key, what] : {std::pair{"host", "host"},
                                  {"cpu", "processor"},
                                  {"git", "build"},
                                  {"dirty", "build"},
                                  {"compilers", "compiler"},
                                  {"preset", "preset"}})
    require_same(what, entry(own, key), entry(provenance, key));
  require_same("build", entry(entry(own, "settings"), "binary"), entry(entry(provenance, "settings"), "binary"));
}

void Earlier::require_same_run(const ordered_json& provenance) const {
  require_same_build(provenance);
  const ordered_json& own = document_["provenance"];
  const ordered_json theirs = entry(own, "settings"), ours = entry(provenance, "settings");
  require_same_entries(theirs, ours);
  require_same("device", facts_of_devices(entry(own, "devices")), facts_of_devices(entry(provenance, "devices")));
}

void Earlier::require_same_settings(const ordered_json& provenance) const {
  const ordered_json& own = document_["provenance"];
  const ordered_json ours = ways(entry(provenance, "settings"));
  std::vector<ordered_json> all = {ways(entry(own, "settings"))};
  for (const ordered_json& one : entry(own, "appended")) all.push_back(ways(entry(one, "settings")));
  for (const ordered_json& theirs : all) require_same_entries(theirs, ours);
}

ordered_json Earlier::with(const ordered_json& provenance, const std::vector<ordered_json>& rows) const {
  std::set<std::string> added;
  for (const ordered_json& row : rows) added.insert(row["name"].get<std::string>());
  ordered_json result = document_;
  auto all = ordered_json::array();
  for (const ordered_json& row : document_["rows"])
    if (!added.contains(row["name"].get<std::string>())) all.push_back(row);
  for (const ordered_json& row : rows) all.push_back(row);
  result["rows"] = std::move(all);
  ordered_json& own = result["provenance"];
  for (const ordered_json& device : provenance["devices"]) {
    bool known = false;
    for (const ordered_json& other : own["devices"]) known = known || facts_of_device(other) == facts_of_device(device);
    if (!known) own["devices"].push_back(device);
  }
  if (!own.contains("appended")) own["appended"] = ordered_json::array();
  own["appended"].push_back(
      {{"date", provenance["date"]}, {"argv", provenance["argv"]}, {"settings", provenance["settings"]}});
  return result;
}

}  // namespace spinbench::cli
