#include "bench/rows/google.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <sstream>

#include "bench/errors.hpp"

namespace spinbench {

namespace {

using benchmark::BenchmarkReporter;
using Rows = std::map<std::string, const Row*>;

/// Google's own suffixes (/iterations:1/manual_time) say nothing here, and names must be case names.
void use_case_name(BenchmarkReporter::Run& run) {
  const std::string name = run.run_name.function_name;
  run.run_name = {};
  run.run_name.function_name = name;
}

BenchmarkReporter::Run one_run(const BenchmarkReporter::Run& model, double ns) {
  BenchmarkReporter::Run run = model;
  run.iterations = 1;
  run.time_unit = benchmark::kNanosecond;
  run.real_accumulated_time = run.cpu_accumulated_time = ns * 1e-9;
  return run;
}

/// One entry a batch, then mean, median and standard deviation.
std::vector<BenchmarkReporter::Run> expanded(BenchmarkReporter::Run model, const Measurement& measurement) {
  const auto samples = measurement.samples();
  const auto count = static_cast<double>(samples.size());
  model.counters.clear();
  model.repetitions = static_cast<std::int64_t>(samples.size());
  std::vector<BenchmarkReporter::Run> result;
  for (const double sample : samples) {
    result.push_back(one_run(model, sample));
    result.back().repetition_index = static_cast<std::int64_t>(result.size()) - 1;
  }
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  const auto aggregate = [&](const char* name, double ns) {
    auto run = one_run(model, ns);
    run.run_type = BenchmarkReporter::Run::RT_Aggregate;
    run.aggregate_name = name;
    run.repetition_index = BenchmarkReporter::Run::no_repetition_index;
    result.push_back(run);
  };
  aggregate("mean", mean);
  aggregate("median", measurement.median);
  aggregate("stddev", count > 1 ? std::sqrt(squares / (count - 1)) : 0.0);
  return result;
}

/// The library counts the cases that it knows at a time. (Old releases do not count.)
template <class Run>
void number(Run& run, std::int64_t family) {
  if constexpr (requires { run.family_index; }) run.family_index = family;
}

/// The library's JSON, with its single run of a case replaced by the batches of the row.
class JsonReporter : public benchmark::JSONReporter {
 public:
  explicit JsonReporter(const Rows& rows) : rows_(rows) {}
  void ReportRuns(const std::vector<Run>& runs) override {
    const std::int64_t family = families_++;
    for (auto run : runs) {
      use_case_name(run);
      number(run, family);
      const auto row = rows_.find(run.run_name.function_name);
      if (row == rows_.end()) continue;
      const auto& measurement = row->second->measurement;
      benchmark::JSONReporter::ReportRuns(measurement ? expanded(run, *measurement) : std::vector<Run>{run});
    }
  }

 private:
  const Rows& rows_;
  std::int64_t families_ = 0;
};

/// Shows each row, and feeds the JSON beside it where that is wanted. May be used several times, for one document.
class RowReporter : public BenchmarkReporter {
 public:
  RowReporter(const Rows& rows, const ShowRow& show, bool wants_json)
      : rows_(rows), show_(show), wants_json_(wants_json), json_(rows) {
    json_.SetOutputStream(&text_);
  }
  bool ReportContext(const Context& context) override {
    if (!wants_json_ || has_context_) return true;
    has_context_ = json_.ReportContext(context);
    return has_context_;
  }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const auto& run : runs)
      if (const auto row = rows_.find(run.run_name.function_name); row != rows_.end()) show_(*row->second);
    if (wants_json_) json_.ReportRuns(runs);
  }
  std::string json() {
    if (has_context_) json_.Finalize();
    return text_.str();
  }

 private:
  const Rows& rows_;
  const ShowRow& show_;
  bool wants_json_, has_context_ = false;
  JsonReporter json_;
  std::ostringstream text_;
};

void run_one(benchmark::State& state, const Case& c, const RunCase& run, Rows& rows) {
  for (auto _ : state) {
    const Row* const row = run(c);
    if (row == nullptr) {
      state.SkipWithError("interrupted");
      return;
    }
    rows[c.name()] = row;
    if (!row->measurement) {
      state.SkipWithError(row->reason.empty() ? "not measured" : row->reason.c_str());
      return;
    }
    state.SetIterationTime(row->measurement->median * 1e-9);
  }
}

/// What the library would else take from the environment (BENCHMARK_LIST_TESTS, BENCHMARK_REPETITIONS, ..., even V):
/// it would list instead of run, run each case thrice, or end the process over a word, or over none.
const std::vector<std::string>& settings_of_ours() {
  static const std::vector<std::string> settings = {"--benchmark_list_tests=false",
                                                    "--benchmark_filter=.",
                                                    "--benchmark_min_warmup_time=0",
                                                    "--benchmark_repetitions=1",
                                                    "--benchmark_dry_run=false",
                                                    "--benchmark_enable_random_interleaving=false",
                                                    "--benchmark_report_aggregates_only=false",
                                                    "--benchmark_display_aggregates_only=false",
                                                    "--benchmark_color=auto",
                                                    "--benchmark_format=console",
                                                    "--benchmark_out_format=json",
                                                    "--benchmark_out=",
                                                    "--benchmark_perf_counters=",
                                                    "--benchmark_time_unit=",
                                                    "--v=0"};
  return settings;
}

// The library ends the process with its usage, exit code 0, over a value it does not like; so they are looked at here.

void check_format(const std::string& flag, const std::string& value) {
  if (value != "json" && !(value == "console" && flag == "--benchmark_format"))
    throw UsageError(flag + " " + quote(value) + ": only json is written" +
                     (flag == "--benchmark_format" ? ", or console" : ""));
}

void check_color(const std::string& value) {
  if (value.empty()) throw UsageError("--benchmark_color needs a value: auto, true or false");
}

void check_time_unit(const std::string& value) {
  const std::vector<std::string> units = {"ns", "us", "ms", "s"};
  if (std::find(units.begin(), units.end(), value) == units.end())
    throw UsageError("--benchmark_time_unit " + quote(value) + ": no unit; there are " + joined(units));
}

}  // namespace

GoogleFlags GoogleFlags::take(const std::string& program, std::vector<std::string>& arguments) {
  GoogleFlags flags;
  std::vector<std::string> ours, theirs = {program};
  theirs.insert(theirs.end(), settings_of_ours().begin(), settings_of_ours().end());
  for (const auto& argument : arguments) {
    if (!argument.starts_with("--benchmark_")) {
      ours.push_back(argument);
      continue;
    }
    const auto equals = argument.find('=');
    const std::string flag = argument.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (flag == "--benchmark_filter") {
      flags.filter = value == "all" ? "." : value;
    } else if (flag == "--benchmark_list_tests") {
      flags.list_tests = value.empty() || value == "true" || value == "1" || value == "yes" || value == "on";
    } else if (flag == "--benchmark_out") {
      if (value.empty()) throw UsageError("--benchmark_out needs a file: --benchmark_out=FILE");
      flags.out = value;
    } else if (flag == "--benchmark_format" || flag == "--benchmark_out_format") {
      check_format(flag, value);
      if (flag == "--benchmark_format") flags.json_to_console = value == "json";
    } else if (flag == "--benchmark_repetitions") {
      throw UsageError(
          "--benchmark_repetitions: --repetitions N starts each case so many times, and its interval covers them all");
    } else if (flag == "--benchmark_min_time" || flag == "--benchmark_min_warmup_time") {
      throw UsageError(flag + ": a case is warmed up and timed until its median is known; --sweeps sets a batch");
    } else {
      if (flag == "--benchmark_color") check_color(value);
      if (flag == "--benchmark_time_unit") check_time_unit(value);
      theirs.push_back(argument);
    }
  }
  arguments = std::move(ours);
  std::vector<char*> pointers;
  for (auto& text : theirs) pointers.push_back(text.data());
  // The library keeps this pointer and writes the name into its JSON at the end.
  static std::string kept_program;
  kept_program = theirs.front();
  pointers.front() = kept_program.data();
  int count = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);
  benchmark::Initialize(&count, pointers.data());
  for (int i = 1; i < count; ++i) {
    // Releases differ in what they know; what one does not know it does not read from the environment either.
    const std::string left = pointers[static_cast<std::size_t>(i)];
    if (std::find(settings_of_ours().begin(), settings_of_ours().end(), left) == settings_of_ours().end())
      throw UsageError(quote(left) + ": Google Benchmark has no such flag or not that value");
  }
  return flags;
}

std::string run_through_google(const std::vector<Case>& cases, const RunCase& run, const ShowRow& show,
                               bool wants_json) {
  // The library copies all that it has for each one that it adds: 10,000 at once take it seconds.
  constexpr std::size_t at_once = 256;
  Rows rows;
  RowReporter reporter(rows, show, wants_json);
  for (std::size_t next = 0; next < cases.size();) {
    for (const std::size_t end = std::min(next + at_once, cases.size()); next < end; ++next)
      benchmark::RegisterBenchmark(
          cases[next].name().c_str(),
          [&rows, &run, &c = cases[next]](benchmark::State& state) { run_one(state, c, run, rows); })
          ->UseManualTime()
          ->Iterations(1)
          ->Unit(benchmark::kNanosecond);
    benchmark::RunSpecifiedBenchmarks(&reporter, nullptr, ".");
    benchmark::ClearRegisteredBenchmarks();
  }
  return reporter.json();
}

}  // namespace spinbench
