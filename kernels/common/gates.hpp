// How far off a right value may be: gates of deviations whose errors are known, were estimated, or are of counts.
#pragma once

#include <cstddef>

namespace spinbench {

/// The deviation of a count from its expectation in units of a Gaussian's sigma: the x with the same probability of
/// lying as far off, for a Poisson variable. `count` need not be whole. At least 1e-300 is expected.
double poisson_deviation(double count, double expected);

/// The deviation in units of an error that was estimated with `freedom` degrees of freedom which is as improbable as
/// `sigmas` of a known one (D. L. Wallace, Ann. Math. Stat. 30, 1124 (1959)).
double student_gate(double sigmas, double freedom);

/// The gate of the worst of `many` deviations that is crossed about as seldom as `sigmas` is by one. It is of known
/// errors: where they were estimated, student_gate() of it.
double gate_of_many(double sigmas, std::size_t many);

}  // namespace spinbench
