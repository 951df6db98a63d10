// machine_memset in Kokkos: bandwidth of the memory with all threads of the execution space, writing only.
#include <cstring>

#include "kernels/machine/kokkos_machine.hpp"

namespace spinbench::machine {

namespace {

/// A byte into every byte of the array. On a host an item is a thread's whole part, which std::memset writes past the
/// caches, as whoever fills an array at full speed does; on a device it is a word.
struct SetWords {
  Words words;
  std::uint8_t value;
  int items;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    if constexpr (kokkos::on_host) {
      const auto [first, last] = part_of(words.extent(0), static_cast<int>(i), items);
      std::memset(words.data() + first, value, (last - first) * sizeof(std::uint64_t));
    } else {
      words(i) = value * 0x0101010101010101u;
    }
  }
};

struct CountOthers {
  Words words;
  std::uint8_t value;
  KOKKOS_FUNCTION void operator()(const std::int64_t i, std::int64_t& found) const {
    found += words(i) != value * 0x0101010101010101u;
  }
};

class KokkosMemset final : public MachineSimulation {
 public:
  explicit KokkosMemset(std::int64_t bytes)
      : words_(Kokkos::view_alloc("target", Kokkos::WithoutInitializing), words_in(bytes)),
        items_(kokkos::on_host ? kokkos::Space().concurrency() : static_cast<std::int64_t>(words_.extent(0))) {
    sweep(1);
    kokkos::Space().fence();
  }

  void sweep(int count) override {
    for (int i = 0; i < count; ++i)
      Kokkos::parallel_for("memset", Range(0, items_), SetWords{words_, ++value_, kokkos::Space().concurrency()});
  }
  Work work_per_sweep() const override {
    Work work;
    work.units = work.memory_bytes = work.footprint_bytes =
        static_cast<double>(words_.extent(0) * sizeof(std::uint64_t));
    return work;
  }
  std::vector<Check> self_check() override {
    sweep(1);
    std::int64_t found = 0;
    Kokkos::parallel_reduce("compare", Range(0, static_cast<std::int64_t>(words_.extent(0))),
                            CountOthers{words_, value_}, found);
    return {exact_check("memset", found == 0, "every word holds the value of the last sweep")};
  }

 private:
  Words words_;
  std::int64_t items_;
  std::uint8_t value_ = 0;
};

Variant variant() {
  const std::int64_t bytes = kokkos::on_host ? 2 * host_sizes().array_of_all : std::int64_t{1} << 30;
  Variant v = kokkos_variant("machine_memset", "range", "Kokkos::parallel_for, a part a thread or a word an item",
                             {Axis::integer("bytes", bytes, 4096, std::int64_t{1} << 40, "size of the array")});
  v.memory_bytes = [](const Params& params) { return params.real("bytes"); };
  v.make = [](const Params& params, std::uint64_t) { return std::make_unique<KokkosMemset>(params.integer("bytes")); };
  return v;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::machine
