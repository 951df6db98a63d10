// What a vendor's generators are asked for in the process that times them: the known answers of the library's own
// streams, and where its words are those of a generator of this suite, the counts of the timed kernel.
//
// cuRAND and rocRAND draw Philox4x32-10 in one layout, that of kernels/common/rng/philox4x32.hpp. XORWOW's streams are
// started in a way of each library's own, of which cuRAND's answers are known here; of MTGP32's nothing is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

#include "backends/gpu/vendor_rng_words.cuh"
#include "kernels/common/rng/known_answers.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/rng/xorwow.hpp"
#include "kernels/rng_bench/rng_bench.hpp"

#if SPINBENCH_GPU_VENDOR_RNG

namespace spinbench::rng_bench::inline SPINBENCH_GPU_NAMESPACE {

/// The library's stream start[2] under the seed start[0], as rng::compare() asks for it.
template <class Generator>
class VendorSequence {
 public:
  explicit VendorSequence(const std::uint64_t (&start)[4])
      : words_(gpu::vendor_words<Generator>(start[0], start[2], 10000)) {}
  std::uint64_t next() { return words_.at(drawn_++); }

 private:
  std::vector<std::uint32_t> words_;
  std::size_t drawn_ = 0;
};

/// Known numbers of the library's streams, with starts as VendorSequence takes them; empty where none are known.
template <class Generator>
std::vector<rng::KnownAnswer> vendor_answers() {
  std::vector<rng::KnownAnswer> result;
  if constexpr (std::is_same_v<Generator, gpu::VendorPhilox4x32>) {
    // The others begin where no stream of a library does.
    std::copy_if(std::begin(rng::philox4x32_answers), std::end(rng::philox4x32_answers), std::back_inserter(result),
                 [](const rng::KnownAnswer& answer) { return answer.start[1] == 0; });
  } else if constexpr (std::is_same_v<Generator, gpu::VendorXorwow>) {
    if (!gpu::vendor_xorwow_starts_as_curand) return result;
    result.push_back(rng::xorwow_curand_answer);
    std::copy_n(std::begin(rng::xorwow_curand_start), 4, std::begin(result.back().start));
  }
  return result;
}

/// Whether the library gives them, on the current device. None where none are known.
template <class Generator>
std::vector<Check> check_vendor_answers() {
  if constexpr (!std::is_same_v<Generator, gpu::VendorMtgp32>)
    if (const auto answers = vendor_answers<Generator>(); !answers.empty()) {
      const rng::Agreement found = rng::compare<VendorSequence<Generator>>(answers);
      return {exactly("known_answers", found.complete(),
                      std::string(gpu::vendor_device_rng_title) + " gives " + std::to_string(found.agreed) + " of " +
                          std::to_string(found.asked) + " known answers" +
                          (found.difference.empty() ? "" : "; " + found.difference))};
    }
  return {};
}

/// Whether `counts`, of odd numbers among `draws` of each stream behind `position` others, are those of this suite's
/// Philox4x32-10, in 64 streams of all.
inline Check check_philox_counts(std::uint64_t seed, std::uint64_t position, std::uint32_t draws,
                                 const std::vector<std::uint32_t>& counts) {
  const std::uint64_t streams = std::min<std::uint64_t>(counts.size(), 64);
  std::uint64_t same = 0;
  for (std::uint64_t i = 0; i < streams; ++i) {
    const std::uint64_t number = streams == 1 ? 0 : i * (counts.size() - 1) / (streams - 1);
    rng::Philox4x32::Stream stream({seed}, number, position);
    std::uint32_t expected = 0;
    for (std::uint32_t draw = 0; draw < draws; ++draw) expected += stream.next() & 1;
    same += expected == counts[number];
  }
  return exactly("counts", same == streams,
                 std::to_string(same) + " of " + std::to_string(streams) + " streams among " +
                     std::to_string(counts.size()) + " count as Philox4x32-10 on the host, from number " +
                     std::to_string(position) + " on");
}

}  // namespace spinbench::rng_bench::SPINBENCH_GPU_NAMESPACE

#endif
