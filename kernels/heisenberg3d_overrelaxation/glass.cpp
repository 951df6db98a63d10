#include "kernels/heisenberg3d_overrelaxation/glass.hpp"

#include <cmath>
#include <cstdio>

#include "kernels/heisenberg3d_overrelaxation/glass_host.hpp"

namespace spinbench::overrelaxation {

double rounding_gate(double epsilon, double sites, double sweeps) {
  return epsilon * (1 + 8 * std::sqrt(sweeps / sites) + 1e-3 * sweeps);
}

Check energy_conserved(double at_start, double now, double epsilon, double sites, double sweeps) {
  const double gate = rounding_gate(epsilon, sites, sweeps);
  Check check;
  check.name = "energy conserved";
  check.kind = Check::Kind::self;
  check.numeric = true;
  check.value = now;
  check.expected = at_start;
  // A comparison that NaN fails.
  check.passed = std::fabs(now - at_start) <= gate;
  char text[160];
  std::snprintf(text, sizeof text,
                "energy per spin %.9g at the start, %.9g after %.0f sweeps; rounding may move it by %.2g", at_start,
                now, sweeps, gate);
  check.detail = text;
  return check;
}

template <class Real>
double Glass<Real>::mean_length(const std::vector<Real>& all) {
  double total = 0;
  for (std::size_t i = 0; i < all.size(); i += 3)
    total += std::sqrt(double{all[i]} * double{all[i]} + double{all[i + 1]} * double{all[i + 1]} +
                       double{all[i + 2]} * double{all[i + 2]});
  return 3 * total / static_cast<double>(all.size());
}

template <class Real>
std::vector<Real> canonical(const Arrays<Real>& arrays) {
  return canonical_of<Real>(arrays.L,
                            [&](const Place& place) { return arrays.spin(place.colour, place.number(arrays.L)); });
}

template <class Real>
double energy_of(const Arrays<Real>& arrays) {
  return energy_by_site(arrays.L, [&](const Place& place) { return bonds_of_site(arrays, place); });
}

template class Glass<float>;
template class Glass<double>;
template std::vector<float> canonical(const Arrays<float>&);
template std::vector<double> canonical(const Arrays<double>&);
template double energy_of(const Arrays<float>&);
template double energy_of(const Arrays<double>&);

}  // namespace spinbench::overrelaxation
