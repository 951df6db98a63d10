// Over-relaxation in a CPU's vectors, by several threads: what Bernaschi 2011 did with SSE and OpenMP.
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian.
//
// Sites of one colour lie side by side in a row, and their neighbours in rows, too: plain loops, which the compiler
// makes vectors of, once for each instruction set.
//
// Several sweeps are one pass over memory. Stage k is the half-sweep of colour k mod 2. A thread has some planes;
// having done stage 0 of one it does stage 1 of the one below, whose neighbours are new by now, and so on, as long as
// what it needs are planes of its own: stage k on all but the outermost k at either end. When all threads have come
// that far each does what is left around its first plane: stage k on k planes on either side. Neighbours never are
// ahead by more than the colour of their own. With s sweeps a pass 36 B / s a flip in float.
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

/// As many as pairs of planes at most.
int threads_of(const Params& params) {
  const auto wanted = static_cast<int>(params.integer("threads"));
  return std::min(wanted == 0 ? cpu::usable_threads() : wanted, static_cast<int>(params.integer("L") / 2));
}

/// Sweeps a pass: as many as asked for, or as keep the planes at work in some MB of cache; fewer where what is left at
/// the ends of the threads' planes would overlap.
int sweeps_of(const Params& params) {
  constexpr double cache_bytes = 4 << 20;
  const auto L = static_cast<double>(params.integer("L"));
  const int thinnest = static_cast<int>(params.integer("L")) / threads_of(params);
  const int fits = static_cast<int>(cache_bytes / (6 * real_bytes(params) * L * L)) / 2 - 1;
  const auto wanted = static_cast<int>(params.integer("sweeps"));
  return std::clamp(wanted == 0 ? std::min(fits, 8) : wanted, 1, std::max(1, (thinnest + 2) / 4));
}

template <class Real>
class Vectors final : public Glass<Real> {
 public:
  Vectors(const Params& params, std::uint64_t seed)
      : Glass<Real>(params),
        arrays_(arrays_of<Real>(params)),
        isa_(isa_of(params)),
        sweeps_a_pass_(sweeps_of(params)),
        spins_(arrays_.numbers()),
        couplings_(arrays_.numbers()),
        team_(threads_of(params)) {
    arrays_.spins = spins_.data(), arrays_.couplings = couplings_.data();
    const Start start = Start::of(seed);
    team_.run([&](int member) {
      for (auto z = static_cast<std::uint32_t>(first_plane(member));
           z < static_cast<std::uint32_t>(first_plane(member + 1)); ++z)
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
        .count("sweeps a pass", static_cast<std::uint64_t>(sweeps_a_pass_))
        .text();
  }

  void sweep(int count) override {
    for (int left = count; left > 0; left -= sweeps_a_pass_) {
      const int stages = 2 * std::min(left, sweeps_a_pass_);
      team_.run([this, stages](int member) { pass(first_plane(member), first_plane(member + 1), stages); });
      team_.run([this, stages](int member) { finish(first_plane(member), stages); });
    }
    this->count(count);
  }

  Work work_per_sweep() const override {
    Work work = this->work(9.0 / sweeps_a_pass_);
    // The limit that is measured is that of integer operations.
    work.issue_slots = 0;
    return work;
  }
  int host_threads() const override { return team_.size(); }

 protected:
  std::vector<Real> spins() override { return canonical(arrays_); }
  double energy() override { return energy_of(arrays_); }

 private:
  int first_plane(int member) const { return static_cast<int>(arrays_.L) * member / team_.size(); }
  /// Of stage k; z may lie as far outside as there are planes.
  void plane(int k, int z) const {
    const int L = static_cast<int>(arrays_.L), inside = z < 0 ? z + L : z;
    for (std::uint32_t y = 0; y < arrays_.L; ++y)
      update_row(isa_, UpdateRow<Real>{Row<Real>::of(arrays_, static_cast<std::uint32_t>(k & 1), y,
                                                     static_cast<std::uint32_t>(inside))});
  }
  void pass(int begin, int end, int stages) const {
    for (int w = begin; w < end; ++w)
      for (int k = 0; k < stages; ++k)
        if (w - k >= begin + k && w - k < end - k) plane(k, w - k);
  }
  void finish(int begin, int stages) const {
    if (planted(Mutant::relaxed_seam_left_out) && begin > 0) return;
    for (int k = 1; k < stages; ++k)
      for (int z = begin - k; z < begin + k; ++z) plane(k, z);
  }

  Arrays<Real> arrays_;
  cpu::Isa isa_;
  int sweeps_a_pass_;
  std::vector<Real> spins_, couplings_;
  cpu::Team team_;
};

/// With the case's threads, and its sweeps a pass where they fit; where many threads leave no place for these, with
/// fewer.
std::vector<Params> host_bit_cases(const Params& params, const Device&) {
  constexpr int few_threads = 4;
  const int sweeps = sweeps_of(params);
  std::vector<Params> result;
  for (const std::int64_t L : {64, 6, 16, 34}) {
    result.push_back(params);
    result.back().set("L", L);
    result.back().set("sweeps", std::int64_t{sweeps});
  }
  if (threads_of(params) > few_threads && sweeps_of(result.front()) < sweeps) {
    result.push_back(result.front());
    result.back().set("threads", std::int64_t{few_threads});
  }
  return result;
}

const Register<Variant> registered{{
    .kernel = "heisenberg3d_overrelaxation",
    .name = "vectors",
    .backend = "cpu",
    .title = cpu::with_widest_isa("neighbouring sites of a row in vectors,"),
    .source = "Bernaschi 2011, CPU (SSE, OpenMP)",
    .axes = {axis_L(), axis_threads(), axis_isa(),
             Axis::integer("sweeps", 0, 0, 32, "sweeps in one pass over memory; 0: as many as the caches suit"),
             axis_precision()},
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
