// The proof of generators in Kokkos' execution space: streams opened as the update kernels do, a work item a stream.
#include "kernels/common/generator_proof.hpp"

#include "kernels/common/kokkos_streams.hpp"

namespace spinbench::generator_proof {

using Words = Kokkos::View<std::uint32_t*, kokkos::Memory>;

/// Opens a stream, writes `count` words of it from the `row`-th row of `words` on, and closes it.
template <class Rng>
struct DrawStreams {
  KokkosStreamTable<Rng> table;
  std::uint64_t first;
  std::uint32_t row, count;
  Words words;

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    const auto i = static_cast<std::uint64_t>(item);
    auto stream = table.open(first + i, first + i);
    for (std::uint32_t m = row; m < row + count; ++m) words(m * streams + i) = stream.next();
    table.close(first + i, stream);
  }
};

template <class Rng>
class DrawnInSpace {
 public:
  explicit DrawnInSpace(rng::Seeding seeding)
      : table_(seeded_streams<Rng>(seed, streams, seeding, StreamsInOrder{}, ring_lanes)) {}

  std::vector<std::string> ways() const { return {"streams from memory"}; }

  std::vector<std::uint32_t> words(std::size_t /*way*/, const Opening& opening) {
    const Words words(Kokkos::view_alloc("words", Kokkos::WithoutInitializing), std::size_t{streams} * opening.count);
    table_.attempts = opening.position;
    if constexpr (Rng::storage == rng::Storage::shared) {
      // The lanes of a ring must not run apart: a launch for each of their steps.
      for (std::uint32_t m = 0; m < opening.count; ++m, ++table_.attempts) draw(opening, m, 1, words);
    } else {
      draw(opening, 0, opening.count, words);
    }
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), words);
    return std::vector<std::uint32_t>(host.data(), host.data() + host.extent(0));
  }

 private:
  void draw(const Opening& opening, std::uint32_t row, std::uint32_t count, const Words& words) const {
    using Items = Kokkos::RangePolicy<kokkos::Space, Kokkos::IndexType<std::int64_t>>;
    Kokkos::parallel_for("generator_proof", Items(0, streams),
                         DrawStreams<Rng>{table_, opening.first, row, count, words});
  }

  KokkosStreamTable<Rng> table_;
};

namespace {

const Register<GeneratorProof> registered{
    {"kokkos", [](const std::string& name, const Device& device) { return prove<DrawnInSpace>(name, device.name); }}};

}  // namespace

}  // namespace spinbench::generator_proof
