// Whether this program runs under AddressSanitizer, ten times as slow: what only repeats the same code is cut short.
#pragma once

namespace spinbench::test {

// GCC has a macro for it, Clang a feature.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace spinbench::test
