// rng_fill on the CPU, one thread: the generators of the suite with neighbouring streams in vector registers.
//
// Element e is draw e / streams of stream e mod streams, as on a GPU, whose oracle this is. Memory: 4 B written a
// number, past the caches where they could not hold the array; the states stay in the cache strip by strip.
#include <algorithm>
#include <memory>

#include "kernels/rng_bench/host_strips.hpp"

namespace spinbench::rng_bench {

namespace {

template <class Rng>
class HostFill final : public Simulation {
 public:
  HostFill(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        geometry_(fill_geometry(params)),
        past_caches_(stores_past_caches(params)),
        numbers_(geometry_.n),
        streams_(seed, geometry_.streams, seeding, fill_lanes) {}

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) {
      for (std::uint64_t strip = 0; strip < streams_.table().strips(); ++strip)
        fill_strip(streams_.table(), strip, sweeps_ * geometry_.rows(), geometry_, past_caches_, numbers_.data());
      ++sweeps_;
    }
  }
  std::string code_path() const override { return host_fill_path(params_); }
  Observables observe() override { return {}; }
  Configuration configuration() override { return bytes_of(numbers_.data(), numbers_.size()); }
  Work work_per_sweep() const override { return memory_work(fill_work(params_)); }
  std::optional<double> setup_seconds() const override { return streams_.setup_seconds(); }

  /// The last fill's strips, against words that were drawn one by one.
  std::vector<Check> self_check() override {
    const std::vector<std::uint64_t> strips = strips_to_check(streams_.table().strips());
    const bool same =
        std::all_of(strips.begin(), strips.end(), [this](std::uint64_t strip) { return same_as_plain(strip); });
    return {exactly("words", same,
                    std::to_string(strips.size()) + " of " + std::to_string(streams_.table().strips()) +
                        " strips of 256 streams, drawn word by word through all fills")};
  }

 private:
  bool same_as_plain(std::uint64_t strip) const {
    PlainStreams<Rng> plain(streams_.table().setup, strip * fill_lanes, fill_lanes);
    for (std::uint64_t sweep = 0; sweep < sweeps_; ++sweep) {
      plain.reopen();
      for (std::uint64_t row = 0; row < geometry_.rows(); ++row) {
        const std::vector<std::uint32_t> words = plain.row();
        if (sweep + 1 < sweeps_) continue;
        const std::uint64_t begin = row * geometry_.streams + strip * fill_lanes;
        for (std::uint64_t i = 0; i < words.size() && begin + i < geometry_.n; ++i)
          if (numbers_[begin + i] != to_float(words[i])) return false;
      }
    }
    return true;
  }

  Params params_;
  FillGeometry geometry_;
  bool past_caches_;
  std::vector<float> numbers_;
  HostStreams<Rng> streams_;
  std::uint64_t sweeps_ = 0;
};

Variant host_fill() {
  Variant v;
  v.kernel = "rng_fill";
  v.name = "streams";
  v.backend = "cpu";
  v.title = cpu::with_widest_isa("One thread, neighbouring streams in vector registers,");
  v.source = "Lulli 2015, section 3";
  v.axes = {axis_n(Place::host), axis_rng(), axis_streams(Place::host), axis_stores()};
  v.unsupported = [](const Params& params, const Device&) { return fill_unsupported(params); };
  v.memory_bytes = fill_memory_bytes;
  v.bit_cases = host_fill_bit_cases;
  v.make = [](const Params& params, std::uint64_t seed) {
    return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
      return std::make_unique<HostFill<typename decltype(tag)::type>>(params, seed, seeding);
    });
  };
  return v;
}

const Register<Variant> registered{host_fill()};

}  // namespace

}  // namespace spinbench::rng_bench
