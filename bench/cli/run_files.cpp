#include "bench/cli/run_files.hpp"

#include <filesystem>
#include <iostream>
#include <set>

#include "bench/cli/against.hpp"
#include "bench/cli/identity.hpp"
#include "bench/cli/run_plan.hpp"
#include "bench/errors.hpp"
#include "bench/rows/text.hpp"

namespace spinbench::cli {

RunFiles::RunFiles(const Options& options, const nlohmann::ordered_json& provenance, FileUse use)
    : options_(options), provenance_(provenance), use_(use) {
  if (options.resume && options.out.empty()) throw UsageError("--resume needs --out FILE, whose journal it reads");
  if (!options.out.empty()) out.emplace(options.out, "--out", use);
  const bool regular = out && out->regular();
  if (regular) look_for_earlier();
  if (complete_) return;
  if (!options.google.out.empty()) google_out.emplace(options.google.out, "--benchmark_out", use);
  refuse_other_files();
  if (regular)
    open_journal();
  else if (options.resume)
    throw UsageError("--resume: " + quote(options.out) + " is no regular file and has no journal");
  if (!options.against.empty() && !regular)
    throw UsageError("--against: " + quote(options.out) + " is no regular file, which could be compared");
}

/// What is there already is replaced or added to only where that was asked for.
void RunFiles::look_for_earlier() {
  if (!out->has_content()) return;
  const bool has_journal = std::filesystem::exists(journal_path());
  // With a journal it is the command of a run that was to replace the file, and goes on.
  if (options_.resume && options_.force && !has_journal)
    throw UsageError("--resume goes on with " + quote(options_.out) + ", which --force would replace, and no " +
                     journal_path() + " says that it had begun to; give one of them");
  if (options_.append) {
    earlier.emplace(out->path());
    earlier->require_same_build(provenance_);
  } else if (options_.resume && !(has_journal && options_.force)) {
    const Earlier found(out->path());
    // The journal is of something else, which was to replace the file, or to be added to it.
    if (has_journal && !found.has_left_out()) refuse_existing_out();
    earlier = found;
    earlier->require_same_run(provenance_);
    complete_ = !earlier->has_left_out();
  } else {
    refuse_existing_out();
  }
}

void RunFiles::refuse_existing_out() const {
  if (options_.force || earlier || !out->has_content()) return;
  throw UsageError("--out " + quote(options_.out) + " is there already: --force replaces it, --append adds rows to " +
                   "it; or name another file");
}

/// The other files that a run writes.
void RunFiles::refuse_other_files() const {
  const auto refuse_existing = [&](const Destination& file, const std::string& option) {
    if (file.has_content() && !options_.force && !options_.resume)
      throw UsageError(option + " " + quote(file.path()) +
                       " is there already: " + (options_.append ? "name another file" : "--force replaces it"));
  };
  if (google_out) refuse_existing(*google_out, "--benchmark_out");
  if (!options_.baseline_binary.empty())
    refuse_existing(Destination(baseline_out(options_), "--out", use_), "--baseline-binary:");
}

void RunFiles::open_journal() {
  journal.emplace(journal_path(), identity(options_, measuring(options_), provenance_), options_.resume, use_);
  // Another process may have finished between the first look and the lock.
  or_no_journal([this] { refuse_existing_out(); });
  if (options_.resume && !earlier && journal->rows().empty())
    std::cerr << "spinbench: the journal holds no rows yet; starting from the beginning\n";
}

void RunFiles::or_no_journal(const std::function<void()>& step) {
  try {
    step();
  } catch (...) {
    // A search of launches may have put its notes there since it was opened.
    if (journal && journal->rows().empty() && !options_.tune) journal->remove();
    throw;
  }
}

int RunFiles::say_complete() {
  if (journal) journal->remove();
  std::cerr << "spinbench: " << quote(out->path()) << " is complete: it has " << counted(earlier->rows(), "row")
            << ", and all of this selection\n";
  return earlier->has_failed() ? exit_failed : exit_fine;
}

void RunFiles::leave_out_earlier(std::vector<Case>& cases) {
  if (!earlier) return;
  const std::size_t before = cases.size();
  std::erase_if(cases, [&](const Case& c) { return earlier->measured().contains(c.name()); });
  if (cases.size() == before) return;
  or_no_journal([this] { earlier->require_same_settings(provenance_); });
  std::cerr << "spinbench: " << before - cases.size() << " of " << before << " cases are in " << quote(out->path())
            << " already\n";
}

void RunFiles::check_journal(const std::vector<Case>& cases) const {
  if (!journal) return;
  std::set<std::string> names;
  for (const auto& c : cases) names.insert(c.name());
  for (const auto& [name, row] : journal->rows())
    if (!names.contains(name) && !(earlier && earlier->measured().contains(name)))
      throw UsageError("the journal " + quote(journal->path()) + " holds " + quote(name) +
                       ", which this selection has not; repeat the selection it was started with");
}

const JournalRow* RunFiles::recorded(const std::string& name) const {
  if (!journal) return nullptr;
  const auto found = journal->rows().find(name);
  return found != journal->rows().end() && found->second.row.status == Row::Status::measured ? &found->second : nullptr;
}

}  // namespace spinbench::cli
