// Intervals of a time: within one repetition, and over repetitions that were started separately.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace spinbench {

/// ns per unit with its 95% interval. `median` is the figure: a median but where ratio_interval() says otherwise.
struct Interval {
  double median = 0, low = 0, high = 0;
};

/// Nothing for no values.
std::optional<double> median_of(std::vector<double> values);
std::optional<double> mean_of(const std::vector<double>& values);

/// The median and its distribution-free 95% interval by order statistics; below six samples, which cannot carry 95%,
/// their whole range. Zeros for no samples.
Interval median_interval(std::vector<double> samples);

/// All the time of batches over all their work, the two paired by place, and Student's 95% interval with the standard
/// error of a ratio of means (Cochran, Sampling Techniques, section 2.11). No time is 0 or less: a low end that would
/// be is as many times below the figure as the high end above. Of one batch the figure alone is known: it is both ends.
/// Zeros for none.
Interval ratio_interval(const std::vector<double>& times, const std::vector<double>& work);

/// The time over repetitions: the median of their medians. The interval is the hull of two: Student's 95% interval of
/// the mean of the repetitions' medians, t s / sqrt(n) with n - 1 degrees of freedom, for what differs from start to
/// start; and every repetition's own interval, so that it is never narrower than what is within one. Of one repetition,
/// its own. No time is 0 or less: where Student's low end is, it is as many times below the median as the high end
/// above. Zeros for none.
Interval over_repetitions(std::span<const Interval> repetitions);

/// The repetition with the smallest median: of a time that other processes can only lengthen.
Interval best_of(std::span<const Interval> repetitions);

/// Whether `later` differs from `earlier`: by how much the medians do as a part of the earlier, where that is more than
/// `tolerance` and than three standard errors of the difference (from the median absolute deviations, which a few
/// outliers leave alone); else 0. Also 0 where either is empty.
double drift_between(const std::vector<double>& earlier, const std::vector<double>& later, double tolerance);

}  // namespace spinbench
