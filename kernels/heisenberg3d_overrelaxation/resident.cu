// The suite's own over-relaxation of a lattice that fits the multiprocessors: many sweeps in a launch, in which spins
// lie in shared memory and most couplings in registers. The bits are those of `serial` and `global`.
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian.
//
// A block has a box of whole rows, 8 along y and 16 planes, a thread a pair of each plane. Spins take 12 B of shared
// memory a site, couplings along x between pairs another 2; those within pairs and along z are in registers, and those
// along y come from the second-level cache, 8 B a flip. What is on a box's faces is written to the lattice in global
// memory, too, where the blocks beside read it: 9 B a flip. After the faces a block tells the four blocks beside, and
// does what is inside of the box before it waits for them.
//
// Bound. Memory is read at a launch's start alone. An update takes 101 instructions as compiled, of which 36 are
// arithmetic: at the 33.5 T/s that an H100 issues at 1.98 GHz 3.0 ps; through shared memory go 76 B, 2.3 ps there, and
// through the second-level cache 17 B. Seen on an H100 at L = 128: 5.1 ps, 59% (instructions counted in a profile that
// is in no file); docs/kernels/heisenberg3d_overrelaxation.md says what holds it.
#include "kernels/heisenberg3d_overrelaxation/gpu_glass.cuh"
#include "kernels/heisenberg3d_overrelaxation/gpu_resident.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

namespace {

template <std::uint32_t Size>
class Resident final : public GpuGlass<float> {
  using Boxes = ResidentBoxes<Size>;

 public:
  Resident(const Params& params, std::uint64_t seed) : GpuGlass<float>(params, seed, 1), reached_(Boxes::boxes) {
    reached_.fill_zero();
    gpu::allow_shared_bytes(relax_resident<Size>, Boxes::shared_bytes);
    if (arrays().words != Boxes::words) throw std::logic_error("components lie elsewhere than boxes look for them");
  }

  std::string code_path() const override {
    return CodePath("rows of " + std::to_string(Boxes::pairs) + " pairs")
        .where(Boxes::along_z > 1, "several boxes along z")
        .text();
  }
  /// Why the current device does not hold the lattice, or "".
  static std::string unsupported() {
    if (Boxes::shared_bytes > gpu::largest_shared_bytes())
      return "blocks share " + std::to_string(Boxes::shared_bytes) + " bytes, of which this device has " +
             std::to_string(gpu::largest_shared_bytes()) + ": take best or a smaller lattice";
    gpu::allow_shared_bytes(relax_resident<Size>, Boxes::shared_bytes);
    const int held =
        gpu::multiprocessors() *
        gpu::blocks_per_multiprocessor(relax_resident<Size>, static_cast<int>(Boxes::threads), Boxes::shared_bytes);
    if (held < static_cast<int>(Boxes::boxes))
      return "all " + std::to_string(Boxes::boxes) + " blocks must run at a time, of which this device holds " +
             std::to_string(held) + ": take best or a smaller lattice";
    return "";
  }

  void sweep(int count) override {
    for (int rest = count; rest > 0; rest -= std::min(rest, most_sweeps)) {
      const auto sweeps = static_cast<std::uint32_t>(std::min(rest, most_sweeps));
      gpu::launch_cooperative_shared(relax_resident<Size>, dim3(Boxes::boxes), dim3(Boxes::threads),
                                     Boxes::shared_bytes, arrays(), reached_.data(), told_, sweeps);
      told_ += 2 * sweeps;
    }
    this->count(count);
  }
  Work work_per_sweep() const override {
    // By the second-level cache, which holds them: the couplings along y, and of the faces' spins, two rows in eight
    // and two planes in sixteen, three numbers in and three out. Spins and all couplings are read once in a launch.
    constexpr double faces = 2.0 / Boxes::rows + 2.0 / Boxes::deep;
    Work work = this->work(2 + 6 * faces);
    work.footprint_bytes = (1 + 3 * faces) * sizeof(float) * sites();
    // Four spins beside and the own one in, that one out, three numbers each, and a coupling: what is at work in the
    // pair's column is at hand.
    work.shared_bytes = (5 * 3 + 3 + 1) * sizeof(float) * sites();
    return work;
  }

 private:
  /// In a launch: most of a second.
  static constexpr int most_sweeps = 1 << 16;

  gpu::Buffer<std::uint32_t> reached_;
  std::uint32_t told_ = 0;  ///< half sweeps of which each block has told the others
};

/// `use(L as a constant)` for a lattice that can be resident.
template <class Use>
auto with_size(const Params& params, Use&& use) {
  switch (params.integer("L")) {
    case 16:
      return use(std::integral_constant<std::uint32_t, 16>{});
    case 32:
      return use(std::integral_constant<std::uint32_t, 32>{});
    case 64:
      return use(std::integral_constant<std::uint32_t, 64>{});
    case 128:
      return use(std::integral_constant<std::uint32_t, 128>{});
    default:
      throw std::invalid_argument("no lattice of L = " + std::to_string(params.integer("L")) + " is resident");
  }
}

std::string resident_unsupported(const Params& params, const Device&) {
  const std::int64_t L = params.integer("L");
  if (L != 16 && L != 32 && L != 64 && L != 128)
    return "lattices of L = 16, 32, 64 and 128 stay on the multiprocessors, not " + std::to_string(L) +
           ": take best, bands or another L";
  return with_size(params, [](auto size) { return Resident<size()>::unsupported(); });
}

std::unique_ptr<Simulation> make_resident(const Params& params, std::uint64_t seed) {
  return with_size(params, [&](auto size) -> std::unique_ptr<Simulation> {
    return std::make_unique<Resident<size()>>(params, seed);
  });
}

/// Each size is code of its own; on a small one a batch as long as a timed one is compared, too.
std::vector<Params> resident_bit_cases(const Params& params, const Device&) {
  std::vector<Params> result = {params};
  if (params.integer("L") > 32) {
    result.push_back(params);
    result.back().set("L", std::int64_t{32});
  }
  return result;
}

const Register<Variant> resident_registered{{
    .kernel = "heisenberg3d_overrelaxation",
    .name = "resident",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "spins stay in shared memory, many sweeps a launch",
    .source = "this suite",
    .axes = {axis_L(), Axis::word("precision", "float", {"float"}, "of spins, couplings and all arithmetic")},
    .oracle = serial_oracle(),
    .unsupported = resident_unsupported,
    .memory_bytes = glass_bytes,
    .make = make_resident,
    .bit_cases = resident_bit_cases,
    .physics = physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
