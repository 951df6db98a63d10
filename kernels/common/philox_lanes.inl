// Philox for many streams at once; no header of its own: philox_lanes.hpp includes it for each instruction set.
//
// A 64-bit lane holds a word of one stream, and what a product leaves in its upper half stays there: it neither reaches
// the lower half again nor a factor of the next product, so that no step of the rounds must clear or move it.

typedef std::uint64_t Lanes __attribute__((vector_size(SPINBENCH_LANES_BYTES)));
inline constexpr std::uint32_t lanes = sizeof(Lanes) / sizeof(std::uint64_t);

/// Word w of block number `block` of stream `first + i` to words[w * stride + i]. Returns how many streams it took: the
/// greatest number of whole vectors.
template <int Rounds>
[[gnu::target(SPINBENCH_LANES_TARGET)]] std::uint32_t philox_block(std::uint64_t seed, std::uint64_t block,
                                                                   std::uint64_t first, std::uint32_t count,
                                                                   std::uint32_t* words, std::uint32_t stride) {
  const Lanes zero{};
  Lanes even_streams = zero;
  for (std::uint32_t n = 0; n < lanes; ++n) even_streams[n] = 2 * n;
  std::uint32_t taken = 0;
  for (; taken + 2 * lanes <= count; taken += 2 * lanes) {
    Lanes state[2][4];
    for (int half = 0; half < 2; ++half) {
      const Lanes stream = even_streams + (first + taken + half);
      state[half][0] = zero + block, state[half][1] = zero + (block >> 32);
      state[half][2] = stream, state[half][3] = stream >> 32;
    }
    auto key0 = static_cast<std::uint32_t>(seed), key1 = static_cast<std::uint32_t>(seed >> 32);
    for (int round = 0; round < Rounds; ++round) {
      for (auto& word : state) {
        const Lanes first_product = SPINBENCH_LANES_MULTIPLY(zero + 0xD2511F53u, word[0]);
        const Lanes second_product = SPINBENCH_LANES_MULTIPLY(zero + 0xCD9E8D57u, word[2]);
        word[0] = (second_product >> 32) ^ word[1] ^ (zero + key0);
        word[1] = second_product;
        word[2] = (first_product >> 32) ^ word[3] ^ (zero + key1);
        word[3] = first_product;
      }
      key0 += 0x9E3779B9u;
      key1 += 0xBB67AE85u;
    }
    for (std::uint32_t w = 0; w < 4; ++w) {
      const Lanes pairs = (state[0][w] & (zero + 0xFFFFFFFFu)) | state[1][w] << 32;
      std::memcpy(words + w * stride + taken, &pairs, sizeof pairs);
    }
  }
  return taken;
}
