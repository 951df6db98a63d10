// machine_launch on a GPU: the smallest kernel, each launch after the one before, in a stream or from a graph.
#include "kernels/machine/gpu_machine.cuh"

namespace spinbench::machine {

namespace {

template <class Count>
__global__ void count_launch(Count* launches) {
  ++*launches;
}

class GpuLaunch final : public MachineSimulation {
 public:
  explicit GpuLaunch(bool use_graph) : use_graph_(use_graph), launches_(1) {
    launches_.fill_zero();
    gpu::synchronize();
  }
  void sweep(int count) override {
    for (int i = 0; i < count; ++i) {
      if (!use_graph_) {
        enqueue();
        continue;
      }
      if (!graph_.recorded()) graph_.record([this] { enqueue(); });
      graph_.replay();
    }
  }
  Work work_per_sweep() const override {
    Work work;
    work.units = work.dependent_launches = launches_a_sweep;
    return work;
  }
  std::vector<Check> self_check() override {
    launches_.fill_zero();
    sweep(3);
    std::uint64_t seen = 0;
    launches_.copy_to(&seen, 1);
    return {
        exact_check("launch_count", seen == 3u * launches_a_sweep, "launches counted on the device in three sweeps")};
  }

 private:
  static constexpr int launches_a_sweep = 64;
  void enqueue() {
    for (int i = 0; i < launches_a_sweep; ++i)
      gpu::launch(count_launch<std::uint64_t>, dim3(1), dim3(1), launches_.data());
  }

  bool use_graph_;
  gpu::Buffer<std::uint64_t> launches_;
  gpu::Graph graph_;
};

Variant launch_variant() {
  Variant v = gpu_variant("machine_launch", "empty", "A kernel of one thread, each launch after the one before",
                          {Axis::word("launch", "graph", {"stream", "graph"}, "how launches are enqueued")});
  v.make = [](const Params& params, std::uint64_t) {
    return std::make_unique<GpuLaunch>(params.word("launch") == "graph");
  };
  return v;
}

const Register<Variant> launch_registered{launch_variant()};

}  // namespace

}  // namespace spinbench::machine
