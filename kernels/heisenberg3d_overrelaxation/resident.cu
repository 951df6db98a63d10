// The suite's own over-relaxation of a lattice that fits the multiprocessors: many sweeps in a launch, in which spins
// lie in shared memory and half of the couplings in registers. The bits are those of `serial` and `global`.
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian.
//
// A block has a box of whole rows, 8 along y and 16 planes; a thread a pair of all rows of four planes, row after row.
// Spins take 12 B of shared memory a site, couplings along x between pairs another 2; those within pairs and along y
// are in registers, and those along z come from the second-level cache, 8 B a flip. Spins at a box's faces are sent to
// the blocks beside as messages of 16 bytes, three eighths of all: 12 B a flip, out and in; HIP's have 24, 18 B a flip.
// A message has its number, so nobody waits for anything but what he reads.
//
// Bound. Memory is read at a launch's start alone. Through the second-level cache go 20 B a flip: 3.2 ps at the 6.3
// TB/s that an H100 gave in the suite's own measurement, 2.8 on an H200. An update takes 64 instructions as compiled,
// 2.0 ps at what 128 multiprocessors issue at 1.98 GHz; through shared memory go 60 B, 1.8 ps there. Held at L = 128
// (h100- and h200-overrelaxation-resident.json): 3.84 ps, 83%, and 3.80 ps, 75%, on another H200 3.83 ps, 73%
// (h200-bernaschi2011.json; instructions counted in a profile that is in no file);
// docs/kernels/heisenberg3d_overrelaxation.md says what holds it.
#include "kernels/heisenberg3d_overrelaxation/gpu_at_a_time.cuh"
#include "kernels/heisenberg3d_overrelaxation/gpu_resident.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

namespace {

template <std::uint32_t Size>
class Resident final : public GpuGlass<float> {
  using Boxes = ResidentBoxes<Size>;

 public:
  Resident(const Params& params, std::uint64_t seed)
      : GpuGlass<float>(params, seed, 1), mail_(2 * Boxes::boxes * Boxes::mail) {
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
    return not_at_a_time(relax_resident<Size>, Boxes::boxes, Boxes::threads, Boxes::shared_bytes,
                         "take best or a smaller lattice");
  }

  void sweep(int count) override {
    for (int rest = count; rest > 0; rest -= std::min(rest, most_sweeps)) {
      const auto sweeps = static_cast<std::uint32_t>(std::min(rest, most_sweeps));
      gpu::launch_cooperative_shared(relax_resident<Size>, dim3(Boxes::boxes), dim3(Boxes::threads),
                                     Boxes::shared_bytes, arrays(), mail_.boxes(),
                                     mail_.numbers(Boxes::numbers_of(sweeps)), sweeps);
    }
    this->count(count);
  }
  Work work_per_sweep() const override {
    // By the second-level cache, which holds them: the couplings along z, and of the faces' spins, two rows in eight
    // and two planes in sixteen, messages in and out. Spins and all couplings are read once in a
    // launch.
    constexpr double faces = 2.0 / Boxes::rows + 2.0 / Boxes::deep;
    constexpr double words = sizeof(gpu::Mailbox) / sizeof(float);
    Work work = this->work(2 + 2 * words * faces);
    work.footprint_bytes = (1 + words * faces) * sizeof(float) * sites();
    // Of three numbers each the spin beside in the row, those below and above a thread's planes, the row that comes
    // next, which is all a thread needs of it, two rows once more, and the own spin in and out; and a coupling.
    constexpr double spins = 1 + 2.0 / Boxes::of_thread - 2.0 / Boxes::deep + (Boxes::rows + 2.0) / Boxes::rows + 2;
    work.shared_bytes = (3 * spins + 1) * sizeof(float) * sites();
    return work;
  }

 private:
  /// In a launch: half a second.
  static constexpr int most_sweeps = 1 << 16;

  gpu::Mail mail_;
};

/// `use(L as a constant)` for a lattice that can be resident.
template <class Use>
auto with_resident(const Params& params, Use&& use) {
  return with_size<16, 32, 64, 128>(params, use);
}

std::string resident_unsupported(const Params& params, const Device&) {
  const std::int64_t L = params.integer("L");
  if (L != 16 && L != 32 && L != 64 && L != 128)
    return "lattices of L = 16, 32, 64 and 128 stay on the multiprocessors, not " + std::to_string(L) +
           ": take wavefront for 256, or bands";
  return with_resident(params, [](auto size) { return Resident<size()>::unsupported(); });
}

std::unique_ptr<Simulation> make_resident(const Params& params, std::uint64_t seed) {
  return with_resident(params, [&](auto size) -> std::unique_ptr<Simulation> {
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
    // Spins and couplings, and messages of three eighths of the spins.
    .memory_bytes = [](const Params& params) { return glass_bytes(params) * (1 + sizeof(gpu::Mailbox) / 64.0); },
    .make = make_resident,
    .bit_cases = resident_bit_cases,
    .physics = physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
