// What any simulation of several temperatures must do.
#pragma once

#include <vector>

#include "kernels/common/tempering/tempered.hpp"
#include "tests/catch.hpp"

namespace spinbench {

/// `first` takes the temperatures `betas` as `wanted` does, and `second`, which is new, goes on from what `first` kept:
/// `is_same(found, wanted)` says whether two are equal.
template <class IsSame>
void check_moves_and_resumes(Simulation& first, Simulation& second, Simulation& wanted,
                             const std::vector<double>& betas, IsSame&& is_same) {
  const int step = first.sweep_granularity();
  for (Simulation* one : {&first, &wanted}) {
    one->sweep(9 * step);
    dynamic_cast<tempering::Tempered&>(*one).set_betas(betas);
    one->sweep(9 * step);
  }
  REQUIRE(is_same(first, wanted));
  StateWriter kept;
  dynamic_cast<Resumable&>(first).save(kept);
  StateReader reader(kept.bytes());
  dynamic_cast<Resumable&>(second).restore(reader);
  REQUIRE_NOTHROW(reader.finish());
  StateWriter after[2];
  for (int i = 0; i < 2; ++i) {
    Simulation& one = i == 0 ? first : second;
    one.sweep(3 * step);
    dynamic_cast<Resumable&>(one).save(after[i]);
  }
  REQUIRE(is_same(second, first));
  // So that it can be gone on from again.
  REQUIRE(after[0].bytes() == after[1].bytes());
}

}  // namespace spinbench
