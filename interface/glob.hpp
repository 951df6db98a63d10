// Shell patterns over names: * and ?.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spinbench {

bool glob_match(std::string_view pattern, std::string_view text);

/// True where one of the patterns matches; true for no patterns at all.
bool any_match(const std::vector<std::string>& patterns, std::string_view text);

inline bool is_glob(std::string_view pattern) { return pattern.find_first_of("*?") != std::string_view::npos; }

}  // namespace spinbench
