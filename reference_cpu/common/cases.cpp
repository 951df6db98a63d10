#include "reference_cpu/common/cases.hpp"

#include <algorithm>

#include "kernels/common/rng/generators.hpp"

namespace spinbench {

std::int64_t round_up(std::int64_t value, std::int64_t unit) { return (value + unit - 1) / unit * unit; }

std::int64_t fewer_hits(const Params& params, std::int64_t most) { return std::min(params.integer("k"), most); }

std::int64_t fit_tiles(Params& params, std::int64_t L, bool serial, std::int64_t largest) {
  if (serial) {
    params.set("k", fewer_hits(params, 4));
    params.set("tile", std::min(params.integer("tile"), largest));
  }
  return round_up(L, 2 * params.integer("tile"));
}

bool is_serial(const std::string& name) {
  if (name == "cpu") return true;
  Backend* backend = Registry::instance().backend(name);
  if (backend == nullptr || backend->devices().empty()) return false;
  const Device& device = backend->devices().front();
  return device.pci.empty() && device.multiprocessors == 1;
}

std::vector<Params> at_sizes(const Params& params, std::vector<std::int64_t> sizes) {
  const std::int64_t wanted = params.integer("L");
  if (wanted < sizes.front()) sizes.insert(sizes.begin(), wanted);
  std::vector<Params> result;
  for (const std::int64_t L : sizes) {
    result.push_back(params);
    result.back().set("L", L);
  }
  return result;
}

std::string known_bias(const Params& params) {
  for (const rng::Generator& generator : rng::generators())
    if (generator.name == params.word("rng")) return generator.known_bias;
  return "";
}

Kernel::Reference in_row_order(const Params& params, std::int64_t most) {
  Params serial;
  serial.set("L", std::min<std::int64_t>(params.integer("L"), most));
  serial.set("rng", std::string("lcg32_random"));
  serial.set("draw", std::string("conditional"));
  serial.set("spin", std::string("int32"));
  serial.set("beta", params.real("beta"));
  return {"row_order", "cpu", serial};
}

}  // namespace spinbench
