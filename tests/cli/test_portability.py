"""The README's table of portability: the script that makes it, and that the README holds what it makes."""

import importlib.util
import json

import pytest

from conftest import ROOT

SPEC = importlib.util.spec_from_file_location("portability", ROOT / "docs/portability.py")
portability = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(portability)

EVERY_KERNEL = True


def row(variant, backend, device, fraction=None, status="measured", **more):
    passed = {"verification": {"status": "passed", "checks": []}} if status in ("measured", "verified") else {}
    limit = {"limit": {"bound": "dram", "flips_per_ns": 1.0, "fraction": fraction}} if fraction else {}
    return {"kernel": "ising", "variant": variant, "backend": backend, "device": device, "status": status, **passed,
            **limit, **more}


ROWS = [row("tiled", "cuda", "H200", 0.5), row("tiled", "cuda", "H200", 0.8), row("tiled", "kokkos", "EPYC", 0.4),
        row("naive", "cuda", "H200", 0.3), row("texture", "hip", "MI250", status="skipped", reason="no texture unit")]
LISTING = {"backends": [{"name": "cuda"}],
           "variants": [{"kernel": "ising", "name": n, "backend": "cuda"} for n in ("tiled", "naive", "new")]}


def test_harmonic_mean_over_all_platforms():
    best, platforms = portability.efficiencies(ROWS)
    assert platforms == ["cuda on H200", "kokkos on EPYC"]
    assert portability.pennycook(best["ising", "tiled"], platforms) == pytest.approx(2 / (1 / 0.8 + 1 / 0.4))
    assert portability.pennycook(best["ising", "naive"], platforms) == 0


def test_what_failed_its_checks_does_not_count():
    failed = row("naive", "cuda", "H200", 0.9, status="failed")
    assert portability.efficiencies([failed]) == ({}, []) and portability.observed([failed]) == {}


def test_cells():
    standing = {("ising", "tiled"): {"hip": "compile-only", "cuda": "compile-only"}, ("ising", "gone"): {"cuda": "compile-only"}}
    cells = portability.merged(LISTING, ROWS, standing)
    assert cells["ising", "tiled"] == {"cuda": "verified (H200)", "kokkos": "verified (EPYC)", "hip": "compile-only"}
    assert cells["ising", "new"] == {"cuda": "compile-only"}
    assert cells["ising", "texture"] == {"hip": "skipped (no texture unit)"}
    assert ("ising", "gone") not in cells


def test_experiments_have_no_portability_of_their_own():
    listing = {"kernels": [{"name": "ising", "experiment": False}, {"name": "quality", "experiment": True}],
               "variants": [{"kernel": k, "name": "tiled", "backend": "cuda"} for k in ("ising", "quality")]}
    assert portability.compiled(listing) == {("ising", "tiled"): {"cuda": "compile-only"}}


def test_table_reads_back():
    cells = portability.merged(LISTING, ROWS, {})
    text = portability.table(cells, ROWS)
    assert portability.cells_in(text) == cells
    assert "Platforms: cuda on H200; kokkos on EPYC." in text


def test_readme_holds_the_table(spinbench):
    shown = portability.table_in((ROOT / "README.md").read_text())
    listing = json.loads(spinbench("list", "--kernel", "*", "--json").out)
    rows = portability.recorded_rows()
    cells = portability.merged(listing, rows, portability.cells_in(shown))
    assert shown == portability.table(cells, rows), "run docs/portability.py --write"
