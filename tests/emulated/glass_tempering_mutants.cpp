// Each bug that can be planted in the parallel tempering of spin glasses on a GPU is found, on a device that this host
// plays. Built with SPINBENCH_MUTANTS.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include <algorithm>
#include <string>
#include <vector>

#include "interface/mutants.hpp"
#include "kernels/ea3d_parallel_tempering/gpu_glass_replicas.cuh"
#include "tests/glass_tempering.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::glass_tempering;

/// What verify compares, after some exchanges.
bool holds_the_oracles_spins() {
  const Params params = glass_tempering_case_on_device(glass_tempering_case(4, 2, 5, "philox4x32"));
  const auto found = make_glass_replicas(params, 21), wanted = make_glass_tempering("single_spin", params, 21);
  const int step = found->sweep_granularity();
  bool same = true;
  for (const int steps : {1, 5, 4}) {
    found->sweep(steps * step), wanted->sweep(steps * step);
    same = same && is_same_glass_tempering(*found, *wanted);
  }
  return same;
}

}  // namespace

TEST_CASE("Emulated: every bug in the GPU's tempering of spin glasses is found, and nothing without one", "[mutants]") {
  int planted_in = 0;
  for (std::size_t i = 0; i < mutants().size(); ++i) {
    const std::vector<std::string>& where = mutants()[i].where;
    if (std::find(where.begin(), where.end(), "ea3d_parallel_tempering/standard/gpu") == where.end()) continue;
    INFO(mutants()[i].name);
    planted_mutant = static_cast<int>(i + 1);
    const bool is_right = holds_the_oracles_spins();
    planted_mutant = 0;
    CHECK(!is_right);
    ++planted_in;
  }
  CHECK(planted_in == 7);
  CHECK(holds_the_oracles_spins());
}
