// machine_issue: how many instructions the schedulers start, whatever the pipe. A CPU's pipes have no such common limit
// that its kernels come near: GPU only.
#include "interface/registry.hpp"

namespace spinbench::machine {

namespace {

Kernel kernel() {
  Kernel k;
  k.name = "machine_issue";
  k.title = "Rate of instructions of several pipes together (GPU only)";
  k.unit = "op";
  k.measures_limit = true;
  return k;
}

const Register<Kernel> register_kernel{kernel()};

}  // namespace

}  // namespace spinbench::machine
