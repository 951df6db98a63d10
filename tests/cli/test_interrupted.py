"""Runs that end too early, and how they go on."""

import json
import signal

from conftest import MANY, MANY_CASES, journal_rows


def check_resumed(spinbench, tmp_path, before):
    result = spinbench("run", *MANY, "--out", "r.json", "--resume")
    assert result.code == 0, result
    rows = json.loads((tmp_path / "r.json").read_text())["rows"]
    names = [row["name"] for row in rows]
    assert len(names) == len(set(names)) == MANY_CASES
    assert all(row["status"] == "measured" for row in rows)
    # What was measured before is kept, not measured once more.
    after = {row["name"]: row for row in rows}
    assert all(after[row["name"]] == row for row in before)


def test_ctrl_c_then_resume(spinbench, stop_in_the_middle, tmp_path):
    code, err, before = stop_in_the_middle(tmp_path / "r.json", signal.SIGINT)
    assert code == 130 and "--resume" in err
    assert 3 <= len(before) < MANY_CASES
    check_resumed(spinbench, tmp_path, before)


def test_kill_then_resume(spinbench, stop_in_the_middle, tmp_path):
    code, _, before = stop_in_the_middle(tmp_path / "r.json", signal.SIGKILL)
    assert code == -signal.SIGKILL
    assert not (tmp_path / "r.json").exists()
    # As if the machine had died while a row was being written.
    with open(tmp_path / "r.json.journal", "a") as journal:
        journal.write('{"name": "machine_logic/sca')
    check_resumed(spinbench, tmp_path, before)


def test_journal_is_refused_without_resume(spinbench, stop_in_the_middle, tmp_path):
    stop_in_the_middle(tmp_path / "r.json", signal.SIGKILL)
    before = (tmp_path / "r.json.journal").read_bytes()
    line = spinbench("run", *MANY, "--out", "r.json").refused()
    assert "--resume" in line and "r.json.journal" in line
    assert (tmp_path / "r.json.journal").read_bytes() == before


def test_journal_rows_are_whole_lines(stop_in_the_middle, tmp_path):
    _, _, before = stop_in_the_middle(tmp_path / "r.json", signal.SIGTERM)
    assert before == journal_rows(tmp_path / "r.json.journal")
