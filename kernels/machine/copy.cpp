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

Variant variant(std::string name, std::string title, bool in_all_threads) {
  Variant v;
  v.kernel = "machine_copy";
  v.name = std::move(name);
  v.backend = "cpu";
  v.title = std::move(title);
  const std::int64_t bytes = in_all_threads ? host_sizes().array_of_all : host_sizes().array;
  v.axes = {Axis::integer("bytes", bytes, 4096, std::int64_t{1} << 40, "size of each of the two arrays")};
  v.memory_bytes = [](const Params& params) { return 2 * params.real("bytes"); };
  v.make = [in_all_threads](const Params& params, std::uint64_t seed) {
    return std::make_unique<HostCopy>(params.integer("bytes"), 1, seed, copy_by_memcpy,
                                      in_all_threads ? cpu::usable_threads() : 1);
  };
  return v;
}

const Register<Kernel> register_kernel{kernel()};
const Register<Variant> register_memcpy{
    variant("memcpy", "std::memcpy in a single thread, as the CPU reference is serial", false)};
const Register<Variant> register_threads{
    variant("threads", "std::memcpy in as many threads as this process may run, each its own part", true)};

}  // namespace

}  // namespace spinbench::machine
