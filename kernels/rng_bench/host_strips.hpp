// What the host variants of the rng_* benchmarks do with one strip of streams.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "backends/cpu/host_files.hpp"
#include "kernels/common/host_streams.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/rng_bench/plain_streams.hpp"
#include "kernels/rng_bench/rng_bench.hpp"

namespace spinbench::rng_bench {

/// Whether the caches cannot hold an array of `bytes` from one sweep to the next, so that it should be written past
/// them: a line that is written in the ordinary way is read first.
inline bool beyond_caches(double bytes) {
  static const double last_level =
      static_cast<double>(cpu::HostFiles().cache_bytes(0).value_or(std::uint64_t{32} << 20));
  return bytes > last_level;
}

/// How a fill on a host stores its numbers.
inline Axis axis_stores() {
  Axis axis = Axis::word("stores", "auto", {"auto", "ordinary", "past_caches"},
                         "how numbers reach memory; auto: past the caches where they could not hold the array");
  // The code path tells what it selects.
  axis.selects_code = false;
  return axis;
}

inline bool stores_past_caches(const Params& params) {
  const std::string& stores = params.word("stores");
  return stores == "past_caches" || (stores == "auto" && beyond_caches(4 * params.real("n")));
}

/// As Simulation::code_path().
inline std::string host_fill_path(const Params& params) {
  return fill_path(fill_geometry(params)) + (stores_past_caches(params) ? ", past the caches" : "");
}

/// As Variant::bit_cases: those of any fill, stored as the case's numbers are.
inline std::vector<Params> host_fill_bit_cases(const Params& params, const Device& device) {
  std::vector<Params> cases = fill_bit_cases(params, device);
  for (Params& one : cases) one.set("stores", std::string(stores_past_caches(params) ? "past_caches" : "ordinary"));
  return cases;
}

/// Writes the floats of the first words past the caches; returns of how many.
inline std::uint32_t stream_floats(const std::uint32_t* words, std::uint32_t count, float* numbers) {
  std::uint32_t done = 0;
#if SPINBENCH_X86
  if (reinterpret_cast<std::uintptr_t>(numbers) % sizeof(__m128) != 0) return 0;
  for (; done + 4 <= count; done += 4) {
    __m128i four;
    std::memcpy(&four, words + done, sizeof four);
    _mm_stream_ps(numbers + done, _mm_mul_ps(_mm_cvtepi32_ps(_mm_srli_epi32(four, 8)), _mm_set1_ps(0x1p-24f)));
  }
#else
  static_cast<void>(words), static_cast<void>(count), static_cast<void>(numbers);
#endif
  return done;
}

/// Makes what was written past the caches visible to other threads.
inline void end_of_streaming() {
#if SPINBENCH_X86
  _mm_sfence();
#endif
}

/// Rows of words into floats, as far as the array goes.
struct StoreFloats {
  const std::uint32_t* words;
  std::uint32_t width, count;
  int rows;
  float* numbers;
  std::uint64_t begin, streams, n;
  bool past_caches;

  void operator()() const {
    for (int row = 0; row < rows; ++row) {
      const std::uint64_t at = begin + static_cast<std::uint64_t>(row) * streams;
      if (at >= n || (planted(Mutant::fill_partial_row_lost) && at + streams > n)) return;
      const auto length = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, n - at));
      const std::uint32_t* const from = words + static_cast<std::uint32_t>(row) * width;
      float* const to = numbers + at;
      const std::uint32_t done = past_caches ? stream_floats(from, length, to) : 0;
      SPINBENCH_INDEPENDENT
      for (std::uint32_t i = done; i < length; ++i) to[i] = to_float(from[i]);
    }
  }
};

/// Fills a strip's part of each row, past the caches or in the ordinary way.
template <class Rng>
void fill_strip(const HostTable<Rng>& table, std::uint64_t strip, std::uint64_t position, const FillGeometry& geometry,
                bool past_caches, float* numbers) {
  alignas(64) std::uint32_t words[HostStrip<Rng>::most_rows * fill_lanes];
  HostStrip<Rng> streams(table, strip, position + (planted(Mutant::fill_strip_delayed) && strip == 1 ? 4 : 0));
  for (std::uint64_t row = 0; row < geometry.rows();) {
    const int made = streams.draw(geometry.rows() - row, words);
    cpu::run_as(table.isa,
                StoreFloats{words, table.width, streams.count(), made, numbers,
                            row * geometry.streams + streams.first(), geometry.streams, geometry.n, past_caches});
    row += static_cast<std::uint64_t>(made);
  }
  if (past_caches) end_of_streaming();
}

/// Adds to each stream's count the odd ones of `rows` numbers.
template <int Bits>
struct AddOdd {
  const std::uint32_t* words;
  std::uint32_t width, count;
  int rows;
  std::uint32_t* counts;

  void operator()() const {
    const std::uint32_t streams = count;
    std::uint32_t* const totals = counts;
    for (int row = 0; row < rows; ++row) {
      const std::uint32_t* const from = words + static_cast<std::uint32_t>(row) * width;
      SPINBENCH_INDEPENDENT
      for (std::uint32_t i = 0; i < streams; ++i) totals[i] += odd(from[i], Bits);
    }
  }
};

template <class Rng>
void count_strip(const HostTable<Rng>& table, std::uint64_t strip, std::uint64_t position, std::uint64_t draws,
                 std::uint32_t* counts) {
  alignas(64) std::uint32_t words[HostStrip<Rng>::most_rows * count_threads];
  HostStrip<Rng> streams(table, strip, position);
  if (planted(Mutant::count_strip_short) && strip == 1) --draws;
  for (std::uint64_t done = 0; done < draws;) {
    const int made = streams.draw(draws - done, words);
    cpu::run_as(table.isa,
                AddOdd<Rng::facts.bits>{words, table.width, streams.count(), made, counts + streams.first()});
    done += static_cast<std::uint64_t>(made);
  }
}

/// Adds to each stream's sum its numbers, modulo 2^32.
struct AddWords {
  const std::uint32_t* words;
  std::uint32_t width, count;
  int rows;
  std::uint32_t* sums;

  void operator()() const {
    const std::uint32_t streams = count;
    std::uint32_t* const totals = sums;
    for (int row = 0; row < rows; ++row) {
      const std::uint32_t* const from = words + static_cast<std::uint32_t>(row) * width;
      SPINBENCH_INDEPENDENT
      for (std::uint32_t i = 0; i < streams; ++i) totals[i] += from[i];
    }
  }
};

/// `at_a_time`: numbers drawn from a stream between reading and writing its state.
template <class Rng>
void add_strip(const HostTable<Rng>& table, std::uint64_t strip, std::uint64_t position, std::uint64_t draws,
               std::uint64_t at_a_time, std::uint32_t* sums) {
  if (planted(Mutant::blocks_second_lost) && strip > 0 && strip + 1 < table.strips()) return;
  alignas(64) std::uint32_t words[HostStrip<Rng>::most_rows * blocks_threads];
  HostStrip<Rng> streams(table, strip, position);
  for (std::uint64_t done = 0; done < draws;) {
    const int made = streams.draw(std::min(draws - done, at_a_time), words);
    cpu::run_as(table.isa, AddWords{words, table.width, streams.count(), made, sums + streams.first()});
    done += static_cast<std::uint64_t>(made);
  }
}

/// The streams of a simulation in ordinary memory, and how long seeding them takes.
template <class Rng>
class HostStreams {
 public:
  HostStreams(std::uint64_t seed, std::uint64_t streams, rng::Seeding seeding, std::uint32_t width)
      : elements_(HostTable<Rng>::size(streams, width)),
        table_{Rng::setup(seed, streams, seeding), elements_.data(), streams, width, cpu::widest_isa()} {
    // The second seeding is timed: the first also touches the memory.
    for (int i = 0; i < 2; ++i) {
      const auto start = std::chrono::steady_clock::now();
      for (std::uint64_t strip = 0; strip < table_.strips(); ++strip) table_.seed(strip);
      setup_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
  }

  const HostTable<Rng>& table() const { return table_; }
  double setup_seconds() const { return setup_seconds_; }

 private:
  std::vector<typename HostTable<Rng>::Element> elements_;
  HostTable<Rng> table_;
  double setup_seconds_ = 0;
};

/// The strips that a check draws again word by word: all, or of many some near both ends and some between.
inline std::vector<std::uint64_t> strips_to_check(std::uint64_t strips) {
  constexpr std::uint64_t most = 64;
  std::vector<std::uint64_t> result;
  for (std::uint64_t i = 0; i < std::min(strips, most); ++i)
    result.push_back(strips <= most || i < most / 4 ? i : strips - 1 - (most - 1 - i) * (strips - most / 4) / most);
  return result;
}

/// Whether `totals`, one a stream, are those of `value(word)` over `sweeps` times `draws` words drawn one by one.
template <class Rng, class Value>
bool totals_of_plain_words(const HostTable<Rng>& table, std::uint64_t sweeps, std::uint64_t draws,
                           const std::vector<std::uint32_t>& totals, Value value) {
  for (const std::uint64_t strip : strips_to_check(table.strips())) {
    const std::uint64_t first = strip * table.width;
    PlainStreams<Rng> plain(table.setup, first, table.in_strip(strip));
    std::vector<std::uint32_t> expected(table.in_strip(strip));
    for (std::uint64_t sweep = 0; sweep < sweeps; ++sweep) {
      plain.reopen();
      for (std::uint64_t row = 0; row < draws; ++row) {
        const std::vector<std::uint32_t> words = plain.row();
        for (std::size_t i = 0; i < words.size(); ++i) expected[i] += value(words[i]);
      }
    }
    if (!std::equal(expected.begin(), expected.end(), totals.begin() + static_cast<std::ptrdiff_t>(first)))
      return false;
  }
  return true;
}

/// The bytes of `count` values, for comparisons.
template <class T>
Configuration bytes_of(const T* values, std::size_t count) {
  return Configuration::of(Element::byte, reinterpret_cast<const std::uint8_t*>(values), count * sizeof(T));
}

}  // namespace spinbench::rng_bench
