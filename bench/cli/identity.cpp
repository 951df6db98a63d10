#include "bench/cli/identity.hpp"

#include "bench/cli/in_turns.hpp"
#include "interface/cards.hpp"
#include "interface/registry.hpp"

namespace spinbench::cli {

using nlohmann::ordered_json;

namespace {

/// Backends are asked for their devices first: another than the one that ran may know the card.
std::string number_of_card(const std::string& pci) {
  if (pci.empty()) return "";
  for (const auto& backend : Registry::instance().backends()) backend->devices();
  return card_at(pci);
}

}  // namespace

ordered_json identity(const Options& options, const MeasureOptions& measuring, const ordered_json& provenance) {
  auto devices = ordered_json::array(), cards = ordered_json::array();
  for (const auto& device : provenance["devices"]) {
    const std::string pci = device["pci"].get<std::string>(), card = number_of_card(pci);
    devices.push_back(device["backend"].get<std::string>() + ": " + device["name"].get<std::string>() + " " + pci);
    if (!card.empty()) cards.push_back(card);
  }
  ordered_json result = {{"host", provenance["host"]},
                         {"build", provenance["git"]},
                         {"compiler", provenance["compilers"]},
                         {"device", std::move(devices)},
                         {"seed", options.seed},
                         {"sweeps", options.sweeps ? ordered_json(*options.sweeps) : ordered_json(nullptr)},
                         {"energy", measuring.energy},
                         {"observable", options.observable},
                         {"tune", options.tune},
                         {"tune axes", options.tune_axes},
                         {"tuning", options.tuning},
                         {"in turns", in_turns(options)},
                         {"hold", measuring.hold ? measuring.hold_s : 0.0},
                         {"repetitions", measuring.repetitions},
                         {"physics", options.physics_s ? ordered_json(*options.physics_s) : ordered_json(nullptr)},
                         {"time limit", measuring.time_limit_s}};
  if (options.precision) result["precision"] = *options.precision;
  if (!cards.empty()) result["card"] = std::move(cards);
  return result;
}

}  // namespace spinbench::cli
