// The oracle of the GPU variants `multispin_tiled`: the order of kernels/ising2d_metropolis/multispin_tiled.hpp on a
// plain lattice, where nobody but the tile that is visited changes, so that its surroundings are frozen of themselves.
// H = -J sum_<ij> s_i s_j, J = 1.
#include "kernels/ising2d_metropolis/multispin_tiled.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/physics.hpp"
#include "reference_cpu/common/multispin_plain.hpp"
#include "reference_cpu/common/multispin_sample.hpp"
#include "reference_cpu/ising2d_metropolis/plane.hpp"

namespace spinbench::ising2d {
namespace {

template <class Generator>
class MultispinTiled final : public MultispinOracle<Plane, Generator> {
  using Stream = typename Generator::Stream;

 public:
  MultispinTiled(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : MultispinOracle<Plane, Generator>(params, {multispin_tiled_words(params) / 2, 2}, seed, seeding),
        coarse_(CoarseTiles::of(params)),
        k_(static_cast<std::uint32_t>(params.integer("k"))) {}

  int sweep_granularity() const override { return static_cast<int>(k_); }

  void sweep(int count) override {
    for (int step = 0; step < count / sweep_granularity(); ++step, this->halves_ += 2 * k_)
      for (const std::uint32_t colour : {0u, 1u})
        for (std::uint32_t lattice = 0; lattice < coarse_.lattices; ++lattice)
          for (std::uint32_t row = 0; row < coarse_.down; ++row)
            for (std::uint32_t column = 0; column < coarse_.columns; ++column)
              if ((row + column) % 2 == colour) visit(lattice, row, column);
  }

 private:
  void visit(std::uint32_t lattice, std::uint32_t row, std::uint32_t column) {
    const auto [across, down] = this->decisions_.tile();
    const std::uint32_t y0 = row * coarse_.rows, word0 = column * coarse_.width;
    std::vector<Stream> streams;
    for (std::uint32_t half = 0; half < 2 * k_; ++half) {
      std::size_t tile = 0;
      for (std::uint32_t y = y0; y < y0 + coarse_.rows; y += down)
        for (std::uint32_t word = word0; word < word0 + coarse_.width; word += across, ++tile) {
          if (half == 0)
            streams.push_back(open(lattice, y, word, half));
          else if (!runs_through_visit<Generator>)
            streams[tile] = open(lattice, y, word, half);
          this->decisions_.update(this->lattices_[lattice], word, y, 0, half & 1, streams[tile]);
        }
    }
  }

  /// The stream of the tile at `word` of row `y`, at half-sweep `half` of a visit.
  Stream open(std::uint32_t lattice, std::uint32_t y, std::uint32_t word, std::uint32_t half) const {
    const auto [across, down] = this->decisions_.tile();
    const std::uint64_t row = lattice * std::uint64_t{this->L_ / down} + y / down;
    return Stream(this->setup_, row * (this->decisions_.words_a_row() / across) + word / across,
                  (this->halves_ + half) * multispin_draws);
  }

  CoarseTiles coarse_;
  std::uint32_t k_;
};

/// After k sweeps: the coarse tiles where the lattice's edges meet, and as many in two places or more anywhere, half of
/// them on an edge. Nothing where that would take many seconds.
std::optional<SampledValues> sample_of(const Params& params, std::uint64_t seed) {
  const MultispinTile tile{multispin_tiled_words(params) / 2, 2};
  const CoarseTiles coarse = CoarseTiles::of(params);
  const auto cells = MultispinCells<Square>::of(params, tile);
  if (!cells) return {};
  const auto L = static_cast<std::uint32_t>(params.integer("L")), k = static_cast<std::uint32_t>(params.integer("k"));
  const Cell<2> counts = {coarse.columns, coarse.down}, size = {64 * coarse.width, coarse.rows},
                inside = {coarse.width / tile.across, coarse.rows / tile.down};
  // Each place costs as much as the corner: ten visits, eight of them beside or in it and of colour 0.
  constexpr double most_attempts = 3e8, enough = 8e7, least = 2, most = 64;
  const double each = 10.0 * size[0] * size[1] * k * static_cast<double>(cells->replicas().size());
  if (each * (1 + least) > most_attempts) return {};
  const int random = static_cast<int>(std::clamp(enough / each - 1, least, most));

  MultispinDecisions<Windowed<Square>> decisions(L, tile, beta_of(params));
  const auto streams = some_streams(params.word("rng"), seed, 0);
  const bool runs_on = with_multispin_generator(
      params.word("rng"), [](auto tag, rng::Seeding) { return runs_through_visit<typename decltype(tag)::type>; });
  const auto visit = [&](Window<2>& window, std::uint64_t replica, const Cell<2>& place) {
    std::vector<std::unique_ptr<AnyStream>> opened;
    for (std::uint32_t half = 0; half < 2 * k; ++half) {
      std::size_t n = 0;
      Box<2>{{}, inside}.each(inside, [&](Cell<2> cell) {
        for (std::size_t d : {0, 1}) cell[d] += place[d] * inside[d];
        if (half == 0) opened.emplace_back();
        if (half == 0 || !runs_on)
          opened[n] = streams->open(cells->before(replica) + number_of(cell, cells->counts), half * multispin_draws);
        decisions.update(window, cell[0] * tile.across, cell[1] * tile.down, 0, half & 1, *opened[n++]);
      });
    }
  };
  SampledValues sample{static_cast<int>(k), {}, {}};
  for (const std::uint64_t replica : cells->replicas())
    for (const Box<2>& target : corner_and_others<2>(counts, random, seed + replica)) {
      const Box<2> around = target.grown(1, counts);
      Window<2> window(L, around.of_cells(size));
      for (const std::uint32_t colour : {0u, 1u})
        (colour == 0 ? around : target).each(counts, [&](const Cell<2>& place) {
          if (parity_of(place) == colour) visit(window, replica, place);
        });
      window.add_to(sample, target.of_cells(size), replica);
    }
  return sample;
}

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return with_multispin_generator(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
        return std::make_unique<MultispinTiled<typename decltype(tag)::type>>(params, seed, seeding);
      });
}

const Register<Variant> registered{{
    .kernel = "ising2d_metropolis",
    .name = "multispin_tiled",
    .backend = "cpu",
    .title = "serial, double checkerboard: random bits compared with the threshold, k hits a tile visit",
    .source = "Weigel 2012, section 3.2, with the decisions of multispin",
    .axes = {axis_L(), axis_realizations(), axis_k(), axis_rows(), axis_words(0), axis_rng("philox4x32"), axis_beta()},
    .oracle = "",
    .unsupported =
        [](const Params& params, const Device&) {
          const std::string other = square_lattice_unsupported(params);
          return other.empty() ? multispin_tiled_unsupported(params, 2) : other;
        },
    .memory_bytes =
        [](const Params& params) { return params.real("L") * params.real("L") * params.real("realizations"); },
    .make = make,
    .physics = plain_multispin_tiled_physics,
    .look = look,
    .sample = sample_of,
}};

}  // namespace
}  // namespace spinbench::ising2d
