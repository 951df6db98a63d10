# Compilers, warnings, sanitizers; and CUDA when it is there.
add_library(spinbench_options INTERFACE)
set(warnings -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion)
if(SPINBENCH_WERROR)
  list(APPEND warnings -Werror)
endif()
# Oracles hold the same bits everywhere (backends/rounding.hpp): GCC fuses J s + J' s' in C++, whatever the standard.
target_compile_options(spinbench_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${warnings};-ffp-contract=off>")
if(SPINBENCH_SANITIZE)
  # Left out is what takes half of the compiling and says little new here: a null or a pointer that left its array ends
  # under AddressSanitizer, too, where it is used, and x86 reads words anywhere.
  target_compile_options(spinbench_options INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=address,undefined;-fno-sanitize=null,vptr,alignment,pointer-overflow,object-size>"
    "$<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=all;-fno-omit-frame-pointer>")
  # A call for each access in place of its code: a quarter less to compile, and tests take a sixth longer.
  include(CheckCXXCompilerFlag)
  set(CMAKE_REQUIRED_LINK_OPTIONS -fsanitize=address)
  check_cxx_compiler_flag("-fsanitize=address -fsanitize-address-outline-instrumentation" SPINBENCH_CAN_OUTLINE_CHECKS)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
  if(SPINBENCH_CAN_OUTLINE_CHECKS)
    target_compile_options(spinbench_options INTERFACE
                           "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize-address-outline-instrumentation>")
  endif()
  target_link_options(spinbench_options INTERFACE -fsanitize=address,undefined)
endif()

# In `result` the release of the nvcc that was found where it is older than 12.0, which has no C++20; else "". It is asked for
# before the language is enabled, which nothing takes back.
function(spinbench_old_nvcc result)
  execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --version OUTPUT_VARIABLE said ERROR_QUIET)
  set(${result} "" PARENT_SCOPE)
  if(said MATCHES "release ([0-9]+\\.[0-9]+)" AND CMAKE_MATCH_1 VERSION_LESS 12.0)
    set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endif()
endfunction()

set(SPINBENCH_HAVE_CUDA OFF)
if(NOT SPINBENCH_CUDA STREQUAL "OFF")
  include(CheckLanguage)
  check_language(CUDA)
  set(old_nvcc "")
  if(CMAKE_CUDA_COMPILER)
    spinbench_old_nvcc(old_nvcc)
  endif()
  if(old_nvcc)
    set(reason "${CMAKE_CUDA_COMPILER} is of CUDA ${old_nvcc}: 12.0 or newer is needed")
    if(SPINBENCH_CUDA STREQUAL "ON")
      message(FATAL_ERROR "SPINBENCH_CUDA=ON, but ${reason}; name another nvcc in CUDACXX, or configure with "
                          "-DSPINBENCH_CUDA=OFF")
    endif()
    message(STATUS "The CUDA backend is left out: ${reason}")
  elseif(CMAKE_CUDA_COMPILER)
    # Code for Hopper, and for everything since Ampere through the driver's compiler; CUDAARCHS is CMake's own variable.
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
      set(CMAKE_CUDA_ARCHITECTURES 80-virtual 90-real CACHE STRING "CUDA architectures")
    endif()
    # The host's half of a .cu file enqueues launches and is no part of what is timed, but takes most of the compiling.
    # Device code is not concerned.
    set(CMAKE_CUDA_FLAGS_RELEASE "-Xcompiler=-O1 -DNDEBUG" CACHE STRING "Flags of nvcc in Release builds")
    enable_language(CUDA)
    find_package(CUDAToolkit REQUIRED)
    set(SPINBENCH_HAVE_CUDA ON)
    # Some releases of CMake do not know that nvcc has C++20 since 12.0.
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
      set(CMAKE_CUDA_STANDARD_LATEST 20)
    endif()
    target_compile_options(spinbench_options INTERFACE
      "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Xcompiler=-Wall,-Wextra,-Wno-unused-parameter --expt-relaxed-constexpr>")
    if(SPINBENCH_WERROR)
      target_compile_options(spinbench_options INTERFACE
        "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Werror=all-warnings>")
    endif()
  elseif(SPINBENCH_CUDA STREQUAL "ON")
    message(FATAL_ERROR "SPINBENCH_CUDA=ON, but no CUDA compiler was found: put nvcc on PATH or set "
                        "CMAKE_CUDA_COMPILER, or configure with -DSPINBENCH_CUDA=OFF")
  else()
    message(STATUS "No CUDA compiler: the CUDA backend is left out")
  endif()
endif()

option(SPINBENCH_FEW_FILES
  "Compile models, for hosts, for GPUs and for Kokkos, in a few large files: the least work for a compiler that is told to hurry" OFF)
set(SPINBENCH_GPU_GENERATORS ALL CACHE STRING
    "Generators that update kernels for GPUs are compiled for: ALL, or names, for a build that only shows that they compile")
set(only_generators)
if(NOT SPINBENCH_GPU_GENERATORS STREQUAL "ALL")
  # The names are looked for where the list is: a wrong one ends the build, not the configuration.
  list(JOIN SPINBENCH_GPU_GENERATORS "," names)
  set(only_generators "SPINBENCH_ONLY_GENERATORS=\"${names}\"")
endif()

# Writes the source `file` that includes those given.
function(spinbench_include_all file)
  set(text "")
  foreach(member IN LISTS ARGN)
    string(APPEND text "#include \"${member}\"\n")
  endforeach()
  file(GENERATE OUTPUT ${file} CONTENT "${text}")
endfunction()

# Puts files that are small, or that share their templates, together in one each: what a device's compiler reads before it
# comes to them takes longer than they do. `sources` names a list of GPU sources.
function(spinbench_unite sources)
  set(list ${${sources}})
  set(machine "machine/[^/]*")
  set(ea3d "ea3d_(metropolis|parallel_tempering)/[^/]*")
  set(relaxation "heisenberg3d_overrelaxation/[^/]*")
  set(checkerboards "ising2d_metropolis/(naive|crinkled|texture|coalesced)")
  set(clusters2d "ising2d_(wolff|swendsen_wang)/[^/]*")
  set(clusters3d "ising3d_(wolff|swendsen_wang)/[^/]*")
  set(ea2d "ea2d_(metropolis/(tiled|multispin|multispin_philox)|parallel_tempering/[^/]*)")
  set(heisenberg2d "heisenberg2d_metropolis/[^/]*")
  set(heisenberg3d "heisenberg3d_metropolis/[^/]*")
  set(ising3d "ising3d_metropolis/[^/]*")
  set(tempering "ising2d_(parallel_tempering|population_annealing)/[^/]*")
  set(energy_walks "ising2d_(multicanonical|wang_landau)/[^/]*")
  set(random_numbers "rng_bench/(blocks|count_odd|fill)")
  set(random_vendor "rng_bench/[^/]*_vendor")
  set(groups machine ea2d ea3d heisenberg2d heisenberg3d ising3d relaxation checkerboards clusters2d clusters3d tempering
      energy_walks random_numbers random_vendor)
  if(SPINBENCH_FEW_FILES)
    set(backend "gpu/(backend|runtime|vendor_rng|vendor_rng_mtgp32)|common/generator_proof|rng_bench/[^/]*_vendor")
    set(numbers "machine/[^/]*|rng_bench/[^/]*")
    # Without optimisation ROCm gives each kernel of a file what all of its functions share, which has to fit 64 KiB: those of
    # the tiles' sides stay alone.
    set(checkerboards "ising2d_metropolis/(tiled|naive|crinkled|texture|coalesced)")
    set(bits "ising2d_metropolis/multispin[^/]*|${tempering}|${energy_walks}")
    set(glasses "((ea[23]d|ising3d)_metropolis|ea[23]d_parallel_tempering)/[^/]*")
    set(vectors "heisenberg[23]d_[a-z_]*/[^/]*")
    # What two could take goes to the first.
    set(groups backend numbers checkerboards bits glasses vectors clusters2d clusters3d)
  endif()
  foreach(group IN LISTS groups)
    set(members ${list})
    list(FILTER members INCLUDE REGEX "/(backends|kernels)/(${${group}})\\.cu$")
    if(NOT members)
      continue()
    endif()
    spinbench_include_all(${CMAKE_BINARY_DIR}/generated/${group}.cu ${members})
    list(REMOVE_ITEM list ${members})
    list(APPEND list ${CMAKE_BINARY_DIR}/generated/${group}.cu)
  endforeach()
  set(${sources} ${list} PARENT_SCOPE)
endfunction()

# A library `library` of the GPU sources given, compiled for CUDA.
function(spinbench_add_cuda library)
  set(sources ${ARGN})
  list(FILTER sources EXCLUDE REGEX "management_rocm_smi\\.cu$")
  add_library(${library} OBJECT ${sources})
  target_link_libraries(${library} PUBLIC spinbench_options CUDA::cudart_static ${CMAKE_DL_LIBS})
  target_include_directories(${library} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${library} PRIVATE SPINBENCH_GPU_BACKEND="cuda" SPINBENCH_GPU_NAMESPACE=on_cuda
                             ${only_generators})
  set_target_properties(${library} PROPERTIES CUDA_STANDARD 20 CUDA_STANDARD_REQUIRED ON CUDA_EXTENSIONS OFF
                        CUDA_RUNTIME_LIBRARY Static)
endfunction()
