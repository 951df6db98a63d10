// Bugs that are planted one at a time in a GPU's kernels, on a device that this host plays.
#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "interface/mutants.hpp"
#include "kernels/common/mutants.hpp"
#include "tests/catch.hpp"

namespace spinbench {

/// A bug, and the places where it must be seen: functions that are false where something is wrong.
struct Planted {
  Mutant mutant;
  std::string name;
  std::vector<std::function<bool()>> is_right;
};
/// The first two of them.
#define SPINBENCH_PLANTED(name) Mutant::name, #name

/// Plants a bug for as long as it lives, also where a check throws.
struct Planting {
  explicit Planting(int number) { planted_mutant = number; }
  ~Planting() { planted_mutant = 0; }
  Planting(const Planting&) = delete;
  Planting& operator=(const Planting&) = delete;
};

/// Whether `is_right` says so where the bug of that number is planted.
inline bool is_right_with(int number, const std::function<bool()>& is_right) {
  const Planting planting(number);
  return is_right();
}

/// Checks that each is found in all of its places, which are right without it. A function that is the place of several
/// is asked without one once, after all of them, so that none leaves anything behind.
inline void check_all_found(const std::vector<Planted>& planted) {
  std::set<bool (*)()> known;
  for (const Planted& one : planted)
    for (std::size_t i = 0; i < one.is_right.size(); ++i) {
      INFO(one.name << ", place " << i);
      CHECK(!is_right_with(static_cast<int>(one.mutant), one.is_right[i]));
      const auto function = one.is_right[i].target<bool (*)()>();
      if (function == nullptr)
        CHECK(one.is_right[i]());
      else
        known.insert(*function);
    }
  for (const auto function : known) CHECK(function());
}

/// Checks that each bug that lives in a place which begins with `place` is found by `is_right`, and nothing without
/// one. Returns their number.
inline int check_found_in(const std::string& place, const std::function<bool()>& is_right) {
  int count = 0;
  for (std::size_t i = 0; i < mutants().size(); ++i) {
    const std::vector<std::string>& where = mutants()[i].where;
    if (std::none_of(where.begin(), where.end(), [&](const std::string& one) { return one.starts_with(place); }))
      continue;
    INFO(mutants()[i].name);
    CHECK(!is_right_with(static_cast<int>(i + 1), is_right));
    ++count;
  }
  CHECK(is_right());
  return count;
}

/// Checks that those are all that the GPU variants of `kernels` have; a kernel stands for the end of its name.
inline void check_none_left_out(const std::vector<Planted>& planted, const std::vector<std::string>& kernels) {
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  for (const MutantInfo& info : mutants())
    for (const std::string& where : info.where) {
      const auto is_in = [&](const std::string& kernel) { return has(where, kernel + "/"); };
      if (std::none_of(kernels.begin(), kernels.end(), is_in) || !has(where, "/gpu")) continue;
      INFO(info.name);
      REQUIRE(std::any_of(planted.begin(), planted.end(), [&](const Planted& one) { return one.name == info.name; }));
    }
}

}  // namespace spinbench
