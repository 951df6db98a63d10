// Words for Simulation::code_path().
#pragma once

#include <cstdint>
#include <string>

namespace spinbench {

/// A code path in the making: "tile 4x2, columns several".
class CodePath {
 public:
  explicit CodePath(std::string start = "") : text_(std::move(start)) {}

  CodePath& with(const std::string& part) {
    text_ += (text_.empty() ? "" : ", ") + part;
    return *this;
  }
  CodePath& with(const std::string& name, const std::string& value) { return with(name + " " + value); }
  /// Only where it holds.
  CodePath& where(bool holds, const std::string& part) { return holds ? with(part) : *this; }
  /// As how_many() has it.
  CodePath& count(const std::string& name, std::uint64_t number);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// One, where all neighbours wrap; two, where both neighbours are the same; or several.
inline std::string how_many(std::uint64_t number) { return number <= 1 ? "one" : number == 2 ? "two" : "several"; }

inline CodePath& CodePath::count(const std::string& name, std::uint64_t number) { return with(name, how_many(number)); }

}  // namespace spinbench
