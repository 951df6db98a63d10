#include "bench/cli/in_turns.hpp"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <set>
#include <thread>

#include "bench/cli/against.hpp"
#include "bench/errors.hpp"
#include "bench/interrupt.hpp"
#include "interface/companions.hpp"

namespace spinbench::cli {

namespace {

std::set<std::string> measured(const Journal& journal) {
  std::set<std::string> result;
  for (const auto& [name, found] : journal.rows())
    if (found.row.status == Row::Status::measured) result.insert(name);
  return result;
}

void keep_only(Journal& journal, const std::set<std::string>& names) {
  std::vector<std::string> others;
  for (const auto& [name, found] : journal.rows())
    if (!names.contains(name)) others.push_back(name);
  for (const std::string& name : others) journal.drop(name);
}

}  // namespace

std::string name_of_turns(const Options& options) {
  return std::filesystem::path(options.turns ? options.out : baseline_out(options)).filename().string();
}

InTurns::InTurns(const Options& options, std::map<std::string, std::size_t> positions)
    : options_(options), positions_(std::move(positions)), parent_(::getppid()) {}

InTurns::~InTurns() { companions().clear(); }

std::string InTurns::journal_there(const Options& options) { return baseline_out(options) + ".journal"; }

/// Whether the other has a journal to go on with.
bool InTurns::resume_with(Journal& journal) const {
  const std::string path = journal_there(options_);
  std::set<std::string> both;
  if (std::filesystem::exists(path) && std::filesystem::file_size(path) > 0) {
    // Its identity is for its own process to judge.
    Journal there(path, nlohmann::ordered_json::object(), true);
    both = measured(there);
    std::erase_if(both, [own = measured(journal)](const std::string& name) { return !own.contains(name); });
    keep_only(there, both);
    if (both.empty()) there.remove();
  }
  if (both.empty() && !journal.rows().empty())
    std::cerr << "spinbench: " << quote(path) << " keeps no case that this side has; starting from the beginning\n";
  keep_only(journal, both);
  return !both.empty();
}

void InTurns::start(const MeasureOptions& measuring, const std::vector<Case>& cases, Journal& journal) {
  if (options_.turns) {
    own_.emplace(*options_.turns, false, interrupted);
    turns_ = &*own_;
    return;
  }
  for (std::size_t i = 0; i < cases.size(); ++i) positions_[cases[i].name()] = i;
  const bool resumed = options_.resume && resume_with(journal);
  partner_ = start_partner(options_, measuring, cases, resumed);
  turns_ = &partner_->turns();
}

void InTurns::note_companion() {
  companions().clear();
  if (!turns_->is_alone())
    companions().push_back({static_cast<unsigned>(partner_ ? partner_->process() : parent_), turns_->other_began()});
}

void InTurns::begin(const std::string& name) {
  turns_->begin(positions_.at(name));
  note_companion();
}

void InTurns::after_repetition(std::size_t index, std::size_t count) {
  turns_->after_repetition(index, count);
  note_companion();
}

std::string InTurns::trouble() { return partner_ ? partner_->trouble() : ""; }

bool InTurns::deserted() {
  if (!own_ || !own_->is_alone()) return false;
  // A process that dies closes its files first, and only then loses its children.
  constexpr int looks = 10;
  for (int look = 0; look < looks && ::getppid() == parent_ && !interrupted(); ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return ::getppid() != parent_;
}

void InTurns::finish() {
  if (partner_)
    partner_->finish();
  else
    own_->wait_until_closed();
}

}  // namespace spinbench::cli
