#include "kernels/ea3d_metropolis/axes.hpp"

#include <algorithm>

namespace spinbench::ea3d {

Axis axis_L() { return Axis::integer("L", 32, 4, 512, "linear size of the lattice"); }

Axis axis_beta() { return spinbench::axis_beta(0.90752336872674); }

std::vector<Params> layout_bit_cases(const Params& params, const Device&) {
  std::vector<Params> result;
  const auto add = [&](std::int64_t L, std::int64_t systems) {
    result.push_back(params);
    result.back().set("L", L);
    result.back().set("systems", std::min(systems, params.integer("systems")));
  };
  // Those that a layout cannot do are left out.
  add(16, 3);
  add(8, 1);
  add(6, 3);
  add(12, 2);
  return result;
}

Oracle single_spin_oracle() {
  Oracle result("single_spin");
  result.params = [](const Params& params, const Device&) {
    Params serial = params;
    if (!serial.has("word")) serial.set("word", std::string("32"));
    return serial;
  };
  return result;
}

Oracle multispin_follower() {
  Oracle result("multispin");
  result.params = [](const Params& params, const Device&) {
    Params host = params;
    host.set("threads", std::int64_t{0});
    host.set("isa", std::string("widest"));
    return host;
  };
  result.agreement_at = [](const Params& params) {
    Agreement agreement;
    // Wider words share a random number among more realizations than its own.
    if (params.has("word") && params.word("word") != "32") agreement.kind = Agreement::Kind::law;
    return agreement;
  };
  return result;
}

}  // namespace spinbench::ea3d
