// machine_memset: bandwidth of the memory, writing only.
#include <algorithm>

#include "backends/cpu/team.hpp"
#include "kernels/machine/machine.hpp"

namespace spinbench::machine {

namespace {

/// std::memset of the whole array, with another value in each sweep, a part a thread.
class HostMemset final : public MachineSimulation {
 public:
  HostMemset(std::int64_t bytes, int threads) : team_(threads), array_(bytes) { sweep(1); }

  void sweep(int count) override {
    team_.run([this, count](int member) {
      const auto [first, last] = part_of(array_.size(), member, team_.size());
      for (int i = 1; i <= count; ++i) {
        std::memset(array_.data() + first, static_cast<std::uint8_t>(value_ + i),
                    (last - first) * sizeof(std::uint64_t));
        keep(array_.data() + first);
      }
    });
    value_ = static_cast<std::uint8_t>(value_ + count);
  }
  int host_threads() const override { return team_.size(); }

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
  cpu::Team team_;
  HostWords array_;
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

Variant variant(std::string name, std::string title, bool in_all_threads) {
  Variant v;
  v.kernel = "machine_memset";
  v.name = std::move(name);
  v.backend = "cpu";
  v.title = std::move(title);
  const std::int64_t array = in_all_threads ? host_sizes().array_of_all : host_sizes().array;
  v.axes = {Axis::integer("bytes", 2 * array, 4096, std::int64_t{1} << 40, "size of the array")};
  v.memory_bytes = [](const Params& params) { return params.real("bytes"); };
  v.make = [in_all_threads](const Params& params, std::uint64_t) {
    return std::make_unique<HostMemset>(params.integer("bytes"), in_all_threads ? cpu::usable_threads() : 1);
  };
  return v;
}

const Register<Kernel> register_kernel{kernel()};
const Register<Variant> register_memset{
    variant("memset", "std::memset in a single thread, as the CPU reference is serial", false)};
const Register<Variant> register_threads{
    variant("threads", "std::memset in as many threads as this process may run, each its own part", true)};

}  // namespace

}  // namespace spinbench::machine
