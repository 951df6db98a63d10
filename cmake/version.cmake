# Writes OUTPUT, a header about the build of SOURCE. A tarball has no git, and a checkout inside another one must not
# take that one's state for its own.
set(git "")
set(dirty 0)
if(EXISTS ${SOURCE}/.git)
  find_program(GIT git)
  if(GIT)
    # Of a checkout that belongs to somebody else git would say nothing.
    list(APPEND GIT -c safe.directory=*)
    execute_process(COMMAND ${GIT} describe --always --tags WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE git
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND ${GIT} --no-optional-locks status --porcelain -uno WORKING_DIRECTORY ${SOURCE}
                    OUTPUT_VARIABLE changes ERROR_QUIET)
    # Sources are found, not listed: one that git does not know is compiled, too.
    execute_process(COMMAND ${GIT} --no-optional-locks status --porcelain -unormal -- CMakeLists.txt cmake backends bench
                            interface kernels reference_cpu
                    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE new_files ERROR_QUIET)
    if(changes OR new_files)
      set(dirty 1)
    endif()
  endif()
endif()
if(NOT git AND EXISTS ${SOURCE}/.git)
  # No git, or one that does not take the word for it: a commit that nobody knows is not that of a release.
  set(git "unknown")
endif()
if(git)
  string(APPEND git "${SUFFIX}")
endif()
# What stands in a string of C++.
foreach(text VERSION SUFFIX git CXX_COMPILER CUDA_COMPILER HIP_COMPILER FLAGS HASTY)
  string(REPLACE "\\" "\\\\" ${text} "${${text}}")
  string(REPLACE "\"" "\\\"" ${text} "${${text}}")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [=[
#pragma once

#define SPINBENCH_VERSION "@VERSION@@SUFFIX@"
#define SPINBENCH_GIT "@git@"
#define SPINBENCH_GIT_DIRTY @dirty@
#define SPINBENCH_CXX_COMPILER "@CXX_COMPILER@"
#define SPINBENCH_CUDA_COMPILER "@CUDA_COMPILER@"
#define SPINBENCH_HIP_COMPILER "@HIP_COMPILER@"
#define SPINBENCH_FLAGS "@FLAGS@"
#define SPINBENCH_HASTY_BACKENDS "@HASTY@"
]=])
