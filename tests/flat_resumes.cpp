// What is kept of walkers in the space of energies on a host.
#include "tests/flat_resumes.hpp"

#include "kernels/ising2d_multicanonical/variant.hpp"
#include "tests/flat_emulated.hpp"

using namespace spinbench;

namespace {

MakeWalk walk_of(const std::string& kernel, const std::string& name, const Params& changes) {
  const Variant* variant = Registry::instance().variant(kernel, name, "cpu");
  REQUIRE(variant != nullptr);
  Params params = defaults(*variant);
  for (const auto& [axis, value] : changes.entries()) params.set(axis, value);
  return [variant, params] { return variant->make(params, 21); };
}

/// A walker and a schedule on L = 4.
const std::vector<StatePiece> walker{one_of<int>("level"), list_of<std::int8_t>("spins", 16)},
    schedule{one_of<std::uint64_t>("increment"), one_of<std::uint64_t>("attempts of the estimate"),
             one_of<std::uint64_t>("sweeps of the increment"), one_of<bool>("falls"),
             list_of<std::uint8_t>("levels seen", 17)},
    head{one_of<bool>("phase"), one_of<std::uint64_t>("attempts")};

}  // namespace

TEST_CASE("Walkers that are kept go on as if nothing had been, learning and in production", "[flat]") {
  for (const std::int64_t block : {1, 3})
    require_walk_resumes(walk_of("ising2d_multicanonical", "serial", with(walkers_at(8, 5), "block", block)));
  require_walk_resumes(walk_of("ising2d_wang_landau", "serial", walkers_at(8, 3)));
  require_walk_resumes(walk_of("ising2d_wang_landau", "epochs", with(walkers_at(8, 12), "group", std::int64_t{4})));
  for (const std::int64_t exchange : {1, 3}) {
    Params windows = with(with(walkers_at(8, 24), "group", std::int64_t{4}), "windows", std::int64_t{3});
    require_walk_resumes(walk_of("ising2d_wang_landau", "windows", with(windows, "exchange", exchange)));
  }
}

TEST_CASE("A forgotten piece of what is kept of multicanonical walkers changes what follows", "[flat]") {
  require_each_piece_tells(
      walk_of("ising2d_multicanonical", "serial", walkers_at(4, 2)),
      together({times(2, walker), {list_of<std::int64_t>("visits", 2 * 17), one_of<std::uint64_t>("attempts")}}),
      production_on_four(), 20);
}

TEST_CASE("A forgotten piece of what is kept of Wang-Landau walkers changes what follows", "[flat]") {
  const auto learning = [&](std::size_t walkers, std::size_t estimates) {
    return together({head,
                     times(walkers, walker),
                     {list_of<std::int64_t>("estimates", estimates * 17)},
                     times(estimates, schedule)});
  };
  const auto production = [&](std::size_t walkers, std::size_t windows, std::size_t sets) {
    return together(
        {head,
         times(walkers, walker),
         {list_of<std::int32_t>("weights", windows * 17), list_of<std::int64_t>("visits", sets * windows * 17)}});
  };
  const MakeWalk serial = walk_of("ising2d_wang_landau", "serial", walkers_at(4, 2));
  require_each_piece_tells(serial, learning(2, 2), learning_on_four(), 80);
  require_each_piece_tells(serial, production(2, 1, 2), production_on_four(), 20);
  const Params groups = with(walkers_at(4, 4), "group", std::int64_t{2});
  const MakeWalk epochs = walk_of("ising2d_wang_landau", "epochs", groups);
  require_each_piece_tells(epochs, learning(4, 2), learning_on_four(), 80);
  require_each_piece_tells(epochs, production(4, 1, 2), production_on_four(), 20);
  const MakeWalk windows = walk_of("ising2d_wang_landau", "windows",
                                   with(with(groups, "windows", std::int64_t{2}), "exchange", std::int64_t{3}));
  require_each_piece_tells(windows, learning(4, 2), learning_on_four(), 80);
  require_each_piece_tells(windows, production(4, 2, 1), production_on_four(), 20);
}
