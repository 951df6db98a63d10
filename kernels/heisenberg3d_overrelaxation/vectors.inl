// The update of rows in blocks (row_blocks.hpp) on vectors; no header of its own: kernels/common/lanes_each.inl reads
// it for each instruction set, since a function must be compiled for it from the start.

// Products are fused with sums by an instruction that comes with AVX2 on nearly all hosts.
#if SPINBENCH_X86 && SPINBENCH_LANES_BYTES == 32
#define SPINBENCH_ROW_FN [[gnu::target(SPINBENCH_TARGET_AVX2 ",fma"), gnu::always_inline]] inline
#define SPINBENCH_ROW_KERNEL [[gnu::target(SPINBENCH_TARGET_AVX2 ",fma")]]
#else
#define SPINBENCH_ROW_FN SPINBENCH_LANES_FN
#define SPINBENCH_ROW_KERNEL SPINBENCH_LANES_KERNEL
#endif

typedef float Floats __attribute__((vector_size(SPINBENCH_LANES_BYTES)));
typedef double Doubles __attribute__((vector_size(SPINBENCH_LANES_BYTES)));

// fused: a b + c, fused_minus: a b - c, rounded once. from_next: the lanes of `a` from the second on and the first of
// `b`; from_last: the last of `b` and those of `a` but the last.
#if SPINBENCH_X86 && SPINBENCH_LANES_BYTES == 64
SPINBENCH_ROW_FN Floats fused(Floats a, Floats b, Floats c) {
  return (Floats)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
}
SPINBENCH_ROW_FN Doubles fused(Doubles a, Doubles b, Doubles c) {
  return (Doubles)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
}
SPINBENCH_ROW_FN Floats fused_minus(Floats a, Floats b, Floats c) {
  return (Floats)_mm512_fmsub_ps((__m512)a, (__m512)b, (__m512)c);
}
SPINBENCH_ROW_FN Doubles fused_minus(Doubles a, Doubles b, Doubles c) {
  return (Doubles)_mm512_fmsub_pd((__m512d)a, (__m512d)b, (__m512d)c);
}
// The plain intrinsics make GCC 12 warn of an operand that they leave open.
SPINBENCH_ROW_FN Floats from_next(Floats a, Floats b) {
  return (Floats)_mm512_maskz_alignr_epi32((__mmask16)-1, (__m512i)b, (__m512i)a, 1);
}
SPINBENCH_ROW_FN Doubles from_next(Doubles a, Doubles b) {
  return (Doubles)_mm512_maskz_alignr_epi64((__mmask8)-1, (__m512i)b, (__m512i)a, 1);
}
SPINBENCH_ROW_FN Floats from_last(Floats a, Floats b) {
  return (Floats)_mm512_maskz_alignr_epi32((__mmask16)-1, (__m512i)a, (__m512i)b, 15);
}
SPINBENCH_ROW_FN Doubles from_last(Doubles a, Doubles b) {
  return (Doubles)_mm512_maskz_alignr_epi64((__mmask8)-1, (__m512i)a, (__m512i)b, 7);
}
#elif SPINBENCH_X86 && SPINBENCH_LANES_BYTES == 32
SPINBENCH_ROW_FN Floats fused(Floats a, Floats b, Floats c) {
  return (Floats)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
}
SPINBENCH_ROW_FN Doubles fused(Doubles a, Doubles b, Doubles c) {
  return (Doubles)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
SPINBENCH_ROW_FN Floats fused_minus(Floats a, Floats b, Floats c) {
  return (Floats)_mm256_fmsub_ps((__m256)a, (__m256)b, (__m256)c);
}
SPINBENCH_ROW_FN Doubles fused_minus(Doubles a, Doubles b, Doubles c) {
  return (Doubles)_mm256_fmsub_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
/// The upper half of `a` and the lower one of `b`.
SPINBENCH_ROW_FN __m256i middle(__m256i a, __m256i b) { return _mm256_permute2x128_si256(a, b, 0x21); }
SPINBENCH_ROW_FN Floats from_next(Floats a, Floats b) {
  return (Floats)_mm256_alignr_epi8(middle((__m256i)a, (__m256i)b), (__m256i)a, 4);
}
SPINBENCH_ROW_FN Doubles from_next(Doubles a, Doubles b) {
  return (Doubles)_mm256_alignr_epi8(middle((__m256i)a, (__m256i)b), (__m256i)a, 8);
}
SPINBENCH_ROW_FN Floats from_last(Floats a, Floats b) {
  return (Floats)_mm256_alignr_epi8((__m256i)a, middle((__m256i)b, (__m256i)a), 12);
}
SPINBENCH_ROW_FN Doubles from_last(Doubles a, Doubles b) {
  return (Doubles)_mm256_alignr_epi8((__m256i)a, middle((__m256i)b, (__m256i)a), 8);
}
#else
template <class Vector>
SPINBENCH_ROW_FN Vector fused(Vector a, Vector b, Vector c) {
  for (std::size_t i = 0; i < sizeof(Vector) / sizeof(a[0]); ++i) a[i] = ieee::fused(a[i], b[i], c[i]);
  return a;
}
template <class Vector>
SPINBENCH_ROW_FN Vector fused_minus(Vector a, Vector b, Vector c) {
  return fused(a, b, -c);
}
template <class Vector>
SPINBENCH_ROW_FN Vector from_next(Vector a, Vector b) {
  constexpr std::size_t last = sizeof(Vector) / sizeof(a[0]) - 1;
  Vector result;
  for (std::size_t i = 0; i < last; ++i) result[i] = a[i + 1];
  result[last] = b[0];
  return result;
}
template <class Vector>
SPINBENCH_ROW_FN Vector from_last(Vector a, Vector b) {
  constexpr std::size_t last = sizeof(Vector) / sizeof(a[0]) - 1;
  Vector result;
  for (std::size_t i = 0; i < last; ++i) result[i + 1] = a[i];
  result[0] = b[last];
  return result;
}
#endif

template <class Vector, class Real>
SPINBENCH_ROW_FN Vector loaded(const Real* from) {
  Vector result;
  std::memcpy(&result, from, sizeof result);
  return result;
}

/// A block of a row and those at the same place of the rows around it.
template <class Real>
struct Around {
  Real* at;
  const Real *py, *my, *pz, *mz;
};

/// The sites of `Colour` of a block. `same`, `side`: the neighbours in the row, of the own pairs and the others.
template <class Vector, class Real, std::uint32_t Colour>
SPINBENCH_ROW_FN void update_block(const Around<Real>& around, const Vector (&same)[3], const Vector (&side)[3],
                                   const Vector& J_same, const Vector& J_side) {
  constexpr std::size_t lanes = sizeof(Vector) / sizeof(Real), own_at = 3 * Colour * lanes,
                        other_at = 3 * (1 - Colour) * lanes, J_own = 6 * lanes + own_at, J_other = 6 * lanes + other_at;
  const auto [at, py, my, pz, mz] = around;
  const Vector J_py = loaded<Vector>(at + J_own + lanes), J_my = loaded<Vector>(my + J_other + lanes),
               J_pz = loaded<Vector>(at + J_own + 2 * lanes);
  Vector J_mz = loaded<Vector>(mz + J_other + 2 * lanes), h[3], own[3];
  if (planted(Mutant::relaxed_sign)) J_mz = -J_mz;
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t n = other_at + c * lanes;
    h[c] = fused(J_side, side[c], J_same * same[c]);
    h[c] = fused(J_my, loaded<Vector>(my + n), fused(J_py, loaded<Vector>(py + n), h[c]));
    h[c] = fused(J_mz, loaded<Vector>(mz + n), fused(J_pz, loaded<Vector>(pz + n), h[c]));
    own[c] = loaded<Vector>(at + own_at + c * lanes);
  }
  const Vector along = fused(own[2], h[2], fused(own[1], h[1], own[0] * h[0])),
               square = fused(h[2], h[2], fused(h[1], h[1], h[0] * h[0])), quotient = along / square,
               factor = quotient + quotient;
  for (std::size_t c = 0; c < 3; ++c) {
    const Vector turned = fused_minus(factor, h[c], own[c]);
    std::memcpy(at + own_at + c * lanes, &turned, sizeof turned);
  }
}

/// The sites of `Colour` in row y of plane z; `Odd`: they come second in their pairs.
template <class Vector, class Real, std::uint32_t Colour, bool Odd>
SPINBENCH_ROW_FN void update_row(const overrelaxation::RowBlocks<Real>& a, std::uint32_t y, std::uint32_t z) {
  constexpr std::size_t lanes = sizeof(Vector) / sizeof(Real), block = overrelaxation::RowBlocks<Real>::numbers * lanes;
  constexpr std::size_t other_at = 3 * (1 - Colour) * lanes, J_own = (6 + 3 * Colour) * lanes,
                        J_other = 6 * lanes + other_at;
  const std::uint32_t L = a.L;
  Real* const row = a.row(y, z);
  Around<Real> around{row, a.row(y + 1 == L ? 0 : y + 1, z), a.row(y == 0 ? L - 1 : y - 1, z),
                      a.row(y, z + 1 == L ? 0 : z + 1), a.row(y, z == 0 ? L - 1 : z - 1)};
  // The block at hand last, or next, and at first the one at the other end of the row. The coupling to a site on the
  // left is that site's.
  const Real* const end = Odd ? row : row + block * (a.blocks() - 1);
  Vector beyond[3], J_beyond = loaded<Vector>(end + J_other);
  for (std::size_t c = 0; c < 3; ++c) beyond[c] = loaded<Vector>(end + other_at + c * lanes);
  for (std::uint32_t left = a.blocks(); left > 0; --left) {
    const Real* const at = around.at;
    const Vector J_next = loaded<Vector>(at + J_own), J_last = loaded<Vector>(at + J_other);
    Vector same[3], side[3];
    if constexpr (Odd) {
      const Real* const ahead = left > 1 ? at + block : end;
      for (std::size_t c = 0; c < 3; ++c) {
        same[c] = beyond[c];
        beyond[c] = loaded<Vector>(ahead + other_at + c * lanes);
        side[c] = from_next(same[c], beyond[c]);
      }
      update_block<Vector, Real, Colour>(around, same, side, J_last, J_next);
    } else {
      for (std::size_t c = 0; c < 3; ++c) {
        same[c] = loaded<Vector>(at + other_at + c * lanes);
        side[c] = from_last(same[c], beyond[c]);
        beyond[c] = same[c];
      }
      Vector J_side = from_last(J_last, J_beyond);
      if (planted(Mutant::relaxed_row_edge) && left == a.blocks()) J_side[0] = J_last[0];
      J_beyond = J_last;
      update_block<Vector, Real, Colour>(around, same, side, J_next, J_side);
    }
    around = {around.at + block, around.py + block, around.my + block, around.pz + block, around.mz + block};
  }
  a.close_spins(y, z, Colour);
}

/// Rows `first` to `last` of a plane.
template <class Vector, class Real, std::uint32_t Colour>
SPINBENCH_ROW_KERNEL void update_colour(const overrelaxation::RowBlocks<Real>& a, std::uint32_t z, std::uint32_t first,
                                        std::uint32_t last) {
  const overrelaxation::RowBlocks<Real> copy = a;
  for (std::uint32_t y = first; y < last; ++y)
    if (((y + z + Colour) & 1) != 0)
      update_row<Vector, Real, Colour, true>(copy, y, z);
    else
      update_row<Vector, Real, Colour, false>(copy, y, z);
}

/// The same of colour `colour`.
template <class Real>
void update_rows(const overrelaxation::RowBlocks<Real>& a, std::uint32_t colour, std::uint32_t z, std::uint32_t first,
                 std::uint32_t last) {
  using Vector = std::conditional_t<sizeof(Real) == 4, Floats, Doubles>;
  if (colour == 0)
    update_colour<Vector, Real, 0>(a, z, first, last);
  else
    update_colour<Vector, Real, 1>(a, z, first, last);
}

#undef SPINBENCH_ROW_FN
#undef SPINBENCH_ROW_KERNEL
