// The bit-sliced update on a CPU: a tile in each 32-bit lane of the host's widest vectors, and threads that each have a
// part of the rows. kernels/ising2d_metropolis/multispin.hpp states the rule, whose words and decisions are the GPU's.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory: at L = 1024 the lattice is 128 KiB and stays in a core's second-level cache. Operations decide: for a word of
// 32 spins 15 for the bonds, 6 for each of the 8 digits and 15 for what is left then, a share of 16 for the opening of
// the stream, and for 8.35 random words what the generator takes in vectors: mwc64x and sfc32 11 each, xoshiro128pp 14,
// philox4x32 43. With mwc64x that is 187 operations a word, 5.8 a flip.
// Reached on a core of an AMD EPYC 7003 (AVX2, a virtual machine's) at L = 1024: mwc64x 63 to 72% of what machine_logic
// measured there in the same run, sfc32 55 to 62%. machine_logic has no shifts, of which a core does two a clock, not
// four.
#include <algorithm>
#include <bit>
#include <memory>

#include "backends/cpu/team.hpp"
#include "interface/registry.hpp"
#include "kernels/common/lanes.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/multispin_host.hpp"

#define SPINBENCH_LANES_FILE "kernels/ising2d_metropolis/multispin_host.inl"
#include "kernels/common/lanes_each.inl"
#undef SPINBENCH_LANES_FILE

namespace spinbench::ising2d {

namespace {

std::uint32_t lanes_of(cpu::Isa isa) { return static_cast<std::uint32_t>(cpu::vector_bytes(isa)) / 4; }

/// The host's widest vectors that leave each band an even number of rows and whole tiles; those of the baseline always
/// do.
cpu::Isa isa_for(std::uint32_t L, const MultispinTile& tile) {
  const auto fits = [&](std::uint32_t lanes) { return L % (lanes * std::max(tile.down, 2u)) == 0; };
  const std::vector<cpu::Isa> all = cpu::isas();
  for (auto isa = all.rbegin(); isa != all.rend(); ++isa)
    if (fits(lanes_of(*isa))) return *isa;
  return cpu::Isa::baseline;
}

template <class Rng>
void update_bands(cpu::Isa isa, const HostHalfSweep& job) {
#if SPINBENCH_X86
  if (isa == cpu::Isa::avx512) return lanes::avx512::update_bands<Rng>(job);
  if (isa == cpu::Isa::avx2) return lanes::avx2::update_bands<Rng>(job);
#endif
  static_cast<void>(isa);
  lanes::baseline::update_bands<Rng>(job);
}

/// Words as vectors want them aligned.
class VectorWords {
 public:
  explicit VectorWords(std::size_t words) : blocks_((words + Block::words - 1) / Block::words) {}

  std::uint32_t* data() { return blocks_.front().word; }
  std::uint32_t operator[](std::size_t i) const { return blocks_[i / Block::words].word[i % Block::words]; }

 private:
  struct alignas(64) Block {
    static constexpr std::size_t words = 16;
    std::uint32_t word[words] = {};
  };

  std::vector<Block> blocks_;
};

/// The lattices in memory.
class HostLattices {
 public:
  HostLattices(std::uint32_t L, std::uint32_t realizations, const MultispinTile& tile)
      : L_(L),
        realizations_(realizations),
        tile_(tile),
        isa_(isa_for(L, tile)),
        lanes_(lanes_of(isa_)),
        words_(2 * realizations * plane_words()) {}

  cpu::Isa isa() const { return isa_; }
  std::uint32_t realizations() const { return realizations_; }
  std::uint32_t tile_rows() const { return rows() / tile_.down; }
  std::size_t edge_words() const { return std::size_t{2} * words_a_row() * lanes_; }

  HostBands bands(std::uint32_t realization) {
    std::uint32_t* const first = words_.data() + 2 * realization * plane_words();
    return {{first, first + plane_words()}, words_a_row(), rows(), tile_,
            static_cast<std::uint64_t>(realization) * L_ / tile_.down * (words_a_row() / tile_.across)};
  }

  Observables observe() const {
    Observables result;
    const std::int64_t sites = std::int64_t{L_} * L_;
    for (std::uint32_t m = 0; m < realizations_; ++m) {
      std::int64_t unsatisfied = 0, down = 0;
      for (std::uint32_t y = 0; y < L_; ++y) {
        const std::uint32_t above = y == 0 ? L_ - 1 : y - 1, below = y + 1 == L_ ? 0 : y + 1;
        for (std::uint32_t n = 0; n < words_a_row(); ++n) {
          const std::uint32_t spins = word(m, 0, y, n), same = word(m, 1, y, n);
          const std::uint32_t left = n == 0 ? words_a_row() - 1 : n - 1, right = n + 1 == words_a_row() ? 0 : n + 1;
          const std::uint32_t side =
              y % 2 != 0 ? same >> 1 | word(m, 1, y, right) << 31 : same << 1 | word(m, 1, y, left) >> 31;
          for (const std::uint32_t other : {same, side, word(m, 1, above, n), word(m, 1, below, n)})
            unsatisfied += std::popcount(spins ^ other);
          down += std::popcount(spins) + std::popcount(same);
        }
      }
      result.energy.push_back(static_cast<double>(2 * unsatisfied - 2 * sites) / static_cast<double>(sites));
      result.magnetisation.push_back(static_cast<double>(sites - 2 * down) / static_cast<double>(sites));
    }
    return result;
  }

  Configuration configuration() const {
    Configuration result;
    result.spins.reserve(static_cast<std::size_t>(realizations_) * L_ * L_);
    for (std::uint32_t m = 0; m < realizations_; ++m)
      for (std::uint32_t y = 0; y < L_; ++y)
        for (std::uint32_t x = 0; x < L_; ++x) {
          const std::uint32_t colour = (x + y) & 1, bit = x / 2;
          result.spins.push_back(word(m, colour, y, bit / 32) >> bit % 32 & 1 ? -1 : 1);
        }
    return result;
  }

 private:
  std::uint32_t words_a_row() const { return L_ / 64; }
  std::uint32_t rows() const { return L_ / lanes_; }
  std::size_t plane_words() const { return static_cast<std::size_t>(L_) * words_a_row(); }
  std::uint32_t word(std::uint32_t realization, std::uint32_t colour, std::uint32_t y, std::uint32_t n) const {
    const std::size_t at = (2 * std::size_t{realization} + colour) * plane_words() +
                           (static_cast<std::size_t>(y % rows()) * words_a_row() + n) * lanes_ + y / rows();
    return words_[at];
  }

  std::uint32_t L_, realizations_;
  MultispinTile tile_;
  cpu::Isa isa_;
  std::uint32_t lanes_;
  VectorWords words_;
};

/// As many as the axis says, and no more than have something to do.
int threads_of(const Params& params, const HostLattices& lattices) {
  const std::int64_t wanted = params.integer("threads") == 0 ? cpu::usable_threads() : params.integer("threads");
  return static_cast<int>(std::min<std::int64_t>(wanted, std::max(lattices.realizations(), lattices.tile_rows())));
}

template <class Rng>
class HostMultispin final : public Simulation {
 public:
  HostMultispin(const Params& params, std::uint64_t seed)
      : lattices_(static_cast<std::uint32_t>(params.integer("L")),
                  static_cast<std::uint32_t>(params.integer("realizations")),
                  multispin_tile(static_cast<std::uint32_t>(params.integer("L") / 64), multispin_words(params))),
        sites_(params.real("L") * params.real("L") * params.real("realizations")),
        thresholds_(MultispinThresholds::at(params.real("beta"))),
        seed_(seed),
        team_(threads_of(params, lattices_)),
        progress_(team_.size()),
        edges_(static_cast<std::size_t>(team_.size()), VectorWords(lattices_.edge_words())) {}

  void sweep(int count) override {
    const std::uint64_t end = halves_ + 2 * static_cast<std::uint64_t>(count);
    team_.run([this, end](int member) {
      std::uint32_t* const edge = edges_[static_cast<std::size_t>(member)].data();
      if (static_cast<int>(lattices_.realizations()) >= team_.size()) whole_lattices(member, end, edge);
      else shared_lattices(member, end, edge);
    });
    halves_ = end;
  }
  Observables observe() override { return lattices_.observe(); }
  Configuration configuration() override { return lattices_.configuration(); }

  Work work_per_sweep() const override {
    // The limits are those of one core.
    const double share = sites_ / team_.size(), words = share / 32;
    Work work;
    work.units = sites_;
    work.random_words = sites_ / 32 * (multispin_leading_digits + rest_draws);
    work.footprint_bytes = share / 8;
    if (work.footprint_bytes > 32 << 10) work.memory_bytes = share * 3 / 8;
    work.logic_ops = words * (operations_a_word + (multispin_leading_digits + rest_draws) *
                                                      lanes::baseline::RandomLanes<Rng>::operations);
    if (Rng::facts.opening_logic_ops > 0) work.logic_ops += words / 8 * lanes::baseline::opening_operations;
    return work;
  }

 private:
  // For tiles of eight words: eight lanes go on until the last of them is done, after 2.8 draws.
  static constexpr double rest_draws = 0.35, operations_a_word = 79;

  HostHalfSweep job(std::uint32_t realization, std::uint64_t half, std::uint32_t* edge) {
    return {lattices_.bands(realization), static_cast<std::uint32_t>(half & 1), 0, lattices_.tile_rows(), seed_,
            half * multispin_draws, &thresholds_, edge};
  }

  /// A thread's own lattices; nobody waits for anybody.
  void whole_lattices(int member, std::uint64_t end, std::uint32_t* edge) {
    const auto [first, last] = part_of(lattices_.realizations(), member);
    for (std::uint32_t m = first; m < last; ++m)
      for (std::uint64_t half = halves_; half < end; ++half) update_bands<Rng>(lattices_.isa(), job(m, half, edge));
  }

  /// A thread's rows of all lattices. The rows beside them belong to its neighbours, which must have ended the
  /// half-sweep before: then they have written what is read here, and no longer read what is written here.
  void shared_lattices(int member, std::uint64_t end, std::uint32_t* edge) {
    const auto [first, last] = part_of(lattices_.tile_rows(), member);
    const int size = team_.size(), before = (member + size - 1) % size, behind = (member + 1) % size;
    for (std::uint64_t half = halves_; half < end; ++half) {
      progress_.await(before, half);
      progress_.await(behind, half);
      for (std::uint32_t m = 0; m < lattices_.realizations(); ++m) {
        HostHalfSweep part = job(m, half, edge);
        part.first = first, part.last = last;
        update_bands<Rng>(lattices_.isa(), part);
      }
      progress_.report(member, half + 1);
    }
  }

  std::pair<std::uint32_t, std::uint32_t> part_of(std::uint32_t all, int member) const {
    const std::uint64_t size = static_cast<std::uint64_t>(team_.size()), m = static_cast<std::uint64_t>(member);
    return {static_cast<std::uint32_t>(all * m / size), static_cast<std::uint32_t>(all * (m + 1) / size)};
  }

  HostLattices lattices_;
  double sites_;
  MultispinThresholds thresholds_;
  std::uint64_t seed_, halves_ = 0;
  cpu::Team team_;
  cpu::Progress progress_;
  std::vector<VectorWords> edges_;  ///< by member
};

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<Simulation> {
    using Rng = typename decltype(tag)::type;
    if constexpr (Rng::storage == rng::Storage::none) return std::make_unique<HostMultispin<Rng>>(params, seed);
    else throw Unsupported(multispin_unsupported(params, 64));
  });
}

Axis axis_threads() {
  return Axis::integer("threads", 1, 0, 1024, "threads of the host; 0: as many as this process may run at a time");
}

const Register<Variant> registered{{
    .kernel = "ising2d_metropolis",
    .name = "multispin",
    .backend = "cpu",
    .title = std::string("one bit a spin, a tile in each lane of a vector, ") + cpu::name_of(cpu::widest_isa()) +
             " instructions here",
    .source = "this suite",
    .axes = {axis_L(), axis_realizations(), axis_words(8), axis_rng("mwc64x"), axis_threads(), axis_beta()},
    .oracle = "multispin_plain",
    .unsupported = [](const Params& params, const Device&) { return multispin_unsupported(params, 64); },
    .memory_bytes =
        [](const Params& params) {
          return params.real("L") * params.real("L") * params.real("realizations") / 8 + 1e6;
        },
    .make = make,
}};

}  // namespace

}  // namespace spinbench::ising2d
