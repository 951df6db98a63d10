// cuRAND and rocRAND have the same host interface but for names and numbers, so no header of theirs is needed here.
#include <dlfcn.h>

#include "backends/gpu/vendor_rng.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

namespace {

/// A generator: our name, the library's number for it, and the release that brought it, where not every one has it.
struct Kind {
  const char* name;
  int type;
  const char* since;
};

constexpr int status_success = 0, status_allocation_failed = 102, status_no_such_type = 103;

#if defined(__HIP_PLATFORM_AMD__)

constexpr const char* title = "rocRAND";
constexpr const char* files[] = {"librocrand.so.1", "librocrand.so"};
constexpr const char* how_to_get =
    "part of ROCm (Debian: ./spinbench doctor --fix hip, or sudo apt-get install "
    "librocrand1); elsewhere put its folder in LD_LIBRARY_PATH";
// rocrand.h's rocrand_rng_type.
constexpr Kind kinds[] = {
    {"xorwow", 401, ""}, {"mtgp32", 403, ""}, {"philox4x32", 404, ""}, {"mt19937", 407, "ROCm 5.5"}};

struct Names {
  static constexpr const char *version = "rocrand_get_version", *create = "rocrand_create_generator",
                              *destroy = "rocrand_destroy_generator", *set_stream = "rocrand_set_stream",
                              *set_seed = "rocrand_set_seed", *set_up = "rocrand_initialize_generator",
                              *uniform = "rocrand_generate_uniform", *words = "rocrand_generate";
};

/// "2.10.9" for what the library calls 201009.
std::string version_numbers(int version) {
  return std::to_string(version / 100000) + "." + std::to_string(version / 100 % 1000) + "." +
         std::to_string(version % 100);
}

#else

constexpr const char* title = "cuRAND";
constexpr const char* files[] = {"libcurand.so.10", "libcurand.so.11", "libcurand.so"};
constexpr const char* how_to_get =
    "part of the CUDA toolkit (its package libcurand); where that is installed, put the "
    "folder that holds the file in LD_LIBRARY_PATH";
// curand.h's curandRngType.
constexpr Kind kinds[] = {{"xorwow", 101, ""}, {"mtgp32", 141, ""}, {"philox4x32", 161, ""}, {"mt19937", 142, ""}};

struct Names {
  static constexpr const char *version = "curandGetVersion", *create = "curandCreateGenerator",
                              *destroy = "curandDestroyGenerator", *set_stream = "curandSetStream",
                              *set_seed = "curandSetPseudoRandomGeneratorSeed", *set_up = "curandGenerateSeeds",
                              *uniform = "curandGenerateUniform", *words = "curandGenerate";
};

/// "10.4.0" for what the library calls 10400.
std::string version_numbers(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version / 100 % 10) + "." +
         std::to_string(version % 100);
}

#endif

/// What either library means by a status.
const char* meaning(int status) {
  switch (status) {
    case 100:
      return "the library and its header differ in version";
    case 101:
      return "the generator was not created";
    case status_allocation_failed:
      return "out of memory";
    case status_no_such_type:
      return "the library does not have this type of generator";
    case 104:
      return "an argument is out of range";
    case 105:
      return "the length is not a multiple of the dimension";
    case 106:
      return "the device lacks double precision";
    case 107:
    case 201:
      return "a kernel launch failed";
    case 202:
      return "an earlier error of the device";
    case 203:
      return "the device could not be initialised";
    case 204:
      return "the library has no code for this device";
    case 108:
    case 999:
      return "an internal error of the library";
    default:
      return "unknown status";
  }
}

struct Library {
  std::string why_missing;
  int version = 0;
  int (*create)(void**, int) = nullptr;
  int (*destroy)(void*) = nullptr;
  int (*set_stream)(void*, Stream) = nullptr;
  int (*set_seed)(void*, unsigned long long) = nullptr;
  int (*set_up)(void*) = nullptr;
  int (*uniform)(void*, float*, std::size_t) = nullptr;
  int (*words)(void*, unsigned*, std::size_t) = nullptr;

  Library() {
    void* handle = open();
    if (!handle) return;
    int (*get_version)(int*) = nullptr;
    find(handle, get_version, Names::version);
    find(handle, create, Names::create);
    find(handle, destroy, Names::destroy);
    find(handle, set_stream, Names::set_stream);
    find(handle, set_seed, Names::set_seed);
    find(handle, set_up, Names::set_up);
    find(handle, uniform, Names::uniform);
    find(handle, words, Names::words);
    if (!why_missing.empty()) return;
    const int status = get_version(&version);
    if (status != status_success) why_missing = std::string(title) + " does not tell its version: " + meaning(status);
  }

 private:
  void* open() {
    // The first file's error tells most: a later name is only another way to the same library.
    std::string first_error;
    for (const char* file : files) {
      if (void* handle = dlopen(file, RTLD_NOW | RTLD_LOCAL)) return handle;
      const char* error = dlerror();
      if (first_error.empty()) first_error = error ? error : file;
    }
    why_missing = std::string(title) + " does not load (" + first_error + "): " + how_to_get;
    return nullptr;
  }

  template <class Function>
  void find(void* handle, Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    if (!function && why_missing.empty())
      why_missing = std::string(title) + " as it loads here has no function " + name + ": install a newer one";
  }
};

/// Opened on first use and never closed: the library's own device code must outlive the runtime's work at exit.
const Library& library() {
  static const Library opened;
  return opened;
}

/// Whether the library knows a generator that some releases do not have. Asked by making one: the version numbers that
/// distributions' builds tell are not those of the releases. Without a device, an unknown type is still told as such.
bool knows(const Library& vendor, const Kind& kind) {
  void* made = nullptr;
  const int status = vendor.create(&made, kind.type);
  if (status == status_success) static_cast<void>(vendor.destroy(made));
  return status != status_no_such_type;
}

const Kind* find_kind(const std::string& name) {
  for (const Kind& kind : kinds)
    if (name == kind.name) return &kind;
  return nullptr;
}

}  // namespace

VendorGenerator::VendorGenerator(const std::string& name, std::uint64_t seed)
    : name_(name), generator_(nullptr, library().destroy) {
  const std::string missing = why_missing(name);
  if (!missing.empty()) throw std::runtime_error(missing);
  const Library& vendor = library();
  void* made = nullptr;
  check_status(vendor.create(&made, find_kind(name)->type), "making it");
  generator_.reset(made);
  check_status(vendor.set_stream(made, stream()), "setting its stream");
  check_status(vendor.set_seed(made, seed), "seeding it");
  check_status(vendor.set_up(made), "setting up its states");
  synchronize();
}

void VendorGenerator::fill_uniform(float* device_pointer, std::size_t count) {
  check_status(library().uniform(generator_.get(), device_pointer, count), "filling with floats");
}

void VendorGenerator::fill_words(std::uint32_t* device_pointer, std::size_t count) {
  check_status(library().words(generator_.get(), device_pointer, count), "filling with words");
}

std::string VendorGenerator::why_missing(const std::string& name) {
  const Kind* kind = find_kind(name);
  if (!kind) {
    std::string known;
    for (const Kind& each : kinds) known += std::string(known.empty() ? "" : ", ") + each.name;
    return std::string(title) + " has no generator '" + name + "' here; there are " + known;
  }
  const Library& vendor = library();
  if (!vendor.why_missing.empty()) return vendor.why_missing;
  if (*kind->since && !knows(vendor, *kind))
    return version() + " has no generator " + name + ": it came with " + kind->since;
  return "";
}

std::string VendorGenerator::version() {
  const Library& vendor = library();
  return vendor.why_missing.empty() ? std::string(title) + " " + version_numbers(vendor.version) : "";
}

void VendorGenerator::check_status(int status, const char* what) const {
  if (status == status_success) return;
  const std::string message = std::string(title) + ": generator " + name_ + ": " + what + ": " + meaning(status) +
                              " (status " + std::to_string(status) + ")";
  if (status == status_allocation_failed) throw OutOfMemory(message);
  throw std::runtime_error(message);
}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
