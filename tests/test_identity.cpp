// The identity of a run's journal: which cards its rows are of.
#include <string>
#include <utility>
#include <vector>

#include "bench/cli/identity.hpp"
#include "interface/cards.hpp"
#include "tests/catch.hpp"

namespace spinbench {
namespace {

using nlohmann::ordered_json;

/// Of rows of these devices, each a backend and an address.
ordered_json identity_of(const std::vector<std::pair<std::string, std::string>>& used) {
  auto devices = ordered_json::array();
  for (const auto& [backend, pci] : used) devices.push_back({{"backend", backend}, {"name", "A card"}, {"pci", pci}});
  const ordered_json provenance = {
      {"host", "h"}, {"git", "g"}, {"dirty", false}, {"compilers", nullptr}, {"devices", devices}};
  return cli::identity({}, {}, provenance);
}

TEST_CASE("the identity of a run names its cards, in its devices' order", "[journal]") {
  know_card("test:1", "GPU-1");
  know_card("test:2", "GPU-2");
  know_card("test:3", "");
  CHECK(identity_of({{"cuda", "test:2"}, {"cpu", ""}, {"kokkos", "test:1"}})["card"] ==
        ordered_json::array({"GPU-2", "GPU-1"}));
  for (const char* nobody_knows : {"", "test:3", "test:9"})
    CHECK_FALSE(identity_of({{"cuda", nobody_knows}}).contains("card"));
}

TEST_CASE("builds that no commit tells are told by their programs", "[journal]") {
  const auto identity_with = [](const char* git, bool dirty) {
    return cli::identity({}, {},
                         {{"host", "h"},
                          {"version", "1.2.3"},
                          {"git", git},
                          {"dirty", dirty},
                          {"compilers", nullptr},
                          {"devices", ordered_json::array()}});
  };
  CHECK_FALSE(identity_with("v1.2.3-4-gabc", false).contains("binary"));
  CHECK(identity_with("v1.2.3-4-gabc", true).contains("binary"));
  for (const char* nobody_knows : {"unknown", "1.2.3"}) CHECK(identity_with(nobody_knows, false).contains("binary"));
}

TEST_CASE("a checkpoint's build has its program's number where a journal has it", "[journal]") {
  const auto build = [](const char* git, bool dirty) {
    return cli::build_of({{"version", "1.2.3"}, {"git", git}, {"dirty", dirty}});
  };
  CHECK(build("v1.2.3-4-gabc", false) == "1.2.3 v1.2.3-4-gabc");
  CHECK(build("v1.2.3-4-gabc", true) == "1.2.3 v1.2.3-4-gabc " + cli::own_binary());
  for (const std::string nobody_knows : {"unknown", "1.2.3"})
    CHECK(build(nobody_knows.c_str(), false) == "1.2.3 " + nobody_knows + " " + cli::own_binary());
}

}  // namespace
}  // namespace spinbench
