"""What a run writes: the results file against its schema, and what Google Benchmark's tools read."""

import functools
import json
import os
import pathlib
import re
import shutil
import subprocess

import jsonschema
import pytest

import results_file
from conftest import BINARY, BURST, ROOT, SHORT, SHORT_CASE, needs
from spinbench_results import files

TUNING = sorted((ROOT / "results/recorded/tuning").glob("*.json"))
RECORDED = sorted({*(ROOT / "results/recorded").rglob("*.json")} - {*TUNING})


# Of commits before a row was held to comparisons on its own path: so many rows of a file have bits of other paths alone, and
# their physics. None may join them.
BITS_OF_OTHER_PATHS = {"h100-komura2012-table2": 4, "h100-ranks-direct": 4, "h100-wolff-3d-temperatures": 1}


def is_proved_elsewhere(row):
    """Whether its bits are of paths alone that it did not take."""
    compared = {check.get("code_path") for check in row["verification"]["checks"]
                if check["passed"] and check["kind"] in ("bits", "close", "sampled")}
    return bool(row.get("code_path")) and "bits" in row["verification"]["proved"].split("+") and row["code_path"] not in compared


@functools.cache
def validator(path):
    """By the schema there, which is looked at itself once: for each of many files that would take as long as they do."""
    schema = json.loads(path.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def validate(results):
    """Against the schema that the document names."""
    validator(results_file.schema_of(results)).validate(results)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_recorded_results_keep_their_promises(path):
    """They follow their schema, a clean commit wrote them, every time is of a kernel proved right in the same run (or of
    an experiment whose generator is known to be biased), and none is beyond the machine's measured limit, but for that
    one's own spread. Their builds were made for speed."""
    document = json.loads(path.read_text())
    validate(document)
    assert not document["provenance"]["dirty"] and not document["provenance"].get("git", "unknown").startswith("unknown")
    assert not re.search(r"-Ofast-compile| (-G|-O[01])\b|sanitize|MUTANTS|FEW_FILES", document["provenance"]["compilers"]["flags"])
    rows = results_file.load(path)["rows"]
    measured = [row for row in rows if row["status"] == "measured"]
    assert sum(map(is_proved_elsewhere, measured)) == BITS_OF_OTHER_PATHS.get(path.stem, 0)
    assert [row["name"] for row in rows if row["status"] == "failed"] == []
    for row in measured:
        assert row["verification"]["status"] in {"passed", "expected_failure"}, row["name"]
        limit = row["limit"] or {"fraction": 0, "exceeded": False}
        assert row["verification"]["proved"], row["name"]
        assert not limit["exceeded"], row["name"]
        assert limit["fraction"] < 1.02, row["name"]


@pytest.mark.parametrize("path", TUNING, ids=lambda path: path.stem)
def test_recorded_searches_keep_their_promises(path):
    """They follow their schema, a clean commit wrote them, and what they chose is the best of what they tried."""
    document = json.loads(path.read_text())
    validator(ROOT / "results/schema/spinbench-tuning-1.schema.json").validate(document)
    for launch in document["launches"]:
        assert not launch["git"].endswith("dirty") and launch["git"] != "unknown"
        times = [tried["ns_per_unit"] for tried in launch["tried"] if "ns_per_unit" in tried]
        assert len(times) > 1 and launch["ns_per_unit"] < 1.01 * min(times)


def by_status(results):
    found = {}
    for row in results["rows"]:
        found.setdefault(row["status"], []).append(row)
    return found


def test_results_follow_the_schema(real_run):
    assert real_run[0]["schema"] == results_file.NEWEST
    validate(real_run[0])


def changed(results, change):
    """A copy in which `change` was made to the measured row."""
    copy = json.loads(json.dumps(results))
    change(by_status(copy)["measured"][0])
    return copy


@pytest.mark.parametrize("key", ["ns_per_unit", "ns_per_flip", "flips_per_ns", "unit", "figure", "repetitions", "code_path",
                                 "devices", "power_capped", "idle_power_w", "verification"])
def test_schema_refuses_a_row_without(real_run, key):
    with pytest.raises(jsonschema.ValidationError):
        validate(changed(real_run[0], lambda row: row.pop(key)))


@pytest.mark.parametrize("more", [
    {"extra": 1}, {"hold_s": 2.0}, {"figure": "held"}, {"burst": {"ns_per_unit": 1.0, "ci95": [1, 1]}}, {"unit": "number"},
    {"stop_reason": "boredom"}, {"sweeps": 5}, {"ns_per_unit": 0}, {"energy": {"joules_per_unit": 1e-9}},
    {"verification": {"status": "passed", "proved": "bits+bits", "checks": []}},
    {"verification": {"status": "passed", "proved": "close+bits", "checks": []}},
], ids=json.dumps)
def test_schema_refuses_a_row_with(real_run, more):
    with pytest.raises(jsonschema.ValidationError):
        validate(changed(real_run[0], lambda row: row.update(more)))


@pytest.mark.parametrize("kind", ["bits", "close"])
def test_a_comparison_within_a_tolerance_is_read(real_run, kind):
    """Files recorded before there was `close` say `bits` of it."""
    checks = [{"name": kind, "kind": kind, "passed": True, "detail": "after 6 sweeps", "code_path": "path"},
              {"name": "energy", "kind": "physics", "passed": True}]
    proved = {"status": "passed", "proved": f"{kind}+physics", "checks": checks}
    document = changed(real_run[0], lambda row: row.update(verification=proved))
    validate(document)
    files.parse(json.dumps(document).encode())


def test_a_limit_measured_under_load_is_read(real_run):
    doubtful = changed(real_run[0], lambda row: row["limit"].update(exceeded=True, doubt="others keep 1.5 of 2 cores busy"))
    validate(doubtful)
    files.parse(json.dumps(doubtful).encode())


def test_measured_row(real_run):
    measured = [row for row in by_status(real_run[0])["measured"] if row["variant"] == "checkerboard"]
    assert len(measured) == 1
    row = measured[0]
    # It is an oracle itself.
    assert row["verification"]["status"] == "passed" and row["verification"]["proved"] == "physics"
    assert "physics" in {check["kind"] for check in row["verification"]["checks"]}
    assert row["params"]["L"] == 16 and row["devices"] == [0] and row["host_threads"] == 1
    assert row["unit"] == "flip" and row["figure"] == "burst" and len(row["repetitions"]) == 1
    # A core is no multiprocessor.
    assert "core_clock_mhz" in row["conditions"] and "sm_clock_mhz" not in row["conditions"]
    assert row["ci95"][0] <= row["ns_per_unit"] <= row["ci95"][1]
    assert row["units_per_ns"] == pytest.approx(1 / row["ns_per_unit"])
    assert (row["ns_per_flip"], row["flips_per_ns"]) == (row["ns_per_unit"], row["units_per_ns"])
    speedup = row["speedup"]
    assert speedup["ci95"][0] <= speedup["value"] <= speedup["ci95"][1]


def test_a_row_says_how_many_threads_took_part(spinbench):
    rows = spinbench("run", "--kernel", "machine_copy", "--backend", "cpu", "--axis", "bytes=1048576", "--sweeps", "2", *BURST,
                     "--format", "json").json()["rows"]
    threads = {row["variant"]: row["host_threads"] for row in rows if row["status"] == "measured"}
    assert threads.pop("threads") == len(os.sched_getaffinity(0)) and set(threads.values()) == {1}


def test_counted_work_is_of_the_batches_that_were_timed(spinbench):
    """In a row that is its own reference, too."""
    rows = spinbench("run", "--kernel", "ising2d_wolff", "--variant", "list", "--backend", "cpu", "--axis", "L=8", "--hold", "0",
                     "--repetitions", "2", "--physics", "1", "--format", "json").json()["rows"]
    (row,) = (row for row in rows if row["kernel"] == "ising2d_wolff")
    assert len(row["repetitions"]) == 2 and 1 < row["work"]["units_per_sweep"] < 64
    assert row["ns_per_unit"] == pytest.approx(row["ns_per_sweep"] / row["work"]["units_per_sweep"])
    assert min(row["repetitions"]) <= row["ns_per_unit"] <= max(row["repetitions"])


def test_timed_path_is_one_that_a_check_has_passed(real_run):
    for row in by_status(real_run[0])["measured"]:
        checked = {c.get("code_path") for c in row["verification"]["checks"] if c["passed"] and c["kind"] != "support"}
        assert row["code_path"] in checked, row["name"]


@pytest.fixture(scope="module")
def held_run(tmp_path_factory):
    """The shortest case under held load, in two repetitions: (row, table)."""
    out = tmp_path_factory.mktemp("held") / "r.json"
    process = subprocess.run([BINARY, "run", *SHORT_CASE, "--sweeps", "50", "--hold", "1", "--repetitions", "2", "--out",
                              out], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=100, check=False)
    assert process.returncode == 0, process.stderr
    results = json.loads(out.read_text())
    validate(results)
    return results["rows"][0], process.stdout


def test_held_load(held_run):
    row, table = held_run
    assert row["figure"] == "held" and len(row["repetitions"]) == 2
    # A quarter of a second at least tells whether it is steady.
    assert row["hold_s"] >= 0.2
    assert min(row["repetitions"]) <= row["ns_per_unit"] <= max(row["repetitions"])
    assert all(row["ci95"][0] <= ns <= row["ci95"][1] for ns in row["repetitions"])
    assert ("burst" in row) == ("burst " in table)


def test_bursts_are_called_so(real_run):
    """Once, above the section."""
    lines = real_run[1].splitlines()
    assert ", in bursts: " in lines[0]
    rows = [line for line in lines[1:] if line.startswith("checkerboard ") and "skipped" not in line]
    assert rows and all(" phys" in line for line in rows)


def test_sweeps_concern_the_selected_cases_only(real_run):
    """Fifty sweeps a batch are nothing to time a reference by, which nobody asked for."""
    sweeps = {row["variant"]: row["sweeps_per_batch"] for row in by_status(real_run[0])["measured"]}
    assert sweeps["checkerboard"] == 50 and sweeps["row_order"] > 1000


def test_odd_lattice_is_a_skipped_row(real_run):
    skipped = [row for row in by_status(real_run[0])["skipped"] if row["params"].get("L") == 15]
    assert len(skipped) == 1
    assert "even" in skipped[0]["reason"] and "ns_per_unit" not in skipped[0]


def test_provenance(real_run):
    provenance = real_run[0]["provenance"]
    for key in ("host", "date", "git", "dirty", "argv", "cpu", "devices", "compilers"):
        assert key in provenance
    assert "run" in provenance["argv"]


def test_table_names_every_case(real_run):
    results, table, _ = real_run
    for row in results["rows"]:
        assert row["variant"] in table


def test_too_large_for_memory_is_a_skipped_row(spinbench, tmp_path):
    result = spinbench("run", "--kernel", "machine_copy", "--backend", "cpu", "--axis", f"bytes={1 << 40},4096",
                       "--variant", "memcpy", *BURST, "--out", "r.json")
    assert result.code == 0, result
    results = json.loads((tmp_path / "r.json").read_text())
    validate(results)
    skipped = [row for row in results["rows"] if row["params"]["bytes"] == 1 << 40]
    assert skipped and all(row["status"] == "skipped" and "memory" in row["reason"] for row in skipped)


def test_allocation_that_fails_is_no_crash(spinbench, tmp_path):
    result = spinbench("run", "--kernel", "machine_memset", "--backend", "cpu", "--axis", f"bytes={1 << 31}", "--out",
                       "r.json", max_memory_bytes=1 << 30)
    assert result.code == 2, result
    rows = json.loads((tmp_path / "r.json").read_text())["rows"]
    assert rows and all(row["status"] == "skipped" and row["reason"] for row in rows)


def test_seed_stands_in_the_row(spinbench, tmp_path):
    assert spinbench("run", *SHORT, "--seed", "7", "--out", "r.json").code == 0
    assert json.loads((tmp_path / "r.json").read_text())["rows"][0]["seed"] == 7


def test_verify_json_has_the_rows_without_times(spinbench):
    result = spinbench("verify", *SHORT_CASE, "--json")
    assert result.code == 0, result
    results = result.json()
    validate(results)
    assert [row["status"] for row in results["rows"]] == ["verified"]
    assert not any("ns_per" in key for key in results["rows"][0])


def test_list(spinbench):
    result = spinbench("list")
    assert result.code == 0 and "checkerboard" in result.out
    listing = spinbench("list", "--kernel", "*", "--json").json()
    kernels = {variant["kernel"] for variant in listing["variants"]}
    assert {"ising2d_metropolis", "machine_copy", "machine_logic"} <= kernels


def test_doctor(spinbench):
    assert spinbench("doctor").code == 0
    found = {finding["name"]: finding for finding in spinbench("doctor", "--json").json()["findings"]}
    assert found["backend cpu"]["found"]
    # What is missing comes with how to get it.
    assert all(finding["found"] or finding["remedy"] for finding in found.values())


@pytest.mark.parametrize("backend", ["cuda", "bogus"])
def test_doctor_has_no_json_of_what_is_to_be_done(spinbench, backend):
    """It printed text all the same."""
    line = spinbench("doctor", "--fix", backend, "--json").refused()
    assert "--json" in line and f"--fix '{backend}'" in line
    assert spinbench("doctor", "--json", "--fix", backend).refused() == line


def test_doctor_builds_with_a_compiler_that_is_here(spinbench, backends, tmp_path):
    needs(not {"cuda", "hip"} & backends, "this build has both, or one")
    for name in ("nvcc", "hipcc"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    findings = spinbench("doctor", "--json", env={"PATH": str(tmp_path)}).json()["findings"]
    found = {finding["name"]: finding for finding in findings}
    for name, compiler in (("cuda", "nvcc"), ("hip", "hipcc")):
        assert found[compiler]["found"] and found[compiler]["detail"] == str(tmp_path / compiler)
        assert f"SPINBENCH_PRESET={name} ./spinbench" in found[f"backend {name}"]["remedy"]
        assert "install" not in found[f"backend {name}"]["remedy"]


def test_doctor_has_no_yes_for_what_it_does_not_know(spinbench):
    clock = next(f for f in spinbench("doctor", "--json").json()["findings"] if f["name"] == "CPU clock")
    assert clock["found"] == ("governor performance" == clock["detail"])


def test_files_of_version_1_read_in_the_terms_of_version_2():
    old = {"unit": "flip", "status": "measured", "ns_per_flip": 2.0, "flips_per_ns": 0.5, "ci95": [1.9, 2.1],
           "samples_ns_per_flip": [2.0], "throttled_samples_ns_per_flip": [], "speedup": None, "energy": None,
           "work": {"flips_per_sweep": 4, "bytes_per_flip": 8}, "limit": {"bound": "alu", "flips_per_ns": 0.4, "fraction": 1.25},
           "published": [{"source": "w", "ns_per_flip": 3.0}], "tau_sweeps": 3.0,
           "estimates": [{"name": "energy", "value": 1.0, "error": 0.1, "exact": 1.1, "deviation_sigmas": -1.0}]}
    del old["unit"]
    document = results_file.upgraded({"schema": "spinbench-results/1", "provenance": {}, "rows": [old]})
    row = document["rows"][0]
    assert (row["unit"], row["figure"], row["ns_per_unit"], row["units_per_ns"]) == ("flip", "burst", 2.0, 0.5)
    assert row["samples_ns_per_unit"] == [2.0] and row["work"] == {"units_per_sweep": 4, "bytes_per_unit": 8}
    assert row["limit"] == {"bound": "alu", "units_per_ns": 0.4, "fraction": 1.25, "exceeded": True}
    assert row["published"] == [{"source": "w", "ns_per_unit": 3.0}]
    assert [(e["name"], e.get("expected")) for e in row["estimates"]] == [("energy", 1.1), ("tau_sweeps", None)]
    assert results_file.upgraded(document) == document


def test_joules_of_one_device_are_not_taken_for_those_of_several():
    row = {"variant": "v", "backend": "cuda", "params": {}, "energy": {"joules_per_unit": 1e-10, "counter_w": 140.0},
           "ranks": {"count": 2, "by_rank": [{"host": "a", "device": "card at 1"}, {"host": "a", "device": "card at 1"}]}}
    document = {"schema": results_file.NEWEST, "provenance": {}, "rows": [row]}
    assert results_file.upgraded(document) == document  # both share it
    row["ranks"]["by_rank"][1]["device"] = "card at 2"
    energy = results_file.upgraded(document)["rows"][0]["energy"]
    assert energy == {"joules_per_unit": None, "doubt": "of the devices of 2 ranks only rank 0's was read"}


@pytest.mark.parametrize("text", ["", "7", "[]", "{}", '{"schema": "spinbench-results/3"}', '{"schema": "spinbench-results/1"}',
                                  '{"schema": "spinbench-results/1", "rows": [7]}', '{"schema": []}'])
def test_what_is_no_results_file_is_refused_by_name(tmp_path, text):
    (tmp_path / "r.json").write_text(text)
    with pytest.raises(ValueError, match="r.json is no results file"):
        results_file.load(tmp_path / "r.json")


def test_interchange_has_what_compare_reads(real_run):
    document = json.loads(real_run[2].read_text())
    assert {"date", "host_name", "num_cpus"} <= set(document["context"])
    benchmarks = document["benchmarks"]
    assert benchmarks
    for benchmark in benchmarks:
        assert benchmark["name"].startswith(("ising2d_metropolis/", "machine_"))
        if "error_occurred" in benchmark or "skipped" in benchmark:
            continue
        assert benchmark["time_unit"] in ("ns", "us", "ms", "s")
        assert benchmark["real_time"] > 0 and benchmark["cpu_time"] > 0 and benchmark["iterations"] > 0


def test_compare_py_reads_the_interchange(real_run):
    tool = os.environ.get("GOOGLE_BENCHMARK_COMPARE") or shutil.which("compare.py")
    if tool is None and pathlib.Path("/usr/share/benchmark/compare.py").exists():
        tool = "/usr/share/benchmark/compare.py"
    needs(tool, "Google Benchmark's compare.py is not here (Debian: libbenchmark-tools)")
    # The system's Python, since Debian's scipy is not seen from a virtual environment.
    python = next((p for p in ("/usr/bin/python3", shutil.which("python3")) if p and subprocess.run(
        [p, "-c", "import scipy, numpy"], capture_output=True, check=False).returncode == 0), None)
    needs(python, "compare.py needs scipy (Debian: python3-scipy)")
    # Without a terminal's colours; compare.py looks for its own package beside itself.
    result = subprocess.run([python, tool, "--no-color", "benchmarks", real_run[2], real_run[2]], capture_output=True,
                            text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert "ising2d_metropolis/checkerboard/cpu" in result.stdout and "+0.0000" in result.stdout


def test_the_file_knows_the_machine(real_run):
    machine = real_run[0]["provenance"]["machine"]
    assert machine["threads"] >= machine["cores"] >= 1 and machine["threads_allowed"] == len(os.sched_getaffinity(0))
    assert machine["memory_bytes"] > 1 << 28 and machine["kernel"].startswith("Linux ")
    assert machine["load_start"] >= 0 and machine["load_end"] >= 0
