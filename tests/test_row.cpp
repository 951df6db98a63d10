// A row as JSON and back, what is refused on the way back, and how the table shows it.
#include <limits>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bench/rows/row.hpp"
#include "bench/rows/table.hpp"
#include "tests/catch.hpp"
#include "tests/example_row.hpp"

using namespace spinbench;
using namespace spinbench::testing;
using nlohmann::ordered_json;

namespace {

std::string after_text(const ordered_json& json) {
  return to_json(row_from_json(ordered_json::parse(json.dump()))).dump();
}

std::string why_refused(const ordered_json& json) {
  try {
    row_from_json(json);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

Row ended(Row::Status status) {
  Row row = example_row();
  row.status = status;
  row.reason = "why";
  row.measurement.reset();
  row.speedup.reset();
  row.limit.reset();
  row.setup_s.reset();
  row.host_threads.reset();
  row.ranks.reset();
  return row;
}

/// The lines that the table prints for `row`, the last one first.
std::vector<std::string> shown(const Row& row, bool timed = true) {
  Kernel kernel;
  kernel.name = row.kernel;
  kernel.unit = row.unit;
  Variant variant;
  variant.kernel = row.kernel;
  variant.name = row.variant;
  variant.backend = row.backend;
  const std::vector<Case> cases = {{&kernel, &variant, nullptr, 0, row.params}};
  std::ostringstream out;
  TableOptions options;
  options.screen.width = 200;
  options.timed = timed;
  Table table(out, cases, options);
  table.print_head();
  table.print(row);
  std::vector<std::string> lines;
  std::istringstream in(out.str());
  for (std::string line; std::getline(in, line);) lines.insert(lines.begin(), line);
  return lines;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a row says its times by the unit, and flips beside", "[row]") {
  const ordered_json flips = to_json(example_row()), numbers = to_json(example_row(16, "number"));
  for (const ordered_json& json : {flips, numbers}) {
    CHECK(json["ns_per_unit"] == 0.3);
    CHECK(json["units_per_ns"] == 1 / 0.3);
    CHECK(json["work"]["units_per_sweep"] == 7);
    CHECK(json["limit"]["units_per_ns"] == 4);
    CHECK(json["samples_ns_per_unit"] == ordered_json({0.29, 0.3, 0.31}));
    CHECK(json["throttled_samples_ns_per_unit"] == ordered_json::array({0.9}));
    CHECK(json["energy"]["joules_per_unit"] == 1e-10 / 3);
  }
  CHECK(flips["unit"] == "flip");
  CHECK(flips["ns_per_flip"] == flips["ns_per_unit"]);
  CHECK(flips["ps_per_flip"] == 1000 * flips["ns_per_unit"].get<double>());
  CHECK(flips["flips_per_ns"] == flips["units_per_ns"]);
  CHECK(flips["energy"]["joules_per_flip"] == flips["energy"]["joules_per_unit"]);
  CHECK(numbers["unit"] == "number");
  CHECK(numbers.dump().find("flip") == std::string::npos);
}

TEST_CASE("a row shows burst and held figure where they differ by more than 1%", "[row]") {
  Row row = example_row();
  CHECK(to_json(row)["figure"] == "held");
  CHECK(to_json(row)["burst"]["ns_per_unit"] == 0.25);
  CHECK(to_json(row)["held"]["ci95"] == ordered_json({0.29, 0.32}));
  row.measurement->burst.median = 0.3 * 1.009;
  CHECK_FALSE(to_json(row).contains("burst"));
  CHECK_FALSE(to_json(row).contains("held"));
  CHECK(to_json(row)["hold_s"] == 2.5);
  row.measurement->held.reset();
  CHECK(to_json(row)["figure"] == "burst");
  CHECK_FALSE(to_json(row).contains("hold_s"));
}

TEST_CASE("a limit is exceeded beyond 102%", "[row]") {
  Row row = example_row();
  row.limit->units_per_ns = 1 / 0.3 / 1.019;
  CHECK(to_json(row)["limit"]["exceeded"] == false);
  row.limit->units_per_ns = 1 / 0.3 / 1.021;
  CHECK(to_json(row)["limit"]["exceeded"] == true);
  CHECK_FALSE(to_json(row)["limit"].contains("doubt"));
  row.limit->doubt = "others keep 1.5 of 2 cores busy";
  CHECK(to_json(row)["limit"]["doubt"] == row.limit->doubt);
  CHECK(to_json(row_from_json(to_json(row))) == to_json(row));
}

TEST_CASE("energy that is in doubt says so; none at all is null", "[row]") {
  Row row = example_row();
  row.measurement->energy.joules_per_unit.reset();
  CHECK(to_json(row)["energy"].is_null());
  row.measurement->energy.doubt = "samples differ";
  CHECK(to_json(row)["energy"]["doubt"] == "samples differ");
  CHECK(to_json(row)["energy"]["joules_per_unit"].is_null());
  row.measurement->energy = {};
  row.measurement->energy.doubt = "no energy counter";
  CHECK_FALSE(to_json(row)["energy"].contains("ns_per_unit"));
  CHECK(to_json(row_from_json(to_json(row)))["energy"] == to_json(row)["energy"]);
}

TEST_CASE("a row says what was proved", "[row]") {
  Row row = example_row();
  CHECK(to_json(row)["verification"]["proved"] == "bits+physics");
  CHECK(to_json(row)["verification"]["checks"][0]["kind"] == "support");
  row.verification->checks[1].kind = Check::Kind::close;
  CHECK(to_json(row)["verification"]["proved"] == "close+physics");
  CHECK(to_json(row)["verification"]["checks"][1]["kind"] == "close");
  CHECK(to_json(row_from_json(to_json(row))) == to_json(row));
  row.verification->checks[1].kind = Check::Kind::sampled;
  CHECK(to_json(row)["verification"]["proved"] == "sampled+physics");
  row.verification->checks[2].passed = false;
  row.verification->checks[2].expected_failure = true;
  CHECK(to_json(row)["verification"]["proved"] == "sampled");
  CHECK(to_json(row)["verification"]["status"] == "expected_failure");
}

TEST_CASE("a row of any kind comes back from its own text", "[row]") {
  Row odd = example_row();
  odd.measurement->drift = odd.verification->checks[2].value = std::numeric_limits<double>::quiet_NaN();
  odd.measurement->power_capped.reset();
  odd.measurement->by_device = {example_conditions(0)};
  odd.measurement->energy = {};
  odd.speedup.reset();
  odd.platform = odd.runtime = "";
  // None was clean.
  odd.measurement->batches = {{0.3, true}, {0.31, true}};
  odd.measurement->stop_reason = "throttled";
  Row unverified = ended(Row::Status::skipped);
  unverified.verification.reset();
  unverified.code_path = "";
  for (const Row& row : {example_row(), example_row(16, "number"), example_experiment(), odd, unverified,
                         ended(Row::Status::failed), ended(Row::Status::verified)}) {
    const std::string text = to_json(row).dump();
    INFO(text);
    const ordered_json again = to_json(row_from_json(ordered_json::parse(text)));
    // But for the last digit of the work per unit.
    ordered_json expected = ordered_json::parse(text);
    if (expected.contains("work")) {
      CHECK(again["work"]["bytes_per_unit"].get<double>() ==
            Approx(expected["work"]["bytes_per_unit"].get<double>()).epsilon(1e-12));
      expected["work"] = again["work"];
    }
    CHECK(again.dump() == expected.dump());
  }
}

TEST_CASE("no row is believed that this version would not have written", "[row]") {
  const ordered_json good = to_json(example_experiment());
  CHECK(why_refused(good).empty());
  CHECK_FALSE(after_text(good).empty());
  // Each key away, null, and of another type.
  const std::set<std::string> may_lack = {"setup_s", "host_threads", "ranks", "by_device", "ns_per_sweep"};
  const std::set<std::string> may_be_null = {"setup_s", "speedup", "limit", "power_capped", "energy", "idle_power_w"};
  for (const auto& [key, value] : good.items()) {
    ordered_json without = good, wrong = good, null = good;
    without.erase(key);
    wrong[key] = ordered_json::array({ordered_json::object()});
    null[key] = nullptr;
    INFO(key);
    CHECK(why_refused(without).empty() == may_lack.contains(key));
    CHECK(why_refused(null).empty() == may_be_null.contains(key));
    CHECK_FALSE(why_refused(wrong).empty());
  }
  for (const char* more : {"extra", "hold_s", "burst", "reason_for_all"}) {
    ordered_json with = good;
    with[more] = 1;
    CHECK_FALSE(why_refused(with).empty());
  }
}

TEST_CASE("a time that is none is refused, and so is a name that is another's", "[row]") {
  for (const ordered_json& time : {ordered_json(0), ordered_json(-1.0), ordered_json(1e308), ordered_json(nullptr)}) {
    ordered_json json = to_json(example_row());
    json["ns_per_unit"] = time;
    CHECK(why_refused(json) == "row ns_per_unit is no time");
  }
  ordered_json json = to_json(example_row());
  json["ns_per_flip"] = 0.2;
  CHECK_FALSE(why_refused(json).empty());
  json = to_json(example_row());
  json["kernel"] = "other";
  CHECK(holds(why_refused(json), "name"));
  json = to_json(example_row());
  json["verification"]["status"] = "failed";
  CHECK(holds(why_refused(json), "verified"));
  for (const ordered_json& none : {ordered_json(7), ordered_json(nullptr), ordered_json::array(), ordered_json("row")})
    CHECK(why_refused(none) == "row is no object");
}

TEST_CASE("the table shows the held figure and marks what limits it", "[row]") {
  Row row = example_row();
  const std::string line = shown(row)[0];
  INFO(line);
  CHECK(holds(line, " 0.3 "));
  CHECK(holds(line, "83% dram"));
  CHECK(holds(line, "bits+physics"));
  CHECK(holds(line, "set up in 0.25 s; burst 0.25; capped; beside python3 (7)"));
  CHECK_FALSE(holds(line, "limit exceeded"));
  row.limit->units_per_ns = 3;
  row.measurement->held.reset();
  row.measurement->power_capped = false;
  CHECK(holds(shown(row)[0], "limit exceeded; burst; beside"));
  row.limit->doubt = "others keep 1.5 of 2 cores busy";
  CHECK(holds(shown(row)[0], "limit measured under load; burst; beside"));
  CHECK(holds(shown(row)[1], "ns/flip"));
}

TEST_CASE("the table says what was proved, of a biased generator too", "[row]") {
  Row row = example_row();
  row.verification->checks[2].passed = false;
  row.verification->checks[2].expected_failure = true;
  CHECK(holds(shown(row)[0], "bits, biased"));
  row.verification->checks[1].kind = Check::Kind::sampled;
  CHECK(holds(shown(row)[0], "sampled, biased"));
  CHECK(holds(shown(ended(Row::Status::verified), false)[0], "bits+physics: known answers, bits, energy"));
  CHECK(holds(shown(ended(Row::Status::failed))[0], "failed: why"));
  CHECK(holds(shown(ended(Row::Status::skipped))[0], "skipped: why"));
}

TEST_CASE("the table shows an experiment's estimates, with a deviation where one is expected", "[row]") {
  const auto lines = shown(example_experiment());
  CHECK(holds(lines[1], "energy"));
  CHECK(holds(lines[1], " sigmas      tau_sweeps    sweeps"));
  CHECK(holds(lines[0], "-1.1060(15)   -4.00"));
  CHECK(holds(lines[0], "3.5"));
  CHECK(holds(lines[0], "published -8259.05 energy; known bias: Table 1"));
}
