#include "bench/measure/limits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <iostream>

#include "bench/errors.hpp"
#include "bench/interrupt.hpp"
#include "bench/measure/repetition.hpp"
#include "bench/verify/verify.hpp"
#include "interface/host_cpus.hpp"
#include "interface/rank_parts.hpp"

namespace spinbench {

namespace {

struct RateKernel {
  const char* kernel;
  double MachineRates::*rate;
};

constexpr std::array<RateKernel, 7> rate_kernels = {{
    {"machine_copy", &MachineRates::memory_bytes},
    {"machine_memset", &MachineRates::write_bytes},
    {"machine_l2", &MachineRates::cache_bytes},
    {"machine_shared", &MachineRates::shared_bytes},
    {"machine_logic", &MachineRates::logic_ops},
    {"machine_mad", &MachineRates::multiply_adds},
    {"machine_issue", &MachineRates::issue_slots},
}};

/// Those of all threads of a host.
constexpr std::array<RateKernel, 2> shared_rate_kernels = {{
    {"machine_copy", &MachineRates::all_memory_bytes},
    {"machine_memset", &MachineRates::all_write_bytes},
}};

template <std::size_t Size>
void keep_best(const std::array<RateKernel, Size>& kernels, MachineRates& rates, const std::string& kernel,
               double units_per_ns) {
  for (const auto& known : kernels)
    if (kernel == known.kernel) rates.*known.rate = std::max(rates.*known.rate, units_per_ns);
}

/// The CPUs of this host that its ranks may run on, all together: a launcher may bind each to others.
std::vector<int> cpus_of_ranks() { return world().cpus_of(world().places.front().host); }

/// Whether ranks of this host have CPUs that rank 0, which measures, has not.
bool others_have_more_cpus() { return cpus_of_ranks().size() > world().places.front().cpus.size(); }

/// Keeps the best rate seen for the limit that `kernel` measures.
void keep(MachineRates& rates, const std::string& kernel, int host_threads, double units_per_ns) {
  if (!(units_per_ns > 0)) return;
  if (host_threads > 1) {
    // The threads of rank 0 alone do not fill a memory that ranks on other CPUs share: it stays "not measured".
    if (!others_have_more_cpus()) keep_best(shared_rate_kernels, rates, kernel, units_per_ns);
    return;
  }
  keep_best(rate_kernels, rates, kernel, units_per_ns);
  if (kernel == "machine_launch" && (rates.launch_ns == 0 || 1 / units_per_ns < rates.launch_ns))
    rates.launch_ns = 1 / units_per_ns;
}

/// Whether a limit is made of what `kernel` measures.
bool is_rate(const Kernel& kernel) {
  for (const auto& known : rate_kernels)
    if (kernel.name == known.kernel) return true;
  return kernel.name == "machine_launch";
}

Case limit_case(const Kernel& kernel, const Variant& variant, Backend& backend, int device) {
  return {&kernel, &variant, &backend, device,
          limit_params(variant, backend.devices().at(static_cast<std::size_t>(device)))};
}

/// The index of the device with that key among `backend`'s, or -1.
int same_device(const std::string& key, Backend& backend) {
  for (int i = 0; i < static_cast<int>(backend.devices().size()); ++i)
    if (device_key(backend, i) == key) return i;
  return -1;
}

/// A host that others use has slower cores; a device on a bus has its own. What lasts, such as a governor, slows the
/// rows as it slows the rates, and explains no row above its limit.
void add_load_of_host(const Machine& host, Backend& backend, int device, std::vector<std::string>& load) {
  if (backend.devices().at(static_cast<std::size_t>(device)).pci.empty()) note_once(load, host.load_of_others_now());
}

/// What the threads of a host share: a core where two are its hyper-threads, and caches. Ranks may be bound to CPUs of
/// their own, so all of them count.
void share_of_host(const Machine& host, MachineRates& rates) {
  std::vector<int> cpus = cpus_of_ranks();
  if (cpus.empty()) cpus = allowed_cpus();
  rates.cores = host.cores_among(cpus);
  rates.all_cache_size = std::max(rates.cache_size, host.last_level_bytes(cpus) / 2);
}

/// Adds the processes that were seen beside it to `load`.
void measure_rate(const Case& c, std::uint64_t seed, MachineRates& rates, std::vector<std::string>& load) {
  if (!why_skipped(c).empty()) return;
  // A burst, the best batch of it: a limit must hold for rows that are bursts, too, and for the best of their batches.
  MeasureOptions options;
  options.hold = false;
  options.repetitions = 1;
  options.time_limit_s = 0.3;
#ifdef SPINBENCH_FOR_TESTS
  // Nobody keeps what a build for tests alone (SPINBENCH_SHARE_MUTATED) times on a host, and hundreds of its runs
  // measure limits.
  if (c.device_info().pci.empty()) options.batch_ns = 1e6, options.time_limit_s = 0.05;
#endif
  options.interrupted = interrupted;
  c.backend->use_device(c.device);
  const auto simulation = c.variant->make(c.params, seed);
  // The object that is timed checks itself: there is no oracle, and memory is not taken twice.
  simulation->sweep(simulation->sweep_granularity());
  if (!holds(simulation->self_check())) {
    std::cerr << "spinbench: " << c.name() << " failed its checks, so that limit is unknown\n";
    return;
  }
  const int threads = simulation->host_threads();
  const Measurement measured = measure(*simulation, *c.backend, options);
  throw_if_interrupted();
  note_once(load, measured.other_processes);
  keep(rates, c.kernel->name, threads, 1 / measured.best());
}

}  // namespace

MachineRates MachineRates::of_threads(int threads, int hosts) const {
  // Of cores on other hosts nothing is told here; AcrossRanks::host_threads() has no more threads than they have CPUs.
  const int at_a_time = cores > 0 && hosts == 1 ? std::min(threads, cores) : threads;
  const double n = std::max(1, at_a_time);
  MachineRates result = *this;
  for (double MachineRates::*own : {&MachineRates::cache_bytes, &MachineRates::logic_ops, &MachineRates::multiply_adds,
                                    &MachineRates::issue_slots, &MachineRates::shared_bytes})
    result.*own *= n;
  const auto shared = [&](double one, double all) {
    return all > 0 ? std::min(n * one, hosts * std::max(one, all)) : n * one;
  };
  result.memory_bytes = shared(memory_bytes, all_memory_bytes);
  result.write_bytes = shared(write_bytes, all_write_bytes);
  result.cache_size = shared(cache_size, all_cache_size);
  return result;
}

std::optional<Limit> limit_of(const Work& work, const MachineRates& one, int threads, int hosts) {
  if (!(work.units > 0)) return std::nullopt;
  const MachineRates rates = one.of_threads(threads, hosts);
  std::optional<Limit> result;
  double longest = 0;
  const auto consider = [&](const char* bound, double amount, double rate) {
    if (!(rate > 0) || !(amount / rate > longest)) return;
    longest = amount / rate;
    result = Limit{bound, work.units / longest};
  };
  const bool in_cache = rates.cache_bytes > 0 && work.footprint_bytes > 0 && work.footprint_bytes <= rates.cache_size;
  consider(in_cache ? "l2" : "dram", work.memory_bytes, in_cache ? rates.cache_bytes : rates.memory_bytes);
  consider(in_cache ? "l2" : "dram", work.write_bytes, in_cache ? rates.cache_bytes : rates.write_bytes);
  consider("shared", work.shared_bytes, rates.shared_bytes);
  consider("alu", work.logic_ops, rates.logic_ops);
  consider("alu", work.multiply_adds, rates.multiply_adds);
  // A mix of two pipes may not fill the schedulers; what each pipe takes alone, they gave.
  consider("issue", work.issue_slots, std::max(rates.issue_slots, rates.logic_ops + rates.multiply_adds));
  if (rates.launch_ns > 0) consider("latency", work.dependent_launches, 1 / rates.launch_ns);
  return result;
}

std::string why_doubtful(const Limit& limit, double units_per_ns) {
  if (!limit.exceeded(units_per_ns)) return "";
  const std::string what = "runs at " + std::to_string(std::lround(100 * limit.fraction(units_per_ns))) +
                           "% of its limit (" + limit.bound + "), which ";
  if (limit.doubt.empty()) return what + "is a defect: the work counted or the rate measured is wrong";
  return what + "was measured under load (" + limit.doubt + ") and is too low: an idle machine tells it";
}

std::string why_impossible(const Limit& limit, double units_per_ns) {
  const double most = limit.doubt.empty() ? Limit::impossible : Limit::impossible_under_load;
  if (limit.fraction(units_per_ns) <= most) return "";
  return "the row ran at " + std::to_string(std::lround(100 * limit.fraction(units_per_ns))) + "% of its limit (" +
         limit.bound + "): it did not do the work that it was timed for, or the work is counted wrongly";
}

Params limit_params(const Variant& variant, const Device& device) {
  Params result;
  for (const auto& axis : variant.axes) result.set(axis.name, axis.fallback);
  // A host's variants go by the caches of its cores.
  if (variant.kernel != "machine_l2" || device.pci.empty() || device.cache_bytes == 0) return result;
  constexpr std::int64_t unit = 4096;
  const auto half = static_cast<std::int64_t>(device.cache_bytes / 2) / unit * unit;
  for (const auto& axis : variant.axes)
    if (axis.name == "bytes")
      result.set(axis.name, std::clamp(half, std::min(unit, result.integer(axis.name)), result.integer(axis.name)));
  return result;
}

const MachineRates& Limits::rates(Backend& backend, int device) {
  const auto key = device_key(backend, device);
  MachineRates& rates = known_[key];
  if (!complete_.insert(key).second) return rates;
  const Device& its = backend.devices().at(static_cast<std::size_t>(device));
  // A GPU has its second-level cache for a sweep alone: an H100 with 96% of it in use was seen at 102% of what memory
  // gives. A host's last level serves other threads and processes, too.
  rates.cache_size = static_cast<double>(its.cache_bytes) / (its.pci.empty() ? 2 : 1);
  if (its.pci.empty()) share_of_host(host_, rates);
  // Its rates are those of all its threads, on the caches of all.
  if (its.host_as_one) rates.cache_size = rates.of_threads(its.multiprocessors).cache_size;
  std::vector<std::string>& load = loads_[key];
  add_load_of_host(host_, backend, device, load);
  const Registry& registry = Registry::instance();
  for (const auto& variant : registry.variants()) {
    const Kernel* kernel = registry.kernel(variant.kernel);
    if (kernel == nullptr || !is_rate(*kernel)) continue;
    Backend* const through = registry.backend(variant.backend);
    if (through == nullptr) continue;
    const int index = same_device(key, *through);
    if (index < 0) continue;
    const Case c = limit_case(*kernel, variant, *through, index);
    if (noted_.contains(c.name() + " " + key)) continue;
    throw_if_interrupted();
    // A limit that cannot be measured takes no row down with it.
    try {
      measure_rate(c, seed_, rates, load);
    } catch (const std::exception& error) {
      std::cerr << "spinbench: " << kernel->name << "/" << variant.name << "/" << variant.backend
                << " could not be measured: " << error.what() << "\n";
    }
  }
  add_load_of_host(host_, backend, device, load);
  backend.use_device(device);
  return rates;
}

std::string Limits::load(Backend& backend, int device) const {
  const auto found = loads_.find(device_key(backend, device));
  return found == loads_.end() ? "" : joined(found->second, "; ");
}

void Limits::note(const Case& c, int host_threads, double units_per_ns, const std::vector<std::string>& others) {
  const Params params = limit_params(*c.variant, c.device_info());
  for (const auto& axis : c.variant->axes)
    if (c.params.at(axis.name) != params.at(axis.name)) return;
  const auto key = device_key(*c.backend, c.device);
  noted_.insert(c.name() + " " + key);
  note_once(loads_[key], others);
  keep(known_[key], c.kernel->name, host_threads, units_per_ns);
}

}  // namespace spinbench
