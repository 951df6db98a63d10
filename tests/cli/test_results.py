"""What a run writes: the results file against its schema, and what Google Benchmark's tools read."""

import json
import os
import pathlib
import shutil
import subprocess

import jsonschema
import pytest

from conftest import ROOT, SHORT, SHORT_CASE, needs

SCHEMA = ROOT / "results/schema/spinbench-results-1.schema.json"


def validate(results):
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(results, schema, cls=jsonschema.Draft202012Validator)


@pytest.mark.parametrize("path", sorted((ROOT / "results/recorded").glob("*.json")), ids=lambda path: path.stem)
def test_recorded_results_keep_their_promises(path):
    """They follow the schema, every time is of a kernel proved right in the same run (or of an experiment whose
    generator is known to be biased), and none is beyond the machine's measured limit, but for that one's own spread."""
    results = json.loads(path.read_text())
    validate(results)
    for row in results["rows"]:
        if row["status"] == "measured":
            assert row["verification"]["status"] in {"passed", "expected_failure"}, row["name"]
            assert (row.get("limit") or {"fraction": 0})["fraction"] < 1.05, row["name"]


def by_status(results):
    found = {}
    for row in results["rows"]:
        found.setdefault(row["status"], []).append(row)
    return found


def test_results_follow_the_schema(real_run):
    validate(real_run[0])


def test_schema_refuses_a_row_without_its_time(real_run):
    broken = json.loads(json.dumps(real_run[0]))
    row = by_status(broken)["measured"][0]
    del row["ns_per_flip"]
    with pytest.raises(jsonschema.ValidationError):
        validate(broken)


def test_measured_row(real_run):
    measured = [row for row in by_status(real_run[0])["measured"] if row["variant"] == "checkerboard"]
    assert len(measured) == 1
    row = measured[0]
    assert row["verification"]["status"] == "passed" and row["verification"]["checks"]
    assert row["params"]["L"] == 16
    assert row["ci95"][0] <= row["ns_per_flip"] <= row["ci95"][1]
    assert row["flips_per_ns"] == pytest.approx(1 / row["ns_per_flip"])


def test_odd_lattice_is_a_skipped_row(real_run):
    skipped = [row for row in by_status(real_run[0])["skipped"] if row["params"].get("L") == 15]
    assert len(skipped) == 1
    assert "even" in skipped[0]["reason"] and "ns_per_flip" not in skipped[0]


def test_provenance(real_run):
    provenance = real_run[0]["provenance"]
    assert real_run[0]["schema"] == "spinbench-results/1"
    for key in ("host", "date", "git", "dirty", "argv", "cpu", "devices", "compilers"):
        assert key in provenance
    assert "run" in provenance["argv"]


def test_table_names_every_case(real_run):
    results, table, _ = real_run
    for row in results["rows"]:
        assert row["variant"] in table


def test_too_large_for_memory_is_a_skipped_row(spinbench, tmp_path):
    result = spinbench("run", "--kernel", "machine_copy", "--backend", "cpu", "--axis", f"bytes={1 << 40}", "--out",
                       "r.json")
    assert result.code == 0, result
    results = json.loads((tmp_path / "r.json").read_text())
    validate(results)
    assert [row["status"] for row in results["rows"]] == ["skipped"]
    assert "memory" in results["rows"][0]["reason"]


def test_allocation_that_fails_is_no_crash(spinbench, tmp_path):
    result = spinbench("run", "--kernel", "machine_memset", "--backend", "cpu", "--axis", f"bytes={1 << 31}", "--out",
                       "r.json", max_memory_bytes=1 << 30)
    assert result.code in (0, 1), result
    rows = json.loads((tmp_path / "r.json").read_text())["rows"]
    assert [row["status"] in ("skipped", "failed") for row in rows] == [True]
    assert rows[0]["reason"]


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
