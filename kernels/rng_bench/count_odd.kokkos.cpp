// rng_count_odd in Kokkos: the counts of count_odd.cpp, its oracle.
#include <algorithm>
#include <memory>

#include "backends/kokkos/device.hpp"
#include "kernels/rng_bench/kokkos_rng_bench.hpp"

namespace spinbench::rng_bench {

namespace {

/// Every thread of a host takes blocks of its own; a device holds as many threads at once as Kokkos says.
std::uint64_t blocks_of(const Params& params) {
  return count_blocks(params, [] {
    const int threads = kokkos::Space().concurrency() / (kokkos::on_host ? 1 : static_cast<int>(count_threads));
    return static_cast<std::uint64_t>(std::max(1, threads));
  });
}

template <class Rng>
struct CountStrips {
  HostTable<Rng> table;
  std::uint64_t position, draws;
  std::uint32_t* counts;

  void operator()(const std::int64_t strip) const {
    count_strip(table, static_cast<std::uint64_t>(strip), position, draws, counts);
  }
};

template <class Rng>
struct CountNumbers {
  Kokkos::View<std::uint32_t*, kokkos::Memory> counts;
  std::uint32_t found = 0;

  KOKKOS_FUNCTION void take(std::uint64_t, std::uint64_t, std::uint32_t word) { found += odd(word, Rng::facts.bits); }
  KOKKOS_FUNCTION void end(std::uint64_t stream) const { counts(stream) += found; }
};

template <class Rng>
class KokkosCountOdd final : public Simulation {
 public:
  KokkosCountOdd(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        draws_(static_cast<std::uint64_t>(params.integer("draws"))),
        counts_("counts", blocks_of(params) * count_threads),
        streams_(seed, counts_.extent(0), seeding) {}

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) {
      if constexpr (kokkos::on_host)
        streams_.for_each(CountStrips<Rng>{streams_.table(), sweeps_ * draws_, draws_, counts_.data()});
      else
        streams_.draw(draws_, CountNumbers<Rng>{counts_});
      ++sweeps_;
    }
  }
  std::string code_path() const override { return "blocks of " + std::to_string(count_threads); }
  Observables observe() override { return {}; }
  Configuration configuration() override { return bytes_of(counts_); }
  Work work_per_sweep() const override {
    return work_of_space(count_work(params_, static_cast<double>(counts_.extent(0) / count_threads)));
  }
  std::optional<double> setup_seconds() const override { return streams_.setup_seconds(); }

  /// Half of the numbers of one more sweep.
  std::vector<Check> self_check() override {
    const std::vector<std::uint32_t> before = to_host(counts_);
    sweep(1);
    const std::vector<std::uint32_t> after = to_host(counts_);
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < after.size(); ++i) found += after[i] - before[i];
    return {odd_check(found, after.size() * draws_)};
  }

 private:
  Params params_;
  std::uint64_t draws_;
  Kokkos::View<std::uint32_t*, kokkos::Memory> counts_;
  KokkosBenchStreams<Rng> streams_;
  std::uint64_t sweeps_ = 0;
};

Variant variant() {
  Variant v = kokkos_variant("rng_count_odd", {axis_grid(), axis_draws(kokkos_place), axis_rng()});
  v.memory_bytes = [](const Params& params) {
    // Asked before Kokkos is initialised, which alone knows a device's threads: hardly more than 512 multiprocessors'
    // worth.
    const double most = kokkos::on_host ? kokkos::host_threads() : 512 * (2048.0 / count_threads);
    return count_memory_bytes(params, params.word("grid") == "paper" ? paper_blocks : most);
  };
  v.oracle = count_oracle(blocks_of);
  v.bit_cases = count_bit_cases;
  v.make = [](const Params& params, std::uint64_t seed) {
    return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
      return std::make_unique<KokkosCountOdd<typename decltype(tag)::type>>(params, seed, seeding);
    });
  };
  return v;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::rng_bench
