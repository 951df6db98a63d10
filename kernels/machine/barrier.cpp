// machine_barrier: what a barrier over the whole grid costs. The CPU variants are serial: GPU only.
#include "interface/registry.hpp"

namespace spinbench::machine {

namespace {

Kernel kernel() {
  Kernel k;
  k.name = "machine_barrier";
  k.title = "Time of a barrier over the whole grid (GPU only)";
  k.unit = "barrier";
  k.measures_limit = true;
  return k;
}

const Register<Kernel> register_kernel{kernel()};

}  // namespace

}  // namespace spinbench::machine
