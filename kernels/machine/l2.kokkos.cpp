// machine_l2 in Kokkos: bandwidth of the level-2 cache with all threads of the execution space.
#include "kernels/machine/kokkos_machine.hpp"

namespace spinbench::machine {

namespace {

/// Copies a sweep, so that a sweep takes much longer than the start of a loop. Static scheduling gives a host thread
/// the same part each time, which stays in its own cache.
constexpr int copies = 32;

/// A host's threads have a cache each.
std::int64_t whole(std::int64_t bytes) { return kokkos::on_host ? bytes * kokkos::Space().concurrency() : bytes; }

Variant variant() {
  const std::int64_t bytes = kokkos::on_host ? host_sizes().cached : std::int64_t{1} << 24;
  Variant v = kokkos_variant("machine_l2", "range", "Kokkos::parallel_for over a working set that stays in the cache",
                             {Axis::integer("bytes", bytes, 4096, std::int64_t{1} << 31,
                                            "working set, both arrays together; on a host that of each thread")});
  v.unsupported = [](const Params&, const Device&) -> std::string {
    return kokkos::on_host ? "" : "the first-level cache may hold the copy: a device's own backend measures this";
  };
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<KokkosCopy>(whole(params.integer("bytes")) / 2, copies, seed);
  };
  return v;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::machine
