// A copy vector by vector; no header of its own: lanes_each.inl reads it for each instruction set.

/// From `from` to `to`, `words` words.
SPINBENCH_LANES_KERNEL inline void copy_words(std::uint64_t* to, const std::uint64_t* from, std::size_t words) {
  typedef std::uint64_t WideLanes __attribute__((vector_size(SPINBENCH_LANES_BYTES), may_alias, aligned(8)));
  constexpr std::size_t step = sizeof(WideLanes) / sizeof(std::uint64_t);
  std::size_t i = 0;
  for (; i + step <= words; i += step) {
    WideLanes carried = *reinterpret_cast<const WideLanes*>(from + i);
    // Else the compiler would see that this is memcpy.
    asm volatile("" : "+" SPINBENCH_LANES_REGISTER(carried));
    *reinterpret_cast<WideLanes*>(to + i) = carried;
  }
  for (; i < words; ++i) to[i] = from[i];
}
