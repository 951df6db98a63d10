// Which CPUs this process may run on, what they share, and what becomes of that: threads, sizes, threads of ranks.
#include "interface/host_cpus.hpp"

#include <sched.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backends/cpu/team.hpp"
#include "interface/letters.hpp"
#include "interface/rank_parts.hpp"
#include "kernels/machine/machine.hpp"
#include "tests/catch.hpp"
#include "tests/fake_root.hpp"

namespace spinbench {
namespace {

/// CPUs below a root, in groups that share a last-level cache.
void put_cpus(const FakeRoot& files, int cpus, int in_a_cache, const char* size) {
  for (int cpu = 0; cpu < cpus; ++cpu) {
    const std::string folder = "sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/";
    const auto put_cache = [&](int index, const char* level, const char* type, const char* bytes, int shared_by) {
      const std::string cache = folder + "cache/index" + std::to_string(index) + "/";
      files.put(cache + "level", level);
      files.put(cache + "type", type);
      files.put(cache + "size", bytes);
      const int first = cpu / shared_by * shared_by;
      files.put(cache + "shared_cpu_list", std::to_string(first) + "-" + std::to_string(first + shared_by - 1) + "\n");
    };
    put_cache(0, "1\n", "Data\n", "32K\n", 1);
    put_cache(1, "1\n", "Instruction\n", "32K\n", 1);
    put_cache(2, "2\n", "Unified\n", "1024K\n", 1);
    put_cache(3, "3\n", "Unified\n", size, in_a_cache);
    // As Linux has them where the second half are the hyper-threads of the first.
    const int core = cpu % (cpus / 2);
    files.put(folder + "topology/thread_siblings_list",
              std::to_string(core) + "," + std::to_string(core + cpus / 2) + "\n");
  }
}

TEST_CASE("Threads are those that the affinity of the caller leaves", "[cpu]") {
  cpu_set_t before;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  CHECK(cpu::usable_threads() == CPU_COUNT(&before));
  const int last = allowed_cpus().back();
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(last, &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  const auto allowed = allowed_cpus();
  const int threads = cpu::usable_threads();
  REQUIRE(sched_setaffinity(0, sizeof before, &before) == 0);
  CHECK(allowed == std::vector<int>{last});
  CHECK(threads == 1);
}

TEST_CASE("Hyper-threads are one core, and a cache that CPUs share is one cache", "[cpu]") {
  const FakeRoot files;
  CHECK(cores_among({0, 3, 5}, files.root) == 3);
  CHECK(last_level_bytes({0, 3, 5}, files.root) == 0);
  CHECK_FALSE(last_level_of(0, files.root));
  put_cpus(files, 16, 4, "32768K\n");
  CHECK(cores_among({0, 1, 8, 9}, files.root) == 2);
  CHECK(cores_among({0, 1, 2, 3, 4, 5, 6, 7, 8}, files.root) == 8);
  constexpr std::uint64_t one = std::uint64_t{32} << 20;
  CHECK(last_level_bytes({0, 1, 2}, files.root) == one);
  CHECK(last_level_bytes({0, 4, 5, 15}, files.root) == 3 * one);
  const auto last = last_level_of(5, files.root);
  REQUIRE(last);
  CHECK(last->level == 3);
  CHECK(last->shared_by == "4-7");
  CHECK(caches_of(5, files.root).size() == 4);
}

TEST_CASE("Arrays that all threads copy are beyond all caches of the chip, and memory bounds them", "[cpu][machine]") {
  const FakeRoot files;
  put_cpus(files, 48, 4, "32768K\n");
  files.put("proc/meminfo", "MemTotal: 400000000 kB\nMemAvailable: 400000000 kB\n");
  std::vector<int> all;
  for (int cpu = 0; cpu < 48; ++cpu) all.push_back(cpu);
  const auto sizes = machine::host_sizes_of(files.root, all);
  CHECK(sizes.array == std::int64_t{128} << 20);
  // Twelve caches of 32 MiB, twice, to the next power of two.
  CHECK(sizes.array_of_all == std::int64_t{1} << 30);
  CHECK(sizes.cached == std::int64_t{512} << 10);
  CHECK(machine::host_sizes_of(files.root, {4, 5, 6, 7}).array_of_all == std::int64_t{128} << 20);
  files.put("proc/meminfo", "MemTotal: 4194304 kB\nMemAvailable: 4194304 kB\n");
  CHECK(machine::host_sizes_of(files.root, all).array_of_all == std::int64_t{512} << 20);
}

TEST_CASE("Ranks run as many threads as their hosts have CPUs for them, whichever each is bound to", "[cpu]") {
  const auto before =
      std::exchange(world().places, {{"a", 0, {0}}, {"a", 1, {1}}, {"b", 0, {0, 1}}, {"a", 2, {0}}, {"b", 1, {0, 1}}});
  std::vector<int> threads, nodes;
  for (int ranks = 1; ranks <= 5; ++ranks) threads.push_back(world().threads(ranks));
  for (int wanted = 1; wanted <= 5; ++wanted) nodes.push_back(world().nodes_of(wanted));
  const auto cpus = world().cpus_of("a");
  // Of CPUs that nobody told of each rank has one.
  world().places.assign(3, {"a", 0, {}});
  const int untold = world().threads(3);
  world().places = before;
  CHECK(threads == std::vector<int>{1, 2, 3, 3, 4});
  CHECK(nodes == std::vector<int>{1, 1, 2, 2, 1});
  CHECK(cpus == std::vector<int>{0, 1});
  CHECK(untold == 3);
  CHECK(world().nodes_of(64) == 1);
}

/// One of two ranks, whose other has sent its letter already; what goes to that one is kept.
class HalfOfTwo final : public Ranks {
 public:
  HalfOfTwo(int rank, const Letter& letter) : rank_(rank) {
    Letter size;
    size.put(static_cast<std::uint64_t>(letter.bytes().size()));
    coming_ = size.bytes() + letter.bytes();
  }
  int rank() const override { return rank_; }
  int size() const override { return 2; }
  std::string library() const override { return "half"; }
  Request send(int, int, const void* data, std::size_t bytes) override {
    sent_.append(static_cast<const char*>(data), bytes);
    return 0;
  }
  Request receive(int, int, void* data, std::size_t bytes) override {
    REQUIRE(bytes <= coming_.size());
    std::memcpy(data, coming_.data(), bytes);
    coming_.erase(0, bytes);
    return 0;
  }
  bool done(Request) override { return true; }
  std::optional<Arrived> arrived(int from, int) override { return Arrived{from, coming_.size()}; }
  void finish() override {}
  Letter sent() const { return Letter(sent_.substr(sizeof(std::uint64_t))); }

 private:
  int rank_;
  std::string coming_, sent_;
};

struct Met {
  std::string error;
  std::vector<World::Place> places;
  Letter sent;
};
Met meet_as(int rank, const Letter& from_other) {
  const World before = world();
  HalfOfTwo ranks(rank, from_other);
  Met result;
  try {
    meet(&ranks, "a", "this build");
  } catch (const std::exception& error) {
    result.error = error.what();
  }
  result.places = world().places;
  result.sent = ranks.sent();
  world() = before;
  return result;
}

TEST_CASE("Ranks of one build tell each other their hosts and CPUs", "[cpu]") {
  Letter other;
  other.put(std::string("a"));
  other.put(std::string("this build"));
  other.put(std::vector<int>{4, 5});
  const Met first = meet_as(0, other);
  CHECK(first.error.empty());
  const Met second = meet_as(1, first.sent);
  CHECK(second.error.empty());
  for (const Met* met : {&first, &second}) {
    REQUIRE(met->places.size() == 2);
    CHECK(met->places[0].cpus == allowed_cpus());
    CHECK(met->places[1].cpus == std::vector<int>{4, 5});
    CHECK(met->places[1].of_host == 1);
  }
  CHECK(meet_as(0, second.sent).places[1].cpus == allowed_cpus());
}

TEST_CASE("A rank of another build is refused, whatever else that tells of its places", "[cpu]") {
  // As builds of before 2026-12 do, which know of no CPUs, and as later ones may.
  Letter earlier;
  earlier.put(std::string("b"));
  earlier.put(std::string("another build"));
  Letter later = earlier;
  later.put(std::uint64_t{1} << 60);
  for (const Letter& other : {earlier, later}) {
    const Met met = meet_as(0, other);
    CHECK(met.error.find("the program of rank 1 (b) is another build than that of rank 0 (a)") == 0);
    // What an earlier build reads before it throws.
    Letter wanted;
    wanted.put(met.error);
    for (const char* host : {"a", "b"}) wanted.put(std::string(host)), wanted.put(0);
    CHECK(met.sent.bytes() == wanted.bytes());
    CHECK(meet_as(1, met.sent).error == met.error);
  }
  Letter refusal;
  refusal.put(std::string("another build"));
  const Met met = meet_as(1, refusal);
  CHECK(met.error == "another build");
  Letter sent = met.sent;
  CHECK(sent.take_text() == "a");
  CHECK(sent.take_text() == "this build");
}

}  // namespace
}  // namespace spinbench
