// Data files that travel inside the binary (cmake/SpinbenchEmbed.cmake).
#pragma once

namespace spinbench {

/// results/published/published.json
extern const char* const embedded_published;

/// results/procurement/procurement-1.json
extern const char* const embedded_procurement_1;

}  // namespace spinbench
