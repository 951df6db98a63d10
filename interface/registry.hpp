// One registration per kernel x variant x backend, beside its code. The harness finds everything here and knows no
// kernel by name.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "interface/backend.hpp"
#include "interface/params.hpp"
#include "interface/simulation.hpp"

namespace spinbench {

/// Thrown by a maker for what the user can mend (too little memory, a geometry that does not fit).
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Exact expectation values that a long run must reproduce.
struct Exact {
  double energy = 0;         ///< per spin, units of J
  double specific_heat = 0;  ///< beta^2 N (<e^2> - <e>^2)
};

/// How long an experiment runs, in sweeps.
struct Experiment {
  int sweeps = 0;         ///< that are measured
  int equilibration = 0;  ///< before them, thrown away
  int spacing = 1;        ///< from one measurement to the next, a multiple of the simulation's granularity
};

/// A kernel: a model and the algorithm that updates it.
struct Kernel {
  std::string name;
  std::string title;
  std::string unit = "flip";    ///< what is counted
  bool measures_limit = false;  ///< it measures a limit of the machine (machine_*): its rows have none of their own
  std::vector<std::string> sources;  ///< papers, for `list`

  /// Exact values for a case, or nothing where none are known. Null: no physics check.
  std::function<std::optional<Exact>(const Params&)> exact;
  /// The case on which the physics of `params` is checked: the same code path at a size that equilibrates in
  /// seconds on `backend`.
  std::function<Params(const Params& params, const std::string& backend)> physics_case;
  /// The cases on which `params` is compared bit by bit with its oracle: same code path, small.
  std::function<std::vector<Params>(const Params& params)> bit_cases;
  /// A declared bias of the case (a generator that the papers themselves show to be biased), or "".
  std::function<std::string(const Params&)> known_bias;
  /// The case to which speed-ups refer, as variant name, backend and params; its variant is "" for none.
  struct Reference {
    std::string variant, backend;
    Params params;
  };
  std::function<Reference(const Params&)> reference;
  /// Set: the kernel is an experiment. A case is one run of fixed length; its row holds estimates of the energy and the
  /// specific heat beside the time, and how far they are from `exact`: data, whatever they are. `sweeps`: what the user
  /// asked for, if anything; else the kernel chooses by the device. The params must have `beta`.
  std::function<Experiment(const Params&, const Device&, std::optional<int> sweeps)> experiment = nullptr;
};

struct Variant {
  std::string kernel, name, backend;
  std::string title;       ///< one line for `list`
  std::string source;      ///< "Weigel 2015, v1"
  std::vector<Axis> axes;  ///< in the order of case names
  /// The cpu variant that must hold the same spins after the same sweeps; "" where this is the oracle itself.
  std::string oracle;
  /// "" when the case can run on the device, else why not.
  std::function<std::string(const Params&, const Device&)> unsupported;
  std::function<double(const Params&)> memory_bytes;
  /// Allocates on the backend's current device and sets the start configuration (all spins up).
  std::function<std::unique_ptr<Simulation>(const Params&, std::uint64_t seed)> make;
};

/// Values for one axis in a preset or figure.
struct Sweep {
  std::string variant;  ///< glob
  std::string backend;  ///< glob
  std::vector<std::pair<std::string, std::vector<AxisValue>>> axes;
};

/// A named set of sweeps of one kernel: "quick", "paper", "full", or a figure of a paper.
struct Plan {
  std::string id;
  std::string kernel;
  std::string title;
  bool figure = false;
  std::vector<Sweep> sweeps;
};

/// A proof that a backend makes the words of a generator as it should, run once before the generator is used there.
struct GeneratorProof {
  std::string backend;
  std::function<Check(const std::string& generator, const Device&)> run;
};

/// A random-number generator, for `list`.
struct GeneratorInfo {
  std::string name;
  std::string header;         ///< in kernels/common/rng
  std::string seeding;        ///< how streams are told apart: skip, random (kernels/common/rng/seeding.hpp)
  std::string storage;        ///< where the state lies: none, own, interleaved, shared (kernels/common/rng/streams.hpp)
  double state_bytes = 0;     ///< of memory
  std::uint32_t streams = 1;  ///< that can share one state
  double period_log2 = 0;
  int bits = 32;                                            ///< random bits in a word
  double multiply_adds = 0, logic_ops = 0;                  ///< instructions a word
  double opening_multiply_adds = 0, opening_logic_ops = 0;  ///< to open a stream
  double traffic_bytes = 0;                                 ///< of state, a word
  bool singly_drawn = true;                                 ///< a word costs no more than its share of several
  bool vectorised = false;       ///< a host has code of its own for streams side by side in a vector
  bool passes_bigcrush = false;  ///< the sequence that `tested` names, not the streams drawn here
  std::string known_bias;        ///< "" for none
  std::string unbiased_sibling;  ///< of a biased one: the generator by which the same code is proved
  std::string paper;             ///< who published it
  std::string tested, as_used;   ///< which sequence was put to which tests; how the words drawn here differ from it
};

class Registry {
 public:
  static Registry& instance();

  void add(Kernel);
  void add(Variant);
  void add(Plan);
  void add(GeneratorInfo);
  void add(GeneratorProof);
  void add(std::unique_ptr<Backend>);

  const std::vector<Kernel>& kernels() const { return kernels_; }
  const std::vector<Variant>& variants() const { return variants_; }
  const std::vector<Plan>& plans() const { return plans_; }
  const std::vector<GeneratorInfo>& generators() const { return generators_; }
  const std::vector<GeneratorProof>& generator_proofs() const { return generator_proofs_; }
  const std::vector<std::unique_ptr<Backend>>& backends() const { return backends_; }

  /// Null when there is none of that name.
  const Kernel* kernel(const std::string& name) const;
  const Variant* variant(const std::string& kernel, const std::string& name, const std::string& backend) const;
  Backend* backend(const std::string& name) const;

 private:
  std::vector<Kernel> kernels_;
  std::vector<Variant> variants_;
  std::vector<Plan> plans_;
  std::vector<GeneratorInfo> generators_;
  std::vector<GeneratorProof> generator_proofs_;
  std::vector<std::unique_ptr<Backend>> backends_;
};

/// `static const Register<Variant> r{{...}};` at namespace scope beside the code.
template <class T>
struct Register {
  explicit Register(T item) { Registry::instance().add(std::move(item)); }
};

}  // namespace spinbench
