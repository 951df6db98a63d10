// machine_launch: what a dependent launch costs. A call on the CPU costs nothing comparable: GPU only.
#include "interface/registry.hpp"

namespace spinbench::machine {

namespace {

Kernel kernel() {
  Kernel k;
  k.name = "machine_launch";
  k.title = "Time of a launch that waits for the one before (GPU only)";
  k.unit = "launch";
  k.measures_limit = true;
  return k;
}

const Register<Kernel> register_kernel{kernel()};

}  // namespace

}  // namespace spinbench::machine
