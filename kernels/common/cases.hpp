// What the kernels share in choosing the cases on which their variants are checked.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench {

std::int64_t round_up(std::int64_t value, std::int64_t unit);

/// The number of hits, reduced to `most`; an even `most` keeps an even number even.
std::int64_t fewer_hits(const Params& params, std::int64_t most);

/// `params` at each of `sizes`, which ascend, and at its own L where that is smaller.
std::vector<Params> at_sizes(const Params& params, std::vector<std::int64_t> sizes);

/// Adds to `cases` the one at the smallest of `sizes` whose path is that of `wanted`, where there is one that `admits`
/// and none of `cases` has that path already. `small` is what the cases are made from: the case with fewer hits,
/// realizations and so on.
void add_on_path(std::vector<Params>& cases, const Params& small, const std::string& wanted,
                 const std::vector<std::int64_t>& sizes, const std::function<std::string(const Params&)>& path,
                 const std::function<bool(const Params&)>& admits);

/// As Variant::bit_cases of the double checkerboards: 2, 4, 6 and 8 tiles a side, among which small tiles fill their
/// last block of threads or not, with few hits; the first of them with the case's own number of hits; and lattices up
/// to 2^24 sites at their own size, with one or two.
template <int dimensions>
std::vector<Params> tiled_bit_cases(const Params& params, const Device& device);

/// The lattices on which a bit-sliced variant may be followed site by site, from small to large.
template <class Model>
std::vector<std::int64_t> multispin_sizes() {
  std::vector<std::int64_t> result;
  for (std::int64_t L = 64; L <= (Model::dimensions == 2 ? 2048 : 256); L += 64) result.push_back(L);
  return result;
}

/// As Variant::bit_cases of bit-sliced variants, with the path of a case as `path(params)`: one column of tiles and
/// two, the case's own tile, few realizations, and the case's own path, for which there may have to be more of them.
/// `Model`: a MultispinModel.
template <class Model, class Path>
std::vector<Params> multispin_bit_cases(const Params& params, Path&& path) {
  const auto tile = Model::tile(params);
  Params small = params;
  small.set("words", static_cast<std::int64_t>(tile.words()));
  small.set("realizations", std::min<std::int64_t>(params.integer("realizations"), 3));
  const std::int64_t column = 64 * static_cast<std::int64_t>(tile.across);
  std::vector<Params> result = at_sizes(small, {column, 2 * column});
  // A row of 64 sites makes tall tiles of what would be wide ones.
  if (column > 64 && Model::dimensions == 2) result.insert(result.begin(), at_sizes(small, {64}).back());
  // Threads share out whole lattices where there are enough of them.
  for (const std::int64_t realizations : {3, 16, 64, 256, 1024}) {
    small.set("realizations", std::min<std::int64_t>(params.integer("realizations"), realizations));
    add_on_path(result, small, path(params), multispin_sizes<Model>(), path,
                [](const Params& one) { return Model::unsupported(one, 64).empty(); });
  }
  return result;
}

/// The case of the variant `multispin` on a CPU that follows one of the GPU's, with all threads.
template <class Model>
Oracle host_follower() {
  Oracle result("multispin");
  result.params = [](const Params& params, const Device&) {
    Params host = params;
    host.set("words", static_cast<std::int64_t>(Model::tile(params).words()));
    host.set("threads", std::int64_t{0});
    host.set("isa", std::string("widest"));
    return host;
  };
  return result;
}

/// What a lattice's own code gives to a variant that lattices share.
struct Proofs {
  decltype(Variant::physics) physics;
  decltype(Variant::look) look;
};

/// The case to which speed-ups refer: the paper's serial code, on a lattice of the same side up to `most`.
Kernel::Reference in_row_order(const Params& params, std::int64_t most);

}  // namespace spinbench
