#include "reference_cpu/common/some_streams.hpp"

#include <unordered_map>
#include <vector>

#include "kernels/common/rng/generators.hpp"

namespace spinbench {
namespace {

template <class Rng>
struct Open final : AnyStream {
  explicit Open(typename Rng::Stream opened) : stream(opened) {}
  std::uint32_t next() override { return stream.next(); }
  void pass() override { stream.pass(); }

  typename Rng::Stream stream;
};

template <class Rng>
class Some final : public SomeStreams {
 public:
  Some(std::uint64_t seed, std::uint64_t count, std::uint32_t lanes, rng::Seeding seeding)
      : setup_(Rng::setup(seed, count, seeding)), lanes_(lanes) {}

  std::unique_ptr<AnyStream> open(std::uint64_t number, std::uint64_t position) override {
    if constexpr (Rng::storage == rng::Storage::none)
      return std::make_unique<Open<Rng>>(typename Rng::Stream(setup_, number, position));
    else if constexpr (Rng::storage == rng::Storage::shared)
      return std::make_unique<Open<Rng>>(at_rest(number / lanes_).store.open(0, number % lanes_, position));
    else
      return std::make_unique<Open<Rng>>(at_rest(number).store.open(0, 0, position));
  }
  void close(std::uint64_t number, const AnyStream& stream) override {
    if constexpr (Rng::storage != rng::Storage::none && Rng::storage != rng::Storage::shared)
      at_rest(number).store.close(0, static_cast<const Open<Rng>&>(stream).stream);
  }

 private:
  using Store = rng::Store<Rng>;

  /// A stream, or a ring of `lanes_`: the only one of its store.
  struct AtRest {
    std::vector<typename Store::Element> elements;
    Store store;
  };

  AtRest& at_rest(std::uint64_t number) {
    const auto [found, is_new] = at_rest_.try_emplace(number);
    AtRest& one = found->second;
    if (!is_new) return one;
    const std::uint32_t lanes = Rng::storage == rng::Storage::shared ? lanes_ : 1;
    one.elements.resize(Store::size(lanes, lanes));
    one.store = {setup_, one.elements.data(), lanes, lanes};
    if constexpr (Rng::storage == rng::Storage::own)
      one.elements.front() = Rng::initial(setup_, number);
    else if constexpr (Rng::storage != rng::Storage::none)
      for (std::size_t word = 0; word < one.elements.size(); ++word)
        one.elements[word] = Rng::initial(setup_, number, static_cast<std::uint32_t>(word));
    return one;
  }

  typename Rng::Setup setup_;
  std::uint32_t lanes_;
  std::unordered_map<std::uint64_t, AtRest> at_rest_;
};

}  // namespace

std::unique_ptr<SomeStreams> some_streams(const std::string& rng, std::uint64_t seed, std::uint64_t count,
                                          std::uint32_t lanes) {
  return rng::with_generator(rng, [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<SomeStreams> {
    return std::make_unique<Some<typename decltype(tag)::type>>(seed, count, lanes, seeding);
  });
}

}  // namespace spinbench
