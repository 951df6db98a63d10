// Over-relaxation in a CPU's vectors, by several threads: what Bernaschi 2011 did with SSE and OpenMP.
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian.
//
// vectors.inl has the update, row_blocks.hpp where numbers lie, row_tiles.hpp the order.
//
// Bounds. Bytes: 36 a flip in float and a pass of one sweep, since both colours go through memory together; with s
// sweeps a pass in tiles of r rows 36 (1 + (2 s + 1) / r) / s. Instructions (GCC 12): 60 to 62 for a vector of 8 flips
// of AVX2, 65 to 67 for one of 16 of AVX-512, of which 29 are arithmetic (field 18, scalar products 6, quotient, turn
// 4), so 7.6 and 4.1 a flip, and some 45 more a row. Between the caches, by count: 18 vectors from the second level to
// the first for one of flips, and 3 back, since what a tile has of three planes does not fit the first.
// docs/kernels/heisenberg3d_overrelaxation.md has what was seen.
#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "backends/cpu/caches.hpp"
#include "backends/cpu/isa.hpp"
#include "backends/cpu/team.hpp"
#include "interface/registry.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/heisenberg3d_overrelaxation/axes.hpp"
#include "kernels/heisenberg3d_overrelaxation/glass.hpp"
#include "kernels/heisenberg3d_overrelaxation/glass_host.hpp"
#include "kernels/heisenberg3d_overrelaxation/physics.hpp"
#include "kernels/heisenberg3d_overrelaxation/row_blocks.hpp"
#include "kernels/heisenberg3d_overrelaxation/row_tiles.hpp"

#define SPINBENCH_LANES_FILE "kernels/heisenberg3d_overrelaxation/vectors.inl"
#include "kernels/common/lanes_each.inl"
#undef SPINBENCH_LANES_FILE

namespace spinbench::overrelaxation {
namespace {

template <class Real>
void update_rows(cpu::Isa isa, const RowBlocks<Real>& blocks, int k, int z, int first, int last) {
  const auto number = [](int i) { return static_cast<std::uint32_t>(i); };
  const std::uint32_t colour = number(k & 1);
#if SPINBENCH_X86
  if (isa == cpu::Isa::avx512)
    return lanes::avx512::update_rows(blocks, colour, number(z), number(first), number(last));
  if (isa == cpu::Isa::avx2) return lanes::avx2::update_rows(blocks, colour, number(z), number(first), number(last));
#endif
  static_cast<void>(isa);
  lanes::baseline::update_rows(blocks, colour, number(z), number(first), number(last));
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

std::uint32_t lanes_of(const Params& params) {
  return static_cast<std::uint32_t>(cpu::vector_bytes(isa_of(params)) / real_bytes(params));
}

/// The blocks of a case, without memory.
template <class Real>
RowBlocks<Real> blocks_of(const Params& params) {
  return {nullptr, static_cast<std::uint32_t>(params.integer("L")), lanes_of(params)};
}

/// Fewer sweeps than asked for where what is left at the ends of the threads' planes would overlap.
RowTiles tiles_of(const Params& params) {
  const auto number = [&](const char* axis) { return static_cast<int>(params.integer(axis)); };
  const int L = number("L"), threads = threads_of(params), thinnest = L / threads;
  const double row_bytes = real_bytes(params) * static_cast<double>(blocks_of<float>(params).row_size());
  return RowTiles::of(L, number("sweeps"), number("rows"), std::max(1, (thinnest + 2) / 4), row_bytes,
                      cpu::bytes_worked_on(row_bytes * L * L / threads));
}

template <class Real>
class Vectors final : public Glass<Real> {
 public:
  Vectors(const Params& params, std::uint64_t seed)
      : Glass<Real>(params),
        blocks_(blocks_of<Real>(params)),
        isa_(isa_of(params)),
        tiles_(tiles_of(params)),
        memory_(std::make_unique_for_overwrite<Real[]>(blocks_.size() + alignment / sizeof(Real))),
        team_(threads_of(params)) {
    void* aligned = memory_.get();
    std::size_t room = blocks_.size() * sizeof(Real) + alignment;
    cpu::ask_for_large_pages(aligned, room);
    blocks_.data = static_cast<Real*>(std::align(alignment, blocks_.size() * sizeof(Real), aligned, room));
    const Start start = Start::of(seed);
    // Each thread is the first to touch its planes.
    team_.run([&](int member) {
      for (auto z = static_cast<std::uint32_t>(first_plane(member));
           z < static_cast<std::uint32_t>(first_plane(member + 1)); ++z)
        for (std::uint32_t y = 0; y < blocks_.L; ++y) {
          std::fill_n(blocks_.row(y, z), blocks_.row_size(), Real{0});
          for (std::uint32_t j = 0; j < blocks_.pairs(); ++j)
            for (std::uint32_t colour = 0; colour < 2; ++colour) blocks_.start(start, {j, y, z, colour});
          blocks_.close_couplings(y, z);
          for (std::uint32_t colour = 0; colour < 2; ++colour) blocks_.close_spins(y, z, colour);
        }
    });
    this->started();
  }

  std::string code_path() const override {
    return CodePath(cpu::name_of(isa_))
        .where(blocks_.blocks() == 1, "short rows")
        .where(blocks_.ragged(), "rows that end within a vector")
        .where(!tiles_.whole(), "tiles of rows")
        .count("threads", static_cast<std::uint64_t>(team_.size()))
        .count("sweeps a pass", static_cast<std::uint64_t>(tiles_.sweeps))
        .text();
  }

  void sweep(int count) override {
    const auto update = [this](int k, int z, int first, int last) { update_rows(isa_, blocks_, k, z, first, last); };
    // Where a tile goes on to the next plane the processor sees no stream that it could follow.
    const auto ahead = [this](int z, int first, int last) {
      const auto row = [&](int y) { return blocks_.row(static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(z)); };
      if (first < last)
        cpu::fetch_near(row(first), blocks_.row_size() * sizeof(Real) * static_cast<std::size_t>(last - first));
    };
    for (int left = count; left > 0; left -= tiles_.sweeps) {
      const int stages = 2 * std::min(left, tiles_.sweeps);
      team_.run([&](int member) { tiles_.pass(first_plane(member), first_plane(member + 1), stages, update, ahead); });
      team_.run([&](int member) { tiles_.finish(first_plane(member), stages, update); });
    }
    this->count(count);
  }

  Work work_per_sweep() const override {
    Work work = this->work(9.0 / tiles_.sweeps);
    // The limit that is measured is that of integer operations.
    work.issue_slots = 0;
    return work;
  }
  int host_threads() const override { return team_.size(); }

 protected:
  std::vector<Real> spins() override {
    return canonical_of<Real>(blocks_.L, [this](const Place& place) { return blocks_.spin(place); });
  }
  double energy() override {
    return energy_by_site(blocks_.L, [this](const Place& place) { return bonds_of(place); });
  }

 private:
  static constexpr std::size_t alignment = 64;

  int first_plane(int member) const { return static_cast<int>(blocks_.L) * member / team_.size(); }
  /// As bonds_of_site().
  double bonds_of(const Place& p) const {
    const std::uint32_t L = blocks_.L, other = 1 - p.colour;
    const Place next[3] = {{p.odd() ? wrapped(p.j + 1, L / 2) : p.j, p.y, p.z, other},
                           {p.j, wrapped(p.y + 1, L), p.z, other},
                           {p.j, p.y, wrapped(p.z + 1, L), other}};
    const Vector3<double> own = in_double(blocks_.spin(p));
    double result = 0;
    for (std::uint32_t d = 0; d < 3; ++d) {
      const Vector3<double> s = in_double(blocks_.spin(next[d]));
      result += double{blocks_.coupling(p, d)} * (own.x * s.x + own.y * s.y + own.z * s.z);
    }
    return result;
  }

  RowBlocks<Real> blocks_;
  cpu::Isa isa_;
  RowTiles tiles_;
  std::unique_ptr<Real[]> memory_;
  cpu::Team team_;
};

/// With the case's threads, its sweeps a pass where they fit and tiles where it has some: rows of one vector and of
/// several, that end with a vector and within one. Where many threads leave no place for the sweeps, with fewer
/// threads.
std::vector<Params> host_bit_cases(const Params& params, const Device&) {
  constexpr std::int64_t few_threads = 4, whole_planes = 512, few_rows = 5;
  const RowTiles tiles = tiles_of(params);
  const auto at = [&](std::int64_t L) {
    Params one = params;
    one.set("L", L);
    one.set("sweeps", std::int64_t{tiles.sweeps});
    one.set("rows", tiles.whole() ? whole_planes : few_rows);
    return one;
  };
  std::vector<Params> result;
  for (const std::int64_t L : {64, 6, 16, 34}) result.push_back(at(L));
  // As long as a vector, in place of those that a short row does not fill.
  if (params.integer("L") / 2 == static_cast<std::int64_t>(lanes_of(params))) result.push_back(at(params.integer("L")));
  if (threads_of(params) > few_threads && tiles_of(result.front()).sweeps < tiles.sweeps) {
    for (const std::int64_t L : {64, 34}) {
      result.push_back(at(L));
      result.back().set("threads", few_threads);
    }
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
             Axis::integer("rows", 0, 0, 512, "of a tile that goes through all planes; 0: as the caches suit"),
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
