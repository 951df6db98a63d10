// Over-relaxation spin by spin in the order of blocks that keep some planes at hand: box by box, those of one colour of
// a checkerboard of boxes before those of the other; in a box plane by plane, or two planes together, both colours of
// spins, `hits` times.
#include <algorithm>
#include <memory>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/heisenberg/host_fma.hpp"
#include "kernels/heisenberg3d_overrelaxation/physics.hpp"
#include "reference_cpu/heisenberg3d_overrelaxation/lattice.hpp"

namespace spinbench::overrelaxation {
namespace {

template <class Real>
class Boxes final : public SerialGlass<Real> {
 public:
  Boxes(const Params& params, std::uint64_t seed)
      : SerialGlass<Real>(params, seed),
        wide_(params.integer("tile")),
        high_(params.integer("rows")),
        deep_(params.integer("deep")),
        planes_(params.integer("planes")),
        hits_(static_cast<int>(params.integer("hits"))) {}

  std::string code_path() const override {
    return CodePath()
        .count("boxes a side", static_cast<std::uint64_t>(this->side() / wide_))
        .count("planes", static_cast<std::uint64_t>(planes_))
        .text();
  }
  int sweep_granularity() const override { return hits_; }

  void sweep(int count) override {
    const std::int64_t L = this->side();
    for (int visit = 0; visit < count / hits_; ++visit)
      for (std::int64_t colour = 0; colour < 2; ++colour)
        for (std::int64_t z = 0; z < L / deep_; ++z)
          for (std::int64_t y = 0; y < L / high_; ++y)
            for (std::int64_t x = 0; x < L / wide_; ++x)
              if ((x + y + z) % 2 == colour) cpu::run_with_fma([&] { this->visit(x * wide_, y * high_, z * deep_); });
    this->count(count);
  }

 private:
  [[gnu::always_inline]] void visit(std::int64_t x0, std::int64_t y0, std::int64_t z0) {
    for (std::int64_t first = z0; first < z0 + deep_; first += planes_)
      for (int half = 0; half < 2 * hits_; ++half)
        for (std::int64_t z = first; z < first + planes_; ++z)
          for (std::int64_t y = y0; y < y0 + high_; ++y)
            for (std::int64_t x = x0; x < x0 + wide_; ++x)
              if ((x + y + z + half) % 2 == 0) this->update(x, y, z);
  }

  std::int64_t wide_, high_, deep_, planes_;
  int hits_;
};

/// As many boxes a side, one of them, two or several, and small ones.
std::vector<Params> small_boxes(const Params& params, const Device&) {
  const std::int64_t a_side = params.integer("L") / params.integer("tile");
  Params small = params;
  small.set("L", 4 * std::min<std::int64_t>(a_side, 4));
  for (const char* side : {"tile", "rows", "deep"}) small.set(side, std::int64_t{4});
  return {small};
}

const Register<Variant> registered{{
    .kernel = "heisenberg3d_overrelaxation",
    .name = "boxes",
    .backend = "cpu",
    .title = "serial, spin by spin, in the order of the shared-memory variants",
    .source = "Bernaschi 2011, section 4 (SM, SM4P)",
    .axes = {axis_L(), axis_tile(), axis_rows(), axis_deep(),
             Axis::integer("planes", 1, 1, 2, "planes that are updated together"), axis_hits(), axis_precision()},
    .oracle = "",
    .unsupported = [](const Params& params,
                      const Device&) { return boxes_unsupported(params, params.integer("planes")); },
    .memory_bytes = glass_bytes,
    .make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
      return with_precision(params, [&](auto real) -> std::unique_ptr<Simulation> {
        return std::make_unique<Boxes<decltype(real)>>(params, seed);
      });
    },
    .bit_cases = small_boxes,
    .physics = boxes_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::overrelaxation
