#include "bench/nearest.hpp"

#include <algorithm>

#include "bench/errors.hpp"

namespace spinbench {

namespace {

/// The least number of edits between two words (optimal string alignment).
std::size_t edits(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> least(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        least[i][j] = i + j;
        continue;
      }
      const std::size_t changed = least[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      least[i][j] = std::min({least[i - 1][j] + 1, least[i][j - 1] + 1, changed});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        least[i][j] = std::min(least[i][j], least[i - 2][j - 2] + 1);
    }
  return least[a.size()][b.size()];
}

}  // namespace

std::string nearest_to(const std::string& typed, const std::vector<std::string>& words) {
  constexpr std::size_t longest = 40;
  if (typed.size() < 2 || typed.size() > longest) return "";
  std::string best;
  std::size_t fewest = std::max<std::size_t>(1, typed.size() / 3) + 1;
  for (const std::string& word : words)
    if (const std::size_t count = edits(typed, word); count < fewest) {
      fewest = count;
      best = word;
    }
  return best;
}

std::string did_you_mean(const std::string& typed, const std::vector<std::string>& words) {
  const std::string best = nearest_to(typed, words);
  return best.empty() ? "" : "; did you mean '" + best + "'?";
}

std::string instead_of(const std::string& typed, const std::vector<std::string>& words, const std::string& command) {
  constexpr std::size_t longest_list = 100;
  if (const std::string meant = did_you_mean(typed, words); !meant.empty()) return meant;
  const std::string all = joined(words);
  return all.size() <= longest_list ? "; there are " + all : "; spinbench " + command + " shows what there is";
}

}  // namespace spinbench
