# Kokkos, whatever it was built with: found, never downloaded. No version is asked for, since installations of 3.4 to 5.x
# differ in what they accept as compatible.
set(SPINBENCH_HAVE_KOKKOS OFF)
set(SPINBENCH_KOKKOS_OPTIMIZATION "" CACHE STRING "Level of the Kokkos backend beside the build type's; less where nothing is timed")
if(SPINBENCH_KOKKOS STREQUAL "OFF")
  return()
endif()

find_package(Kokkos CONFIG QUIET)
if(NOT Kokkos_FOUND)
  if(SPINBENCH_KOKKOS STREQUAL "ON")
    message(FATAL_ERROR "SPINBENCH_KOKKOS=ON, but Kokkos was not found. On Debian or Ubuntu: sudo apt-get install "
                        "libtrilinos-kokkos-dev (or libkokkos-dev where there is one). Elsewhere: name its prefix in "
                        "CMAKE_PREFIX_PATH, or configure with -DSPINBENCH_KOKKOS=OFF")
  endif()
  message(STATUS "No Kokkos: the Kokkos backend is left out")
  return()
endif()
if(Kokkos_VERSION VERSION_LESS 3.4)
  if(SPINBENCH_KOKKOS STREQUAL "ON")
    message(FATAL_ERROR "SPINBENCH_KOKKOS=ON, but ${Kokkos_DIR} is Kokkos ${Kokkos_VERSION}: 3.4 or newer is needed")
  endif()
  message(STATUS "Kokkos ${Kokkos_VERSION} is older than 3.4: the Kokkos backend is left out")
  return()
endif()

set(SPINBENCH_KOKKOS_LANGUAGE CXX)
if("CUDA" IN_LIST Kokkos_DEVICES)
  # Such a program does not start where there is no libcuda.so.1, so nobody gets one unasked.
  if(SPINBENCH_KOKKOS STREQUAL "AUTO")
    message(STATUS "Kokkos was built for CUDA: a program with it needs a driver to start, so the Kokkos backend is left "
                   "out; a build folder of its own with -DSPINBENCH_KOKKOS=ON takes it")
    return()
  endif()
  if(NOT SPINBENCH_HAVE_CUDA)
    message(FATAL_ERROR "SPINBENCH_KOKKOS=ON and Kokkos was built for CUDA: configure with -DSPINBENCH_CUDA=ON as well")
  endif()
  set(SPINBENCH_KOKKOS_LANGUAGE CUDA)
endif()

# Debian's libtrilinos-kokkos-dev names an include directory without headers: they lie in include/trilinos of its prefix.
function(spinbench_mend_kokkos_includes)
  foreach(target kokkos kokkoscore)
    if(TARGET Kokkos::${target})
      get_target_property(directories Kokkos::${target} INTERFACE_INCLUDE_DIRECTORIES)
      foreach(directory IN LISTS directories)
        # A generator expression cannot be looked into; only build trees export one.
        if(directory MATCHES "\\$<" OR EXISTS ${directory}/Kokkos_Core.hpp)
          return()
        endif()
      endforeach()
    endif()
  endforeach()
  find_path(SPINBENCH_KOKKOS_INCLUDE Kokkos_Core.hpp HINTS ${Kokkos_INCLUDE_DIRS} PATH_SUFFIXES trilinos kokkos)
  mark_as_advanced(SPINBENCH_KOKKOS_INCLUDE)
  if(NOT SPINBENCH_KOKKOS_INCLUDE)
    message(FATAL_ERROR "${Kokkos_DIR} says that Kokkos_Core.hpp lies in '${directories}', where it is not: set "
                        "SPINBENCH_KOKKOS_INCLUDE to its folder, or configure with -DSPINBENCH_KOKKOS=OFF")
  endif()
  set_target_properties(Kokkos::kokkos PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${SPINBENCH_KOKKOS_INCLUDE}")
endfunction()
spinbench_mend_kokkos_includes()
set(SPINBENCH_HAVE_KOKKOS ON)
message(STATUS "Kokkos ${Kokkos_VERSION} (${Kokkos_DEVICES}): ${Kokkos_DIR}")
