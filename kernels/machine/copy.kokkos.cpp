// machine_copy in Kokkos: bandwidth of the memory with all threads of the execution space.
#include "kernels/machine/kokkos_machine.hpp"

namespace spinbench::machine {

namespace {

Variant variant() {
  const std::int64_t bytes = kokkos::on_host ? host_sizes().array_of_all : std::int64_t{1} << 30;
  Variant v =
      kokkos_variant("machine_copy", "range", "Kokkos::parallel_for over 64-bit words",
                     {Axis::integer("bytes", bytes, 4096, std::int64_t{1} << 40, "size of each of the two arrays")});
  v.memory_bytes = [](const Params& params) { return 2 * params.real("bytes"); };
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<KokkosCopy>(params.integer("bytes"), 1, seed);
  };
  return v;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::machine
