// Parallel tempering of square spin glasses on hosts, and numbers at the bit places of words.
#include <array>
#include <vector>

#include "bench/verify/verify.hpp"
#include "kernels/common/lane_numbers.hpp"
#include "kernels/common/plus_minus_j.hpp"
#include "tests/glass_tempering.hpp"

using namespace spinbench;

namespace {

const GlassTempering square("ea2d_parallel_tempering");

}  // namespace

TEST_CASE("replicas of square spin glasses on a host hold the oracle's spins", "[glass_tempering]") {
  check_holds_the_oracles_spins(square, "multispin_plain", "philox4x32");
}

TEST_CASE("tempered square glasses go on from what was kept, and equal seeds give equal histories",
          "[glass_tempering]") {
  for (const char* name : {"single_spin", "multispin_plain"}) check_goes_on(square, name, "philox4x32");
}

TEST_CASE("what an experiment keeps of two copies of square glasses is the oracle's, and their overlap what is known",
          "[glass_tempering]") {
  check_keeps_what_the_oracle_does(square, "multispin_plain");
  check_overlap_of_hot_copies(square, "multispin_plain", 16, 256, 8, {4, 12, 36});
}

TEST_CASE("two temperatures are verified, too: at the ends of the set they would never exchange", "[glass_tempering]") {
  const Variant& variant = square.variant("multispin_plain");
  Case c{Registry::instance().kernel(variant.kernel), &variant, Registry::instance().backend("cpu"), 0,
         defaults(variant)};
  c.params.set("replicas", std::int64_t{2});
  VerifyOptions options;
  options.host_seconds = 1;
  CHECK(Verifier(1, options).verify(c).passed);
}

TEST_CASE("words are counted at each of their bit places, digit by digit", "[glass_tempering]") {
  std::array<std::uint32_t, 32> words;
  for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = (i + 1) * 2654435761u ^ i << 7;
  // Full at one place, empty at another.
  for (std::uint32_t& word : words) word = (word | 1u << 31) & ~(1u << 4);
  const auto word = [&](int i) { return words[static_cast<std::size_t>(i)]; };
  const auto all = count_words_and_one<PlainLogic, 5>(word);
  const auto three = count_words<PlainLogic, 2>(word, 5);
  for (std::uint32_t place = 0; place < 32; ++place) {
    std::uint32_t wanted = 0, of_three = 0;
    for (std::uint32_t i = 0; i < words.size(); ++i) {
      wanted += words[i] >> place & 1u;
      if (i >= 5 && i < 8) of_three += words[i] >> place & 1u;
    }
    CHECK(all.at(place) == wanted);
    CHECK(three.at(place) == of_three);
    CHECK(sum<PlainLogic>(all, all, ~0u).at(place) == 2 * wanted + 1);
  }
  CHECK(all.at(31) == 32);
  CHECK(all.at(4) == 0);
}
