// The front of the cluster in a queue: kernels/common/clusters/gpu_wolff_queue.cuh.
#include "kernels/common/clusters/gpu_wolff_queue.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> registered{gpu_wolff<2, Queue<2>>(
    "a queue of spins that are claimed by atomics; one block while the front is small, else the whole grid",
    "this suite")};

}  // namespace
}  // namespace spinbench::clusters
