// The one symbol of the library that has the ranks by MPI.
#pragma once

#include "interface/ranks.hpp"

/// Starts MPI. The ranks live until the process ends.
extern "C" spinbench::Ranks* spinbench_mpi_ranks();
