#include "interface/cards.hpp"

#include <map>

#include "interface/registry.hpp"

namespace spinbench {
namespace {

std::map<std::string, std::string>& cards() {
  static std::map<std::string, std::string> all;
  return all;
}

}  // namespace

void know_card(const std::string& pci, const std::string& uuid) {
  if (!uuid.empty()) cards()[pci] = uuid;
}

std::string card_at(const std::string& pci) {
  if (pci.empty()) return "";
  for (const auto& backend : Registry::instance().backends()) backend->devices();
  const auto found = cards().find(pci);
  return found == cards().end() ? "" : found->second;
}

}  // namespace spinbench
