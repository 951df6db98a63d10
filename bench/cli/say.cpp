#include "bench/cli/say.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "bench/rows/screen.hpp"
#include "bench/rows/text.hpp"
#include "bench/select/axes.hpp"

namespace spinbench::cli {

void say(const std::string& what) {
  const std::string line = "spinbench: " + what;
  const Screen screen = screen_of(STDERR_FILENO);
  print_wrapped(std::cerr, line, screen.terminal() ? screen.width : line.size(), 2);
}

void say_lacking(const Selection& selection, const std::vector<Case>& cases) {
  const auto words = words_on_lacking(selection, Registry::instance());
  if (words.empty()) return;
  const auto requests = parse_axes(selection.axes);
  const auto reference = std::find_if(cases.begin(), cases.end(),
                                      [&](const Case& c) { return !lacking(requests, c.variant->axes).empty(); });
  if (reference == cases.end()) return say(words);
  say(words + "; speed-ups refer to " + reference->kernel->name + "/" + reference->variant->name + ", which is timed");
}

}  // namespace spinbench::cli
