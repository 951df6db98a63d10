// Whole lines of a lattice in the order of reference_cpu/common/checkerboard.hpp, without the rest of it.
#pragma once

#include <cstdint>
#include <optional>

#include "interface/params.hpp"
#include "kernels/common/axes.hpp"
#include "reference_cpu/common/some_streams.hpp"
#include "reference_cpu/common/thresholds.hpp"
#include "reference_cpu/common/window.hpp"

namespace spinbench {

/// After three sweeps: in each direction those on both sides of an edge, and two beside each other anywhere.
template <int Dimensions>
std::optional<SampledValues> checkerboard_sample(const Params& params, std::uint64_t seed) {
  const auto L = static_cast<std::uint32_t>(params.integer("L"));
  const bool always = params.word("draw") == "always";
  const auto thresholds = FieldThresholds<Dimensions>::at(beta_of(params));
  Cell<Dimensions> sides;
  sides.fill(L);
  constexpr int sweeps = 3, halves = 2 * sweeps;
  SampledValues sample{sweeps, {}, {}};
  for (const Box<Dimensions>& line : lines<Dimensions>(sides, seed, 256)) {
    Window<Dimensions> window(L, line.grown(halves - 1, sides));
    const auto streams =
        some_streams(params.word("rng"), seed, static_cast<std::uint64_t>(sites_of(params, Dimensions)) / 2);
    for (std::uint32_t half = 0; half < halves; ++half)
      line.grown(halves - 1 - half, sides).each(sides, [&](const Cell<Dimensions>& site) {
        if (parity_of(site) != half % 2) return;
        const std::uint64_t number = pair_of(site, sides);
        const auto stream = streams->open(number, half);
        if (is_flipped(always, window.field(site), *stream, thresholds)) window.flip(site);
        streams->close(number, *stream);
      });
    window.add_to(sample, line);
  }
  return sample;
}

}  // namespace spinbench
