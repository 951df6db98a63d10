// What the variants of the kernels ising2d_multicanonical and ising2d_wang_landau share on the host: axes, the start,
// the weights, and what densities of states say of energies.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/flat/rule.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::flat {

/// Sites N and levels of energy of a lattice.
struct Levels {
  std::uint32_t L;

  std::uint32_t sites() const { return L * L; }
  std::uint32_t count() const { return sites() + 1; }
  /// Whether any configuration has it.
  bool is_reached(std::uint32_t level) const { return level != 1 && level != sites() - 1; }
  std::uint32_t words() const { return (sites() + 31) / 32; }  ///< of 32 spins
};

Levels levels_of(const Params& params);

Axis axis_size(std::int64_t most);         ///< L
Axis axis_walkers(std::int64_t fallback);  ///< walkers side by side
Axis axis_group(std::int64_t fallback);    ///< walkers that share an estimate
Axis axis_philox();                        ///< rng, philox4x32_7 where nobody says

/// The generators that the walkers are built for.
constexpr bool is_counter_based(const rng::Generator& generator) {
  return generator.storage == rng::Storage::none && generator.facts.block_words == 4;
}

/// Why the walkers cannot run on this lattice or with this generator, or "".
std::string unsupported(const Params& params);

/// The talk's code for one core: one walker.
Kernel::Reference one_walker(const Params& params);

/// The small cases on which variants are compared with their oracles, `block` walkers side by side: one block of them,
/// several, and, where `in_part`, a last one that is not full.
std::vector<Params> bit_cases(const Params& params, std::uint32_t block, bool in_part);

/// Makes Implementation<Generator>(params, seed).
template <template <class> class Implementation>
std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<is_counter_based>(
      params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<Simulation> {
        return std::make_unique<Implementation<typename decltype(tag)::type>>(params, seed);
      });
}

/// The spins of every walker at the start, walker by walker, words() words each; a bit that is set is the spin -1. The
/// walkers' energies are spread evenly over all that there are: each is the ground state of the ferromagnet, or of the
/// antiferromagnet, in which so many spins were turned.
std::vector<std::uint32_t> start_of(Levels levels, std::uint64_t walkers, std::uint64_t seed);

/// The level of one walker's spins.
std::uint32_t level_of(Levels levels, const std::uint32_t* words);

/// Energies, magnetisations and configuration of walkers whose spins lie as start_of() has them.
Observables observe(Levels levels, const std::vector<std::uint32_t>& words);
Configuration configuration(Levels levels, const std::vector<std::uint32_t>& words);
/// The check that the levels that the walkers followed are those of their spins.
Check check_levels(Levels levels, const std::vector<std::uint32_t>& words, const std::vector<std::uint32_t>& followed);

/// log2 g of all levels in units of 2^-16 from ln g of those to the middle, less half of that one's: so 32 bits are
/// enough to L = 256, and walks ask for differences alone.
std::vector<std::int32_t> weights_of(Levels levels, const std::vector<double>& ln_g);

/// The same of an estimate, of the lowest levels by the series at low temperature, of the others by the saddle point of
/// Kaufman's partition function: within 17% at L = 8 and 6% at L = 32. Takes a second at L = 64; kept for the next that
/// asks.
const std::vector<std::int32_t>& kaufman_weights(Levels levels);

/// ln g scaled so that all levels together have the 2^N states. Levels with -infinity have none.
std::vector<double> scaled(std::vector<double> ln_g);

struct Thermal {
  double energy, specific_heat;  ///< per spin
};
/// What the density of states says at `beta`, which may be negative.
Thermal thermal(Levels levels, const std::vector<double>& ln_g, double beta);
/// The same exactly, from Kaufman.
Thermal exact(Levels levels, double beta);

/// Exactly ln g of each level, -infinity where there is no state; empty where it is not known.
std::vector<double> exact_ln_g(Levels levels);

/// What a sweep asks of a machine: `words` random ones an attempt, and the least that its decision takes.
Work work_of(const Params& params, double words);
/// The same of walkers whose spins lie in device memory, with so many bytes beside an attempt's spins. Of what else a
/// walker reads and writes the levels near its own are enough, which a cache may hold: only spins are the footprint.
Work work_in_memory(const Params& params, double other_bytes);

}  // namespace spinbench::flat
