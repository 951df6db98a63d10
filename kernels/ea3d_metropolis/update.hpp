// One attempt for a site in all its lattices, in any layout of kernels/ea3d_metropolis/layouts.hpp: host and device
// code.
//
// Arrays (Lulli 2015, section 2): the spins of each colour, replica and system side by side, a word of 32 realizations
// a site; six couplings for each site of colour 0, so that a site of colour 1 finds its own at its neighbours. Memory
// for 128 flips, with four replicas: own words in and out 32 B, the other colour's once 16 B, couplings 24 B, together
// 72 B, and what the generator keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "backends/attributes.hpp"
#include "kernels/common/acceptance.hpp"
#include "kernels/common/coded_word.hpp"
#include "kernels/common/couplings.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/plus_minus_j.hpp"
#include "kernels/common/rng/streams.hpp"
#include "kernels/ea3d_metropolis/layouts.hpp"

namespace spinbench::ea3d {

/// Plain values; the memory belongs to somebody else. `Word`: of 32 realizations or 64, or a CodedWord. `Temperatures`:
/// the thresholds of all, or what has an of_replica() for each.
template <class Word, class Temperatures = CubicThresholds>
struct GlassArraysOf {
  Word* spins;      ///< word ((colour * replicas + replica) * systems + system) * words + i
  Word* couplings;  ///< of i of colour 0: word (direction * systems + system) * words + i; px, mx, py, my, pz, mz
  std::uint32_t L, words, systems, replicas;
  Temperatures thresholds;

  SPINBENCH_FN std::size_t spins_of(std::uint32_t colour, std::uint32_t replica, std::uint32_t system) const {
    return ((static_cast<std::size_t>(colour) * replicas + replica) * systems + system) * words;
  }
  SPINBENCH_FN const Word* couplings_of(std::uint32_t direction, std::uint32_t system) const {
    return couplings + (static_cast<std::size_t>(direction) * systems + system) * words;
  }
  SPINBENCH_FN std::size_t all_spins() const { return std::size_t{2} * replicas * systems * words; }
  SPINBENCH_FN std::size_t all_couplings() const { return std::size_t{6} * systems * words; }
};
using GlassArrays = GlassArraysOf<std::uint32_t>;

/// A stream's place in memory and its number; see kernels/common/spin_glass.hpp.
struct StreamPlace {
  std::size_t slot;
  std::uint64_t number;
};

template <class Layout>
SPINBENCH_FN inline StreamPlace stream_place(const Layout& layout, std::uint32_t L, std::uint32_t system,
                                             std::uint32_t i, const Site& site, std::uint32_t mz,
                                             std::uint32_t colour) {
  Site even = site;
  if (colour != 0) even.z = before(site.z, L);
  const std::uint64_t first = static_cast<std::uint64_t>(system) * layout.words();
  return {static_cast<std::size_t>(first + (colour == 0 ? i : mz)), first + even.number(L) / 2};
}

/// As Store::open() and seed(), with the words of interleaved states at the place, too.
template <class Rng>
SPINBENCH_FN inline typename Rng::Stream open_at(const rng::Store<Rng>& store, const StreamPlace& place,
                                                 std::uint64_t position) {
  return store.open(place.slot, Rng::storage == rng::Storage::interleaved ? place.slot : place.number, position);
}
template <class Rng>
SPINBENCH_FN inline void seed_at(const rng::Store<Rng>& store, const StreamPlace& place) {
  if constexpr (Rng::storage == rng::Storage::own)
    store.elements[place.slot] = Rng::initial(store.setup, place.number);
  else if constexpr (Rng::storage == rng::Storage::interleaved)
    for (std::uint32_t w = 0; w < Rng::words; ++w)
      store.elements[w * store.streams + place.slot] = Rng::initial(store.setup, place.number, w);
}

/// The couplings of word i to its six neighbours, in the order of Neighbours.
template <class Word, class Temperatures>
SPINBENCH_FN inline void load_couplings(const GlassArraysOf<Word, Temperatures>& arrays, std::uint32_t colour,
                                        std::uint32_t system, std::uint32_t i, const Neighbours& n, Word (&J)[6]) {
  const std::uint32_t at[6] = {n.px, n.mx, n.py, n.my, n.pz, n.mz};
  SPINBENCH_UNROLL(6)
  for (std::uint32_t d = 0; d < 6; ++d) {
    // A neighbour of colour 0 sees the bond in the opposite direction.
    if (colour == 0)
      J[d] = arrays.couplings_of(d, system)[i];
    else
      J[d] = arrays.couplings_of(planted(Mutant::glass_wrong_end) && d == 2 ? d : d ^ 1, system)[at[d]];
  }
}

/// One attempt for word i of `Count` replicas from `first` on. `Logic` as kernels/common/plus_minus_j.hpp has it.
template <class Logic, int Count, class Word, class Temperatures, class Stream>
SPINBENCH_FN inline void update_replicas(const GlassArraysOf<Word, Temperatures>& arrays, std::uint32_t colour,
                                         std::uint32_t system, std::uint32_t first, std::uint32_t i,
                                         const Neighbours& n, const Word (&J)[6], Stream& stream) {
  std::uint32_t random[Count];
  Word own[Count], others[Count][6];
  SPINBENCH_UNROLL(Count)
  for (int r = 0; r < Count; ++r) {
    const std::uint32_t replica = first + static_cast<std::uint32_t>(r);
    own[r] = arrays.spins[arrays.spins_of(colour, replica, system) + i];
    const Word* const other = arrays.spins + arrays.spins_of(1 - colour, replica, system);
    others[r][0] = other[n.px], others[r][1] = other[n.mx], others[r][2] = other[n.py], others[r][3] = other[n.my];
    others[r][4] = other[n.pz], others[r][5] = other[n.mz];
  }
  draw_for_replicas(stream, random);
  SPINBENCH_UNROLL(Count)
  for (int r = 0; r < Count; ++r) {
    AllowedCosts<Word> allowed;
    // Asked for by a function, the same thresholds come out in other registers.
    if constexpr (std::is_same_v<Temperatures, CubicThresholds>)
      allowed = AllowedCosts<Word>::of(random[r], arrays.thresholds);
    else
      allowed = AllowedCosts<Word>::of(random[r], of_replica(arrays.thresholds, first + static_cast<std::uint32_t>(r)));
    if (planted(Mutant::glass_wrong_class)) allowed.twelve = allowed.eight;
    const Word flips = cubic_flips_of_equation_17<Logic>(own[r], Word(others[r][0] ^ J[0]), Word(others[r][1] ^ J[1]),
                                                         Word(others[r][2] ^ J[2]), Word(others[r][3] ^ J[3]),
                                                         Word(others[r][4] ^ J[4]), Word(others[r][5] ^ J[5]), allowed);
    const std::uint32_t replica = first + static_cast<std::uint32_t>(planted(Mutant::glass_replica_offset) ? r ^ 1 : r);
    arrays.spins[arrays.spins_of(colour, replica, system) + i] = own[r] ^ flips;
  }
}

/// One attempt for word i of a colour in all replicas of a system. `position`: words that every stream has behind it.
template <class Logic, class Word, class Temperatures, class Layout, class Rng>
SPINBENCH_FN inline void update_site(const GlassArraysOf<Word, Temperatures>& arrays, const Layout& layout,
                                     const rng::Store<Rng>& store, std::uint64_t position, std::uint32_t colour,
                                     std::uint32_t system, std::uint32_t i, const Site& site, const Neighbours& n) {
  Word J[6];
  load_couplings(arrays, colour, system, i, n, J);
  const StreamPlace place = stream_place(layout, arrays.L, system, i, site, n.mz, colour);
  auto stream = open_at(store, place, position);
  // Couplings are read once for all; four replicas at a time keep enough loads in flight.
  std::uint32_t replica = 0;
  for (; replica + 4 <= arrays.replicas; replica += 4)
    update_replicas<Logic, 4>(arrays, colour, system, replica, i, n, J, stream);
  for (; replica < arrays.replicas; ++replica)
    update_replicas<Logic, 1>(arrays, colour, system, replica, i, n, J, stream);
  store.close(place.slot, stream);
}

/// Sets spins and couplings of word i of both colours to their start, and the stream that they share.
template <class Word, class Layout, class Rng>
SPINBENCH_FN inline void start_site(const GlassArraysOf<Word>& arrays, const Layout& layout,
                                    const rng::Store<Rng>& store, const RandomBonds& bonds, std::uint32_t system,
                                    std::uint32_t i) {
  const std::uint32_t L = arrays.L;
  for (std::uint32_t colour = 0; colour < 2; ++colour) {
    const Site s = layout.site(i, colour);
    for (std::uint32_t replica = 0; replica < arrays.replicas; ++replica)
      arrays.spins[arrays.spins_of(colour, replica, system) + i] =
          word_of<Word>(system, [&](std::uint32_t group) { return bonds.start(s.number(L), group, replica); });
  }
  const Site s = layout.site(i, 0);
  const Site around[6] = {{wrapped(s.x + 1, L), s.y, s.z}, {before(s.x, L), s.y, s.z},
                          {s.x, wrapped(s.y + 1, L), s.z}, {s.x, before(s.y, L), s.z},
                          {s.x, s.y, wrapped(s.z + 1, L)}, {s.x, s.y, before(s.z, L)}};
  for (std::uint32_t d = 0; d < 6; ++d) {
    const Site &first = d % 2 == 0 ? s : around[d], &last = d % 2 == 0 ? around[d] : s;
    arrays.couplings[(static_cast<std::size_t>(d) * arrays.systems + system) * arrays.words + i] =
        word_of<Word>(system, [&](std::uint32_t group) {
          return bonds.couplings(first.number(L) * 3 + d / 2, first.number(L), last.number(L), group);
        });
  }
  seed_at(store, stream_place(layout, L, system, i, s, 0, 0));
}

}  // namespace spinbench::ea3d
