// spinbench tau: the experiments that measure integrated autocorrelation times, and the estimate alone for a series
// from a file.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include "bench/cli/commands.hpp"
#include "bench/errors.hpp"
#include "bench/rows/results.hpp"
#include "interface/autocorrelation.hpp"
#include "interface/glob.hpp"

namespace spinbench::cli {

namespace {

constexpr std::uintmax_t most_bytes = 256u << 20;

bool measures_tau(const Kernel& kernel) { return kernel.experiment && kernel.name.starts_with("tau_"); }

/// The experiments of the kernels that the patterns name, by their own names or by those of their models.
std::vector<std::string> experiments_of(const std::vector<std::string>& patterns) {
  std::vector<std::string> result;
  std::set<std::string> known;
  for (const Kernel& kernel : Registry::instance().kernels()) {
    if (!measures_tau(kernel)) continue;
    known.insert(kernel.experiment->kernel);
    if (any_match(patterns, kernel.name) || any_match(patterns, kernel.experiment->kernel))
      result.push_back(kernel.name);
  }
  if (result.empty())
    throw UsageError("--kernel " + quote(joined(patterns, "' and '")) +
                     " names nothing whose autocorrelation times are measured; there are " + joined(known));
  return result;
}

void refuse_other_figures(const std::vector<std::string>& figures) {
  std::set<std::string> known;
  for (const Plan& plan : Registry::instance().plans())
    if (const Kernel* kernel = Registry::instance().kernel(plan.kernel); kernel != nullptr && measures_tau(*kernel))
      known.insert(plan.id);
  for (const std::string& figure : figures)
    if (!known.contains(figure))
      throw UsageError("--figure " + quote(figure) + " has no autocorrelation times; there are " + joined(known));
}

// --- a series from a file ---

std::vector<double> read_series(const std::string& path) {
  std::error_code error;
  const auto bytes = std::filesystem::is_regular_file(path, error) ? std::filesystem::file_size(path, error) : 0;
  std::ifstream file(path, std::ios::binary);
  if (error || !std::filesystem::is_regular_file(path) || !file)
    throw UsageError("--of " + quote(path) + ": no file that can be read; give a text file of numbers");
  if (bytes > most_bytes) throw UsageError("--of " + quote(path) + ": more than 256 MiB");
  std::string text(bytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(bytes));
  std::vector<double> result;
  const char *at = text.data(), *const end = at + file.gcount();
  const auto is_blank = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ','; };
  while (true) {
    while (at != end && is_blank(*at)) ++at;
    if (at == end) return result;
    const char* const last = std::find_if(at, end, is_blank);
    double value{};
    const auto [stop, wrong] = std::from_chars(at, last, value);
    if (wrong != std::errc{} || stop != last || !std::isfinite(value))
      throw UsageError("--of " + quote(path) + ": " + quote({at, std::min<std::size_t>(last - at, 40)}) +
                       " is no finite number; give a text file of numbers");
    result.push_back(value);
    at = last;
  }
}

/// Of values that differ, only sums of squares beyond the numbers that there are have none.
std::string why_no_time(const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  if (least == most) return "its values do not change: they have no such time";
  return "its values are too " + std::string(most - least > 1 ? "large" : "close together") +
         " for their squares to be summed: give all of them times one factor";
}

int tau_of_file(const Options& options) {
  const std::vector<double> values = read_series(options.series_file);
  if (values.size() < 2) throw UsageError("--of " + quote(options.series_file) + ": a series has two numbers or more");
  const IntegratedTime time = integrated_time(values);
  if (!std::isfinite(time.tau)) throw UsageError("--of " + quote(options.series_file) + ": " + why_no_time(values));
  if (options.json)
    std::cout << dump({{"tau", time.tau},
                       {"error", time.error},
                       {"window", time.window},
                       {"steps", time.steps},
                       {"lengths", time.lengths()}})
              << "\n";
  else
    std::cout << "tau " << time.tau << " +- " << time.error << " steps, summed up to lag " << time.window << "; "
              << time.steps << " values, " << time.lengths() << " tau long"
              << (time.lengths() < 100 ? ": too short to be trusted" : "") << "\n";
  return exit_fine;
}

/// Throws UsageError where a simulation of the case has no such observable.
void require_observable(const Case& c, const std::string& name) {
  c.backend->use_device(c.device);
  const Observables seen = c.variant->make(c.params, 1)->observe();
  std::set<std::string> known;
  // Overlaps are of two replicas: of one there are none.
  for (const Observable& one : seen.all())
    if (!one.values.empty()) known.insert(one.name);
  if (known.contains(name)) return;
  throw UsageError("--observable " + quote(name) + ": " + c.kernel->name + "/" + c.variant->name +
                   " has none; there are " + joined(known));
}

}  // namespace

void observe_instead(std::vector<Case>& cases, const std::string& observable) {
  static std::deque<Kernel> changed;
  std::set<const Variant*> asked;
  for (Case& c : cases) {
    if (!measures_tau(*c.kernel)) continue;
    if (asked.insert(c.variant).second && why_skipped(c).empty()) require_observable(c, observable);
    auto found =
        std::find_if(changed.begin(), changed.end(), [&](const Kernel& k) { return k.name == c.kernel->name; });
    if (found == changed.end()) {
      Experiment experiment = *c.kernel->experiment;
      experiment.observable = observable;
      found = changed.insert(changed.end(), *c.kernel);
      found->experiment = std::make_shared<const Experiment>(std::move(experiment));
    }
    c.kernel = &*found;
  }
}

int tau(const Options& given) {
  if (!given.series_file.empty()) return tau_of_file(given);
  Options options = given;
  // Each temperature and number of hits is proved anew, and its row holds the energy against the exact value as well.
  options.physics_s = given.physics_s.value_or(5);
  Selection& selection = options.selection;
  if (!selection.preset.empty()) throw UsageError("--preset: tau has figures and kernels, but no presets");
  if (!selection.figure.empty()) refuse_other_figures(selection.figures());
  // A figure brings what else it needs: the times per flip.
  if (selection.figure.empty() || !selection.kernels.empty()) selection.kernels = experiments_of(selection.kernels);
  return run(options);
}

}  // namespace spinbench::cli
