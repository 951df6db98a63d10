// What the reader's terminal can show.
#pragma once

#include <cstddef>
#include <string>

namespace spinbench {

struct Screen {
  std::size_t width = 80;  ///< characters a line of what is laid out, 60 at least
  std::size_t height = 0;  ///< lines; 0 where it is no terminal
  bool colours = false;
  std::size_t columns = 0;  ///< where a line of the terminal is broken, whatever COLUMNS says; 0 where it is none
  bool cursor = false;      ///< a terminal on which what stands can be drawn again

  bool terminal() const { return height > 0; }
};

/// Of the file that `descriptor` is open on. Its width is that of COLUMNS where the environment has it, else the
/// terminal's, else 80, so that a file and a log have lines that fit everywhere. A terminal that TERM does not name, or
/// calls dumb, has neither cursor nor colours; nor colours where NO_COLOR is set (no-color.org) or several ranks run,
/// whose launcher has the real one.
Screen screen_of(int descriptor);

enum class Style { plain, bold, faint, good, bad };

/// `text` between the terminal's codes for `style`, where the screen has colours.
std::string styled(const std::string& text, Style style, const Screen& screen);

}  // namespace spinbench
