// Over-relaxation spin by spin, all of colour 0 and then all of colour 1.
#include <memory>

#include "interface/registry.hpp"
#include "kernels/common/heisenberg/host_fma.hpp"
#include "kernels/heisenberg3d_overrelaxation/physics.hpp"
#include "reference_cpu/heisenberg3d_overrelaxation/lattice.hpp"

namespace spinbench::overrelaxation {
namespace {

template <class Real>
class Serial final : public SerialGlass<Real> {
 public:
  using SerialGlass<Real>::SerialGlass;

  std::string code_path() const override { return "two colours"; }
  void sweep(int count) override {
    for (int half = 0; half < 2 * count; ++half) cpu::run_with_fma([this, half] { colour(half); });
    this->count(count);
  }

 private:
  [[gnu::always_inline]] void colour(int half) {
    for (std::int64_t z = 0; z < this->side(); ++z)
      for (std::int64_t y = 0; y < this->side(); ++y)
        for (std::int64_t x = (y + z + half) % 2; x < this->side(); x += 2) this->update(x, y, z);
  }
};

const Register<Variant> registered{{
    .kernel = "heisenberg3d_overrelaxation",
    .name = "serial",
    .backend = "cpu",
    .title = "serial, spin by spin, one colour after the other",
    .source = "Bernaschi 2011, section 4",
    .axes = {axis_L(), axis_precision()},
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return colours_unsupported(params); },
    .memory_bytes = glass_bytes,
    .make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
      return with_precision(params, [&](auto real) -> std::unique_ptr<Simulation> {
        return std::make_unique<Serial<decltype(real)>>(params, seed);
      });
    },
    .bit_cases = [](const Params& params, const Device&) { return small_cases(params); },
    .physics = physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::overrelaxation
