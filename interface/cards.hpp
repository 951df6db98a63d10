// Cards by their own numbers. A backend that can read a card's number says it here; others that drive the card at the
// same address of the bus need not.
#pragma once

#include <string>

namespace spinbench {

/// The card at `pci`, an address as Device::pci has it, has the number `uuid`, wherever it is plugged in. "" says
/// nothing.
void know_card(const std::string& pci, const std::string& uuid);

/// The number of the card at an address, "" for none and where no backend told one. Backends tell it when they look for
/// devices, and all are asked to: another than the one that drives the card may know it.
std::string card_at(const std::string& pci);

}  // namespace spinbench
