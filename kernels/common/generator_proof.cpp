// The proof of generators on the CPU: the vector code of every instruction set that this host has.
#include "kernels/common/generator_proof.hpp"

#include <algorithm>

#include "kernels/common/host_streams.hpp"

namespace spinbench::generator_proof {

std::string difference(const Opening& opening, const std::string& way, const std::vector<std::uint32_t>& expected,
                       const std::vector<std::uint32_t>& found) {
  if (found.size() != expected.size())
    return way + " made " + std::to_string(found.size()) + " words, not " + std::to_string(expected.size());
  const auto [right, wrong] = std::mismatch(expected.begin(), expected.end(), found.begin());
  if (right == expected.end()) return "";
  const auto at = static_cast<std::uint64_t>(right - expected.begin());
  return way + ": stream " + std::to_string(opening.first + at % streams) + ", opened at " +
         std::to_string(opening.position) + ", word " + std::to_string(at / streams) + " is " + std::to_string(*wrong) +
         ", the plain stream's " + std::to_string(*right);
}

std::string twins(const Opening& opening, const std::vector<std::uint32_t>& words) {
  for (std::uint32_t i = 0; i + 1 < streams; ++i) {
    std::uint32_t same = 0;
    while (same < opening.count && words[same * streams + i] == words[same * streams + i + 1]) ++same;
    if (same == opening.count && same > 1)
      return "plain streams " + std::to_string(opening.first + i) + " and " + std::to_string(opening.first + i + 1) +
             " are the same";
  }
  return "";
}

namespace {

/// Strips of streams side by side, as kernels/common/host_streams.hpp draws them.
template <class Rng>
class Strips {
  using Table = HostTable<Rng>;

 public:
  Strips(rng::Seeding seeding, cpu::Isa isa)
      : elements_(Table::size(streams, ring_lanes)),
        table_{Rng::setup(seed, streams, seeding), elements_.data(), streams, ring_lanes, isa} {
    for (std::uint64_t strip = 0; strip < table_.strips(); ++strip) table_.seed(strip);
  }

  std::vector<std::uint32_t> words(const Opening& opening) {
    std::vector<std::uint32_t> result(std::size_t{streams} * opening.count);
    std::vector<std::uint32_t> block(static_cast<std::size_t>(HostStrip<Rng>::most_rows) * ring_lanes);
    Table table = table_;
    table.streams = opening.first + streams;
    for (std::uint64_t strip = opening.first / ring_lanes; strip < table.strips(); ++strip) {
      HostStrip<Rng> open(table, strip, opening.position);
      for (std::size_t m = 0; m < opening.count;) {
        const auto made = static_cast<std::size_t>(open.draw(opening.count - m, block.data()));
        for (std::size_t row = 0; row < made; ++row, ++m)
          std::copy_n(block.data() + row * ring_lanes, ring_lanes,
                      result.data() + m * streams + (open.first() - opening.first));
      }
    }
    return result;
  }

 private:
  std::vector<typename Table::Element> elements_;
  Table table_;
};

/// The streams in the lanes of a vector, as the bit-sliced update draws them.
template <class Rng>
std::vector<std::uint32_t> lanes_words(cpu::Isa isa, const Opening& opening) {
  std::vector<std::uint32_t> result(std::size_t{streams} * opening.count), some(std::size_t{16} * opening.count);
  for (std::uint32_t i = 0; i < streams;) {
    const std::uint32_t width =
        lanes::draw_lanes<Rng>(isa, seed, opening.first + i, 1, opening.position, opening.count, some.data());
    for (std::size_t m = 0; m < opening.count; ++m)
      std::copy_n(some.data() + m * width, width, result.data() + m * streams + i);
    i += width;
  }
  return result;
}

/// For each instruction set strips, and where they are used, lanes.
template <class Rng>
class DrawnByVectors {
  static constexpr bool has_lanes = Rng::storage == rng::Storage::none;
  static constexpr std::size_t ways_each = has_lanes ? 2 : 1;

 public:
  explicit DrawnByVectors(rng::Seeding seeding) {
    for (const cpu::Isa isa : isas_) strips_.emplace_back(seeding, isa);
  }

  std::vector<std::string> ways() const {
    std::vector<std::string> result;
    for (const cpu::Isa isa : isas_)
      for (const char* way : {"strips of ", "lanes of "})
        if (has_lanes || way[0] == 's') result.push_back(std::string(way) + cpu::name_of(isa));
    return result;
  }

  std::vector<std::uint32_t> words(std::size_t way, const Opening& opening) {
    if (way % ways_each == 0) return strips_[way / ways_each].words(opening);
    if constexpr (has_lanes)
      if (opening.starts_block()) return lanes_words<Rng>(isas_[way / ways_each], opening);
    return {};
  }

 private:
  const std::vector<cpu::Isa> isas_ = cpu::isas();
  std::vector<Strips<Rng>> strips_;
};

std::string instruction_sets() {
  std::string result;
  for (const cpu::Isa isa : cpu::isas()) result += (result.empty() ? "" : ", ") + std::string(cpu::name_of(isa));
  return result;
}

const Register<GeneratorProof> registered{{"cpu", [](const std::string& name, const Device&) {
                                             return prove<DrawnByVectors>(name, "vectors (" + instruction_sets() + ")");
                                           }}};

}  // namespace

}  // namespace spinbench::generator_proof
