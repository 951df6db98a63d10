// The chains of machine_logic with one in each lane of a vector; no header of its own: lanes_each.inl reads it for each
// instruction set.

/// `steps` steps of eight vectors of chains, from and to `chains`.
SPINBENCH_LANES_KERNEL inline void walk_chains(std::uint32_t* chains, std::int64_t steps, machine::LogicStep step) {
  typedef std::uint32_t Lanes __attribute__((vector_size(SPINBENCH_LANES_BYTES), may_alias));
  Lanes* const all = reinterpret_cast<Lanes*>(chains);
  const Lanes zero{}, mask = zero + step.mask, addend = zero + step.addend;
  Lanes a = all[0], b = all[1], c = all[2], d = all[3], e = all[4], f = all[5], g = all[6], h = all[7];
  for (std::int64_t i = 0; i < steps; ++i)
    for (Lanes* const chain : {&a, &b, &c, &d, &e, &f, &g, &h}) {
      *chain = (*chain ^ mask) + addend;
      // The compiler must assume that the vector changes here: no step is merged or dropped.
      asm volatile("" : "+" SPINBENCH_LANES_REGISTER(*chain));
    }
  all[0] = a, all[1] = b, all[2] = c, all[3] = d, all[4] = e, all[5] = f, all[6] = g, all[7] = h;
}
