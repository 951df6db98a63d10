#include "kernels/ea2d_metropolis/glass_bits.hpp"

#include <algorithm>

#include "backends/cpu/share.hpp"

namespace spinbench::ea2d {

SpinGlassBits bits_of_words(const SpinGlassShape& shape, const std::vector<std::uint32_t>& raw, std::uint32_t words,
                            const std::function<std::uint32_t(std::uint32_t position)>& site) {
  const std::uint64_t sites = shape.sites();
  std::vector<std::uint32_t> site_of(sites);
  for (std::uint32_t position = 0; position < sites; ++position) site_of[position] = site(position);
  SpinGlassBits result(raw.size());
  cpu::share_out(raw.size() / (sites * words), 4.0 * static_cast<double>(raw.size()), [&](std::uint64_t lattice) {
    for (std::uint64_t position = 0; position < sites; ++position)
      for (std::uint64_t w = 0; w < words; ++w)
        result[(lattice * words + w) * sites + site_of[position]] = raw[(lattice * sites + position) * words + w];
  });
  return result;
}

SpinGlassBits bits_of_signs(const SpinGlassShape& shape, const std::vector<std::int8_t>& signs) {
  const std::uint64_t sites = shape.sites(), realizations = shape.realizations();
  SpinGlassBits result(shape.groups() * sites);
  cpu::share_out(shape.groups(), static_cast<double>(signs.size()), [&](std::uint64_t group) {
    std::uint32_t* const words = result.data() + group * sites;
    for (std::uint64_t bit = 0; bit < std::min<std::uint64_t>(32, realizations - group * 32); ++bit) {
      const std::int8_t* const of = signs.data() + (group * 32 + bit) * sites;
      for (std::uint64_t site = 0; site < sites; ++site) words[site] |= static_cast<std::uint32_t>(of[site] < 0) << bit;
    }
  });
  return result;
}

}  // namespace spinbench::ea2d
