// The process among those that a launcher started with it (mpirun, srun).
#pragma once

namespace spinbench {

/// Calls `lead` on rank 0, which is all there is to the program where it is alone; the others do what that asks them
/// to. Returns the exit code.
int run_ranked(int (*lead)(int, char**), int argc, char** argv);

}  // namespace spinbench
