// rng_count_odd on the CPU, one thread that takes the blocks in turn: a strip of 256 neighbouring streams is one block.
// The oracle of the GPU's counts.
#include <memory>
#include <numeric>

#include "kernels/rng_bench/host_strips.hpp"

namespace spinbench::rng_bench {

namespace {

std::uint64_t blocks_of(const Params& params) {
  return count_blocks(params, [] { return std::uint64_t{1}; });
}

template <class Rng>
class HostCountOdd final : public Simulation {
 public:
  HostCountOdd(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        draws_(static_cast<std::uint64_t>(params.integer("draws"))),
        counts_(blocks_of(params) * count_threads),
        streams_(seed, counts_.size(), seeding, count_threads) {}

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) {
      for (std::uint64_t block = 0; block < streams_.table().strips(); ++block)
        count_strip(streams_.table(), block, sweeps_ * draws_, draws_, counts_.data());
      ++sweeps_;
    }
  }
  std::string code_path() const override { return "blocks of " + std::to_string(count_threads); }
  Observables observe() override { return {}; }
  Configuration configuration() override { return bytes_of(counts_.data(), counts_.size()); }
  Work work_per_sweep() const override {
    return memory_work(count_work(params_, static_cast<double>(streams_.table().strips())));
  }
  std::optional<double> setup_seconds() const override { return streams_.setup_seconds(); }

  /// Half of the numbers of one more sweep; and the counts, against words that were drawn one by one.
  std::vector<Check> self_check() override {
    const std::vector<std::uint32_t> before = counts_;
    sweep(1);
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) found += counts_[i] - before[i];
    const bool same = totals_of_plain_words(streams_.table(), sweeps_, draws_, counts_,
                                            [](std::uint32_t word) { return odd(word, Rng::facts.bits); });
    return {odd_check(found, counts_.size() * draws_),
            exactly("counts", same, "the counts of all streams, drawn word by word through all sweeps")};
  }

 private:
  Params params_;
  std::uint64_t draws_;
  std::vector<std::uint32_t> counts_;
  HostStreams<Rng> streams_;
  std::uint64_t sweeps_ = 0;
};

Variant host_count_odd() {
  Variant v;
  v.kernel = "rng_count_odd";
  v.name = "streams";
  v.backend = "cpu";
  v.title = cpu::with_widest_isa("One thread, neighbouring streams in vector registers,");
  v.source = "Lulli 2015, section 3";
  v.axes = {axis_grid(), axis_draws(Place::host), axis_rng()};
  v.memory_bytes = [](const Params& params) {
    return count_memory_bytes(params, static_cast<double>(blocks_of(params)));
  };
  v.bit_cases = count_bit_cases;
  v.make = [](const Params& params, std::uint64_t seed) {
    return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
      return std::make_unique<HostCountOdd<typename decltype(tag)::type>>(params, seed, seeding);
    });
  };
  return v;
}

const Register<Variant> registered{host_count_odd()};

}  // namespace

}  // namespace spinbench::rng_bench
