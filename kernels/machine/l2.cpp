// machine_l2: bandwidth of the level-2 cache, copying between two arrays that both stay in it.
#include "kernels/machine/host_copy.hpp"

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

Variant memcpy_variant() {
  Variant v;
  v.kernel = "machine_l2";
  v.name = "memcpy";
  v.backend = "cpu";
  v.title = "std::memcpy in a single thread, as the CPU reference is serial";
  v.axes = {Axis::integer("bytes", host_sizes().cached, 4096, std::int64_t{1} << 32,
                          "working set: both arrays together; half of a core's L2 unless named")};
  v.memory_bytes = [](const Params& params) { return params.real("bytes"); };
  v.make = [](const Params& params, std::uint64_t seed) {
    const std::int64_t half = params.integer("bytes") / 2;
    return std::make_unique<HostCopy>(half, static_cast<int>(std::max<std::int64_t>(1, bytes_per_sweep / half)), seed);
  };
  return v;
}

const Register<Kernel> register_kernel{kernel()};
const Register<Variant> register_memcpy{memcpy_variant()};

}  // namespace

}  // namespace spinbench::machine
