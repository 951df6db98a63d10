#include "kernels/rng_bench/rng_bench.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/common/rng/generators.hpp"

namespace spinbench::rng_bench {

namespace {

/// Bytes of interleaved state that memory must give and take where `streams` streams draw `draws` words each. States
/// that an open stream holds and rings are left out: they are loaded once a sweep.
double state_traffic(const std::string& name, double streams, double draws, double cache_bytes) {
  if (!rng::keeps_many_words(name) || rng::most_lanes(name) > 0) return 0;
  const double each = streams * draws * rng::facts_of(name).traffic_bytes, state = streams * rng::state_bytes(name);
  return state > 2 * cache_bytes ? each : std::min(each, 2 * state);
}

/// Work of making `numbers` numbers, of which each stream draws `draws` between opening and closing. What
/// looks at a number costs an operation or none: compilers merge it with the last that makes one.
Work drawing_work(const std::string& name, double numbers, double draws, double lanes, double cache_bytes) {
  const rng::Facts facts = rng::facts_of(name);
  const rng::WordCost cost = rng::word_cost(facts, draws);
  Work work;
  work.units = work.random_words = numbers;
  work.multiply_adds = numbers * cost.multiply_adds;
  work.logic_ops = numbers * cost.logic_ops;
  work.issue_slots = numbers * cost.issue_slots;
  work.memory_bytes = state_traffic(name, numbers / draws, draws, cache_bytes);
  // A number from a ring is two words read and one written.
  if (rng::most_lanes(name) > 0) work.shared_bytes = 12 * numbers;
  work.footprint_bytes = numbers / draws * rng::state_bytes(name, lanes);
  return work;
}

Params with(Params params, const std::string& axis, std::int64_t value) {
  if (params.has(axis)) params.set(axis, value);
  return params;
}

Kernel fill_kernel() {
  Kernel k;
  k.name = "rng_fill";
  k.title = "Random numbers: filling an array with floats";
  k.unit = "number";
  k.sources = {"M. Lulli, M. Bernaschi, G. Parisi, Comput. Phys. Commun. 196, 290 (2015), Table 1"};
  k.reference = [](const Params& params) {
    Params serial;
    serial.set("n", std::min<std::int64_t>(params.integer("n"), std::int64_t{1} << 24));
    return Kernel::Reference{"standard", "cpu", serial};
  };
  return k;
}

Kernel count_kernel() {
  Kernel k;
  k.name = "rng_count_odd";
  k.title = "Random numbers: counting the odd ones, nothing stored";
  k.unit = "number";
  k.sources = {"M. Lulli, M. Bernaschi, G. Parisi, Comput. Phys. Commun. 196, 290 (2015), Table 2"};
  return k;
}

Kernel blocks_kernel() {
  Kernel k;
  k.name = "rng_blocks";
  k.title = "Random numbers: time for one against the number of thread blocks";
  k.unit = "number";
  k.sources = {"M. Weigel, J. Comput. Phys. 231, 3064 (2012), Fig. 4"};
  return k;
}

const Register<Kernel> register_fill{fill_kernel()};
const Register<Kernel> register_count{count_kernel()};
const Register<Kernel> register_blocks{blocks_kernel()};

}  // namespace

Axis axis_n(Place place) {
  return Axis::integer("n", std::int64_t{1} << (place == Place::device ? 29 : 24), 1, std::int64_t{1} << 36,
                       "numbers in the array");
}

Axis axis_rng(const std::string& fallback) {
  return Axis::word("rng", fallback, rng::names_of(rng::any_generator), "random number generator");
}

Axis axis_vendor_rng(std::vector<std::string> names) {
  return Axis::word("rng", "philox4x32", std::move(names), "generator of the vendor's library");
}

Axis axis_streams(Place place) {
  return Axis::integer("streams", place == Place::device ? 262144 : 4096, 256, std::int64_t{1} << 26,
                       "streams that draw side by side, a multiple of 256");
}

FillGeometry fill_geometry(const Params& params) {
  return {static_cast<std::uint64_t>(params.integer("n")), static_cast<std::uint64_t>(params.integer("streams"))};
}

std::string fill_unsupported(const Params& params) {
  const std::int64_t streams = params.integer("streams");
  if (streams % fill_lanes == 0) return "";
  return "streams must be a multiple of " + std::to_string(fill_lanes) + ", but streams is " + std::to_string(streams);
}

std::string fill_path(const FillGeometry& geometry) {
  return geometry.n % geometry.streams == 0 ? "whole rows" : "last row in part";
}

std::vector<Params> fill_bit_cases(const Params& params, const Device&) {
  const std::int64_t sizes[][2] = {{1024, 20 * 1024 + 77}, {256, 69 * 256 + 255}, {1024, 24 * 1024}};
  std::vector<Params> result;
  for (const auto& [streams, n] : sizes) result.push_back(with(with(params, "streams", streams), "n", n));
  return result;
}

double fill_memory_bytes(const Params& params) {
  return 4 * params.real("n") + params.real("streams") * rng::state_bytes(params.word("rng"), fill_lanes);
}

Work memory_work(Work work) {
  work.logic_ops = work.multiply_adds = work.issue_slots = 0;
  return work;
}

Work plain_fill_work(double n) {
  Work work;
  work.units = work.random_words = n;
  work.write_bytes = work.footprint_bytes = 4 * n;
  return work;
}

Work fill_work(const Params& params, double cache_bytes) {
  const FillGeometry geometry = fill_geometry(params);
  const double n = static_cast<double>(geometry.n), rows = static_cast<double>(geometry.rows());
  const double drawn = rows * static_cast<double>(geometry.streams);
  Work work = drawing_work(params.word("rng"), drawn, rows, fill_lanes, cache_bytes);
  work.units = n;
  // Into a float: a shift and a conversion, which not every device's ALU does.
  work.logic_ops += n;
  work.issue_slots += 2 * n;
  work.footprint_bytes += 4 * n;
  (work.memory_bytes > 0 ? work.memory_bytes : work.write_bytes) += 4 * n;
  return work;
}

Axis axis_grid() {
  return Axis::word("grid", "paper", {"paper", "full"},
                    "blocks of 256 threads: 64, as in the paper, or as many as the device holds at once");
}

std::uint64_t count_blocks(const Params& params, const std::function<std::uint64_t()>& full) {
  const std::string& grid = params.word("grid");
  if (grid == "paper") return paper_blocks;
  return grid == "full" ? full() : std::stoull(grid);
}

Oracle count_oracle(const std::function<std::uint64_t(const Params&)>& full) {
  Oracle oracle("streams");
  oracle.params = [full](const Params& params, const Device&) {
    Params result = params;
    if (params.word("grid") == "full") result.set("grid", std::to_string(full(params)));
    return result;
  };
  return oracle;
}

Axis axis_draws(Place place) {
  return Axis::integer("draws", place == Place::device ? 32768 : 1024, 1, std::int64_t{1} << 24,
                       "numbers a thread draws");
}

std::vector<Params> count_bit_cases(const Params& params, const Device&) {
  std::vector<Params> result = {with(params, "draws", 45)};
  // A few sweeps of a full grid take an oracle as long as many of the other.
  if (params.has("grid") && params.word("grid") == "full") {
    result.insert(result.begin(), result.front());
    result.front().set("grid", std::string("paper"));
  }
  return result;
}

double count_memory_bytes(const Params& params, double blocks) {
  return blocks * count_threads * (4 + rng::state_bytes(params.word("rng"), count_threads));
}

Work count_work(const Params& params, double blocks, double cache_bytes) {
  const double draws = params.real("draws"), numbers = blocks * count_threads * draws;
  return drawing_work(params.word("rng"), numbers, draws, count_threads, cache_bytes);
}

Check exactly(std::string name, bool passed, std::string detail) {
  Check check;
  check.name = std::move(name);
  check.passed = passed;
  check.detail = std::move(detail);
  return check;
}

Check odd_check(std::uint64_t found_odd, std::uint64_t drawn) {
  Check check;
  check.name = "odd";
  check.numeric = true;
  const double n = static_cast<double>(drawn);
  check.value = static_cast<double>(found_odd) / n;
  check.expected = 0.5;
  check.sigma = 0.5 / std::sqrt(n);
  check.passed = drawn > 0 && std::fabs(check.value - check.expected) <= 5 * check.sigma;
  check.detail = "part of " + std::to_string(drawn) + " numbers that are odd, within 5 sigma";
  return check;
}

Axis axis_load() {
  return Axis::real("load", 1, 0.125, 16, "blocks of 512 threads for each multiprocessor, rounded up to a whole grid");
}

Axis axis_state() {
  return Axis::word(
      "state", "shared", {"shared", "registers"},
      "where a generator's state lies: read from and written to shared memory for every number, as in the "
      "paper, or kept in registers");
}

std::uint32_t drawing_lanes(const std::string& rng) {
  const std::uint32_t most = rng::most_lanes(rng);
  return most == 0 ? blocks_threads : std::min(blocks_threads, most);
}

std::uint32_t blocks_at(const Params& params, int multiprocessors) {
  return static_cast<std::uint32_t>(std::max(1.0, std::ceil(params.real("load") * multiprocessors)));
}

std::string blocks_unsupported(const Params& params) {
  const std::string& name = params.word("rng");
  const bool ring = rng::most_lanes(name) > 0, shared = params.word("state") == "shared";
  if (rng::keeps_many_words(name) && !ring && rng::facts_of(name).traffic_bytes == 0)
    return shared ? name + " holds its state in registers while a stream is open: take state=registers" : "";
  if (rng::keeps_many_words(name) && !ring)
    return name + " keeps " + std::to_string(static_cast<int>(rng::state_bytes(name))) +
           " bytes a thread, which fit neither shared memory nor registers: take rng_count_odd";
  if (ring && !shared) return "the ring of " + name + " serves a block and lies in shared memory: take state=shared";
  if (!ring && shared && rng::state_bytes(name) == 0)
    return name + " keeps nothing from number to number: take state=registers";
  return "";
}

std::vector<Params> blocks_bit_cases(const Params& params, const Device&) { return {with(params, "draws", 45)}; }

Oracle blocks_oracle() {
  Oracle oracle("streams");
  oracle.params = [](const Params& params, const Device& device) {
    Params result = params;
    result.set("load", static_cast<double>(blocks_at(params, device.multiprocessors)));
    return result;
  };
  return oracle;
}

double blocks_memory_bytes(const Params& params, double blocks) {
  const std::uint32_t lanes = drawing_lanes(params.word("rng"));
  return blocks * lanes * (4 + rng::state_bytes(params.word("rng"), lanes));
}

Work blocks_work(const Params& params, double blocks) {
  const std::string& name = params.word("rng");
  const std::uint32_t lanes = drawing_lanes(name);
  const double draws = params.real("draws"), numbers = blocks * lanes * draws;
  Work work = drawing_work(name, numbers, draws, lanes, all_in_cache);
  if (params.word("state") == "shared" && rng::most_lanes(name) == 0)
    work.shared_bytes = 2 * rng::state_bytes(name) * numbers;
  return work;
}

}  // namespace spinbench::rng_bench
