#include "kernels/heisenberg3d_overrelaxation/axes.hpp"

namespace spinbench::overrelaxation {

Axis axis_L() { return Axis::integer("L", 128, 4, 512, "linear size of the lattice"); }

Axis axis_hits() {
  return Axis::integer("hits", 1, 1, 1000, "updates of each spin before a block goes on to the next planes");
}

Axis axis_tile() { return Axis::integer("tile", 32, 2, 512, "sites of a box along x"); }
Axis axis_rows() { return Axis::integer("rows", 8, 1, 512, "sites of a box along y"); }
Axis axis_deep() { return Axis::integer("deep", 8, 1, 512, "planes of a box"); }

Axis axis_precision() {
  return Axis::word("precision", "float", {"float", "double"}, "of spins, couplings and all arithmetic");
}

Axis axis_sweeps(std::int64_t fallback) {
  return Axis::integer("sweeps", fallback, 1, 2, "sweeps in one pass over memory");
}

Oracle serial_oracle() { return Oracle("serial"); }

Oracle vectors_follower() {
  Oracle result("vectors");
  result.params = [](const Params& params, const Device&) {
    Params host = params;
    host.set("threads", std::int64_t{0});
    host.set("isa", std::string("widest"));
    host.set("sweeps", std::int64_t{0});
    host.set("rows", std::int64_t{0});
    return host;
  };
  return result;
}

Oracle boxes_oracle(int planes) {
  Oracle result("boxes");
  result.params = [planes](const Params& params, const Device&) {
    Params serial = params;
    serial.set("planes", std::int64_t{planes});
    return serial;
  };
  return result;
}

std::string boxes_unsupported(const Params& params, std::int64_t planes) {
  const std::int64_t L = params.integer("L");
  for (const char* side : {"tile", "rows", "deep"}) {
    const std::int64_t part = params.integer(side);
    if (L % part == 0 && (L == part || L / part % 2 == 0)) continue;
    return "an even number of boxes or a single one must fit L = " + std::to_string(L) + ", but " + side + " is " +
           std::to_string(part);
  }
  if (params.integer("deep") % planes != 0)
    return std::to_string(planes) + " planes are updated together, but deep is " +
           std::to_string(params.integer("deep"));
  return colours_unsupported(params);
}

std::vector<Params> small_cases(const Params& params) {
  std::vector<Params> result;
  for (const std::int64_t L : {16, 6, 12, 4}) {
    result.push_back(params);
    result.back().set("L", L);
  }
  return result;
}

}  // namespace spinbench::overrelaxation
