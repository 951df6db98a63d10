// The CPU backend: what it reads below a made-up root, and what it says about this machine.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "backends/cpu/host_files.hpp"
#include "bench/cli/finding.hpp"
#include "interface/registry.hpp"
#include "tests/catch.hpp"

namespace spinbench::cpu {
namespace {

namespace fs = std::filesystem;

/// A folder that goes away with the object.
class FakeRoot {
 public:
  FakeRoot() {
    std::string name = (fs::temp_directory_path() / "spinbench-root-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    root_ = name;
  }
  ~FakeRoot() { fs::remove_all(root_); }
  FakeRoot(const FakeRoot&) = delete;
  FakeRoot& operator=(const FakeRoot&) = delete;

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  const fs::path& path() const { return root_; }

 private:
  fs::path root_;
};

TEST_CASE("a host that tells nothing is no error", "[cpu]") {
  const FakeRoot root;
  const HostFiles files(root.path());
  CHECK(files.cpu_name() == "unknown CPU");
  CHECK_FALSE(files.physical_cores());
  CHECK_FALSE(files.memory_bytes());
  CHECK_FALSE(files.free_memory_bytes());
  CHECK_FALSE(files.cache_bytes(0));
  CHECK_FALSE(files.clock_mhz(0));
  CHECK_FALSE(files.temperature_c());
  CHECK_FALSE(files.thermal_throttle_count());
  CHECK_FALSE(Rapl(root.path()).read());
}

TEST_CASE("cpuinfo: name, cores without hyper-threads, clock", "[cpu]") {
  const FakeRoot root;
  const auto processor = [](const std::string& id, const std::string& core) {
    return "processor\t: " + id + "\nmodel name\t: Example CPU @ 2.0GHz\ncpu MHz\t\t: 2100.5\nphysical id\t: 0\n" +
           "core id\t\t: " + core + "\nflags\t:\n\n";
  };
  root.write("proc/cpuinfo", processor("0", "0") + processor("1", "1") + processor("2", "0") + processor("3", "1"));
  const HostFiles files(root.path());
  CHECK(files.cpu_name() == "Example CPU @ 2.0GHz");
  CHECK(files.physical_cores() == 2);
  CHECK(files.clock_mhz(1) == 2100.5);
  CHECK_FALSE(files.clock_mhz(7));
  root.write("sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "3400000\n");
  CHECK(files.clock_mhz(1) == 3400.0);
}

TEST_CASE("free memory is what the control group leaves", "[cpu]") {
  const FakeRoot root;
  const HostFiles files(root.path());
  root.write("proc/meminfo", "MemTotal:       1000 kB\nMemFree: 1 kB\nMemAvailable:    800 kB\n");
  CHECK(files.memory_bytes() == 1000u * 1024);
  CHECK(files.free_memory_bytes() == 800u * 1024);
  root.write("proc/self/cgroup", "1:cpu:/x\n0::/slice/job\n");
  root.write("sys/fs/cgroup/slice/job/memory.max", "max\n");
  CHECK(files.free_memory_bytes() == 800u * 1024);
  root.write("sys/fs/cgroup/slice/memory.max", "500000\n");
  root.write("sys/fs/cgroup/slice/memory.current", "300000\n");
  CHECK(files.free_memory_bytes() == 200000u);
  root.write("sys/fs/cgroup/slice/memory.stat", "anon 1\ninactive_file 50000\n");
  CHECK(files.free_memory_bytes() == 250000u);
  root.write("sys/fs/cgroup/slice/memory.current", "900000\n");
  CHECK(files.free_memory_bytes() == 0u);
}

TEST_CASE("caches: the last level, or the level asked for, but no instruction cache", "[cpu]") {
  const FakeRoot root;
  const std::string caches = "sys/devices/system/cpu/cpu0/cache/index";
  const auto add = [&](int index, const char* level, const char* type, const char* size) {
    const std::string folder = caches + std::to_string(index) + "/";
    root.write(folder + "level", level);
    root.write(folder + "type", type);
    root.write(folder + "size", size);
  };
  add(0, "1\n", "Data\n", "32K\n");
  add(1, "1\n", "Instruction\n", "64K\n");
  add(2, "2\n", "Unified\n", "1M\n");
  add(3, "3\n", "Unified\n", "32768K\n");
  const HostFiles files(root.path());
  CHECK(files.cache_bytes(0) == std::uint64_t{32} << 20);
  CHECK(files.cache_bytes(1) == std::uint64_t{32} << 10);
  CHECK(files.cache_bytes(2) == std::uint64_t{1} << 20);
  CHECK_FALSE(files.cache_bytes(4));
}

TEST_CASE("temperature and throttle counts", "[cpu]") {
  const FakeRoot root;
  const HostFiles files(root.path());
  root.write("sys/class/thermal/thermal_zone0/type", "x86_pkg_temp\n");
  root.write("sys/class/thermal/thermal_zone0/temp", "45000\n");
  CHECK(files.temperature_c() == 45.0);
  root.write("sys/class/hwmon/hwmon0/name", "nvme\n");
  root.write("sys/class/hwmon/hwmon0/temp1_input", "99000\n");
  root.write("sys/class/hwmon/hwmon1/name", "coretemp\n");
  root.write("sys/class/hwmon/hwmon1/temp1_input", "51000\n");
  root.write("sys/class/hwmon/hwmon1/temp2_input", "62500\n");
  root.write("sys/class/hwmon/hwmon1/temp2_crit", "100000\n");
  CHECK(files.temperature_c() == 62.5);
  root.write("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "2\n");
  root.write("sys/devices/system/cpu/cpu1/thermal_throttle/package_throttle_count", "3\n");
  CHECK(files.thermal_throttle_count() == 5u);
}

TEST_CASE("RAPL adds packages and memory, and survives a wrap", "[cpu]") {
  const FakeRoot root;
  const auto zone = [&](const std::string& name, const char* label, const char* energy) {
    const std::string folder = "sys/class/powercap/" + name + "/";
    root.write(folder + "name", label);
    root.write(folder + "max_energy_range_uj", "10000000\n");
    root.write(folder + "energy_uj", energy);
  };
  zone("intel-rapl:0", "package-0\n", "9000000\n");
  zone("intel-rapl:0:0", "core\n", "1\n");
  zone("intel-rapl:0:1", "dram\n", "500000\n");
  zone("intel-rapl:1", "psys\n", "1\n");
  zone("intel-rapl-mmio:0", "package-0\n", "1\n");
  Rapl rapl(root.path());
  CHECK(rapl.read() == 0.0);
  zone("intel-rapl:0", "package-0\n", "9500000\n");
  CHECK(rapl.read() == Approx(0.5));
  zone("intel-rapl:0", "package-0\n", "500000\n");
  zone("intel-rapl:0:1", "dram\n", "700000\n");
  zone("intel-rapl:0:0", "core\n", "9000000\n");
  CHECK(rapl.read() == Approx(1.7));
}

TEST_CASE("packages without the memory, or one without the other, are no energy of the host", "[cpu]") {
  const FakeRoot root;
  const fs::path powercap = root.path() / "sys/class/powercap";
  const auto zone = [&](const std::string& name, const char* label) {
    root.write("sys/class/powercap/" + name + "/name", label);
    root.write("sys/class/powercap/" + name + "/max_energy_range_uj", "10000000\n");
    root.write("sys/class/powercap/" + name + "/energy_uj", "500000\n");
    return powercap / name / "energy_uj";
  };
  // Root reads any file, but no folder as one.
  const auto close = [](const fs::path& counter, fs::perms mode) {
    fs::remove(counter);
    fs::create_directory(counter);
    fs::permissions(counter, mode);
  };
  const fs::path first = zone("intel-rapl:0", "package-0\n"), memory = zone("intel-rapl:0:0", "dram\n"),
                 second = zone("intel-rapl:1", "package-1\n");
  close(zone("intel-rapl:0:1", "core\n"), fs::perms::owner_all);
  close(zone("intel-rapl:2", "psys\n"), fs::perms::owner_all);
  CHECK(Rapl(root.path()).read() == 0.0);
  const auto whole = cli::rapl(root.path());
  CHECK(whole.found);
  CHECK(whole.detail ==
        first.string() + " (package-0), " + memory.string() + " (dram), " + second.string() + " (package-1)");
  close(second, fs::perms::owner_all);
  CHECK_FALSE(Rapl(root.path()).read());
  const auto half = cli::rapl(root.path());
  CHECK_FALSE(half.found);
  CHECK(half.detail.starts_with(second.string() + " (package-1) cannot be read by this user"));
  CHECK(half.remedy == "sudo chmod a+r " + second.string() + " (until the next boot)");
  close(first, fs::perms::owner_all);
  close(memory, fs::perms::owner_all);
  CHECK_FALSE(Rapl(root.path()).read());
  CHECK(cli::rapl(root.path()).remedy ==
        "sudo chmod a+r " + first.string() + " " + memory.string() + " " + second.string() + " (until the next boot)");
  // A mode that any user may read is not what is in the way.
  for (const fs::path& counter : {first, memory, second}) fs::permissions(counter, fs::perms::all);
  CHECK(cli::rapl(root.path()).remedy.find("chmod") == std::string::npos);
  fs::remove_all(powercap);
  CHECK(cli::rapl(root.path()).detail == "this machine shows no energy counter");
}

TEST_CASE("time on the cores and time spent waiting for them", "[cpu]") {
  const FakeRoot root;
  CHECK_FALSE(HostFiles(root.path()).scheduled());
  root.write("proc/self/schedstat", "7000 300 12\n");
  const auto scheduled = HostFiles(root.path()).scheduled();
  REQUIRE(scheduled);
  CHECK(scheduled->ran_ns == 7000);
  CHECK(scheduled->waited_ns == 300);
}

TEST_CASE("the cpu backend tells the share of time that others took", "[cpu]") {
  Backend* backend = Registry::instance().backend("cpu");
  CHECK(backend->devices_in_use() == std::vector<int>{0});
  static_cast<void>(backend->conditions(0));
  double sum = 0;
  for (int i = 0; i < 1 << 20; ++i) sum += i;
  CHECK(sum > 0);
  const Conditions seen = backend->conditions(0);
  CHECK(seen.device == 0);
  if (seen.waited_share) {
    CHECK(*seen.waited_share >= 0);
    CHECK(*seen.waited_share <= 1);
  }
}

TEST_CASE("the cpu backend knows this machine", "[cpu]") {
  Backend* backend = Registry::instance().backend("cpu");
  REQUIRE(backend != nullptr);
  REQUIRE(backend->devices().size() == 1);
  const Device& device = backend->devices().front();
  CHECK_FALSE(device.name.empty());
  CHECK(device.multiprocessors > 0);
  CHECK(device.lanes == 1);
  CHECK(backend->free_memory_bytes() <= device.memory_bytes);
  CHECK_NOTHROW(backend->use_device(0));
  CHECK_THROWS_AS(backend->use_device(1), std::out_of_range);
  const auto stopwatch = backend->make_stopwatch();
  stopwatch->start();
  backend->synchronize();
  stopwatch->stop();
  CHECK(stopwatch->elapsed_ns() >= 0);
  CHECK(stopwatch->elapsed_ns() < 1e9);
}

}  // namespace
}  // namespace spinbench::cpu
