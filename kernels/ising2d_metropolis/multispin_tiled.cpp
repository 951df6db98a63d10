#include "kernels/ising2d_metropolis/multispin_tiled.hpp"

namespace spinbench::ising2d {

namespace {

std::uint32_t words_a_row(const Params& params) { return static_cast<std::uint32_t>((params.integer("L") + 63) / 64); }

/// The width of a coarse tile: two tiles of `across` words, or a whole row that is no wider; 0 where neither fits.
std::uint32_t coarse_width(std::uint32_t row, std::uint32_t across) {
  if (row % (4 * across) == 0) return 2 * across;
  return row == across || row == 2 * across ? row : 0;
}

}  // namespace

CoarseTiles CoarseTiles::of(const Params& params) {
  const std::uint32_t row = words_a_row(params), width = coarse_width(row, multispin_tiled_words(params) / 2);
  const std::uint32_t rows = static_cast<std::uint32_t>(params.integer("rows"));
  return {width, rows, row / width, static_cast<std::uint32_t>(params.integer("L")) / rows,
          static_cast<std::uint32_t>(params.integer("realizations"))};
}

std::uint32_t multispin_tiled_words(const Params& params) {
  if (params.integer("words") != 0) return static_cast<std::uint32_t>(params.integer("words"));
  // A quarter of the sites is updated at a time.
  const double L = params.real("L"), words = L * L / 128 * params.real("realizations");
  for (const std::uint32_t few : {8u, 4u})
    if (words >= 65536.0 * few && coarse_width(words_a_row(params), few / 2) != 0) return few;
  return 2;
}

std::string multispin_tiled_unsupported(const Params& params, std::int64_t unit) {
  const std::string other = multispin_unsupported(params, unit);
  if (!other.empty()) return other;
  const std::uint32_t words = multispin_tiled_words(params);
  if (words < 2) return "multispin_tiled decides in tiles of two rows: words is 0, 2, 4 or 8, but words is 1";
  const std::int64_t L = params.integer("L"), rows = params.integer("rows");
  if (rows < 4 || (rows & (rows - 1)) != 0)
    return "rows is a power of two from 4 to 128, but rows is " + std::to_string(rows);
  if (L % (2 * rows) != 0)
    return "L must be a multiple of 2 * rows = " + std::to_string(2 * rows) + ", but L is " + std::to_string(L);
  if (coarse_width(words_a_row(params), words / 2) == 0)
    return "with words=" + std::to_string(words) + " L must be " + std::to_string(32 * words) + ", " +
           std::to_string(64 * words) + " or a multiple of " + std::to_string(128 * words) + ", but L is " +
           std::to_string(L);
  return "";
}

}  // namespace spinbench::ising2d
