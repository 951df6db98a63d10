// What a simulation is seen to hold.
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "interface/simulation.hpp"
#include "tests/catch.hpp"

using namespace spinbench;

TEST_CASE("values of what a simulation returned outlive it in a loop", "[observables]") {
  static_assert(std::is_same_v<decltype(std::declval<Observables>().of("")), std::vector<double>>);
  static_assert(std::is_same_v<decltype(std::declval<const Observables&>().of("")), const std::vector<double>&>);
  const auto observed = [] { return Observables{{"energy", {1, 2}}, {"cluster", std::vector<double>(300, 0.5)}}; };
  double sum = 0;
  for (const double one : observed().of("cluster")) sum += one;
  CHECK(sum == 150);
  CHECK(observed().replicas() == 2);
  CHECK_THROWS_AS(observed().of("magnetisation"), std::out_of_range);
}
