// Processes that this one has agreed with to use the machine in turns: each stands still while another measures.
#pragma once

#include <vector>

namespace spinbench {

/// Their numbers, as this process sees them. Only those that may hold a device.
std::vector<unsigned>& companions();

}  // namespace spinbench
