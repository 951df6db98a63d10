#include "interface/registry.hpp"

#include <algorithm>
#include <utility>

#include "interface/glob.hpp"

namespace spinbench {

namespace {

template <class Items, class Match>
auto* find(const Items& items, Match match) {
  const auto found = std::find_if(items.begin(), items.end(), match);
  return found == items.end() ? nullptr : &*found;
}

}  // namespace

Registry& Registry::instance() {
  static Registry registry;
  return registry;
}

void Registry::add(Kernel kernel) { kernels_.push_back(std::move(kernel)); }
void Registry::add(Variant variant) { variants_.push_back(std::move(variant)); }
void Registry::add(Plan plan) { plans_.push_back(std::move(plan)); }
void Registry::add(GeneratorProof proof) { generator_proofs_.push_back(std::move(proof)); }
void Registry::add(Experiment experiment) { experiments_.push_back(std::move(experiment)); }
void Registry::add(ExactSolution solution) { exact_solutions_.push_back(std::move(solution)); }
void Registry::add(GeneratorInfo generator) { generators_.push_back(std::move(generator)); }
void Registry::add(std::unique_ptr<Backend> backend) { backends_.push_back(std::move(backend)); }

const std::vector<Kernel>& Registry::kernels() const {
  spread_experiments();
  return kernels_;
}

const std::vector<Variant>& Registry::variants() const {
  spread_experiments();
  return variants_;
}

void Registry::spread_experiments() const {
  const std::vector<Experiment> experiments = std::exchange(experiments_, {});
  for (const Experiment& experiment : experiments) {
    Kernel kernel;
    kernel.name = experiment.name;
    kernel.title = experiment.title;
    kernel.sources = experiment.sources;
    kernel.experiment = std::make_shared<const Experiment>(experiment);
    if (const Kernel* model = find(kernels_, [&](const Kernel& k) { return k.name == experiment.kernel; }))
      kernel.unit = model->unit;
    kernels_.push_back(std::move(kernel));
    const std::vector<Variant> all = variants_;
    for (const Variant& variant : all) {
      const bool wanted = variant.kernel == experiment.kernel &&
                          std::any_of(experiment.variants.begin(), experiment.variants.end(),
                                      [&](const std::string& pattern) { return glob_match(pattern, variant.name); });
      if (!wanted) continue;
      Variant copy = variant;
      // The oracle stays where it is.
      if (!copy.oracle.empty() && copy.oracle.kernel.empty()) copy.oracle.kernel = variant.kernel;
      copy.kernel = experiment.name;
      if (experiment.adapt) experiment.adapt(copy);
      variants_.push_back(std::move(copy));
    }
  }
}

const Kernel* Registry::kernel(const std::string& name) const {
  return find(kernels(), [&](const Kernel& kernel) { return kernel.name == name; });
}

const Variant* Registry::variant(const std::string& kernel, const std::string& name, const std::string& backend) const {
  return find(variants(), [&](const Variant& variant) {
    return variant.kernel == kernel && variant.name == name && variant.backend == backend;
  });
}

const ExactSolution* Registry::exact_solution(const std::string& model) const {
  return find(exact_solutions_, [&](const ExactSolution& solution) { return solution.model == model; });
}

Backend* Registry::backend(const std::string& name) const {
  const auto* found = find(backends_, [&](const auto& backend) { return backend->name() == name; });
  return found ? found->get() : nullptr;
}

}  // namespace spinbench
