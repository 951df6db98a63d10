// Over-relaxation of the Heisenberg spin glass: the law of its start, the update by its definition, what it conserves.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/overrelaxation.hpp"
#include "tests/sanitized.hpp"

using namespace spinbench;
using namespace spinbench::overrelaxation;
using namespace spinbench::overrelaxation::test;

TEST_CASE("couplings are normal and starts uniform on the sphere", "[heisenberg][overrelaxation]") {
  const Start start = Start::of(5);
  const int count = 60000;
  double moments[4] = {}, components[3] = {}, squares[3] = {}, furthest = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    double power = 1;
    for (double& moment : moments) moment += (power *= start.coupling<double>(i)) / count;
    const Vector3<double> s = start.spin<double>(i);
    const double all[3] = {s.x, s.y, s.z};
    for (int c = 0; c < 3; ++c) components[c] += all[c] / count, squares[c] += all[c] * all[c] / count;
    furthest = std::max(furthest, std::fabs(s.x * s.x + s.y * s.y + s.z * s.z - 1));
  }
  // Five sigma: the variances of x, x^2, x^3 and x^4 are 1, 2, 15 and 96.
  const double expected[4] = {0, 1, 0, 3}, variances[4] = {1, 2, 15, 96};
  for (int m = 0; m < 4; ++m) CHECK(std::fabs(moments[m] - expected[m]) < 5 * std::sqrt(variances[m] / count));
  for (int c = 0; c < 3; ++c) {
    CHECK(std::fabs(components[c]) < 5 * std::sqrt(1.0 / 3 / count));
    CHECK(std::fabs(squares[c] - 1.0 / 3) < 5 * std::sqrt(4.0 / 45 / count));
  }
  CHECK(furthest < 1e-15);
}

TEST_CASE("a sweep turns each spin about the field of its neighbours", "[heisenberg][overrelaxation]") {
  const std::int64_t L = 4;
  const auto serial = made("serial", params_of("serial", L, "double"));
  const Configuration before = serial->configuration();
  serial->sweep(1);
  const Configuration after = serial->configuration();
  const Start start = Start::of(3);
  const auto site = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return static_cast<std::uint64_t>((((z + L) % L) * L + (y + L) % L) * L + (x + L) % L);
  };
  for (std::int64_t z = 0; z < L; ++z)
    for (std::int64_t y = 0; y < L; ++y)
      for (std::int64_t x = 0; x < L; ++x) {
        // Colour 0 sees the spins before the sweep, colour 1 those after it.
        const Configuration& around = (x + y + z) % 2 == 0 ? before : after;
        const std::uint64_t i = site(x, y, z);
        double h[3] = {};
        const auto add = [&](std::uint64_t bond, std::uint64_t neighbour) {
          for (std::uint64_t c = 0; c < 3; ++c) h[c] += start.coupling<double>(bond) * around.value(3 * neighbour + c);
        };
        const std::int64_t step[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (std::uint64_t d = 0; d < 3; ++d) {
          add(3 * i + d, site(x + step[d][0], y + step[d][1], z + step[d][2]));
          const std::uint64_t last = site(x - step[d][0], y - step[d][1], z - step[d][2]);
          add(3 * last + d, last);
        }
        double along = 0, square = 0;
        for (std::uint64_t c = 0; c < 3; ++c) along += h[c] * before.value(3 * i + c), square += h[c] * h[c];
        for (std::uint64_t c = 0; c < 3; ++c)
          CHECK(after.value(3 * i + c) == Approx(2 * along / square * h[c] - before.value(3 * i + c)).margin(1e-12));
      }
}

TEST_CASE("the energy and lengths stand still but for rounding", "[heisenberg][overrelaxation]") {
  for (const char* name : {"serial", "vectors"})
    for (const std::string precision : {"float", "double"}) {
      const auto simulation = made(name, params_of(name, 8, precision));
      const double at_start = energy_of(*simulation), epsilon = precision == "float" ? 1.2e-7 : 2.3e-16;
      const int sweeps = spinbench::test::sanitized ? 100 : 1000;
      simulation->sweep(sweeps);
      INFO(name << " " << precision);
      CHECK(std::fabs(energy_of(*simulation) - at_start) < rounding_gate(epsilon, 512, sweeps));
      CHECK(std::fabs(simulation->observe().of("length").front() - 1) < 10 * epsilon);
      CHECK(simulation->self_check().front().passed);
    }
}

TEST_CASE("the gate of the energy is one bond's worth of error away from a bug's", "[heisenberg][overrelaxation]") {
  // A spin in 512 that is turned about a field without one of its neighbours changes the energy by about 1 / 512 of J.
  CHECK(rounding_gate(1.2e-7, 512, 10) < 1e-3 / 512 * 5);
  CHECK(rounding_gate(1.2e-7, 1 << 21, 1e6) < 2e-4);
  CHECK_FALSE(energy_conserved(-0.1, std::nan(""), 1.2e-7, 512, 10).passed);
  CHECK_FALSE(energy_conserved(-0.1, -0.1 + 1e-4, 1.2e-7, 512, 10).passed);
}

TEST_CASE("columns of a colour hold the serial bits however long they are", "[heisenberg][overrelaxation]") {
  for (const std::uint32_t L : {4u, 6u, 10u}) {
    const Configuration expected = after_serial<float>(L, 2);
    for (const std::uint32_t spins : {1u, 2u, 3u, 4u, 10u}) {
      Arrays<float> arrays{nullptr, nullptr, L, std::size_t{L} * L * L / 2};
      std::vector<float> own(arrays.numbers()), couplings(arrays.numbers());
      arrays.spins = own.data(), arrays.couplings = couplings.data();
      set_start(arrays, 3);
      for (std::uint32_t half = 0; half < 4; ++half)
        for (std::uint32_t line = 0; line < L * L / 2; ++line)
          for (std::uint32_t z = 0; z < L; z += spins)
            update_column(arrays, Place{line % (L / 2), line / (L / 2), z, half & 1}, std::min(spins, L - z));
      INFO("L " << L << ", " << spins << " spins");
      CHECK(compare(configuration_of(arrays), expected).difference == "");
    }
  }
}
