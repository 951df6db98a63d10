// Work items of a loop as places in rows.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"

namespace spinbench::kokkos {

/// Whether work items are numbered beyond 32 bits, which is a code path of its own.
inline bool are_many(std::int64_t items) { return static_cast<std::uint64_t>(items) >> 32 != 0; }

/// A place in rows of one width.
struct ItemPlace {
  std::int64_t row;
  std::uint32_t column;
};

/// Rows of `width` items each, in which work items are counted through.
class ItemRows {
 public:
  explicit ItemRows(std::uint32_t width) : width_(width), inverse_(~std::uint32_t{0} / width) {}

  SPINBENCH_FN std::uint32_t width() const { return width_; }
  SPINBENCH_FN ItemPlace operator()(std::int64_t item) const {
    // A GPU divides 32 bits by twenty instructions and 64 bits by a hundred; hardly ever there are so many items. The
    // quotient by the inverse is right or one too small.
    if (static_cast<std::uint64_t>(item) >> 32 == 0) {
      const auto small = static_cast<std::uint32_t>(item);
      const auto row = static_cast<std::uint32_t>(std::uint64_t{small} * inverse_ >> 32);
      const std::uint32_t column = small - row * width_, next = column >= width_ ? 1 : 0;
      return {row + next, column - next * width_};
    }
    const std::int64_t row = item / width_;
    return {row, static_cast<std::uint32_t>(item - row * width_)};
  }

 private:
  std::uint32_t width_, inverse_;
};

}  // namespace spinbench::kokkos
