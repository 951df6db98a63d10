"""--preset procurement-1: the list of results/procurement/, as the program has it."""

import itertools
import json
import subprocess

import jsonschema
import pytest
from conftest import BINARY, ROOT

EVERY_KERNEL = True
LIST = json.loads((ROOT / "results/procurement/procurement-1.json").read_text())
BACKENDS = {"gpu": ("cuda", "hip"), "cpu": ("cpu",)}


def entries(kind):
    """(kernel, variant, params) of the list's cases for a "gpu" or a "cpu"."""
    return [(group["kernel"], job[kind]["variant"], job[kind]["params"])
            for group in LIST["groups"] for job in group["jobs"] if kind in job]


@pytest.fixture(scope="module")
def listed():
    listing = subprocess.run([BINARY, "list", "--json", "--kernel", "*"], capture_output=True, text=True, check=True,
                             timeout=100)
    return json.loads(listing.stdout)


def test_every_case_pins_every_axis(listed):
    variants = {(v["kernel"], v["name"], v["backend"]): v for v in listed["variants"]}
    seen = 0
    for kind, backends in BACKENDS.items():
        for (kernel, name, params), backend in itertools.product(entries(kind), backends):
            variant = variants.get((kernel, name, backend))
            if variant is None:  # this build has no such backend
                continue
            seen += 1
            assert list(params) == [axis["name"] for axis in variant["axes"]], (kernel, name, backend)
            for axis in variant["axes"]:
                value = params[axis["name"]]
                assert {"integer": int, "real": float, "word": str}[axis["type"]] is type(value), (kernel, name, axis["name"])
                assert value in axis["words"] if "words" in axis else axis["min"] <= value <= axis["max"]
    assert seen >= len(entries("cpu"))


# The list is out: these wait for the next one.
NEWER = {"ea2d_parallel_tempering", "ea3d_parallel_tempering", "heisenberg2d_metropolis", "heisenberg3d_heatbath",
         "heisenberg3d_metropolis", "heisenberg3d_overrelaxation", "heisenberg3d_parallel_tempering",
         "ising2d_swendsen_wang", "ising3d_swendsen_wang", "ising2d_wolff", "ising3d_wolff", "ising2d_multicanonical",
         "ising2d_parallel_tempering", "ising2d_population_annealing", "ising2d_wang_landau"}


def test_it_holds_every_kernel(listed):
    kernels = {k["name"] for k in listed["kernels"] if not k["experiment"] and not k["name"].startswith("machine_")}
    assert kernels - NEWER == {group["kernel"] for group in LIST["groups"]}
    for group in LIST["groups"]:
        assert {job["fills"] for job in group["jobs"]} == {True, False}, group["kernel"]
        assert len({job["job"] for job in group["jobs"]}) == len(group["jobs"])
        assert any("cpu" in job for job in group["jobs"]), group["kernel"]
    assert len(entries("gpu")) <= 25 and len(entries("cpu")) <= 25


def test_the_preset_is_the_list(spinbench):
    cases = spinbench("list", "--json", "--preset", "procurement-1", "--backend", "cpu").json()["cases"]
    assert sorted((c["kernel"], c["variant"], json.dumps(c["params"])) for c in cases) == sorted(
        (kernel, variant, json.dumps(params)) for kernel, variant, params in entries("cpu"))
    assert all(c["status"] == "runnable" for c in cases)


def test_most_cases_are_of_the_paper_preset_too(spinbench):
    names = [{c["name"] for c in spinbench("list", "--json", "--preset", preset, "--backend", "cpu").json()["cases"]}
             for preset in ("procurement-1", "paper")]
    assert len(names[0] & names[1]) > 0.7 * len(names[0])


def test_files_say_the_list_and_have_no_references(spinbench, tmp_path):
    only = ["--kernel", "rng_fill", "--filter", "lcg32", "--axis", "n=65536", "--backend", "cpu"]
    # As much time for physics as without a word.
    result = spinbench("run", "--preset", "procurement-1", *only, "--physics", "20", "--hold", "0", "--repetitions", "1", "--out", "r.json")
    assert result.code == 0, result
    document = json.loads((tmp_path / "r.json").read_text())
    jsonschema.validate(document, json.loads((ROOT / "results/schema/spinbench-results-2.schema.json").read_text()))
    assert document["provenance"]["preset"] == "procurement-1"
    assert [row["variant"] for row in document["rows"]] == ["streams"]  # --preset paper has `standard`, their reference, too


@pytest.mark.parametrize("preset", ["procurement-1", "paper"])
def test_its_rows_are_proved_in_full(spinbench, tmp_path, preset):
    """Where nothing is recorded a shorter proof may do."""
    only = ["--kernel", "rng_fill", "--filter", "lcg32", "--axis", "streams=300", "--backend", "cpu"]
    line = spinbench("run", "--preset", preset, *only, "--physics", "19.5", "--out", "r.json").refused()
    assert "--physics 19.5" in line and f"preset {preset}" in line and "20 s" in line
    assert list(tmp_path.iterdir()) == []


def test_another_number_is_refused(spinbench):
    line = spinbench("run", "--preset", "procurement-2").refused()
    assert "procurement-2" in line and "procurement-1" in line
