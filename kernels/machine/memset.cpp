// machine_memset: bandwidth of the memory, writing only.
#include <algorithm>

#include "kernels/machine/machine.hpp"

namespace spinbench::machine {

namespace {

/// std::memset of the whole array, with another value in each sweep.
class HostMemset final : public MachineSimulation {
 public:
  explicit HostMemset(std::int64_t bytes) : array_(host_words(bytes)) {}

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) {
      std::memset(array_.data(), ++value_, array_.size() * sizeof(std::uint64_t));
      keep(array_.data());
    }
  }

  Work work_per_sweep() const override {
    Work work;
    work.units = work.memory_bytes = work.footprint_bytes = static_cast<double>(array_.size() * sizeof(std::uint64_t));
    return work;
  }

  std::vector<Check> self_check() override {
    sweep(1);
    const std::uint64_t word = value_ * 0x0101010101010101u;
    const bool written = std::all_of(array_.begin(), array_.end(), [&](std::uint64_t w) { return w == word; });
    return {exact_check("memset", written, "every word holds the value of the last sweep")};
  }

 private:
  std::vector<std::uint64_t> array_;
  std::uint8_t value_ = 0;
};

Kernel kernel() {
  Kernel k;
  k.name = "machine_memset";
  k.title = "Memory bandwidth: writing an array far larger than the last-level cache, bytes written";
  k.unit = "byte";
  k.measures_limit = true;
  return k;
}

Variant memset_variant() {
  Variant v;
  v.kernel = "machine_memset";
  v.name = "memset";
  v.backend = "cpu";
  v.title = "std::memset in a single thread, as the CPU reference is serial";
  v.axes = {Axis::integer("bytes", 2 * host_sizes().array, 4096, std::int64_t{1} << 40, "size of the array")};
  v.memory_bytes = [](const Params& params) { return params.real("bytes"); };
  v.make = [](const Params& params, std::uint64_t) { return std::make_unique<HostMemset>(params.integer("bytes")); };
  return v;
}

const Register<Kernel> register_kernel{kernel()};
const Register<Variant> register_memset{memset_variant()};

}  // namespace

}  // namespace spinbench::machine
