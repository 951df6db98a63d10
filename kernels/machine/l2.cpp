// machine_l2: bandwidth of the level-2 cache, copying between two arrays that both stay in it.
#include "backends/cpu/isa.hpp"
#include "kernels/machine/host_copy.hpp"

#define SPINBENCH_LANES_FILE "kernels/machine/copy_vector.inl"
#include "kernels/common/lanes_each.inl"
#undef SPINBENCH_LANES_FILE

namespace spinbench::machine {

namespace {

/// Bytes copied a sweep, so that a sweep takes much longer than a call.
constexpr std::int64_t bytes_per_sweep = std::int64_t{1} << 22;

Kernel kernel() {
  Kernel k;
  k.name = "machine_l2";
  k.title = "Level-2 cache bandwidth: copy within a working set that stays there, bytes read plus bytes written";
  k.unit = "byte";
  k.measures_limit = true;
  return k;
}

/// The copy in the widest vectors of this host.
CopyWords copy_in_vectors() {
#if SPINBENCH_X86
  if (cpu::widest_isa() == cpu::Isa::avx512) return lanes::avx512::copy_words;
  if (cpu::widest_isa() == cpu::Isa::avx2) return lanes::avx2::copy_words;
#endif
  return lanes::baseline::copy_words;
}

Variant variant(std::string name, std::string title, CopyWords copy) {
  Variant v;
  v.kernel = "machine_l2";
  v.name = std::move(name);
  v.backend = "cpu";
  v.title = std::move(title);
  v.axes = {Axis::integer("bytes", host_sizes().cached, 4096, std::int64_t{1} << 32,
                          "working set: both arrays together; half of a core's L2 unless named")};
  v.memory_bytes = [](const Params& params) { return params.real("bytes"); };
  v.make = [copy](const Params& params, std::uint64_t seed) {
    const std::int64_t half = params.integer("bytes") / 2;
    const auto repeats = static_cast<unsigned>(std::max<std::int64_t>(1, bytes_per_sweep / half));
    return std::make_unique<HostCopy>(half, repeats, seed, copy);
  };
  return v;
}

const Register<Kernel> register_kernel{kernel()};
const Register<Variant> register_memcpy{
    variant("memcpy", "std::memcpy in a single thread, as the CPU reference is serial", copy_by_memcpy)};
// Not every memcpy is at its best inside a cache.
const Register<Variant> register_vector{
    variant("vector", cpu::with_widest_isa("Vector by vector in a single thread,"), copy_in_vectors())};

}  // namespace

std::string l2_unsupported(std::int64_t bytes, const Device& device) {
  if (device.cache_bytes == 0 || static_cast<std::uint64_t>(bytes) <= device.cache_bytes) return "";
  return "a working set of " + std::to_string(bytes) + " bytes exceeds the second-level cache of " +
         std::to_string(device.cache_bytes) + ": take less";
}

}  // namespace spinbench::machine
