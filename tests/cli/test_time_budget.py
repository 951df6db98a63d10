"""What --time-budget leaves out, and how it is measured later."""

import csv
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import threading
import time

import pytest

from conftest import BINARY, ONE_BURST, SHORT_CASE, journal_rows, needs, new_terminal, start

CASES = 20
TWENTY = [*SHORT_CASE[:-1], "steps=20000:29500:+500", "--sweeps", "5", *ONE_BURST]
BUDGET = ["--time-budget", "3"]


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def rows(path):
    return json.loads(pathlib.Path(path).read_text())["rows"]


def test_time_budget_says_what_it_left_out(spinbench, tmp_path):
    result = spinbench("run", *TWENTY, *BUDGET, "--out", "r.json")
    assert result.code == 0 and "time budget 3 s" in result.err
    left = [row for row in rows(tmp_path / "r.json") if row["status"] == "skipped"]
    assert len(rows(tmp_path / "r.json")) == CASES and 0 < len(left) < CASES
    assert all("time budget of 3 s" in row["reason"] for row in left)
    assert f"the time budget left {len(left)} cases out" in result.err.splitlines()[-1]
    assert "--hold 0 --repetitions 1 --resume" in result.err.splitlines()[-1]


def test_resume_measures_what_the_budget_left_out(spinbench, tmp_path):
    assert spinbench("run", *TWENTY, *BUDGET, "--out", "r.json").code == 0
    first = {row["name"]: row for row in rows(tmp_path / "r.json") if row["status"] == "measured"}
    result = spinbench("run", *TWENTY, "--out", "r.json", "--resume")
    assert result.code == 0 and f"{len(first)} of {CASES} cases are in" in result.err, result
    assert "from the beginning" not in result.err and not (tmp_path / "r.json.journal").exists()
    after = rows(tmp_path / "r.json")
    assert len(after) == CASES and all(row["status"] == "measured" for row in after)
    assert all(first.get(row["name"], row) == row for row in after)
    again = spinbench("run", *TWENTY, "--out", "r.json", "--resume")
    assert again.code == 0 and "is complete" in again.err and rows(tmp_path / "r.json") == after


def test_a_resumed_run_that_was_stopped_goes_on(spinbench, tmp_path):
    """The rows of its journal are taken, beside the file that lacks them."""
    assert spinbench("run", *TWENTY, *BUDGET, "--out", "r.json").code == 0
    budgeted = (tmp_path / "r.json").read_bytes()
    journal = tmp_path / "r.json.journal"
    process = start("run", *TWENTY, "--out", "r.json", "--resume", cwd=tmp_path)
    while process.poll() is None and not journal_rows(journal):
        time.sleep(0.002)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    kept = journal_rows(journal)
    assert process.returncode == 130 and kept and (tmp_path / "r.json").read_bytes() == budgeted
    assert spinbench("run", *TWENTY, "--out", "r.json", "--resume").code == 0
    after = {row["name"]: row for row in rows(tmp_path / "r.json")}
    assert len(after) == CASES and all(row["status"] == "measured" for row in after.values())
    assert all(after[row["name"]] == row for row in kept) and not journal.exists()


def test_a_dry_run_leaves_out_the_same(spinbench):
    asked = ["run", "--dry-run", *TWENTY, *BUDGET]
    whole = spinbench("run", "--dry-run", *TWENTY, "--format", "json").json()
    plan = spinbench(*asked, "--format", "json").json()
    left = {case["name"] for case in plan["cases"] if case["status"] == "skipped"}
    assert 0 < len(left) < CASES == len(plan["cases"])
    assert all("time budget of 3 s" in case["reason"] for case in plan["cases"] if case["name"] in left)
    # One case is done at least, whatever it takes.
    assert plan["seconds"] == pytest.approx(sum(c["seconds"] for c in plan["cases"] if c["name"] not in left))
    assert plan["seconds"] < whole["seconds"]
    table = csv.DictReader(io.StringIO(spinbench(*asked, "--format", "csv").out))
    assert {row["name"] for row in table if row["status"] == "skipped"} == left
    text = spinbench(*asked).out
    assert len(re.findall(r"^ +left out  machine_logic/", text, re.M)) == len(left)
    assert f"the time budget leaves {len(left)} out" in text.splitlines()[-1]
    assert spinbench(*asked, "--format", "markdown").out.count("left out: the time budget") == len(left)


def test_progress_counts_what_fits(tmp_path):
    """On a terminal, which shows each case as it begins."""
    ours, theirs = new_terminal()
    process = subprocess.Popen([BINARY, "run", *TWENTY, *BUDGET, "--format", "json"], cwd=tmp_path,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    shown = []

    def read():
        try:
            while data := os.read(ours, 4096):
                shown.append(data)
        except OSError:
            pass  # how the end of a terminal reads

    reader = threading.Thread(target=read)
    reader.start()
    out, _ = process.communicate(timeout=60)
    reader.join()
    os.close(ours)
    left = int(re.search(rb"(\d+) cases? left out", b"".join(shown)).group(1))
    counted = {tuple(map(int, pair)) for pair in re.findall(rb"\[(\d+)/(\d+)\]", b"".join(shown))}
    assert {total for _, total in counted} == {CASES - left} and len(json.loads(out)["rows"]) == CASES


def planned_s(spinbench, *arguments):
    return spinbench("run", "--kernel", "ising2d_metropolis", "--variant", "row_order", "--backend", "cpu", *ONE_BURST, *arguments,
                     "--dry-run", "--format", "json").json()["seconds"]


def test_a_large_lattice_is_planned_to_take_as_long_as_its_sweeps(spinbench):
    """Of 2^32 sites a sweep takes some 20 s on a core, and there are several."""
    small, large = planned_s(spinbench, "--axis", "L=64"), planned_s(spinbench, "--axis", "L=65536")
    assert small < 60 and large > small + 60
    # What was learnt of small ones is no less than that of large ones.
    assert spinbench("run", "--kernel", "ising2d_metropolis", "--variant", "row_order", "--backend", "cpu", "--axis", "L=64", *ONE_BURST,
                     "--physics", "1").code == 0
    assert planned_s(spinbench, "--axis", "L=65536", "--physics", "1") > planned_s(spinbench, "--axis", "L=64", "--physics", "1") + 60


def test_a_fine_interval_is_planned_to_take_longer(spinbench):
    assert planned_s(spinbench, "--axis", "L=16", "--precision", "0.05%") > planned_s(spinbench, "--axis", "L=16") + 10


def test_a_budget_that_is_too_short_for_one_case_is_called_so(spinbench):
    result = spinbench("run", "--kernel", "ising2d_metropolis", "--variant", "row_order", "--backend", "cpu", "--axis", "L=64", *ONE_BURST,
                       "--dry-run", "--time-budget", "2s")
    assert result.code == 0 and "what is left takes" in result.err


def planned(spinbench, *arguments):
    return json.loads(spinbench("run", *arguments, "--dry-run", "--format", "json").out)["cases"]


def test_a_reference_takes_no_case_s_place(spinbench):
    """The serial reference takes longer than the budget: it comes along with a case that was asked for, not instead."""
    cases = planned(spinbench, "--kernel", "ising2d_metropolis", "--variant", "multispin", "--backend", "cpu", "--axis",
                    "L=256,512", "--time-budget", "2s")
    runnable = [case["name"] for case in cases if case["status"] == "runnable"]
    assert len(cases) == 4 and len(runnable) == 2, cases
    assert "/row_order/" in runnable[0] and "/multispin/" in runnable[1]
    assert all("L:256/" in name for name in runnable)


def test_launches_of_a_file_are_left_out_by_their_names(spinbench):
    asked = ["--kernel", "machine_logic,machine_mad", "--backend", "cpu", *ONE_BURST]
    search = ["--precision", "50%", "--sweeps", "5", "--tune", "--tune-axis", "steps=1000,2000"]
    assert spinbench("run", *asked, *search, "--tuning", "t.json").code == 0
    # Each takes longer than the budget.
    asked += ["--precision", "0.05%", "--tuning", "t.json"]
    every, cases = planned(spinbench, *asked), planned(spinbench, *asked, "--time-budget", "1s")
    left = [case for case in cases if case["status"] == "skipped"]
    assert [case["name"] for case in cases] == [case["name"] for case in every]
    assert len(cases) == 3 and len(left) == 2 and not any("steps:65536" in case["name"] for case in cases), cases


def test_a_search_has_no_budget(spinbench):
    result = spinbench("run", *SHORT_CASE, "--tune", "--tuning", "t.json", "--time-budget", "2s")
    assert result.code == 2 and "--time-budget excludes --tune" in result.err


def test_energy_that_cannot_be_had_is_said_at_once(spinbench):
    needs(not list(pathlib.Path("/sys/class/powercap").glob("intel-rapl*")), "this machine may have an energy counter")
    result = spinbench("run", *SHORT_CASE, *ONE_BURST, "--energy")
    assert result.code == 0 and "--energy: " in result.err and "no energy counter" in result.err


def know(tmp_path, times):
    """As earlier runs would have left it: seconds by key."""
    file = tmp_path / "cache/spinbench/estimates.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"schema": "spinbench-estimates/1", "cases": times}))


def test_a_budget_adds_no_repetitions_to_the_quick_preset(spinbench, tmp_path):
    """It has one; a shorter way with two was not known, and was taken by a guess of less than what was known."""
    asked = ["--backend", "cpu"]
    variants = {case["name"].rpartition("/cpu/")[0] for case in planned(spinbench, *asked) if case["status"] == "runnable"}
    know(tmp_path, {f"{name}/cpu physics 3,3 hold 0 x1 limit 1.5": {"first_s": 8, "later_s": 4} for name in variants})
    whole = sum(case["seconds"] for case in planned(spinbench, *asked))
    assert whole > 8 * len(variants)
    result = spinbench("run", *asked, "--time-budget", f"{whole - 10:.0f}s", "--dry-run", "--format", "json")
    cases = result.json()["cases"]
    left = {case["name"] for case in cases if case["status"] == "skipped"}
    assert "--hold 0 --repetitions 1" in result.err and left, result
    assert result.json()["seconds"] <= whole - 10
    # Of each variant the first stays.
    assert {case["name"].rpartition("/cpu/")[0] for case in cases if case["name"] not in left} == variants


@pytest.mark.parametrize("known, seconds", [
    ({}, 30 - 6 + 0.7), ({"measuring_s": 6}, 30 - 6 + 0.7), ({"measuring_s": 24}, 30 - 24 + 24 * 0.7 / 6),
    # Of long sweeps a repetition has a few, however short the load is.
    ({"measuring_s": 24, "sweep_s": 1, "byte_s": 1e-9}, 30 - 24 + 24 / 3)], ids=["older", "short", "long", "sweeps"])
def test_a_way_that_is_not_known_takes_no_longer_to_check(spinbench, tmp_path, known, seconds):
    """Times of the load that was asked for are known, of shorter ones none: their checks take what they took."""
    asked = TWENTY[:TWENTY.index("--hold")]
    know(tmp_path, {"machine_logic/scalar/cpu physics 20,10 hold 10 x3 limit 5": {"first_s": 30, "later_s": 30, **known},
                    "machine_logic/scalar/cpu physics 20,10 hold x limit 5": {"first_s": 1, "later_s": 1},
                    "machine_logic/scalar/cpu physics 20,10 hold 0 x-1 limit 5": {"first_s": 1, "later_s": 1}})
    assert [case["seconds"] for case in planned(spinbench, *asked)] == [30] * CASES
    for fit in (CASES, CASES // 2):
        result = spinbench("run", *asked, "--time-budget", f"{(fit + 0.5) * seconds:.3f}s", "--dry-run", "--format", "json")
        assert f"--hold 0 --repetitions 1, {CASES - fit} cases left out" in result.err, result
        assert result.json()["seconds"] == pytest.approx(fit * seconds)
