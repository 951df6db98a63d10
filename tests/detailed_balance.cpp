// Balance and detailed balance of the double checkerboard, exactly: on 4 x 4 sites the compound move is an operator on
// vectors of 2^16 entries, a product of single-site Metropolis operators in the order that the reference walks.
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "kernels/common/acceptance.hpp"
#include "reference_cpu/ising2d_metropolis/orders.hpp"
#include "tests/catch.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::ising2d;

constexpr int L = 4, N = L * L;
constexpr std::size_t states = std::size_t{1} << N;

using Vector = std::vector<double>;

int spin(std::size_t state, int x, int y) { return (state >> ((y & 3) * L + (x & 3))) & 1 ? 1 : -1; }

int field(std::size_t state, int x, int y) {
  return spin(state, x, y) *
         (spin(state, x + 1, y) + spin(state, x - 1, y) + spin(state, x, y + 1) + spin(state, x, y - 1));
}

struct Sites {
  std::vector<int> order;
  void enter(std::uint32_t, std::uint32_t) {}
  void attempt(std::uint32_t, std::uint32_t x, std::uint32_t y) { order.push_back(static_cast<int>(y * L + x)); }
  void leave(std::uint32_t, std::uint32_t) {}
};

std::vector<int> sites_of_step(bool symmetric, int k) {
  Sites sites;
  const auto phase = [&](const TilePhase& p) { walk_tiles(SquareTiles{L, 2}, p, sites); };
  if (symmetric)
    symmetric_step(k, phase, [] {});
  else
    plain_step(k, phase);
  return sites.order;
}

// (W g)(s), the mean of g after the step that starts at s: the last update acts first.
Vector apply(const std::vector<int>& order, double beta, Vector g) {
  // The exact rate exp(-beta dE), so that the invariant distribution is the Boltzmann distribution to rounding.
  const double rate2 = std::exp(-4 * beta), rate4 = std::exp(-8 * beta);
  Vector next(states);
  for (auto site = order.rbegin(); site != order.rend(); ++site) {
    const int x = *site % L, y = *site / L;
    for (std::size_t s = 0; s < states; ++s) {
      const int h = field(s, x, y);
      const double rate = h <= 0 ? 1 : h == 2 ? rate2 : rate4;
      next[s] = rate * g[s ^ (std::size_t{1} << *site)] + (1 - rate) * g[s];
    }
    g.swap(next);
  }
  return g;
}

Vector boltzmann(double beta) {
  Vector pi(states);
  double sum = 0;
  for (std::size_t s = 0; s < states; ++s) {
    int energy = 0;
    for (int y = 0; y < L; ++y)
      for (int x = 0; x < L; ++x) energy -= spin(s, x, y) * (spin(s, x + 1, y) + spin(s, x, y + 1));
    sum += pi[s] = std::exp(-beta * energy);
  }
  for (double& p : pi) p /= sum;
  return pi;
}

double product(const Vector& pi, const Vector& f, const Vector& g) {
  double sum = 0;
  for (std::size_t s = 0; s < states; ++s) sum += pi[s] * f[s] * g[s];
  return sum;
}

// A nonlinear function of randomly weighted spins: no symmetry of the lattice hides a difference.
Vector random_vector(unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  double weight[N];
  for (double& w : weight) w = normal(engine);
  Vector f(states);
  for (std::size_t s = 0; s < states; ++s) {
    double sum = 0;
    for (int i = 0; i < N; ++i) sum += weight[i] * spin(s, i % L, i / L);
    f[s] = sum * (1 + 0.3 * sum);
  }
  return f;
}

// |<f, W g> - <W f, g>| over the norms.
double asymmetry(bool symmetric, int k, double beta) {
  const std::vector<int> order = sites_of_step(symmetric, k);
  const Vector pi = boltzmann(beta), f = random_vector(1), g = random_vector(2);
  const double forward = product(pi, f, apply(order, beta, g)), backward = product(pi, g, apply(order, beta, f));
  return std::fabs(forward - backward) / std::sqrt(product(pi, f, f) * product(pi, g, g));
}

}  // namespace

TEST_CASE("both orders leave the Boltzmann distribution invariant", "[balance]") {
  for (const bool symmetric : {false, true})
    for (const double beta : {0.2, 0.4406867935097715}) {
      const Vector pi = boltzmann(beta), one(states, 1.0), f = random_vector(3);
      const std::vector<int> order = sites_of_step(symmetric, 2);
      CHECK(order.size() == 2 * N);
      CHECK(product(pi, one, apply(order, beta, f)) == Approx(product(pi, one, f)).epsilon(1e-12));
    }
}

TEST_CASE("the symmetric order satisfies detailed balance, the plain order does not", "[balance]") {
  for (const int k : {2, 4})
    for (const double beta : {0.2, 0.4406867935097715}) {
      CAPTURE(k, beta);
      CHECK(asymmetry(true, k, beta) < 1e-13);
      CHECK(asymmetry(false, k, beta) > 1e-4);
    }
}

TEST_CASE("acceptance thresholds are floor(2^32 exp(-beta dE))", "[acceptance]") {
  for (const double beta : {1e-6, 0.1, 0.4, 0.4406867935097715, 1.0, 2.0, 10.0})
    for (const double cost : {4.0, 8.0}) {
      const long double exact = std::exp(-static_cast<long double>(beta) * cost) * 4294967296.0L;
      const double threshold = acceptance_threshold(beta, cost);
      CHECK(threshold <= exact);
      CHECK(threshold > exact - 1.000001L);
    }
  const SquareThresholds thresholds = SquareThresholds::at(0.4);
  CHECK(thresholds(2) == acceptance_threshold(0.4, 4));
  CHECK(thresholds(4) == acceptance_threshold(0.4, 8));
  // A factor that rounds to 1 is the largest word, as of the oracles.
  for (const double beta : {1e-18, 1e-300}) CHECK(acceptance_threshold(beta, 4) == 0xFFFFFFFFu);
}

TEST_CASE("a flip that costs nothing is accepted whatever the word, another below its threshold", "[acceptance]") {
  for (const int h : {-4, -2, 0}) CHECK(accepts(h, 0xffffffffu, 0));
  for (const int h : {2, 4}) {
    CHECK(accepts(h, 99, 100));
    CHECK_FALSE(accepts(h, 100, 100));
    CHECK_FALSE(accepts(h, 0, 0));
  }
}
