// What the Kokkos variants of the machine_* kernels share. They measure the limits of the execution space that the
// other Kokkos kernels run in: all threads of the host, or a device.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "backends/kokkos/space.hpp"
#include "kernels/machine/machine.hpp"

namespace spinbench::machine {

using Words = Kokkos::View<std::uint64_t*, kokkos::Memory>;
using Range = Kokkos::RangePolicy<kokkos::Space, Kokkos::IndexType<std::int64_t>>;

/// Writes the pattern, or clears. By the same items as the copy, so that each thread of a host touches its part first.
struct FillPattern {
  Words words;
  std::uint64_t seed;
  bool clear;
  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    words(i) = clear ? 0 : pattern(seed, static_cast<std::uint64_t>(i));
  }
};

struct CountDifferences {
  Words words;
  std::uint64_t seed;
  KOKKOS_FUNCTION void operator()(const std::int64_t i, std::int64_t& found) const {
    found += words(i) != pattern(seed, static_cast<std::uint64_t>(i));
  }
};

struct CopyWords {
  Words source, target;
  KOKKOS_FUNCTION void operator()(const std::int64_t i) const { target(i) = source(i); }
};

/// A pattern is copied from one array to the other: `Copies` parallel loops a sweep.
class KokkosCopy final : public MachineSimulation {
 public:
  KokkosCopy(std::int64_t bytes, int copies, std::uint64_t seed)
      : count_(static_cast<std::int64_t>(words_in(bytes))), copies_(copies), seed_(seed) {
    const auto size = static_cast<std::size_t>(count_);
    source_ = Words(Kokkos::view_alloc("source", Kokkos::WithoutInitializing), size);
    target_ = Words(Kokkos::view_alloc("target", Kokkos::WithoutInitializing), size);
    Kokkos::parallel_for("fill", Range(0, count_), FillPattern{source_, seed_, false});
    Kokkos::parallel_for("clear", Range(0, count_), FillPattern{target_, seed_, true});
    kokkos::Space().fence();
  }

  void sweep(int count) override {
    for (int i = 0; i < count * copies_; ++i)
      Kokkos::parallel_for("copy", Range(0, count_), CopyWords{source_, target_});
  }

  Work work_per_sweep() const override {
    const double bytes = 2.0 * static_cast<double>(count_) * sizeof(std::uint64_t);
    Work work;
    work.units = work.memory_bytes = bytes * copies_;
    work.footprint_bytes = bytes;
    return work;
  }

  std::vector<Check> self_check() override {
    Kokkos::parallel_for("clear", Range(0, count_), FillPattern{target_, seed_, true});
    sweep(1);
    std::int64_t found = 0;
    Kokkos::parallel_reduce("compare", Range(0, count_), CountDifferences{target_, seed_}, found);
    return {exact_check("copy", found == 0, "one sweep into a cleared target, compared with the source")};
  }

 private:
  std::int64_t count_;
  int copies_;
  std::uint64_t seed_;
  Words source_, target_;
};

/// A Kokkos variant of machine kernel `kernel`.
inline Variant kokkos_variant(std::string kernel, std::string name, std::string title, std::vector<Axis> axes) {
  Variant variant;
  variant.kernel = std::move(kernel);
  variant.name = std::move(name);
  variant.backend = "kokkos";
  variant.title = std::move(title);
  variant.axes = std::move(axes);
  variant.memory_bytes = [](const Params&) { return 1e6; };
  return variant;
}

}  // namespace spinbench::machine
