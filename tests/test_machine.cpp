// What the host tells of itself, from files that a test made.
#include <algorithm>
#include <string>
#include <vector>

#include "bench/host/machine.hpp"
#include "tests/catch.hpp"
#include "tests/fake_root.hpp"

using namespace spinbench;

TEST_CASE("the machine is told from its files, and what is not told is left out", "[machine]") {
  const FakeRoot files;
  const auto nothing = Machine(files.root).facts();
  for (const char* key :
       {"cores", "threads", "memory_bytes", "caches", "governor", "virtual", "container", "cpu_quota"})
    CHECK_FALSE(nothing.contains(key));
  CHECK_FALSE(Machine(files.root).load());
  CHECK_FALSE(Machine(files.root).ticks());
  std::string cpuinfo;
  for (const char* core : {"0", "1", "0", "1"})
    cpuinfo += std::string("processor\t: 0\nphysical id\t: 0\ncore id\t\t: ") + core +
               "\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\nflags\t\t: fpu hypervisor\n\n";
  files.put("proc/cpuinfo", cpuinfo);
  files.put("proc/meminfo", "MemTotal:       2048 kB\n");
  files.put("proc/loadavg", "1.50 1.0 0.5 1/100 7\n");
  files.put("proc/1/cgroup", "0::/kubepods/pod1\n");
  files.put("etc/os-release", "ID=x\nPRETTY_NAME=\"An OS 1\"\n");
  files.put("sys/fs/cgroup/cpu.max", "150000 100000\n");
  files.put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
  files.put("sys/devices/system/cpu/cpu0/cache/index0/level", "1\n");
  files.put("sys/devices/system/cpu/cpu0/cache/index0/size", "32K\n");
  files.put("sys/devices/system/cpu/cpu0/cache/index0/type", "Data\n");
  files.put("sys/devices/system/node/node0/x", "");
  files.put("sys/class/dmi/id/sys_vendor", "Maker\n");
  const auto facts = Machine(files.root).facts();
  CHECK(facts["cpu_model"] == "family 25, model 17");
  CHECK(facts["cores"] == 2);
  CHECK(facts["threads"] == 4);
  CHECK(facts["memory_bytes"] == 2048 * 1024);
  CHECK(facts["cpu_quota"] == 1.5);
  CHECK(facts["os"] == "An OS 1");
  CHECK(facts["governor"] == "powersave");
  CHECK(facts["virtual"] == "Maker");
  CHECK(facts["container"] == "kubepods");
  CHECK(facts["numa_nodes"] == 1);
  CHECK(facts["caches"][0]["bytes"] == 32 * 1024);
  CHECK(Machine(files.root).load() == 1.5);
}

TEST_CASE("cores that others keep busy, or leave no time of, are not idle", "[machine]") {
  const FakeRoot files;
  CHECK(Machine(files.root).idle_cores() == 1);  // nothing is told
  std::string cpuinfo;
  // Eight threads of four cores.
  for (const char* core : {"0", "1", "2", "3", "0", "1", "2", "3"})
    cpuinfo += std::string("processor : 0\nphysical id : 0\ncore id : ") + core + "\n\n";
  files.put("proc/cpuinfo", cpuinfo);
  // The test may be kept to fewer.
  const int allowed = Machine(files.root).facts().value("threads_allowed", 1);
  const auto idle_of_running = [&](const std::string& runnable) {
    files.put("proc/loadavg", "9.50 9.0 9.5 " + runnable + "/100 7\n");
    return Machine(files.root).idle_cores();
  };
  CHECK(idle_of_running("1") == std::min(4, allowed));  // this thread
  CHECK(idle_of_running("3") == std::min(2, allowed));
  CHECK(idle_of_running("4") == 1);
  CHECK(idle_of_running("40") == 1);
  files.put("proc/1/cgroup", "0::/kubepods/pod1\n");
  files.put("sys/fs/cgroup/cpu.max", "150000 100000\n");
  CHECK(idle_of_running("1") == 1);
}

TEST_CASE("the quota is the least of those of the process's control group and of all that hold it", "[machine]") {
  const FakeRoot files;
  const Machine machine(files.root);
  files.put("proc/self/cgroup", "1:cpu:/x\n0::/system.slice/run-7.scope/job\n");
  CHECK_FALSE(machine.facts().contains("cpu_quota"));
  files.put("sys/fs/cgroup/cpu.max", "800000 100000\n");
  CHECK(machine.facts()["cpu_quota"] == 8.0);
  files.put("sys/fs/cgroup/system.slice/cpu.max", "max 100000\n");
  files.put("sys/fs/cgroup/system.slice/run-7.scope/cpu.max", "150000 100000\n");
  CHECK(machine.facts()["cpu_quota"] == 1.5);
  files.put("sys/fs/cgroup/system.slice/run-7.scope/job/cpu.max", "400000 100000\n");
  CHECK(machine.facts()["cpu_quota"] == 1.5);
  // Those of others.
  files.put("sys/fs/cgroup/user.slice/cpu.max", "50000 100000\n");
  CHECK(machine.facts()["cpu_quota"] == 1.5);
}

TEST_CASE("what disturbs a measurement is said, and nothing else", "[machine]") {
  const FakeRoot files;
  std::string cpuinfo;
  for (int i = 0; i < 4; ++i) cpuinfo += "processor : " + std::to_string(i) + "\n";
  files.put("proc/cpuinfo", cpuinfo);
  const Machine machine(files.root);
  const Machine::Ticks before{100, 10, 1000};
  CHECK(machine.load_of_others(before, {102, 10, 1100}).empty());
  CHECK(machine.load_of_others(before, before).empty());
  CHECK(machine.lasting_doubts().empty());
  const auto busy = machine.load_of_others(before, {150, 10, 1100});
  REQUIRE(busy.size() == 1);
  CHECK(busy[0] == "others keep 2.0 of 4 cores busy");
  const auto stolen = machine.load_of_others(before, {100, 20, 1100});
  REQUIRE(stolen.size() == 1);
  CHECK(stolen[0] == "the hypervisor gives 10% of the time to others");
  files.put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
  files.put("sys/fs/cgroup/cpu.max", "200000 100000\n");
  CHECK(machine.lasting_doubts() ==
        std::vector<std::string>{"the clock governor is powersave", "a control group leaves 2 of its cores"});
  CHECK(machine.load_of_others(before, {102, 10, 1100}).empty());
  files.put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  files.put("sys/fs/cgroup/cpu.max", "max 100000\n");
  CHECK(machine.lasting_doubts().empty());
}
