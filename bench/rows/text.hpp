// Text for people: padded, wrapped, in few digits.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace spinbench {

/// printf of one number; `format` is a literal with one %g, %f or the like.
std::string printed(const char* format, double value);

std::string left_aligned(std::string text, std::size_t width);
std::string right_aligned(const std::string& text, std::size_t width);

/// Four significant digits in at most 8 characters: "0.01234", "7.7", "12345", "1.23e+09".
std::string short_number(double value);

/// "1.1060788(15)": the error in units of the last digits, two of them; "?" for what is no number.
std::string with_error(double value, double error);

/// "40 s", "1 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);

/// `text` in lines of at most `width` characters, broken at blanks, and inside of what is longer than a line; those
/// after the first begin with `indent` blanks.
std::vector<std::string> wrapped(const std::string& text, std::size_t width, std::size_t indent);
/// Those lines, each with its end.
void print_wrapped(std::ostream& out, const std::string& text, std::size_t width, std::size_t indent);

/// "1 case", "3 cases".
std::string counted(std::size_t count, const std::string& noun);

}  // namespace spinbench
