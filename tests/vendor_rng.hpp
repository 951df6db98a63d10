// What tests ask of the vendors' generators. vendor_rng.cu answers, once for each GPU backend of the build.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace spinbench::tests {

class VendorRng {
 public:
  virtual ~VendorRng() = default;
  virtual std::string backend() const = 0;
  virtual std::string library() const = 0;  ///< "cuRAND", "rocRAND"
  virtual std::string version() const = 0;  ///< of the host interface, "" where that is missing
  virtual std::string why_missing(const std::string& name) const = 0;
  virtual std::string why_no_device_interface() const = 0;
  /// What one generator of the host interface gives in `fills` fills of memory that held zeros.
  virtual std::vector<float> uniform(const std::string& name, std::uint64_t seed, std::size_t count,
                                     int fills) const = 0;
  virtual std::vector<std::uint32_t> words(const std::string& name, std::uint64_t seed, std::size_t count) const = 0;
  /// The words of one stream of `name` (xorwow, philox4x32, or philox4x32 by fours) by the device interface.
  virtual std::vector<std::uint32_t> stream(const std::string& name, std::uint64_t seed, std::uint64_t stream,
                                            std::size_t count) const = 0;
  /// `draws` words of each thread of `blocks` blocks of 256, block by block, from states in device or shared memory.
  virtual std::vector<std::uint32_t> mtgp32(int blocks, std::uint64_t seed, int draws, bool shared) const = 0;
  virtual int mtgp32_most_blocks() const = 0;
};

inline std::vector<std::unique_ptr<VendorRng>>& vendor_rngs() {
  static std::vector<std::unique_ptr<VendorRng>> all;
  return all;
}

}  // namespace spinbench::tests
