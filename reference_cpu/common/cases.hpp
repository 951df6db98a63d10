// What the kernels share in choosing the cases on which their variants are checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench {

std::int64_t round_up(std::int64_t value, std::int64_t unit);

/// The number of hits, reduced to `most`; an even `most` keeps an even number even.
std::int64_t fewer_hits(const Params& params, std::int64_t most);

/// The least side from `L` on that whole pairs of tiles fit. Where `serial`, the hits of `params` become few and its
/// tiles no larger than `largest`: host code walks the same path for them.
std::int64_t fit_tiles(Params& params, std::int64_t L, bool serial, std::int64_t largest);

/// Whether the backend called `name` works with one host thread: its device sits on no bus. With several threads a
/// small lattice is all latency, as on a GPU.
bool is_serial(const std::string& name);

/// `params` at each of `sizes`, which ascend, and at its own L where that is smaller.
std::vector<Params> at_sizes(const Params& params, std::vector<std::int64_t> sizes);

/// The papers show the bias on the checkerboard's many streams. Params do not name the variant, so it stands for the
/// sequential orders as well, which take the same sequence on one stream; their physics check passes or fails all the
/// same, and a failure alone is excused.
std::string known_bias(const Params& params);

/// The case to which speed-ups refer: the paper's serial code, on a lattice of the same side up to `most`.
Kernel::Reference in_row_order(const Params& params, std::int64_t most);

}  // namespace spinbench
