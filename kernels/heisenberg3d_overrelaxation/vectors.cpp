// Over-relaxation in a CPU's vectors, by several threads: what Bernaschi 2011 did with SSE and OpenMP.
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian.
//
// Sites of one colour lie side by side in a row, and their neighbours in rows, too: plain loops, which the compiler
// makes vectors of, once for each instruction set. A thread has some planes; it does colour 0 of one and then colour 1
// of the one below, whose neighbours are new by now, so that a sweep is one pass over memory: 36 B a flip in float.
// Colour 1 of its first and last plane waits until all threads have come that far.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "backends/cpu/isa.hpp"
#include "backends/cpu/team.hpp"
#include "interface/registry.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/heisenberg3d_overrelaxation/axes.hpp"
#include "kernels/heisenberg3d_overrelaxation/glass.hpp"
#include "kernels/heisenberg3d_overrelaxation/physics.hpp"

namespace spinbench::overrelaxation {
namespace {

/// A row of a colour: own spins, and the other colour's in the same row and in the four around, by component.
template <class Real>
struct Row {
  Real* own[3];
  const Real *same[3], *py[3], *my[3], *pz[3], *mz[3];
  const Real *J_own, *J_other, *J_py, *J_my, *J_pz, *J_mz;  ///< along x of both colours, then of each neighbour
  std::uint32_t length;
  bool odd;

  static Row of(const Arrays<Real>& arrays, std::uint32_t colour, std::uint32_t y, std::uint32_t z) {
    const Neighbours n = Neighbours::of({0, y, z, colour}, arrays.L);
    const std::uint32_t other = 1 - colour;
    Row result;
    for (std::uint32_t c = 0; c < 3; ++c) {
      const Real* const from = arrays.spins_of(other) + c * arrays.words;
      result.own[c] = arrays.spins_of(colour) + c * arrays.words + n.i;
      result.same[c] = from + n.i;
      result.py[c] = from + n.py, result.my[c] = from + n.my, result.pz[c] = from + n.pz, result.mz[c] = from + n.mz;
    }
    result.J_own = arrays.couplings_of(colour, 0) + n.i, result.J_other = arrays.couplings_of(other, 0) + n.i;
    result.J_py = arrays.couplings_of(colour, 1) + n.i, result.J_my = arrays.couplings_of(other, 1) + n.my;
    result.J_pz = arrays.couplings_of(colour, 2) + n.i, result.J_mz = arrays.couplings_of(other, 2) + n.mz;
    result.length = arrays.L / 2, result.odd = n.odd;
    return result;
  }
};

/// Site j, whose other neighbour in the row is number `side`; `J_side` couples them. As field() and turned() have it, a
/// component at a time: of functions that return vectors GCC makes calls, and no loop with a call becomes vectors.
template <class Real>
[[gnu::always_inline]] inline void update_one(const Row<Real>& row, std::ptrdiff_t j, std::ptrdiff_t side, Real J_same,
                                              Real J_side) {
  const Real J_mz = planted(Mutant::relaxed_sign) ? -row.J_mz[j] : row.J_mz[j];
  Real h[3], along = 0, square = 0;
  for (int c = 0; c < 3; ++c) {
    Real sum = ieee::fused(J_side, row.same[c][side], ieee::times(J_same, row.same[c][j]));
    sum = ieee::fused(row.J_my[j], row.my[c][j], ieee::fused(row.J_py[j], row.py[c][j], sum));
    h[c] = ieee::fused(J_mz, row.mz[c][j], ieee::fused(row.J_pz[j], row.pz[c][j], sum));
    // Added to 0 a product is rounded alone.
    along = ieee::fused(row.own[c][j], h[c], along);
    square = ieee::fused(h[c], h[c], square);
  }
  const Real quotient = ieee::over(along, square), factor = ieee::plus(quotient, quotient);
  for (int c = 0; c < 3; ++c) row.own[c][j] = ieee::fused(factor, h[c], -row.own[c][j]);
}

template <class Real>
struct UpdateRow {
  Row<Real> row;

  [[gnu::always_inline]] inline void operator()() const {
    const Row<Real> r = row;
    const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(r.length) - 1;
    if (r.odd) {
      SPINBENCH_INDEPENDENT
      for (std::ptrdiff_t j = 0; j < last; ++j) update_one(r, j, j + 1, r.J_other[j], r.J_own[j]);
      update_one(r, last, std::ptrdiff_t{0}, r.J_other[last], r.J_own[last]);
    } else {
      update_one(r, std::ptrdiff_t{0}, last, r.J_own[0], r.J_other[planted(Mutant::relaxed_row_edge) ? 0 : last]);
      SPINBENCH_INDEPENDENT
      for (std::ptrdiff_t j = 1; j <= last; ++j) update_one(r, j, j - 1, r.J_own[j], r.J_other[j - 1]);
    }
  }
};

#if SPINBENCH_X86
template <class Real>
[[gnu::target("avx2,fma"), gnu::flatten]] void update_avx2(const UpdateRow<Real>& update) {
  update();
}
template <class Real>
[[gnu::target(SPINBENCH_TARGET_AVX512 ",fma,prefer-vector-width=512"), gnu::flatten]] void update_avx512(
    const UpdateRow<Real>& update) {
  update();
}
#endif

template <class Real>
void update_row(cpu::Isa isa, const UpdateRow<Real>& update) {
#if SPINBENCH_X86
  if (isa == cpu::Isa::avx512) return update_avx512(update);
  if (isa == cpu::Isa::avx2) return update_avx2(update);
#endif
  static_cast<void>(isa);
  update();
}

/// Products are fused with sums by an instruction that comes with AVX2 on nearly all hosts.
cpu::Isa isa_of(const Params& params) {
  cpu::Isa chosen = cpu::widest_isa();
  for (const cpu::Isa isa : cpu::isas())
    if (params.word("isa") == cpu::word_of(isa)) chosen = isa;
#if SPINBENCH_X86
  if (!__builtin_cpu_supports("fma")) return cpu::Isa::baseline;
#endif
  return chosen;
}

/// As many as planes at most.
int threads_of(const Params& params) {
  const auto wanted = static_cast<int>(params.integer("threads"));
  return std::min(wanted == 0 ? cpu::usable_threads() : wanted, static_cast<int>(params.integer("L")));
}

template <class Real>
class Vectors final : public Glass<Real> {
 public:
  Vectors(const Params& params, std::uint64_t seed)
      : Glass<Real>(params),
        arrays_(arrays_of<Real>(params)),
        isa_(isa_of(params)),
        spins_(arrays_.numbers()),
        couplings_(arrays_.numbers()),
        team_(threads_of(params)) {
    arrays_.spins = spins_.data(), arrays_.couplings = couplings_.data();
    const Start start = Start::of(seed);
    team_.run([&](int member) {
      for (std::uint32_t z = first_plane(member); z < first_plane(member + 1); ++z)
        for (std::uint32_t y = 0; y < arrays_.L; ++y)
          for (std::uint32_t j = 0; j < arrays_.L / 2; ++j)
            for (std::uint32_t colour = 0; colour < 2; ++colour) start_site(arrays_, start, {j, y, z, colour});
    });
    this->started();
  }

  std::string code_path() const override {
    return CodePath(cpu::name_of(isa_))
        .where(arrays_.L / 2 <= static_cast<std::uint32_t>(cpu::vector_bytes(isa_)) / sizeof(Real), "short rows")
        .count("threads", static_cast<std::uint64_t>(team_.size()))
        .text();
  }

  void sweep(int count) override {
    for (int n = 0; n < count; ++n) {
      team_.run([this](int member) { pass(first_plane(member), first_plane(member + 1)); });
      team_.run([this](int member) { finish(first_plane(member), first_plane(member + 1)); });
    }
    this->count(count);
  }

  Work work_per_sweep() const override {
    Work work = this->work(9);
    // The limit that is measured is that of integer operations.
    work.issue_slots = 0;
    return work;
  }
  int host_threads() const override { return team_.size(); }

 protected:
  std::vector<Real> spins() override { return canonical(arrays_); }
  double energy() override { return energy_of(arrays_); }

 private:
  std::uint32_t first_plane(int member) const {
    return static_cast<std::uint32_t>(std::uint64_t{arrays_.L} * static_cast<unsigned>(member) /
                                      static_cast<unsigned>(team_.size()));
  }
  void plane(std::uint32_t colour, std::uint32_t z) const {
    for (std::uint32_t y = 0; y < arrays_.L; ++y)
      update_row(isa_, UpdateRow<Real>{Row<Real>::of(arrays_, colour, y, z)});
  }
  /// Colour 0 of all planes, and colour 1 of those whose neighbours are this thread's, too.
  void pass(std::uint32_t begin, std::uint32_t end) const {
    for (std::uint32_t z = begin; z < end; ++z) {
      plane(0, z);
      if (z >= begin + 2) plane(1, z - 1);
    }
  }
  void finish(std::uint32_t begin, std::uint32_t end) const {
    if (planted(Mutant::relaxed_seam_left_out) && begin > 0) return;
    plane(1, begin);
    if (end - begin > 1) plane(1, end - 1);
  }

  Arrays<Real> arrays_;
  cpu::Isa isa_;
  std::vector<Real> spins_, couplings_;
  cpu::Team team_;
};

/// With the case's threads and as few planes as they allow.
std::vector<Params> host_bit_cases(const Params& params, const Device&) {
  std::vector<Params> result;
  for (const std::int64_t L : {64, 6, 16, 34}) {
    result.push_back(params);
    result.back().set("L", L);
  }
  return result;
}

const Register<Variant> registered{{
    .kernel = "heisenberg3d_overrelaxation",
    .name = "vectors",
    .backend = "cpu",
    .title = cpu::with_widest_isa("neighbouring sites of a row in vectors,"),
    .source = "Bernaschi 2011, CPU (SSE, OpenMP)",
    .axes = {axis_L(), axis_threads(), axis_isa(), axis_precision()},
    .oracle = serial_oracle(),
    .unsupported = [](const Params& params, const Device&) { return colours_unsupported(params); },
    .memory_bytes = glass_bytes,
    .make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
      return with_precision(params, [&](auto real) -> std::unique_ptr<Simulation> {
        return std::make_unique<Vectors<decltype(real)>>(params, seed);
      });
    },
    .bit_cases = host_bit_cases,
    .physics = physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::overrelaxation
