#include "kernels/common/cases.hpp"

#include <algorithm>

#include "kernels/common/axes.hpp"

namespace spinbench {

std::int64_t round_up(std::int64_t value, std::int64_t unit) { return (value + unit - 1) / unit * unit; }

std::int64_t fewer_hits(const Params& params, std::int64_t most) { return std::min(params.integer("k"), most); }

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

void add_on_path(std::vector<Params>& cases, const Params& small, const std::string& wanted,
                 const std::vector<std::int64_t>& sizes, const std::function<std::string(const Params&)>& path,
                 const std::function<bool(const Params&)>& admits) {
  for (const Params& one : cases)
    if (path(one) == wanted) return;
  for (const std::int64_t L : sizes) {
    Params one = small;
    one.set("L", L);
    if (!admits(one) || path(one) != wanted) continue;
    cases.push_back(one);
    return;
  }
}

template <int dimensions>
std::vector<Params> tiled_bit_cases(const Params& params, const Device&) {
  Params small = params;
  small.set("k", fewer_hits(params, 6));
  std::vector<Params> result;
  for (std::int64_t tiles = 2; tiles <= (dimensions == 2 ? 8 : 4); tiles += 2) {
    result.push_back(small);
    result.back().set("L", tiles * params.integer("tile"));
  }
  const std::int64_t L = params.integer("L"), largest = result.back().integer("L");
  if (params.integer("k") > small.integer("k")) {
    result.push_back(result.front());
    result.back().set("k", params.integer("k"));
  }
  // Places and counters that wrap only on large lattices show there, whatever the hits.
  if (L <= (dimensions == 2 ? 4096 : 256) && L > largest) {
    result.push_back(params);
    result.back().set("k", fewer_hits(params, params.word("order") == "symmetric" ? 2 : 1));
  }
  return result;
}

template std::vector<Params> tiled_bit_cases<2>(const Params&, const Device&);
template std::vector<Params> tiled_bit_cases<3>(const Params&, const Device&);

Kernel::Reference in_row_order(const Params& params, std::int64_t most) {
  Params serial;
  serial.set("L", std::min<std::int64_t>(params.integer("L"), most));
  serial.set("rng", std::string("lcg32_random"));
  serial.set("draw", std::string("conditional"));
  serial.set("spin", std::string("int32"));
  serial.set("beta", beta_of(params));
  return {"row_order", "cpu", serial};
}

}  // namespace spinbench
