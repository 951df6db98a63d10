// Over-relaxation of a lattice whose planes pass through the multiprocessors one after the other, many half sweeps
// each: spins in shared memory, most couplings in registers. Blocks send each other the spins at their sides.
#pragma once

#include <cstdint>

#include "backends/gpu/device.cuh"
#include "backends/gpu/messages.cuh"
#include "backends/gpu/shared_memory.cuh"
#include "backends/gpu/split_barrier.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/heisenberg3d_overrelaxation/wavefront.hpp"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

/// A lane has a pair of all rows of two planes, of which in each phase one is at work: `k` says which, 0 or 1, as the
/// plane's number modulo 2.
template <std::uint32_t L, std::int32_t Halves>
class WavefrontThread {
  using Blocks = WavefrontBlocks<L, Halves>;
  using Planes = typename Blocks::Planes;
  using Spin = Vector3<float>;
  static constexpr std::uint32_t rows = Blocks::rows, last_row = rows - 1, at_once = 2;
  static constexpr std::uint32_t right_lane = Blocks::pairs - 1;

 public:
  __device__ __forceinline__ WavefrontThread(const Arrays<float>& arrays, gpu::Mailbox* mail, float* kept,
                                             const Planes& planes, std::uint32_t number)
      : spins_(arrays.spins), couplings_(arrays.couplings), mail_(mail), kept_(kept), planes_(planes), number_(number) {
    j_ = threadIdx.x % Blocks::pairs, first_ = gpu::same_in_warp(threadIdx.x / Blocks::pairs * Blocks::of_warp);
    const std::uint32_t x = blockIdx.x % Blocks::along_x, y = blockIdx.x / Blocks::along_x,
                        slot = first_ * Blocks::mail_of_slot;
    pair_ = y * rows * Blocks::row + x * Blocks::pairs + j_;
    own_ = blockIdx.x * Blocks::mail + slot;
    from_behind_ = Blocks::block(x, y + 1) * Blocks::mail + slot + j_;
    from_before_ = Blocks::block(x, y + Blocks::along_y - 1) * Blocks::mail + slot + Blocks::mail_of_last_row + j_;
    // A lane looks for the site beside row j_ % 8: to the right where x is odd, which row by row is another.
    const std::uint32_t row = j_ % rows;
    const std::uint32_t right = Blocks::block(x + 1, y) * Blocks::mail + slot + Blocks::mail_of_left + row,
                        left = Blocks::block(x + Blocks::along_x - 1, y) * Blocks::mail + slot + Blocks::mail_of_right +
                               row;
    beside_odd_ = row % 2 == 0 ? right : left, beside_even_ = row % 2 == 0 ? left : right;
#pragma unroll
    for (std::uint32_t k = 0; k < Blocks::of_warp; ++k) {
      // Of the plane before the first that enters; plane -1 does so in the last slot.
      const std::uint32_t slots_before = first_ + k + 1 == Blocks::slots ? 2 : 1;
      plane_[k] = static_cast<std::int32_t>(first_ + k) - static_cast<std::int32_t>(slots_before * Blocks::slots);
      half_sweeps_[k] = 0, before_[k] = 0;
    }
  }

  /// Takes the plane if it is one of the thread's, in the phase before others see it; says whether. The copies must
  /// be waited for before others read it.
  template <std::uint32_t k>
  __device__ __forceinline__ bool enter(std::int32_t plane) {
    if (plane != plane_[k] + static_cast<std::int32_t>(Blocks::slots)) return false;
    plane_[k] = plane, half_sweeps_[k] = planes_.half_sweeps(plane), before_[k] = planes_.before(plane);
    if (plane > planes_.last_plane()) return false;
    ask_memory(layer(plane + 1));
    copy<k>(layer(plane));
    take_bonds<k>(layer(plane));
    return true;
  }
  /// Sends what other blocks need for the first half sweep of the plane that has just entered, as if it had made one
  /// in that phase.
  template <std::uint32_t k>
  __device__ __forceinline__ void greet() const {
    if (half_sweeps_[k] > 0) send(k, 1 - (before_[k] & 1), 0, number_ + static_cast<std::uint32_t>(plane_[k]));
  }

  /// What a plane needs in a phase from elsewhere, asked for ahead: messages, and the first couplings along z. They
  /// come from the second-level cache, and stand still.
  struct Asked {
    gpu::Message behind, before, beside;
    float above[at_once], below[at_once];
    std::uint32_t from_behind, from_before, from_beside;  ///< where the messages are
    std::uint32_t above_at, below_at;                     ///< and the couplings
    std::int32_t half_sweep, half_sweeps;                 ///< which one it is, of how many
    std::uint32_t colour;
    bool at_work;
  };
  template <std::uint32_t k>
  __device__ __forceinline__ void ask(std::int32_t phase, Asked& asked) const {
    asked.half_sweep = (phase - plane_[k] - 1) >> 1, asked.half_sweeps = half_sweeps_[k];
    asked.at_work = asked.half_sweep >= 0 && asked.half_sweep < asked.half_sweeps;
    if (!asked.at_work) return;
    asked.colour = static_cast<std::uint32_t>(before_[k] + asked.half_sweep) & 1;
    const std::uint32_t at = k * Blocks::mail_of_slot + box_of(asked.half_sweep - 1) * Blocks::mail_of_plane;
    asked.from_behind = from_behind_ + at, asked.from_before = from_before_ + at;
    asked.from_beside = (((asked.colour + k) & 1) != 0 ? beside_odd_ : beside_even_) + at;
    look(asked, number_of_neighbours(phase));
    const std::uint32_t z = layer(plane_[k]);
    asked.above_at = along(asked.colour, 2) + z * Blocks::plane + pair_;
    asked.below_at = along(1 - asked.colour, 2) + (z + L - 1) % L * Blocks::plane + pair_;
#pragma unroll
    for (std::uint32_t i = 0; i < at_once; ++i)
      asked.above[i] = gpu::load_past_l1(couplings_ + asked.above_at + i * Blocks::row),
      asked.below[i] = gpu::load_past_l1(couplings_ + asked.below_at + i * Blocks::row);
  }
  /// Makes the half sweep that was asked for. `done()`, in which the warp meets, is called when the plane is as the
  /// next phase needs it, then `ask_next()`, which may write to `asked`.
  template <std::uint32_t k, class Done, class AskNext>
  __device__ __forceinline__ void work(std::int32_t phase, Asked& asked, Done&& done, AskNext&& ask_next) {
    if (!asked.at_work) {
      done();
      ask_next();
      return;
    }
    const std::uint32_t colour = asked.colour, at = asked.above_at - along(asked.colour, 2);
    const std::int32_t half_sweep = asked.half_sweep, left = asked.half_sweeps - half_sweep - 1;
    if (colour == 0)
      relax<k, 0>(phase, asked);
    else
      relax<k, 1>(phase, asked);
    done();
    ask_next();
    if (left > 0) send(k, colour, box_of(half_sweep), number_ + static_cast<std::uint32_t>(phase) + 1);
    if (left <= (planted(Mutant::relaxed_colour_lost) ? 0 : 1)) write(k, colour, at);
  }

 private:
  __device__ __forceinline__ static std::uint32_t layer(std::int32_t plane) {
    return static_cast<std::uint32_t>(plane) % L;
  }
  /// Where the couplings of a colour's sites along a direction begin.
  __device__ __forceinline__ static constexpr std::uint32_t along(std::uint32_t colour, std::uint32_t direction) {
    return (colour * 3 + direction) * Blocks::words;
  }
  /// Colour of the site with that x modulo 2. Blocks begin with even rows, warps with even planes.
  __device__ __forceinline__ static constexpr std::uint32_t colour_of(std::uint32_t odd, std::uint32_t row,
                                                                      std::uint32_t k) {
    return (odd + row + k) & 1;
  }
  /// Which of a slot's boxes has the messages of a half sweep, -1 for those before the first.
  __device__ __forceinline__ static std::uint32_t box_of(std::int32_t half_sweep) {
    return half_sweep < 0 ? 0 : 1 + (static_cast<std::uint32_t>(half_sweep) & 1);
  }
  /// A message has the number of its phase and one more; what is seen was sent two phases ago.
  __device__ __forceinline__ std::uint32_t number_of_neighbours(std::int32_t phase) const {
    return number_ + static_cast<std::uint32_t>(phase) - 1;
  }

  /// Has the second-level cache ask for what enters next: a lane a row of 128 bytes of three arrays.
  __device__ __forceinline__ void ask_memory(std::uint32_t z) const {
    const float* const arrays = j_ / rows % 2 != 0 ? couplings_ : spins_;
    const float* const from =
        arrays + j_ / 16 * Blocks::words + z * Blocks::plane + pair_ - j_ + j_ % rows * Blocks::row;
#pragma unroll
    for (std::uint32_t c = 0; c < 6; c += 2) gpu::prefetch(from + c * Blocks::words);
  }
  /// Copies spins and couplings along x to shared memory, four numbers a lane at a time.
  template <std::uint32_t k>
  __device__ __forceinline__ void copy(std::uint32_t z) const {
    const std::uint32_t row = j_ / 8, four = j_ % 8 * 4;
    const std::uint32_t from = z * Blocks::plane + pair_ - j_ + row * Blocks::row + four,
                        to = (first_ + k) * Blocks::of_plane + row * Blocks::pairs + four;
    const auto copy_four = [&](std::uint32_t shared, const float* there) {
      gpu::Copies::copy(reinterpret_cast<uint4*>(kept_ + shared), reinterpret_cast<const uint4*>(there));
    };
#pragma unroll
    for (std::uint32_t half = 0; half < 2; ++half) {
      const std::uint32_t to_half = to + half * 4 * Blocks::pairs, from_half = from + half * 4 * Blocks::row;
#pragma unroll
      for (std::uint32_t c = 0; c < 6; ++c)
        copy_four(c * Blocks::of_box + to_half, spins_ + c * Blocks::words + from_half);
      // The site with odd x of a pair, whose colour it is that has the coupling.
      copy_four(Blocks::couplings + to_half, couplings_ + along(colour_of(1, row, k), 0) + from_half);
    }
  }
  template <std::uint32_t k>
  __device__ __forceinline__ void take_bonds(std::uint32_t z) {
    if (planted(Mutant::relaxed_bonds_stay) && plane_[k] >= static_cast<std::int32_t>(Blocks::slots)) return;
    const std::uint32_t y = blockIdx.x / Blocks::along_x * rows, x = blockIdx.x % Blocks::along_x * Blocks::pairs;
    const float* const here = couplings_ + z * Blocks::plane + pair_;
#pragma unroll
    for (std::uint32_t r = 0; r < rows; ++r)
      within_[k][r] = gpu::load_streaming(here + along(colour_of(0, r, k), 0) + r * Blocks::row);
    const std::int32_t row = Blocks::row, back = y == 0 ? static_cast<std::int32_t>(Blocks::plane) - row : -row;
#pragma unroll
    for (std::uint32_t odd = 0; odd < 2; ++odd)
#pragma unroll
      for (std::uint32_t r = 0; r <= rows; ++r)
        next_[k][odd][r] = gpu::load_streaming(here + along(colour_of(odd, r + 1, k), 1) +
                                               (r == 0 ? back : static_cast<std::int32_t>(r - 1) * row));
    const std::uint32_t r = j_ % rows, left = (x + Blocks::row - 1) % Blocks::row;
    beside_bond_[k] =
        gpu::load_past_l1(couplings_ + along(colour_of(1, r, k), 0) + z * Blocks::plane + (y + r) * Blocks::row + left);
  }

  __device__ __forceinline__ static Spin kept(const float* at) {
    return {at[0], at[Blocks::of_box], at[2 * Blocks::of_box]};
  }
  __device__ __forceinline__ static Spin spin_of(const gpu::Message& message) {
    return {message.x, message.y, message.z};
  }
  __device__ __forceinline__ static void post(gpu::Mailbox* to, const Spin& s, std::uint32_t number) {
    gpu::post(to, {s.x, s.y, s.z, number});
  }
  __device__ __forceinline__ void look(Asked& asked, std::uint32_t number) const {
    asked.behind = gpu::look(mail_ + asked.from_behind, number);
    asked.before = gpu::look(mail_ + asked.from_before, number);
    asked.beside = gpu::look(mail_ + asked.from_beside, number);
  }
  /// Sends the spins of a colour at the plane's sides.
  __device__ __forceinline__ void send(std::uint32_t k, std::uint32_t colour, std::uint32_t box,
                                       std::uint32_t number) const {
    const float* const plane = kept_ + colour * 3 * Blocks::of_box + (first_ + k) * Blocks::of_plane;
    gpu::Mailbox* const to = mail_ + own_ + j_ + k * Blocks::mail_of_slot + box * Blocks::mail_of_plane;
    post(to, kept(plane + j_), number);
    post(to + Blocks::mail_of_last_row, kept(plane + last_row * Blocks::pairs + j_), number);
    if (j_ >= rows) return;
    const bool odd = ((colour + k + j_) & 1) != 0;
    post(to + (odd ? Blocks::mail_of_right : Blocks::mail_of_left),
         kept(plane + j_ * Blocks::pairs + (odd ? right_lane : 0)), number);
  }
  /// Writes the spins of a colour to the lattice. `at`: the pair's place there in the first row.
  __device__ __forceinline__ void write(std::uint32_t k, std::uint32_t colour, std::uint32_t at) const {
    const float* const own = kept_ + colour * 3 * Blocks::of_box + (first_ + k) * Blocks::of_plane + j_;
    float* const to = spins_ + colour * 3 * Blocks::words + at;
#pragma unroll 1
    for (std::uint32_t c = 0; c < 3; ++c)
#pragma unroll
      for (std::uint32_t r = 0; r < rows; ++r)
        gpu::store_streaming(to + c * Blocks::words + r * Blocks::row, own[c * Blocks::of_box + r * Blocks::pairs]);
  }

  /// Where the thread finds what a half sweep of a plane needs, from the first row on.
  struct Places {
    const float* others;         ///< spins of the other colour in shared memory: in the pair,
    const float *right, *left;   ///< in those beside it in the row,
    const float *up, *down;      ///< and in the planes above and below
    float* own;                  ///< the own spins
    const float *bond, *before;  ///< couplings between pairs: to the right one, to the left one
    float* beside;               ///< what is beside the rows: component by component, then couplings
  };
  template <std::uint32_t k, std::uint32_t Colour>
  __device__ __forceinline__ Places places() const {
    constexpr std::uint32_t other = (1 - Colour) * 3 * Blocks::of_box;
    std::uint32_t at = first_ * Blocks::of_plane + j_;
    // Or the compiler computes all places of both colours and planes once, which takes the couplings' registers.
    gpu::hide(at);
    // One of the planes beside is another warp's.
    const std::uint32_t to_far =
        (k == 0 ? Blocks::slots - 1 : Blocks::of_warp) + (planted(Mutant::relaxed_far_plane) ? 1 : 0);
    const float* const far = kept_ + other + (at + to_far * Blocks::of_plane) % Blocks::of_box;
    Places p;
    p.others = kept_ + other + at + k * Blocks::of_plane;
    p.own = kept_ + Colour * 3 * Blocks::of_box + at + k * Blocks::of_plane;
    p.up = k == 0 ? p.others + Blocks::of_plane : far, p.down = k == 0 ? far : p.others - Blocks::of_plane;
    p.bond = kept_ + Blocks::couplings + at + k * Blocks::of_plane;
    const std::int32_t to_right = j_ == right_lane ? -static_cast<std::int32_t>(right_lane) : 1,
                       to_left = j_ == 0 ? static_cast<std::int32_t>(right_lane) : -1;
    p.right = p.others + to_right, p.left = p.others + to_left, p.before = p.bond + to_left;
    p.beside = kept_ + Blocks::beside + first_ / Blocks::of_warp * Blocks::beside_of_warp;
    return p;
  }

  /// Waits for the messages, and lays what is beside the rows where the first and the last lane find it.
  template <std::uint32_t k, std::uint32_t Colour>
  __device__ __forceinline__ void take_messages(std::int32_t phase, Asked& asked, float* beside) const {
    const std::uint32_t number = number_of_neighbours(phase);
    const auto missing = [&] {
      return asked.behind.number != number || asked.before.number != number || asked.beside.number != number;
    };
    while (gpu::any_of_warp(missing()) && !planted(Mutant::relaxed_message_early)) look(asked, number);
    const Spin s = spin_of(asked.beside);
    const std::uint32_t row = j_ % rows;
    beside[j_ / rows * rows + beside_at((Colour + k + row) & 1, row)] =
        j_ < 16 ? (j_ < 8 ? s.x : s.y) : (j_ < 24 ? s.z : beside_bond_[k]);
    gpu::sync_warp();
  }
  /// In each component's part of what is beside: rows whose site has odd x are the last lane's, others the first's.
  __device__ __forceinline__ static std::uint32_t beside_at(std::uint32_t odd, std::uint32_t row) {
    return odd * (rows / 2) + row / 2;
  }

  /// Updates all sites of a colour in the plane, two rows at a time; the couplings along z of the next two are asked
  /// for before.
  template <std::uint32_t k, std::uint32_t Colour>
  __device__ __forceinline__ void relax(std::int32_t phase, Asked& asked) {
    const Places p = places<k, Colour>();
    take_messages<k, Colour>(phase, asked, p.beside);
    const float* const beside = p.beside + (j_ == right_lane ? beside_at(1, 0) : beside_at(0, 0));
    Spin before = spin_of(asked.before), here = kept(p.others);
    float above[2][at_once], below[2][at_once];
#pragma unroll
    for (std::uint32_t i = 0; i < at_once; ++i) above[0][i] = asked.above[i], below[0][i] = asked.below[i];
#pragma unroll
    for (std::uint32_t row = 0; row < rows; row += at_once) {
      const std::uint32_t now = row / at_once % 2, next = 1 - now;
      if (row + at_once < rows)
#pragma unroll
        for (std::uint32_t i = 0; i < at_once; ++i)
          above[next][i] = gpu::load_past_l1(couplings_ + asked.above_at + (row + at_once + i) * Blocks::row),
          below[next][i] = gpu::load_past_l1(couplings_ + asked.below_at + (row + at_once + i) * Blocks::row);
      Spin h[at_once], own[at_once];
      float quotients[at_once], squares[at_once], ends[4];
#pragma unroll
      for (std::uint32_t c = 0; c < 4; ++c) ends[c] = beside[c * rows + row / 2];
#pragma unroll
      for (std::uint32_t i = 0; i < at_once; ++i) {
        const std::uint32_t r = row + i, at = r * Blocks::pairs, odd = (Colour + k + r) & 1;
        const Spin after = r == last_row ? spin_of(asked.behind) : kept(p.others + at + Blocks::pairs);
        const bool at_end = j_ == (odd != 0 ? right_lane : 0) && !planted(Mutant::relaxed_row_closed);
        Spin side = kept((odd != 0 ? p.right : p.left) + at);
        float bond = (odd != 0 ? p.bond : p.before)[at];
        if (at_end) side = {ends[0], ends[1], ends[2]};
        if (at_end && odd == 0 && !planted(Mutant::relaxed_left_bond)) bond = ends[3];
        const SiteCouplings<float> J{within_[k][r],    bond,          next_[k][odd][r + 1],
                                     next_[k][odd][r], above[now][i], below[now][i]};
        h[i] = field(J, here, side, after, before, kept(p.up + at), kept(p.down + at));
        own[i] = kept(p.own + at);
        quotients[i] = dot(own[i], h[i]), squares[i] = dot(h[i], h[i]);
        before = here, here = after;
      }
      ieee::divide_usual(quotients, squares);
#pragma unroll
      for (std::uint32_t i = 0; i < at_once; ++i) {
        const Spin s = turned(own[i], h[i], quotients[i]);
        float* const to = p.own + (row + i) * Blocks::pairs;
        to[0] = s.x, to[Blocks::of_box] = s.y, to[2 * Blocks::of_box] = s.z;
      }
    }
  }

  float* spins_;
  const float* couplings_;
  gpu::Mailbox* mail_;
  float* kept_;
  Planes planes_;
  std::uint32_t number_;                      ///< of the launch's first message
  std::uint32_t j_, first_;                   ///< the lane's pair, the warp's first slot
  std::uint32_t pair_;                        ///< the pair's place in a plane of the lattice, in the first row
  std::uint32_t own_;                         ///< mailboxes of the warp's first slot: the own ones,
  std::uint32_t from_behind_, from_before_;   ///< those in the rows behind and before,
  std::uint32_t beside_odd_, beside_even_;    ///< and beside the rows, by what is odd: x of the site in row 0
  float within_[Blocks::of_warp][rows];       ///< couplings by plane and row: within the pair,
  float next_[Blocks::of_warp][2][rows + 1];  ///< to the row behind by x modulo 2, entry 0 from the row before,
  float beside_bond_[Blocks::of_warp];        ///< and to the pair left of the block, in row j_ % 8
  std::int32_t plane_[Blocks::of_warp], half_sweeps_[Blocks::of_warp], before_[Blocks::of_warp];
};

/// `number`: of the launch's first message, as Mail gives it. All blocks must run at a time.
template <std::uint32_t L, std::int32_t Halves>
__global__ void SPINBENCH_LAUNCH_BOUNDS((WavefrontBlocks<L, Halves>::threads), 1)
    relax_wavefront(const Arrays<float> arrays, gpu::Mailbox* mail, std::uint32_t number,
                    const WavefrontPlanes<L, Halves> planes) {
  using Blocks = WavefrontBlocks<L, Halves>;
  using Thread = WavefrontThread<L, Halves>;
  auto* const kept = reinterpret_cast<float*>(gpu::shared_memory());
  Thread thread(arrays, mail, kept, planes, number);
  gpu::SplitBarrier barrier(kept + Blocks::barrier, Blocks::warps);
  // Nothing is at work before phase 1.
  thread.template enter<1>(-1);
  bool entered = thread.template enter<0>(0);
  gpu::Copies::wait();
  __syncthreads();
  if (entered) thread.template greet<0>();
  const auto done = [&] {
    if (entered) gpu::Copies::wait();
    barrier.arrive();
  };
  typename Thread::Asked asked;
  thread.template ask<1>(0, asked);
  const std::int32_t end = planes.last_phase();
#pragma unroll 1
  for (std::int32_t phase = 0; phase <= end; phase += 2) {
    entered = thread.template enter<1>(phase + 1);
    thread.template work<1>(phase, asked, done, [&] { thread.template ask<0>(phase + 1, asked); });
    if (entered) thread.template greet<1>();
    barrier.wait(0);
    entered = thread.template enter<0>(phase + 2);
    thread.template work<0>(phase + 1, asked, done, [&] { thread.template ask<1>(phase + 2, asked); });
    if (entered) thread.template greet<0>();
    barrier.wait(1);
  }
}

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
