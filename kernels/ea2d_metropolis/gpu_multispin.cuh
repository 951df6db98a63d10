// The simulation of `multispin` on GPUs for one generator, so that each can be compiled for itself.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "kernels/common/axes.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/ea2d_metropolis/axes.hpp"
#include "kernels/ea2d_metropolis/gpu_columns.cuh"
#include "kernels/ea2d_metropolis/gpu_lattices.cuh"

namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr std::uint32_t column_L = 16;  ///< of lattices that lie in registers
inline constexpr std::uint32_t lattices_a_block = column_threads / column_L;

/// Whether the case's lattices lie in registers.
inline bool lies_in_columns(const Params& params) {
  return params.integer("L") == column_L && !has_own_numbers(params);
}

/// Words of 32 realizations of one lattice. Where realizations have their own numbers, words have nothing in common.
inline std::uint32_t words_of_lattice(const Params& params) {
  return has_own_numbers(params) ? 1 : SpinGlassShape::of(2, params).word / 32;
}

inline std::string multispin_path(const Params& params) {
  const SpinGlassShape shape = SpinGlassShape::of(2, params);
  CodePath path(lies_in_columns(params) ? "columns in registers" : "shared memory");
  if (lies_in_columns(params)) {
    path.where(shape.systems > lattices_a_block, "several blocks");
    path.where(shape.systems % lattices_a_block != 0, "a part of a block");
  } else {
    path.where(LatticeThreads::of(shape.L).pairs_a_thread > 1, "two pairs a thread");
    path.where(
        LatticeThreads::of(shape.L).threads * LatticeThreads::of(shape.L).pairs_a_thread != shape.L * shape.L / 2,
        "idle threads");
  }
  return path.text();
}

/// What an attempt costs in columns beside its random number, by the machine code for sm_90: four operations for the
/// decision and four for the bonds for each word, two comparisons.
template <class Rng>
Work multispin_work(const SpinGlassShape& shape, double k, bool columns, bool own) {
  const rng::Facts facts = Rng::facts;
  Work work;
  work.units = shape.flips_a_sweep();
  const double words = work.units / 32, numbers = words / (shape.word / 32), visits = 1 / k;
  const double sites = static_cast<double>(shape.sites()) * shape.groups();
  work.random_words = own ? words * 8 : numbers;
  // Half a state a site of a lattice, which has word / 32 words, read and written each visit.
  const double states = 32.0 / shape.word / 2;
  work.footprint_bytes = sites * (12 + states * rng::Store<Rng>::bytes_a_stream(1));
  work.memory_bytes = sites * (8 + 8 + states * rng::Store<Rng>::traffic(2 * k, 1)) * visits;
  if (own) {
    // Eight digits at least.
    const rng::WordCost word = rng::word_cost(facts, 8);
    work.logic_ops = words * (8 + 8 * word.logic_ops);
    work.multiply_adds = words * 8 * word.multiply_adds;
    work.issue_slots = words * (8 + 8 * word.issue_slots);
    return work;
  }
  const rng::WordCost word = rng::word_cost(facts, 2 * k);
  work.logic_ops = words * columns_word_cost.logic_ops + numbers * word.logic_ops;
  work.multiply_adds = numbers * (columns_number_cost.multiply_adds + word.multiply_adds);
  work.issue_slots =
      words * columns_word_cost.issue_slots + numbers * (columns_number_cost.issue_slots + word.issue_slots);
  // In shared memory the same at least, and a word's spin, four neighbours and four couplings read, the spin written.
  if (!columns) work.shared_bytes = words * 10 * 4;
  return work;
}

/// As Variant::bit_cases: small ones, on the path of `params`.
inline std::vector<Params> multispin_cases(const Params& params, const Device&) {
  const std::int64_t systems = params.integer("systems"), whole = lattices_a_block, part = systems % whole != 0 ? 1 : 0;
  // Lattices of later blocks may take what is the first one's; in shared memory each has a block.
  const auto in_blocks = [&](std::int64_t blocks) {
    return lies_in_columns(params) ? std::min(systems, blocks * whole + part) : whole + part;
  };
  Params small = params;
  // An odd number of hits ends a visit within a block of Philox; two visits and more follow.
  small.set("k", fewer_hits(params, 7));
  small.set("systems", in_blocks(4));
  std::vector<Params> result{small};
  if (params.integer("k") > small.integer("k")) {
    // The oracle has time for several visits of these, too.
    result.push_back(params);
    result.back().set("systems", in_blocks(2));
  }
  return result;
}

template <class Rng>
class GpuMultispinGlass final : public Simulation {
 public:
  GpuMultispinGlass(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        hits_(static_cast<std::uint32_t>(params.integer("k"))),
        own_(has_own_numbers(params)),
        columns_(lies_in_columns(params)),
        glass_(SpinGlassShape::of(2, params), RandomBonds::of(params.word("couplings"), beta_of(params), seed),
               words_of_lattice(params), columns_ ? Order::columns : Order::sites),
        plan_(LatticeThreads::of(glass_.shape().L)),
        streams_(seed, std::uint64_t{glass_.memory().lattices} * glass_.shape().sites() / 2, seeding,
                 StreamsInOrder{glass_.shape().L}),
        keys_(seed),
        thresholds_(SquareThresholds::at(beta_of(params))) {
    gpu::synchronize();
  }

  std::string code_path() const override { return multispin_path(params_); }
  int sweep_granularity() const override { return static_cast<int>(hits_); }
  Observables observe() override { return glass_.observe(); }
  Configuration configuration() override { return glass_.configuration(); }

  void sweep(int count) override {
    for (int done = 0; done < count; done += sweep_granularity()) {
      switch (glass_.memory().words) {
        case 1:
          visit<1>();
          break;
        case 2:
          visit<2>();
          break;
        default:
          visit<4>();
      }
      streams_.advance(std::uint64_t{2} * hits_);
    }
  }

  Work work_per_sweep() const override { return multispin_work<Rng>(glass_.shape(), hits_, columns_, own_); }

 private:
  template <int W>
  void visit() {
    const GlassMemory& memory = glass_.memory();
    const auto table = streams_.table(launcher_, 0);
    const NumberTests tests = NumberTests::of(thresholds_);
    if (columns_) {
      const std::uint32_t lattices =
          planted(Mutant::glass_last_word_dropped) && memory.lattices > 1 ? memory.lattices - 1 : memory.lattices;
      gpu::launch(visit_columns<Rng, column_L, W>, dim3((lattices + lattices_a_block - 1) / lattices_a_block),
                  dim3(column_threads), memory, hits_, table, keys_, tests);
    } else if (own_) {
      if constexpr (W == 1 && Rng::storage == rng::Storage::none) visit_in_shared_memory<1, true>(table, tests);
    } else {
      visit_in_shared_memory<W, false>(table, tests);
    }
  }

  template <int W, bool Own>
  void visit_in_shared_memory(const StreamTable<Rng>& table, const NumberTests& tests) {
    const GlassMemory& memory = glass_.memory();
    const std::size_t bytes = lattice_shared_bytes(memory.L, W);
    if (bytes > 48 << 10) gpu::allow_shared_bytes(visit_lattices<Rng, W, Own>, bytes);
    gpu::launch_shared(visit_lattices<Rng, W, Own>, dim3(memory.lattices), dim3(plan_.threads), bytes, memory, plan_,
                       hits_, table, keys_, tests, thresholds_);
  }

  Params params_;
  std::uint32_t hits_;
  bool own_, columns_;
  GpuGlass glass_;
  LatticeThreads plan_;
  GpuStreams<Rng> streams_;
  PhiloxKeys keys_;
  SquareThresholds thresholds_;
  gpu::Launcher launcher_{false};
};

template <class Rng>
std::unique_ptr<Simulation> make_multispin_of(const Params& params, std::uint64_t seed, rng::Seeding seeding) {
  return std::make_unique<GpuMultispinGlass<Rng>>(params, seed, seeding);
}

extern template std::unique_ptr<Simulation> make_multispin_of<rng::Lcg32>(const Params&, std::uint64_t, rng::Seeding);
extern template std::unique_ptr<Simulation> make_multispin_of<rng::Philox4x32>(const Params&, std::uint64_t,
                                                                               rng::Seeding);
extern template std::unique_ptr<Simulation> make_multispin_of<rng::Philox4x32_7>(const Params&, std::uint64_t,
                                                                                 rng::Seeding);
extern template std::unique_ptr<Simulation> make_multispin_of<rng::Sfc32>(const Params&, std::uint64_t, rng::Seeding);
extern template std::unique_ptr<Simulation> make_multispin_of<rng::Mwc64x>(const Params&, std::uint64_t, rng::Seeding);

}  // namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE
