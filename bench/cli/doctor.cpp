// spinbench doctor

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <system_error>

#include "bench/cli/commands.hpp"
#include "bench/cli/finding.hpp"
#include "bench/errors.hpp"
#include "bench/rows/results.hpp"
#include "bench/rows/screen.hpp"
#include "bench/rows/text.hpp"
#include "interface/energy_zones.hpp"
#include "interface/launched.hpp"
#include "interface/platforms.hpp"
#include "interface/rank_parts.hpp"
#include "interface/system_files.hpp"

namespace spinbench::cli {

namespace {

using nlohmann::ordered_json;

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string candidate = folder + "/" + name;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return "";
}

bool can_load(const char* library) {
  void* handle = ::dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) return false;
  ::dlclose(handle);
  return true;
}

/// The compiler of a backend where the script ./spinbench looks for it; "" where it is not, or the backend needs none.
std::string find_compiler(const std::string& backend) {
  const auto from_environment = [](const char* variable, const char* fallback) {
    const char* const value = std::getenv(variable);
    return std::string(value && *value ? value : fallback);
  };
  std::vector<std::string> candidates;
  if (backend == "cuda")
    candidates = {from_environment("CUDACXX", ""), find_program("nvcc"),
                  from_environment("CUDA_HOME", "/usr/local/cuda") + "/bin/nvcc", "/usr/local/cuda/bin/nvcc"};
  if (backend == "hip") candidates = {find_program("hipcc"), from_environment("ROCM_PATH", "/opt/rocm") + "/bin/hipcc"};
  for (const std::string& path : candidates)
    if (!path.empty() && ::access(path.c_str(), X_OK) == 0) return path;
  return "";
}

std::string how_to_build(const std::string& backend) {
  const std::string compiler = find_compiler(backend);
  if (!compiler.empty() && Registry::instance().backend(backend) == nullptr)
    return compiler + " is here: SPINBENCH_PRESET=" + backend + " ./spinbench doctor builds with it";
  const Platform* platform = platform_called(backend);
  return platform == nullptr ? "comes with a later version" : platform->to_build;
}

std::string how_to_see_devices(const std::string& backend) {
  const Platform* platform = platform_called(backend);
  return platform == nullptr ? "" : platform->to_see_devices;
}

Finding backend_finding(const std::string& name) {
  Backend* backend = Registry::instance().backend(name);
  if (backend == nullptr) return {"backend " + name, false, "not in this build", how_to_build(name)};
  std::vector<std::string> names;
  for (const auto& device : backend->devices())
    names.push_back(device.name + (device.pci.empty() ? "" : " at " + device.pci));
  if (names.empty()) return {"backend " + name, false, backend->why_no_device(), how_to_see_devices(name)};
  return {"backend " + name, true, joined(names), ""};
}

/// `path`: where it is, or "".
Finding program(const std::string& name, const std::string& path, const std::string& remedy) {
  return {name, !path.empty(), path.empty() ? "not on PATH" : path, path.empty() ? remedy : ""};
}

Finding program(const std::string& name, const std::string& remedy) {
  return program(name, find_program(name), remedy);
}

/// The first of `names` that loads, or `remedy`.
Finding library(const std::string& title, const std::vector<const char*>& names, const std::string& remedy) {
  for (const char* name : names)
    if (can_load(name)) return {title, true, std::string(name) + " loads", ""};
  return {title, false, std::string(names.back()) + " does not load", remedy};
}

Finding nvml() {
  return library("NVML", {"libnvidia-ml.so.1"},
                 "part of the NVIDIA driver; without it a GPU row has no clock, temperature, power and energy");
}

/// The headers for the platform nvidia are looked for by CMake alone: they have no home of their own.
Finding hip_compiler() {
  const auto built = compilers()["hip"];
  if (built.is_string()) return {"HIP compiler of this build", true, built.get<std::string>(), ""};
  return {"HIP compiler of this build", false, "none", how_to_build("hip")};
}

Finding rocm_smi() {
  return library(
      "ROCm SMI",
      {"librocm_smi64.so.7", "librocm_smi64.so.6", "librocm_smi64.so.5", "librocm_smi64.so.1", "librocm_smi64.so"},
      "part of ROCm (Debian: librocm-smi64-1); without it an AMD row has no clock, temperature, power and "
      "energy");
}

Finding curand() {
  return library("cuRAND", {"libcurand.so.10", "libcurand.so.11", "libcurand.so"},
                 "part of the CUDA toolkit (its package libcurand; its folder belongs in LD_LIBRARY_PATH where the "
                 "loader does not look there); without it NVIDIA's own generators are skipped");
}

Finding rocrand() {
  return library("rocRAND", {"librocrand.so.1", "librocrand.so"},
                 "./spinbench doctor --fix hip (Debian: sudo apt-get install librocrand-dev; else part of ROCm); "
                 "without it AMD's own generators are skipped");
}

Finding governor() {
  const auto value = system_files::first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").value_or("");
  if (value.empty())
    return {"CPU clock", false, "the machine does not tell its clock governor",
            "on a virtual machine its host sets the clock; elsewhere load the kernel's cpufreq driver"};
  return {"CPU clock", value == "performance", "governor " + value,
          value == "performance" ? "" : "for steadier CPU times: sudo cpupower frequency-set -g performance"};
}

constexpr const char* how_to_get_mpi =
    "./spinbench doctor --fix mpi (Debian: sudo apt-get install libopenmpi-dev openmpi-bin; elsewhere have mpicxx on "
    "PATH, as by module load openmpi), then build again";

/// Not in backends: every backend's cases may have ranks.
Finding mpi_ranks() {
  const std::string name = "MPI, for several processes";
  if (const std::string why = mpi::why_not_built(); !why.empty())
    return {name, false, "not in this build: " + why, how_to_get_mpi};
  if (const std::string why = mpi::why_not_loaded(); !why.empty()) return {name, false, why, how_to_get_mpi};
  if (world().ranks != nullptr)
    return {name, true,
            world().library + ", " + std::to_string(world().size()) + " ranks on " +
                counted(static_cast<std::size_t>(world().nodes()), "machine"),
            ""};
  const std::string launcher = find_program("mpirun").empty() ? find_program("srun") : find_program("mpirun");
  return {name, !launcher.empty(),
          launcher.empty() ? "in this build, but neither mpirun nor srun is on PATH" : "in this build; " + launcher,
          launcher.empty() ? "sudo apt-get install openmpi-bin, or the cluster's module" : ""};
}

std::vector<Finding> findings() {
  std::vector<Finding> result;
  for (const auto& name : known_backends()) result.push_back(backend_finding(name));
  const auto built = compilers();
  result.push_back(
      {"C++ compiler", true, built["cxx"].get<std::string>() + ", " + built["flags"].get<std::string>(), ""});
  const bool cuda = built["cuda"].is_string();
  result.push_back({"CUDA compiler of this build", cuda, cuda ? built["cuda"].get<std::string>() : "none",
                    cuda ? "" : how_to_build("cuda")});
  result.push_back(hip_compiler());
  result.push_back(program("nvcc", find_compiler("cuda"), how_to_build("cuda")));
  result.push_back(program("hipcc", find_compiler("hip"), how_to_build("hip")));
  result.push_back(program("nvidia-smi", "install the NVIDIA driver, if there is an NVIDIA card"));
  result.push_back(program("python3", "sudo apt-get install python3 python3-venv (for ./spinbench test)"));
  result.push_back(nvml());
  result.push_back(rocm_smi());
  result.push_back(curand());
  result.push_back(rocrand());
  result.push_back(mpi_ranks());
  result.push_back(rapl());
  result.push_back(governor());
  return result;
}

}  // namespace

Finding rapl(const std::filesystem::path& root) {
  const auto zones = energy_zones(root);
  if (zones.empty())
    return {"RAPL", false, "this machine shows no energy counter",
            "needs bare metal and the kernel module intel_rapl_common; without it a CPU row has no energy"};
  std::vector<std::string> all, unread, closed;
  for (const EnergyZone& zone : zones) {
    all.push_back(zone.counter.string() + " (" + zone.name + ")");
    if (zone.now_uj) continue;
    unread.push_back(all.back());
    using std::filesystem::perms;
    std::error_code unknown;
    const auto open = std::filesystem::status(zone.counter, unknown).permissions() & perms::others_read;
    if (open == perms::none) closed.push_back(zone.counter.string());
  }
  if (unread.empty()) return {"RAPL", true, joined(all), ""};
  return {"RAPL", false, joined(unread) + " cannot be read by this user, and the others would not be the whole",
          closed.empty() ? "the kernel gives no number there; without it a CPU row has no energy"
                         : "sudo chmod a+r " + joined(closed, " ") + " (until the next boot)"};
}

int doctor(const Options& options) {
  if (!options.fix.empty() && options.json)
    throw UsageError("--json prints what was found, and --fix " + quote(options.fix) +
                     " says how to get it, in words: give one of them");
  if (options.fix == "mpi") {
    std::cout << "MPI: " << how_to_get_mpi << "\n";
    return exit_fine;
  }
  if (!options.fix.empty()) {
    const auto& known = known_backends();
    if (std::find(known.begin(), known.end(), options.fix) == known.end())
      throw UsageError("--fix " + quote(options.fix) + ": no such backend; there are " + joined(known) + ", and mpi");
    std::cout << "backend " << options.fix << ": " << how_to_build(options.fix) << "\n";
    return exit_fine;
  }
  const auto all = findings();
  if (options.json) {
    auto entries = ordered_json::array();
    for (const auto& finding : all) {
      ordered_json entry = {{"name", finding.name}, {"found", finding.found}, {"detail", finding.detail}};
      if (!finding.remedy.empty()) entry["remedy"] = finding.remedy;
      entries.push_back(std::move(entry));
    }
    std::cout << dump({{"schema", "spinbench-doctor/1"},
                       {"version", version()},
                       {"host", host_name()},
                       {"compilers", compilers()},
                       {"findings", std::move(entries)}})
              << "\n";
    return exit_fine;
  }
  const std::size_t width = screen_of(STDOUT_FILENO).width;
  std::cout << "spinbench " << version() << " on " << host_name() << "\n";
  for (const auto& finding : all) {
    const std::string found = (finding.found ? "  yes  " : "  no   ") + finding.name + ": " + finding.detail;
    print_wrapped(std::cout, found, width, 7);
    if (finding.remedy.empty()) continue;
    print_wrapped(std::cout, "         " + finding.remedy, width, 9);
  }
  return exit_fine;
}

}  // namespace spinbench::cli
