#include "interface/companions.hpp"

namespace spinbench {

std::vector<unsigned>& companions() {
  static std::vector<unsigned> result;
  return result;
}

}  // namespace spinbench
