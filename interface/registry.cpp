#include "interface/registry.hpp"

#include <algorithm>

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
void Registry::add(GeneratorInfo generator) { generators_.push_back(std::move(generator)); }
void Registry::add(GeneratorProof proof) { generator_proofs_.push_back(std::move(proof)); }
void Registry::add(std::unique_ptr<Backend> backend) { backends_.push_back(std::move(backend)); }

const Kernel* Registry::kernel(const std::string& name) const {
  return find(kernels_, [&](const Kernel& kernel) { return kernel.name == name; });
}

const Variant* Registry::variant(const std::string& kernel, const std::string& name, const std::string& backend) const {
  return find(variants_, [&](const Variant& variant) {
    return variant.kernel == kernel && variant.name == name && variant.backend == backend;
  });
}

Backend* Registry::backend(const std::string& name) const {
  const auto* found = find(backends_, [&](const auto& backend) { return backend->name() == name; });
  return found ? found->get() : nullptr;
}

}  // namespace spinbench
