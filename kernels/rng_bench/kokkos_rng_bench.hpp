// What the Kokkos variants of the rng_* benchmarks share: their streams, and the loops over them. A host space takes an
// item a strip of streams, which vector registers hold side by side; a device takes an item a stream.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "kernels/common/kokkos_streams.hpp"
#include "kernels/rng_bench/host_strips.hpp"

namespace spinbench::rng_bench {

using Items = Kokkos::RangePolicy<kokkos::Space, Kokkos::IndexType<std::int64_t>>;

/// Streams of a strip on a host with so many threads: at most a ring's, and few enough that each thread has several.
template <class Rng>
std::uint32_t strip_width(std::uint64_t streams, int threads) {
  std::uint32_t width = fill_lanes;
  if constexpr (Rng::storage != rng::Storage::shared)
    while (width > 32 && streams / width < 2 * static_cast<std::uint64_t>(threads)) width /= 2;
  return width;
}

template <class Rng>
struct SeedStrips {
  HostTable<Rng> table;
  void operator()(const std::int64_t strip) const { table.seed(static_cast<std::uint64_t>(strip)); }
};

/// Times `seed` the second time: the first also touches memory and starts threads.
template <class Seed>
double seconds_of_second(const Seed& seed) {
  double seconds = 0;
  for (int i = 0; i < 2; ++i) {
    kokkos::Space().fence();
    const auto start = std::chrono::steady_clock::now();
    seed();
    kokkos::Space().fence();
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  return seconds;
}

/// Streams for a host space.
template <class Rng>
class KokkosStrips {
 public:
  KokkosStrips(std::uint64_t seed, std::uint64_t streams, rng::Seeding seeding) {
    table_ = {Rng::setup(seed, streams, seeding), nullptr, streams,
              strip_width<Rng>(streams, kokkos::Space().concurrency()), cpu::widest_isa()};
    elements_ = decltype(elements_)(Kokkos::view_alloc("streams", Kokkos::WithoutInitializing),
                                    HostTable<Rng>::size(streams, table_.width));
    table_.elements = elements_.data();
    setup_seconds_ = seconds_of_second([this] { for_each(SeedStrips<Rng>{table_}); });
  }

  const HostTable<Rng>& table() const { return table_; }
  double setup_seconds() const { return setup_seconds_; }
  template <class OfStrip>
  void for_each(const OfStrip& of_strip) const {
    Kokkos::parallel_for("rng_strips", Items(0, static_cast<std::int64_t>(table_.strips())), of_strip);
  }

 private:
  Kokkos::View<typename HostTable<Rng>::Element*, kokkos::Memory> elements_;
  HostTable<Rng> table_;
  double setup_seconds_ = 0;
};

/// Draws from every stream on a device. `Sink`: `take(stream, row, word)` for each word, then `end(stream)`; a copy for
/// each stream.
template <class Rng, class Sink>
class DrawOnDevice {
  static constexpr bool ring = Rng::storage == rng::Storage::shared;
  static constexpr int batch = Rng::storage == rng::Storage::interleaved ? 16 : 4;
  using Teams = Kokkos::TeamPolicy<kokkos::Space>;
  using Ring = Kokkos::View<std::uint32_t*, kokkos::Scratch, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

 public:
  static void run(const KokkosStreamTable<Rng>& table, std::uint64_t rows, const Sink& sink) {
    const DrawOnDevice functor(table, rows, sink);
    const std::uint64_t streams = table.store.streams;
    if constexpr (ring) {
      Teams policy(static_cast<int>(streams / fill_lanes), static_cast<int>(fill_lanes));
      policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(Ring::shmem_size(Rng::words))));
      Kokkos::parallel_for("rng_rings", policy, functor);
    } else {
      Kokkos::parallel_for("rng_streams", Items(0, static_cast<std::int64_t>(streams)), functor);
    }
  }

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    const auto number = static_cast<std::uint64_t>(item);
    Sink sink = sink_;
    auto stream = table_.open(number, number);
    std::uint64_t row = 0;
    for (; row + batch <= rows_; row += batch) {
      std::uint32_t words[batch];
      rng::draw(stream, words);
      for (int i = 0; i < batch; ++i) sink.take(number, row + i, words[i]);
    }
    for (; row < rows_; ++row) sink.take(number, row, stream.next());
    sink.end(number);
    table_.close(number, stream);
  }

  /// A team has a ring, which lies in scratch memory meanwhile.
  KOKKOS_FUNCTION void operator()(const typename Teams::member_type& team) const {
    const auto lane = static_cast<std::uint32_t>(team.team_rank());
    const std::uint64_t number = static_cast<std::uint64_t>(team.league_rank()) * fill_lanes + lane;
    std::uint32_t* const words = kokkos::in_scratch(Ring(team.team_scratch(0), Rng::words).data());
    std::uint32_t* const home = table_.store.ring_of(number);
    for (std::uint32_t w = lane; w < Rng::words; w += fill_lanes) words[w] = home[w];
    Sink sink = sink_;
    typename Rng::Stream stream(words, lane, fill_lanes, table_.attempts);
    for (std::uint64_t row = 0; row < rows_; ++row) {
      team.team_barrier();
      sink.take(number, row, stream.next());
    }
    sink.end(number);
    team.team_barrier();
    for (std::uint32_t w = lane; w < Rng::words; w += fill_lanes) home[w] = words[w];
  }

 private:
  DrawOnDevice(const KokkosStreamTable<Rng>& table, std::uint64_t rows, const Sink& sink)
      : table_(table), rows_(rows), sink_(sink) {}

  KokkosStreamTable<Rng> table_;
  std::uint64_t rows_;
  Sink sink_;
};

/// Streams for a device.
template <class Rng>
class KokkosDeviceStreams {
 public:
  KokkosDeviceStreams(std::uint64_t seed, std::uint64_t streams, rng::Seeding seeding)
      : table_(seeded_streams<Rng>(seed, streams, seeding, StreamsInOrder{}, fill_lanes)) {
    setup_seconds_ = seconds_of_second([this] { seed_streams(table_, StreamsInOrder{}); });
  }

  double setup_seconds() const { return setup_seconds_; }
  template <class Sink>
  void draw(std::uint64_t rows, const Sink& sink) {
    DrawOnDevice<Rng, Sink>::run(table_, rows, sink);
    table_.attempts += rows;
  }

 private:
  KokkosStreamTable<Rng> table_;
  double setup_seconds_ = 0;
};

template <class Rng>
using KokkosBenchStreams = std::conditional_t<kokkos::on_host, KokkosStrips<Rng>, KokkosDeviceStreams<Rng>>;

/// Where this build's Kokkos makes numbers.
inline constexpr Place kokkos_place = kokkos::on_host ? Place::host : Place::device;

/// What a row's limit is made of there: in vector registers a host is faster than machine_logic and machine_mad, which
/// do one operation at a time.
inline Work work_of_space(const Work& work) { return kokkos::on_host ? memory_work(work) : work; }

template <class T>
std::vector<T> to_host(const Kokkos::View<T*, kokkos::Memory>& values) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values);
  return std::vector<T>(host.data(), host.data() + host.extent(0));
}

template <class T>
Configuration bytes_of(const Kokkos::View<T*, kokkos::Memory>& values) {
  const std::vector<T> host = to_host(values);
  return bytes_of(host.data(), host.size());
}

/// The Kokkos variant `streams` of an rng_* kernel.
inline Variant kokkos_variant(std::string kernel, std::vector<Axis> axes) {
  Variant v;
  v.kernel = std::move(kernel);
  v.name = "streams";
  v.backend = "kokkos";
  v.title = kokkos::on_host ? cpu::with_widest_isa("Strips of streams in vector registers,") : "A work item a stream";
  v.source = "Lulli 2015, section 3";
  v.axes = std::move(axes);
  v.oracle = "streams";
  return v;
}

}  // namespace spinbench::rng_bench
