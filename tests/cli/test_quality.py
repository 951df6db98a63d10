"""The experiment rng_quality: its rows, its refusals, and the tables that are made of them."""

import importlib.util
import json
import os
import subprocess
import sys

import pytest

from conftest import ROOT
from test_results import validate

SPEC = importlib.util.spec_from_file_location("quality_table", ROOT / "docs/quality_table.py")
quality_table = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(quality_table)

# Well below the critical temperature, where the physics check takes a second.
SMALL = ["--kernel", "rng_quality", "--variant", "row_order", "--backend", "cpu", "--axis", "L=16", "--axis", "beta=0.6"]


@pytest.fixture(scope="module")
def quality_run(tmp_path_factory):
    """A run of three generators: (results, table)."""
    import conftest
    folder = tmp_path_factory.mktemp("quality")
    process = subprocess.run([conftest.BINARY, "run", *SMALL, "--axis", "rng=lcg32_random,lcg64_random,philox4x32",
                              "--sweeps", "20000", "--physics", "1", "--out", folder / "q.json"],
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=200, check=False,
                             env={**os.environ, "COLUMNS": "200"})
    assert process.returncode == 0, process.stderr
    return json.loads((folder / "q.json").read_text()), process.stdout


def test_rows_hold_estimates(quality_run):
    results = quality_run[0]
    validate(results)
    assert len(results["rows"]) == 3
    for row in results["rows"]:
        assert row["status"] == "measured" and row["stop_reason"] == "experiment"
        assert row["ns_per_flip"] > 0 and row["verification"]["status"] == "passed" and row["figure"] == "burst"
        assert (row["sweeps"], row["spacing"], row["measurements"]) == (20000, 2, 10000)
        assert row["equilibration_sweeps"] == 1000
        energy, specific_heat, tau = row["estimates"]
        assert (energy["name"], specific_heat["name"], tau["name"]) == ("energy", "specific_heat", "tau_sweeps")
        assert tau["value"] > 0 and not {"expected", "deviation_sigmas"} & set(tau)
        for estimate in (energy, specific_heat):
            deviation = (estimate["value"] - estimate["expected"]) / estimate["error"]
            assert estimate["deviation_sigmas"] == pytest.approx(deviation)
            assert abs(deviation) < 5
        assert 0 < energy["error"] < 0.01 * abs(energy["expected"])


def test_a_declared_bias_is_in_the_row(quality_run):
    by_rng = {row["params"]["rng"]: row for row in quality_run[0]["rows"]}
    assert all("Table 1" in e["known_bias"] for e in by_rng["lcg32_random"]["estimates"] if "expected" in e)
    assert not any("known_bias" in e for e in by_rng["philox4x32"]["estimates"])


def test_console_table_shows_estimates(quality_run):
    results, table = quality_run
    head = table.splitlines()[1].split()
    assert head[:8] == ["variant", "rng", "energy", "sigmas", "specific_heat", "sigmas", "tau_sweeps", "sweeps"]
    for row in results["rows"]:
        energy = row["estimates"][0]
        assert quality_table.with_error(energy["value"], energy["error"]) in table


def test_schema_wants_all_of_an_experiment(quality_run):
    import jsonschema
    broken = json.loads(json.dumps(quality_run[0]))
    del broken["rows"][0]["measurements"]
    with pytest.raises(jsonschema.ValidationError):
        validate(broken)


@pytest.mark.parametrize("sweeps,said", [("101", "every 2 sweeps"), ("30", "needs 64"), ("2", "needs 64")])
def test_sweeps_refused(spinbench, tmp_path, sweeps, said):
    line = spinbench("run", *SMALL, "--sweeps", sweeps, "--out", "r.json").refused()
    assert f"--sweeps {sweeps}" in line and said in line
    assert list(tmp_path.iterdir()) == []


def test_help_says_both_meanings_of_sweeps(spinbench):
    text = " ".join(spinbench("run", "--help").out.split())
    assert "sweeps a batch" in text and "of an experiment" in text


def test_experiments_are_not_among_the_variants_of_a_model(spinbench):
    cases = spinbench("list", "--variant", "row_order", "--json").json()["cases"]
    assert {case["kernel"] for case in cases} == {"ising2d_metropolis", "ising3d_metropolis", "heisenberg2d_metropolis",
                                                   "heisenberg3d_heatbath", "heisenberg3d_metropolis", "ising2d_parallel_tempering",
                                                   "ising2d_population_annealing"}


def test_figure_has_every_generator(spinbench):
    listing = spinbench("list", "--kernel", "rng_quality", "--figure", "weigel2012-table1", "--backend", "cpu",
                        "--json").json()
    words = {word for v in listing["variants"] for axis in v["axes"] if axis["name"] == "rng" for word in axis["words"]}
    on_cpu = [c for c in listing["cases"] if c["variant"] == "row_order"]
    assert {c["params"]["rng"] for c in on_cpu} == words
    assert all(c["params"]["L"] == 1024 and c["params"]["beta"] == 0.4 for c in on_cpu)


def test_value_with_error():
    assert quality_table.with_error(-1.1060788, 1.5e-6) == "-1.1060788(15)"
    assert quality_table.with_error(0.83286, 4.5e-4) == "0.83286(45)"
    assert quality_table.with_error(0.861, 0.0996) == "0.86(10)"
    assert quality_table.with_error(12.0, 3.4) == "12.0(34)"
    assert quality_table.with_error(1.5, None) == "1.5"


def row(rng, deviation, **more):
    return {"kernel": "rng_quality", "variant": "tiled", "backend": "cuda", "device": "H200", "status": "measured",
            "params": {"L": 1024, "rng": rng}, "sweeps": 10**7, "equilibration_sweeps": 500000, "spacing": 5,
            "measurements": 2 * 10**6, "published": [],
            "estimates": [{"name": "energy", "value": -1.1060788, "error": 1.5e-6, "expected": -1.10607920374579,
                           "deviation_sigmas": deviation, **more}, {"name": "tau_sweeps", "value": 3.14159, "error": 0}]}


def test_markdown():
    good, bad, surprising = row("good", 0.27), row("bad", 8259.05, known_bias="Table 1"), row("new", 3.5)
    other, unseen = row("other", -8259.05, known_bias="Table 1"), row("unseen", -4.0, known_bias="Table 1")
    for biased, sigmas in ((bad, 8259.05), (other, 8259.05), (unseen, 2.9)):
        biased["published"] = [{"source": "w", "locator": "Table 1", "device": "GPU", "estimate": "energy", "value": -1.0944121,
                                "error": 1.4e-6, "deviation_sigmas": sigmas}]
    text = quality_table.tables([{"rows": [good, bad, other, unseen, surprising, {"status": "failed"}]}])
    assert "| `good` | -1.1060788(15) | 0.27 | 3.14 | compatible | - | - |" in text
    assert "| `bad` | -1.1060788(15) | 8259.05 | 3.14 | off, as expected: Table 1 | -1.0944121(14) | 8259.05 |" in text
    assert "| `unseen` | -1.1060788(15) | -4.00 | 3.14 | off, as expected: Table 1 | " in text
    assert "| `other` | -1.1060788(15) | -8259.05 | 3.14 | off, as expected, but with the other sign: Table 1 | " in text
    assert "| `new` | -1.1060788(15) | 3.50 | 3.14 | off | - | - |" in text
    assert "10000000 sweeps after 500000" in text


def test_page_takes_the_tables():
    page = quality_table.TARGET.read_text()
    written = quality_table.with_tables(page, "a table")
    assert f"{quality_table.BEGIN}\na table\n{quality_table.END}" in written
    assert quality_table.with_tables(written, "another").count("a table") == 0


@pytest.mark.parametrize("text", ["{", '{"rows": []}', "[]"])
def test_script_refuses_what_holds_no_estimates(tmp_path, text):
    (tmp_path / "r.json").write_text(text)
    result = subprocess.run([sys.executable, ROOT / "docs/quality_table.py", tmp_path / "r.json"], capture_output=True,
                            text=True, check=False)
    assert result.returncode == 1 and len(result.stderr.splitlines()) == 1 and "quality_table.py" in result.stderr
