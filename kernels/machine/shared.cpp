// machine_shared: bandwidth of a GPU's shared memory. The CPU has no such memory: GPU only.
#include "interface/registry.hpp"

namespace spinbench::machine {

namespace {

Kernel kernel() {
  Kernel k;
  k.name = "machine_shared";
  k.title = "Bandwidth of shared memory, bytes read plus bytes written (GPU only)";
  k.unit = "byte";
  k.measures_limit = true;
  return k;
}

const Register<Kernel> register_kernel{kernel()};

}  // namespace

}  // namespace spinbench::machine
