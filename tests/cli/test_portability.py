"""The table of portability: the script that makes it, and that docs/portability.md holds what it makes."""

import importlib.util
import json

import pytest

from conftest import ROOT

SPEC = importlib.util.spec_from_file_location("portability", ROOT / "docs/portability.py")
portability = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(portability)

EVERY_KERNEL = True


def row(variant, backend, device, fraction=None, status="measured", params=None, exceeded=False, **more):
    passed = {"verification": {"status": "passed", "checks": []}} if status in ("measured", "verified") else {}
    limit = {"limit": {"bound": "dram", "flips_per_ns": 1.0, "fraction": fraction}} if fraction else {}
    if exceeded:
        limit["limit"]["exceeded"] = True
    return {"kernel": "ising", "variant": variant, "backend": backend, "device": device, "status": status,
            "params": params or {"L": 1024}, **passed, **limit, **more}


ROWS = [row("tiled", "cuda", "H200", 0.5), row("tiled", "cuda", "H200", 0.8), row("tiled", "kokkos", "EPYC", 0.4),
        row("naive", "cuda", "H200", 0.3), row("texture", "hip", "MI250", status="skipped", reason="no texture unit")]
LISTING = {"backends": [{"name": "cuda"}],
           "variants": [{"kernel": "ising", "name": n, "backend": "cuda"} for n in ("tiled", "naive", "new")]}


def test_harmonic_mean_over_the_platforms_where_it_runs():
    found = portability.compared(ROWS)
    assert found["ising", "tiled"] == ({"L": 1024}, {"cuda on H200": 0.8, "kokkos on EPYC": 0.4})
    assert portability.harmonic_mean([0.8, 0.4]) == pytest.approx(2 / (1 / 0.8 + 1 / 0.4))
    assert found["ising", "naive"] == ({"L": 1024}, {"cuda on H200": 0.3})


def test_only_one_case_is_compared():
    """Not each platform's best over whatever was run there."""
    rows = [row("tiled", "cuda", "H200", 0.9, params={"L": 65536, "launch": "graph"}),
            row("tiled", "cuda", "H200", 0.6, params={"L": 1024, "launch": "graph"}),
            row("tiled", "cuda", "H200", 0.7, params={"L": 1024, "launch": "persistent"}),
            row("tiled", "cpu", "EPYC", 0.5, params={"L": 1024, "threads": 1}),
            row("tiled", "cpu", "EPYC", 0.8, params={"L": 4096, "threads": 1})]
    case = {"L": 1024, "threads": 1}
    assert portability.compared(rows) == {("ising", "tiled"): (case, {"cuda on H200": 0.7, "cpu on EPYC": 0.5})}


def test_where_no_case_is_shared_the_largest_stands_alone():
    rows = [row("tiled", "cuda", "H200", 0.9, params={"L": 16384}), row("tiled", "cpu", "EPYC", 0.5, params={"L": 64})]
    assert portability.compared(rows)["ising", "tiled"] == ({"L": 16384}, {"cuda on H200": 0.9})


def test_of_cases_as_large_none_stands_for_being_fast():
    rows = [row("march", "cuda", "H200", fraction, params={"L": 320, "sweeps": sweeps}) for sweeps, fraction in ((1, 0.5), (2, 0.3))]
    assert portability.compared(rows)["ising", "march"] == ({"L": 320, "sweeps": 2}, {"cuda on H200": 0.3})


def test_rows_that_drifted_stand_behind_those_that_had_settled():
    rows = [row("tiled", "cuda", "H200", 0.66, settled=False), row("tiled", "cuda", "H200", 0.64, settled=True),
            row("naive", "cuda", "H200", 0.5, settled=False)]
    found = portability.compared(rows)
    assert found["ising", "tiled"][1] == {"cuda on H200": 0.64} and found["ising", "naive"][1] == {"cuda on H200": 0.5}


def test_what_failed_its_checks_or_exceeded_its_limit_does_not_count():
    failed = row("naive", "cuda", "H200", 0.9, status="failed")
    assert portability.compared([failed]) == {} and portability.observed([failed]) == {}
    assert portability.compared([row("naive", "cuda", "H200", 1.3, exceeded=True)]) == {}


def test_cells():
    standing = {("ising", "tiled"): {"hip": "compile-only", "cuda": "compile-only"}, ("ising", "gone"): {"cuda": "compile-only"}}
    cells = portability.merged(LISTING, ROWS, standing)
    assert cells["ising", "tiled"] == {"cuda": "verified (H200)", "kokkos": "verified (EPYC)", "hip": "compile-only"}
    assert cells["ising", "new"] == {"cuda": "compile-only"}
    assert cells["ising", "texture"] == {"hip": "skipped (no texture unit)"}
    assert ("ising", "gone") not in cells


def test_a_build_that_lacks_backends_says_what_it_cannot_tell():
    cells = portability.merged(LISTING, ROWS, {})
    assert portability.not_in_this_build(LISTING, cells, cells) == ""
    standing = {key: row for key, row in cells.items() if key != ("ising", "new")}
    line = portability.not_in_this_build(LISTING, cells, standing)
    assert "no cpu, hip, kokkos" in line and "ising/new" in line and "tiled" not in line
    whole = {**LISTING, "backends": [{"name": name} for name in portability.BACKENDS]}
    assert portability.not_in_this_build(whole, cells, standing) == ""


def test_kernels_that_a_build_lacks_are_named():
    """It would take their cells off the page."""
    standing = {("ising", "tiled"): {"cuda": "compile-only"}, ("glass", "tiled"): {"cuda": "compile-only"}}
    assert portability.kernels_not_in_this_build(LISTING, standing) == ["glass"]
    assert portability.kernels_not_in_this_build(LISTING, {("ising", "tiled"): {}}) == []


def test_what_a_time_budget_left_out_says_nothing():
    left_out = row("tiled", "cuda", "H200", status="skipped", reason="left out: the time budget of 1 min is too short for it")
    assert portability.observed([left_out]) == {}


def test_experiments_have_no_portability_of_their_own():
    listing = {"kernels": [{"name": "ising", "experiment": False}, {"name": "quality", "experiment": True}],
               "variants": [{"kernel": k, "name": "tiled", "backend": "cuda"} for k in ("ising", "quality")]}
    assert portability.compiled(listing) == {("ising", "tiled"): {"cuda": "compile-only"}}


def test_table_reads_back():
    cells = portability.merged(LISTING, ROWS, {})
    text = portability.table(cells, ROWS)
    assert portability.cells_in(text) == cells
    assert "Platforms: cuda on H200; kokkos on EPYC." in text


def test_page_holds_the_table(spinbench):
    shown = portability.table_in((ROOT / "docs/portability.md").read_text())
    listing = json.loads(spinbench("list", "--kernel", "*", "--json").out)
    rows = portability.recorded_rows()
    cells = portability.merged(listing, rows, portability.cells_in(shown))
    assert shown == portability.table(cells, rows), "run docs/portability.py --write"


def test_what_cuda_has_hip_has():
    """GPU kernels are one source for both: a page made by a build without HIP would lack the cells of a new variant."""
    cells = portability.cells_in(portability.table_in((ROOT / "docs/portability.md").read_text()))
    on_gpus = {key: row for key, row in cells.items() if "cuda" in row}
    assert on_gpus and [key for key, row in on_gpus.items() if "hip" not in row] == []
