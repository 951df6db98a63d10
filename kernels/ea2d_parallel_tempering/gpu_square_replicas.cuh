// The simulation of ea2d_parallel_tempering on GPUs.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/glass_tempering/physics.hpp"
#include "kernels/common/glass_tempering/tempered_glass.hpp"
#include "kernels/common/gpu_saved.cuh"
#include "kernels/ea2d_metropolis/gpu_multispin.cuh"
#include "kernels/ea2d_parallel_tempering/gpu_tempered.cuh"
#include "kernels/ea2d_parallel_tempering/work.hpp"

namespace spinbench::glass_tempering::inline SPINBENCH_GPU_NAMESPACE {

/// Threads of a block in columns: whole warps, of 64 lanes, too.
inline std::uint32_t column_threads_of(std::uint32_t replicas) { return (replicas * column_L + 63) / 64 * 64; }

/// As Simulation::code_path(), of a case.
inline std::string square_replicas_path(const Params& params) {
  const SpinGlassShape shape = SpinGlassShape::of(2, params);
  const ea2d::LatticeThreads plan = ea2d::LatticeThreads::of(shape.L);
  const bool columns = shape.L == column_L;
  CodePath path(columns ? "columns in registers" : "shared memory");
  path.where(!columns && plan.pairs_a_thread > 1, "two pairs a thread");
  path.where(columns ? column_threads_of(shape.replicas) != shape.replicas * column_L
                     : plan.threads * plan.pairs_a_thread != shape.L * shape.L / 2,
             columns ? "idle lanes" : "idle threads");
  path.where(params.integer("exchange") % 2 != 0, "exchanges within a block of numbers");
  return path.text();
}

class GpuSquareReplicas final : public TemperedGlass {
 public:
  GpuSquareReplicas(const Params& params, std::uint64_t seed)
      : TemperedGlass(2, params),
        path_(square_replicas_path(params)),
        columns_(shape().L == column_L),
        glass_(shape(), RandomBonds::of(params.word("couplings"), params.real("beta_low"), seed), 1,
               columns_ ? ea2d::Order::columns : ea2d::Order::sites),
        plan_(ea2d::LatticeThreads::of(shape().L)),
        keys_(seed),
        betas_on_device_(shape().replicas),
        unsatisfied_(shape().lattices()),
        copies_(shape().lattices()),
        accepted_(std::size_t{shape().systems} * shape().replicas) {
    unsatisfied_.fill_zero();
    std::vector<std::uint32_t> copies(copies_.size());
    for (std::size_t i = 0; i < copies.size(); ++i) copies[i] = static_cast<std::uint32_t>(i / 32 % shape().replicas);
    copies_.copy_from(copies.data(), copies.size());
    job_.memory = glass_.memory();
    job_.state = {shape().replicas, tempering::exchange_key(seed), betas_on_device_.data(), unsatisfied_.data(),
                  copies_.data()};
    job_.accepted = accepted_.data();
    job_.hits = static_cast<std::uint32_t>(step());
    // The kernel has some of its own, too.
    if (!columns_ && lattice_bytes() > 47 << 10)
      gpu::allow_shared_bytes(sweep_replicas<SquareReplicas>, lattice_bytes());
    temper(betas());
    gpu::synchronize();
  }

  std::string code_path() const override { return path_; }

  void sweep(int count) override {
    const auto exchanges = static_cast<std::uint32_t>(count / step());
    if (exchanges == 0) return;
    if (columns_) return run_columns(exchanges);
    for (std::uint32_t i = 0; i < exchanges; ++i) run_lattices();
  }

  Configuration configuration() override { return glass_.configuration(); }

  Work work_per_sweep() const override {
    SpinGlassShape lattices = shape();
    lattices.systems *= lattices.replicas;
    lattices.replicas = 1;
    Work work = ea2d::multispin_work<rng::Philox4x32>(lattices, step(), columns_, false);
    const double words = work.units / 32, systems = shape().systems, sites = static_cast<double>(shape().sites());
    work.logic_ops += words * square_count_operations / step();
    work.issue_slots += words * square_count_operations / step();
    work.footprint_bytes = 4 * words + 8 * sites * systems;
    // Couplings are read once for all temperatures; in columns a launch holds all exchanges, and nothing moves.
    work.memory_bytes = columns_ ? 0 : (8 * words + 8 * sites * systems) / step();
    if (!columns_) work.dependent_launches = 2.0 / step();
    return work;
  }

 private:
  void run_columns(std::uint32_t exchanges) {
    job_.exchanges = exchanges;
    gpu::launch(temper_columns<column_L>, dim3(shape().systems), dim3(column_threads_of(shape().replicas)), job_, keys_,
                1u);
    count(exchanges);
  }

  void run_lattices() {
    gpu::launch_shared(sweep_replicas<SquareReplicas>, dim3(shape().systems * shape().replicas), dim3(plan_.threads),
                       lattice_bytes(), job_, plan_, keys_, 1u);
    gpu::launch(exchange_replicas<SquareReplicas>, dim3(shape().systems), dim3(decide_threads), job_, job_.number);
    count(1);
  }

  std::size_t lattice_bytes() const { return ea2d::lattice_shared_bytes(shape().L, 1); }

  void count(std::uint32_t exchanges) {
    job_.number += exchanges;
    if (planted(Mutant::square_tempering_position_stands)) return;
    job_.position += std::uint64_t{2} * static_cast<std::uint64_t>(step()) * exchanges;
  }

  SpinGlassBits bits() override { return glass_.bits(); }
  std::vector<double> energies() override { return glass_.energies(); }
  Left left() override {
    std::vector<std::int64_t> sums(shape().replicas);
    const std::vector<std::int64_t> accepted = fetched(accepted_);
    for (std::size_t i = 0; i < accepted.size(); ++i) sums[i % sums.size()] += accepted[i];
    sums.pop_back();
    return {by_lattice(fetched(copies_)), by_lattice(fetched(unsatisfied_)), sums, job_.number};
  }
  void temper(const std::vector<double>& betas) override {
    gpu::synchronize();
    for (std::size_t t = 0; t < betas.size(); ++t) job_.thresholds[t] = SquareThresholds::at(betas[t]);
    betas_on_device_.copy_from(betas.data(), betas.size());
    accepted_.fill_zero();
    job_.number = 0;
  }
  void save_state(StateWriter& to) override {
    save_buffer(to, glass_.spins()), save_buffer(to, copies_), save_buffer(to, unsatisfied_);
    save_buffer(to, accepted_);
    to.put(job_.number), to.put(job_.position);
  }
  void restore_state(StateReader& from) override {
    restore_buffer(from, glass_.spins()), restore_buffer(from, copies_), restore_buffer(from, unsatisfied_);
    restore_buffer(from, accepted_);
    from.take(job_.number), from.take(job_.position);
  }

  std::string path_;
  bool columns_;
  ea2d::GpuGlass glass_;
  ea2d::LatticeThreads plan_;
  PhiloxKeys keys_;
  gpu::Buffer<double> betas_on_device_;
  gpu::Buffer<std::int64_t> unsatisfied_;
  gpu::Buffer<std::uint32_t> copies_;
  gpu::Buffer<std::int64_t> accepted_;
  SquareReplicas job_{};
};

inline std::unique_ptr<Simulation> make_square_replicas(const Params& params, std::uint64_t seed) {
  return std::make_unique<GpuSquareReplicas>(params, seed);
}

/// As Variant::bit_cases.
inline std::vector<Params> square_replicas_cases(const Params& params, const Device& device) {
  std::vector<Params> result = tempering_bit_cases(params, device);
  // An odd number of sweeps ends within a block of Philox, and the next exchange's begin there. Of systems none may
  // take what is another's.
  for (Params& one : result) {
    const std::int64_t sweeps = params.integer("exchange");
    one.set("systems", std::min<std::int64_t>(params.integer("systems"), 2));
    one.set("exchange", sweeps % 2 == 0 ? std::min<std::int64_t>(sweeps, 2) : std::min<std::int64_t>(sweeps, 3));
  }
  std::vector<std::int64_t> sizes;
  for (std::int64_t L = 4; L <= 64; L += 2) sizes.push_back(L);
  add_on_path(result, result.front(), square_replicas_path(params), sizes, square_replicas_path,
              [](const Params& one) { return tempering_unsupported(one).empty(); });
  return result;
}

}  // namespace spinbench::glass_tempering::SPINBENCH_GPU_NAMESPACE
