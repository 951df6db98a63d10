// Presets and figures of the kernel ising2d_parallel_tempering.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::tempering {
namespace {

using namespace plans;

/// Sweeps between exchanges, which are all one visit of the tiles: the paper's every 100 and every 10.
constexpr std::int64_t intervals[] = {100, 10};

/// Weigel 2012, Fig. 15: 20 replicas on L = 64 to 2048; a host as far as it goes in minutes, serially to L = 256. At L
/// = 2048 practically none of the exchanges is accepted.
std::vector<Sweep> sizes() {
  std::vector<Sweep> result;
  for (const std::int64_t interval : intervals) {
    const Values every = numbers({interval});
    for (const char* variant : {"host_exchange", "device_exchange"})
      append(result, gpu(variant, {{"L", doubling(64, 2048)}, {"k", every}, {"exchange", every}}));
    append(result, gpu("multispin", {{"L", doubling(64, 2048)}, {"exchange", every}}));
    result.push_back({"row_order", "cpu", {{"L", doubling(64, 256)}, {"exchange", every}}});
    result.push_back({"multispin", "cpu", {{"L", doubling(64, 1024)}, {"exchange", every}}});
    result.push_back({"multispin", "cpu", {{"L", numbers({1024})}, {"exchange", every}, {"threads", numbers({0})}}});
  }
  return result;
}

std::vector<Sweep> quick() {
  std::vector<Sweep> result;
  const Values ten = numbers({10});
  for (const char* variant : {"host_exchange", "device_exchange"})
    append(result, gpu(variant, {{"L", numbers({256, 1024})}, {"k", ten}, {"exchange", ten}}));
  append(result, gpu("multispin", {{"L", numbers({256, 1024})}, {"exchange", ten}}));
  // Of a table that shall be there in two minutes.
  result.push_back({"multispin", "cpu", {{"L", numbers({256})}, {"exchange", ten}}});
  return result;
}

/// Beside the figure: what exchanges cost at each interval, spins of a byte, and the other generators.
std::vector<Sweep> paper() {
  std::vector<Sweep> result = sizes();
  const Values L = numbers({256, 1024}), ten = numbers({10});
  append(result, gpu("device_exchange", {{"L", L}, {"k", ten}, {"exchange", numbers({10, 20, 50, 100, 1000})}}));
  append(result, gpu("device_exchange", {{"L", L}, {"k", ten}, {"exchange", ten}, {"spin", words({"int8"})}}));
  append(result, gpu("device_exchange", {{"L", L}, {"k", ten}, {"exchange", ten}, {"rng", words({"philox4x32"})}}));
  append(result, gpu("multispin", {{"L", L}, {"exchange", numbers({1, 10, 1000})}}));
  append(result, gpu("multispin", {{"L", L}, {"exchange", ten}, {"rng", words({"philox4x32"})}}));
  return result;
}

Plan plan(const std::string& id, const std::string& title, bool figure, std::vector<Sweep> sweeps) {
  return {id, "ising2d_parallel_tempering", title, figure, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", false, quick())};
const Register<Plan> paper_plan{plan("paper", "the figure of the paper, and what exchanges cost", false, paper())};
const Register<Plan> full_plan{plan("full", "as paper", false, paper())};
const Register<Plan> fig15{
    plan("weigel2012-fig15", "Weigel 2012, Fig. 15: parallel tempering of 20 replicas over L", true, sizes())};

/// The walk through the temperatures: on lattices whose exchanges are known exactly, at equal distances and moved.
std::vector<Sweep> walks() {
  std::vector<Sweep> result;
  const Values sets = words({"equal", "adaptive"});
  for (const char* variant : {"device_exchange", "multispin"})
    append(result, gpu(variant, {{"L", doubling(64, 512)}, {"temperatures", sets}}));
  result.push_back({"row_order", "cpu", {{"L", numbers({16, 32})}, {"temperatures", sets}}});
  result.push_back({"multispin", "cpu", {{"L", numbers({64, 128})}, {"temperatures", sets}}});
  return result;
}

const Register<Plan> acceptance{{.id = "tempering-acceptance",
                                 .kernel = "tempering_ising2d",
                                 .title = "2D Ising model: how often exchanges are accepted, by temperature",
                                 .figure = true,
                                 .sweeps = walks()}};

}  // namespace
}  // namespace spinbench::tempering
