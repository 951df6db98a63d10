// How the cases of a section are told apart in a few characters: what they share is said once above it, what a variant
// has for itself likewise where there is no room, and the rest are short columns.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "bench/select/case.hpp"

namespace spinbench {

/// A case as its row names it.
struct CaseLabel {
  std::string variant, backend;
  Params params;
};

class CaseColumns {
 public:
  /// Columns of at most `room` characters together, where that is possible: see width().
  CaseColumns(const std::vector<CaseLabel>& cases, std::size_t room);

  std::size_t width() const;
  std::string head() const;
  std::string cells(const CaseLabel& one) const;
  /// Heads and cells one by one, unpadded, for formats that pad themselves.
  std::vector<std::string> heads() const;
  std::vector<std::string> texts(const CaseLabel& one) const;
  /// "multispin, L 64, k 10": what the columns say, in words.
  std::string words(const CaseLabel& one) const;
  /// "L 4096, rng sfc32": what all cases share.
  const std::string& common() const { return common_; }
  /// "naive, crinkled: draw conditional": what variants have for themselves and no column says.
  const std::vector<std::string>& by_variant() const { return by_variant_; }

 private:
  struct Column {
    std::string name, head;
    bool number = false;
    bool by_variant = false;                  ///< each variant has one value only
    std::map<std::string, std::string> text;  ///< by the value as a case name has it
    std::size_t width() const;
    std::string cell(const std::string& value) const;
  };

  static std::string value_of(const CaseLabel& one, const std::string& column);
  Column column_of(const std::vector<CaseLabel>& cases, const std::string& name) const;
  void shorten_heads();
  bool say_widest_above();
  void shorten_words(std::size_t room);
  void say_by_variant(const std::vector<CaseLabel>& cases);

  std::vector<Column> columns_;
  std::vector<std::string> said_;  ///< names of axes that no column shows, though cases differ in them
  std::string common_;
  std::vector<std::string> by_variant_;
};

}  // namespace spinbench
