// Threads that work together on a CPU.
#include "backends/cpu/team.hpp"

#include <atomic>
#include <vector>

#include "backends/cpu/share.hpp"
#include "tests/catch.hpp"

namespace spinbench::cpu {
namespace {

TEST_CASE("Every member of a team works once a call", "[cpu]") {
  for (const int size : {1, 2, 5}) {
    Team team(size);
    REQUIRE(team.size() == size);
    std::vector<int> calls(static_cast<std::size_t>(size));
    for (int round = 0; round < 100; ++round) team.run([&](int member) { ++calls[static_cast<std::size_t>(member)]; });
    for (const int count : calls) REQUIRE(count == 100);
  }
}

TEST_CASE("Members of a team see what those that they await have written, and no more", "[cpu]") {
  constexpr int size = 4, steps = 300;
  Team team(size);
  Progress progress(size);
  int values[2][size] = {};
  std::atomic<int> wrong = 0;
  team.run([&](int member) {
    for (int step = 0; step < steps; ++step) {
      for (const int neighbour : {(member + size - 1) % size, (member + 1) % size}) {
        progress.await(neighbour, static_cast<std::uint64_t>(step));
        if (values[step % 2][neighbour] != step) ++wrong;
      }
      values[(step + 1) % 2][member] = step + 1;
      progress.report(member, static_cast<std::uint64_t>(step) + 1);
    }
  });
  REQUIRE(wrong == 0);
}

TEST_CASE("Pieces are shared out once each, whatever they weigh", "[cpu]") {
  for (const std::uint64_t pieces : {0, 1, 3, 1000})
    for (const double bytes : {0.0, 2 * worth_sharing}) {
      std::vector<std::atomic<int>> done(pieces);
      share_out(pieces, bytes, [&](std::uint64_t piece) { ++done[piece]; });
      for (const auto& times : done) CHECK(times == 1);
    }
}

}  // namespace
}  // namespace spinbench::cpu
