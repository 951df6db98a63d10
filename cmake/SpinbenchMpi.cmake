# MPI, whatever its maker: found, never downloaded. The program itself is not linked with it: what needs it is a library of
# its own beside the program, loaded where a launcher started several processes, so that one build starts everywhere.
set(SPINBENCH_HAVE_MPI OFF)
set(SPINBENCH_MPI_LEFT_OUT "")
if(SPINBENCH_MPI STREQUAL "OFF")
  set(SPINBENCH_MPI_LEFT_OUT "left out by SPINBENCH_MPI=OFF")
else()
  # No probing of Fortran or C: the compiler wrapper tells all.
  set(MPI_CXX_SKIP_MPICXX ON)
  find_package(MPI QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    set(SPINBENCH_HAVE_MPI ON)
    message(STATUS "MPI ${MPI_CXX_VERSION}: ${MPI_CXX_LIBRARIES}")
  elseif(SPINBENCH_MPI STREQUAL "ON")
    message(FATAL_ERROR "SPINBENCH_MPI=ON, but MPI was not found. On Debian or Ubuntu: sudo apt-get install libopenmpi-dev "
                        "openmpi-bin. Elsewhere: have mpicxx on PATH (module load openmpi), or configure with -DSPINBENCH_MPI=OFF")
  else()
    set(SPINBENCH_MPI_LEFT_OUT "no MPI was found when it was built")
    message(STATUS "No MPI: cases run in one process")
  endif()
endif()

function(spinbench_add_mpi)
  set(built false)
  if(SPINBENCH_HAVE_MPI)
    set(built true)
    add_library(spinbench_mpi MODULE backends/mpi/module.cpp)
    target_include_directories(spinbench_mpi PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    # The flags of its wrapper, not its interface target's, which some installations fill with options for C alone.
    target_link_libraries(spinbench_mpi PRIVATE spinbench_options MPI::MPI_CXX)
    set_target_properties(spinbench_mpi PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  endif()
  include(GNUInstallDirs)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/backends/mpi/built.hpp CONTENT
"// Whether MPI was found when this was configured.
#pragma once

namespace spinbench::mpi {

inline constexpr bool built = ${built};
inline constexpr const char* built_why_not = \"${SPINBENCH_MPI_LEFT_OUT}\";
inline constexpr const char* built_libraries = \"${CMAKE_INSTALL_LIBDIR}/spinbench\";

}  // namespace spinbench::mpi
")
endfunction()
