// The list of generators, by the names of the axis `rng`: whatever asks for some of them selects them here, by traits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/common/rng/fibonacci.hpp"
#include "kernels/common/rng/lcg.hpp"
#include "kernels/common/rng/minstd.hpp"
#include "kernels/common/rng/mt19937.hpp"
#include "kernels/common/rng/mwc64x.hpp"
#include "kernels/common/rng/parisi_rapuano.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/rng/sfc32.hpp"
#include "kernels/common/rng/xorwow.hpp"
#include "kernels/common/rng/xoshiro128pp.hpp"

namespace spinbench::rng {

/// How widely a generator is compiled into the update kernels: not every combination is worth its code.
enum class Builds {
  everywhere,  ///< in every variant, spin type and draw rule: the papers' own, and one that passes BigCrush
  lattices,    ///< wherever its storage fits, in two and three dimensions
  square,      ///< wherever its storage fits, in two dimensions
};

/// Families of kernels that choose by more than Builds, since code for each generator would take more compiling than it
/// tells: a generator names those that it takes part in, bits of Line::roles.
namespace roles {
/// A thread has a site, and few generators do: the papers' simplest, and a counter.
inline constexpr unsigned sites = 1;
/// Beside these where numbers are most of the time: the fastest that passes BigCrush.
inline constexpr unsigned fastest = 2;
/// One does: the counter that others are held against.
inline constexpr unsigned reference = 4;
/// Numbers are made twice: any position of a stream costs the same.
inline constexpr unsigned twice = 8;
/// Spin glasses: the papers' own, and those that pass BigCrush.
inline constexpr unsigned glasses = 16;
/// Spin glasses' heaviest code: the papers' lightest, and the reference.
inline constexpr unsigned light = 32;
}  // namespace roles

/// A bias that was shown in simulations.
struct Bias {
  const char* shown = "";    ///< where, and how large; "" for none
  const char* sibling = "";  ///< a generator of the same template by which the same code is proved
};

/// A line of the list.
template <class Rng>
struct Line {
  using Type = Rng;
  const char* name;
  Seeding seeding = Seeding::random;
  Builds builds = Builds::lattices;
  const char* known_bias = "";        ///< where a bias in simulations was shown, "" for none
  const char* unbiased_sibling = "";  ///< of a biased one: a generator of its template by which the same code is proved
  Bias one_sequence = {};             ///< shown only where all sites take turns at one sequence
  unsigned roles = 0;                 ///< bits of rng::roles
};

/// The generators that take part in the axis `rng`. A new one is its header, above, and a line here; what else is asked
/// of it stands in streams.hpp and known_answer.hpp.
inline constexpr std::tuple list{
    Line<Lcg32>{.name = "lcg32_skip",
                .seeding = Seeding::skip,
                .builds = Builds::everywhere,
                .known_bias = "Weigel 2012, Table 1: LCG32 on one shared sequence, energy off by 8259 sigma",
                .unbiased_sibling = "lcg32_random",
                .roles = roles::sites},
    Line<Lcg32>{.name = "lcg32_random", .builds = Builds::everywhere, .roles = roles::sites},
    Line<Lcg64>{.name = "lcg64_skip",
                .seeding = Seeding::skip,
                .builds = Builds::everywhere,
                .known_bias = "Weigel 2012, Table 1: LCG64 on one shared sequence, energy off by 13.7 sigma",
                .unbiased_sibling = "lcg64_random"},
    Line<Lcg64>{.name = "lcg64_random", .builds = Builds::everywhere},
    Line<Fibonacci521>{.name = "fibonacci521",
                       .builds = Builds::square,
                       .known_bias = "Weigel 2012, Table 1: lagged Fibonacci with r = 521, energy off by 6.4 sigma",
                       .unbiased_sibling = "fibonacci1279"},
    Line<Fibonacci1279>{.name = "fibonacci1279", .builds = Builds::square},
    Line<Minstd>{.name = "minstd", .builds = Builds::square, .roles = roles::glasses | roles::light},
    Line<ParisiRapuano>{
        .name = "parisi_rapuano",
        .builds = Builds::square,
        .one_sequence = {"this suite: one shared sequence at L = 8, beta = 0.4, energy off by 5.3 to 6.1 sigma "
                         "with each of three seeds, 1e7 measurements",
                         "parisi_rapuano_lcg64"},
        .roles = roles::glasses},
    Line<ParisiRapuanoLcg64>{.name = "parisi_rapuano_lcg64", .builds = Builds::square},
    Line<Mt19937>{.name = "mt19937", .builds = Builds::square, .roles = roles::glasses},
    Line<Xorwow>{.name = "xorwow", .builds = Builds::square, .roles = roles::glasses},
    Line<Philox4x32>{.name = "philox4x32",
                     .builds = Builds::everywhere,
                     .roles = roles::sites | roles::reference | roles::twice | roles::glasses | roles::light},
    Line<Philox4x32_7>{.name = "philox4x32_7", .builds = Builds::square, .roles = roles::twice | roles::glasses},
    Line<Sfc32>{.name = "sfc32", .roles = roles::glasses},
    Line<Xoshiro128pp>{.name = "xoshiro128pp", .builds = Builds::square},
    Line<Mwc64x>{.name = "mwc64x", .roles = roles::fastest | roles::glasses},
};

/// A line without its type.
struct Generator {
  const char* name;
  Seeding seeding;
  Builds builds;
  const char *known_bias, *unbiased_sibling;
  Bias one_sequence;
  unsigned roles;
  Storage storage;
  Facts facts;
  Quality quality;
};

inline constexpr std::size_t generator_count = std::tuple_size_v<decltype(list)>;

namespace detail {

template <class Rng>
constexpr Generator without_type(const Line<Rng>& line) {
  return {line.name,         line.seeding, line.builds,  line.known_bias, line.unbiased_sibling,
          line.one_sequence, line.roles,   Rng::storage, Rng::facts,      Rng::quality};
}

inline constexpr auto all = std::apply(
    [](const auto&... lines) { return std::array<Generator, sizeof...(lines)>{without_type(lines)...}; }, list);

template <std::size_t I>
using TypeAt = typename std::tuple_element_t<I, std::decay_t<decltype(list)>>::Type;

}  // namespace detail

/// Every generator that takes part in the axis `rng`, in the order of the list.
constexpr const std::array<Generator, generator_count>& generators() { return detail::all; }

// Sets of generators, by their traits: what with_generator_of() and names_of() select by.

constexpr bool any_generator(const Generator&) { return true; }
/// Those that take part in one of `roles`, bits of rng::roles.
constexpr bool takes_part(const Generator& generator, unsigned roles) { return (generator.roles & roles) != 0; }
/// Those that every update kernel is built for, in every spin type and draw rule.
constexpr bool built_everywhere(const Generator& generator) { return generator.builds == Builds::everywhere; }
/// Those whose words are a function of seed, stream and position, so that streams can be opened at any time.
constexpr bool keeps_nothing(const Generator& generator) { return generator.storage == Storage::none; }
/// Those whose streams start at random places. (To skip ahead changes constants, not the time that a word takes.)
constexpr bool seeded_at_random(const Generator& generator) { return generator.seeding == Seeding::random; }
/// Those of the bit-sliced update on the cubic lattice.
constexpr bool keeps_nothing_in_3d(const Generator& generator) {
  return keeps_nothing(generator) && generator.builds != Builds::square;
}
/// Those of the cubic lattice's other variants, whose threads hold a stream's whole state in registers.
constexpr bool fits_registers_in_3d(const Generator& generator) {
  return (generator.storage == Storage::none || generator.storage == Storage::own) &&
         generator.builds != Builds::square;
}

using GeneratorSet = bool (*)(const Generator&);

template <class T>
struct Tag {
  using type = T;
};

namespace detail {

// Whether update kernels are compiled for a generator: for all, unless SPINBENCH_GPU_GENERATORS leaves some out, and
// nothing runs on a GPU (backends/gpu/backend.cu).
#if defined(SPINBENCH_ONLY_GENERATORS)
/// Whether `name` is among those of `list`, which commas part.
constexpr bool is_in_list(std::string_view name, std::string_view list) {
  while (!list.empty()) {
    const std::size_t end = list.find(',');
    if (list.substr(0, end) == name) return true;
    list.remove_prefix(end < list.size() ? end + 1 : list.size());
  }
  return false;
}
constexpr bool is_compiled(const Generator& generator) { return is_in_list(generator.name, SPINBENCH_ONLY_GENERATORS); }
static_assert(
    [] {
      std::size_t known = 0, named = 1;
      for (const Generator& generator : all) known += is_compiled(generator);
      for (const char letter : std::string_view(SPINBENCH_ONLY_GENERATORS)) named += letter == ',';
      return known == named;
    }(),
    "SPINBENCH_GPU_GENERATORS names what is no generator, or one twice");
#else
constexpr bool is_compiled(const Generator&) { return true; }
#endif
template <GeneratorSet Set>
constexpr bool compiled_of(const Generator& generator) {
  return Set(generator) && is_compiled(generator);
}

template <GeneratorSet Set>
constexpr std::size_t first_of() {
  for (std::size_t i = 0; i < generator_count; ++i)
    if (Set(all[i])) return i;
  return generator_count;
}

template <class Result, GeneratorSet Set, std::size_t I, class Use>
Result with_generator_from(const std::string& name, Use& use) {
  if constexpr (I == generator_count) {
    throw std::invalid_argument("no generator of this set is called '" + name + "'");
  } else {
    if constexpr (Set(all[I]))
      if (name == all[I].name) return use(Tag<TypeAt<I>>{}, all[I].seeding);
    return with_generator_from<Result, Set, I + 1>(name, use);
  }
}

}  // namespace detail

/// Calls `use(Tag<Generator>{}, seeding)` for the generator called `name`, which must be one of the set, and returns
/// what that does: what update kernels are compiled by. Throws std::invalid_argument for others.
template <GeneratorSet Set, class Use>
auto with_generator_of(const std::string& name, Use&& use) {
  constexpr GeneratorSet compiled = detail::compiled_of<Set>;
  constexpr std::size_t first = detail::first_of<compiled>();
  static_assert(first < generator_count, "SPINBENCH_GPU_GENERATORS names no generator of this set");
  using Result = std::invoke_result_t<Use&, Tag<detail::TypeAt<first>>, Seeding>;
  return detail::with_generator_from<Result, compiled, 0>(name, use);
}

/// The same for any generator of the list, whatever the build leaves out: for what asks generators, not lattices.
template <class Use>
auto with_generator(const std::string& name, Use&& use) {
  using Result = std::invoke_result_t<Use&, Tag<detail::TypeAt<0>>, Seeding>;
  return detail::with_generator_from<Result, any_generator, 0>(name, use);
}

/// The same for those that every update kernel is built for, in every spin type and draw rule.
template <class Use>
auto with_small_generator(const std::string& name, Use&& use) {
  return with_generator_of<built_everywhere>(name, use);
}

/// The names of a set, in the order of the list.
inline std::vector<std::string> names_of(GeneratorSet set) {
  std::vector<std::string> names;
  for (const Generator& generator : generators())
    if (set(generator)) names.push_back(generator.name);
  return names;
}

/// The names of a set for a sentence: "philox4x32, sfc32 or mwc64x".
inline std::string one_of(GeneratorSet set) {
  const std::vector<std::string> names = names_of(set);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

/// The generator called `name`. Throws std::invalid_argument where there is none.
inline const Generator& generator_called(const std::string& name) {
  for (const Generator& generator : generators())
    if (name == generator.name) return generator;
  throw std::invalid_argument("no generator is called '" + name + "'");
}

/// Whether the generator called `name` is one of the set; false for names that are not in the list.
inline bool is_of(GeneratorSet set, const std::string& name) {
  for (const Generator& generator : generators())
    if (name == generator.name) return set(generator);
  return false;
}

/// The bias declared of `name`, where each stream serves a few sites, or all take turns at one sequence. Throws as
/// generator_called().
inline Bias bias_of(const std::string& name, bool one_sequence) {
  const Generator& generator = generator_called(name);
  if (generator.known_bias[0] == 0 && one_sequence) return generator.one_sequence;
  return {generator.known_bias, generator.unbiased_sibling};
}

/// The generator by which the code of `name` is proved: `name` itself unless it has a known bias. Throws as
/// generator_called().
inline std::string unbiased_by_the_same_code(const std::string& name) {
  const Generator& generator = generator_called(name);
  return generator.unbiased_sibling[0] != 0 ? generator.unbiased_sibling : generator.name;
}

/// Whether update kernels are built for the generator in every spin type and draw rule.
inline bool is_small_generator(const std::string& name) { return is_of(built_everywhere, name); }

namespace detail {

template <class Rng, std::size_t... I>
constexpr bool is_small_type(std::index_sequence<I...>) {
  return ((built_everywhere(all[I]) && std::is_same_v<Rng, TypeAt<I>>) || ...);
}

}  // namespace detail

template <class Rng>
inline constexpr bool is_small = detail::is_small_type<Rng>(std::make_index_sequence<generator_count>{});

/// Bytes of memory that one stream of the generator called `name` keeps, where `lanes` streams share a ring if the
/// generator has rings. Throws as with_generator().
inline double state_bytes(const std::string& name, double lanes = 1) {
  return with_generator(
      name, [lanes](auto tag, Seeding) { return Store<typename decltype(tag)::type>::bytes_a_stream(lanes); });
}

/// Whether the generator called `name` keeps several words a stream in memory, interleaved or in rings. Throws as
/// generator_called().
inline bool keeps_many_words(const std::string& name) {
  const Storage storage = generator_called(name).storage;
  return storage == Storage::interleaved || storage == Storage::shared;
}

/// What is known of the generator called `name`. Throws as generator_called().
inline Facts facts_of(const std::string& name) { return generator_called(name).facts; }

/// The most streams that can share a ring of the generator called `name`; 0 where it has no rings.
inline std::uint32_t most_lanes(const std::string& name) {
  return with_generator(name, [](auto tag, Seeding) -> std::uint32_t {
    using Rng = typename decltype(tag)::type;
    if constexpr (Rng::storage == Storage::shared)
      return Rng::most_lanes;
    else
      return 0;
  });
}

}  // namespace spinbench::rng
