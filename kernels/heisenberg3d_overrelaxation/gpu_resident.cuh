// Over-relaxation of a lattice that stays on the multiprocessors, many sweeps a launch: spins in shared memory, most
// couplings in registers. Blocks show each other what their boxes' faces are through global memory.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "backends/gpu/device.cuh"
#include "backends/gpu/shared_memory.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/heisenberg3d_overrelaxation/resident.hpp"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

/// A thread with a pair of each plane of the box, in two halves of eight planes. The second half is four rows further
/// on: so rows at the box's faces are a half of some warps' work, not all of it, and come first.
template <std::uint32_t L>
class ResidentThread {
  using Boxes = ResidentBoxes<L>;
  static constexpr std::uint32_t half = Boxes::deep / 2;
  using Planes = std::make_integer_sequence<int, half - 1>;

 public:
  __device__ __forceinline__ ResidentThread(const Arrays<float>& arrays, float* kept)
      : spins_(arrays.spins), couplings_(arrays.couplings), kept_(kept) {
    box_y_ = Boxes::y_of(blockIdx.x) * Boxes::rows, box_z_ = Boxes::z_of(blockIdx.x) * Boxes::deep;
    j_ = threadIdx.x % Boxes::pairs, row_ = threadIdx.x / Boxes::pairs;
  }

  /// Takes the box's spins and couplings. The block must meet before the first half sweep.
  __device__ __forceinline__ void take() {
    for_each_site([&](std::uint32_t at, std::uint32_t i, std::uint32_t yz) {
      for (std::uint32_t c = 0; c < 6; ++c) kept_[c * Boxes::of_box + at] = spins_[c * Boxes::words + i];
      // The site with odd x of a pair, whose colour it is that has the coupling.
      kept_[Boxes::couplings + at] = couplings_[(1 - (yz & 1)) * 3 * Boxes::words + i];
    });
    take_bonds<0>();
    take_bonds<1>();
  }
  /// Updates all sites of a colour. Calls `faces_done()` once the thread has done those that other boxes see, and read
  /// what it sees of them.
  template <class FacesDone>
  __device__ __forceinline__ void half_sweep(std::uint32_t colour, FacesDone&& faces_done) {
    faces(colour);
    // The half first that has a row at the box's face; where none has, either.
    const std::uint32_t second = row<1>();
    const bool second_first = second == 0 || second + 1 == Boxes::rows;
#pragma unroll 1
    for (int turn = 0; turn < 2; ++turn) {
      if ((turn == 0) != second_first)
        inner<0>(colour, Planes{});
      else
        inner<1>(colour, Planes{});
      if (turn == 0) faces_done();
    }
  }
  /// Writes the box's spins to the lattice.
  __device__ __forceinline__ void leave() const {
    for_each_site([&](std::uint32_t at, std::uint32_t i, std::uint32_t) {
      for (std::uint32_t c = 0; c < 6; ++c) spins_[c * Boxes::words + i] = kept_[c * Boxes::of_box + at];
    });
  }

 private:
  /// Couplings of a thread's pairs in a half: within them, and to the pairs above by the site's x, which is even or
  /// odd; entry 0 is those from below.
  struct Bonds {
    float within[half], up[2][half + 1];
  };

  template <class Use>
  __device__ __forceinline__ void for_each_site(Use&& use) const {
    for (std::uint32_t at = threadIdx.x; at < Boxes::of_box; at += Boxes::threads) {
      const std::uint32_t y = box_y_ + at / Boxes::pairs % Boxes::rows, z = box_z_ + at / Boxes::of_plane;
      use(at, number(y, z) - j_ + at % Boxes::pairs, y + z);
    }
  }
  /// The pair's number in the lattice; y and z may be one before or behind.
  __device__ __forceinline__ std::uint32_t number(std::uint32_t y, std::uint32_t z) const {
    return (z % L * L + y % L) * Boxes::pairs + j_;
  }
  template <int Half>
  __device__ __forceinline__ std::uint32_t row() const {
    return (row_ + 4 * Half) % Boxes::rows;
  }
  /// Colour of the site with that x modulo 2.
  __device__ __forceinline__ static std::uint32_t colour_of(std::uint32_t odd, std::uint32_t y, std::uint32_t z) {
    return (odd + y + z) & 1;
  }

  template <int Half>
  __device__ __forceinline__ void take_bonds() {
    const std::uint32_t y = box_y_ + row<Half>(), z = box_z_ + Half * half;
    Bonds& bonds = bonds_[Half];
#pragma unroll
    for (std::uint32_t k = 0; k < half; ++k)
      bonds.within[k] = couplings_[colour_of(0, y, z + k) * 3 * Boxes::words + number(y, z + k)];
#pragma unroll
    for (std::uint32_t odd = 0; odd < 2; ++odd)
#pragma unroll
      for (std::uint32_t k = 0; k <= half; ++k) {
        const std::uint32_t below = z + L + k - 1,
                            of = planted(Mutant::relaxed_bond_below) && Half == 1 && k == 0 ? box_y_ + row<0>() : y;
        bonds.up[odd][k] = couplings_[(colour_of(odd, y, below) * 3 + 2) * Boxes::words + number(of, below)];
      }
  }

  /// Where a half finds what it needs for a colour, from its first plane on.
  struct Places {
    const float* others;            ///< spins of the other colour in shared memory
    float* own;                     ///< and of the colour
    const float *beside, *further;  ///< spins of other boxes: in the row beside, above or below; of component y
    float* shown;                   ///< the own spins in the lattice, of component y
    const float *next, *last;       ///< couplings along y, of the site and of that in the row before
    std::uint32_t at;               ///< the pair in the box
    bool odd[2];                    ///< by the plane's parity: whether the site has odd x,
    std::uint32_t side[2];          ///< the pair beside it in the row,
    std::uint32_t bond[2];          ///< and the one that has the coupling to that
    std::uint32_t north, south;     ///< from the pair to those in the rows beside, 0 where these are of another box
    bool first_row, last_row;       ///< of the box
  };
  template <int Half>
  __device__ __forceinline__ Places places(std::uint32_t colour) const {
    // Or the compiler computes all places of both colours once, which takes the couplings' registers.
    std::uint32_t y_in_box = row<Half>();
    gpu::hide(y_in_box), gpu::hide(colour);
    const std::uint32_t other = 1 - colour, y = box_y_ + y_in_box, z = box_z_ + Half * half, own = number(y, z),
                        before = number(y + L - 1, z), end = j_ + 1 == Boxes::pairs ? 0 : j_ + 1,
                        begin = j_ == 0 ? Boxes::pairs - 1 : j_ - 1;
    const float* const lattice = spins_ + (other * 3 + 1) * Boxes::words;
    Places p;
    p.others = kept_ + other * 3 * Boxes::of_box, p.own = kept_ + colour * 3 * Boxes::of_box;
    p.first_row = y_in_box == 0, p.last_row = y_in_box + 1 == Boxes::rows;
    std::uint32_t beside = p.last_row ? y + 1 : y + L - 1;
    if (planted(Mutant::relaxed_face_wraps)) beside = p.last_row ? y + 1 - Boxes::rows : y + Boxes::rows - 1;
    p.beside = lattice + number(beside, z);
    p.further = lattice + number(y, Half == 0 ? z + L - 1 : z + half);
    p.shown = spins_ + (colour * 3 + 1) * Boxes::words + own;
    p.next = couplings_ + (colour * 3 + 1) * Boxes::words + own;
    p.last = couplings_ + (other * 3 + 1) * Boxes::words + before;
    p.at = (Half * half * Boxes::rows + y_in_box) * Boxes::pairs + j_;
    for (std::uint32_t parity = 0; parity < 2; ++parity) {
      p.odd[parity] = ((y_in_box + colour + parity) & 1) != 0;
      p.side[parity] = p.at - j_ + (p.odd[parity] ? end : begin);
      p.bond[parity] = p.odd[parity] ? p.at : p.at - j_ + begin;
    }
    p.north = p.last_row ? 0 : Boxes::pairs, p.south = p.first_row ? 0 : Boxes::pairs;
    return p;
  }

  __device__ __forceinline__ static Vector3<float> kept(const float* spins, std::uint32_t at) {
    return {spins[at], spins[at + Boxes::of_box], spins[at + 2 * Boxes::of_box]};
  }
  __device__ __forceinline__ static Vector3<float> far(const float* middle) {
    return {gpu::load_past_l1(middle - std::ptrdiff_t{Boxes::words}), gpu::load_past_l1(middle),
            gpu::load_past_l1(middle + Boxes::words)};
  }

  /// What a half has asked for of the second-level cache, by the plane.
  struct Asked {
    float next[half], last[half];
    Vector3<float> beside[half];
  };
  __device__ __forceinline__ static void ask(const Places& p, std::uint32_t k, Asked& asked) {
    asked.next[k] = gpu::load_past_l1(p.next + k * Boxes::plane);
    asked.last[k] = gpu::load_past_l1(p.last + k * Boxes::plane);
    const bool needed = p.first_row || p.last_row;
    const float* const middle = p.beside + k * Boxes::plane;
    asked.beside[k] = {gpu::load_past_l1_if(needed, middle - std::ptrdiff_t{Boxes::words}),
                       gpu::load_past_l1_if(needed, middle), gpu::load_past_l1_if(needed, middle + Boxes::words)};
  }

  /// Spins of the other colour in the pair's column: below the plane at work, and in it.
  struct Column {
    Vector3<float> below, here;
  };
  /// Updates the pair's site in plane k of the half. `above`: the other colour's spin there.
  template <int Half, std::uint32_t k>
  __device__ __forceinline__ void update(const Places& p, const Asked& asked, const Vector3<float>& above,
                                         Column& column) {
    constexpr std::uint32_t plane = k * Boxes::of_plane, in_box = Half * half + k, parity = k & 1;
    const std::uint32_t at = p.at + plane;
    const Vector3<float> side = kept(p.others, p.side[parity] + plane), north = kept(p.others, at + p.north),
                         south = kept(p.others, at - p.south);
    const Bonds& bonds = bonds_[Half];
    const SiteCouplings<float> J{bonds.within[k],
                                 kept_[Boxes::couplings + p.bond[parity] + plane],
                                 asked.next[k],
                                 asked.last[k],
                                 p.odd[parity] ? bonds.up[1][k + 1] : bonds.up[0][k + 1],
                                 p.odd[parity] ? bonds.up[1][k] : bonds.up[0][k]};
    const Vector3<float> h = field(J, column.here, side, chosen(p.last_row, asked.beside[k], north),
                                   chosen(p.first_row, asked.beside[k], south), above, column.below);
    const Vector3<float> own = turned(kept(p.own, at), h);
    p.own[at] = own.x, p.own[at + Boxes::of_box] = own.y, p.own[at + 2 * Boxes::of_box] = own.z;
    constexpr bool of_face = in_box == 0 || in_box + 1 == Boxes::deep;
    if ((of_face && !(planted(Mutant::relaxed_face_kept) && in_box == 0)) || p.first_row || p.last_row) {
      float* const middle = p.shown + k * Boxes::plane;
      gpu::store_past_l1(middle - std::ptrdiff_t{Boxes::words}, own.x);
      gpu::store_past_l1(middle, own.y);
      gpu::store_past_l1(middle + Boxes::words, own.z);
    }
    column = {column.here, above};
  }
  __device__ __forceinline__ static Vector3<float> chosen(bool first, const Vector3<float>& a,
                                                          const Vector3<float>& b) {
    return {first ? a.x : b.x, first ? a.y : b.y, first ? a.z : b.z};
  }

  /// The box's first plane and its last: those beside them are of other boxes.
  __device__ __forceinline__ void faces(std::uint32_t colour) {
    constexpr std::uint32_t last = half - 1;
    const Places low = places<0>(colour), high = places<1>(colour);
    Asked of_low, of_high;
    const Vector3<float> below = far(low.further), above = far(high.further);
    ask(low, 0, of_low), ask(high, last, of_high);
    Column column{below, kept(low.others, low.at)};
    update<0, 0>(low, of_low, kept(low.others, low.at + Boxes::of_plane), column);
    const std::uint32_t at = high.at + last * Boxes::of_plane;
    column = {kept(high.others, at - Boxes::of_plane), kept(high.others, at)};
    update<1, last>(high, of_high, above, column);
  }
  /// The seven other planes of a half.
  template <int Half, int... I>
  __device__ __forceinline__ void inner(std::uint32_t colour, std::integer_sequence<int, I...>) {
    constexpr std::uint32_t begin = Half == 0 ? 1 : 0, end = begin + half - 1;
    const Places p = places<Half>(colour);
    Asked asked;
// All at once, since they come from the second-level cache.
#pragma unroll
    for (std::uint32_t k = begin; k < end; ++k) ask(p, k, asked);
    const std::uint32_t at = p.at + begin * Boxes::of_plane;
    Column column{kept(p.others, at - Boxes::of_plane), kept(p.others, at)};
    const auto step = [&](auto number) {
      constexpr std::uint32_t k = begin + number();
      update<Half, k>(p, asked, kept(p.others, p.at + (k + 1) * Boxes::of_plane), column);
    };
    (step(std::integral_constant<std::uint32_t, I>{}), ...);
  }

  float* spins_;
  const float* couplings_;
  float* kept_;
  std::uint32_t box_y_, box_z_, j_, row_;
  Bonds bonds_[2];
};

/// reached[b]: half sweeps that block b has told the blocks beside it of, in this launch and before; `before`: of all
/// blocks, before this launch. All blocks must run at a time.
template <std::uint32_t L>
__global__ void SPINBENCH_LAUNCH_BOUNDS(ResidentBoxes<L>::threads, 1)
    relax_resident(const Arrays<float> arrays, std::uint32_t* reached, std::uint32_t before, std::uint32_t sweeps) {
  using Boxes = ResidentBoxes<L>;
  __shared__ std::uint32_t done;
  ResidentThread<L> thread(arrays, reinterpret_cast<float*>(gpu::shared_memory()));
  if (threadIdx.x == 0) done = 0;
  thread.take();
  __syncthreads();
  // Lanes that share a row go through the halves in the same order.
  const auto lanes = static_cast<std::uint32_t>(gpu::warp_lanes());
  const std::uint32_t together = Boxes::pairs % lanes == 0 ? lanes : 1,
                      watched = Boxes::beside(blockIdx.x, threadIdx.x % 4);
#pragma unroll 1
  for (std::uint32_t number = 1; number <= 2 * sweeps; ++number) {
    thread.half_sweep((number - 1) & 1, [&] {
      if (together > 1) gpu::sync_warp();
      if (threadIdx.x % together != 0) return;
      // The last one tells the blocks beside, while the others go on.
      if (gpu::count_in_block(&done) + 1 == Boxes::threads / together * number)
        gpu::release(reached + blockIdx.x, before + number);
    });
    // Numbers wrap around after some hours.
    while (!gpu::all_of_block(threadIdx.x >= 4 ||
                              static_cast<std::int32_t>(gpu::acquire(reached + watched) - before - number) >= 0)) {
    }
  }
  thread.leave();
}

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
