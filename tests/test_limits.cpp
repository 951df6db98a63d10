#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/measure/limits.hpp"
#include "bench/rows/row.hpp"
#include "interface/host_cpus.hpp"
#include "interface/rank_parts.hpp"
#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"
#include "tests/fake_root.hpp"

using namespace spinbench;

namespace {

MachineRates some_rates() {
  MachineRates rates;
  rates.memory_bytes = 4000;
  rates.cache_bytes = 10000;
  rates.shared_bytes = 30000;
  rates.logic_ops = 16000;
  rates.multiply_adds = 16000;
  rates.issue_slots = 30000;
  rates.launch_ns = 2000;
  rates.cache_size = 50e6;
  return rates;
}

/// Every rate of a host is known as `rate`, measured by so many threads, so that none is measured.
void note_all(Limits& limits, int threads, double rate) {
  const Registry& registry = Registry::instance();
  for (const auto& variant : registry.variants()) {
    const Kernel* const kernel = registry.kernel(variant.kernel);
    if (kernel == nullptr || !kernel->measures_limit || variant.backend != "cpu") continue;
    Case c{kernel, &variant, registry.backend("cpu"), 0, {}};
    for (const auto& axis : variant.axes) c.params.set(axis.name, axis.fallback);
    limits.note(c, threads, rate, {});
  }
}

/// Two hyper-threads a core, and four CPUs with a cache of 8 MiB.
constexpr int cpus_a_core = 2, cpus_a_cache = 4;
constexpr double half_a_cache = 4 << 20;

void put_cpus(const FakeRoot& files, const std::vector<int>& cpus) {
  for (const int cpu : cpus) {
    const std::string folder = "sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/";
    files.put(folder + "topology/thread_siblings_list", std::to_string(cpu / cpus_a_core) + "\n");
    files.put(folder + "cache/index0/level", "3\n");
    files.put(folder + "cache/index0/type", "Unified\n");
    files.put(folder + "cache/index0/size", "8M\n");
    files.put(folder + "cache/index0/shared_cpu_list", std::to_string(cpu / cpus_a_cache) + "\n");
  }
}

int groups_of(const std::vector<int>& cpus, int size) {
  std::set<int> groups;
  for (const int cpu : cpus) groups.insert(cpu / size);
  return static_cast<int>(groups.size());
}

/// Rates of device 0 of `backend` where ranks have these places.
MachineRates rates_at(const std::vector<World::Place>& places, Limits& limits, Backend& backend) {
  const auto before = std::exchange(world().places, places);
  const MachineRates result = limits.rates(backend, 0);
  world().places = before;
  return result;
}

}  // namespace

TEST_CASE("the bound is the resource that takes longest") {
  Work work;
  work.units = 1e6;
  work.memory_bytes = 4e6;
  work.footprint_bytes = 1e9;
  auto limit = limit_of(work, some_rates());
  REQUIRE(limit);
  CHECK(limit->bound == "dram");
  CHECK(limit->units_per_ns == Approx(1000.0));

  SECTION("what the cache can hold is held to the cache's rate, all else to the memory's") {
    for (const double footprint : {25e6, 50e6}) {
      work.footprint_bytes = footprint;
      CHECK(limit_of(work, some_rates())->bound == "l2");
      CHECK(limit_of(work, some_rates())->units_per_ns == Approx(2500.0));
    }
    work.footprint_bytes = 51e6;
    CHECK(limit_of(work, some_rates())->bound == "dram");
    CHECK(limit_of(work, some_rates())->units_per_ns == Approx(1000.0));
  }
  SECTION("what is only written goes at the rate of a fill") {
    work.memory_bytes = 0;
    work.write_bytes = 4e6;
    auto rates = some_rates();
    rates.write_bytes = 5000;
    CHECK(limit_of(work, rates)->bound == "dram");
    CHECK(limit_of(work, rates)->units_per_ns == Approx(1250.0));
    work.footprint_bytes = 25e6;
    CHECK(limit_of(work, rates)->bound == "l2");
    CHECK(limit_of(work, rates)->units_per_ns == Approx(2500.0));
  }
  SECTION("launches bound small lattices") {
    work.dependent_launches = 2;
    CHECK(limit_of(work, some_rates())->bound == "latency");
    CHECK(limit_of(work, some_rates())->units_per_ns == Approx(250.0));
  }
  SECTION("shared memory") {
    work.shared_bytes = 60e6;
    CHECK(limit_of(work, some_rates())->bound == "shared");
    CHECK(limit_of(work, some_rates())->units_per_ns == Approx(500.0));
  }
  SECTION("either pipe bounds by itself, and all instructions together by the issue slots") {
    work.logic_ops = 32e6;
    CHECK(limit_of(work, some_rates())->bound == "alu");
    CHECK(limit_of(work, some_rates())->units_per_ns == Approx(500.0));
    work.multiply_adds = 48e6;
    CHECK(limit_of(work, some_rates())->units_per_ns == Approx(1e6 / 3000));
    work.issue_slots = 80e6;
    CHECK(limit_of(work, some_rates())->bound == "alu");
    work.issue_slots = 120e6;
    CHECK(limit_of(work, some_rates())->bound == "issue");
    // Measured of a mix, or of each pipe alone, whichever is more.
    CHECK(limit_of(work, some_rates())->units_per_ns == Approx(1e6 / 3750));
    MachineRates mixed = some_rates();
    mixed.issue_slots = 40000;
    CHECK(limit_of(work, mixed)->units_per_ns == Approx(1e6 / 3000));
  }
}

TEST_CASE("the limit scales with the threads, whose pipes are their own and whose memory is shared") {
  MachineRates rates = some_rates();
  Work work;
  work.units = 1e6;
  work.logic_ops = 32e6;
  CHECK(limit_of(work, rates, 1)->units_per_ns == Approx(500.0));
  CHECK(limit_of(work, rates, 8)->units_per_ns == Approx(4000.0));
  // A device of several is a thread here.
  work.shared_bytes = 1e6;
  rates.shared_bytes = 100;
  CHECK(limit_of(work, rates, 1)->bound == "shared");
  CHECK(limit_of(work, rates, 1)->units_per_ns == Approx(100.0));
  CHECK(limit_of(work, rates, 8)->units_per_ns == Approx(800.0));
  work.shared_bytes = 0;
  work.logic_ops = 0;
  work.memory_bytes = 4e6;
  work.footprint_bytes = 1e9;
  CHECK(limit_of(work, rates, 4)->units_per_ns == Approx(4000.0));

  SECTION("no more from memory than all threads get together, and no less than one gets alone") {
    rates.all_memory_bytes = 9000;
    CHECK(limit_of(work, rates, 1)->units_per_ns == Approx(1000.0));
    CHECK(limit_of(work, rates, 2)->units_per_ns == Approx(2000.0));
    CHECK(limit_of(work, rates, 4)->units_per_ns == Approx(2250.0));
    rates.all_memory_bytes = 3000;
    CHECK(limit_of(work, rates, 4)->units_per_ns == Approx(1000.0));
  }
  SECTION("each device has a cache for its share") {
    work.footprint_bytes = 200e6;
    CHECK(limit_of(work, rates, 2)->bound == "dram");
    CHECK(limit_of(work, rates, 4)->bound == "l2");
    CHECK(limit_of(work, rates, 4)->units_per_ns == Approx(10000.0));
  }
  SECTION("a last-level cache that threads share is no larger for more of them") {
    rates.all_cache_size = rates.cache_size;
    work.footprint_bytes = 51e6;
    for (const int threads : {1, 2, 64}) CHECK(limit_of(work, rates, threads)->bound == "dram");
    work.footprint_bytes = 50e6;
    CHECK(limit_of(work, rates, 4)->units_per_ns == Approx(10000.0));
    // Of a chip with three of them, four threads have no more than those.
    rates.all_cache_size = 3 * rates.cache_size;
    work.footprint_bytes = 100e6;
    CHECK(limit_of(work, rates, 1)->bound == "dram");
    CHECK(limit_of(work, rates, 2)->bound == "l2");
    work.footprint_bytes = 151e6;
    CHECK(limit_of(work, rates, 4)->bound == "dram");
  }
}

TEST_CASE("threads beyond the cores raise no limit") {
  MachineRates rates = some_rates();
  rates.cores = 2;
  Work work;
  work.units = 1e6;
  work.logic_ops = 32e6;
  CHECK(limit_of(work, rates, 1)->units_per_ns == Approx(500.0));
  for (const int threads : {2, 3, 64}) CHECK(limit_of(work, rates, threads)->units_per_ns == Approx(1000.0));
  work.logic_ops = 0;
  work.memory_bytes = 4e6;
  work.footprint_bytes = 1e9;
  CHECK(limit_of(work, rates, 64)->units_per_ns == Approx(2000.0));
}

TEST_CASE("threads of several hosts have the memory and the caches of each") {
  MachineRates rates = some_rates();
  rates.all_memory_bytes = 9000;
  rates.all_write_bytes = 8000;
  rates.write_bytes = 5000;
  rates.all_cache_size = rates.cache_size;
  CHECK(rates.of_threads(8).memory_bytes == Approx(9000));
  CHECK(rates.of_threads(8, 2).memory_bytes == Approx(18000));
  CHECK(rates.of_threads(8, 2).write_bytes == Approx(16000));
  CHECK(rates.of_threads(8, 2).cache_size == Approx(2 * rates.cache_size));
  CHECK(rates.of_threads(8, 2).logic_ops == Approx(8 * rates.logic_ops));
  // Two threads on two hosts have no more than two have.
  CHECK(rates.of_threads(2, 2).memory_bytes == Approx(8000));

  // The cores that are known are those of one of them.
  rates.cores = 2;
  CHECK(rates.of_threads(8).logic_ops == Approx(2 * rates.logic_ops));
  CHECK(rates.of_threads(8, 2).logic_ops == Approx(8 * rates.logic_ops));
  rates.cores = 0;

  Work work;
  work.units = 1e6;
  work.memory_bytes = 4e6;
  work.footprint_bytes = 1e9;
  CHECK(limit_of(work, rates, 4, 2)->units_per_ns == Approx(4000.0));
  // Those of rank 0 alone are on one, wherever other ranks are.
  const auto places =
      std::exchange(world().places, {{"a", 0, {0, 1, 2, 3}}, {"b", 0, {0, 1}}, {"a", 1, {0, 1}}, {"b", 1, {0, 1}}});
  const auto alone = limit_of(work, rates, 4);
  world().places = places;
  CHECK(alone->units_per_ns == Approx(2250.0));
}

TEST_CASE("the cores and caches that limits are of are those that this process may run on") {
  const FakeRoot files;
  const std::vector<int> cpus = allowed_cpus();
  put_cpus(files, cpus);
  testing::FakeBackend backend;
  Limits limits(1, Machine(files.root));
  const MachineRates rates = rates_at({{}}, limits, backend);
  CHECK(rates.cores == groups_of(cpus, cpus_a_core));
  CHECK(rates.all_cache_size == Approx(groups_of(cpus, cpus_a_cache) * half_a_cache));
  backend.all[0].pci = "0000:01:00.0";
  CHECK(limits.rates(backend, 0).cores == 0);
}

TEST_CASE("the cores and caches that limits are of are those of all ranks of the host") {
  const FakeRoot files;
  // The same CPUs on a machine of any size.
  put_cpus(files, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
  const std::vector<World::Place> places = {
      {"a", 0, {0, 1, 2}}, {"a", 1, {1, 3, 8, 9}}, {"b", 0, {12, 13, 14, 15}}, {"a", 2, {10}}};
  testing::FakeBackend backend;
  Limits limits(1, Machine(files.root));
  const MachineRates rates = rates_at(places, limits, backend);
  // 0-3 and 8-10.
  CHECK(rates.cores == 4);
  CHECK(rates.all_cache_size == Approx(2 * half_a_cache));
}

TEST_CASE("the memory's rate with all threads is not known where other ranks have other CPUs") {
  const FakeRoot files;
  Backend& backend = *Registry::instance().backend("cpu");
  const auto all_memory = [&](const std::vector<World::Place>& places) {
    const auto before = std::exchange(world().places, places);
    Limits limits(1, Machine(files.root));
    note_all(limits, 2, 10);
    world().places = before;
    const MachineRates rates = rates_at(places, limits, backend);
    CHECK(rates.all_write_bytes == rates.all_memory_bytes);
    return rates.all_memory_bytes;
  };
  CHECK(all_memory({{}}) == 10);
  CHECK(all_memory({{"a", 0, {0, 1}}, {"a", 1, {0, 1}}, {"b", 0, {2, 3}}}) == 10);
  CHECK(all_memory({{"a", 0, {0, 1}}, {"a", 1, {2, 3}}}) == 0);
  CHECK(all_memory({{"a", 0, {0, 1}}, {"a", 1, {0, 1, 2}}}) == 0);
}

TEST_CASE("a host that is one device has the caches of all its threads") {
  const FakeRoot files;
  const std::vector<int> cpus = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  put_cpus(files, cpus);
  testing::FakeBackend backend;
  backend.all[0].cache_bytes = 8 << 20;
  const auto cache_size = [&](bool host_as_one, int threads) {
    backend.all[0].host_as_one = host_as_one;
    backend.all[0].multiprocessors = threads;
    Limits limits(1, Machine(files.root));
    return rates_at({{"a", 0, cpus}}, limits, backend).cache_size;
  };
  CHECK(cache_size(true, 1) == Approx(half_a_cache));
  CHECK(cache_size(true, 2) == Approx(2 * half_a_cache));
  CHECK(cache_size(true, 12) == Approx(3 * half_a_cache));
  // Elsewhere rates are those of one thread.
  CHECK(cache_size(false, 12) == Approx(half_a_cache));
}

TEST_CASE("there is no limit without rates or work") {
  Work work;
  work.units = 10;
  work.memory_bytes = 10;
  CHECK_FALSE(limit_of(work, MachineRates{}));
  CHECK_FALSE(limit_of(Work{}, some_rates()));
}

TEST_CASE("a row above its limit proves the limit wrong") {
  const Limit limit{"alu", 2.0};
  CHECK(why_doubtful(limit, 0.5).empty());
  CHECK(why_doubtful(limit, 2.03).empty());
  CHECK_FALSE(limit.exceeded(2.03));
  CHECK(limit.exceeded(2.05));
  const std::string doubt = why_doubtful(limit, 2.16);
  CHECK(doubt.find("at 108% of its limit (alu), which is a defect") != std::string::npos);
}

TEST_CASE("a limit that was measured under load is no defect but says what was seen") {
  const Limit limit{"alu", 2.0, "others keep 1.5 of 2 cores busy"};
  CHECK(why_doubtful(limit, 2.03).empty());
  const std::string doubt = why_doubtful(limit, 2.16);
  CHECK(doubt.find("measured under load (others keep 1.5 of 2 cores busy)") != std::string::npos);
  CHECK(doubt.find("defect") == std::string::npos);
}

TEST_CASE("a row of a multiple of its limit did not do its work") {
  Limit limit{"alu", 2};
  CHECK(why_impossible(limit, 3.99).empty());
  CHECK(why_impossible(limit, 4.1) ==
        "the row ran at 205% of its limit (alu): it did not do the work that it was timed for, or the work is counted "
        "wrongly");
  limit.doubt = "others keep 2 of 2 cores busy";
  CHECK(why_impossible(limit, 9.9).empty());
  CHECK_FALSE(why_impossible(limit, 10.1).empty());
}

TEST_CASE("what was beside a rate is kept for its device") {
  const Registry& registry = Registry::instance();
  const Variant* const variant = registry.variant("machine_logic", "scalar", "cpu");
  REQUIRE(variant != nullptr);
  Backend& backend = *registry.backend("cpu");
  Case c{registry.kernel("machine_logic"), variant, &backend, 0, {}};
  for (const auto& axis : variant->axes) c.params.set(axis.name, axis.fallback);
  Limits limits(1);
  CHECK(limits.load(backend, 0).empty());
  limits.note(c, 1, 10, {});
  CHECK(limits.load(backend, 0).empty());
  limits.note(c, 1, 10, {"make (7)"});
  limits.note(c, 1, 10, {"make (7)", "cc1plus (8)"});
  CHECK(limits.load(backend, 0) == "make (7); cc1plus (8)");
}

TEST_CASE("a sweep has all of a GPU's cache, and half of a host's") {
  testing::FakeBackend backend;
  backend.all = {backend.all[0], backend.all[0]};
  backend.all[1].pci = "0000:01:00.0";
  Limits limits(1);
  CHECK(limits.rates(backend, 0).cache_size == Approx(0.5 * (1 << 20)));
  CHECK(limits.rates(backend, 1).cache_size == Approx(1 << 20));
}

TEST_CASE("what slows a host for good explains no row above its limit") {
  const FakeRoot files;
  files.put("proc/cpuinfo", "processor : 0\nprocessor : 1\n");
  files.put("proc/stat", "cpu 1 2 3 4 5 6 7 8\n");
  files.put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
  files.put("sys/fs/cgroup/cpu.max", "100000 100000\n");
  const Machine host(files.root);
  REQUIRE(host.lasting_doubts().size() == 2);
  Backend& backend = *Registry::instance().backend("cpu");
  Limits limits(1, host);
  note_all(limits, 1, 10);
  CHECK(limits.rates(backend, 0).logic_ops == 10);
  CHECK(limits.load(backend, 0).empty());
}

TEST_CASE("a row holds no number where nothing was measured") {
  Row row;
  row.name = "k/v/b";
  row.status = Row::Status::failed;
  row.reason = "verification failed: energy";
  row.measurement = Measurement{};
  const auto json = to_json(row);
  CHECK(json["status"] == "failed");
  CHECK_FALSE(json.contains("ns_per_flip"));
  CHECK_FALSE(json.contains("samples_ns_per_flip"));
}

TEST_CASE("numbers that JSON cannot hold become null") {
  Row row;
  row.status = Row::Status::measured;
  row.measurement = Measurement{};
  const auto json = to_json(row);
  CHECK(json["flips_per_ns"].is_null());
  CHECK(json["ns_per_flip"] == 0.0);
}
