#include "bench/cli/command_options.hpp"

#include <CLI/CLI.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench::cli {

namespace {

/// The presets that the build has: the default of a bare run, then the others by name.
std::string presets() {
  constexpr const char* bare = "quick";
  std::set<std::string> others;
  for (const Plan& plan : Registry::instance().plans())
    if (!plan.figure && plan.id != bare) others.insert(plan.id);
  std::string result = std::string(bare) + " (the default of a bare run)";
  for (const std::string& name : others) result += ", " + name;
  return result;
}

void add_format(CLI::App& command, Typed& typed) {
  command.add_option("--format", typed.format, "print a table (the default), markdown, csv or json")
      ->type_name("FORMAT");
}

void add_list(CLI::App& app, const std::string& name, std::vector<std::string>& target, const std::string& help,
              const std::string& type) {
  app.add_option(name, target, help)
      ->type_name(type)
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false)
      ->group("Selection");
}

void add_selection(CLI::App& app, Options& options, Typed& typed) {
  Selection& selection = options.selection;
  add_list(app, "--kernel", selection.kernels,
           "kernels whose name matches the pattern (* and ?), or one of several that commas part", "GLOB");
  add_list(app, "--variant", selection.variants, "variants whose name matches, likewise", "GLOB");
  add_list(app, "--backend", selection.backends,
           "backends whose name matches, likewise: cpu, cuda, hip, kokkos (default: the best of this machine)", "GLOB");
  add_list(app, "--axis", selection.axes,
           "values of an axis: a list k=1,10,100, or first:last:step with step +n or *n, as in L=256:8192:*2; "
           "variants that lack it are left out",
           "NAME=VALUES");
  add_list(app, "--filter", selection.filters, "cases whose name holds a match of the regular expression", "REGEX");
  app.add_option("--device", typed.device, "device number of the backend (default: 0)")
      ->type_name("N")
      ->group("Selection");
  app.add_option("--preset", selection.preset, "a preset's cases: " + presets())->type_name("NAME")->group("Selection");
  app.add_option("--figure", selection.figure,
                 "the cases of a paper's figures, such as weigel2012-fig8,weigel2012-fig9: each case once")
      ->type_name("ID[,ID...]")
      ->group("Selection");
}

void add_file(CLI::App& app, const std::string& name, std::string& target, const std::string& help) {
  app.add_option(name, target, help)->type_name("FILE");
}

CLI::App* add_command(CLI::App& app, Options& options, const std::string& name, const std::string& help) {
  auto* command = app.add_subcommand(name, help);
  command->callback([&options, name] { options.command = name; });
  return command;
}

/// What keeps a run.
void add_output(CLI::App& command, Options& options, Typed& typed) {
  add_file(command, "--out", options.out, "write the results to this JSON file");
  command.add_flag("--resume", options.resume,
                   "go on from FILE.journal, which an interrupted run left beside --out FILE");
  command.add_flag("--force", options.force, "replace FILE where it is there already");
  command.add_flag("--append", options.append,
                   "add the rows to FILE, which a run of the same machine and build has written; what it measured is "
                   "not measured again");
  command.add_option("--seed", typed.seed, "seed of every random number (default: 1)")->type_name("N");
}

void add_tau(CLI::App& app, Options& options, Typed& typed) {
  auto* tau = add_command(app, options, "tau", "verify cases, and measure integrated autocorrelation times");
  add_selection(*tau, options, typed);
  add_output(*tau, options, typed);
  tau->add_option("--sweeps", typed.sweeps,
                  "sweeps of each case (default: seconds on a laptop or a GPU, which the row says)")
      ->type_name("N");
  tau->add_option("--physics", typed.physics, "decide physics in so long (default: 5)")->type_name("SECONDS");
  tau->add_option("--observable", options.observable,
                  "of the series: energy (the default), magnetisation, of spin glasses overlap, link_overlap")
      ->type_name("NAME");
  add_file(*tau, "--of", options.series_file,
           "only the time of the series in this text file of numbers; no other option but --json is for it");
  tau->add_flag("--json", options.json, "with --of: print JSON");
  tau->footer("A kernel is named by its model, as in --kernel ising2d_metropolis; --figure weigel2012-fig5, -fig6.");
}

void add_network(CLI::App& command, Typed& typed) {
  command
      .add_option("--network", typed.network,
                  "hold messages between ranks of one machine back as this network would: "
                  "latency_us=2,bandwidth_GBps=25; rows say so")
      ->type_name("NETWORK");
}

void add_physics(CLI::App& command, Typed& typed, const char* more = "") {
  command
      .add_option(
          "--physics", typed.physics,
          std::string("decide physics in so long, from 1 on; more time sees smaller errors, and the check says which "
                      "(default: 20 on a core, 10 on an accelerator; where run takes the quick preset 3)") +
              more)
      ->type_name("SECONDS");
}

/// How long a run measures, and how well.
void add_measuring(CLI::App& command, Typed& typed) {
  command
      .add_option("--sweeps", typed.sweeps,
                  "sweeps a batch of the selected cases, not of the references (default: as many as last 10 ms); of an "
                  "experiment, such as rng_quality, sweeps in all "
                  "(default: a laptop's or a GPU's, which the row says)")
      ->type_name("N");
  command
      .add_option(
          "--hold", typed.hold,
          "measure under a load that is held until power and clock are steady, for at most so long; 0: in bursts, "
          "which may be faster than what lasts (default: 10; of the quick preset 0)")
      ->type_name("SECONDS");
  command
      .add_option(
          "--repetitions", typed.repetitions,
          "start each case so many times anew; the interval covers them all (default: 3; of the quick preset 1)")
      ->type_name("N");
  add_physics(command, typed);
  add_network(command, typed);
  command
      .add_option("--precision", typed.precision,
                  "time each repetition until half the 95% interval of its own batches is below this part of its time, "
                  "at most so much longer as that may need; the row's interval, over repetitions, may be wider "
                  "(default: 1%)")
      ->type_name("PART");
  command
      .add_option("--time-budget", typed.budget,
                  "be done in about this time: with shorter loads and fewer repetitions where that is enough, else "
                  "without some cases, which stay in the results as skipped")
      ->type_name("TIME");
}

void add_checkpoint(CLI::App& command, Options& options, Typed& typed) {
  add_file(
      command, "--checkpoint", options.checkpoint,
      "keep the state of one experiment in this file every now and then; where it is there the run goes on from it, "
      "to the same numbers, whatever ended it; a run that is done removes it");
  command.add_option("--checkpoint-every", typed.checkpoint_every, "how often --checkpoint writes (default: 30)")
      ->type_name("SECONDS");
}

void add_tune(CLI::App& command, Options& options) {
  command.add_flag(
      "--tune", options.tune,
      "search the launches of the cases first: threads a block, sites a thread, ...; every one that is timed "
      "is verified");
  command
      .add_option("--tune-axis", options.tune_axes,
                  "with --tune, search these values of an axis, whether it is a launch axis or not: block=128,256")
      ->type_name("NAME=VALUES")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command.add_flag("--tune-all", options.tune_all,
                   "with --tune, time every launch to the end, as a row is: a full scan instead of a search by halves");
  add_file(command, "--tuning", options.tuning,
           "the tuning file: --tune writes it (default: " + std::string(default_tuning) +
               "); without --tune the cases take their launches from it");
}

/// What a run is compared with.
void add_against(CLI::App& command, Options& options, Typed& typed) {
  add_file(command, "--against", options.against,
           "measure the cases of an earlier results file again, beside those of a --preset or --figure, if any, and "
           "compare; --kernel, --variant, --backend, --axis and --filter narrow both (needs --out)");
  add_file(command, "--baseline-binary", options.baseline_binary,
           "with --against, measure them with this other build as well, repetition by repetition in turns, and compare "
           "with that: FILE.baseline.json beside --out FILE.json");
  command.add_option("--turns", typed.turns)->group("");
}

void add_run(CLI::App& app, Options& options, Typed& typed) {
  auto* run = add_command(app, options, "run", "verify and time cases");
  add_selection(*run, options, typed);
  add_output(*run, options, typed);
  add_measuring(*run, typed);
  add_checkpoint(*run, options, typed);
  run->add_flag(
      "--dry-run", options.dry_run,
      "say which cases would be done, and how long that would take, or what the run would refuse; do nothing");
  run->add_option("--machine", options.machine, "what this machine is called in the file (default: its host name)")
      ->type_name("NAME");
  add_format(*run, typed);
  run->add_flag("--energy", options.energy,
                "measure the energy a flip takes, 2 s longer for each case (procurement lists do)");
  add_tune(*run, options);
  add_against(*run, options, typed);
  run->footer(
      "Google Benchmark's flags pass through: --benchmark_out=FILE (its JSON, one entry a batch, for its "
      "compare.py), --benchmark_format=json, --benchmark_filter=REGEX, --benchmark_list_tests, "
      "--benchmark_context=KEY=VALUE.");
}

}  // namespace

void add_commands(CLI::App& app, Options& options, Typed& typed) {
  auto* list = add_command(app, options, "list", "what this build and machine can run, and why not the rest");
  add_selection(*list, options, typed);
  list->add_option("KERNEL", typed.kernels, "kernels in full, as --kernel names them")->type_name("");
  list->add_flag("--figures", options.figures, "the papers' figures and tables; so does --figure without a name");
  add_format(*list, typed);
  list->add_flag("--json", options.json,
                 "the same as --format json: every variant, axis and plan, and the cases of a selection");
  list->add_flag("--mutants", options.mutants, "as JSON, the bugs that a build with SPINBENCH_MUTANTS can plant");

  add_run(app, options, typed);
  add_tau(app, options, typed);

  auto* verify = add_command(app, options, "verify", "the checks alone");
  add_selection(*verify, options, typed);
  add_format(*verify, typed);
  verify->add_flag("--json", options.json, "the same as --format json: rows without times");
  verify->add_option("--seed", typed.seed, "seed of every random number (default: 1)")->type_name("N");
  add_physics(*verify, typed,
              "; 0 leaves it out and compares with oracles over a few sweeps, as for a run under compute-sanitizer");
  add_network(*verify, typed);

  auto* doctor = add_command(app, options, "doctor", "what was found on this machine, and how to get what is missing");
  doctor->add_flag("--json", options.json, "print what was found as JSON");
  doctor->add_option("--fix", options.fix, "install what a backend needs (by the script ./spinbench; else print how)")
      ->type_name("BACKEND");

  for (const auto& [name, help] :
       {std::pair{"compare", "compare two results files, case by case"},
        std::pair{"history", "trend of each case over many files of one host"},
        std::pair{"export", "write results in other tools' formats"}, std::pair{"plot", "draw figures"},
        std::pair{"report", "write one page about one or more machines"},
        std::pair{"score", "score machines by a procurement list"}})
    add_command(app, options, name, std::string(help) + " (in Python, by the script ./spinbench)")->prefix_command();
}

void add_written_help(CLI::App& app, Options& options, Typed& typed) {
  auto* completion =
      add_command(app, options, "completion", "print the completion script of a shell: bash, zsh or fish");
  completion->add_option("shell", typed.shell)->type_name("bash|zsh|fish")->required();
  completion->group("");
  add_command(app, options, "man", "print the manual page")->group("");
}

}  // namespace spinbench::cli
