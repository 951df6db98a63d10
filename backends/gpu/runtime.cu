#include <map>
#include <mutex>

#include "backends/gpu/runtime.hpp"
#include "interface/registry.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

void check(Error error, const char* what) {
  if (error == SPINBENCH_GPU_API(Success)) return;
  const std::string message =
      std::string(runtime_name()) + ": " + what + ": " + SPINBENCH_GPU_API(GetErrorString)(error);
  // Clears the error, where it can be cleared, so that the next case is not blamed for it.
  static_cast<void>(SPINBENCH_GPU_API(GetLastError)());
  if (error == SPINBENCH_GPU_API(ErrorMemoryAllocation)) throw OutOfMemory(message);
  throw std::runtime_error(message);
}

void check_launch(Error error, const char* what, const void* kernel, dim3 grid, dim3 block, std::size_t shared_bytes,
                  bool at_once) {
  if (error == SPINBENCH_GPU_API(ErrorLaunchOutOfResources) ||
      error == SPINBENCH_GPU_API(ErrorCooperativeLaunchTooLarge)) {
    // Nothing was launched. The error is cleared, or the next question would be answered with it.
    static_cast<void>(SPINBENCH_GPU_API(GetLastError)());
    const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z,
                        blocks = std::uint64_t{grid.x} * grid.y * grid.z;
    int held = 0;
    const Error asked = SPINBENCH_GPU_API(OccupancyMaxActiveBlocksPerMultiprocessor)(
        &held, kernel, static_cast<int>(threads), shared_bytes);
    static_cast<void>(SPINBENCH_GPU_API(GetLastError)());
    if (asked == SPINBENCH_GPU_API(Success))
      if (const std::string why = at_once ? why_no_place_at_once(held, multiprocessors(), blocks, threads)
                                          : why_no_place_for_block(held, threads);
          !why.empty())
        throw Unsupported(why);
  }
  check(error, what);
}

int current_device() {
  int device = 0;
  check(SPINBENCH_GPU_API(GetDevice)(&device), "current device");
  return device;
}

namespace {

int attribute(DeviceAttribute which) {
  int value = 0;
  check(SPINBENCH_GPU_API(DeviceGetAttribute)(&value, which, current_device()), "device attribute");
  return value;
}

}  // namespace

Stream stream() {
  static std::mutex mutex;
  static std::map<int, Stream> streams;
  const std::lock_guard lock(mutex);
  const int device = current_device();
  const auto [place, is_new] = streams.try_emplace(device, nullptr);
  if (is_new)
    check(SPINBENCH_GPU_API(StreamCreateWithFlags)(&place->second, SPINBENCH_GPU_API(StreamNonBlocking)), "stream");
  return place->second;
}

void synchronize() { check(SPINBENCH_GPU_API(StreamSynchronize)(stream()), "work on the device"); }

int multiprocessors() { return attribute(attribute_multiprocessors); }

bool can_chain_launches() { return can_chain(current_device()); }

bool can_cluster_blocks() { return can_cluster(current_device()); }

std::size_t largest_shared_bytes() { return static_cast<std::size_t>(attribute(attribute_shared_bytes)); }

std::size_t cache_bytes() { return static_cast<std::size_t>(attribute(attribute_cache_bytes)); }

Graph::~Graph() {
  if (executable_) static_cast<void>(SPINBENCH_GPU_API(GraphExecDestroy)(executable_));
}

void Graph::begin() {
  check(SPINBENCH_GPU_API(StreamBeginCapture)(stream(), SPINBENCH_GPU_API(StreamCaptureModeThreadLocal)),
        "graph capture");
}

void Graph::abandon() {
  SPINBENCH_GPU_API(Graph_t) graph = nullptr;
  static_cast<void>(SPINBENCH_GPU_API(StreamEndCapture)(stream(), &graph));
  if (graph) static_cast<void>(SPINBENCH_GPU_API(GraphDestroy)(graph));
}

void Graph::end() {
  SPINBENCH_GPU_API(Graph_t) graph = nullptr;
  check(SPINBENCH_GPU_API(StreamEndCapture)(stream(), &graph), "graph capture");
  const Error error = SPINBENCH_GPU_API(GraphInstantiateWithFlags)(&executable_, graph, 0);
  check(SPINBENCH_GPU_API(GraphDestroy)(graph), "graph");
  check(error, "graph");
}

void Graph::replay() { check(SPINBENCH_GPU_API(GraphLaunch)(executable_, stream()), "graph launch"); }

TextureTable::TextureTable(const std::uint32_t* words, std::size_t count) : words_(count) {
  words_.copy_from(words, count);
  SPINBENCH_GPU_API(ResourceDesc) resource{};
  resource.resType = SPINBENCH_GPU_API(ResourceTypeLinear);
  resource.res.linear.devPtr = words_.data();
  resource.res.linear.desc = SPINBENCH_GPU_API(CreateChannelDesc)<unsigned int>();
  resource.res.linear.sizeInBytes = count * sizeof(std::uint32_t);
  SPINBENCH_GPU_API(TextureDesc) description{};
  description.readMode = SPINBENCH_GPU_API(ReadModeElementType);
  check(SPINBENCH_GPU_API(CreateTextureObject)(&handle_, &resource, &description, nullptr), "texture object");
}

TextureTable::~TextureTable() {
  if (handle_) static_cast<void>(SPINBENCH_GPU_API(DestroyTextureObject)(handle_));
}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
