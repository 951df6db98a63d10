// Each bug that can be planted in the parallel tempering of Heisenberg spin glasses on a GPU is found, on a device that
// this host plays. Built with SPINBENCH_MUTANTS.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include <algorithm>
#include <string>
#include <vector>

#include "interface/mutants.hpp"
#include "kernels/heisenberg3d_parallel_tempering/gpu_replicas.cuh"
#include "tests/heisenberg_tempering.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::vector_tempering;

/// What verify compares, after some exchanges.
bool holds_the_oracles_spins() {
  const Params params = vector_tempering_case_on_device(vector_tempering_case(10, 2, 5, "philox4x32"));
  const auto found = make_replicas(params, 21), wanted = make_vector_tempering("checkerboard", params, 21);
  const int step = found->sweep_granularity();
  bool same = true;
  for (const int steps : {1, 5, 4}) {
    found->sweep(steps * step), wanted->sweep(steps * step);
    same = same && is_same_vector_tempering(*found, *wanted);
  }
  return same;
}

}  // namespace

TEST_CASE("Emulated: every bug in the GPU's tempering of vectors is found, and nothing without one", "[mutants]") {
  int planted_in = 0;
  for (std::size_t i = 0; i < mutants().size(); ++i) {
    const std::vector<std::string>& where = mutants()[i].where;
    if (std::none_of(where.begin(), where.end(), [](const std::string& one) {
          return one.starts_with("heisenberg3d_parallel_tempering/coalesced/gpu");
        }))
      continue;
    INFO(mutants()[i].name);
    planted_mutant = static_cast<int>(i + 1);
    const bool is_right = holds_the_oracles_spins();
    planted_mutant = 0;
    CHECK(!is_right);
    ++planted_in;
  }
  CHECK(planted_in == 9);
  CHECK(holds_the_oracles_spins());
}
