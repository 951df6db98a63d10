// rng_fill by the standard library's std::mt19937, one number after another: what a program without a generator of its
// own has.
#include <chrono>
#include <memory>
#include <random>

#include "kernels/rng_bench/host_strips.hpp"

namespace spinbench::rng_bench {

namespace {

class StandardFill final : public Simulation {
 public:
  StandardFill(const Params& params, std::uint64_t seed)
      : numbers_(static_cast<std::size_t>(params.integer("n"))), seed_(static_cast<std::uint32_t>(seed)) {
    const auto start = std::chrono::steady_clock::now();
    engine_.seed(seed_);
    setup_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void sweep(int count) override {
    for (int i = 0; i < count; ++i)
      for (float& number : numbers_) number = to_float(static_cast<std::uint32_t>(engine_()));
    sweeps_ += static_cast<std::uint64_t>(count);
  }
  std::string code_path() const override { return "serial"; }
  Observables observe() override { return {}; }
  Configuration configuration() override { return bytes_of(numbers_.data(), numbers_.size()); }
  Work work_per_sweep() const override { return plain_fill_work(static_cast<double>(numbers_.size())); }
  std::optional<double> setup_seconds() const override { return setup_seconds_; }

  std::vector<Check> self_check() override {
    std::mt19937 known;
    known.discard(9999);
    std::mt19937 again(seed_);
    if (sweeps_ > 0) again.discard((sweeps_ - 1) * numbers_.size());
    bool same = sweeps_ > 0;
    for (const float number : numbers_) same = same && number == to_float(static_cast<std::uint32_t>(again()));
    return {exactly("known answer", known() == 4123659995u, "number 10000 of std::mt19937, as the C++ standard has it"),
            exactly("words", same, "the last fill, from an engine that skipped the ones before")};
  }

 private:
  std::vector<float> numbers_;
  std::uint32_t seed_;
  std::mt19937 engine_;
  std::uint64_t sweeps_ = 0;
  double setup_seconds_ = 0;
};

Variant standard_fill() {
  Variant v;
  v.kernel = "rng_fill";
  v.name = "standard";
  v.backend = "cpu";
  v.title = "std::mt19937, one number after another in a single thread";
  v.axes = {axis_n(Place::host)};
  v.memory_bytes = [](const Params& params) { return 4 * params.real("n"); };
  v.bit_cases = fill_bit_cases;
  v.make = [](const Params& params, std::uint64_t seed) { return std::make_unique<StandardFill>(params, seed); };
  return v;
}

const Register<Variant> registered{standard_fill()};

}  // namespace

}  // namespace spinbench::rng_bench
