// The proof of generators on a GPU: streams opened as the update kernels do, against the host's plain streams.
#include "kernels/common/generator_proof.hpp"
#include "kernels/common/gpu_random_words.cuh"
#include "kernels/common/gpu_streams.cuh"

namespace spinbench::generator_proof {
inline namespace SPINBENCH_GPU_NAMESPACE {

/// Writes word m of a thread's stream to words[m * streams]. Four at a time as long as there are, since the streams
/// draw several words by code of their own; a ring's one by one, behind a barrier.
template <class Rng>
__device__ void write_words(typename Rng::Stream& stream, std::uint32_t count, std::uint32_t* words) {
  std::uint32_t m = 0;
  if constexpr (Rng::storage == rng::Storage::shared) {
    for (; m < count; ++m) {
      __syncthreads();
      words[m * streams] = stream.next();
    }
    __syncthreads();
  } else {
    for (; m + 4 <= count; m += 4) {
      std::uint32_t four[4];
      rng::draw(stream, four);
      for (std::uint32_t i = 0; i < 4; ++i) words[(m + i) * streams] = four[i];
    }
    for (; m < count; ++m) words[m * streams] = stream.next();
  }
}

/// A thread a stream, from `first` on; states in memory, or of a ring in shared memory.
template <class Rng>
__global__ void draw_from_table(StreamTable<Rng> table, std::uint64_t first, std::uint32_t count,
                                std::uint32_t* words) {
  using Ring = RingInSharedMemory<Rng, static_cast<int>(ring_lanes)>;
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  auto stream = Ring::open(table, first + i);
  write_words<Rng>(stream, count, words + i);
  Ring::close(table, first + i, stream);
}

/// The same for states that were loaded on their own: two neighbours' at once.
template <class Rng>
__global__ void draw_loaded(StreamTable<Rng> table, std::uint64_t first, std::uint32_t count, std::uint32_t* words) {
  const std::uint32_t i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  auto states = table.template load<2>(i);
  for (int n = 0; n < 2; ++n) {
    auto stream = table.open_loaded(states.item[n], first + i + n);
    write_words<Rng>(stream, count, words + i + n);
    table.unload(states.item[n], stream);
  }
  table.template save<2>(i, states);
}

/// The same as the bit-sliced updates draw: sixteen at once, then one by one.
template <class Rng>
__global__ void draw_random_words(PhiloxKeys keys, std::uint64_t first, std::uint64_t position, std::uint32_t count,
                                  std::uint32_t* words) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  RandomWords<Rng> random(keys, first + i, position);
  std::uint32_t m = 0;
  if (count >= 16) {
    std::uint32_t some[16];
    random.draw(some);
    for (; m < 16; ++m) words[m * streams + i] = some[m];
  }
  for (; m < count; ++m) words[m * streams + i] = random.next();
}

template <class Rng>
class DrawnOnDevice {
  static constexpr bool small_state = Rng::storage == rng::Storage::own || Rng::storage == rng::Storage::none;

 public:
  explicit DrawnOnDevice(rng::Seeding seeding)
      : table_streams_(seed, streams, seeding, StreamsInOrder{}, ring_lanes),
        loaded_streams_(seed, streams, seeding, StreamsInOrder{}, ring_lanes),
        keys_(seed) {}

  std::vector<std::string> ways() const {
    std::vector<std::string> result = {"streams from memory"};
    if (small_state) result.push_back("loaded streams");
    if (Rng::storage == rng::Storage::none) result.push_back("RandomWords");
    return result;
  }

  std::vector<std::uint32_t> words(std::size_t way, const Opening& opening) {
    const gpu::Buffer<std::uint32_t> words(std::size_t{streams} * opening.count);
    const dim3 blocks(streams / ring_lanes), threads(ring_lanes);
    if (way == 0) {
      gpu::launch(draw_from_table<Rng>, blocks, threads, at(table_streams_, opening, table_position_), opening.first,
                  opening.count, words.data());
    } else if constexpr (small_state) {
      if (way == 1)
        gpu::launch(draw_loaded<Rng>, blocks, dim3(ring_lanes / 2), at(loaded_streams_, opening, loaded_position_),
                    opening.first, opening.count, words.data());
      if constexpr (Rng::storage == rng::Storage::none) {
        if (way == 2 && !opening.starts_block()) return {};
        if (way == 2)
          gpu::launch(draw_random_words<Rng>, blocks, threads, keys_, opening.first, opening.position, opening.count,
                      words.data());
      }
    }
    std::vector<std::uint32_t> result(words.size());
    words.copy_to(result.data(), result.size());
    return result;
  }

 private:
  /// As the simulations do: most of the position is counted on the device, what came since travels with the launch.
  static StreamTable<Rng> at(GpuStreams<Rng>& from, const Opening& opening, std::uint64_t& position) {
    const std::uint32_t since = static_cast<std::uint32_t>(opening.position % 3);
    from.advance(opening.position - since - position);
    position = opening.position - since;
    return from.table(gpu::Launcher(false), since);
  }

  GpuStreams<Rng> table_streams_, loaded_streams_;
  std::uint64_t table_position_ = 0, loaded_position_ = 0;
  PhiloxKeys keys_;
};

}  // namespace SPINBENCH_GPU_NAMESPACE

namespace {

const Register<GeneratorProof> registered{{SPINBENCH_GPU_BACKEND, [](const std::string& name, const Device& device) {
                                             return prove<DrawnOnDevice>(name, device.name);
                                           }}};

}  // namespace

}  // namespace spinbench::generator_proof
