// Successive halving: all candidates are tried briefly, the better half of them for longer, and so on.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace spinbench {

/// How a candidate fared.
struct Trial {
  int rungs = 0;               ///< that it came through
  std::optional<double> cost;  ///< in the last of them; none where it dropped out of the first
};

/// One visit on rung `rung`, counted from 0, longer on each; `last`: it decides. The cost, or nothing where the
/// candidate is out.
using Visit = std::function<std::optional<double>(std::size_t candidate, int rung, bool last)>;

struct Found {
  std::vector<Trial> trials;        ///< by candidate
  std::optional<std::size_t> best;  ///< none where all dropped out or it was interrupted
};

/// Successive halving (K. Jamieson, A. Talwalkar, AISTATS 2016, algorithm 1) over `candidates`: of each rung the
/// cheaper half goes on, until there are at most `finalists`, whose last rung decides; of equal ones the first. A rung
/// visits its candidates forwards and then backwards and takes the mean of both, so that a machine that drifts steadily
/// favours none. `interrupted` is asked after each visit.
Found successive_halving(
    std::size_t candidates, const Visit& visit, const std::function<bool()>& interrupted = [] { return false; },
    std::size_t finalists = 4);

/// The visits that this makes where none drops out.
std::size_t visits_of_halving(std::size_t candidates, std::size_t finalists = 4);

}  // namespace spinbench
