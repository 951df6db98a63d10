"""The tables of recorded times: that they are made of the recorded files, and how a cell is chosen."""

import json

import readme_tables
from conftest import ROOT


def test_pages_hold_the_tables():
    recorded = readme_tables.Recorded()
    for page in readme_tables.PAGES:
        assert readme_tables.with_tables(page, recorded) == page.read_text(), "run docs/readme_tables.py --write"


def recorded(tmp_path, *rows):
    """Files of one row each: (figure, units_per_ns, date, more params)."""
    original = json.loads((ROOT / "results/recorded/h200-held.json").read_text())
    template = next(row for row in original["rows"] if row["variant"] == "tiled")
    for number, (figure, rate, date, params) in enumerate(rows):
        row = {**template, "figure": figure, "units_per_ns": rate, "params": {**template["params"], **params},
               "name": template["name"] + "".join(f"/{k}:{v}" for k, v in params.items())}
        (tmp_path / f"{number}.json").write_text(json.dumps(
            {**original, "provenance": {**original["provenance"], "date": date}, "rows": [row]}))
    found = readme_tables.Recorded(tmp_path).fastest("ising2d_metropolis", "tiled", {"L": 16384})
    assert list(found) == ["NVIDIA H200"]
    row, path = found["NVIDIA H200"]
    return readme_tables.rate(row), path.name


def test_a_held_figure_stands_before_a_newer_burst(tmp_path):
    rows = ("held", 1600.4, "2026-11-20", {}), ("burst", 1700.0, "2026-11-22", {})
    assert recorded(tmp_path, *rows) == ("1600", "0.json")


def test_of_held_figures_the_newest_stands(tmp_path):
    rows = ("held", 1700.0, "2026-11-20", {}), ("held", 1600.0, "2026-11-22", {}), ("held", 1650.0, "2026-11-21", {})
    assert recorded(tmp_path, *rows) == ("1600", "1.json")


def test_of_open_axes_the_fastest_stands(tmp_path):
    rows = ("held", 1600.0, "2026-11-22", {"launch": "graph"}), ("held", 1650.0, "2026-11-20", {"launch": "chained"})
    assert recorded(tmp_path, *rows) == ("1650", "1.json")


def test_bursts_are_marked(tmp_path):
    assert recorded(tmp_path, ("burst", 2.1849, "2026-11-22", {})) == ("2.18 b", "0.json")


def test_processors_of_one_name_are_told_apart_by_their_caches():
    def document(kib):
        machine = {"machine": {"caches": [{"level": 1, "type": "Instruction", "bytes": 1}, {"level": 1, "type": "Data", "bytes": kib << 10}]}}
        return {"provenance": machine if kib else {}, "rows": [{"device": "AMD EPYC", "backend": "cpu"}, {"device": "H200", "backend": "cuda"}]}

    for sizes, told in (((32, 48, 0), ["AMD EPYC (32 KiB L1)", "AMD EPYC (48 KiB L1)", "AMD EPYC"]), ((32, 0, 32), ["AMD EPYC"] * 3)):
        documents = [document(kib) for kib in sizes]
        readme_tables.name_apart(documents)
        assert [one["rows"][0]["device"] for one in documents] == told
        assert {one["rows"][1]["device"] for one in documents} == {"H200"}
