"""A dry run refuses what the run would refuse, with its line and exit code, and touches no file."""

import fcntl
import os
import signal
import stat
import subprocess
import time

import pytest

from conftest import BINARY, BURST, IS_ROOT, MANY, MANY_CASES, ONE_BURST, SHORT, SHORT_CASE, needs, needs_program, start

OTHER = [*SHORT_CASE[:-1], "steps=2000", "--sweeps", "50", *BURST]


def state(folder):
    return {path.name: (stat.S_IFMT(path.lstat().st_mode), path.read_bytes() if path.is_file() else None, path.lstat().st_mtime_ns)
            for path in folder.iterdir()}


def refused_alike(spinbench, folder, *args):
    """The line that both say; what there is stays as it was."""
    before = state(folder)
    dry = spinbench("run", "--dry-run", *args)
    assert state(folder) == before, "the dry run wrote something"
    wet = spinbench("run", *args)
    assert (dry.code, dry.err, dry.out) == (wet.code, wet.err, wet.out)
    assert {name: what[:2] for name, what in state(folder).items()} == {name: what[:2] for name, what in before.items()}
    return dry.refused()


def test_a_file_that_is_there(spinbench, tmp_path):
    assert spinbench("run", *SHORT, "--out", "r.json").code == 0
    assert "--force" in refused_alike(spinbench, tmp_path, *SHORT, "--out", "r.json")
    assert "another seed" in refused_alike(spinbench, tmp_path, *SHORT, "--out", "r.json", "--resume", "--seed", "3")
    assert "another selection" in refused_alike(spinbench, tmp_path, *OTHER, "--out", "r.json", "--resume")
    assert "another seed" in refused_alike(spinbench, tmp_path, *SHORT, "--out", "r.json", "--append", "--seed", "3")
    assert "--force" in refused_alike(spinbench, tmp_path, *OTHER, "--benchmark_out=r.json")
    before = state(tmp_path)
    for words in ([*SHORT, "--resume"], [*SHORT, "--append"]):
        complete = spinbench("run", "--dry-run", *words, "--out", "r.json")
        assert complete.code == 0 and "is complete: it has 1 row," in complete.err and complete.out == "", complete
    added = spinbench("run", "--dry-run", *SHORT_CASE[:-1], "steps=1000,2000", *SHORT[len(SHORT_CASE):], "--out", "r.json",
                      "--append", "--format", "json")
    assert [case["name"] for case in added.json()["cases"]] == ["machine_logic/scalar/cpu/steps:2000"]
    assert "1 of 2 cases" in added.err
    assert spinbench("run", "--dry-run", *OTHER, "--out", "r.json", "--force").code == 0 and state(tmp_path) == before


def test_a_journal(spinbench, stop_in_the_middle, tmp_path):
    _, _, kept = stop_in_the_middle(tmp_path / "r.json", signal.SIGKILL)
    assert "--resume" in refused_alike(spinbench, tmp_path, *MANY, "--out", "r.json")
    assert "which this selection has not" in refused_alike(spinbench, tmp_path, *SHORT_CASE, *MANY[len(SHORT_CASE):], "--out",
                                                           "r.json", "--resume")
    words = [*MANY[:-len(ONE_BURST)], "--hold", "1", "--repetitions", "1"]
    assert "another hold" in refused_alike(spinbench, tmp_path, *words, "--out", "r.json", "--resume")
    before = state(tmp_path)
    rest = spinbench("run", "--dry-run", *MANY, "--out", "r.json", "--resume", "--format", "json")
    assert rest.code == 0 and len(rest.json()["cases"]) == MANY_CASES - len(kept) and state(tmp_path) == before


def test_looking_at_a_journal_disturbs_nobody(spinbench, stop_in_the_middle, tmp_path):
    """Several dry runs at once, and a run that starts while one looks."""
    stop_in_the_middle(tmp_path / "r.json", signal.SIGKILL)
    words = [*MANY, "--out", "r.json", "--resume"]
    with open(tmp_path / "r.json.journal", "rb") as journal:
        fcntl.flock(journal, fcntl.LOCK_SH)
        assert spinbench("run", "--dry-run", *words).code == 0
        run = start("run", *words, cwd=tmp_path)
        time.sleep(0.2)
        assert run.poll() is None, run.communicate()
        fcntl.flock(journal, fcntl.LOCK_UN)
    assert run.wait(timeout=100) == 0
    (tmp_path / "r.json").unlink()
    (tmp_path / "r.json.journal").write_text("")
    with open(tmp_path / "r.json.journal", "rb") as journal:
        fcntl.flock(journal, fcntl.LOCK_EX)
        assert "in use" in refused_alike(spinbench, tmp_path, *words)


@pytest.mark.parametrize("content", [b"notes\n", b'{"schema": "spinbench-journal/2", "identity": {}}\n{"name": 7}\n'],
                         ids=["words", "rows"])
def test_what_is_no_journal(spinbench, tmp_path, content):
    (tmp_path / "r.json.journal").write_bytes(content)
    for more in ([], ["--resume"]):
        refused_alike(spinbench, tmp_path, *SHORT, "--out", "r.json", *more)


@pytest.mark.parametrize("out", ["nowhere/r.json", "folder", "r" * 242 + ".json"], ids=["no folder", "folder", "long"])
def test_what_cannot_be_written(spinbench, tmp_path, out):
    (tmp_path / "folder").mkdir()
    assert "cannot write" in refused_alike(spinbench, tmp_path, *SHORT, "--out", out)


def test_a_read_only_folder(spinbench, open_folder):
    (open_folder / "folder").mkdir(mode=0o555)
    prefix = []
    if IS_ROOT:
        needs_program("setpriv")
        prefix = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        reachable = subprocess.run([*prefix, "test", "-x", BINARY, "-a", "-x", open_folder], check=False)
        needs(reachable.returncode == 0, "user nobody cannot reach the binary or the test's folder")
    lines = [subprocess.run([*prefix, BINARY, "run", *words, *SHORT, "--out", "folder/r.json"], cwd=open_folder, text=True,
                            capture_output=True, timeout=60, check=False) for words in ([], ["--dry-run"])]
    assert [line.returncode for line in lines] == [2, 2] and lines[0].stderr == lines[1].stderr != ""


def test_a_pipe_is_not_opened(spinbench, tmp_path):
    """Its reader would see an end."""
    os.mkfifo(tmp_path / "pipe")
    assert spinbench("run", "--dry-run", *SHORT, "--out", "pipe", timeout=10).code == 0
    os.mkfifo(tmp_path / "r.json.journal")
    assert "no regular file" in refused_alike(spinbench, tmp_path, *SHORT, "--out", "r.json")
