// Processes that this one has agreed with to use the machine in turns: each stands still while another measures.
#pragma once

#include <vector>

namespace spinbench {

struct Companion {
  unsigned pid = 0;    ///< as this process sees it
  bool began = false;  ///< it has run a case, so that it holds whatever device it has
};

std::vector<Companion>& companions();

}  // namespace spinbench
