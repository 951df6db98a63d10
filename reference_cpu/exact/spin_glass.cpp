#include "reference_cpu/exact/spin_glass.hpp"

#include <cmath>

namespace spinbench::exact {
namespace {

struct SampleAt {
  int dimensions;
  std::int64_t L;
  double beta;
  SpinGlass value;
};

constexpr SampleAt samples[] = {
    {2, 4, 0.2, {-0.39533418846659707, 0.07733815401005951}}, {2, 4, 0.5, {-0.9067497048516167, 0.32623451970484657}},
    {2, 4, 1.0, {-1.206643679450613, 0.17936714715067809}},   {2, 4, 1.5, {-1.2443216985262124, 0.05139204372296682}},
    {2, 8, 0.2, {-0.4005691825640456, 0.08028220761921796}},  {2, 8, 0.5, {-0.9835460797430373, 0.4315382235715557}},
    {2, 8, 1.0, {-1.4020464956578045, 0.2588898029262481}},   {2, 8, 1.5, {-1.459285416023766, 0.08418011462034514}},
    {2, 8, 2.0, {-1.4674551553892308, 0.02068012615166026}},  {3, 4, 0.5, {-1.406257005, 0.484489}},
    {3, 4, 0.6666666666666666, {-1.633625, 0.3974}},          {3, 4, 0.90752336872674, {-1.757285836, 0.212317}},
};

/// What each power of t from t^7 on, t^7, t^9 and so on, brings to the energy of a site, over 1 - t^2: plaquettes,
/// loops of six bonds, pairs of plaquettes that share one, and more. By the finite-lattice method, exactly: [ln Z]_av
/// of all boxes with free boundaries whose sides are five bonds or fewer together, over all their frustrations.
constexpr double orders_of_square[] = {4, 0, 12, -56, 108, -432, 1480, -4312},
                 orders_of_cubic[] = {12, 0, 132, -504, 1332, -11808, 45000, -216744};

}  // namespace

std::optional<SpinGlass> spin_glass_sample(int dimensions, std::int64_t L, double beta) {
  for (const SampleAt& one : samples)
    if (one.dimensions == dimensions && one.L == L && one.beta == beta) return one.value;
  return std::nullopt;
}

std::vector<double> spin_glass_sample_betas(int dimensions, std::int64_t L) {
  std::vector<double> result;
  for (const SampleAt& one : samples)
    if (one.dimensions == dimensions && one.L == L) result.push_back(one.beta);
  return result;
}

double nishimori_energy(int dimensions, double beta) { return -dimensions * std::tanh(beta); }

std::optional<double> bimodal_energy(int dimensions, std::int64_t L, double beta) {
  if (L < 8 || beta > 1.0 / 3) return std::nullopt;
  const double t = std::tanh(beta);
  const auto& orders = dimensions == 2 ? orders_of_square : orders_of_cubic;
  double sum = 0, power = std::pow(t, 7);
  for (const double order : orders) {
    sum += order * power;
    power *= t * t;
  }
  return -dimensions * t + (1 - t * t) * sum;
}

}  // namespace spinbench::exact
