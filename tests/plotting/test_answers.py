"""The numbers of report and plot: which row stands for a machine, between which ends, at which power, and what the first lines
make of them."""

import json
import os
import stat
import sys

import example_files as example
import pytest

pytest.importorskip("vl_convert", reason="no vl-convert-python")
pytest.importorskip("matplotlib", reason="no matplotlib")

from spinbench_results import cases, commands, fields, prices  # noqa: E402
from spinbench_results.plot import data, draw  # noqa: E402
from spinbench_results.report import page, ranking, rows  # noqa: E402

FAST, SLOW = "NVIDIA H200", "NVIDIA H100"


def told(read):
    made = rows.report(read)
    found = ranking.places(made.rows, prices.Prices())
    return ranking.headline(*ranking.standings(found), made.rows), ranking.warnings(made.rows, found)


def recorded(*names):
    by_name = {document.file: document for document in example.recorded()}
    return [by_name[f"{name}.json"] for name in names]


# --- the first lines ---

def test_the_fastest_machine_is_the_one_that_is_faster_over_equal_cases():
    """Seen: with a file of CPU rows one kernel was common, whose fastest cases tie, and the slower machine was named first."""
    lines, _ = told(recorded("epyc-multispin", "h100-procurement-1", "h200-procurement-1"))
    assert lines[0].startswith("NVIDIA H200 is the fastest of ") and " 1.07 times " in lines[0]


def test_the_power_is_that_of_the_cases_that_are_compared():
    def made(device, *powers):
        return example.document(*(example.row(L * (2 if device == FAST else 1), device=device, params={"L": L},
                                              energy={"joules_per_unit": 1e-9, "seconds": 2, "counter_w": power})
                                  for L, power in zip((64, 128, 256), powers)), device=device)

    lines, _ = told(example.read(made(FAST, 100, 200, 300), made(SLOW, 100, 100)))
    assert "over the 2 cases that both ran, at 100 to 200 W." in lines[0]


@pytest.mark.parametrize("times,words", [(1.015, "about equal"), (1.03, "is the fastest of 2 machines")])
def test_within_two_percent_machines_are_about_equal(times, words):
    def made(device, factor):
        return example.document(*(example.row(L * factor, device=device, params={"L": L},
                                              energy={"joules_per_unit": 1e-9 / factor, "seconds": 2}) for L in (64, 128)),
                                device=device)

    lines, _ = told(example.read(made(FAST, times), made(SLOW, 1)))
    assert words in lines[0] and (f"Per joule {FAST} and {SLOW} are about equal" in lines[1]) == (times < 1.02)


def test_a_table_of_unlike_cases_says_so():
    def made(device, *sizes):
        return example.document(*(example.row(10 * L, device=device, params={"L": L}) for L in sizes), device=device)

    assert not any("did not run the same cases" in line for line in told(example.read(made(FAST, 8, 16), made(SLOW, 8, 16)))[1])
    warned = told(example.read(made(FAST, 8, 16, 4096), made(SLOW, 8, 16)))[1]
    assert warned[0].startswith(f"{FAST} and {SLOW} did not run the same cases")


# --- rows ---

def test_a_row_of_the_page_has_its_ends_in_order_and_the_counters_power():
    row = rows.report(example.read(example.document(example.row(100.0, energy={
        "joules_per_unit": 4e-9, "seconds": 2, "counter_w": 400, "sampled_w": 410})))).rows[0]
    assert (row["low"], row["high"]) == (0.0099, 0.0101) and row["watts"] == 400
    assert page.spread(row) == "1.0%"


def test_held_rows_stand_before_faster_bursts():
    held, burst = {"figure": "held", "rate": 5.0}, {"figure": "burst", "rate": 9.0}
    assert ranking.better(held, burst) and not ranking.better(burst, held)
    assert ranking.better({"figure": "held", "rate": 6.0}, held)


def test_the_middle_of_two_runs_lies_between_them():
    assert cases.middle([{"ns_per_unit": ns} for ns in (1.0, 4.0)]) == pytest.approx(2)
    assert cases.middle([{"ns_per_unit": ns} for ns in (9.0, 1.0, 4.0)]) == 4


@pytest.mark.parametrize("change,where", [({"ci95": [0.02, 0.01]}, "ci95"), ({"ci95": [-1, 1]}, "ci95"), ({"ci95": [0, 0]}, "ci95"),
                                          ({"units_per_ns": 1e5}, "units_per_ns")])
def test_numbers_that_contradict_each_other_are_refused(change, where):
    assert where in fields.row_fault(example.row(100.0, **change)) and not fields.row_fault(example.row(100.0))
    with pytest.raises(ValueError, match=where):
        example.read(example.document(example.row(100.0, **change)))


def test_what_is_no_file_stays_what_it_is(tmp_path):
    """Seen: report -o /dev/null, as root, left a file of that name."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        commands.write(str(pipe), "all of it")
        assert os.read(reader, 100) == b"all of it" and stat.S_ISFIFO(pipe.stat().st_mode)
    finally:
        os.close(reader)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


# --- errors ---

def test_an_error_of_its_own_is_one_line_and_2(tmp_path, capsys, monkeypatch):
    """Python's own 1 means of compare that a case is slower."""
    (tmp_path / "r.json").write_text(json.dumps(example.document(example.row())))

    def fails(*_):
        raise ZeroDivisionError("division\nby zero")

    monkeypatch.setattr(rows, "report", fails)
    monkeypatch.chdir(tmp_path)
    code, out, err = example.run(capsys, "report", "r.json")
    assert (code, out) == (2, "") and err.count("\n") == 1
    assert err.startswith("spinbench: report failed by an error of its own, ZeroDivisionError: ")
    assert r"division\nby zero (commands/report.py, line " in err and "SPINBENCH_TRACEBACK=1" in err
    monkeypatch.setenv("SPINBENCH_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        example.run(capsys, "report", "r.json")


@pytest.mark.parametrize("where", ["report.library", "plot.draw"])
def test_a_package_that_is_not_there_is_named_with_its_python(tmp_path, capsys, monkeypatch, where):
    """Also one that is asked for late. A sentence that sent back to ./spinbench would send whoever comes from there in a circle."""
    def lacks(*_):
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    command = where.split(".", maxsplit=1)[0]
    (tmp_path / "r.json").write_text(json.dumps(example.document(example.row())))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(f"spinbench_results.{where}.{'versions' if command == 'report' else 'save'}", lacks)
    code, out, err = example.run(capsys, command, "r.json")
    assert (code, out) == (2, "") and err.count("\n") == 1
    assert f"{command} needs the Python package numpy, which {sys.executable} lacks: " in err and "remove .venv" in err


@pytest.mark.parametrize("changes", [{"energy": {"joules_per_unit": -1}}, {"energy": None, "conditions": {"power_w": -3}}], ids=str)
def test_a_file_of_a_negative_power_is_left_out_of_a_report(tmp_path, capsys, changes):
    for name, device, more in (("a", FAST, {}), ("b", SLOW, {}), ("odd", "NVIDIA A100", changes)):
        (tmp_path / f"{name}.json").write_text(json.dumps(example.document(example.row(device=device, **more), device=device)))
    code, _, err = example.run(capsys, "report", tmp_path, "-o", tmp_path / "r.html")
    assert code == 0 and err.count("\n") == 1 and "odd.json is no results file: rows[0]." in err and "is too small; skipped" in err
    assert FAST in (tmp_path / "r.html").read_text()


# --- pictures ---

def test_intervals_of_rates_have_their_ends_in_order():
    low, high = data.interval(example.row(100.0), "flips_per_ns")
    assert low == pytest.approx(100 / 1.01) and high == pytest.approx(100 / 0.99)


def line(machine, x, group="g", joined=True):
    y = [1.0] * len(x)
    return data.Line(label=group, machine=machine, x=x, y=y, low=y, high=y, group=group, dashed=False, joined=joined)


def test_machines_differ_by_dashes_and_by_markers_where_no_line_shows():
    joined = draw.styles([line("a", [1, 2, 3]), line("b", [1, 2])])
    assert joined[0][2] != joined[1][2] and joined[0][:2] == joined[1][:2]
    for single in ([line("a", [1, 2, 3]), line("b", [1])], [line("a", [1, 2], joined=False), line("b", [1, 2], joined=False)]):
        looks = draw.styles(single)
        assert looks[0][1] != looks[1][1]


def test_a_line_has_a_gap_where_another_machine_measured_and_it_did_not():
    few, many = line("a", [1, 8]), line("b", [1, 2, 4, 8])
    assert [x == x for x in draw.with_gaps(few, [few, many])[0]] == [True, False, True]
    assert draw.with_gaps(many, [few, many])[0] == [1, 2, 4, 8]
    assert draw.with_gaps(few, [few, line("b", [1, 2], group="other")])[0] == [1, 8]
