#include "bench/rows/table.hpp"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "bench/errors.hpp"
#include "bench/interrupt.hpp"
#include "bench/rows/published.hpp"
#include "bench/rows/text.hpp"

namespace spinbench {

namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1), unlimited = 100000;

std::vector<CaseLabel> labels_of(std::span<const Case> cases) {
  std::vector<CaseLabel> result;
  for (const auto& c : cases) result.push_back({c.variant->name, c.variant->backend, c.params});
  return result;
}

bool any_published(std::span<const Case> cases) {
  return std::any_of(cases.begin(), cases.end(), [](const Case& c) {
    const auto known = published_for(c);
    return std::any_of(known.begin(), known.end(), [](const Published& one) { return one.ns_per_unit.has_value(); });
  });
}

std::string cell_of_markdown(const std::string& text) {
  std::string result;
  for (const char character : text) result += character == '|' ? std::string("\\|") : std::string(1, character);
  return result;
}

/// "energy -1.1060(15), 0.3 sigmas": estimates in words, as many as somebody reads.
std::string in_words(const Findings& findings) {
  constexpr std::size_t most = 8;
  const std::size_t count = findings.estimates.size();
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(count, most); ++i) {
    const auto& estimate = findings.estimates[i];
    const auto sigmas = deviation_sigmas(estimate);
    parts.push_back(estimate.name + " " + with_error(estimate.value, estimate.error) +
                    (sigmas ? printed(", %.2f sigmas", *sigmas) : ""));
  }
  if (count > most) parts.push_back(std::to_string(count - most) + " more estimates in the results file");
  return joined(parts, "; ");
}

/// "generator, bits, turns x3": several of one name are of several cases.
std::string checks_in_words(const Verification& verification) {
  std::vector<std::pair<std::string, int>> counts;
  for (const auto& check : verification.checks) {
    const std::string name = check.name + (check.passed ? "" : " (expected failure)");
    const auto same = std::find_if(counts.begin(), counts.end(), [&](const auto& one) { return one.first == name; });
    if (same == counts.end())
      counts.push_back({name, 1});
    else
      ++same->second;
  }
  std::vector<std::string> names;
  for (const auto& [name, count] : counts) names.push_back(count > 1 ? name + " x" + std::to_string(count) : name);
  return joined(names);
}

/// Two columns an estimate, the second where something is expected of it.
std::vector<TimeColumn> columns_of(const Findings& findings, const std::string& unit) {
  std::vector<TimeColumn> columns;
  for (std::size_t i = 0; i < findings.estimates.size(); ++i) {
    const auto& first = findings.estimates[i];
    columns.push_back({first.name, std::max<std::size_t>(first.name.size(), 15), false, [i](const Row& row) {
                         const auto& estimate = row.findings->estimates.at(i);
                         return with_error(estimate.value, estimate.error);
                       }});
    if (first.expected)
      columns.push_back({"sigmas", 7, false, [i](const Row& row) {
                           const auto sigmas = deviation_sigmas(row.findings->estimates.at(i));
                           return sigmas ? printed("%.2f", *sigmas) : std::string("?");
                         }});
  }
  columns.push_back({"sweeps", 9, false, [](const Row& row) { return std::to_string(row.findings->length.sweeps); }});
  columns.push_back({"ns/" + unit, 8, false, [](const Row& row) { return short_number(row.measurement->median); }});
  columns.push_back({"verified", 15, true, [](const Row& row) { return verified_text(row.verification); }});
  return columns;
}

std::vector<std::string> names_of(const Findings& findings) {
  std::vector<std::string> result;
  for (const auto& estimate : findings.estimates) result.push_back(estimate.name);
  return result;
}

}  // namespace

Table::Table(std::ostream& out, const std::vector<Case>& cases, TableOptions options) : out_(out), options_(options) {
  if (options_.markdown) options_.screen = {unlimited, 0, false};
  for (auto first = cases.begin(); first != cases.end();) {
    const auto last = std::find_if(first, cases.end(), [&](const Case& c) { return c.kernel != first->kernel; });
    sections_.push_back(section_of({first, last}));
    first = last;
  }
  if (options_.screen.cursor && ::isatty(STDERR_FILENO) != 0) watch_ = std::make_unique<StderrWatch>();
}

Table::Section Table::section_of(std::span<const Case> cases) const {
  const Kernel& kernel = *cases.front().kernel;
  const std::size_t width = options_.screen.width;
  const bool experiment = kernel.experiment != nullptr;
  auto columns = time_columns(kernel, false, 0);
  // What an experiment estimates, and what verify checked, is as well said in words, below.
  std::size_t taken = experiment || !options_.timed ? width / 2 : width_of(columns);
  CaseColumns labels(labels_of(cases), width > taken ? width - taken : 1);
  const bool split = labels.width() + taken > width;
  if (!split && !experiment) columns = time_columns(kernel, any_published(cases), width - labels.width());
  return {&kernel, cases.size(), std::move(labels), std::move(columns), split};
}

void Table::put(const std::vector<std::string>& lines) {
  for (const auto& line : lines) out_ << line << "\n";
  lines_ += lines.size();
  out_.flush();
}

void Table::begin(const Section& section) {
  if (section_ != nullptr) out_ << "\n";
  section_ = &section;
  estimates_.clear();
  shown_.clear();
  lines_ = 0;
  said_in_words_ = false;
  if (watch_) watch_->forget();
  const bool bursts = options_.timed && options_.bursts && !section.kernel->experiment;
  std::string line = section.kernel->name + ", " + counted(section.cases, "case") + (bursts ? ", in bursts" : "");
  if (!section.labels.common().empty()) line += ": " + section.labels.common();
  if (options_.markdown) {
    out_ << "### " << line << "\n\n";
    for (const auto& said : section.labels.by_variant()) out_ << "- " << said << "\n";
    if (!section.labels.by_variant().empty()) out_ << "\n";
    return;
  }
  print_wrapped(out_, line, options_.screen.width, 2);
  for (const auto& said : section.labels.by_variant()) print_wrapped(out_, "  " + said, options_.screen.width, 4);
  if (!options_.timed)
    put(head_of_words("verified"));
  else if (!section.kernel->experiment)
    put(head_lines());
  out_.flush();
}

void Table::print_head() {
  if (!sections_.empty()) begin(sections_.front());
}

std::string Table::row_of_cells(const std::vector<std::string>& cells, const std::vector<bool>& best, Style style,
                                const Screen& screen) const {
  const auto& columns = estimates_.empty() ? section_->columns : estimates_;
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool marked = i < best.size() && best[i], after_mark = i > 0 && i <= best.size() && best[i - 1];
    const std::string padding(columns[i].width > cells[i].size() ? columns[i].width - cells[i].size() : 0, ' ');
    const std::string text = styled(cells[i], marked ? Style::good : style, screen);
    line += after_mark ? "*" : " ";
    line += columns[i].left ? " " + text + padding : padding + text;
  }
  if (!best.empty() && best.back()) line += "*";
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

std::vector<std::string> Table::head_lines() const {
  const auto& columns = estimates_.empty() ? section_->columns : estimates_;
  std::vector<std::string> heads;
  for (const auto& column : columns) heads.push_back(column.head);
  const std::string label = styled(section_->labels.head(), Style::bold, options_.screen);
  const std::string cells = row_of_cells(heads, {}, Style::bold, options_.screen);
  if (section_->split) return {label, cells};
  return {label + cells};
}

/// Above rows in words: what stands before them, and `what` they say.
std::vector<std::string> Table::head_of_words(const std::string& what) const {
  auto lines = wrapped(section_->labels.head() + "  " + what, options_.screen.width, 4);
  for (auto& line : lines) line = styled(line, Style::bold, options_.screen);
  return lines;
}

/// Where the estimates' columns do not fit they are said in words, row by row.
void Table::print_head_of_estimates(const Findings& findings) {
  if (said_in_words_) return;
  auto columns = columns_of(findings, section_->kernel->unit);
  said_in_words_ = section_->split || section_->labels.width() + width_of(columns) > options_.screen.width;
  if (said_in_words_) return put(head_of_words("estimates"));
  estimates_ = std::move(columns);
  estimate_names_ = names_of(findings);
  if (!options_.markdown) put(head_lines());
}

Table::Shown Table::shown(const Row& row) const {
  Shown result;
  result.label = {row.variant, row.backend, row.params};
  const bool measured = options_.timed && row.measurement.has_value();
  // Another number of replicas, say, has other estimates: they have no column here.
  if (measured && (!row.findings || (!estimates_.empty() && names_of(*row.findings) == estimate_names_))) {
    for (const auto& column : row.findings ? estimates_ : section_->columns) {
      result.cells.push_back(column.text(row));
      result.merits.push_back(column.merit ? column.merit(row) : std::nullopt);
    }
    result.notes = row.findings ? notes_of_findings(row) : notes_of(row, options_.bursts);
  } else if (measured) {
    result.text = in_words(*row.findings) + "; " + std::to_string(row.findings->length.sweeps) + " sweeps, " +
                  short_number(row.measurement->median) + " ns/" + row.unit + ", " + verified_text(row.verification);
    result.notes = notes_of_findings(row);
  } else if (row.status == Row::Status::verified && row.verification) {
    result.text = verified_text(row.verification) + ": " + checks_in_words(*row.verification);
  } else {
    const bool failed = row.status != Row::Status::skipped;
    result.text = (failed ? "failed: " : "skipped: ") + row.reason;
    result.style = failed ? Style::bad : Style::faint;
  }
  return result;
}

std::vector<std::string> Table::lines_of(const Shown& one, const std::vector<bool>& best) const {
  const std::size_t width = options_.screen.width;
  const std::string label = section_->labels.cells(one.label);
  std::vector<std::string> lines;
  if (one.cells.empty()) {
    // Below each other, where the label leaves room for that.
    const std::size_t indent = label.size() + 2 <= width / 2 ? label.size() + 2 : 4;
    lines = wrapped(label + "  " + one.text, width, indent);
    for (auto& line : lines) line = styled(line, one.style, options_.screen);
  } else {
    const std::string cells = row_of_cells(one.cells, best, Style::plain, options_.screen);
    if (section_->split)
      lines = {label, cells};
    else
      lines = {label + cells};
  }
  if (one.notes.empty()) return lines;
  const std::string notes = joined(one.notes, "; ");
  if (!one.cells.empty()) {
    const std::size_t before = section_->split ? 0 : label.size();
    const auto& columns = estimates_.empty() ? section_->columns : estimates_;
    const std::size_t seen = before + row_of_cells(one.cells, best, Style::plain, {}).size();
    const std::size_t place = std::max(seen, before + width_of(columns)) + 1;
    if (place + notes.size() <= width) {
      lines.back() += std::string(place - seen, ' ') + notes;
      return lines;
    }
  }
  for (auto& part : wrapped("    " + notes, width, 4)) lines.push_back(std::move(part));
  return lines;
}

void Table::print(const Row& row) {
  if (section_ == nullptr || row.kernel != section_->kernel->name) {
    if (section_ != nullptr) finish();
    begin(*std::find_if(sections_.begin(), sections_.end(),
                        [&](const Section& s) { return s.kernel->name == row.kernel; }));
  }
  if (options_.timed && row.findings && estimates_.empty()) print_head_of_estimates(*row.findings);
  shown_.push_back(shown(row));
  if (!options_.markdown) put(lines_of(shown_.back(), {}));
  if (shown_.size() == section_->cases) end_section();
}

void Table::finish() {
  if (section_ != nullptr && shown_.size() < section_->cases) end_section();
}

/// For each column the row that is the best of two or more, or nowhere.
std::vector<std::size_t> Table::best_rows() const {
  std::vector<std::size_t> result;
  for (std::size_t column = 0; column < section_->columns.size(); ++column) {
    std::size_t best = nowhere, compared = 0;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      if (column >= shown_[i].merits.size() || !shown_[i].merits[column]) continue;
      ++compared;
      if (best == nowhere || *shown_[i].merits[column] > *shown_[best].merits[column]) best = i;
    }
    result.push_back(compared > 1 ? best : nowhere);
  }
  return result;
}

void Table::end_section() {
  const auto best = best_rows();
  if (options_.markdown) return print_markdown(best);
  if (std::all_of(best.begin(), best.end(), [](std::size_t row) { return row == nowhere; })) return;
  const Screen now = screen_of(STDOUT_FILENO);
  // A line that wraps takes several of the terminal's, and the cursor would not come to where the section begins.
  const bool stands = watch_ && !watch_->written() && !interrupted() && now.width == options_.screen.width &&
                      now.width <= now.columns && lines_ + 1 < now.height;
  if (stands)
    mark_in_place(best);
  else
    name_best(best);
}

void Table::mark_in_place(const std::vector<std::size_t>& best) {
  out_ << "\033[" << lines_ << "A\r";
  std::vector<std::string> lines = head_lines();
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    std::vector<bool> marks;
    for (std::size_t column = 0; column < shown_[i].cells.size(); ++column)
      marks.push_back(column < best.size() && best[column] == i);
    for (auto& line : lines_of(shown_[i], marks)) lines.push_back(std::move(line));
  }
  for (const auto& line : lines) out_ << line << "\033[K\n";
  out_.flush();
}

void Table::name_best(const std::vector<std::size_t>& best) {
  std::vector<std::pair<std::size_t, std::vector<std::string>>> winners;
  for (std::size_t column = 0; column < best.size(); ++column) {
    if (best[column] == nowhere) continue;
    const auto same =
        std::find_if(winners.begin(), winners.end(), [&](const auto& one) { return one.first == best[column]; });
    if (same == winners.end())
      winners.push_back({best[column], {section_->columns[column].head}});
    else
      same->second.push_back(section_->columns[column].head);
  }
  std::vector<std::string> parts;
  for (const auto& [row, heads] : winners)
    parts.push_back(joined(heads) + ": " + section_->labels.words(shown_[row].label));
  put(wrapped("best " + joined(parts, "; "), options_.screen.width, 2));
}

void Table::print_markdown(const std::vector<std::size_t>& best) {
  const auto& columns = estimates_.empty() ? section_->columns : estimates_;
  std::vector<std::string> heads = section_->labels.heads();
  std::string rule = "|";
  for (std::size_t i = 0; i < heads.size(); ++i) rule += " --- |";
  for (const auto& column : columns) {
    if (!options_.timed) break;
    heads.push_back(column.head);
    rule += column.left ? " --- |" : " ---: |";
  }
  heads.push_back(options_.timed ? "notes" : "checks");
  out_ << "| " << joined(heads, " | ") << " |\n" << rule << " --- |\n";
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    const Shown& one = shown_[i];
    out_ << "|";
    for (const auto& text : section_->labels.texts(one.label)) out_ << " " << cell_of_markdown(text) << " |";
    for (std::size_t column = 0; options_.timed && column < columns.size(); ++column) {
      const std::string cell = column < one.cells.size() ? cell_of_markdown(one.cells[column]) : "";
      const bool marked = column < best.size() && best[column] == i && !cell.empty();
      out_ << (cell.empty() ? " |" : marked ? " **" + cell + "** |" : " " + cell + " |");
    }
    std::vector<std::string> notes = one.notes;
    if (!one.text.empty()) notes.insert(notes.begin(), one.text);
    out_ << (notes.empty() ? "" : " ") << cell_of_markdown(joined(notes, "; ")) << " |\n";
  }
  out_.flush();
}

}  // namespace spinbench
