// The list of platforms: what backends are written for. A backend is its folder in backends/ and a line here.
#pragma once

#include <string>
#include <vector>

namespace spinbench {

struct Platform {
  enum class Kind {
    host,      ///< serial code and threads on the CPU
    gpu,       ///< the .cu files, compiled for a vendor's cards
    portable,  ///< one source for hosts and cards
  };

  std::string name;  ///< Backend::name(), and what --backend takes
  Kind kind;
  std::string to_build;        ///< what to do where a build lacks it
  std::string to_see_devices;  ///< what to do where it finds no device; "" where there always is one
};

/// In the order in which they are listed.
inline const std::vector<Platform>& platforms() {
  static const std::vector<Platform> list = {
      {"cpu", Platform::Kind::host, "build again: the CPU backend is part of every build", ""},
      {"cuda", Platform::Kind::gpu,
       "install the CUDA toolkit 12 or newer (Debian: nvidia-cuda-toolkit, or developer.nvidia.com), put nvcc on PATH "
       "and build again",
       "install the NVIDIA driver and see that nvidia-smi lists the card"},
      {"hip", Platform::Kind::gpu,
       "./spinbench doctor --fix hip (Debian: sudo apt-get install hipcc librocrand-dev; else ROCm 5.2 or newer), then "
       "cmake --preset hip; for an NVIDIA card see SPINBENCH_HIP_PLATFORM in docs/backends.md",
       "install the amdgpu driver, see that rocminfo lists the card, and that this user may open /dev/kfd (groups "
       "render and video)"},
      {"kokkos", Platform::Kind::portable,
       "./spinbench doctor --fix kokkos (Debian: sudo apt-get install libtrilinos-kokkos-dev; elsewhere name its "
       "prefix in CMAKE_PREFIX_PATH), then build again with SPINBENCH_PRESET=kokkos",
       ""},
  };
  return list;
}

/// The names of those of a kind.
inline std::vector<std::string> platforms_of(Platform::Kind kind) {
  std::vector<std::string> names;
  for (const Platform& platform : platforms())
    if (platform.kind == kind) names.push_back(platform.name);
  return names;
}

/// The one called `name`; null where there is none.
inline const Platform* platform_called(const std::string& name) {
  for (const Platform& platform : platforms())
    if (platform.name == name) return &platform;
  return nullptr;
}

}  // namespace spinbench
