// Intervals of times: what they cover, and what counts as drift.
#include <random>

#include "bench/measure/interval.hpp"
#include "tests/catch.hpp"

using namespace spinbench;

TEST_CASE("the median's interval holds its order statistics", "[measure]") {
  CHECK(median_interval({}).median == 0);
  CHECK(median_interval({3, 1, 2}).median == 2);
  CHECK(median_interval({4, 1, 2, 3}).median == 2.5);
  // Below six samples the range carries less than 95%; from six to eight it is the range; nine drop one a side.
  // (David and Nagaraja, Order Statistics, table 7.1: n = 9 gives ranks 2 and 8.)
  std::vector<double> samples;
  for (int i = 1; i <= 8; ++i) samples.push_back(i);
  CHECK(median_interval(samples).low == 1);
  CHECK(median_interval(samples).high == 8);
  samples.push_back(9);
  CHECK(median_interval(samples).low == 2);
  CHECK(median_interval(samples).high == 8);
}

TEST_CASE("the median's interval covers the true median in at least 95% of all runs", "[measure]") {
  std::mt19937_64 engine(7);
  std::exponential_distribution<double> draw(std::log(2.0));  // median 1
  for (const int size : {8, 20, 101}) {
    int covered = 0;
    const int runs = 4000;
    for (int run = 0; run < runs; ++run) {
      std::vector<double> samples;
      for (int i = 0; i < size; ++i) samples.push_back(draw(engine));
      const auto interval = median_interval(samples);
      covered += interval.low <= 1 && 1 <= interval.high;
    }
    CHECK(covered >= runs * 0.945);
    CHECK(covered <= runs * 0.995);
  }
}

TEST_CASE("a large number of samples does not underflow", "[measure]") {
  std::vector<double> samples;
  for (int i = 0; i < 5000; ++i) samples.push_back(i);
  const auto interval = median_interval(samples);
  CHECK(interval.low > 2400);
  CHECK(interval.high < 2600);
  CHECK(interval.low < interval.median);
}

TEST_CASE("a ratio of sums weighs a batch by its work", "[measure]") {
  CHECK(ratio_interval({}, {}).median == 0);
  const Interval one = ratio_interval({6}, {3});
  CHECK((one.median == 2 && one.low == 2 && one.high == 2));
  // R = 14 / 7, residuals 1, 1, -2, s^2 = 3: t_2 sqrt(3 * 3) / 7.
  const Interval three = ratio_interval({3, 5, 6}, {1, 2, 4});
  CHECK(three.median == Approx(2));
  CHECK(three.high == Approx(2 + 4.303 * 3 / 7));
  CHECK(three.low > 0);
  CHECK(ratio_interval({2, 4, 6}, {1, 2, 3}).high == Approx(2));
}

TEST_CASE("the interval of a ratio covers it where work scatters widely", "[measure]") {
  std::mt19937_64 engine(11);
  std::exponential_distribution<double> draw(1);
  // 5 a batch and 3 a unit of work, of which a batch has one on average: 8 a unit. The mean of the batches' own ratios
  // does not even exist.
  for (const int size : {32, 200}) {
    int covered = 0;
    const int runs = 4000;
    for (int run = 0; run < runs; ++run) {
      std::vector<double> times, work;
      for (int i = 0; i < size; ++i) {
        work.push_back(draw(engine));
        times.push_back(5 + 3 * work.back());
      }
      const Interval interval = ratio_interval(times, work);
      covered += interval.low <= 8 && 8 <= interval.high;
    }
    INFO(size << " batches: " << covered << " of " << runs);
    CHECK(covered >= runs * 0.92);
    CHECK(covered <= runs * 0.98);
  }
}

TEST_CASE("an interval over repetitions is Student's, and holds each one's own", "[measure]") {
  CHECK(over_repetitions({}).median == 0);
  const std::vector<Interval> one = {{5, 4, 7}};
  CHECK(over_repetitions(one).low == 4);
  CHECK(over_repetitions(one).high == 7);
  // s = 1, t(2) = 4.303.
  const std::vector<Interval> spread = {{11, 11, 11}, {10, 10, 10}, {12, 12, 12}};
  CHECK(over_repetitions(spread).median == 11);
  CHECK(over_repetitions(spread).low == Approx(11 - 4.303 / std::sqrt(3.0)));
  CHECK(over_repetitions(spread).high == Approx(11 + 4.303 / std::sqrt(3.0)));
  const std::vector<Interval> alike = {{10, 9, 13}, {10, 8, 11}, {10, 9.5, 10.5}};
  CHECK(over_repetitions(alike).low == 8);
  CHECK(over_repetitions(alike).high == 13);
  const std::vector<Interval> far = {{1, 1, 1}, {10, 10, 10}};
  CHECK(over_repetitions(far).high == Approx(5.5 + 12.706 * 4.5));
  CHECK(over_repetitions(far).low == Approx(5.5 * 5.5 / (5.5 + 12.706 * 4.5)));
  // t(19) = 2.093, beyond the table.
  std::vector<Interval> many;
  for (int i = 0; i < 20; ++i) many.push_back({10.0 + i % 2, 10.5, 10.5});
  CHECK(over_repetitions(many).high == Approx(10.5 + 2.093 * std::sqrt(5.0 / 19) / std::sqrt(20.0)).epsilon(1e-4));
}

TEST_CASE("an interval over repetitions covers what differs from start to start, one repetition's does not",
          "[measure]") {
  std::mt19937_64 engine(11);
  std::normal_distribution<double> start(0, 0.02), batch(0, 0.005);
  int covered = 0, covered_by_one = 0;
  const int runs = 2000;
  for (int run = 0; run < runs; ++run) {
    std::vector<Interval> repetitions;
    for (int i = 0; i < 3; ++i) {
      const double here = 1 + start(engine);
      std::vector<double> samples;
      for (int j = 0; j < 12; ++j) samples.push_back(here + batch(engine));
      repetitions.push_back(median_interval(samples));
    }
    const Interval all = over_repetitions(repetitions), one = repetitions.front();
    covered += all.low <= 1 && 1 <= all.high;
    covered_by_one += one.low <= 1 && 1 <= one.high;
  }
  CHECK(covered >= runs * 0.945);
  CHECK(covered_by_one < runs * 0.3);
}

TEST_CASE("the best repetition is the one of the shortest time", "[measure]") {
  const std::vector<Interval> repetitions = {{5, 4, 6}, {3, 2.5, 9}, {4, 1, 5}};
  CHECK(best_of(repetitions).median == 3);
  CHECK(best_of(repetitions).low == 2.5);
  CHECK(best_of(repetitions).high == 9);
}

TEST_CASE("a drift is a difference that neither the tolerance nor the noise explains", "[measure]") {
  std::mt19937_64 engine(3);
  const auto draw = [&](double centre, double sigma) {
    std::normal_distribution<double> normal(centre, sigma);
    std::vector<double> values;
    for (int i = 0; i < 12; ++i) values.push_back(normal(engine));
    return values;
  };
  CHECK(drift_between(draw(1, 1e-4), draw(1.01, 1e-4), 0.005) == Approx(0.01).epsilon(0.05));
  CHECK(drift_between(draw(1, 1e-4), draw(0.99, 1e-4), 0.005) == Approx(-0.01).epsilon(0.05));
  CHECK(drift_between(draw(1, 1e-4), draw(1.004, 1e-4), 0.005) == 0);
  CHECK(drift_between({}, draw(1, 1e-4), 0.005) == 0);
  CHECK(drift_between(draw(1, 1e-4), {}, 0.005) == 0);
  // Noise alone: 3 standard errors are exceeded rarely, whatever the tolerance.
  int found = 0;
  for (int i = 0; i < 500; ++i) found += drift_between(draw(1, 0.05), draw(1, 0.05), 0.005) != 0;
  CHECK(found < 40);
}
