#include "bench/cli/say.hpp"

#include <unistd.h>

#include <iostream>

#include "bench/rows/screen.hpp"
#include "bench/rows/text.hpp"

namespace spinbench::cli {

void say(const std::string& what) {
  const std::string line = "spinbench: " + what;
  const Screen screen = screen_of(STDERR_FILENO);
  print_wrapped(std::cerr, line, screen.terminal() ? screen.width : line.size(), 2);
}

void say_lacking(const Selection& selection) {
  if (const auto words = words_on_lacking(selection, Registry::instance()); !words.empty()) say(words);
}

}  // namespace spinbench::cli
