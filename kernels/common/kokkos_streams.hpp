// The generators' streams in the memory of a Kokkos execution space, and how far each has come.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/kokkos/space.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench {

/// What an update needs to open a stream: the states, and how many attempts every stream has behind it.
template <class Rng>
struct KokkosStreamTable {
  using Element = typename rng::Store<Rng>::Element;
  Kokkos::View<Element*, kokkos::Memory> elements;
  rng::Store<Rng> store;  ///< points into `elements`
  std::uint64_t attempts = 0;

  /// Stream number `stream`, whose state, if the generator keeps one a stream, lies at `slot`.
  KOKKOS_FUNCTION typename Rng::Stream open(std::size_t slot, std::uint64_t stream) const {
    return store.open(slot, stream, attempts);
  }
  KOKKOS_FUNCTION void close(std::size_t slot, const typename Rng::Stream& stream) const { store.close(slot, stream); }
};

/// Stream number s lies at s: side by side where neighbouring work items have neighbouring streams. Every such map is
/// made from L. (Not a member of a simulation: nvcc names it in code of its own.)
struct StreamsInOrder {
  std::uint32_t L = 0;
  SPINBENCH_FN std::size_t operator()(std::uint64_t stream) const { return static_cast<std::size_t>(stream); }
};

template <class Rng, class SlotOf>
struct SeedStreams {
  rng::Store<Rng> store;
  SlotOf slot_of;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    const auto number = static_cast<std::uint64_t>(i);
    store.seed(number, slot_of(number));
  }
};

/// Puts every stream where it is before its first draw.
template <class Rng, class SlotOf>
void seed_streams(const KokkosStreamTable<Rng>& table, SlotOf slot_of) {
  if constexpr (Rng::storage != rng::Storage::none) {
    const auto seeds = static_cast<std::int64_t>(rng::Store<Rng>::seeds(table.store.streams, table.store.lanes));
    Kokkos::parallel_for("seed_streams", Kokkos::RangePolicy<kokkos::Space, Kokkos::IndexType<std::int64_t>>(0, seeds),
                         SeedStreams<Rng, SlotOf>{table.store, slot_of});
  }
}

/// `slot_of` maps a stream's number to its place in memory: where neighbouring work items find it side by side.
/// `lanes`: streams that share a ring, where the generator has rings.
template <class Rng, class SlotOf>
KokkosStreamTable<Rng> seeded_streams(std::uint64_t seed, std::uint64_t count, rng::Seeding seeding, SlotOf slot_of,
                                      std::uint32_t lanes = 1) {
  using Store = rng::Store<Rng>;
  KokkosStreamTable<Rng> table;
  table.store = {Rng::setup(seed, count, seeding), nullptr, count, lanes};
  if constexpr (Rng::storage != rng::Storage::none) {
    table.elements =
        decltype(table.elements)(Kokkos::view_alloc("streams", Kokkos::WithoutInitializing), Store::size(count, lanes));
    table.store.elements = table.elements.data();
    seed_streams(table, slot_of);
  }
  return table;
}

}  // namespace spinbench
