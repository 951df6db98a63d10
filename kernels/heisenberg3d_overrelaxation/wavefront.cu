// The suite's own over-relaxation of a lattice that no multiprocessors hold: its planes pass through them one behind
// the other, each for seven and a half sweeps, so that memory is read and written once for all of these. The bits are
// those of `serial` and `global`.
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian.
//
// A block has 32 pairs of eight rows, of the 32 planes that are under way; a warp two of these planes, a lane a pair of
// all their rows. In shared memory are spins, 12 B a site, and couplings along x between pairs, another 2; couplings
// within pairs and along y are in registers, those along z come from the second-level cache, 8 B a flip. Spins at a
// block's sides are sent to the blocks beside as messages of 16 bytes, 72 for 256 flips: 9 B a flip, out and in; HIP's
// have 24, 13.5 B a flip.
//
// Bound. Memory: a plane's spins in and out and its couplings, 36 B for 7.5 flips of each site, 4.8 B a flip: 1.6 ps at
// the 3.0 TB/s of an H100, 1.1 on an H200. Through the second-level cache go 21.8 B: 3.5 ps at the 6.3 TB/s that an
// H100 gave in the suite's own measurement, 3.1 on an H200. An update takes 84 instructions, 2.6 ps at what the 128
// multiprocessors issue at 1.98 GHz, and 24 accesses of a warp to shared memory, 3.0 ps (both counted in a profile that
// is in no file). Held at L = 256, both cards at their power limit: 4.92 ps (4.72 to 5.07) on an H200, 62% of the
// second-level cache's limit and 60% of what its row takes for shared memory's
// (results/recorded/h200-bernaschi2011.json), 5.06 on an H100, 69% and 58% (h100-overrelaxation-wavefront.json);
// docs/kernels/heisenberg3d_overrelaxation.md says what holds it.
#include "kernels/heisenberg3d_overrelaxation/gpu_wavefront_glass.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

namespace {

constexpr std::int32_t wavefront_halves = 15;

/// `use(L as a constant)` for a lattice that can pass through.
template <class Use>
auto with_wavefront(const Params& params, Use&& use) {
  return with_size<64, 128, 256>(params, use);
}

std::string wavefront_unsupported(const Params& params, const Device&) {
  const std::int64_t L = params.integer("L");
  if (L != 64 && L != 128 && L != 256)
    return "lattices of L = 64, 128 and 256 pass through the multiprocessors, not " + std::to_string(L) +
           ": take bands or another L";
  return with_wavefront(params, [](auto size) { return Wavefront<size(), wavefront_halves>::unsupported(); });
}

std::unique_ptr<Simulation> make_wavefront(const Params& params, std::uint64_t seed) {
  return with_wavefront(params, [&](auto size) -> std::unique_ptr<Simulation> {
    return std::make_unique<Wavefront<size(), wavefront_halves>>(params, seed);
  });
}

/// A block has as many mailboxes on every lattice.
double wavefront_mail_bytes(const Params& params) {
  using Blocks = WavefrontBlocks<64, wavefront_halves>;
  const auto L = static_cast<double>(params.integer("L"));
  return L * L / (2 * Blocks::of_plane) * Blocks::mail * sizeof(gpu::Mailbox);
}

/// Each size is code of its own; the small one is followed for more turns.
std::vector<Params> wavefront_bit_cases(const Params& params, const Device&) {
  std::vector<Params> result = {params};
  if (params.integer("L") > 64) {
    result.push_back(params);
    result.back().set("L", std::int64_t{64});
  }
  return result;
}

const Register<Variant> wavefront_registered{{
    .kernel = "heisenberg3d_overrelaxation",
    .name = "wavefront",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "planes pass through shared memory, 15 half sweeps each",
    .source = "this suite",
    .axes = {axis_L(), Axis::word("precision", "float", {"float"}, "of spins, couplings and all arithmetic")},
    .oracle = serial_oracle(),
    .follower = vectors_follower(),
    .unsupported = wavefront_unsupported,
    .memory_bytes = [](const Params& params) { return glass_bytes(params) + wavefront_mail_bytes(params); },
    .make = make_wavefront,
    .bit_cases = wavefront_bit_cases,
    .physics = physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
