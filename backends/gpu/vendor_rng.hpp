// The vendor's random number library (cuRAND, rocRAND) as a yardstick: its host interface, which fills device memory.
// The library is opened at run time, so that a binary starts where there is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "backends/gpu/runtime.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

/// One generator of the library, seeded and ready. Its words come in the library's default ordering: which of the
/// generator's parallel streams a word is from may depend on the library's version and on the device. The same name and
/// seed give the same words again.
class VendorGenerator {
 public:
  /// `name` is xorwow, mtgp32, philox4x32 or mt19937. Makes and seeds the generator, sets up its states and waits for
  /// that, so that initialisation can be timed by itself. Throws std::runtime_error with why_missing(name) where that
  /// is not empty.
  VendorGenerator(const std::string& name, std::uint64_t seed);

  /// Enqueues on stream() `count` floats in (0,1], the library's own conversion.
  void fill_uniform(float* device_pointer, std::size_t count);
  /// Enqueues on stream() `count` words of 32 bits.
  void fill_words(std::uint32_t* device_pointer, std::size_t count);

  /// "" where the library is here and has this generator; else why not and how to get it, in one line.
  static std::string why_missing(const std::string& name);
  /// "cuRAND 10.4.0"; "" where the library is missing.
  static std::string version();

 private:
  void check_status(int status, const char* what) const;

  std::string name_;
  std::unique_ptr<void, int (*)(void*)> generator_;
};

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
