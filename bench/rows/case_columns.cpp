#include "bench/rows/case_columns.hpp"

#include <algorithm>
#include <set>

#include "bench/errors.hpp"
#include "bench/rows/text.hpp"

namespace spinbench {

namespace {

const std::string variant_column = "variant", backend_column = "on", absent = "-";

bool is_axis(const std::string& column) { return column != variant_column && column != backend_column; }

/// A real number in six digits: 0.4406867935097715 is as good a label as 0.440687.
std::string label_of(const AxisValue& value) {
  const auto* real = std::get_if<double>(&value);
  return real != nullptr ? printed("%.6g", *real) : to_string(value);
}

std::vector<std::string> axes_of(const std::vector<CaseLabel>& cases) {
  std::vector<std::string> result;
  for (const auto& one : cases)
    for (const auto& [name, value] : one.params.entries())
      if (std::find(result.begin(), result.end(), name) == result.end()) result.push_back(name);
  return result;
}

/// "lcg32_random" in 8 characters: "lcg32_r~".
std::string cut(const std::string& word, std::size_t width) {
  return word.size() <= width ? word : word.substr(0, width - 1) + "~";
}

}  // namespace

std::size_t CaseColumns::Column::width() const {
  std::size_t result = head.size();
  for (const auto& [value, shown] : text) result = std::max(result, shown.size());
  return result;
}

std::string CaseColumns::Column::cell(const std::string& value) const {
  const auto found = text.find(value);
  return found == text.end() ? cut(value, std::max<std::size_t>(width(), 2)) : found->second;
}

/// As a case name has it; "-" where the variant has no such axis.
std::string CaseColumns::value_of(const CaseLabel& one, const std::string& column) {
  if (column == variant_column) return one.variant;
  if (column == backend_column) return one.backend;
  return one.params.has(column) ? to_string(one.params.at(column)) : absent;
}

CaseColumns::Column CaseColumns::column_of(const std::vector<CaseLabel>& cases, const std::string& name) const {
  Column result{name, name, is_axis(name), is_axis(name), {}};
  std::map<std::string, std::string> of_variant;
  std::set<std::string> labels;
  for (const auto& one : cases) {
    const std::string value = value_of(one, name);
    if (!of_variant.try_emplace(one.variant + "/" + one.backend, value).second &&
        of_variant[one.variant + "/" + one.backend] != value)
      result.by_variant = false;
    if (is_axis(name) && one.params.has(name) && std::holds_alternative<std::string>(one.params.at(name)))
      result.number = false;
    const bool labelled = is_axis(name) && one.params.has(name);
    if (result.text.try_emplace(value, labelled ? label_of(one.params.at(name)) : value).second)
      labels.insert(result.text[value]);
  }
  // Two numbers that agree in six digits.
  if (labels.size() < result.text.size())
    for (auto& [value, shown] : result.text) shown = value;
  return result;
}

CaseColumns::CaseColumns(const std::vector<CaseLabel>& cases, std::size_t room) {
  std::vector<std::string> shared;
  columns_.push_back(column_of(cases, variant_column));
  if (Column backend = column_of(cases, backend_column); backend.text.size() > 1)
    columns_.push_back(std::move(backend));
  else if (!cases.empty())
    shared.push_back("on " + cases.front().backend);
  for (const auto& name : axes_of(cases)) {
    Column column = column_of(cases, name);
    const std::size_t values = column.text.size() - column.text.contains(absent);
    if (column.text.size() == 1)
      shared.push_back(name + " " + column.text.begin()->second);
    else if (values == 1 && column.by_variant)
      said_.push_back(name);
    else
      columns_.push_back(std::move(column));
  }
  common_ = joined(shared);
  if (width() > room) shorten_heads();
  while (width() > room && say_widest_above()) continue;
  if (width() > room) shorten_words(room);
  say_by_variant(cases);
}

void CaseColumns::shorten_heads() {
  for (auto& column : columns_) {
    if (!is_axis(column.name)) continue;
    column.head.clear();
    column.head = cut(column.name, std::max<std::size_t>(column.width(), 5));
    if (column.head.ends_with('~')) column.head.back() = '.';
  }
}

/// Takes the widest column away that the variant tells already; false where there is none.
bool CaseColumns::say_widest_above() {
  auto widest = columns_.end();
  for (auto column = columns_.begin(); column != columns_.end(); ++column)
    if (column->by_variant && (widest == columns_.end() || column->width() >= widest->width())) widest = column;
  if (widest == columns_.end()) return false;
  said_.push_back(widest->name);
  columns_.erase(widest);
  return true;
}

/// Cuts the words of the widest column by a character, as long as they stay different.
void CaseColumns::shorten_words(std::size_t room) {
  constexpr std::size_t shortest = 6;
  std::set<const Column*> done;
  while (width() > room) {
    Column* widest = nullptr;
    for (auto& column : columns_)
      if (!column.number && !done.contains(&column) && (widest == nullptr || column.width() > widest->width()))
        widest = &column;
    if (widest == nullptr) return;
    const std::size_t width = widest->width() - 1;
    std::set<std::string> texts;
    for (const auto& [value, shown] : widest->text) texts.insert(cut(value, width));
    if (width < shortest || width < widest->head.size() || texts.size() < widest->text.size()) {
      done.insert(widest);
      continue;
    }
    for (auto& [value, shown] : widest->text) shown = cut(value, width);
  }
}

void CaseColumns::say_by_variant(const std::vector<CaseLabel>& cases) {
  const bool backends = columns_.size() > 1 && columns_[1].name == backend_column;
  std::vector<std::pair<std::string, std::vector<std::string>>> sentences;
  std::set<std::string> seen;
  for (const auto& one : cases) {
    const std::string who = one.variant + (backends ? "/" + one.backend : "");
    if (!seen.insert(who).second) continue;
    std::vector<std::string> parts;
    for (const auto& [name, value] : one.params.entries())
      if (std::find(said_.begin(), said_.end(), name) != said_.end()) parts.push_back(name + " " + label_of(value));
    if (parts.empty()) continue;
    const std::string what = joined(parts);
    const auto same =
        std::find_if(sentences.begin(), sentences.end(), [&](const auto& entry) { return entry.first == what; });
    if (same == sentences.end())
      sentences.push_back({what, {who}});
    else
      same->second.push_back(who);
  }
  for (const auto& [what, who] : sentences) by_variant_.push_back(joined(who) + ": " + what);
}

std::size_t CaseColumns::width() const {
  std::size_t result = columns_.size() - 1;
  for (const auto& column : columns_) result += column.width();
  return result;
}

std::vector<std::string> CaseColumns::heads() const {
  std::vector<std::string> result;
  for (const auto& column : columns_) result.push_back(column.head);
  return result;
}

std::vector<std::string> CaseColumns::texts(const CaseLabel& one) const {
  std::vector<std::string> result;
  for (const auto& column : columns_) result.push_back(column.cell(value_of(one, column.name)));
  return result;
}

std::string CaseColumns::head() const {
  std::vector<std::string> padded;
  for (const auto& column : columns_)
    padded.push_back(column.number ? right_aligned(column.head, column.width())
                                   : left_aligned(column.head, column.width()));
  return joined(padded, " ");
}

std::string CaseColumns::cells(const CaseLabel& one) const {
  std::vector<std::string> padded;
  for (const auto& column : columns_) {
    const std::string cell = column.cell(value_of(one, column.name));
    padded.push_back(column.number ? right_aligned(cell, column.width()) : left_aligned(cell, column.width()));
  }
  return joined(padded, " ");
}

std::string CaseColumns::words(const CaseLabel& one) const {
  std::vector<std::string> parts;
  for (const auto& column : columns_) {
    const std::string value = value_of(one, column.name);
    if (value == absent) continue;
    parts.push_back(column.name == variant_column ? value : column.name + " " + column.cell(value));
  }
  return joined(parts);
}

}  // namespace spinbench
