// Ctrl-C and SIGTERM: the first finishes the batch in flight, the second ends the process.
#pragma once

namespace spinbench {

void catch_interrupts();
bool interrupted();

}  // namespace spinbench
