// Procurement lists: what machines are bought by. Fixed and versioned, each a file of results/procurement/ that
// travels in the binary, and a preset of the list's name.
#pragma once

#include <string>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench {

/// The plans of a list, one for each of its kernels: every case with all of its axes pinned; cases for a "gpu" are for
/// every GPU backend. `document` is the text of a file of results/procurement/. Throws nlohmann::json::exception for
/// what is no such file.
std::vector<Plan> plans_of_list(const std::string& document);

/// Whether a preset is such a list: its rows want energies, and nothing beside them, such as references of speed-ups.
bool is_procurement_list(const std::string& preset);

}  // namespace spinbench
