// Enters the mutants; part of builds with SPINBENCH_MUTANTS only.
#include <algorithm>
#include <string>

#include "kernels/common/rank_mutants.hpp"

namespace spinbench {

namespace {

MutantInfo mutant(const char* name, const std::string& where, const char* what) {
  MutantInfo result{name, what, {}};
  const std::string between = "; ";
  for (std::size_t begin = 0; begin < where.size();) {
    const std::size_t end = std::min(where.find(between, begin), where.size());
    result.where.push_back(where.substr(begin, end - begin));
    begin = end + between.size();
  }
  return result;
}

const bool added = [] {
#define SPINBENCH_ADD_MUTANT(name, where, what) mutants().push_back(mutant(#name, where, what));
  SPINBENCH_MUTANT_LIST(SPINBENCH_ADD_MUTANT)
  SPINBENCH_RANK_MUTANT_LIST(SPINBENCH_ADD_MUTANT)
#undef SPINBENCH_ADD_MUTANT
  return true;
}();

}  // namespace

}  // namespace spinbench
