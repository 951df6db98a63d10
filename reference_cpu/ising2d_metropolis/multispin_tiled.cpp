// The oracle of the GPU variants `multispin_tiled`: the order of kernels/ising2d_metropolis/multispin_tiled.hpp on a plain
// lattice, where nobody but the tile that is visited changes, so that its surroundings are frozen of themselves.
// H = -J sum_<ij> s_i s_j, J = 1.
#include "kernels/ising2d_metropolis/multispin_tiled.hpp"

#include "kernels/ising2d_metropolis/axes.hpp"
#include "reference_cpu/ising2d_metropolis/multispin_decisions.hpp"

namespace spinbench::ising2d {
namespace {

template <class Generator>
class MultispinTiled final : public Simulation {
  using Stream = typename Generator::Stream;

 public:
  MultispinTiled(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : L_(static_cast<std::uint32_t>(params.integer("L"))),
        coarse_(CoarseTiles::of(params)),
        k_(static_cast<std::uint32_t>(params.integer("k"))),
        decisions_({multispin_tiled_words(params) / 2, 2}, params.real("beta")),
        setup_(Generator::setup(seed, 0, seeding)),
        lattices_(static_cast<std::size_t>(params.integer("realizations")), Lattice<std::int8_t>(L_)) {}

  int sweep_granularity() const override { return static_cast<int>(k_); }

  void sweep(int count) override {
    for (int step = 0; step < count / sweep_granularity(); ++step, halves_ += 2 * k_)
      for (const std::uint32_t colour : {0u, 1u})
        for (std::uint32_t item = 0; item < coarse_.items(); ++item) visit(CoarsePlace(coarse_, item, colour));
  }

  Observables observe() override { return observe_all(lattices_); }
  Configuration configuration() override { return configuration_of_all(lattices_); }
  Work work_per_sweep() const override {
    return multispin_work<Generator>(static_cast<double>(lattices_.size()) * L_ * L_);
  }

 private:
  void visit(const CoarsePlace& place) {
    const std::uint32_t across = decisions_.tile().across, down = decisions_.tile().down;
    const std::uint32_t a_row = multispin_words_a_row(L_) / across;
    const std::uint32_t y0 = place.row * coarse_.rows, word0 = place.column * coarse_.width;
    const auto open = [&](std::uint32_t y, std::uint32_t word, std::uint64_t half) {
      const std::uint64_t row = place.lattice * std::uint64_t{L_ / down} + y / down;
      return Stream(setup_, row * a_row + word / across, half * multispin_draws);
    };
    std::vector<Stream> streams;
    for (std::uint32_t half = 0; half < 2 * k_; ++half) {
      std::size_t tile = 0;
      for (std::uint32_t y = y0; y < y0 + coarse_.rows; y += down)
        for (std::uint32_t word = word0; word < word0 + coarse_.width; word += across, ++tile) {
          if (half == 0) streams.push_back(open(y, word, halves_));
          else if (!runs_through_visit<Generator>) streams[tile] = open(y, word, halves_ + half);
          decisions_.update(lattices_[place.lattice], y, word, half & 1, streams[tile]);
        }
    }
  }

  std::uint32_t L_;
  CoarseTiles coarse_;
  std::uint32_t k_;
  MultispinDecisions decisions_;
  typename Generator::Setup setup_;
  std::vector<Lattice<std::int8_t>> lattices_;
  std::uint64_t halves_ = 0;  // of each coarse tile
};

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
    using Generator = typename decltype(tag)::type;
    if constexpr (Generator::storage == rng::Storage::none)
      return std::make_unique<MultispinTiled<Generator>>(params, seed, seeding);
    else throw Unsupported(multispin_tiled_unsupported(params, 2));
  });
}

const Register<Variant> registered{{
    .kernel = "ising2d_metropolis",
    .name = "multispin_tiled",
    .backend = "cpu",
    .title = "serial, double checkerboard: random bits compared with the threshold, k hits a tile visit",
    .source = "Weigel 2012, section 3.2, with the decisions of multispin",
    .axes = {axis_L(), axis_realizations(), axis_k(), axis_rows(), axis_words(), axis_rng("philox4x32"), axis_beta()},
    .oracle = "",
    .unsupported =
        [](const Params& params, const Device&) {
          const std::string other = square_lattice_unsupported(params);
          return other.empty() ? multispin_tiled_unsupported(params, 2) : other;
        },
    .memory_bytes =
        [](const Params& params) { return params.real("L") * params.real("L") * params.real("realizations"); },
    .make = make,
}};

}  // namespace
}  // namespace spinbench::ising2d
