#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "backends/mpi/built.hpp"
#include "interface/launched.hpp"

namespace spinbench::mpi {

namespace {

constexpr const char* module_name = "libspinbench_mpi.so";

int number(const char* variable, int otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr || *text == '\0' ? otherwise : std::atoi(text);
}

/// Beside the program, or where an installation has its libraries.
std::vector<std::string> places() {
  std::error_code ignored;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  std::vector<std::string> result = {(folder / module_name).string()};
  for (const char* const libraries : {"lib/spinbench", "lib64/spinbench"})
    result.push_back((folder.parent_path() / libraries / module_name).string());
  if (*built_libraries != '\0') result.push_back((folder.parent_path() / built_libraries / module_name).string());
  return result;
}

struct Loaded {
  void* handle = nullptr;
  std::string why;
};

Loaded load() {
  Loaded result;
  result.why = std::string(module_name) + " is not beside the program";
  for (const std::string& path : places()) {
    if (::access(path.c_str(), R_OK) != 0) continue;
    // Global, since Open MPI's own plug-ins look for its symbols there.
    result.handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (result.handle != nullptr) return result;
    if (const char* const error = ::dlerror()) result.why = error;
  }
  return result;
}

}  // namespace

Launched launched() {
  struct Names {
    const char *size, *rank;
  };
  // Open MPI, MPICH and those made from it, Slurm with any of them.
  for (const Names names :
       {Names{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"}, Names{"PMI_SIZE", "PMI_RANK"},
        Names{"MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK"}, Names{"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}}) {
    const int size = number(names.size, 1), rank = number(names.rank, -1);
    if (size > 1 && rank >= 0 && rank < size) return {rank, size, names.size};
  }
  return {};
}

std::string why_not_built() { return built ? "" : built_why_not; }

std::string why_not_loaded() {
  const Loaded found = load();
  if (found.handle == nullptr) return found.why;
  ::dlclose(found.handle);
  return "";
}

Ranks* load_ranks(const Launched& launched) {
  if (launched.size == 1) return nullptr;
  const std::string started = "started as " + std::to_string(launched.size) + " processes (" + launched.by + "), but ";
  if (!built)
    throw std::runtime_error(started + "this build has no MPI (" + built_why_not + "): ./spinbench doctor --fix mpi");
  const Loaded found = load();
  if (found.handle == nullptr) throw std::runtime_error(started + "MPI cannot be loaded: " + found.why);
  void* const symbol = ::dlsym(found.handle, "spinbench_mpi_ranks");
  if (symbol == nullptr) throw std::runtime_error(started + module_name + " is of another version");
  Ranks* const ranks = reinterpret_cast<Ranks* (*)()>(symbol)();
  if (ranks->size() != launched.size)
    throw std::runtime_error(started + ranks->library() + " knows " + std::to_string(ranks->size()) +
                             ": the launcher belongs to another MPI than the build");
  return ranks;
}

}  // namespace spinbench::mpi
