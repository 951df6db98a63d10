// rng_blocks on the CPU: the blocks one after the other in a single thread, which makes one multiprocessor of it. What
// a number costs then depends on how many streams fit the cache, not on a grid that fills a device or does not.
//
// state=shared reads a stream's state from memory (a cache line that stays near) for each number and writes it back;
// state=registers for each batch of numbers.
#include <memory>

#include "kernels/rng_bench/host_strips.hpp"

namespace spinbench::rng_bench {

namespace {

template <class Rng>
class HostBlocks final : public Simulation {
 public:
  HostBlocks(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        lanes_(drawing_lanes(params.word("rng"))),
        draws_(static_cast<std::uint64_t>(params.integer("draws"))),
        at_a_time_(params.word("state") == "shared" ? 1 : draws_),
        sums_(std::uint64_t{blocks_at(params, 1)} * lanes_),
        streams_(seed, sums_.size(), seeding, lanes_) {}

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) {
      for (std::uint64_t block = 0; block < streams_.table().strips(); ++block)
        add_strip(streams_.table(), block, sweeps_ * draws_, draws_, at_a_time_, sums_.data());
      ++sweeps_;
    }
  }
  std::string code_path() const override { return "a block after another"; }
  Observables observe() override { return {}; }
  Configuration configuration() override { return bytes_of(sums_.data(), sums_.size()); }
  Work work_per_sweep() const override {
    return memory_work(blocks_work(params_, static_cast<double>(streams_.table().strips())));
  }
  std::optional<double> setup_seconds() const override { return streams_.setup_seconds(); }

  /// The sums, against words that were drawn one by one.
  std::vector<Check> self_check() override {
    const bool same =
        totals_of_plain_words(streams_.table(), sweeps_, draws_, sums_, [](std::uint32_t word) { return word; });
    return {exactly("sums", same, "blocks drawn word by word through all sweeps")};
  }

 private:
  Params params_;
  std::uint32_t lanes_;
  std::uint64_t draws_, at_a_time_;
  std::vector<std::uint32_t> sums_;
  HostStreams<Rng> streams_;
  std::uint64_t sweeps_ = 0;
};

Variant host_blocks() {
  Variant v;
  v.kernel = "rng_blocks";
  v.name = "streams";
  v.backend = "cpu";
  v.title = cpu::with_widest_isa("Blocks in turn in one thread, neighbouring streams in vector registers,");
  v.source = "Weigel 2012, Fig. 4";
  v.axes = {axis_load(), axis_draws(Place::host), axis_state(), axis_rng("lcg32_random")};
  v.unsupported = [](const Params& params, const Device&) { return blocks_unsupported(params); };
  v.memory_bytes = [](const Params& params) { return blocks_memory_bytes(params, blocks_at(params, 1)); };
  v.bit_cases = blocks_bit_cases;
  v.make = [](const Params& params, std::uint64_t seed) {
    return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
      return std::make_unique<HostBlocks<typename decltype(tag)::type>>(params, seed, seeding);
    });
  };
  return v;
}

const Register<Variant> registered{host_blocks()};

}  // namespace

}  // namespace spinbench::rng_bench
