// What a process asks of a generator before it uses it: known answers, and a proof on the backend.
#include <chrono>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/generator_proof.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/common/rng/known_answers.hpp"
#include "tests/catch.hpp"

namespace {

using namespace spinbench::rng;
using spinbench::Check;

/// None of the answers, of which each must be one that the wrong generator can miss.
template <class Wrong>
void check_fails(std::span<const KnownAnswer> answers = Wrong::known_answers) {
  const Agreement wrong = compare_generator<Wrong>(answers);
  CHECK(wrong.asked == static_cast<int>(answers.size()));
  CHECK(wrong.agreed == 0);
  CHECK(!wrong.complete());
  CHECK(wrong.difference.starts_with("number "));
}

/// The host's plain streams, but for one bit of one word.
template <class Rng>
class OneWrongBit {
 public:
  explicit OneWrongBit(Seeding seeding) : plain_(seeding) {}
  std::vector<std::string> ways() const { return {"a way with a wrong bit"}; }
  std::vector<std::uint32_t> words(std::size_t, const spinbench::generator_proof::Opening& opening) {
    std::vector<std::uint32_t> words = plain_.words(opening);
    if (opening.position == 701) words[2 * spinbench::generator_proof::streams + 5] ^= 0x80000000u;
    return words;
  }

 private:
  spinbench::generator_proof::PlainStreams<Rng> plain_;
};

}  // namespace

TEST_CASE("every generator of the list gives the known answers that a process asks for", "[rng]") {
  for (const Generator& generator : generators()) {
    const Check check = check_known_answers(generator.name);
    INFO(check.detail);
    CHECK(check.passed);
    with_generator(generator.name, [](auto tag, Seeding) {
      using Type = typename decltype(tag)::type;
      CHECK(!Type::known_answers.empty());
      for (const KnownAnswer& answer : Type::known_answers) {
        CHECK(std::string(answer.source).size() > 10);
        CHECK(answer.count >= 1);
        CHECK(answer.count <= 5);
      }
    });
  }
  CHECK_THROWS_AS(check_known_answers("rand"), std::invalid_argument);
}

TEST_CASE("one wrong constant fails the known answers that a process asks for", "[rng]") {
  check_fails<Lcg<std::uint32_t, 1664529>>();
  check_fails<Lcg<std::uint32_t, 1664525, 1013904225>>();
  check_fails<Lcg<std::uint64_t, 2862933555777941761u>>();
  check_fails<Lcg<std::uint64_t, 2862933555777941757u, 1442695040888963409u>>();
  check_fails<Fibonacci<521, 352>>();
  check_fails<Fibonacci<522, 353>>(Fibonacci521::known_answers);
  check_fails<Fibonacci<1279, 860>>();
  check_fails<MinStd<16806>>();
  check_fails<ParisiRapuanoRing<false, 25>>();
  check_fails<ParisiRapuanoRing<true, 25>>();
  check_fails<MersenneTwister<398>>();
  check_fails<XorShiftWeyl<5, 362437>>();
  check_fails<XorShiftWeyl<4, 362439>>();
  check_fails<Philox<9>>();
  check_fails<Philox<8>>(Philox4x32_7::known_answers);
  check_fails<Seeded<Sfc32Engine<8, 3>>>();
  check_fails<Seeded<Sfc32Engine<9, 4>>>();
  check_fails<Seeded<Xoshiro128ppEngine<8, 11>>>();
  check_fails<Seeded<Xoshiro128ppEngine<9, 12>>>();
  check_fails<Seeded<Mwc64xEngine<4294883356u>>>();
}

TEST_CASE("every generator is proved on the host, by every instruction set of it", "[rng]") {
  int proofs = 0;
  for (const spinbench::GeneratorProof& proof : spinbench::Registry::instance().generator_proofs()) {
    if (proof.backend != "cpu") continue;
    ++proofs;
    for (const Generator& generator : generators()) {
      const Check check = proof.run(generator.name, spinbench::Device{});
      INFO(check.detail);
      CHECK(check.passed);
      CHECK(check.detail.find("known answers on the host") != std::string::npos);
      CHECK(check.detail.find("words of 512 streams") != std::string::npos);
    }
    CHECK_THROWS_AS(proof.run("rand", spinbench::Device{}), std::invalid_argument);
  }
  CHECK(proofs == 1);
}

TEST_CASE("a proof fails by one wrong bit and says where it is", "[rng]") {
  for (const std::string name : {"lcg64_skip", "mt19937", "fibonacci1279", "mwc64x"}) {
    const Check check = spinbench::generator_proof::prove<OneWrongBit>(name, "somebody");
    INFO(check.detail);
    CHECK(!check.passed);
    CHECK(check.detail.find("stream 5, opened at 701, word 2 is") != std::string::npos);
  }
}

TEST_CASE("generators are proved on every device that is there, each in a fifth of a second", "[rng][gpu]") {
  auto& registry = spinbench::Registry::instance();
  bool any = false;
  for (const spinbench::GeneratorProof& proof : registry.generator_proofs()) {
    spinbench::Backend* backend = registry.backend(proof.backend);
    REQUIRE(backend != nullptr);
    if (proof.backend == "cpu" || backend->devices().empty()) continue;
    any = true;
    backend->use_device(0);
    // The first one also loads the code.
    proof.run("philox4x32", backend->devices().front());
    for (const Generator& generator : generators()) {
      const auto start = std::chrono::steady_clock::now();
      const Check check = proof.run(generator.name, backend->devices().front());
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      INFO(proof.backend << ", " << seconds.count() << " s: " << check.detail);
      CHECK(check.passed);
      CHECK(seconds.count() < 0.2);
    }
  }
  if (!any) WARN("skipped: no backend but the CPU's has a device here");
}
