// Data files that travel inside the binary (cmake/SpinbenchEmbed.cmake).
#pragma once

namespace spinbench {

/// results/published/published.json
extern const char* const embedded_published;

}  // namespace spinbench
