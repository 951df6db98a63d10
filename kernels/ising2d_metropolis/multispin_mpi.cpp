// The bit-sliced update of `multispin` on a lattice that ranks share, a slab of rows each: the same streams, decisions
// and bits, whatever their number. kernels/ising2d_metropolis/multispin.hpp states layout, tiles and rule.
//
// A half-sweep of a colour reads the other colour's rows beside the slab, as its owners left them in the half-sweep
// before. So each rank updates its outer rows of tiles first, sends the outermost rows to both neighbours, and updates
// the rest while they are under way. H = -J sum_<ij> s_i s_j, J = 1.
#include <bit>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "interface/rank_parts.hpp"
#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/host_lattices.hpp"
#include "kernels/common/rank_axes.hpp"
#include "kernels/common/rank_clock.hpp"
#include "kernels/common/rank_mutants.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"
#include "kernels/ising2d_metropolis/multispin_across_ranks.hpp"
#include "kernels/ising2d_metropolis/multispin_host.hpp"
#include "kernels/ising2d_metropolis/multispin_slabs.hpp"
#include "kernels/ising2d_metropolis/physics.hpp"
#include "kernels/ising2d_metropolis/slabs_physics.hpp"

namespace spinbench::ising2d {
namespace {

constexpr const char* kernel_name = "ising2d_metropolis";
constexpr const char* variant_name = "multispin_mpi";

std::uint32_t lanes_of(cpu::Isa isa) { return static_cast<std::uint32_t>(cpu::vector_bytes(isa)) / 4; }

/// Rows that fill the lanes with whole tiles, an even number of rows each.
std::uint32_t unit_of(cpu::Isa isa, const MultispinTile& tile) { return lanes_of(isa) * std::max(tile.down, 2u); }

/// The widest instructions whose lanes the slabs of all ranks fill.
cpu::Isa isa_of(const Params& params) {
  const auto L = static_cast<std::uint32_t>(params.integer("L"));
  const std::vector<cpu::Isa> all = cpu::isas();
  for (auto isa = all.rbegin(); isa != all.rend(); ++isa)
    if (*isa <= allowed_isa(params) &&
        slabs_unsupported(L, unit_of(*isa, multispin_tile(params)), params.integer("ranks")).empty())
      return *isa;
  return cpu::Isa::baseline;
}

std::uint32_t unit_of(const Params& params) { return unit_of(isa_of(params), multispin_tile(params)); }

std::string unsupported(const Params& params) {
  if (const std::string why = multispin_unsupported(params, 64); !why.empty()) return why;
  if (const std::string why = isa_unsupported(params); !why.empty()) return why;
  if (const std::string why = ranks_unsupported(params); !why.empty()) return why;
  return slabs_unsupported(static_cast<std::uint32_t>(params.integer("L")), unit_of(params), params.integer("ranks"));
}

/// Of one rank's slab.
std::string path_of(const Params& params, int rank) {
  const auto L = static_cast<std::uint32_t>(params.integer("L"));
  const cpu::Isa isa = isa_of(params);
  const MultispinTile tile = multispin_tile(params);
  const Slab slab = slab_of(L, unit_of(params), rank, static_cast<int>(params.integer("ranks")));
  const std::uint32_t tile_rows = slab.rows / lanes_of(isa) / tile.down;
  CodePath path(std::string(cpu::name_of(isa)) + ", tile " + std::to_string(tile.across) + "x" +
                std::to_string(tile.down));
  path.where(L / 64 > tile.across, "several columns");
  path.with("rows of tiles a band", tile_rows < 3 ? std::to_string(tile_rows) : "several");
  return path.text();
}

/// Of all slabs, as AcrossRanks has them.
std::string path_of(const Params& params) {
  std::string result;
  for (int rank = 0; rank < params.integer("ranks"); ++rank)
    if (const std::string path = path_of(params, rank); result.find(path) == std::string::npos) result += path + "; ";
  return result;
}

class HostSlab final : public RankPart {
 public:
  HostSlab(const Params& params, std::uint64_t seed, const Ring& ring)
      : ring_(ring),
        path_(path_of(params, ring.rank())),
        rule_(host_multispin_rule(params.word("rng"))),
        isa_(isa_of(params)),
        lanes_(lanes_of(isa_)),
        tile_(multispin_tile(params)),
        n_(static_cast<std::uint32_t>(params.integer("L")) / 64),
        slab_(slab_of(static_cast<std::uint32_t>(params.integer("L")), unit_of(params), ring.rank(), ring.size())),
        rows_(slab_.rows / lanes_),
        tile_rows_(rows_ / tile_.down),
        thresholds_(MultispinThresholds::at(params.real("beta"))),
        seed_(seed),
        words_(2 * plane_words()),
        edge_(std::size_t{2} * n_ * lanes_) {
    for (int side = 0; side < 2; ++side) {
      for (auto& colour : beside_) colour[side].assign(n_, 0);
      // Where there are two ranks, each is the other's neighbour on both sides: tags tell the messages apart.
      const int step = side == 0 ? -1 : 1;
      messages_[side] = std::make_unique<RingMessage>(ring_, planted(RankMutant::ranks_wrong_neighbour) ? -step : step,
                                                      side, n_ * sizeof(std::uint32_t));
    }
  }

  std::string code_path() const override { return path_; }

  void sweep(int count) override {
    const std::uint64_t end = halves_ + 2 * static_cast<std::uint64_t>(count);
    for (; halves_ < end; ++halves_) half_sweep();
    RankClock clock;
    take_rows();
    clock.add_to(phases_.wait);
  }

  std::vector<std::int64_t> sums() override {
    std::int64_t unsatisfied = 0, down = 0;
    for (std::int64_t y = 0; y < slab_.rows; ++y)
      for (std::uint32_t n = 0; n < n_; ++n) {
        const std::uint32_t spins = word(0, y, n), same = word(1, y, n);
        const std::uint32_t side = y % 2 != 0 ? same >> 1 | word(1, y, n + 1 == n_ ? 0 : n + 1) << 31
                                              : same << 1 | word(1, y, n == 0 ? n_ - 1 : n - 1) >> 31;
        for (const std::uint32_t other : {same, side, word(1, y - 1, n), word(1, y + 1, n)})
          unsatisfied += std::popcount(spins ^ other);
        down += std::popcount(spins) + std::popcount(same);
      }
    return {unsatisfied, down};
  }

  std::vector<std::uint32_t> words() override {
    std::vector<std::uint32_t> bits;
    bits.reserve(2 * plane_words());
    for (std::int64_t y = 0; y < slab_.rows; ++y)
      for (std::uint32_t n = 0; n < n_; ++n)
        append_row_order(bits, word(static_cast<std::uint32_t>(y & 1), y, n),
                         word(static_cast<std::uint32_t>(y + 1) & 1, y, n));
    return bits;
  }

  Phases phases() const override { return phases_; }

 private:
  std::size_t plane_words() const { return static_cast<std::size_t>(slab_.rows) * n_; }

  /// Row -1 and the one behind the last are the neighbours'.
  std::uint32_t word(std::uint32_t colour, std::int64_t y, std::uint32_t n) const {
    if (y < 0) return beside_[colour][0][n];
    if (y >= slab_.rows) return beside_[colour][1][n];
    const std::size_t row = static_cast<std::size_t>(y) % rows_, lane = static_cast<std::size_t>(y) / rows_;
    return words_[colour * plane_words() + (row * n_ + n) * lanes_ + lane];
  }

  void update(std::uint32_t first, std::uint32_t last) {
    if (first >= last) return;
    const std::uint32_t colour = halves_ & 1;
    HostBands bands{{words_.data(), words_.data() + plane_words()},
                    n_,
                    rows_,
                    1,
                    tile_,
                    static_cast<std::uint64_t>(slab_.first_row / tile_.down) * (n_ / tile_.across)};
    rule_.update(isa_, {bands, colour, first, last, seed_, halves_ * multispin_draws, &thresholds_, edge_.data(),
                        beside_[1 - colour][0].data(), beside_[1 - colour][1].data()});
  }

  void half_sweep() {
    const std::uint32_t colour = halves_ & 1;
    RankClock clock;
    if (!planted(RankMutant::ranks_stale_rows)) take_rows();
    clock.add_to(phases_.wait);
    update(0, 1);
    update(std::max(1u, tile_rows_ - 1), tile_rows_);
    if (planted(RankMutant::ranks_boundary_twice)) update(0, 1);
    clock.add_to(phases_.boundary);
    if (planted(RankMutant::ranks_stale_rows)) take_rows();
    send_rows(colour);
    clock.add_to(phases_.transfer);
    // Some libraries move a message only while they are called.
    const std::uint32_t pieces = 8, inner = tile_rows_ > 2 ? tile_rows_ - 2 : 0;
    for (std::uint32_t piece = 0; piece < pieces; ++piece) {
      update(1 + inner * piece / pieces, 1 + inner * (piece + 1) / pieces);
      for (const auto& message : messages_) message->poll();
    }
    clock.add_to(phases_.bulk);
  }

  void send_rows(std::uint32_t colour) {
    for (int side = 0; side < 2; ++side) {
      std::byte* const to = messages_[side]->outgoing();
      for (std::uint32_t n = 0; n < n_; ++n) {
        const std::uint32_t spins = word(colour, side == 0 ? 0 : slab_.rows - 1, n);
        std::memcpy(to + n * sizeof spins, &spins, sizeof spins);
      }
    }
    for (const auto& message : messages_) message->post();
    awaited_ = true;
    awaited_colour_ = colour;
  }

  /// The rows that the neighbours sent when they had updated a colour. What goes to the rank before comes from the one
  /// behind.
  void take_rows() {
    if (!std::exchange(awaited_, false)) return;
    for (int side = 0; side < 2; ++side) {
      const int from = planted(RankMutant::ranks_tags_mixed) ? side : 1 - side;
      std::memcpy(beside_[awaited_colour_][from].data(), messages_[side]->incoming(), n_ * sizeof(std::uint32_t));
    }
  }

  const Ring& ring_;
  std::string path_;
  HostMultispinRule rule_;
  cpu::Isa isa_;
  std::uint32_t lanes_;
  MultispinTile tile_;
  std::uint32_t n_;  ///< words a row of a colour
  Slab slab_;
  std::uint32_t rows_, tile_rows_;  ///< of a band
  MultispinThresholds thresholds_;
  std::uint64_t seed_, halves_ = 0;
  VectorWords words_, edge_;
  std::vector<std::uint32_t> beside_[2][2];   ///< by colour: the row before the slab, and the one behind it
  std::unique_ptr<RingMessage> messages_[2];  ///< to the rank before, and to the one behind
  bool awaited_ = false;
  std::uint32_t awaited_colour_ = 0;
  Phases phases_;
};

const RankedVariant ranked = {kernel_name, variant_name, "cpu",
                              [](const Params& params, std::uint64_t seed, const Ring& ring) {
                                return std::make_unique<HostSlab>(params, seed, ring);
                              }};
const RegisterRanked registered_part{ranked};

std::vector<Check> physics(const CheckContext& context) {
  return slabs_physics(context, [](const Params& params) { return unsupported(params).empty(); });
}

const Register<Variant> registered{{
    .kernel = kernel_name,
    .name = variant_name,
    .backend = "cpu",
    .title = cpu::with_widest_isa("the bit-sliced lattice shared by ranks, a slab of rows each, up to"),
    .source = "this suite",
    .axes = {axis_shared_L(), axis_ranks(), axis_transport({"staged"}), axis_words(8), axis_rng("mwc64x"), axis_isa(),
             axis_beta()},
    .oracle = "multispin_plain",
    .unsupported = [](const Params& params, const Device&) { return unsupported(params); },
    .memory_bytes = [](const Params& params) { return sites_of(params, 2) / 8 + 1e6; },
    .make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
      const double sites = sites_of(params, 2);
      const Work work = host_multispin_rule(params.word("rng")).work(sites, static_cast<int>(params.integer("ranks")));
      return std::make_unique<MultispinAcrossRanks>(ranked, params, seed, work);
    },
    .bit_cases =
        [](const Params& params, const Device&) {
          return slabs_bit_cases(
              params, [](const Params& one) { return path_of(one); }, unsupported);
        },
    .physics = physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::ising2d
