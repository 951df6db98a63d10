#include "kernels/heisenberg3d_overrelaxation/glass.hpp"

#include <cmath>
#include <cstdio>

#include "backends/cpu/share.hpp"

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
  const std::uint32_t L = arrays.L, row = L / 2;
  std::vector<Real> result(6 * arrays.sites_of_colour());
  cpu::share_out(std::uint64_t{L} * L, static_cast<double>(result.size() * sizeof(Real)), [&](std::uint64_t line) {
    const auto z = static_cast<std::uint32_t>(line / L), y = static_cast<std::uint32_t>(line % L);
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      for (std::uint32_t j = 0; j < row; ++j) {
        const Place place{j, y, z, colour};
        const Vector3<Real> s = arrays.spin(colour, place.number(L));
        Real* const to = result.data() + 3 * (line * L + place.x());
        to[0] = s.x, to[1] = s.y, to[2] = s.z;
      }
  });
  return result;
}

template <class Real>
double energy_of(const Arrays<Real>& arrays) {
  const std::uint32_t L = arrays.L;
  std::vector<double> of_planes(L);
  cpu::share_out(L, static_cast<double>(2 * arrays.numbers() * sizeof(Real)), [&](std::uint64_t z) {
    double total = 0;
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      for (std::uint32_t y = 0; y < L; ++y)
        for (std::uint32_t j = 0; j < L / 2; ++j)
          total += bonds_of_site(arrays, Place{j, y, static_cast<std::uint32_t>(z), colour});
    of_planes[z] = total;
  });
  double total = 0;
  for (const double of_plane : of_planes) total += of_plane;
  return -total / (2.0 * static_cast<double>(arrays.sites_of_colour()));
}

template class Glass<float>;
template class Glass<double>;
template std::vector<float> canonical(const Arrays<float>&);
template std::vector<double> canonical(const Arrays<double>&);
template double energy_of(const Arrays<float>&);
template double energy_of(const Arrays<double>&);

}  // namespace spinbench::overrelaxation
