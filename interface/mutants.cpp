#include "interface/mutants.hpp"

namespace spinbench {

std::vector<MutantInfo>& mutants() {
  static std::vector<MutantInfo> all;
  return all;
}

bool plant_mutant(const std::string& name) {
  for (std::size_t i = 0; i < mutants().size(); ++i)
    if (mutants()[i].name == name) {
      planted_mutant = static_cast<int>(i) + 1;
      return true;
    }
  return false;
}

}  // namespace spinbench
