// The variants multispin_mpi on CPUs: the bit-sliced update of `multispin` on a lattice that ranks share, a slab each:
// the same streams, decisions and bits, whatever their number. kernels/common/host_lattices.hpp says how a slab lies in
// vectors: the bands of their lanes are rows of the slab where the lattice is square, and of all its rows where it is
// cubic.
//
// A half-sweep of a colour reads the other colour's rows or layers beside the slab, as its owners left them in the
// half-sweep before. So each rank updates its outer rows of tiles or layers first, sends the outermost row or layer to
// both neighbours, and updates the rest while they are under way.
#pragma once

#include <bit>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/common/code_path.hpp"
#include "kernels/common/host_lattices.hpp"
#include "kernels/common/multispin_across_ranks.hpp"
#include "kernels/common/multispin_slabs.hpp"
#include "kernels/common/rank_axes.hpp"
#include "kernels/common/rank_clock.hpp"
#include "kernels/common/rank_mutants.hpp"

namespace spinbench {

/// How a case's slabs lie in vectors. `Model`: a MultispinModel, and beside
///   HostMultispinRule<Thresholds> rule(rng)
template <class Model>
struct HostSlabs {
  static constexpr bool layered = Model::dimensions == 3;
  using Units = SlabUnits<Model::dimensions>;

  static std::uint32_t side(const Params& params) { return static_cast<std::uint32_t>(params.integer("L")); }
  static std::uint32_t lanes_of(cpu::Isa isa) { return static_cast<std::uint32_t>(cpu::vector_bytes(isa)) / 4; }

  /// Rows that fill the lanes with whole tiles, an even number of rows each.
  static std::uint32_t band_of(cpu::Isa isa, const MultispinTile& tile) {
    return lanes_of(isa) * std::max(tile.down, 2u);
  }

  /// The widest instructions whose lanes the slabs of all ranks fill.
  static cpu::Isa isa_of(const Params& params) {
    const std::vector<cpu::Isa> all = cpu::isas();
    for (auto isa = all.rbegin(); isa != all.rend(); ++isa)
      if (*isa <= allowed_isa(params) &&
          Units::unsupported(side(params), band_of(*isa, Model::tile(params)), params.integer("ranks")).empty())
        return *isa;
    return cpu::Isa::baseline;
  }
  static std::uint32_t band_of(const Params& params) { return band_of(isa_of(params), Model::tile(params)); }

  static Slab slab_of(const Params& params, int rank) {
    return Units::of(side(params), band_of(params), rank, static_cast<int>(params.integer("ranks")));
  }

  static std::string unsupported(const Params& params) {
    if (const std::string why = Model::unsupported(params, 64); !why.empty()) return why;
    if (const std::string why = isa_unsupported(params); !why.empty()) return why;
    if (const std::string why = ranks_unsupported(params); !why.empty()) return why;
    return Units::unsupported(side(params), band_of(params), params.integer("ranks"));
  }

  /// Of one rank's slab.
  static std::string path_of(const Params& params, int rank) {
    const cpu::Isa isa = isa_of(params);
    const MultispinTile tile = Model::tile(params);
    const std::uint32_t count = slab_of(params, rank).count,
                        parts = layered ? count : count / lanes_of(isa) / tile.down;
    CodePath path(std::string(cpu::name_of(isa)) + ", tile " + std::to_string(tile.across) + "x" +
                  std::to_string(tile.down));
    path.where(side(params) / 64 > tile.across, "several columns");
    path.where(layered && side(params) / lanes_of(isa) > tile.down, "several rows of tiles a band");
    path.with(layered ? "layers" : "rows of tiles a band", parts < 3 ? std::to_string(parts) : "several");
    return path.text();
  }
  /// Of all slabs.
  static std::string path_of(const Params& params) {
    return paths_of_ranks(params, [&](int rank) { return path_of(params, rank); });
  }
};

template <class Model>
class HostSlab final : public RankPart {
 public:
  HostSlab(const Params& params, std::uint64_t seed, const Ring& ring)
      : ring_(ring),
        path_(Slabs::path_of(params, ring.rank())),
        rule_(Model::rule(params.word("rng"))),
        isa_(Slabs::isa_of(params)),
        lanes_(Slabs::lanes_of(isa_)),
        tile_(Model::tile(params)),
        L_(Slabs::side(params)),
        n_(L_ / 64),
        slab_(Slabs::slab_of(params, ring.rank())),
        layers_(layered ? slab_.count : 1),
        height_(layered ? L_ : slab_.count),
        rows_(height_ / lanes_),
        thresholds_(Model::Thresholds::at(params.real("beta"))),
        seed_(seed),
        words_(2 * plane_words()),
        edge_(std::size_t{2} * n_ * lanes_),
        beside_{{VectorWords(border_words()), VectorWords(border_words())},
                {VectorWords(border_words()), VectorWords(border_words())}} {
    for (int side = 0; side < 2; ++side) {
      // Where there are two ranks, each is the other's neighbour on both sides: tags tell the messages apart.
      const int step = side == 0 ? -1 : 1;
      messages_[side] = std::make_unique<RingMessage>(ring_, planted(RankMutant::ranks_wrong_neighbour) ? -step : step,
                                                      side, border_words() * sizeof(std::uint32_t));
    }
  }

  std::string code_path() const override { return path_; }

  void sweep(int count) override {
    const std::uint64_t end = halves_ + 2 * static_cast<std::uint64_t>(count);
    for (; halves_ < end; ++halves_) half_sweep();
    RankClock clock;
    take_borders();
    clock.add_to(phases_.wait);
  }

  std::vector<std::int64_t> sums() override {
    std::int64_t unsatisfied = 0, down = 0;
    for (std::int64_t z = 0; z < layers_; ++z)
      for (std::int64_t y = 0; y < height_; ++y)
        for (std::uint32_t n = 0; n < n_; ++n) {
          const std::uint32_t spins = word(0, z, y, n), same = word(1, z, y, n);
          const std::uint32_t side = (y + z + first_layer()) % 2 != 0
                                         ? same >> 1 | word(1, z, y, n + 1 == n_ ? 0 : n + 1) << 31
                                         : same << 1 | word(1, z, y, n == 0 ? n_ - 1 : n - 1) >> 31;
          // A layer closes in itself; a slab of rows has the neighbours'.
          const std::int64_t before = layered && y == 0 ? height_ - 1 : y - 1,
                             behind = layered && y + 1 == height_ ? 0 : y + 1;
          for (const std::uint32_t other : {same, side, word(1, z, before, n), word(1, z, behind, n)})
            unsatisfied += std::popcount(spins ^ other);
          if constexpr (layered)
            for (const std::int64_t layer : {z - 1, z + 1}) unsatisfied += std::popcount(spins ^ word(1, layer, y, n));
          down += std::popcount(spins) + std::popcount(same);
        }
    return {unsatisfied, down};
  }

  std::vector<std::uint32_t> words() override {
    std::vector<std::uint32_t> bits;
    bits.reserve(2 * plane_words());
    for (std::int64_t z = 0; z < layers_; ++z)
      for (std::int64_t y = 0; y < height_; ++y)
        for (std::uint32_t n = 0; n < n_; ++n) {
          const auto even = static_cast<std::uint32_t>(y + z + first_layer()) & 1;
          append_row_order(bits, word(even, z, y, n), word(1 - even, z, y, n));
        }
    return bits;
  }

  Phases phases() const override { return phases_; }

 private:
  using Slabs = HostSlabs<Model>;
  static constexpr bool layered = Slabs::layered;

  std::size_t layer_words() const { return static_cast<std::size_t>(height_) * n_; }
  std::size_t plane_words() const { return layers_ * layer_words(); }
  /// A row in its order, or a layer as it lies in vectors.
  std::size_t border_words() const { return layered ? layer_words() : n_; }
  std::uint32_t first_layer() const { return layered ? slab_.first : 0; }
  /// Rows of tiles, or layers.
  std::uint32_t parts() const { return layered ? layers_ : rows_ / tile_.down; }

  /// Row or layer -1 and the one behind the last are the neighbours'.
  std::uint32_t word(std::uint32_t colour, std::int64_t z, std::int64_t y, std::uint32_t n) const {
    const std::size_t row = static_cast<std::size_t>(y) % rows_, lane = static_cast<std::size_t>(y) / rows_,
                      in_layer = (row * n_ + n) * lanes_ + lane;
    if constexpr (layered) {
      if (z < 0 || z >= layers_) return beside_[colour][z < 0 ? 0 : 1][in_layer];
      return words_[colour * plane_words() + static_cast<std::size_t>(z) * layer_words() + in_layer];
    } else {
      if (y < 0 || y >= height_) return beside_[colour][y < 0 ? 0 : 1][n];
      return words_[colour * plane_words() + in_layer];
    }
  }

  void update(std::uint32_t first, std::uint32_t last) {
    if (first >= last) return;
    const std::uint32_t colour = halves_ & 1, rows_of_tiles = layered ? rows_ / tile_.down : 1;
    const Slab numbered = planted(RankMutant::ranks_same_streams) ? Slab{0, slab_.count} : slab_;
    const HostBands bands{{words_.data(), words_.data() + plane_words()},          n_,           rows_, layers_, tile_,
                          first_stream_of<Model::dimensions>(numbered, L_, tile_), first_layer()};
    rule_.update(isa_, {bands, colour, first * rows_of_tiles, last * rows_of_tiles, seed_, halves_ * multispin_draws,
                        &thresholds_, edge_.data(), beside_[1 - colour][0].data(), beside_[1 - colour][1].data()});
  }

  void half_sweep() {
    const std::uint32_t colour = halves_ & 1;
    RankClock clock;
    if (!planted(RankMutant::ranks_stale_rows)) take_borders();
    clock.add_to(phases_.wait);
    update(0, 1);
    update(std::max(1u, parts() - 1), parts());
    if (planted(RankMutant::ranks_boundary_twice)) update(0, 1);
    clock.add_to(phases_.boundary);
    if (planted(RankMutant::ranks_stale_rows)) take_borders();
    send_borders(colour);
    clock.add_to(phases_.transfer);
    // Some libraries move a message only while they are called.
    const std::uint32_t pieces = 8, inner = SlabParts::bulk(parts()).count;
    for (std::uint32_t piece = 0; piece < pieces; ++piece) {
      update(1 + inner * piece / pieces, 1 + inner * (piece + 1) / pieces);
      for (const auto& message : messages_) message->poll();
    }
    clock.add_to(phases_.bulk);
  }

  void send_borders(std::uint32_t colour) {
    const std::uint32_t* const plane = words_.data() + colour * plane_words();
    for (int side = 0; side < 2; ++side) {
      std::byte* const to = messages_[side]->outgoing();
      if constexpr (layered) {
        std::memcpy(to, plane + (side == 0 ? 0 : plane_words() - layer_words()), layer_words() * sizeof *plane);
      } else {
        // The first row of the first lane's band, or the last of the last one's.
        const std::size_t row = side == 0 ? 0 : rows_ - 1, lane = side == 0 ? 0 : lanes_ - 1;
        for (std::size_t n = 0; n < n_; ++n)
          std::memcpy(to + n * sizeof *plane, plane + (row * n_ + n) * lanes_ + lane, sizeof *plane);
      }
    }
    for (const auto& message : messages_) message->post();
    awaited_ = true;
    awaited_colour_ = colour;
  }

  /// What the neighbours sent when they had updated a colour. What goes to the rank before comes from the one behind.
  void take_borders() {
    if (!std::exchange(awaited_, false)) return;
    for (int side = 0; side < 2; ++side) {
      const int from = planted(RankMutant::ranks_tags_mixed) ? side : 1 - side;
      std::memcpy(beside_[awaited_colour_][from].data(), messages_[side]->incoming(),
                  border_words() * sizeof(std::uint32_t));
    }
  }

  const Ring& ring_;
  std::string path_;
  HostMultispinRule<typename Model::Thresholds> rule_;
  cpu::Isa isa_;
  std::uint32_t lanes_;
  MultispinTile tile_;
  std::uint32_t L_, n_;  ///< n: words a row of a colour
  Slab slab_;
  std::uint32_t layers_, height_, rows_;  ///< of the slab; rows of a layer, and of a band in it
  typename Model::Thresholds thresholds_;
  std::uint64_t seed_, halves_ = 0;
  VectorWords words_, edge_;
  VectorWords beside_[2][2];                  ///< by colour: before the slab, and behind it
  std::unique_ptr<RingMessage> messages_[2];  ///< to the rank before, and to the one behind
  bool awaited_ = false;
  std::uint32_t awaited_colour_ = 0;
  Phases phases_;
};

/// The variant of the model's kernel, beside which its parts are registered.
template <class Model>
const RankedVariant& host_slabs() {
  static const RankedVariant the = {Model::kernel, "multispin_mpi", "cpu",
                                    [](const Params& params, std::uint64_t seed, const Ring& ring) {
                                      return std::make_unique<HostSlab<Model>>(params, seed, ring);
                                    }};
  return the;
}

/// `title`: what a rank has.
template <class Model>
Variant host_slabs_variant(const std::string& title, const Axis& L, const Axis& rng, const Axis& beta,
                           const Proofs& proofs) {
  const auto unsupported = HostSlabs<Model>::unsupported;
  return {
      .kernel = Model::kernel,
      .name = "multispin_mpi",
      .backend = "cpu",
      .title = cpu::with_widest_isa("the bit-sliced lattice shared by ranks, " + title + ", up to"),
      .source = "this suite",
      .axes = {L, axis_ranks(), axis_transport({"staged"}), axis_words(8), rng, axis_isa(), beta},
      .oracle = "multispin_plain",
      // Slabs of many ranks have ways that no small lattice has.
      .follower = host_follower<Model>(),
      .unsupported = [unsupported](const Params& params, const Device&) { return unsupported(params); },
      .memory_bytes = [](const Params& params) { return sites_of(params, Model::dimensions) / 8 + 1e6; },
      .make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
        const double sites = sites_of(params, Model::dimensions);
        const Work work = Model::rule(params.word("rng")).work(sites, static_cast<int>(params.integer("ranks")));
        return std::make_unique<MultispinAcrossRanks<Model::dimensions>>(host_slabs<Model>(), params, seed, work);
      },
      .bit_cases =
          [unsupported](const Params& params, const Device&) {
            return slabs_bit_cases<Model>(
                params, [](const Params& one) { return HostSlabs<Model>::path_of(one); }, unsupported);
          },
      .physics = proofs.physics,
      .look = proofs.look,
  };
}

}  // namespace spinbench
