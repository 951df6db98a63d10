#include "kernels/ising2d_metropolis/replicas.hpp"

#include <initializer_list>

namespace spinbench::ising2d {
namespace {

/// Those of the axes `names` that the case has.
Params some_of(const Params& params, std::initializer_list<const char*> names, double beta) {
  Params result;
  for (const char* name : names)
    if (params.has(name)) result.set(name, params.at(name));
  result.set("beta", beta);
  return result;
}

}  // namespace

std::string hits_unsupported(const Params& params, const char* sweeps, const char* meaning) {
  if (!params.has("k") || params.integer(sweeps) % params.integer("k") == 0) return "";
  return std::string("the hits of a visit, k, must divide the sweeps ") + meaning + ", but k is " +
         std::to_string(params.integer("k")) + " and " + sweeps + " " + std::to_string(params.integer(sweeps));
}

Params one_replica(const Params& params, double beta) {
  Params result = some_of(params, {"L", "rng", "tile", "k"}, beta);
  result.set("draw", std::string("always"));
  result.set("spin", std::string("int8"));
  return result;
}

Params bit_sliced_replicas(const Params& params, double beta) {
  Params result = some_of(params, {"L", "words", "rng", "threads", "isa", "launch"}, beta);
  result.set("realizations", params.integer("replicas"));
  return result;
}

}  // namespace spinbench::ising2d
