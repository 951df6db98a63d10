// cuRAND and rocRAND behind backends/gpu: what they fill, and the known answers of their device interface.
#include "tests/vendor_rng.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>

#include "tests/catch.hpp"
#include "tests/on_devices.hpp"

using namespace spinbench;
using nlohmann::json;
using tests::VendorRng;

namespace {

constexpr const char* names[] = {"xorwow", "mtgp32", "philox4x32", "mt19937"};

/// `test` once for each vendor's library whose backend has a device here.
template <class Test>
void with_devices(Test&& test) {
  tests::with_devices(tests::vendor_rngs(), test);
}

/// The same for each generator of the host interface that the library has.
template <class Test>
void with_host_generators(Test&& test) {
  with_devices([&](const VendorRng& vendor) {
    for (const std::string name : names) {
      const std::string missing = vendor.why_missing(name);
      if (!missing.empty()) {
        WARN(vendor.backend() << " " << name << " skipped: " << missing);
        continue;
      }
      INFO(vendor.version() << " " << name);
      test(vendor, name);
    }
  });
}

template <class Test>
void with_device_interface(Test&& test) {
  with_devices([&](const VendorRng& vendor) {
    const std::string missing = vendor.why_no_device_interface();
    if (missing.empty())
      test(vendor);
    else
      WARN(vendor.backend() << " skipped: " << missing);
  });
}

/// Mean and variance of what is uniform in [0,1] within five standard errors; a constant fails by its variance.
template <class Values>
void check_uniform(const Values& values, double scale) {
  const double count = static_cast<double>(values.size());
  double mean = 0, variance = 0;
  for (const auto value : values) mean += scale * static_cast<double>(value);
  mean /= count;
  for (const auto value : values) variance += std::pow(scale * static_cast<double>(value) - 0.5, 2);
  variance /= count;
  CHECK(std::abs(mean - 0.5) < 5 * std::sqrt(1.0 / 12 / count));
  // The fourth moment about the middle is 1/80.
  CHECK(std::abs(variance - 1.0 / 12) < 5 * std::sqrt((1.0 / 80 - 1.0 / 144) / count));
}

template <class Values>
void check_in_half_open_interval(const Values& values) {
  std::size_t outside = 0;
  for (const float value : values) outside += !(value > 0 && value <= 1);
  CHECK(outside == 0);
}

const json& vectors(const char* generator) {
  static const json data = [] {
    std::ifstream file(std::string(SPINBENCH_SOURCE_DIR) + "/tests/data/rng_vectors.json");
    REQUIRE(file);
    return json::parse(file);
  }();
  return data.at(generator);
}

/// Outputs 1 to 5 and 10000.
void check_known_answer(const std::vector<std::uint32_t>& words, const json& vector) {
  REQUIRE(words.size() == 10000);
  for (std::size_t i = 0; i < 5; ++i) CHECK(words[i] == vector.at("first5").at(i).get<std::uint32_t>());
  CHECK(words[9999] == vector.at("n10000").get<std::uint32_t>());
}

}  // namespace

TEST_CASE("The vendors' host generators fill with uniform floats and words", "[gpu][vendor]") {
  with_host_generators([](const VendorRng& vendor, const std::string& name) {
    constexpr std::size_t count = std::size_t{1} << 20;
    const std::vector<float> floats = vendor.uniform(name, 12345, count, 1);
    REQUIRE(floats.size() == count);
    check_in_half_open_interval(floats);
    check_uniform(floats, 1);
    check_uniform(vendor.words(name, 12345, count), std::ldexp(1.0, -32));
  });
}

// Comparisons in two pairs of brackets: Catch2 would take minutes to print what long vectors hold.
TEST_CASE("The vendors' host generators repeat with the seed and go on from fill to fill", "[gpu][vendor]") {
  with_host_generators([](const VendorRng& vendor, const std::string& name) {
    constexpr std::size_t count = std::size_t{1} << 16;
    const std::vector<float> two = vendor.uniform(name, 7, count, 2);
    CHECK((two == vendor.uniform(name, 7, count, 2)));
    CHECK((two != vendor.uniform(name, 8, count, 2)));
    CHECK((std::vector(two.begin(), two.begin() + count) != std::vector(two.begin() + count, two.end())));
    CHECK((vendor.words(name, 7, count) == vendor.words(name, 7, count)));
  });
}

TEST_CASE("A missing vendor generator says which there are", "[vendor]") {
  for (const auto& vendor : tests::vendor_rngs()) {
    const std::string unknown = vendor->why_missing("rand48");
    CHECK(unknown.find("rand48") != std::string::npos);
    CHECK(unknown.find("xorwow, mtgp32, philox4x32, mt19937") != std::string::npos);
    // The library is here with a version, or every generator says the same of why not.
    if (vendor->version().empty())
      CHECK_FALSE(vendor->why_missing("xorwow").empty());
    else
      CHECK(vendor->why_missing("xorwow").empty());
  }
}

TEST_CASE("More MTGP32 states than the library has parameters are refused", "[vendor]") {
  for (const auto& vendor : tests::vendor_rngs()) {
    if (!vendor->why_no_device_interface().empty()) continue;
    const int most = vendor->mtgp32_most_blocks();
    for (const int blocks : {0, most + 1}) {
      std::string message;
      try {
        vendor->mtgp32(blocks, 1, 2, false);
      } catch (const std::runtime_error& error) {
        message = error.what();
      }
      CHECK(message.find(std::to_string(blocks) + " blocks") != std::string::npos);
      CHECK(message.find("1 to " + std::to_string(most)) != std::string::npos);
    }
  }
}

TEST_CASE("The vendors' Philox on the device gives the known answers", "[gpu][vendor]") {
  with_device_interface([](const VendorRng& vendor) {
    for (const json& vector : vectors("Philox4x32-10").at("stream")) {
      const auto seed = vector.at("seed").get<std::uint64_t>(), stream = vector.at("subsequence").get<std::uint64_t>();
      INFO("seed " << seed << " stream " << stream);
      check_known_answer(vendor.stream("philox4x32", seed, stream, 10000), vector);
      check_known_answer(vendor.stream("philox4x32 by fours", seed, stream, 10000), vector);
    }
  });
}

TEST_CASE("cuRAND's XORWOW on the device gives the known answers", "[gpu][vendor]") {
  with_device_interface([](const VendorRng& vendor) {
    const std::regex seeded("curand_init\\(seed=(\\d+), subsequence=(\\d+), offset=0, curandStateXORWOW\\)");
    int compared = 0;
    for (const json& vector : vectors("XORWOW").at("vectors")) {
      const auto state = vector.at("state").get<std::string>();
      std::smatch found;
      if (!std::regex_match(state, found, seeded)) continue;
      const std::uint64_t seed = std::stoull(found[1]), stream = std::stoull(found[2]);
      INFO(state);
      const std::vector<std::uint32_t> words = vendor.stream("xorwow", seed, stream, 10000);
      if (vendor.library() == "cuRAND")
        check_known_answer(words, vector);
      else
        check_uniform(words, std::ldexp(1.0, -32));
      ++compared;
    }
    CHECK(compared == 15);
  });
}

TEST_CASE("The vendors' MTGP32 on the device: states, blocks, shared memory", "[gpu][vendor]") {
  with_device_interface([](const VendorRng& vendor) {
    constexpr int blocks = 8, draws = 64;
    constexpr std::size_t words_a_block = 256 * draws;
    const std::vector<std::uint32_t> words = vendor.mtgp32(blocks, 99, draws, false);
    REQUIRE(words.size() == blocks * words_a_block);
    check_uniform(words, std::ldexp(1.0, -32));
    CHECK((words == vendor.mtgp32(blocks, 99, draws, false)));
    CHECK((words == vendor.mtgp32(blocks, 99, draws, true)));
    CHECK((words != vendor.mtgp32(blocks, 98, draws, false)));
    for (std::size_t block = 1; block < blocks; ++block)
      CHECK_FALSE(std::equal(words.begin(), words.begin() + words_a_block, words.begin() + block * words_a_block));
    CHECK(vendor.mtgp32(vendor.mtgp32_most_blocks(), 1, 2, true).size() ==
          static_cast<std::size_t>(vendor.mtgp32_most_blocks()) * 512);
  });
}
