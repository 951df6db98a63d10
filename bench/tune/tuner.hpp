// `run --tune`: searches the launch of a case, verifies whatever it times, says what it tried.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <vector>

#include "bench/runner.hpp"
#include "bench/tune/halving.hpp"
#include "bench/tune/space.hpp"
#include "bench/tune/tuning_file.hpp"

namespace spinbench {

/// How a candidate is timed on a rung: in short bursts, more of them on each; where it decides, as a row is, once.
MeasureOptions rung_options(const MeasureOptions& row, int rung, bool last);

/// What checks of candidates may take: a part of what a row's do, since there are many. The chosen one is verified in
/// full when its row is made.
VerifyOptions checks_of_candidates(VerifyOptions row = {});

class Tuner {
 public:
  using Try = std::function<Attempt(const Case&, int rung, bool last)>;

  /// `attempt` verifies and times; `out` gets what was tried, in lines of `width`; so many `finalists` are timed to the
  /// end.
  Tuner(Try attempt, std::ostream& out, std::function<bool()> interrupted, std::size_t finalists = 4,
        std::size_t width = 80)
      : attempt_(std::move(attempt)),
        out_(out),
        interrupted_(std::move(interrupted)),
        finalists_(finalists),
        width_(width) {}

  struct Result {
    std::optional<ChosenLaunch> chosen;  ///< none where no launch can run, or it was interrupted
    std::vector<Case> failed;            ///< launches that failed a check
  };
  Result search(const LaunchSearch& search);

 private:
  void print(const LaunchSearch& search, const ChosenLaunch& result, std::size_t skipped) const;

  Try attempt_;
  std::ostream& out_;
  std::function<bool()> interrupted_;
  std::size_t finalists_, width_;
};

}  // namespace spinbench
