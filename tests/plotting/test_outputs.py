"""No output replaces what was measured."""

import json
import os

import example_files as example
import pytest

pytest.importorskip("matplotlib", reason="no matplotlib")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """a.json and b.json, results of two days; a.svg, results by an odd name; a link to a.json."""
    for name, day in (("a.json", 20), ("b.json", 21), ("a.svg", 22), ("weigel2012-fig8.png", 22), ("h-2.png", 22)):
        made = example.document(example.row(100.0), example.row(50.0, kernel="ising3d_metropolis"), date=f"2026-11-{day}T00:00:00Z")
        (tmp_path / name).write_text(json.dumps(made, indent=1))
    (tmp_path / "link.json").symlink_to("a.json")
    (tmp_path / "cut.json").write_text((tmp_path / "a.json").read_text()[:300])
    (tmp_path / "prices.toml").write_text('currency = "EUR"\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def held(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("arguments", [
    "export csv a.json -o a.json", "export csv a.json -o ./link.json", "export google-benchmark a.json -o b.json",
    "export bencher a.json -o cut.json", "export csv . -o b.json", "report a.json -o a.json", "report a.json -o b.json",
    "report a.json --prices prices.toml -o prices.toml", "compare a.json b.json --json a.json",
    "compare a.json b.json --json b.json", "compare a.json a.json --json b.json", "compare a.json missing.json --json a.json",
    "history a.json b.json --json b.json", "history a.json b.json --plot a.svg", "history a.json b.json --plot h.png",
    "score a.json --json b.json", "plot a.json -o a.json", "plot a.json -o . --figure weigel2012-fig8 --format png"])
def test_no_output_replaces_results(folder, capsys, arguments):
    before = held(folder)
    code, out, err = example.run(capsys, *arguments.split())
    assert (code, out) == (2, "") and err.count("\n") == 1 and "would replace a" in err and "give another name" in err
    assert held(folder) == before


def test_any_axis_replaces_none_either(folder, capsys):
    os.rename("a.svg", "plot.svg")
    assert example.run(capsys, "plot", "a.json", "--x", "L", "-o", ".", "--format", "svg")[0] == 2


@pytest.mark.parametrize("arguments", ["export csv a.json -o out.csv", "export bencher a.json -o out.json", "report a.json -o out.html",
                                       "compare a.json b.json --json out.json", "history . --json out.json", "plot a.json -o out --format svg"])
def test_what_was_made_before_is_replaced(folder, capsys, arguments):
    assert example.run(capsys, *arguments.split())[0] == 0
    before = held(folder) if "plot" not in arguments else None
    assert example.run(capsys, *arguments.split())[0] == 0
    assert before is None or set(held(folder)) == set(before)
