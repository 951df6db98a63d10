// That each site has its turns: what the check of oracles at their own size lets pass and what it finds.
#include <cstdint>
#include <vector>

#include "kernels/common/turns_check.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

namespace {

using namespace spinbench;

Check judged(std::int8_t value, std::size_t spins, std::size_t wrong, int attempts) {
  std::vector<std::int8_t> values(spins, value);
  for (std::size_t i = 0; i < wrong; ++i) values[i * 7] = static_cast<std::int8_t>(-value);
  return judge_turns(Configuration(values), attempts);
}

TEST_CASE("all spins turn with an odd number of attempts and stand with an even one", "[physics]") {
  CHECK(judged(-1, 4096, 0, 1).passed);
  CHECK(judged(-1, 4096, 0, 101).passed);
  CHECK(judged(1, 4096, 0, 100).passed);
  CHECK_FALSE(judged(1, 4096, 0, 1).passed);
  CHECK_FALSE(judged(-1, 4096, 0, 2).passed);
}

TEST_CASE("a row that was passed over is found, a rare refusal is not held against anybody", "[physics]") {
  CHECK(judged(-1, 1 << 20, 3, 1).passed);
  CHECK_FALSE(judged(-1, 1 << 20, 4, 1).passed);
  CHECK_FALSE(judged(-1, 1 << 20, 1024, 1).passed);
  CHECK_FALSE(judged(-1, 64, 8, 1).passed);
}

TEST_CASE("the oracles' sites have their turns in any order and any way to draw", "[physics][cpu]") {
  for (const Variant& variant : Registry::instance().variants()) {
    const bool ising = variant.kernel == "ising2d_metropolis" || variant.kernel == "ising3d_metropolis";
    if (!ising || variant.backend != "cpu" || !variant.oracle.empty()) continue;
    std::vector<Params> cases = {defaults(variant)};
    for (const Axis& axis : variant.axes) {
      std::vector<Params> more;
      for (Params params : cases) {
        if (axis.name == "L") params.set("L", std::int64_t{variant.kernel[5] == '2' ? 128 : 64});
        if (axis.name == "tile") params.set("tile", std::int64_t{4});
        if (axis.name == "rows") params.set("rows", std::int64_t{8});
        more.push_back(params);
        if (axis.name == "order") more.push_back(params), more.back().set("order", std::string("symmetric"));
        if (axis.name == "draw") more.push_back(params), more.back().set("draw", std::string("conditional"));
        if (axis.name == "k")
          for (const std::int64_t hits : {1, 2, 7}) more.push_back(params), more.back().set("k", hits);
      }
      cases = more;
    }
    const Device host;
    for (const Check& check : check_turns({variant, host, cases.front()}, cases)) {
      INFO(variant.kernel << "/" << variant.name << " " << check.detail);
      CHECK(check.passed);
    }
  }
}

}  // namespace
