// rng_fill in Kokkos. Element e is draw e / streams of stream e mod streams, as in fill.cpp, its oracle; 4 B written a
// number.
#include <memory>

#include "kernels/rng_bench/kokkos_rng_bench.hpp"

namespace spinbench::rng_bench {

namespace {

template <class Rng>
struct FillStrips {
  HostTable<Rng> table;
  std::uint64_t position;
  FillGeometry geometry;
  bool past_caches;
  float* numbers;

  void operator()(const std::int64_t strip) const {
    fill_strip(table, static_cast<std::uint64_t>(strip), position, geometry, past_caches, numbers);
  }
};

struct StoreNumbers {
  Kokkos::View<float*, kokkos::Memory> numbers;
  std::uint64_t streams, n;

  KOKKOS_FUNCTION void take(std::uint64_t stream, std::uint64_t row, std::uint32_t word) const {
    const std::uint64_t at = row * streams + stream;
    if (at < n) numbers(at) = to_float(word);
  }
  KOKKOS_FUNCTION void end(std::uint64_t) const {}
};

template <class Rng>
class KokkosFill final : public Simulation {
 public:
  KokkosFill(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        geometry_(fill_geometry(params)),
        numbers_("numbers", geometry_.n),
        streams_(seed, geometry_.streams, seeding) {}

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) {
      if constexpr (kokkos::on_host)
        streams_.for_each(FillStrips<Rng>{streams_.table(), sweeps_ * geometry_.rows(), geometry_,
                                          stores_past_caches(params_), numbers_.data()});
      else
        streams_.draw(geometry_.rows(), StoreNumbers{numbers_, geometry_.streams, geometry_.n});
      ++sweeps_;
    }
  }
  std::string code_path() const override { return path(params_); }
  Observables observe() override { return {}; }
  Configuration configuration() override { return bytes_of(numbers_); }
  Work work_per_sweep() const override { return work_of_space(fill_work(params_)); }
  std::optional<double> setup_seconds() const override { return streams_.setup_seconds(); }

 private:
  static std::string path(const Params& params) {
    return kokkos::on_host ? host_fill_path(params) : fill_path(fill_geometry(params));
  }

  Params params_;
  FillGeometry geometry_;
  Kokkos::View<float*, kokkos::Memory> numbers_;
  KokkosBenchStreams<Rng> streams_;
  std::uint64_t sweeps_ = 0;
};

Variant variant() {
  std::vector<Axis> axes = {axis_n(kokkos_place), axis_rng(), axis_streams(kokkos_place)};
  if (kokkos::on_host) axes.push_back(axis_stores());
  Variant v = kokkos_variant("rng_fill", axes);
  v.unsupported = [](const Params& params, const Device&) { return fill_unsupported(params); };
  v.memory_bytes = fill_memory_bytes;
  v.bit_cases = kokkos::on_host ? host_fill_bit_cases : fill_bit_cases;
  v.make = [](const Params& params, std::uint64_t seed) {
    return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
      return std::make_unique<KokkosFill<typename decltype(tag)::type>>(params, seed, seeding);
    });
  };
  return v;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::rng_bench
