// machine_copy: bandwidth of the memory, reading one large array and writing another.
#include "kernels/machine/host_copy.hpp"

namespace spinbench::machine {

namespace {

Kernel kernel() {
  Kernel k;
  k.name = "machine_copy";
  k.title = "Memory bandwidth: copy of an array far larger than the last-level cache, bytes read plus bytes written";
  k.unit = "byte";
  k.measures_limit = true;
  return k;
}

Variant memcpy_variant() {
  Variant v;
  v.kernel = "machine_copy";
  v.name = "memcpy";
  v.backend = "cpu";
  v.title = "std::memcpy in a single thread, as the CPU reference is serial";
  v.axes = {Axis::integer("bytes", host_sizes().array, 4096, std::int64_t{1} << 40, "size of each of the two arrays")};
  v.memory_bytes = [](const Params& params) { return 2 * params.real("bytes"); };
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<HostCopy>(params.integer("bytes"), 1, seed);
  };
  return v;
}

const Register<Kernel> register_kernel{kernel()};
const Register<Variant> register_memcpy{memcpy_variant()};

}  // namespace

}  // namespace spinbench::machine
