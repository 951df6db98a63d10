"""Runs that end too early, and how they go on."""

import json
import resource
import shutil
import signal
import subprocess

import pytest

from conftest import BINARY, MANY, MANY_CASES, SHORT_CASE, journal_rows, needs


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


def told(journal, identity):
    """Puts `identity` into the journal's header; its bytes then."""
    header, *rows = journal.read_text().splitlines(keepends=True)
    header = json.loads(header)
    header["identity"].update(identity)
    journal.write_text("".join([json.dumps(header) + "\n", *rows]))
    return journal.read_bytes()


@pytest.mark.parametrize("key,value", [("build", "v0-1"), ("compiler", {"cxx": "GNU 12", "flags": "-O0 -fsanitize=address"}),
                                       ("host", "elsewhere"), ("seed", 2)], ids=["build", "compiler", "host", "seed"])
def test_journal_of_another_build(spinbench, stop_in_the_middle, tmp_path, key, value):
    stop_in_the_middle(tmp_path / "r.json", signal.SIGKILL)
    before = told(tmp_path / "r.json.journal", {key: value})
    line = spinbench("run", *MANY, "--out", "r.json", "--resume").refused()
    assert "r.json.journal" in line and f"of another {key}" in line and "--out" in line
    assert (tmp_path / "r.json.journal").read_bytes() == before and not (tmp_path / "r.json").exists()


def test_journal_of_another_binary(stop_in_the_middle, tmp_path):
    """Two of changed files have one commit and the same flags."""
    stop_in_the_middle(tmp_path / "r.json", signal.SIGKILL)
    before = (tmp_path / "r.json.journal").read_bytes()
    needs("binary" in json.loads(before.splitlines()[0])["identity"], "a build of a clean checkout, which its commit and flags tell")
    shutil.copy(BINARY, tmp_path / "other")
    with open(tmp_path / "other", "ab") as other:
        other.write(b"\0")
    result = subprocess.run([tmp_path / "other", "run", *MANY, "--out", "r.json", "--resume"], cwd=tmp_path, capture_output=True,
                            text=True, timeout=60, check=False)
    assert result.returncode == 2 and len(result.stderr.splitlines()) == 1 and "of another binary" in result.stderr, result
    assert (tmp_path / "r.json.journal").read_bytes() == before and not (tmp_path / "r.json").exists()


def cpu_seconds():
    """Of the programs that were started here and have ended: others may take the cores."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_ten_thousand_rows_are_resumed_in_a_time_that_grows_with_their_number(spinbench, stop_in_the_middle, tmp_path):
    """All but two of the cases have their rows. Time in proportion to them is ten times that of a thousand; looking through all
    of them for each would make it a hundred times. The bound lies between, a factor of three from either, which is what the pace
    of a shared machine may change meanwhile."""
    stop_in_the_middle(tmp_path / "r.json", signal.SIGKILL)
    journal = tmp_path / "r.json.journal"
    header, text = journal.read_text().splitlines(keepends=True)[:2]
    steps = json.loads(text)["params"]["steps"]
    seconds = []
    for count in (1000, 10000):
        with journal.open("w") as file:
            file.write(header)
            for other in range(20000, 20000 + count - 2):
                file.write(text.replace(f"steps:{steps}", f"steps:{other}").replace(f'"steps":{steps}', f'"steps":{other}'))
        (tmp_path / "r.json").unlink(missing_ok=True)
        before = cpu_seconds()
        result = spinbench("run", *SHORT_CASE[:-1], f"steps=20000:{19999 + count}:+1", *MANY[len(SHORT_CASE):], "--out", "r.json",
                           "--resume")
        seconds.append(cpu_seconds() - before)
        assert result.code == 0, result
        rows = json.loads((tmp_path / "r.json").read_text())["rows"]
        assert [row["params"]["steps"] for row in rows] == list(range(20000, 20000 + count))
    assert seconds[1] < 30 * seconds[0], seconds
