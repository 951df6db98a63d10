// Over-relaxation of a lattice that stays on the multiprocessors, many sweeps a launch: spins in shared memory, half of
// the couplings in registers. Blocks send each other the spins at their boxes' faces, through global memory.
#pragma once

#include <cstdint>

#include "backends/gpu/device.cuh"
#include "backends/gpu/messages.cuh"
#include "backends/gpu/shared_memory.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/heisenberg3d_overrelaxation/resident.hpp"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

/// A thread with a pair of all rows of some planes of a box: it goes along the rows, so that of what stands beside a
/// spin in its planes it has all but the pair beside in registers. The box's last row and first come first, since other
/// boxes wait for them.
template <std::uint32_t L>
class ResidentThread {
  using Boxes = ResidentBoxes<L>;
  using Spin = Vector3<float>;
  static constexpr std::uint32_t deep = Boxes::of_thread, last_row = Boxes::rows - 1;

 public:
  /// `mail`: Boxes::mail of them for each colour and box.
  __device__ __forceinline__ ResidentThread(const Arrays<float>& arrays, gpu::Mailbox* mail, float* kept)
      : spins_(arrays.spins), couplings_(arrays.couplings), mail_(mail), kept_(kept) {
    box_y_ = Boxes::y_of(blockIdx.x) * Boxes::rows, box_z_ = Boxes::z_of(blockIdx.x) * Boxes::deep;
    j_ = threadIdx.x % Boxes::pairs, first_ = threadIdx.x / Boxes::pairs * deep;
  }

  /// Takes the box's spins and couplings. The block must meet before the next steps.
  __device__ __forceinline__ void take() {
    for_each_site([&](std::uint32_t at, std::uint32_t i, std::uint32_t yz) {
      for (std::uint32_t c = 0; c < 6; ++c) kept_[c * Boxes::of_box + at] = spins_[c * Boxes::words + i];
      // The site with odd x of a pair, whose colour it is that has the coupling.
      kept_[Boxes::couplings + at] = couplings_[(1 - (yz & 1)) * 3 * Boxes::words + i];
    });
#pragma unroll
    for (std::uint32_t k = 0; k < deep; ++k) take_bonds(k, box_z_ + first_ + k);
  }
  /// Sends the spins of a colour at the box's faces.
  template <std::uint32_t Colour>
  __device__ __forceinline__ void send(std::uint32_t number) const {
    const Places p = places<1 - Colour>(number);
    for (std::uint32_t k = 0; k < deep; ++k)
      for (std::uint32_t r = 0; r < Boxes::rows; ++r)
        send<Colour>(r, k, kept(p.others + r * Boxes::pairs + k * Boxes::of_plane), number);
  }

  /// Couplings along z of the sites of a row: to the planes above and below.
  struct Along {
    float above[deep], below[deep];
  };
  /// Those that a half sweep begins with. They come from the second-level cache, and stand still: so they are asked for
  /// before the block meets.
  struct Begin {
    Along last_row, first_row;
  };
  template <std::uint32_t Colour>
  __device__ __forceinline__ Begin begin() const {
    const Places p = places<Colour>(0);
    return {along_z<last_row>(p), along_z<0>(p)};
  }
  /// Updates all sites of a colour, with the messages of that number; those that it sends have the next. The block must
  /// meet before and after.
  template <std::uint32_t Colour>
  __device__ __forceinline__ void half_sweep(std::uint32_t number, const Begin& begin) {
    const Places p = places<Colour>(number);
    Letters behind = letters(p.behind, number), before = letters(p.before, number);
    Beside beside = ask_beside<last_row>(p);
    Rows rows;
    kept_row<last_row - 1>(p, rows.before), kept_row<last_row>(p, rows.here);
    const Beside next = ask_beside<0>(p);
    const Along second = along_z<1>(p);
    read(p.behind, number, behind, rows.after);
    update<Colour, last_row>(p, begin.last_row, beside, rows);
    kept_row<0>(p, rows.here);
    read(p.before, number, before, rows.before);
    rest<Colour, 0>(p, begin.first_row, second, next, ask_beside<1>(p), rows);
  }
  /// Writes the box's spins to the lattice.
  __device__ __forceinline__ void leave() const {
    for_each_site([&](std::uint32_t at, std::uint32_t i, std::uint32_t) {
      for (std::uint32_t c = 0; c < 6; ++c) spins_[c * Boxes::words + i] = kept_[c * Boxes::of_box + at];
    });
  }

 private:
  /// Couplings by plane and row: within the thread's pairs, and to the pairs in the next row by the site's x, which is
  /// even or odd; entry 0 is those from the row before.
  struct Bonds {
    float within[deep][Boxes::rows], next[deep][2][Boxes::rows + 1];
  };

  template <class Use>
  __device__ __forceinline__ void for_each_site(Use&& use) const {
    for (std::uint32_t at = threadIdx.x; at < Boxes::of_box; at += Boxes::threads) {
      const std::uint32_t y = box_y_ + at / Boxes::pairs % Boxes::rows, z = box_z_ + at / Boxes::of_plane;
      use(at, pair_at(y, z) - j_ + at % Boxes::pairs, y + z);
    }
  }
  /// The pair's place in the lattice; y and z may be one before or behind.
  __device__ __forceinline__ std::uint32_t pair_at(std::uint32_t y, std::uint32_t z) const {
    return (z % L * L + y % L) * Boxes::pairs + j_;
  }
  /// Colour of the site with that x modulo 2. Boxes and threads begin with even rows and planes.
  __device__ __forceinline__ static constexpr std::uint32_t colour_of(std::uint32_t odd, std::uint32_t r,
                                                                      std::uint32_t k) {
    return (odd + r + k) & 1;
  }
  /// Whether the thread has the box's first plane, or the last one.
  __device__ __forceinline__ bool at_bottom() const { return first_ == 0; }
  __device__ __forceinline__ bool at_top() const { return first_ + deep == Boxes::deep; }

  __device__ __forceinline__ void take_bonds(std::uint32_t k, std::uint32_t z) {
#pragma unroll
    for (std::uint32_t r = 0; r < Boxes::rows; ++r)
      bonds_.within[k][r] = couplings_[colour_of(0, r, k) * 3 * Boxes::words + pair_at(box_y_ + r, z)];
#pragma unroll
    for (std::uint32_t odd = 0; odd < 2; ++odd)
#pragma unroll
      for (std::uint32_t r = 0; r <= Boxes::rows; ++r) {
        const std::uint32_t back = planted(Mutant::relaxed_bond_before) && k == 1 && r == 0 ? 0 : L - 1;
        bonds_.next[k][odd][r] =
            couplings_[(colour_of(odd, r + 1, k) * 3 + 1) * Boxes::words + pair_at(box_y_ + r + back, z)];
      }
  }

  /// Where the thread finds what it needs for a colour, from its first row and plane on.
  struct Places {
    const float* others;                  ///< spins of the other colour in shared memory: in the pair,
    const float *left, *right;            ///< and in those beside it in the row
    float* own;                           ///< the own spins
    const float *bond, *left_bond;        ///< couplings between pairs: to the right one, to the left one
    const gpu::Mailbox *before, *behind;  ///< spins of other boxes: in the rows before and behind,
    const gpu::Mailbox* further;          ///< and in the plane below or above
    std::uint32_t number;                 ///< of these messages
    const float *above, *below,
        *below_others;  ///< couplings along z: upwards, from below the first plane, of the others
  };
  template <std::uint32_t Colour>
  __device__ __forceinline__ Places places(std::uint32_t number) const {
    // Or the compiler computes all places of both colours once, which takes the couplings' registers.
    std::uint32_t first = first_;
    gpu::hide(first);
    constexpr std::uint32_t other = 1 - Colour;
    const std::uint32_t y = box_y_, z = box_z_ + first, at = first * Boxes::of_plane + j_,
                        to_left = j_ == 0 ? Boxes::pairs - 1 : ~std::uint32_t{0},
                        to_right = j_ + 1 == Boxes::pairs ? 1 - Boxes::pairs : 1;
    // Of which box, by its place beside this one, and from where on.
    const auto mail = [&](std::uint32_t side, std::uint32_t from) {
      const bool own = planted(Mutant::relaxed_face_wraps) && side < 2;
      const std::uint32_t box = own ? blockIdx.x : Boxes::beside(blockIdx.x, side);
      return mail_ + (other * Boxes::boxes + box) * Boxes::mail + from + j_;
    };
    Places p;
    p.others = kept_ + other * 3 * Boxes::of_box + at, p.own = kept_ + Colour * 3 * Boxes::of_box + at;
    p.left = kept_ + other * 3 * Boxes::of_box + (at + to_left);
    p.right = kept_ + other * 3 * Boxes::of_box + (at + to_right);
    p.bond = kept_ + Boxes::couplings + at, p.left_bond = kept_ + Boxes::couplings + (at + to_left);
    p.before = mail(1, Boxes::mail_of_last_row + first * Boxes::pairs);
    p.behind = mail(0, first * Boxes::pairs);
    p.further = first == 0 ? mail(3, Boxes::mail_of_last_plane) : mail(2, Boxes::mail_of_first_plane);
    p.number = number;
    p.above = couplings_ + (Colour * 3 + 2) * Boxes::words + pair_at(y, z);
    p.below = couplings_ + (other * 3 + 2) * Boxes::words + pair_at(y, z + L - 1);
    p.below_others = couplings_ + (other * 3 + 2) * Boxes::words + pair_at(y, z);
    return p;
  }

  __device__ __forceinline__ static Spin kept(const float* at) {
    return {at[0], at[Boxes::of_box], at[2 * Boxes::of_box]};
  }
  template <std::uint32_t r>
  __device__ __forceinline__ static Along along_z(const Places& p) {
    constexpr std::uint32_t row = r * Boxes::pairs;
    Along result;
#pragma unroll
    for (std::uint32_t k = 0; k < deep; ++k) {
      result.above[k] = gpu::load_past_l1(p.above + k * Boxes::plane + row);
      result.below[k] = gpu::load_past_l1(k == 0 ? p.below + row : p.below_others + (k - 1) * Boxes::plane + row);
    }
    return result;
  }

  /// Sends a spin if another box sees it.
  template <std::uint32_t Colour>
  __device__ __forceinline__ void send(std::uint32_t r, std::uint32_t k, const Spin& s, std::uint32_t number) const {
    gpu::Mailbox* const own = mail_ + (Colour * Boxes::boxes + blockIdx.x) * Boxes::mail + j_;
    const gpu::Message message{s.x, s.y, s.z, number};
    if (r == 0) gpu::post(own + (first_ + k) * Boxes::pairs, message);
    if (r == last_row) gpu::post(own + Boxes::mail_of_last_row + (first_ + k) * Boxes::pairs, message);
    if (k == 0 && at_bottom()) gpu::post(own + Boxes::mail_of_first_plane + r * Boxes::pairs, message);
    if (k + 1 == deep && at_top()) gpu::post(own + Boxes::mail_of_last_plane + r * Boxes::pairs, message);
  }
  __device__ __forceinline__ static bool has_come(const gpu::Message& message, std::uint32_t number) {
    return message.number == number || planted(Mutant::relaxed_message_early);
  }
  __device__ __forceinline__ static Spin spin_of(const gpu::Message& message) {
    return {message.x, message.y, message.z};
  }
  /// Spins of another box, in a row of the thread's planes.
  struct Letters {
    gpu::Message of[deep];
  };
  __device__ __forceinline__ static Letters letters(const gpu::Mailbox* from, std::uint32_t number) {
    Letters result;
#pragma unroll
    for (std::uint32_t k = 0; k < deep; ++k) result.of[k] = gpu::look(from + k * Boxes::pairs, number);
    return result;
  }
  /// Waits for them where they have not come.
  __device__ __forceinline__ static void read(const gpu::Mailbox* from, std::uint32_t number, Letters& letters_there,
                                              Spin (&row)[deep]) {
    while (true) {
      bool all = true;
#pragma unroll
      for (std::uint32_t k = 0; k < deep; ++k)
        all &= has_come(letters_there.of[k], number) || (planted(Mutant::relaxed_letter_early) && k > 0);
      if (all) break;
      letters_there = letters(from, number);
    }
#pragma unroll
    for (std::uint32_t k = 0; k < deep; ++k) row[k] = spin_of(letters_there.of[k]);
  }

  /// Spins of the other colour below the thread's first plane and above its last; one may be a message.
  struct Beside {
    Spin below, above;
    std::uint32_t number;
  };
  template <std::uint32_t r>
  __device__ __forceinline__ Beside ask_beside(const Places& p) const {
    constexpr std::uint32_t row = r * Boxes::pairs;
    Beside result;
    result.number = p.number;
    const auto asked = [&] {
      const gpu::Message message = gpu::look(p.further + row, p.number);
      result.number = message.number;
      return spin_of(message);
    };
    result.below = at_bottom() ? asked() : kept(p.others + row - std::ptrdiff_t{Boxes::of_plane});
    result.above = at_top() ? asked() : kept(p.others + row + deep * Boxes::of_plane);
    return result;
  }
  template <std::uint32_t r>
  __device__ __forceinline__ void wait(const Places& p, Beside& beside) const {
    while (!has_come({0, 0, 0, beside.number}, p.number)) {
      const gpu::Message message = gpu::look(p.further + r * Boxes::pairs, p.number);
      beside.number = message.number;
      if (at_bottom()) beside.below = spin_of(message);
      if (at_top()) beside.above = spin_of(message);
    }
  }

  /// Spins of the other colour in the pair's planes: in the row at work and those beside it.
  struct Rows {
    Spin before[deep], here[deep], after[deep];
  };
  template <std::uint32_t r>
  __device__ __forceinline__ static void kept_row(const Places& p, Spin (&row)[deep]) {
#pragma unroll
    for (std::uint32_t k = 0; k < deep; ++k) row[k] = kept(p.others + r * Boxes::pairs + k * Boxes::of_plane);
  }

  /// Updates the pair's sites in a row.
  template <std::uint32_t Colour, std::uint32_t r>
  __device__ __forceinline__ void update(const Places& p, const Along& z, Beside& beside, const Rows& rows) {
    wait<r>(p, beside);
    float quotients[deep], squares[deep];
    Spin h[deep], own[deep];
#pragma unroll
    for (std::uint32_t k = 0; k < deep; ++k) {
      const bool odd = ((r + k + Colour) & 1) != 0;
      const std::uint32_t at = r * Boxes::pairs + k * Boxes::of_plane;
      const SiteCouplings<float> J{bonds_.within[k][r],
                                   (odd ? p.bond : p.left_bond)[at],
                                   bonds_.next[k][odd][r + 1],
                                   bonds_.next[k][odd][r],
                                   z.above[k],
                                   z.below[k]};
      h[k] = field(J, rows.here[k], kept((odd ? p.right : p.left) + at), rows.after[k], rows.before[k],
                   k + 1 == deep ? beside.above : rows.here[k + 1], k == 0 ? beside.below : rows.here[k - 1]);
      own[k] = kept(p.own + at);
      quotients[k] = dot(own[k], h[k]), squares[k] = dot(h[k], h[k]);
    }
    ieee::divide_usual(quotients, squares);
#pragma unroll
    for (std::uint32_t k = 0; k < deep; ++k) {
      const Spin s = turned(own[k], h[k], quotients[k]);
      float* const to = p.own + r * Boxes::pairs + k * Boxes::of_plane;
      to[0] = s.x, to[Boxes::of_box] = s.y, to[2 * Boxes::of_box] = s.z;
      send<Colour>(r, k, planted(Mutant::relaxed_face_kept) && k == 0 ? own[k] : s, p.number + 1);
    }
  }
  /// Rows from r on to the last but one. What comes from the second-level cache is asked for two rows ahead.
  template <std::uint32_t Colour, std::uint32_t r>
  __device__ __forceinline__ void rest(const Places& p, const Along& z, const Along& z_next, Beside beside,
                                       const Beside& beside_next, Rows& rows) {
    kept_row<r + 1>(p, rows.after);
    Along z_asked;
    Beside asked;
    if constexpr (r + 2 < last_row) z_asked = along_z<r + 2>(p), asked = ask_beside<r + 2>(p);
    update<Colour, r>(p, z, beside, rows);
    if constexpr (r + 1 < last_row) {
#pragma unroll
      for (std::uint32_t k = 0; k < deep; ++k) rows.before[k] = rows.here[k], rows.here[k] = rows.after[k];
      rest<Colour, r + 1>(p, z_next, z_asked, beside_next, asked, rows);
    }
  }

  float* spins_;
  const float* couplings_;
  gpu::Mailbox* mail_;
  float* kept_;
  std::uint32_t box_y_, box_z_, j_, first_;
  Bonds bonds_;
};

/// `number`: of the launch's first messages, as Mail gives it. All blocks must run at a time.
template <std::uint32_t L>
__global__ void SPINBENCH_LAUNCH_BOUNDS(ResidentBoxes<L>::threads, 1)
    relax_resident(const Arrays<float> arrays, gpu::Mailbox* mail, std::uint32_t number, std::uint32_t sweeps) {
  ResidentThread<L> thread(arrays, mail, reinterpret_cast<float*>(gpu::shared_memory()));
  thread.take();
  __syncthreads();
  thread.template send<1>(number);
  auto begin = thread.template begin<0>();
#pragma unroll 1
  for (std::uint32_t sweep = 0; sweep < sweeps; ++sweep) {
    thread.template half_sweep<0>(number++, begin);
    begin = thread.template begin<1>();
    __syncthreads();
    thread.template half_sweep<1>(number++, begin);
    begin = thread.template begin<0>();
    __syncthreads();
  }
  thread.leave();
}

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
