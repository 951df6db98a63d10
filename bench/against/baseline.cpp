#include "bench/against/baseline.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <stdexcept>

#include "bench/errors.hpp"
#include "bench/rows/files.hpp"
#include "bench/rows/params_json.hpp"
#include "bench/rows/results.hpp"
#include "bench/select/axes.hpp"
#include "interface/glob.hpp"

namespace spinbench {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t longest = std::size_t{1} << 26;
constexpr int deepest = 16;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw UsageError("--against " + quote(path) + ": " + why);
}

std::string text(const ordered_json& row, const char* key) {
  if (!row.is_object() || !row.contains(key) || !row[key].is_string())
    throw std::runtime_error(std::string("a row has no ") + key);
  return row[key].get<std::string>();
}

/// The value in the axis's own type: JSON may have written 1.0 as 1.
AxisValue typed(const AxisValue& value, const Axis& axis) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr && axis.type() == Axis::Type::real ? AxisValue(static_cast<double>(*whole)) : value;
}

/// The case of a row; `why` says what this build or machine lacks for it.
std::optional<Case> case_of(const ordered_json& row, const Selection& selection, const Registry& registry,
                            std::string& why) {
  const std::string kernel = text(row, "kernel"), variant = text(row, "variant"), backend = text(row, "backend");
  const Params params = params_from_json(row.contains("params") ? row["params"] : ordered_json());
  Case c{registry.kernel(kernel),
         registry.variant(kernel, variant, backend),
         registry.backend(backend),
         selection.device.value_or(0),
         {}};
  if (c.kernel == nullptr || c.variant == nullptr || c.backend == nullptr)
    why = "this build has no " + kernel + "/" + variant + "/" + backend;
  else if (c.device >= static_cast<int>(c.backend->devices().size()))
    why = "no device " + std::to_string(c.device) + " of the backend " + backend;
  if (!why.empty()) return std::nullopt;
  for (const Axis& axis : c.variant->axes)
    c.params.set(axis.name, params.has(axis.name) ? typed(params.at(axis.name), axis) : axis.fallback);
  for (const auto& [name, value] : params.entries())
    if (!c.params.has(name)) why = "this build's " + variant + " has no axis " + quote(name);
  for (const Axis& axis : c.variant->axes)
    if (why.empty()) why = why_outside(axis, c.params.at(axis.name));
  return why.empty() ? std::optional(c) : std::nullopt;
}

/// What of the file the command leaves out.
class Narrowed {
 public:
  explicit Narrowed(const Selection& selection)
      : selection_(selection), axes_(parse_axes(selection.axes)), filters_(compile_filters(selection.filters)) {}

  bool admits(const ordered_json& row) const {
    return any_match(selection_.kernels, text(row, "kernel")) && any_match(selection_.variants, text(row, "variant")) &&
           any_match(selection_.backends, text(row, "backend"));
  }
  bool admits(const Case& c) const {
    const std::string name = c.name();
    return std::ranges::all_of(filters_, [&](const auto& filter) { return std::regex_search(name, filter); }) &&
           lacking(axes_, c.variant->axes).empty() &&
           std::ranges::all_of(c.variant->axes, [&](const Axis& axis) { return has_value(c, axis); });
  }

 private:
  bool has_value(const Case& c, const Axis& axis) const {
    return std::ranges::all_of(axes_, [&](const AxisRequest& request) {
      if (request.name != axis.name) return true;
      const auto values = expand(request, axis);
      return std::find(values.begin(), values.end(), c.params.at(axis.name)) != values.end();
    });
  }

  const Selection& selection_;
  std::vector<AxisRequest> axes_;
  std::vector<std::regex> filters_;
};

bool is_timed(const ordered_json& row) {
  return row.is_object() && row.contains("status") && row["status"] == "measured" && !row.contains("estimates");
}

/// How the rows were measured: held where any was.
void note_settings(const ordered_json& row, Baseline& result, std::set<std::uint64_t>& seeds, bool& any_held) {
  if (row.contains("seed") && row["seed"].is_number_unsigned()) seeds.insert(row["seed"].get<std::uint64_t>());
  any_held = any_held || (row.contains("figure") && row["figure"] == "held");
  result.held = any_held;
  result.seed = seeds.size() == 1 ? std::optional(*seeds.begin()) : std::nullopt;
}

}  // namespace

nlohmann::ordered_json baseline_document(const std::string& path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) refuse(path, std::strerror(errno));
  if (!S_ISREG(status.st_mode)) refuse(path, "it is no regular file");
  if (static_cast<std::size_t>(status.st_size) > longest) refuse(path, "it is too large for a results file");
  std::ifstream stream(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream.is_open() || stream.bad()) refuse(path, "it cannot be read");
  ordered_json document = parse_bounded(text, longest, deepest);
  const auto is_text = [&](const char* key) { return document.contains(key) && document[key].is_string(); };
  if (!document.is_object() || !is_text("schema") ||
      !document["schema"].get<std::string>().starts_with("spinbench-results/") || !document.contains("rows") ||
      !document["rows"].is_array())
    refuse(path, "it is no results file");
  return document;
}

Baseline read_baseline(const std::string& path, const Selection& selection, const Registry& registry) {
  const ordered_json document = baseline_document(path);
  const Narrowed narrowed(selection);
  Baseline result;
  std::set<std::string> names;
  std::set<std::uint64_t> seeds;
  bool any_held = false;
  std::size_t position = 0;
  try {
    for (const ordered_json& row : document["rows"]) {
      const std::size_t here = position++;
      if (!is_timed(row) || !narrowed.admits(row)) continue;
      std::string why;
      auto c = case_of(row, selection, registry, why);
      if (!c) {
        result.lost.push_back((row.contains("name") ? text(row, "name") : "a row") + " (" + why + ")");
        continue;
      }
      if (!narrowed.admits(*c) || !names.insert(c->name()).second) continue;
      note_settings(row, result, seeds, any_held);
      result.entries.push_back({std::move(*c), here});
    }
  } catch (const UsageError&) {
    throw;
  } catch (const std::runtime_error& error) {
    refuse(path, "row " + std::to_string(position) + ": " + error.what());
  }
  if (result.entries.empty() && !result.lost.empty()) refuse(path, "none of its cases can run: " + result.lost.front());
  if (result.entries.empty()) refuse(path, "it has no measured case that is selected");
  return result;
}

void write_cases(const std::string& path, const std::vector<Case>& cases) {
  auto rows = ordered_json::array();
  for (const Case& c : cases)
    rows.push_back({{"name", c.name()},
                    {"kernel", c.kernel->name},
                    {"variant", c.variant->name},
                    {"backend", c.variant->backend},
                    {"params", to_json(c.params)},
                    {"status", "measured"}});
  Destination(path).write(dump({{"schema", "spinbench-results/2"}, {"rows", std::move(rows)}}) + "\n");
}

}  // namespace spinbench
