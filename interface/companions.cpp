#include "interface/companions.hpp"

namespace spinbench {

std::vector<Companion>& companions() {
  static std::vector<Companion> result;
  return result;
}

}  // namespace spinbench
