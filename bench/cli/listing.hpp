// What `list` found, and the pages that show it.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include "bench/select/case.hpp"

namespace spinbench::cli {

/// The cases of a selection, sorted by variant x backend.
struct Listing {
  bool has_cases = false;
  bool narrowed = false;  ///< not every variant that is named takes part: a preset, a figure, axes, a filter
  std::vector<const Variant*> variants;
  std::vector<Case> cases;
  std::vector<std::string> reasons;  ///< one for each case, "" where it can run

  std::size_t count(const Variant* variant, bool runnable_only) const;
  std::string first_reason(const Variant* variant) const;
};

/// Why no device of this machine and build runs the variant, or "".
std::string why_no_backend(const Variant& variant);

/// A line a variant, with the backends that it has and whether they run here; no line longer than `width`.
void print_page(const Listing& listing, std::size_t width, std::ostream& out);

/// A kernel in full, where it takes part: sources, variants, axes with meaning, values and default, presets and
/// figures.
void print_kernels(const Listing& listing, std::size_t width, std::ostream& out);

}  // namespace spinbench::cli
