// The results file: provenance and rows (results/schema/).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/select/case.hpp"

namespace spinbench {

/// Text of a document; indent -1: one line. Bytes that are no UTF-8 are replaced.
std::string dump(const nlohmann::ordered_json& document, int indent = 1);

/// Who measured what, where: host, date, version, command line, processor, devices, compilers.
nlohmann::ordered_json provenance(const std::vector<std::string>& argv, const std::vector<Case>& cases);

/// {"schema", "provenance", "rows"}, version 2; `rows` as to_json(Row) makes them.
nlohmann::ordered_json results_document(nlohmann::ordered_json provenance, std::vector<nlohmann::ordered_json> rows);

/// The version as git describes it, or the release where there was no git.
std::string version();

/// The release and, in brackets, the commit, as `--version` says them: "0.2.0 (3a91fd0, changed)".
std::string release();

std::string host_name();

/// "2026-11-22T09:30:00Z".
std::string now_utc();

/// {"cxx", "cuda", "hip", "flags"}; "cuda" and "hip" are null in a build without them.
nlohmann::ordered_json compilers();

}  // namespace spinbench
