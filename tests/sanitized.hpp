// Whether this program runs under AddressSanitizer, ten times as slow: what only repeats the same code is cut short.
#pragma once

namespace spinbench::test {

#ifdef __SANITIZE_ADDRESS__
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace spinbench::test
