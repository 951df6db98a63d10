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

/// Thrown by a maker, or what it made, for what this machine cannot do and the user can mend: the row is skipped.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Variant;

/// An estimate of an experiment or of a tempering, annealing or other ensemble run.
struct NamedEstimate {
  std::string name;  ///< "energy", "specific_heat", "tau_sweeps", ...
  double value = 0, error = 0;
  std::optional<double> expected;  ///< a value that it should have, where one is known
  std::string known_bias;          ///< a declared reason for missing it, or ""
};

/// A run of fixed length that is wanted for what it finds. Registered once, over a glob of a kernel's variants: each of
/// them becomes a variant of the experiment, which takes the place of a kernel in case names.
struct Experiment {
  /// In sweeps.
  struct Length {
    int sweeps = 0;         ///< that are measured
    int equilibration = 0;  ///< before them, thrown away
    int spacing = 1;        ///< from one measurement to the next, a multiple of the simulation's granularity
  };

  std::string name, title;
  std::vector<std::string> sources;
  std::string kernel;                 ///< whose variants take part
  std::vector<std::string> variants;  ///< globs
  std::string observable = "energy";  ///< of which a series is kept
  /// Changes of a variant on its way in: its defaults, title and source. Null: none.
  std::function<void(Variant&)> adapt;
  /// Why a case that its kernel can run says nothing as an experiment ("" where it does). Null: each does. Comparisons
  /// with an oracle are no experiments: they take such cases, too.
  std::function<std::string(const Params&)> refuses = nullptr;
  /// `sweeps`: what the user asked for, if anything; else the experiment chooses by the device.
  std::function<Length(const Params&, const Device&, std::optional<int> sweeps)> length;
  /// What the series, measured every Length::spacing sweeps, says; `simulation` holds the last configuration.
  std::function<std::vector<NamedEstimate>(const Params&, const Length&, const Series&, Simulation&)> estimates;
};

/// A kernel: a model and the algorithm that updates it.
struct Kernel {
  std::string name;
  std::string title;
  std::string unit = "flip";    ///< what is counted
  bool measures_limit = false;  ///< it measures a limit of the machine (machine_*): its rows have none of their own
  bool times_in_ps = false;     ///< its field quotes ps for a unit (psFlip), which tables have beside ns
  std::vector<std::string> sources;  ///< papers, for `list`

  /// The case to which speed-ups refer, as variant name, backend and params; its variant is "" for none.
  struct Reference {
    std::string variant, backend;
    Params params;
  };
  std::function<Reference(const Params&)> reference;
  /// Set: a case is one run of fixed length; its row holds estimates beside the time: data, whatever they are.
  std::shared_ptr<const Experiment> experiment = nullptr;
};

/// Which simulation a variant is compared with. A plain name is a variant of the same kernel on the CPU.
struct Oracle {
  std::string variant;  ///< "" for none
  std::string kernel;   ///< "" for the variant's own
  std::string backend = "cpu";
  /// The oracle's case for one of the variant's; null: the axes that both have, and defaults for the others.
  std::function<Params(const Params&, const Device&)> params = nullptr;
  Agreement agreement = {};
  /// Where it hangs on the case; null: `agreement` for all.
  std::function<Agreement(const Params&)> agreement_at = nullptr;

  Oracle() = default;
  Oracle(const char* name) : variant(name) {}
  Oracle(std::string name) : variant(std::move(name)) {}
  bool empty() const { return variant.empty(); }
  Agreement agreement_of(const Params& of) const { return agreement_at ? agreement_at(of) : agreement; }
};

/// Exact expectation values of a model, for whoever proves a kernel by them.
struct ExactSolution {
  struct Expectation {
    std::string observable;  ///< "energy" per spin in units of J, "specific_heat" = beta^2 N (<e^2> - <e>^2), ...
    double value = 0;
  };
  std::string model;  ///< "ising2d", "ising3d"
  /// At the axes that the model asks for (L, beta); empty where no exact value is known.
  std::function<std::vector<Expectation>(const Params&)> at;
};

/// Some values of a configuration, found without the rest of it.
struct SampledValues {
  int sweeps = 0;                      ///< from the start, a multiple of the granularity
  std::vector<std::uint64_t> indices;  ///< of components, as Configuration::value() has them
  std::vector<double> values;
};

/// What a variant's own checks may use.
struct CheckContext {
  const Variant& variant;
  const Device& device;
  Params params;  ///< of the case that is to be proved
  std::uint64_t seed = 1;
  double seconds = 10;     ///< in which the checks should be done
  double gate_sigmas = 4;  ///< deviation that fails a statistical check
  /// Runs `checks`, or gives what checks of that key gave before for this variant on this device.
  std::function<std::vector<Check>(const std::string& key, const std::function<std::vector<Check>()>& checks)> once =
      [](const std::string&, const std::function<std::vector<Check>()>& checks) { return checks(); };
};

struct Variant {
  std::string kernel, name, backend;
  std::string title;       ///< one line for `list`
  std::string source;      ///< "Weigel 2015, v1"
  std::vector<Axis> axes;  ///< in the order of case names
  /// The simulation that must hold the same configuration after the same sweeps; none where this is an oracle itself.
  Oracle oracle;
  /// One that is fast enough to follow large lattices, where there is one beside the oracle. It is verified itself
  /// before it is believed.
  Oracle follower = {};
  /// "" when the case can run on the device, else why not.
  std::function<std::string(const Params&, const Device&)> unsupported;
  std::function<double(const Params&)> memory_bytes;
  /// Allocates on the backend's current device and sets the start configuration (all spins up).
  std::function<std::unique_ptr<Simulation>(const Params&, std::uint64_t seed)> make;
  /// The cases on which `params` is compared with the oracle: small ones, of which one at least has the code path of
  /// `params`. Null: compared at `params` itself.
  std::function<std::vector<Params>(const Params& params, const Device&)> bit_cases = nullptr;
  /// Checks of the model's physics, on cases that it chooses. Null: none.
  std::function<std::vector<Check>(const CheckContext&)> physics = nullptr;
  /// Looks once at a simulation of the case that has done `sweeps` sweeps from its start: values that no right run of
  /// that length can have fail. Null: nothing to look at.
  std::function<std::vector<Check>(const Params&, Simulation&, double sweeps)> look = nullptr;
  /// Of an oracle, for lattices that are too large for it: what it would hold at edges, borders of tiles and anywhere,
  /// from no more of the lattice than these hang on; nothing where that takes long, too. Null: it cannot. To the bit.
  std::function<std::optional<SampledValues>(const Params&, std::uint64_t seed)> sample = nullptr;
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
  std::string one_sequence_bias, one_sequence_sibling;  ///< the same where it shows only if all sites share a sequence
  std::string paper;                                    ///< who published it
  std::string tested, as_used;  ///< which sequence was put to which tests; how the words drawn here differ from it
};

class Registry {
 public:
  static Registry& instance();

  void add(Kernel);
  void add(Variant);
  void add(Plan);
  void add(GeneratorInfo);
  void add(GeneratorProof);
  void add(Experiment);
  void add(ExactSolution);
  void add(std::unique_ptr<Backend>);

  /// Experiments among them, with their variants: what was registered over a glob is spread out on first use.
  const std::vector<Kernel>& kernels() const;
  const std::vector<Variant>& variants() const;
  const std::vector<Plan>& plans() const { return plans_; }
  const std::vector<GeneratorInfo>& generators() const { return generators_; }
  const std::vector<GeneratorProof>& generator_proofs() const { return generator_proofs_; }
  const std::vector<std::unique_ptr<Backend>>& backends() const { return backends_; }

  /// Null when there is none of that name.
  const Kernel* kernel(const std::string& name) const;
  const Variant* variant(const std::string& kernel, const std::string& name, const std::string& backend) const;
  Backend* backend(const std::string& name) const;
  const ExactSolution* exact_solution(const std::string& model) const;

 private:
  void spread_experiments() const;

  // Spread out where they are first asked for, since files register in no order.
  mutable std::vector<Kernel> kernels_;
  mutable std::vector<Variant> variants_;
  mutable std::vector<Experiment> experiments_;
  std::vector<Plan> plans_;
  std::vector<GeneratorInfo> generators_;
  std::vector<GeneratorProof> generator_proofs_;
  std::vector<ExactSolution> exact_solutions_;
  std::vector<std::unique_ptr<Backend>> backends_;
};

/// `static const Register<Variant> r{{...}};` at namespace scope beside the code.
template <class T>
struct Register {
  explicit Register(T item) { Registry::instance().add(std::move(item)); }
};

}  // namespace spinbench
