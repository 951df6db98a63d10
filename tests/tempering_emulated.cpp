// What the variants of parallel tempering do on a GPU, on a device that this host plays (tests/emulated): the same
// spins, temperatures and exchanges as the oracles, to the bit.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "kernels/ising2d_parallel_tempering/gpu_multispin.cuh"
#include "kernels/ising2d_parallel_tempering/gpu_tiled.cuh"
#include "kernels/ising2d_parallel_tempering/physics.hpp"
#include "tests/tempering.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::tempering;

using Make = std::unique_ptr<Simulation> (*)(const Params&, std::uint64_t);

void compare(Make make, Params params, const char* oracle, int steps, const char* launch = "graph") {
  params.set("launch", std::string(launch));
  const auto found = make(params, 21), wanted = make_oracle(oracle, params, 21);
  const int step = found->sweep_granularity();
  INFO(oracle << " " << params.name());
  for (const int part : {1, 2, steps - 3}) {
    found->sweep(part * step);
    wanted->sweep(part * step);
    require_same_tempering(*found, *wanted);
  }
  REQUIRE(found->series("tempering", 2, step).values == wanted->series("tempering", 2, step).values);
}

}  // namespace

TEST_CASE("Emulated: tiles of all replicas hold the oracle's spins, wherever exchanges are decided",
          "[tempering][emulated]") {
  for (const char* rng : {"lcg32_random", "philox4x32"}) {
    Params params = tiled_case(rng);
    compare(make_tiled_replicas<ExchangesOnDevice>, params, "tiled", 8);
    compare(make_tiled_replicas<ExchangesByHost>, params, "tiled", 8);
  }
  // Steps from a graph, and a rest.
  Params small = tiled_case("lcg32_random");
  small.set("L", std::int64_t{32});
  small.set("replicas", std::int64_t{3});
  compare(make_tiled_replicas<ExchangesOnDevice>, small, "tiled", 110);
  // As many steps as a graph may have, twice, and a rest.
  small.set("k", std::int64_t{1});
  small.set("exchange", std::int64_t{1});
  compare(make_tiled_replicas<ExchangesOnDevice>, small, "tiled", 2 * most_steps_together + 8);
  // More replicas than a warp has lanes.
  Params many = tiled_case("lcg32_random");
  many.set("L", std::int64_t{32});
  many.set("replicas", std::int64_t{70});
  compare(make_tiled_replicas<ExchangesOnDevice>, many, "tiled", 12);
  // More blocks a replica than it has counters, and one visit between exchanges.
  Params large = tiled_case("lcg32_random");
  large.set("L", std::int64_t{192});
  large.set("replicas", std::int64_t{2});
  large.set("k", std::int64_t{1});
  large.set("exchange", std::int64_t{1});
  compare(make_tiled_replicas<ExchangesOnDevice>, large, "tiled", 9);
}

TEST_CASE("Emulated: bit-sliced replicas hold the oracle's spins", "[tempering][emulated]") {
  for (const char* rng : {"mwc64x", "philox4x32"})
    for (const int words : {1, 2, 4, 8}) {
      Params params = multispin_case(rng);
      params.set("words", std::int64_t{words});
      params.set("L", std::int64_t{words == 1 ? 64 : 32 * words});
      if (words == 8) params.set("replicas", std::int64_t{3});
      compare(make_multispin_replicas, params, "multispin_plain", 5);
    }
}

TEST_CASE("Emulated: bit-sliced replicas that stay in shared memory hold the oracle's spins", "[tempering][emulated]") {
  const auto persistent = [](int L, int words, int replicas, const char* rng) {
    Params params = multispin_case(rng);
    params.set("L", std::int64_t{L});
    params.set("words", std::int64_t{words});
    params.set("replicas", std::int64_t{replicas});
    params.set("launch", std::string("persistent"));
    return params;
  };
  const auto path = [](const Params& params) { return multispin_path(params); };
  // A lattice a block.
  Params whole = persistent(64, 1, 5, "philox4x32");
  CHECK(path(whole).find("strips one") != std::string::npos);
  compare(make_multispin_replicas, whole, "multispin_plain", 5, "persistent");
  // A whole lattice a block, and a strip, of which threads take several tiles in equal turns, the last one in part.
  Params turns = persistent(192, 1, 132, "mwc64x");
  CHECK(path(turns).find("several tiles a thread") != std::string::npos);
  compare(make_multispin_replicas, turns, "multispin_plain", 2, "persistent");
  Params strip_turns = persistent(320, 1, 45, "philox4x32");
  CHECK(path(strip_turns).find("strips two") != std::string::npos);
  CHECK(path(strip_turns).find("several tiles a thread") != std::string::npos);
  compare(make_multispin_replicas, strip_turns, "multispin_plain", 2, "persistent");
  // Strips, a tile a thread.
  Params strips = persistent(256, 2, 50, "mwc64x");
  CHECK(path(strips).find("strips two") != std::string::npos);
  compare(make_multispin_replicas, strips, "multispin_plain", 3, "persistent");
  Params uneven = persistent(256, 4, 20, "mwc64x");
  CHECK(path(uneven).find("strips of two heights") != std::string::npos);
  compare(make_multispin_replicas, uneven, "multispin_plain", 3, "persistent");
  require_resumes([&] { return make_multispin_replicas(persistent(256, 2, 30, "mwc64x"), 3); });
}

TEST_CASE("A bit-sliced case that can run can be proved, on its own tile", "[tempering][emulated]") {
  int seen = 0;
  for (const int L : {64, 128, 192, 256, 320, 512, 768, 1024, 2048})
    for (const int words : {0, 1, 2, 4, 8}) {
      Params params = multispin_case("mwc64x");
      params.set("L", std::int64_t{L});
      params.set("words", std::int64_t{words});
      params.set("launch", std::string(seen % 2 == 0 ? "graph" : "persistent"));
      if (!multispin_replicas_unsupported(params).empty()) continue;
      const Params proof = multispin_physics_case({tempering_variant("multispin_plain"), Device{}, params});
      INFO(params.name() << " by " << proof.name());
      CHECK(multispin_replicas_unsupported(proof).empty());
      const auto tile = [](const Params& one) { return ising2d::multispin_tile(bit_sliced_lattices(one)); };
      CHECK((tile(proof).across == tile(params).across && tile(proof).down == tile(params).down));
      for (const Params& one : multispin_replica_cases(params, Device{}))
        CHECK(multispin_replicas_unsupported(one).empty());
      ++seen;
    }
  CHECK(seen >= 20);
}

TEST_CASE("Emulated: what is kept of a device goes on as if nothing had been", "[tempering][emulated]") {
  Params params = tiled_case("lcg32_random"), bits = multispin_case("mwc64x");
  params.set("L", std::int64_t{32});
  for (Params* one : {&params, &bits}) one->set("launch", std::string("graph"));
  require_resumes([&] { return make_tiled_replicas<ExchangesOnDevice>(params, 3); });
  require_resumes([&] { return make_tiled_replicas<ExchangesByHost>(params, 3); });
  require_resumes([&] { return make_multispin_replicas(bits, 3); });
}

TEST_CASE("Emulated: temperatures are moved alike on device and host", "[tempering][emulated]") {
  Params params = tiled_case("lcg32_random");
  params.set("L", std::int64_t{32});
  params.set("replicas", std::int64_t{3});
  params.set("k", std::int64_t{1});
  params.set("exchange", std::int64_t{1});
  for (const char* launch : {"stream", "graph"}) {
    params.set("launch", std::string(launch));
    const auto on_device = make_tiled_replicas<ExchangesOnDevice>(params, 3),
               by_host = make_tiled_replicas<ExchangesByHost>(params, 3);
    auto& tempered = dynamic_cast<Tempered&>(*on_device);
    auto& other = dynamic_cast<Tempered&>(*by_host);
    for (Tempered* one : {&tempered, &other}) {
      // A graph that was recorded at the first temperatures is replayed at the others.
      one->sweep(most_steps_together + 3);
      one->set_betas({0.1, 0.3, 0.4});
      one->sweep(most_steps_together + 4);
    }
    require_same_tempering(tempered, other);
  }
}

TEST_CASE("Emulated: spins come to the host in canonical order, in parts or at once", "[tempering][emulated]") {
  constexpr std::uint32_t L = 20;
  std::vector<std::int8_t> canonical(std::size_t{L} * L);
  std::vector<std::int32_t> in_memory(canonical.size());
  for (std::uint32_t y = 0; y < L; ++y)
    for (std::uint32_t x = 0; x < L; ++x) {
      const int spin = (x * x + 3 * y * y + x * y) % 7 < 3 ? -1 : 1;
      canonical[std::size_t{y} * L + x] = static_cast<std::int8_t>(spin);
      in_memory[ising2d::Crinkled::place(x, y, L)] = spin;
    }
  gpu::Buffer<std::int32_t> spins(in_memory.size());
  spins.copy_from(in_memory.data(), in_memory.size());
  const Configuration wanted(canonical);
  const ising2d::InLayout<ising2d::Crinkled> place{L};
  REQUIRE(gathered(spins.data(), spins.size(), place) == wanted);
  for (const std::size_t at_once : {std::size_t{1}, std::size_t{64}, spins.size() - 1, spins.size()})
    REQUIRE(gathered(spins.data(), spins.size(), place, at_once) == wanted);

  GpuMultispinLattice<3> bits(64, 2);
  std::vector<std::uint32_t> words(bits.words().size());
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint32_t>(i * 2654435761u ^ i >> 7);
  bits.words().copy_from(words.data(), words.size());
  // Two lattices of 64 layers of 64 rows, of which one word a colour holds all.
  constexpr std::size_t plane = 64 * 64;
  std::vector<std::uint32_t> wanted_bits;
  for (std::size_t lattice = 0; lattice < 2; ++lattice)
    for (std::size_t row = 0; row < plane; ++row) {
      const std::size_t even = (row / 64 + row % 64) % 2;
      append_row_order(wanted_bits, words[(2 * lattice + even) * plane + row],
                       words[(2 * lattice + 1 - even) * plane + row]);
    }
  const Configuration in_order = Configuration::of_bits(wanted_bits, 32 * words.size());
  REQUIRE(bits.configuration() == in_order);
  for (const std::size_t at_once : {plane - 1, 2 * plane - 1, 2 * plane})
    REQUIRE(bits.configuration(at_once) == in_order);
}
