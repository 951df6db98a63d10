// Params and untrusted JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "interface/params.hpp"

namespace spinbench {

/// {"L": 64, "rng": "philox4x32", "beta": 0.4}; null for a number that JSON cannot hold.
nlohmann::ordered_json to_json(const Params& params);

/// Throws std::runtime_error where `json` is none of the above: no object, an entry that is no value of an axis.
Params params_from_json(const nlohmann::ordered_json& json);

/// The value of `key`; null where `object` has none, or is no object.
const nlohmann::ordered_json& entry(const nlohmann::ordered_json& object, const char* key);

/// Discarded where `text` is no JSON, longer or deeper than allowed, or of ten million values: the library would
/// recurse, take a minute, or gigabytes.
nlohmann::ordered_json parse_bounded(std::string_view text, std::size_t longest, int deepest);

}  // namespace spinbench
