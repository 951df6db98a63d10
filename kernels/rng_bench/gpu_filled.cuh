// rng_fill/streams on a GPU: how a launch is shared out, what that says of the code path, and the simulation.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "kernels/common/code_path.hpp"
#include "kernels/rng_bench/fill_places.hpp"
#include "kernels/rng_bench/gpu_fill.cuh"
#include "kernels/rng_bench/plain_streams.hpp"

namespace spinbench::rng_bench::inline SPINBENCH_GPU_NAMESPACE {

/// Streams that a block of threads fills.
template <class Rng>
constexpr std::uint64_t streams_a_block() {
  if constexpr (is_counter_based<Rng>)
    return 4 * fill_lanes;
  else
    return FillShape<Rng>::threads * FillShape<Rng>::width;
}

/// Groups of rows in a layer of a grid of fill_blocks(), along `y`. A device takes 65535; so few that a small case has
/// layers, too, and more than the default has groups.
inline constexpr std::uint64_t most_groups_a_layer = 512;

/// Rows of a group.
template <class Rng>
inline constexpr std::uint64_t group_rows = Rng::facts.block_words* fill_numbers;

/// Layers of the grid, in every launch of the case: by the most groups that its rows touch, wherever they begin.
template <class Rng>
std::uint64_t layers_of(const FillGeometry& geometry) {
  if constexpr (is_counter_based<Rng>) {
    constexpr std::uint64_t a_group = group_rows<Rng>;
    const std::uint64_t rows = geometry.rows(), both_ends = rows % a_group == 0 ? 0 : 2 * (a_group - 1);
    return ((rows + both_ends) / a_group + most_groups_a_layer - 1) / most_groups_a_layer;
  } else {
    return 1;
  }
}

/// As Simulation::code_path().
template <class Rng>
std::string gpu_fill_path(const FillGeometry& geometry) {
  constexpr std::uint64_t a_block = streams_a_block<Rng>();
  return CodePath(fill_path(geometry))
      .where(geometry.streams > a_block, "several blocks across")
      .where(geometry.streams % a_block != 0, "the last in part")
      .where(layers_of<Rng>(geometry) > 1, "groups in layers")
      .text();
}

/// A small fill on the path of a large one.
template <class Rng>
FillGeometry small_fill_like(const FillGeometry& geometry) {
  constexpr std::uint64_t a_block = streams_a_block<Rng>();
  const bool several = geometry.streams > a_block, in_part = geometry.streams % a_block != 0;
  const std::uint64_t streams = in_part ? (several ? 2 * a_block : 0) + fill_lanes : (several ? 3 : 1) * a_block;
  // Not a multiple of a group's rows, so that a fill goes on within a group.
  const std::uint64_t rows = layers_of<Rng>(geometry) > 1 ? most_groups_a_layer * group_rows<Rng> + 18 : 37;
  const bool whole = geometry.n % geometry.streams == 0;
  return {whole ? rows * streams : (rows - 1) * streams + 77, streams};
}

/// As Variant::bit_cases: those of any fill, and the case's own path where none of them has it.
template <class Rng>
std::vector<Params> gpu_fill_bit_cases(const Params& params, const Device& device) {
  std::vector<Params> cases = fill_bit_cases(params, device);
  const std::string wanted = gpu_fill_path<Rng>(fill_geometry(params));
  if (std::any_of(cases.begin(), cases.end(),
                  [&](const Params& one) { return gpu_fill_path<Rng>(fill_geometry(one)) == wanted; }))
    return cases;
  const FillGeometry small = small_fill_like<Rng>(fill_geometry(params));
  cases.push_back(params);
  cases.back().set("n", static_cast<std::int64_t>(small.n));
  cases.back().set("streams", static_cast<std::int64_t>(small.streams));
  return cases;
}

template <class Rng>
class GpuFill final : public Simulation {
 public:
  GpuFill(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        geometry_(fill_geometry(params)),
        setup_(Rng::setup(seed, geometry_.streams, seeding)),
        numbers_(geometry_.n),
        streams_(seed, geometry_.streams, seeding, fill_lanes) {}

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) fill();
  }
  std::string code_path() const override { return gpu_fill_path<Rng>(geometry_); }
  Observables observe() override { return {}; }
  Configuration configuration() override { return bytes_of(numbers_); }
  Work work_per_sweep() const override { return fill_work(params_, static_cast<double>(gpu::cache_bytes())); }
  std::optional<double> setup_seconds() const override { return streams_.setup_seconds(); }

  /// Some strips of the array, as large as it is, against words that were drawn one by one. A state that was kept
  /// through many fills nobody can draw again: such streams begin anew, for two fills where these are short.
  std::vector<Check> self_check() override {
    const std::uint64_t rows = rows_followed();
    if (keeps_state) streams_.restart();
    if (keeps_state && 2 * rows <= most_followed) fill();
    if (keeps_state || streams_.drawn() == 0) fill();
    const std::uint64_t all = geometry_.streams / fill_lanes;
    const auto strips = places_to_check(all, some_borders(all, streams_a_block<Rng>() / fill_lanes));
    const auto some_rows = places_to_check(rows, borders_of_rows(rows));
    const bool same =
        std::all_of(strips.begin(), strips.end(), [&](std::uint64_t strip) { return same_as_plain(strip, some_rows); });
    return {exactly("words", same,
                    std::to_string(strips.size()) + " of " + std::to_string(all) + " strips of 256 streams in " +
                        std::to_string(some_rows.size()) + " of " + std::to_string(rows) + " rows, drawn word by word" +
                        (keeps_state ? " from the start" : ""))};
  }

 private:
  static constexpr bool keeps_state = Rng::storage != rng::Storage::none;
  /// Words of a stream that a check draws one after the other, so that it takes a moment.
  static constexpr std::uint64_t most_followed = 8192;

  /// Of the first rows all; counter-based streams are entered anywhere.
  std::uint64_t rows_followed() const {
    return is_counter_based<Rng> ? geometry_.rows() : std::min(geometry_.rows(), most_followed);
  }

  /// Of groups and layers, or of the batches of rows that a thread draws.
  std::vector<std::uint64_t> borders_of_rows(std::uint64_t rows) const {
    if constexpr (is_counter_based<Rng>) {
      const std::uint64_t cut = (streams_.drawn() - geometry_.rows()) % group_rows<Rng>;
      std::vector<std::uint64_t> result = some_borders(rows, group_rows<Rng>, cut);
      for (const std::uint64_t border : some_borders(rows, group_rows<Rng> * grid_at(cut).y, cut))
        result.push_back(border);
      return result;
    } else {
      return some_borders(rows, FillShape<Rng>::batch);
    }
  }

  bool same_as_plain(std::uint64_t strip, const std::vector<std::uint64_t>& rows) const {
    const std::uint64_t first = strip * fill_lanes, begin = streams_.drawn() - geometry_.rows();
    if constexpr (is_counter_based<Rng>) {
      return std::all_of(rows.begin(), rows.end(), [&](std::uint64_t row) {
        PlainStreams<Rng> plain(setup_, first, fill_lanes, begin + row);
        plain.reopen();
        return holds(row, first, plain.row());
      });
    } else {
      PlainStreams<Rng> plain(setup_, first, fill_lanes, keeps_state ? 0 : begin);
      plain.reopen();
      for (std::uint64_t draw = 0; keeps_state && draw < begin; ++draw) plain.row();
      if (keeps_state && begin > 0) plain.reopen();
      std::uint64_t next = 0;
      return std::all_of(rows.begin(), rows.end(), [&](std::uint64_t row) {
        for (; next < row; ++next) plain.row();
        ++next;
        return holds(row, first, plain.row());
      });
    }
  }

  /// Whether the array has the floats of `words` in that row, as far as it goes.
  bool holds(std::uint64_t row, std::uint64_t first, const std::vector<std::uint32_t>& words) const {
    const std::uint64_t at = row * geometry_.streams + first;
    if (at >= geometry_.n) return true;
    std::vector<float> found(std::min<std::uint64_t>(words.size(), geometry_.n - at));
    gpu::copy_to_host(found.data(), static_cast<const float*>(numbers_.data()) + at, found.size());
    return std::equal(found.begin(), found.end(), words.begin(),
                      [](float number, std::uint32_t word) { return number == to_float(word); });
  }

  static unsigned blocks(std::uint64_t items, std::uint64_t items_a_block) {
    return static_cast<unsigned>((items + items_a_block - 1) / items_a_block);
  }
  /// Of fill_blocks(), for rows of which the first `cut` of their first group were drawn before.
  dim3 grid_at(std::uint64_t cut) const {
    const std::uint64_t groups = blocks(cut + geometry_.rows(), group_rows<Rng>), layers = layers_of<Rng>(geometry_);
    return {blocks(geometry_.streams, streams_a_block<Rng>()), blocks(groups, layers), static_cast<unsigned>(layers)};
  }

  void fill() {
    const std::uint64_t rows = geometry_.rows(), whole_rows = geometry_.n / geometry_.streams;
    if constexpr (is_counter_based<Rng>) {
      const std::uint64_t position = streams_.drawn();
      gpu::launch(fill_blocks<Rng, fill_numbers>, grid_at(position % group_rows<Rng>), dim3(fill_lanes), setup_,
                  position, numbers_.data(), geometry_, whole_rows);
      streams_.next_launch(rows);
    } else {
      gpu::launch(fill_streams<Rng>, dim3(blocks(geometry_.streams, streams_a_block<Rng>())),
                  dim3(FillShape<Rng>::threads), streams_.next_launch(rows), numbers_.data(), geometry_, whole_rows);
    }
  }

  Params params_;
  FillGeometry geometry_;
  typename Rng::Setup setup_;
  gpu::Buffer<float> numbers_;
  BenchStreams<Rng> streams_;
};

}  // namespace spinbench::rng_bench::SPINBENCH_GPU_NAMESPACE
