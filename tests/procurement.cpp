// Procurement lists: what a file of results/procurement/ becomes, and what it must not be.
#include "bench/select/procurement.hpp"

#include <nlohmann/json.hpp>

#include "interface/registry.hpp"
#include "tests/catch.hpp"

namespace spinbench {
namespace {

const std::string list = R"({"list": "procurement-9", "title": "t", "groups": [
  {"kernel": "k", "jobs": [
    {"job": "a", "fills": true, "gpu": {"variant": "v", "params": {"L": 8, "beta": 1.0, "rng": "x"}},
                                "cpu": {"variant": "w", "params": {"L": 4}}},
    {"job": "b", "fills": false, "gpu": {"variant": "v", "params": {"L": 2, "beta": 0.5, "rng": "y"}}}]},
  {"kernel": "other", "jobs": []}]})";

TEST_CASE("a list becomes a plan for each of its kernels, of single cases", "[procurement]") {
  const std::vector<Plan> plans = plans_of_list(list);
  REQUIRE(plans.size() == 2);
  CHECK(plans[0].id == "procurement-9");
  CHECK(plans[0].kernel == "k");
  CHECK_FALSE(plans[0].figure);
  std::vector<std::string> where;
  for (const Sweep& sweep : plans[0].sweeps) {
    where.push_back(sweep.variant + "/" + sweep.backend);
    for (const auto& [axis, values] : sweep.axes) CHECK(values.size() == 1);
  }
  CHECK(where == std::vector<std::string>{"v/cuda", "v/hip", "w/cpu", "v/cuda", "v/hip"});
  const auto& axes = plans[0].sweeps.front().axes;
  REQUIRE(axes.size() == 3);
  CHECK(axes[0].second.front() == AxisValue(std::int64_t{8}));
  CHECK(axes[1].second.front() == AxisValue(1.0));  // a real number, though it is whole
  CHECK(axes[2].second.front() == AxisValue(std::string("x")));
  CHECK(plans[1].sweeps.empty());
}

TEST_CASE("what is no list is refused", "[procurement]") {
  for (const char* text :
       {"", "[]", "{}", R"({"list": "l", "title": "t"})", R"({"list": 1, "title": "t", "groups": [{}]})",
        R"({"list": "l", "title": "t", "groups": [{"kernel": "k"}]})",
        R"({"list": "l", "title": "t", "groups": [{"kernel": "k", "jobs": [{"gpu": {}}]}]})",
        R"({"list": "l", "title": "t", "groups": [{"kernel": "k", "jobs": [
                               {"cpu": {"variant": "v", "params": {"L": null}}}]}]})"})
    CHECK_THROWS_AS(plans_of_list(text), nlohmann::json::exception);
}

TEST_CASE("presets that are lists are told from the others", "[procurement]") {
  CHECK(is_procurement_list("procurement-1"));
  for (const char* other : {"", "paper", "procurement-2", "procurement-1 ", "Procurement-1"})
    CHECK_FALSE(is_procurement_list(other));
}

}  // namespace
}  // namespace spinbench
