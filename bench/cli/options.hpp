// The command line, read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/cli/formats.hpp"
#include "bench/rows/google.hpp"
#include "bench/select/selection.hpp"

namespace spinbench::cli {

struct Options {
  std::string command;
  Selection selection;
  GoogleFlags google;
  std::vector<std::string> argv;

  bool json = false;                ///< doctor, tau --of; of list, verify and run see format
  Format format = Format::table;    ///< run, list, verify
  bool figures = false;             ///< list: the figures of the papers
  bool dry_run = false;             ///< run: say what would be done
  std::optional<double> precision;  ///< run: half-width of the interval at which a case is done, as a part
  std::optional<double> budget_s;   ///< run: in which it shall be done
  std::string machine;              ///< run: what this host is called in the file
  bool mutants = false;             ///< list
  std::uint64_t seed = 1;           ///< run, verify
  bool seeded = false;              ///< the user gave it
  std::optional<int> sweeps;        ///< run
  std::optional<double> hold_s;     ///< run: longest load in search of a steady state; 0: bursts
  std::optional<int> repetitions;   ///< run: separately started
  std::optional<double> physics_s;  ///< verify, run, tau: in which physics is decided
  std::string out;                  ///< run
  bool resume = false, energy = false;
  bool force = false;                  ///< run: an existing file of --out is replaced
  bool append = false;                 ///< run: rows are added to it
  bool tune = false;                   ///< run: search the launches first
  bool tune_all = false;               ///< run: time every launch to the end
  std::vector<std::string> tune_axes;  ///< run: --tune-axis strings
  std::string against;                 ///< run: an earlier results file, whose cases are measured again
  std::string baseline_binary;         ///< run: another build, measured in turns with this one
  std::optional<int> turns;            ///< run, as the other build: descriptor of the socket between the two
  std::string tuning;                  ///< run: the file that --tune writes, and that a run without it reads
  std::string observable;              ///< tau: of which the series is, the energy where nobody says
  std::string series_file;             ///< tau: a series from a file instead
  std::string checkpoint;              ///< run: the file that one experiment is kept in
  double checkpoint_every_s = 30;      ///< run: how often
  std::string fix;                     ///< doctor: the backend whose needs are to be installed
};

/// Reads the command line. Returns an exit code where that was all there was to do (--help, --version); throws
/// UsageError for what it cannot read.
std::optional<int> parse(int argc, const char* const* argv, Options& options);

}  // namespace spinbench::cli
