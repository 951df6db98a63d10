# What a results file says about the build: version, git state, compilers and their flags. The git state is asked for at
# every build, since commits do not make CMake configure again; the header changes only when the answer does.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set(cxx_compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
set(cxx_flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}")
set(cuda_flags "${CMAKE_CUDA_FLAGS} ${CMAKE_CUDA_FLAGS_${build_type}}")
set(compiler_flags "${cxx_flags}")
set(cuda_compiler "")
if(SPINBENCH_HAVE_CUDA)
  set(cuda_compiler "${CMAKE_CUDA_COMPILER_ID} ${CMAKE_CUDA_COMPILER_VERSION}")
  string(APPEND compiler_flags " | cuda: ${cuda_flags} for ${CMAKE_CUDA_ARCHITECTURES}")
endif()
# The default is not named, as it is not in rows that are recorded: compare would take them for another build's.
if(SPINBENCH_HAVE_HIP AND hip_flags AND NOT hip_flags MATCHES "^-O3 +-DNDEBUG$")
  string(APPEND compiler_flags " | hip: ${hip_flags}")
endif()
if(SPINBENCH_HAVE_KOKKOS AND SPINBENCH_KOKKOS_OPTIMIZATION)
  string(APPEND compiler_flags " | kokkos: ${SPINBENCH_KOKKOS_OPTIMIZATION}")
endif()

# Whether a host's compiler, or AMD's, optimises by such flags as far as is timed. The last level counts; the default is none.
function(spinbench_optimises result flags)
  string(REGEX MATCHALL " -O[^ ]*" levels " ${flags}")
  set(last "")
  if(levels)
    list(GET levels -1 last)
  endif()
  set(${result} OFF PARENT_SCOPE)
  if(last MATCHES "^ -O([2-9]|fast)$")
    set(${result} ON PARENT_SCOPE)
  endif()
endfunction()
# nvcc optimises a device's code unless it is told not to.
set(cuda_hasty OFF)
if(SPINBENCH_MUTANTS OR " ${cuda_flags} " MATCHES "-Ofast-compile| (-G|--device-debug|-O[01]|-Xptxas[= ]-?-?O[01]) ")
  set(cuda_hasty ON)
endif()
# Backends whose kernels are compiled for less than the best times; `run` says so of their rows.
set(hasty_backends "")
spinbench_optimises(fast "${cxx_flags}")
if(NOT fast OR SPINBENCH_MUTANTS OR SPINBENCH_SHARE_MUTATED OR SPINBENCH_FEW_FILES OR SPINBENCH_SANITIZE)
  list(APPEND hasty_backends cpu)
endif()
if(SPINBENCH_HAVE_CUDA AND cuda_hasty)
  list(APPEND hasty_backends cuda)
endif()
# For NVIDIA's cards by nvcc, with CUDA's flags.
spinbench_optimises(fast "${hip_flags}")
if(SPINBENCH_HAVE_HIP AND (SPINBENCH_MUTANTS OR (hip_via AND NOT fast) OR (NOT hip_via AND cuda_hasty)))
  list(APPEND hasty_backends hip)
endif()
spinbench_optimises(fast "${cxx_flags} ${SPINBENCH_KOKKOS_OPTIMIZATION}")
if(SPINBENCH_KOKKOS_LANGUAGE STREQUAL "CUDA")
  set(fast ON)
  if(cuda_hasty OR SPINBENCH_KOKKOS_OPTIMIZATION)
    set(fast OFF)
  endif()
endif()
if(SPINBENCH_HAVE_KOKKOS AND (NOT fast OR SPINBENCH_MUTANTS OR SPINBENCH_SANITIZE))
  list(APPEND hasty_backends kokkos)
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
