# What a results file says about the build: version, git state, compilers and their flags. The git state is asked for at
# every build, since commits do not make CMake configure again; the header changes only when the answer does.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set(cxx_compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
set(compiler_flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}")
set(cuda_compiler "")
if(SPINBENCH_HAVE_CUDA)
  set(cuda_compiler "${CMAKE_CUDA_COMPILER_ID} ${CMAKE_CUDA_COMPILER_VERSION}")
  string(APPEND compiler_flags " | cuda: ${CMAKE_CUDA_FLAGS} ${CMAKE_CUDA_FLAGS_${build_type}} "
         "for ${CMAKE_CUDA_ARCHITECTURES}")
endif()
# Backends whose kernels are compiled for less than the best times; `run` says so of their rows.
set(hasty_backends "")
if(SPINBENCH_SHARE_MUTATED OR SPINBENCH_FEW_FILES OR " ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} " MATCHES " -O[01] ")
  list(APPEND hasty_backends cpu)
endif()
if(SPINBENCH_HAVE_CUDA AND " ${CMAKE_CUDA_FLAGS} ${CMAKE_CUDA_FLAGS_${build_type}} " MATCHES "-Ofast-compile| (-G|-O[01]) ")
  list(APPEND hasty_backends cuda)
endif()
if(SPINBENCH_HAVE_HIP AND NOT SPINBENCH_HIP_OPTIMIZATION STREQUAL "-O3")
  list(APPEND hasty_backends hip)
  string(APPEND compiler_flags " | hip: ${SPINBENCH_HIP_OPTIMIZATION}")
endif()
if(SPINBENCH_HAVE_KOKKOS AND SPINBENCH_KOKKOS_OPTIMIZATION)
  list(APPEND hasty_backends kokkos)
  string(APPEND compiler_flags " | kokkos: ${SPINBENCH_KOKKOS_OPTIMIZATION}")
endif()
list(JOIN hasty_backends " " hasty_backends)
if(SPINBENCH_MUTANTS OR SPINBENCH_SHARE_MUTATED)
  string(APPEND compiler_flags " -DSPINBENCH_MUTANTS")
endif()
if(SPINBENCH_FEW_FILES)
  string(APPEND compiler_flags " -DSPINBENCH_FEW_FILES")
endif()
if(SPINBENCH_SANITIZE)
  string(APPEND compiler_flags " -fsanitize=address,undefined")
endif()
set(version_suffix "")
if(SPINBENCH_HAVE_CUDA AND SPINBENCH_SLOWED_TILED)
  set(version_suffix "+slowed-tiled-${SPINBENCH_SLOWED_TILED}%")
endif()
string(REPLACE ";" "," hip_compiler "${hip_compiler}")
string(REGEX REPLACE " +" " " compiler_flags "${compiler_flags}")
string(STRIP "${compiler_flags}" compiler_flags)
string(REPLACE ";" "," compiler_flags "${compiler_flags}")

add_custom_target(spinbench_version
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}
          -DOUTPUT=${CMAKE_BINARY_DIR}/generated/spinbench_version.hpp -DVERSION=${PROJECT_VERSION}
          "-DSUFFIX=${version_suffix}"
          "-DCXX_COMPILER=${cxx_compiler}" "-DCUDA_COMPILER=${cuda_compiler}"
          "-DHIP_COMPILER=${hip_compiler}" "-DFLAGS=${compiler_flags}" "-DHASTY=${hasty_backends}"
          -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/version.cmake
  BYPRODUCTS ${CMAKE_BINARY_DIR}/generated/spinbench_version.hpp
  VERBATIM)
