// From the words of the command line to cases.
#pragma once

#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "bench/select/case.hpp"

namespace spinbench {

struct Selection {
  std::vector<std::string> kernels, variants, backends;  ///< globs; none: all (of the best backend)
  std::vector<std::string> axes;                         ///< --axis strings
  std::vector<std::string> filters;                      ///< regular expressions over case names; all must match
  std::optional<int> device;
  std::string preset, figure;  ///< names; of figures several, which commas part

  /// True where neither a kernel, a variant, a preset nor a figure is named: the quick preset then.
  bool bare() const { return kernels.empty() && variants.empty() && preset.empty() && figure.empty(); }
  std::vector<std::string> figures() const;
};

/// The most cases that one command may ask for.
inline constexpr std::size_t max_cases = 100000;

/// Backends that exist, built here or not.
std::vector<std::string> known_backends();

/// The backends the selection runs on: those named, or the machine's best. Throws UsageError for an unknown one and
/// NoDevice for a known one that is not built or has no device.
std::vector<Backend*> select_backends(const Selection& selection, const Registry& registry);

/// Throws UsageError for what is no regular expression.
std::vector<std::regex> compile_filters(const std::vector<std::string>& filters);

/// The cases, each once; variants that lack an axis of --axis have none. Throws UsageError and NoDevice.
std::vector<Case> select_cases(const Selection& selection, const Registry& registry);

/// Every case of the variants that a selection names, at their default axes: for `list`.
std::vector<const Variant*> select_variants(const Selection& selection, const Registry& registry);

/// "5 variants have no axis k and are left out: ...": those that would have cases but for --axis; "" where none would.
std::string words_on_lacking(const Selection& selection, const Registry& registry);

/// The case to which the speed-up of `c` refers, or nothing.
std::optional<Case> reference_of(const Case& c, const Registry& registry);

/// `cases` with the reference cases that they need, references first.
std::vector<Case> with_references(std::vector<Case> cases, const Registry& registry);

}  // namespace spinbench
