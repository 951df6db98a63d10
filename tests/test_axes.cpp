#include "bench/errors.hpp"
#include "bench/select/axes.hpp"
#include "interface/glob.hpp"
#include "tests/catch.hpp"

using namespace spinbench;

namespace {

const Axis axis_L = Axis::integer("L", 64, 2, 65536, "size");
const Axis axis_beta = Axis::real("beta", 0.4, 0, 10, "inverse temperature");
const Axis axis_rng = Axis::word("rng", "a", {"a", "b"}, "generator");

std::string values(const std::string& text, const Axis& axis) {
  std::string result;
  for (const auto& value : expand(parse_axis(text), axis)) result += to_string(value) + " ";
  return result;
}

}  // namespace

TEST_CASE("an axis takes lists, ranges and mixtures of both") {
  CHECK(values("L=256:8192:*2", axis_L) == "256 512 1024 2048 4096 8192 ");
  CHECK(values("L=1:10:+3", axis_L) == "1 4 7 10 ");
  CHECK(values("L=1:9:+3", axis_L) == "1 4 7 ");
  CHECK(values("L=2,8:10:+1,2", axis_L) == "2 8 9 10 ");
  CHECK(values("L=-4", axis_L) == "-4 ");
  CHECK(values("beta=0.1:0.5:+0.1", axis_beta) == "0.1 0.2 0.3 0.4 0.5 ");
  CHECK(values("beta=1,0.25:1:*2", axis_beta) == "1 0.25 0.5 ");
  CHECK(values("rng=b,a", axis_rng) == "b a ");
}

TEST_CASE("an axis range ends at the largest number without overflow") {
  CHECK(values("L=9223372036854775806:9223372036854775807:+1", axis_L) == "9223372036854775806 9223372036854775807 ");
  CHECK(expand(parse_axis("L=1:9223372036854775807:*2"), axis_L).size() == 63);
  CHECK(values("L=-9223372036854775808:9223372036854775807:+9223372036854775807", axis_L) ==
        "-9223372036854775808 -1 9223372036854775806 ");
}

TEST_CASE("a malformed axis string is refused") {
  const auto text = GENERATE(as<std::string>(), "", "L", "=5", "L=", "L=,", "L=1,,2", "L=1:10", "L=1:10:2", "L=1:2:3:4",
                             "L=1:10:+", "L=::", "L=1::+1", "1:0:*1", "L=6\n4", "L=\x01", "L=6\x7f");
  CHECK_THROWS_AS(parse_axis(text), UsageError);
}

TEST_CASE("a value that is not of the axis's type is refused") {
  const auto text =
      GENERATE(as<std::string>(), "L=7x", "L= 7", "L=+7", "L=4.0", "L=1e3", "L=nan", "L=99999999999999999999",
               "L=1:0:*1", "L=1:10:+0", "L=1:10:*1", "L=0:10:*2", "L=1:10:+-1", "L=1:100000:+1", "L=64=65");
  CHECK_THROWS_AS(expand(parse_axis(text), axis_L), UsageError);
}

TEST_CASE("a real axis takes finite numbers only") {
  const auto text =
      GENERATE(as<std::string>(), "beta=nan", "beta=inf", "beta=-inf", "beta=1e400", "beta=0x", "beta=0:1:+0",
               "beta=0:1:+1e-300", "beta=0:1:*2", "beta=1:2:*1.0000000000001", "beta=1:2:+nan");
  CHECK_THROWS_AS(expand(parse_axis(text), axis_beta), UsageError);
}

TEST_CASE("a word axis takes no range") { CHECK_THROWS_AS(expand(parse_axis("rng=a:b:+1"), axis_rng), UsageError); }

TEST_CASE("an axis may be given once") {
  CHECK_THROWS_AS(parse_axes({"L=1", "L=2"}), UsageError);
  CHECK(parse_axes({"L=1", "k=2"}).size() == 2);
}

TEST_CASE("what lies outside an axis is told with its range") {
  CHECK(why_outside(axis_L, std::int64_t{2}).empty());
  CHECK(why_outside(axis_L, std::int64_t{0}) == "L=0: L goes from 2 to 65536");
  CHECK(why_outside(axis_rng, std::string("c")) == "rng=c: rng is one of a, b");
  CHECK_FALSE(why_outside(axis_beta, 10.5).empty());
}

TEST_CASE("messages stay on one line") {
  CHECK(quote("a\nb") == "'a\\x0ab'");
  CHECK(quote(std::string(300, 'x')).size() == 105);
}

TEST_CASE("globs match like a shell's") {
  CHECK(glob_match("*", ""));
  CHECK(glob_match("ising*", "ising2d_metropolis"));
  CHECK(glob_match("*2d*lis", "ising2d_metropolis"));
  CHECK(glob_match("c?a", "cuda") == false);
  CHECK(glob_match("c?da", "cuda"));
  CHECK_FALSE(glob_match("", "x"));
}
