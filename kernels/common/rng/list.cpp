// The generators, for `spinbench list --json` and the table of docs/generators.md.
#include <algorithm>

#include "interface/registry.hpp"
#include "kernels/common/lanes.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::rng {

namespace {

std::string word_for(Storage storage) {
  switch (storage) {
    case Storage::own:
      return "own";
    case Storage::interleaved:
      return "interleaved";
    case Storage::shared:
      return "shared";
    case Storage::none:
      break;
  }
  return "none";
}

/// Whether a host draws from it in vectors by code written for that, not lane by lane or as the compiler finds.
bool is_vectorised(const std::string& name) {
  return with_generator(name, [](auto tag, Seeding) {
    using Rng = typename decltype(tag)::type;
    if constexpr (Rng::storage == Storage::none)
      return lanes::baseline::RandomLanes<Rng>::vectorised;
    else
      return false;
  });
}

GeneratorInfo info_of(const Generator& generator) {
  GeneratorInfo info;
  info.name = generator.name;
  info.header = generator.quality.header;
  info.seeding = generator.seeding == Seeding::skip ? "skip" : "random";
  info.storage = word_for(generator.storage);
  info.state_bytes = state_bytes(generator.name);
  info.streams = std::max(1u, most_lanes(generator.name));
  const Facts& facts = generator.facts;
  info.period_log2 = facts.period_log2;
  info.bits = facts.bits;
  info.multiply_adds = facts.multiply_adds;
  info.logic_ops = facts.logic_ops;
  info.opening_multiply_adds = facts.opening_multiply_adds;
  info.opening_logic_ops = facts.opening_logic_ops;
  info.traffic_bytes = facts.traffic_bytes;
  info.singly_drawn = facts.block_words == 1;
  info.vectorised = is_vectorised(generator.name);
  info.passes_bigcrush = generator.quality.passes_bigcrush;
  info.known_bias = generator.known_bias;
  info.unbiased_sibling = generator.unbiased_sibling;
  info.one_sequence_bias = generator.one_sequence.shown;
  info.one_sequence_sibling = generator.one_sequence.sibling;
  info.paper = generator.quality.paper;
  info.tested = generator.quality.tested;
  info.as_used = generator.quality.as_used;
  return info;
}

const std::vector<Register<GeneratorInfo>> registered = [] {
  std::vector<Register<GeneratorInfo>> all;
  for (const Generator& generator : generators()) all.emplace_back(info_of(generator));
  return all;
}();

}  // namespace

}  // namespace spinbench::rng
