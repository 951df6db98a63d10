// The generators, for `spinbench list --json` and the table of docs/generators.md.
#include <algorithm>

#include "interface/registry.hpp"
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

GeneratorInfo info_of(const Generator& generator) {
  GeneratorInfo info;
  info.name = generator.name;
  info.storage =
      with_generator(generator.name, [](auto tag, Seeding) { return word_for(decltype(tag)::type::storage); });
  info.state_bytes = state_bytes(generator.name);
  info.streams = std::max(1u, most_lanes(generator.name));
  const Facts facts = facts_of(generator.name);
  info.period_log2 = facts.period_log2;
  info.bits = facts.bits;
  info.multiply_adds = facts.multiply_adds;
  info.logic_ops = facts.logic_ops;
  info.opening_multiply_adds = facts.opening_multiply_adds;
  info.opening_logic_ops = facts.opening_logic_ops;
  info.traffic_bytes = facts.traffic_bytes;
  info.passes_bigcrush = generator.passes_bigcrush;
  info.known_bias = generator.known_bias;
  return info;
}

const std::vector<Register<GeneratorInfo>> registered = [] {
  std::vector<Register<GeneratorInfo>> all;
  for (const Generator& generator : generators()) all.emplace_back(info_of(generator));
  return all;
}();

}  // namespace

}  // namespace spinbench::rng
