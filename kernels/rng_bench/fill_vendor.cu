// rng_fill by the vendor's library, its host interface (cuRAND, rocRAND): the yardstick of Lulli 2015, Table 1.
//
// The library has its own streams, order and conversion, to floats in (0, 1]; so its numbers are checked for their
// mean and range. Memory: 4 B written a number; what its states cost is the library's affair.
#include <cmath>
#include <memory>

#include "backends/gpu/vendor_rng.hpp"
#include "kernels/rng_bench/gpu_rng_bench.cuh"

namespace spinbench::rng_bench {

namespace {

class VendorFill final : public Simulation {
 public:
  VendorFill(const Params& params, std::uint64_t seed) : numbers_(static_cast<std::size_t>(params.integer("n"))) {
    const auto make = [&] { return std::make_unique<gpu::VendorGenerator>(params.word("rng"), seed); };
    // The first one also loads the library's code.
    generator_ = make();
    generator_.reset();
    gpu::synchronize();
    const auto start = std::chrono::steady_clock::now();
    generator_ = make();
    setup_seconds_ = seconds_since(start);
  }

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) generator_->fill_uniform(numbers_.data(), numbers_.size());
  }
  std::string code_path() const override { return "library"; }
  Observables observe() override { return {}; }
  Configuration configuration() override { return bytes_of(numbers_); }
  Work work_per_sweep() const override { return plain_fill_work(static_cast<double>(numbers_.size())); }
  std::optional<double> setup_seconds() const override { return setup_seconds_; }

  std::vector<Check> self_check() override {
    std::vector<float> host(numbers_.size());
    numbers_.copy_to(host.data(), host.size());
    double sum = 0;
    bool inside = true;
    for (const float number : host) {
      sum += number;
      inside = inside && number > 0 && number <= 1;
    }
    Check mean;
    mean.name = "mean";
    mean.numeric = true;
    const double n = static_cast<double>(host.size());
    mean.value = sum / n;
    mean.expected = 0.5;
    mean.sigma = std::sqrt(1 / (12 * n));
    mean.passed = std::fabs(mean.value - mean.expected) <= 5 * mean.sigma;
    mean.detail = "of " + std::to_string(host.size()) + " numbers, within 5 sigma";
    Check range;
    range.name = "range";
    range.passed = inside;
    range.detail = "every number in (0, 1]";
    return {mean, range};
  }

 private:
  gpu::Buffer<float> numbers_;
  std::unique_ptr<gpu::VendorGenerator> generator_;
  double setup_seconds_ = 0;
};

Variant fill_vendor_variant() {
  Variant v =
      gpu_variant("rng_fill", "vendor", "The vendor's library (cuRAND, rocRAND), host interface", "Lulli 2015, Table 1",
                  {axis_n(Place::device), axis_vendor_rng({"xorwow", "mtgp32", "philox4x32", "mt19937"})});
  v.unsupported = [](const Params& params, const Device&) {
    return gpu::VendorGenerator::why_missing(params.word("rng"));
  };
  v.memory_bytes = [](const Params& params) {
    constexpr double states = 64 << 20;  // more than any of the library's generators takes
    return 4 * params.real("n") + states;
  };
  v.bit_cases = fill_bit_cases;
  v.make = [](const Params& params, std::uint64_t seed) { return std::make_unique<VendorFill>(params, seed); };
  return v;
}

const Register<Variant> fill_vendor_registered{fill_vendor_variant()};

}  // namespace

}  // namespace spinbench::rng_bench
