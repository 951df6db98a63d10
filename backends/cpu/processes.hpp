// Names for the processes that a driver says hold a device.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "interface/companions.hpp"

namespace spinbench::cpu {

/// What of `pids`, each of which holds a device, is neither this process, whose number is `own`, nor one of
/// `companions`, which stand still meanwhile: as "python3 (pid 12)" where /proc below `root` tells the name. Where
/// `own` is not among them, though it holds the device, the driver counts processes outside of this container: one of
/// them is this process, one each companion that began, which says nothing of the others but how many.
std::vector<std::string> other_processes(std::vector<unsigned> pids, unsigned own,
                                         const std::vector<Companion>& companions = {},
                                         const std::filesystem::path& root = "/");

}  // namespace spinbench::cpu
