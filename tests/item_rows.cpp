// Kokkos's work items as places in rows, by an inverse instead of a division.
#include <cstdint>

#include "backends/kokkos/items.hpp"
#include "tests/catch.hpp"

namespace spinbench {

TEST_CASE("Work items lie where a division says", "[kokkos]") {
  const std::int64_t last = 0xffffffff;
  for (const std::uint32_t width :
       {1u, 2u, 3u, 7u, 64u, 100u, 65535u, 65536u, 1000003u, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
    const kokkos::ItemRows rows(width);
    const std::int64_t w = width;
    // Ends of rows, where the quotient by the inverse may be one too small; and beyond 32 bits.
    for (const std::int64_t row :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, last / w - 1, last / w, last / w + 1, 3 * last / w})
      for (const std::int64_t item : {row * w - 1, row * w, row * w + 1, row * w + w - 1, last - row, last + row}) {
        if (item < 0) continue;
        const kokkos::ItemPlace place = rows(item);
        CAPTURE(width, item);
        CHECK(place.row == item / w);
        CHECK(place.column == item % w);
      }
  }
}

}  // namespace spinbench
