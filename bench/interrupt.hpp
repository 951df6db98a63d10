// Ctrl-C, SIGTERM and SIGHUP: the first ends the batch in flight, the second the process.
#pragma once

#include <string>

namespace spinbench {

/// From now on the first of these signals says at once, on stderr, that the run stops after its batch; interrupted() is
/// true then. The second ends the process with exit code 130 and the last words; a copy of the first within a fifth of
/// a second is none, as `timeout` sends one. A SIGHUP that is ignored stays so (nohup).
void catch_interrupts();

/// Where nobody reads what is printed any more (`run ... | head`), printing fails instead of ending the process: what
/// is being measured is worth more than the table.
void outlive_readers();
/// The first signal is a launcher's, which kills a second later (mpirun): what is not done by then is given up in time
/// to say where things stand.
void expect_to_be_killed();

bool interrupted();

/// What the second signal says before it ends the process: where what was done is kept. At most 1,000 bytes of it.
void set_last_words(const std::string& line);

/// Thrown out of work whose end nobody waits for any more. No std::exception: what a check throws fails the check.
struct Interrupted {};

/// Throws Interrupted where interrupted().
void throw_if_interrupted();

}  // namespace spinbench
