"""./spinbench compare: verdicts, exit codes, what is refused, and what is printed."""

import copy
import json
import re
import os
import pathlib
import subprocess
import sys
import time

import numpy as np
import pytest

import simulated
from pairs import as_text, pair, wide_terminal  # noqa: F401 - the last two are fixtures
from spinbench_results import __main__ as program
from spinbench_results import comparison, comparison_text, files

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDED = ROOT / "results/recorded"


def verdicts(pair, *options):
    pair.compare("--json", str(pair.folder / "c.json"), *options)
    return {case["params"]["L"]: case for case in json.loads((pair.folder / "c.json").read_text())["cases"]}


def test_the_same_build(pair, capsys):
    assert pair.compare() == 0
    assert "12 same" in capsys.readouterr().out


def test_slower_beyond_the_threshold(pair, capsys):
    pair.slow(pair.new.rows[3], 1.1)
    assert pair.compare() == 1
    assert capsys.readouterr().out.splitlines()[-1] == "slower by more than 3%: 1 of 14 cases; 2 undecided"
    found = verdicts(pair)
    assert found[3]["verdict"] == "slower" and found[3]["beyond_threshold"] and found[3]["ratio"] == pytest.approx(1.1)
    assert {case["verdict"] for L, case in found.items() if L not in (3, 12, 13)} == {"same"}


def test_exit_code_when_nobody_reads_on(pair):
    for row in pair.new.rows:
        row["params"]["rng"] = "x" * 150
    for row in pair.base.rows:
        row["params"]["rng"] = "x" * 150
    pair.slow(pair.new.rows[3], 1.1)
    command = f"'{sys.executable}' -m spinbench_results compare '{pair.written('base')}' '{pair.written('new')}' | true"
    result = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False, timeout=60,
                            env={**os.environ, "PYTHONPATH": str(ROOT / "plotting")})
    assert (result.returncode, result.stderr) == (1, "")


@pytest.mark.parametrize("options,code", [([], 1), (["--threshold", "20%"], 0), (["--threshold", "0.05"], 1)])
def test_threshold(pair, options, code):
    pair.slow(pair.new.rows[3], 1.1)
    assert pair.compare(*options) == code


def test_faster_is_no_failure(pair):
    pair.slow(pair.new.rows[3], 0.8)
    assert pair.compare() == 0
    assert verdicts(pair)[3]["verdict"] == "faster"


def test_undecided_is_no_failure(pair, capsys):
    """A CPU's runs differ by much: twice the time of one case may be the neighbours'."""
    pair.slow(pair.new.rows[12], 1.9)
    assert pair.compare() == 0
    assert verdicts(pair)[12]["verdict"] == "undecided"
    assert "--history DIR" in capsys.readouterr().out


def test_a_row_whose_repetitions_differ_is_undecided(pair):
    row = pair.new.rows[3]
    pair.slow(row, 1.1)
    row["repetitions"] = [row["ns_per_unit"] * f for f in (0.9, 1.0, 1.2)]
    assert verdicts(pair)[3]["verdict"] == "undecided"


def test_missing_failed_and_new_cases(pair, capsys):
    pair.base.rows.append(simulated.row(98, [1.0, 1.0, 1.0], "cuda"))
    pair.new.rows.append(simulated.row(99, [1.0, 1.0, 1.0], "cuda"))
    row = pair.new.rows[3]
    pair.new.rows[3] = {key: row[key] for key in ("name", "kernel", "variant", "backend", "device", "params", "unit")} | {
        "status": "failed", "reason": "energy is off by 9 sigma"}
    assert pair.compare() == 0
    out = capsys.readouterr().out
    assert "2 missing (1 of them skipped or failed)" in out and "missing in the new: 2" in out and "(failed: energy is off by 9 sigma)" in out and "new: 1" in out
    report = pair.folder / "c.json"
    pair.compare("--json", str(report))
    found = json.loads(report.read_text())
    assert [entry["why"] for entry in found["missing"]] == ["failed: energy is off by 9 sigma", "not in the file"]
    assert found["added"] == ["ising2d_metropolis/tiled/cuda/L:99"]


def test_disturbed_rows_are_counted(pair, capsys):
    pair.new.rows[3]["other_processes"] = ["python3 (7)"]
    pair.new.rows[4]["settled"] = False
    assert pair.compare() == 0
    out = capsys.readouterr().out
    assert "1 of the 14 rows in new were measured beside other processes on the device" in out
    assert "1 of the 14 rows in new were measured before power and clock were steady" in out


# --- what is refused --------------------------------------------------------------------------------------------


def of_device(key, value):
    return lambda d: d.provenance["devices"][1].update({key: value})


def of_rows(key, value):
    return lambda d: [row.update({key: value}) for row in d.rows]


DIFFERENT = {
    "device": of_device("name", "NVIDIA H100"), "pci": of_device("pci", "0000:01:00.0"),
    "driver": of_device("driver", "590.1"), "runtime": of_device("runtime", "CUDA 12.8"),
    "CPU": lambda d: d.provenance.update(cpu="AMD EPYC"),
    "CPU model": lambda d: d.provenance.update(machine={"cpu_model": "family 26, model 2"}),
    "compiler (cxx)": lambda d: d.provenance["compilers"].update(cxx="Clang 18"),
    "compiler (cuda)": lambda d: d.provenance["compilers"].update(cuda="NVIDIA 12.8"),
    "flags": lambda d: d.provenance["compilers"].update(flags="-O2"),
    "seed": of_rows("seed", 2), "time of cuda rows": of_rows("figure", "burst"),
    "power limit": lambda d: [row.update(conditions={"device": 0, "power_limit_w": 500}) for row in d.rows],
}


@pytest.mark.parametrize("what", DIFFERENT)
def test_what_was_measured_otherwise_is_refused(pair, capsys, what):
    for row in pair.base.rows:
        row["conditions"] = {"device": 0, "power_limit_w": 700}
    for document in (pair.base, pair.new):
        document.provenance = copy.deepcopy(document.provenance) | {"machine": {"cpu_model": "family 25, model 17"}}
    pair.new.rows = copy.deepcopy(pair.new.rows)
    if what != "power limit":
        for row in pair.new.rows:
            row["conditions"] = {"device": 0, "power_limit_w": 700}
    DIFFERENT[what](pair.new)
    assert pair.compare() == 2
    captured = capsys.readouterr()
    assert captured.out == "" and what in captured.err.splitlines()[0] and "--across" in captured.err.splitlines()[-1]
    assert pair.compare("--across") in (0, 1)
    assert capsys.readouterr().out.startswith(f"differs: {what}")


def test_other_numbers_of_repetitions_are_told_and_not_refused(pair, capsys):
    """A run in turns has four of each, an ordinary one three."""
    for row in pair.new.rows:
        middle = sorted(row["repetitions"])
        row["repetitions"] = [middle[0], row["ns_per_unit"], row["ns_per_unit"], middle[-1]]
    assert pair.compare() == 0
    out = capsys.readouterr().out
    assert "12 same" in out and "repetitions of a row: 3 in base, 4 in new" in out
    assert pair.compare("--markdown") == 0 and "- repetitions of a row: 3 in base, 4 in new" in capsys.readouterr().out


def test_the_best_of_more_repetitions_is_no_gain(pair):
    """Of a serial reference the best repetition counts: as many are taken on both sides."""
    case = comparison.cases.Case("key", [{**pair.base.rows[12], "ns_per_unit": 1.0, "repetitions": [1.0, 1.1, 1.2]}],
                                 [{**pair.new.rows[12], "ns_per_unit": 1.0, "repetitions": [1.0, 1.1, 1.2, 1.3]}])
    # Of the four choices of three among these four, three hold the 1.0 and one has 1.1 for its best.
    assert case.shift == pytest.approx(np.log(1.1) / 4)
    assert (case.base_ns, case.new_ns) == (1.0, 1.0)


@pytest.mark.parametrize("names,told", [(("n.baseline.json", "n.baseline.json"), True), (("n.baseline.json", "m.baseline.json"), False),
                                        ((None, None), False)])
def test_measured_in_turns(pair, capsys, names, told):
    for document, name in zip((pair.base, pair.new), names, strict=True):
        document.provenance = {**document.provenance, **({"in_turns": name} if name else {})}
    assert pair.compare() == 0
    assert ("in turns, repetition by repetition" in capsys.readouterr().out) == told


def test_another_commit_or_host_is_not_refused(pair, capsys):
    pair.new.provenance = {**pair.new.provenance, "git": "0000000", "host": "node8", "dirty": True}
    assert pair.compare() == 0
    assert "the hosts differ" in capsys.readouterr().out


def test_nothing_in_common(pair, capsys):
    pair.new.rows = [simulated.row(99, [1.0, 1.0], "cuda")]
    assert pair.compare() == 2
    assert "no measured case in common" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [
    [], ["a.json"], ["a.json", "b.json"], ["--threshold", "x", "a", "b"], ["--threshold", "3", "a", "b"],
    ["--threshold", "-1%", "a", "b"], ["--alpha", "0", "a", "b"], ["--alpha", "2", "a", "b"], ["--frobnicate", "a", "b"],
    ["a", "b", "c"]], ids=" ".join)
def test_bad_usage_is_one_line(arguments, capsys):
    assert program.main(["compare", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and len(captured.err.splitlines()) == 1, captured.err


@pytest.mark.parametrize("arguments", [[], ["frobnicate"], ["--frobnicate"]], ids=" ".join)
def test_bad_commands(arguments, capsys):
    assert program.main(arguments) == 2
    captured = capsys.readouterr()
    assert len((captured.out + captured.err).splitlines()) == 1


def test_a_file_that_cannot_be_written(pair, capsys):
    path = pair.folder / "missing" / "c.json"
    assert pair.compare("--json", str(path)) == 2
    assert capsys.readouterr().err.startswith(f"spinbench: {path} cannot be written")


# --- several runs, and a host's history -------------------------------------------------------------------------


def test_a_folder_of_runs_decides_what_one_run_does_not(tmp_path):
    """On a CPU, whose runs differ by 1% here: one run says nothing, five on each side find 10%."""
    bench = simulated.Bench(np.random.default_rng(3), accelerated=0, host=3, shared_cpu=False)
    base, new = [bench.run() for _ in range(5)], [bench.run({1: 1.1}) for _ in range(5)]
    one = comparison.compare(base[:1], new[:1])
    assert {v.verdict for v in one.verdicts} == {"undecided"}
    many = comparison.compare(base, new)
    assert [v.verdict for v in many.verdicts] == ["same", "slower", "same"] and many.verdicts[1].source == "history"


def test_history_decides_what_two_files_do_not(tmp_path):
    bench = simulated.Bench(np.random.default_rng(4), accelerated=0, host=3, shared_cpu=False)
    earlier = tmp_path / "earlier"
    earlier.mkdir()
    for i in range(12):
        (earlier / f"{i}.json").write_text(as_text(bench.run()))
    base, new = tmp_path / "base.json", tmp_path / "new.json"
    base.write_text(as_text(bench.run()))
    new.write_text(as_text(bench.run({1: 1.1})))
    # The judged files may lie in the folder, too.
    (earlier / "new.json").write_text(new.read_text())
    assert program.main(["compare", str(base), str(new)]) == 0
    assert program.main(["compare", str(base), str(new), "--history", str(earlier)]) == 1


# --- what is printed --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [70, 80, 120])
def test_no_line_is_wider_than_the_terminal(width, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(width))
    base, new = RECORDED / "h200-paper.json", RECORDED / "h200-procurement-1.json"
    assert program.main(["compare", str(base), str(new)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= width and len(lines) > 100


def test_markdown(pair, capsys):
    pair.slow(pair.new.rows[3], 1.1)
    pair.new.rows[3]["params"]["rng"] = pair.base.rows[3]["params"]["rng"] = "a|b`c<script>"
    assert pair.compare("--markdown") == 1
    out = capsys.readouterr().out
    assert out.startswith("### spinbench: 1 case slower by more than 3%")
    rows = [line for line in out.splitlines() if line.startswith("| `")]
    assert all(line.replace("\\|", "").count("|") == 7 for line in rows) and "a\\|b'c<script>" in rows[0]
    assert "<details><summary>same: 11</summary>" in out


def test_markdown_fits_into_a_comment(capsys):
    base = f"{RECORDED}/h200-paper.json"
    assert program.main(["compare", base, base, "--markdown"]) == 0
    out = capsys.readouterr().out
    assert len(out) < 65_536 and re.search(r"and \d\d+ more", out)


def test_json_on_standard_output_is_all_there_is(pair, capsys):
    assert pair.compare("--json", "-") == 0
    assert json.loads(capsys.readouterr().out)["schema"] == "spinbench-comparison/1"


def test_twenty_thousand_rows_take_seconds(tmp_path):
    """Nothing grows with the square of the rows."""
    rows = [simulated.row(i, [1.0, 1.01, 1.02], "cuda") for i in range(20_000)]
    base, new = (files.Document("r.json", "spinbench-results/2", simulated.PROVENANCE, part) for part in (rows, rows[:10_000]))
    begin = time.monotonic()
    result = comparison.compare([base], [new])
    comparison_text.text(result, 80)
    assert len(result.missing) == 10_000 and time.monotonic() - begin < 20


# --- recorded files ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base,new", [("h200-paper", "h200-procurement-1"), ("h200-paper", "h200-held")])
def test_recorded_runs_on_one_h200_raise_no_alarm(base, new):
    """Rows of two builds, on other days: nothing is said to have changed."""
    sides = [files.read_side(str(RECORDED / f"{name}.json")) for name in (base, new)]
    result = comparison.compare(*sides)
    assert not result.of("slower") and not result.of("faster") and len(result.verdicts) >= 4


def test_two_recorded_cards_are_told_apart_case_by_case(capsys):
    """What they differ by in all cases is no noise between runs, and the text says what the intervals are of."""
    new, gpu = str(RECORDED / "h200-paper.json"), []
    for base in (str(RECORDED / f"h100-paper{part}.json") for part in ("-3d", "")):
        assert program.main(["compare", base, new, "--across", "--json", "-"]) in (0, 1)
        found = json.loads(capsys.readouterr().out)
        gpu += [case["verdict"] for case in found["cases"] if case["backend"] == "cuda"]
    assert len(gpu) > 200 and gpu.count("undecided") < 0.1 * len(gpu) and gpu.count("faster") > 50
    assert program.main(["compare", base, new, "--across"]) in (0, 1)
    out = capsys.readouterr().out
    assert "other devices (cpu, cuda)" in out and "the spread between runs on one device is too large" in out


def test_change_reads_well():
    shown = [comparison_text.change(r) for r in (1.04, 0.9999, 0.5, 2.99, 17.9, 0.1, 1e-9, 1e9)]
    assert shown == ["+4.0%", "+0.0%", "-50.0%", "+199.0%", "x17.9", "x0.1", "<x0.01", ">x100"]
