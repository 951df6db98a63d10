// A measured row with a value in every field.
#pragma once

#include <string>

#include "bench/rows/row.hpp"

namespace spinbench::testing {

inline Conditions example_conditions(int device) {
  Conditions result;
  result.sm_clock_mhz = 1830;
  result.temperature_c = 61;
  result.power_w = 699.25;
  result.power_limit_w = 700;
  result.throttle = {"thermal"};
  result.device = device;
  return result;
}

/// Held at 0.3 ns a unit after bursts of 0.25, on two devices, with the power capped.
inline Measurement example_measurement() {
  Measurement m;
  m.median = 0.3;
  m.low = 0.29;
  m.high = 0.32;
  m.burst = {0.25, 0.249, 0.251};
  m.held = Interval{m.median, m.low, m.high};
  for (const double ns : {0.29, 0.3, 0.31}) {
    m.batches.push_back({ns, false});
    m.repetitions.push_back({ns, ns, ns});
  }
  m.batches.push_back({0.9, true});
  m.sweeps_per_batch = 70;
  m.stop_reason = "precision";
  m.hold_s = 2.5;
  m.drift = 0.2;
  m.power_capped = true;
  m.settled_clock_mhz = 1830;
  m.ns_per_sweep = 7.0 / 3;
  m.by_device = {example_conditions(0), example_conditions(1)};
  m.conditions = m.by_device.front();
  m.other_processes = {"python3 (7)"};
  m.energy.joules_per_unit = m.joules_per_unit = 1e-10 / 3;
  m.energy.seconds = 2.1;
  m.energy.counter_w = 690;
  m.energy.sampled_w = 695;
  m.energy.ns_per_unit = 4.8e-5;
  m.idle_power_w = 75;
  return m;
}

inline Verification example_verification() {
  Check bits, physics, known;
  bits.name = "bits";
  bits.kind = Check::Kind::bits;
  bits.passed = true;
  bits.detail = "L = 64, 100 sweeps";
  bits.code_path = "one column";
  physics.name = "energy";
  physics.kind = Check::Kind::physics;
  physics.passed = physics.numeric = true;
  physics.value = -1.106;
  physics.expected = -1.1;
  physics.sigma = 0.007;
  known.name = "known answers";
  known.kind = Check::Kind::support;
  known.passed = true;
  Verification result;
  result.passed = true;
  result.checks = {known, bits, physics};
  return result;
}

/// "kernel/variant/cuda/L:16/beta:0.4/rng:sfc32".
inline Row example_row(std::int64_t L = 16, const std::string& unit = "flip") {
  Row row;
  row.kernel = "kernel";
  row.variant = "variant";
  row.backend = "cuda";
  row.device = "Fake 1";
  row.devices = {0, 1};
  row.platform = "nvidia";
  row.runtime = "CUDA 12.8";
  row.seed = 7;
  row.params.set("L", L);
  row.params.set("beta", 0.4);
  row.params.set("rng", std::string("sfc32"));
  row.name = "kernel/variant/cuda/" + row.params.name();
  row.unit = unit;
  row.status = Row::Status::measured;
  row.measurement = example_measurement();
  row.speedup = Speedup{100, 90, 110, "kernel/row_order/cpu/L:16", 30};
  row.setup_s = 0.25;
  row.host_threads = 2;
  row.ranks =
      RanksUsed{"Open MPI v4.1.4", "staged", 2, 25, {{"node1", "", 1, 2, 30, 4}, {"node2", "Fake 1", 1, 2, 30, 4}}};
  row.code_path = "one column";
  // Sevenths do not come back from a division and a product.
  row.work.units = 7;
  row.work.memory_bytes = row.work.write_bytes = row.work.shared_bytes = row.work.logic_ops = row.work.multiply_adds =
      row.work.issue_slots = row.work.random_words = 0.1;
  row.work.footprint_bytes = 1e9;
  row.work.dependent_launches = 2;
  row.limit = Limit{"dram", 4};
  row.verification = example_verification();
  row.verification->checks[1].seconds = 1.5;
  row.verifying_s = 2.5;
  row.measuring_s = 3.5;
  row.published = {{"w", "Table 1", "GTX 480", 0.034}};
  return row;
}

/// The same as a run of an experiment.
inline Row example_experiment() {
  Row row = example_row();
  row.measurement->held.reset();
  row.measurement->burst = {row.measurement->median, row.measurement->low, row.measurement->high};
  row.measurement->hold_s = 0;
  row.measurement->stop_reason = "experiment";
  row.speedup.reset();
  row.limit.reset();
  Findings findings;
  findings.length = {1000, 100, 5};
  findings.estimates = {{"energy", -1.106, 0.0015, -1.1, "Table 1"}, {"tau_sweeps", 3.5, 0, std::nullopt, ""}};
  row.findings = findings;
  Published printed{"w", "Table 1", "GTX 480"};
  printed.estimate = "energy";
  printed.value = -1.09;
  printed.error = 1e-6;
  printed.deviation_sigmas = -8259.05;
  row.published = {printed};
  return row;
}

}  // namespace spinbench::testing
