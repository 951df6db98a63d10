// rng_fill by the GPU's kernels, on a device that this host plays (tests/emulated): the numbers of the cpu variant to
// the bit, on every path.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "tests/fill_emulated.hpp"

#include <set>
#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace spinbench;
using namespace spinbench::rng_bench;

namespace {

/// One of each way to keep states, and one of each way to make numbers without.
template <class Use>
void for_some_generators(Use&& use) {
  use("philox4x32_7", rng::Tag<rng::Philox4x32_7>{});
  use("sfc32", rng::Tag<rng::Sfc32>{});
  use("lcg32_random", rng::Tag<rng::Lcg32>{});
  use("xorwow", rng::Tag<rng::Xorwow>{});
  use("fibonacci521", rng::Tag<rng::Fibonacci521>{});
}

}  // namespace

TEST_CASE("Emulated: rng_fill of the GPU's kernels makes the numbers of the cpu variant", "[rng][emulated]") {
  for_some_generators([](const char* name, auto tag) {
    using Rng = typename decltype(tag)::type;
    INFO(name);
    // One block of threads, in part and whole; several, the last in part; several, all whole.
    for (const std::uint64_t streams : {256u, 1024u, 2304u, 3072u})
      for (const std::uint64_t n : {37u * streams, 20u * streams + 77u}) {
        INFO("streams " << streams << " n " << n);
        CHECK(fills_as_its_oracle<Rng>(fill_of(name, streams, n), {1, 2}));
      }
  });
}

TEST_CASE("Emulated: groups of rows in layers make the numbers of the cpu variant", "[rng][emulated]") {
  using Rng = rng::Philox4x32_7;
  // Two layers, of which the second has a group too many; three; and as many groups as one layer has.
  for (const std::uint64_t rows : {512u * 16 + 18, 2 * 512u * 16 + 1, 512u * 16}) {
    const Params params = fill_of("philox4x32_7", 256, rows * 256 - 3);
    INFO("rows " << rows);
    CHECK(layers_of<Rng>(fill_geometry(params)) == (rows + 15) / 16 / 512 + (rows % 16 != 0));
    CHECK(fills_as_its_oracle<Rng>(params, {1, 1}));
  }
}

TEST_CASE("Emulated: each path of rng_fill has a small case, which is cheap", "[rng][emulated]") {
  for_some_generators([](const char* name, auto tag) {
    using Rng = typename decltype(tag)::type;
    INFO(name);
    std::set<std::string> paths;
    for (const std::uint64_t streams : {256u, 512u, 1024u, 1280u, 4096u, 262144u})
      for (const std::uint64_t n : {37ull, 1ull << 24, (1ull << 24) + 1, 1ull << 29, (1ull << 29) - 1, 1ull << 36}) {
        const Params params = fill_of(name, streams, n);
        const std::string wanted = gpu_fill_path<Rng>(fill_geometry(params));
        bool found = false;
        for (const Params& one : gpu_fill_bit_cases<Rng>(params, {})) {
          CHECK(fill_unsupported(one).empty());
          CHECK(fill_memory_bytes(one) < 150e6);
          found = found || gpu_fill_path<Rng>(fill_geometry(one)) == wanted;
        }
        INFO(wanted);
        CHECK(found);
        paths.insert(wanted);
      }
    CHECK(paths.size() >= 4);
  });
  const auto path = [](std::uint64_t streams, std::uint64_t n) { return gpu_fill_path<rng::Philox4x32>({n, streams}); };
  CHECK(path(262144, 1 << 29) == "whole rows, several blocks across");
  CHECK(path(4096, 1 << 24) == "whole rows, several blocks across");
  CHECK(path(256, 1 << 29) == "whole rows, the last in part, groups in layers");
  CHECK(path(1280, 1 << 20) == "last row in part, several blocks across, the last in part");
}

TEST_CASE("Emulated: an array looks at itself after any number of fills, and before the first", "[rng][emulated]") {
  for_some_generators([](const char* name, auto tag) {
    using Rng = typename decltype(tag)::type;
    INFO(name);
    // Of the second only the first rows are followed, where streams keep a state.
    for (const std::uint64_t rows : {70u, 9000u})
      for (const int fills : {0, 1, 3}) {
        GpuFill<Rng> fill(fill_of(name, 512, rows * 512 - 9), 5, rng::Seeding::random);
        fill.sweep(fills);
        CHECK(holds_itself(fill));
        CHECK(holds_itself(fill));
      }
  });
}
