// Each bug that can be planted in parallel tempering on a GPU is found, on a device that this host plays: by spins,
// temperatures or counts that are not the oracle's, or by the simulation's own checks. Built with SPINBENCH_MUTANTS.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "interface/mutants.hpp"
#include "kernels/ising2d_parallel_tempering/gpu_multispin.cuh"
#include "kernels/ising2d_parallel_tempering/gpu_tiled.cuh"
#include "tests/emulated/planted.hpp"
#include "tests/tempering.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::tempering;

using Make = std::unique_ptr<Simulation> (*)(const Params&, std::uint64_t);

/// What verify compares: spins, observables and the simulation's own checks, after some exchanges.
bool holds_the_oracles_spins(Make make, Params params, const char* oracle, const char* launch = "graph",
                             const std::vector<int>& parts = {1, 5, 4}) {
  params.set("launch", std::string(launch));
  const auto found = make(params, 21), wanted = make_oracle(oracle, params, 21);
  const int step = found->sweep_granularity();
  for (const int steps : parts) found->sweep(steps * step), wanted->sweep(steps * step);
  const Observables seen = found->observe(), expected = wanted->observe();
  for (const Observable& one : expected.all())
    if (seen.of(one.name) != one.values) return false;
  const std::vector<Check> own = found->self_check();
  return same_spins(*found, *wanted) && std::all_of(own.begin(), own.end(), [](const Check& c) { return c.passed; });
}

bool device_exchange() {
  return holds_the_oracles_spins(make_tiled_replicas<ExchangesOnDevice>, tiled_case("lcg32_random"), "tiled");
}
/// So many exchanges that energies differ by the limit itself in some.
bool many_exchanges() {
  Params params = tiled_case("lcg32_random");
  for (const auto& [name, value] : {std::pair{"L", 32}, {"replicas", 2}, {"k", 1}, {"exchange", 1}})
    params.set(name, std::int64_t{value});
  return holds_the_oracles_spins(make_tiled_replicas<ExchangesOnDevice>, params, "tiled", "graph", {1, 5, 2000});
}
bool host_exchange() {
  return holds_the_oracles_spins(make_tiled_replicas<ExchangesByHost>, tiled_case("lcg32_random"), "tiled");
}
bool multispin() {
  return holds_the_oracles_spins(make_multispin_replicas, multispin_case("mwc64x"), "multispin_plain");
}

/// Two strips a replica, of 50: few exchanges, since the oracle follows each spin.
bool persistent_multispin() {
  Params params = multispin_case("mwc64x");
  params.set("L", std::int64_t{256});
  params.set("words", std::int64_t{2});
  params.set("replicas", std::int64_t{50});
  return holds_the_oracles_spins(make_multispin_replicas, params, "multispin_plain", "persistent", {1, 2, 1});
}

/// As mutants name it: "multispin/gpu launch=persistent".
bool runs(const std::string& place) {
  if (place == "device_exchange/gpu") return device_exchange();
  if (place == "device_exchange/gpu k=1 exchange=1") return many_exchanges();
  if (place == "host_exchange/gpu") return host_exchange();
  return place == "multispin/gpu" ? multispin() : persistent_multispin();
}

}  // namespace

TEST_CASE("Emulated: every bug in the GPU's tempering is found, and nothing without one", "[mutants]") {
  const std::string kernel = "ising2d_parallel_tempering/";
  int planted_in = 0;
  for (std::size_t i = 0; i < mutants().size(); ++i)
    for (const std::string& where : mutants()[i].where) {
      if (!where.starts_with(kernel) || where.find("/gpu") == std::string::npos) continue;
      const std::string place = where.substr(kernel.size());
      INFO(mutants()[i].name << " in " << place);
      CHECK(!is_right_with(static_cast<int>(i + 1), [&] { return runs(place); }));
      ++planted_in;
    }
  CHECK(planted_in > 10);
  for (const char* place : {"device_exchange/gpu", "device_exchange/gpu k=1 exchange=1", "host_exchange/gpu",
                            "multispin/gpu", "multispin/gpu launch=persistent"})
    CHECK(runs(place));
}
