// What walkers in the space of energies must do with what is kept of them: go on as if nothing had been, while they
// learn and in production, and show it where any piece of it was forgotten.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "interface/adapts.hpp"
#include "interface/registry.hpp"
#include "interface/resumable.hpp"
#include "tests/catch.hpp"
#include "tests/same_spins.hpp"

namespace spinbench {

using MakeWalk = std::function<std::unique_ptr<Simulation>()>;
using StateBytes = std::vector<std::uint8_t>;

/// How far a walk has come: so many sweeps of learning, and so many of production, unless it is still learning.
struct WalkMoment {
  int learning, production = -1;
};

inline void walk_to(Simulation& walk, const WalkMoment& moment) {
  walk.sweep(moment.learning);
  if (moment.production < 0) return;
  if (auto* const adapts = dynamic_cast<Adapts*>(&walk)) adapts->equilibrated();
  if (moment.production > 0) walk.sweep(moment.production);
}

inline StateBytes state_of(Simulation& walk) {
  StateWriter kept;
  dynamic_cast<Resumable&>(walk).save(kept);
  return kept.bytes();
}
inline void restore_whole(Simulation& walk, const StateBytes& state) {
  StateReader reader(state);
  dynamic_cast<Resumable&>(walk).restore(reader);
  REQUIRE_NOTHROW(reader.finish());
}

/// The same spins, histograms and estimates, and nothing that a walk finds wrong with itself.
inline bool same_walks(Simulation& found, Simulation& wanted) {
  const Observables seen = found.observe(), expected = wanted.observe();
  for (const Observable& one : expected.all())
    if (seen.of(one.name) != one.values) return false;
  const auto checks = found.self_check();
  return std::all_of(checks.begin(), checks.end(), [](const Check& check) { return check.passed; }) &&
         same_spins(found, wanted);
}

/// What is kept at `kept` goes on in a simulation that was at `before`, and is refused where it is not whole.
inline void require_walk_resumes(const MakeWalk& make, const WalkMoment& kept, const WalkMoment& before) {
  INFO("kept after " << kept.learning << " and " << kept.production << " sweeps");
  const auto whole = make(), other = make();
  walk_to(*whole, kept);
  walk_to(*other, before);
  const StateBytes state = state_of(*whole);
  REQUIRE(!same_walks(*other, *whole));
  restore_whole(*other, state);
  REQUIRE(state_of(*other) == state);
  REQUIRE(same_walks(*other, *whole));
  // As an experiment goes on, which says in production once more that it has begun.
  for (const int sweeps : {1, 6}) {
    for (Simulation* one : {&*whole, &*other}) one->sweep(sweeps);
    REQUIRE(same_walks(*other, *whole));
  }
  for (Simulation* one : {&*whole, &*other}) walk_to(*one, {5, 8});
  REQUIRE(same_walks(*other, *whole));
  StateReader cut(std::span<const std::uint8_t>(state).first(state.size() - 1));
  REQUIRE_THROWS(dynamic_cast<Resumable&>(*other).restore(cut));
}

/// At the moments that there are: learning, its end, and production. Sweeps that no exchange of windows ends, too.
inline void require_walk_resumes(const MakeWalk& make) {
  require_walk_resumes(make, {7}, {3});
  require_walk_resumes(make, {40}, {12, 5});
  require_walk_resumes(make, {600, 0}, {12});
  require_walk_resumes(make, {600, 9}, {30});
  require_walk_resumes(make, {600, 9}, {500, 20});
}

/// A piece of what is kept.
struct StatePiece {
  std::string name;
  std::size_t bytes;
};

template <class T>
StatePiece one_of(const std::string& name) {
  return {name, sizeof(T)};
}
/// So many, with their number before them.
template <class T>
StatePiece list_of(const std::string& name, std::size_t count) {
  return {name, sizeof(std::uint64_t) + count * sizeof(T)};
}
inline std::vector<StatePiece> together(std::initializer_list<std::vector<StatePiece>> parts) {
  std::vector<StatePiece> result;
  for (const auto& part : parts) result.insert(result.end(), part.begin(), part.end());
  return result;
}
inline std::vector<StatePiece> times(std::size_t count, const std::vector<StatePiece>& pieces) {
  std::vector<StatePiece> result;
  for (std::size_t i = 0; i < count; ++i) result.insert(result.end(), pieces.begin(), pieces.end());
  return result;
}

/// Two moments of the same phase: what is kept at the first, and what a simulation holds that forgets a piece of it.
struct Forgetting {
  WalkMoment kept, held;
};

/// What is kept is made of `pieces`, in this order, and the comparison above fails where any one of them is forgotten,
/// but for the flag of the phase, which is the same: in one of the cases at least, at once or within `sweeps` sweeps.
inline void require_each_piece_tells(const MakeWalk& make, const std::vector<StatePiece>& pieces,
                                     const std::vector<Forgetting>& cases, int sweeps) {
  std::vector<bool> found(pieces.size(), false);
  for (const Forgetting& one : cases) {
    const auto whole = make(), stale = make();
    walk_to(*whole, one.kept);
    walk_to(*stale, one.held);
    const StateBytes kept = state_of(*whole), held = state_of(*stale);
    std::size_t all = 0;
    for (const StatePiece& piece : pieces) all += piece.bytes;
    REQUIRE(kept.size() == all);
    REQUIRE(held.size() == all);
    const auto now = make();
    restore_whole(*now, kept);
    whole->sweep(sweeps);
    std::size_t first = 0;
    for (std::size_t i = 0; i < pieces.size(); first += pieces[i++].bytes) {
      if (found[i]) continue;
      StateBytes without = kept;
      std::copy_n(held.begin() + static_cast<std::ptrdiff_t>(first), pieces[i].bytes,
                  without.begin() + static_cast<std::ptrdiff_t>(first));
      const auto forgetful = make();
      restore_whole(*forgetful, without);
      // Walkers whose levels are not those of their spins may not go on.
      found[i] = !same_walks(*forgetful, *now);
      if (found[i]) continue;
      forgetful->sweep(sweeps);
      found[i] = !same_walks(*forgetful, *whole);
    }
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    INFO(i << " " << pieces[i].name);
    CHECK((found[i] || pieces[i].name == "phase"));
  }
}

/// On L = 4: before increments are halved, between, and when they fall as 1 / t.
inline std::vector<Forgetting> learning_on_four() {
  std::vector<Forgetting> result;
  for (const int kept : {5, 17, 40, 70, 110, 1200})
    for (const int held : {3, 25, 60, 1300}) result.push_back({{kept}, {held}});
  return result;
}
/// By weights that have been learned: walkers stay where those of fewer sweeps have a hole, whatever they draw.
inline std::vector<Forgetting> production_on_four() { return {{{1200, 9}, {1000, 3}}}; }

}  // namespace spinbench
