"""Output that cannot be written and input that is not what it should be."""

import json
import os
import pathlib
import signal
import stat
import subprocess
import time

import pytest

from conftest import BINARY, IS_ROOT, MANY, MANY_CASES, SHORT, journal_rows, needs, needs_program, start


def test_missing_folder(spinbench):
    assert "nowhere" in spinbench("run", *SHORT, "--out", "nowhere/r.json").refused()


def test_folder_as_file(spinbench, tmp_path):
    (tmp_path / "folder").mkdir()
    assert "folder" in spinbench("run", *SHORT, "--out", "folder").refused()
    assert list((tmp_path / "folder").iterdir()) == []


def test_empty_file_name(spinbench):
    spinbench("run", *SHORT, "--out", "").refused()


def test_folder_in_place_of_the_journal(spinbench, tmp_path):
    (tmp_path / "r.json.journal").mkdir()
    spinbench("run", *SHORT, "--out", "r.json").refused()
    spinbench("run", *SHORT, "--out", "r.json", "--resume").refused()


def test_read_only_folder(spinbench, open_folder):
    folder = open_folder / "folder"
    folder.mkdir(mode=0o555)
    if IS_ROOT:
        # Root writes anywhere: the same as another user.
        needs_program("setpriv")
        as_nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        reachable = subprocess.run([*as_nobody, "test", "-x", BINARY, "-a", "-x", open_folder], check=False)
        needs(reachable.returncode == 0, "user nobody cannot reach the binary or the test's folder")
        result = subprocess.run([*as_nobody, BINARY, "run", *SHORT, "--out", "folder/r.json"], cwd=open_folder,
                                capture_output=True, text=True, timeout=60, check=False)
        assert result.returncode == 2 and len(result.stderr.splitlines()) == 1, result
    else:
        spinbench("run", *SHORT, "--out", "folder/r.json").refused()


def test_dev_full(spinbench):
    device = pathlib.Path("/dev/full")
    needs(device.exists() and stat.S_ISCHR(device.stat().st_mode), "no /dev/full")
    before = device.stat()
    result = spinbench("run", *SHORT, "--out", "/dev/full")
    left = pathlib.Path("/dev/full.journal")
    if left.exists():
        left.unlink()
    after = device.stat()
    assert stat.S_ISCHR(after.st_mode) and after.st_rdev == before.st_rdev
    assert result.code == 2 and "/dev/full" in result.err, result


def test_google_s_file_cannot_be_written(spinbench, tmp_path):
    """It came first, and took --out with it."""
    needs(pathlib.Path("/dev/full").exists(), "no /dev/full")
    result = spinbench("run", *SHORT, "--out", "r.json", "--benchmark_out=/dev/full")
    line = result.err.splitlines()[-1]
    assert result.code == 2 and "/dev/full" in line and "--benchmark_out" in line and "'r.json' has the rows" in line, result
    assert [row["status"] for row in json.loads((tmp_path / "r.json").read_text())["rows"]] == ["measured"]
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"]


def test_google_s_file_alone_cannot_be_written(spinbench, tmp_path):
    needs(pathlib.Path("/dev/full").exists(), "no /dev/full")
    result = spinbench("run", *SHORT, "--benchmark_out=/dev/full", env={**os.environ, "TMPDIR": str(tmp_path)})
    (kept,) = tmp_path.glob("spinbench-*.json")
    assert result.code == 2 and str(kept) in result.err.splitlines()[-1], result
    assert json.loads(kept.read_text())["benchmarks"]


def test_neither_file_can_be_written(spinbench, tmp_path):
    needs(pathlib.Path("/dev/full").exists(), "no /dev/full")
    result = spinbench("run", *SHORT, "--out", "/dev/full", "--benchmark_out=/dev/full", env={**os.environ, "TMPDIR": str(tmp_path)})
    line = result.err.splitlines()[-1]
    (kept,) = tmp_path.glob("spinbench-*.json")
    assert result.code == 2 and "with --out" in line and "with --benchmark_out" in line, result
    assert f"; 1 row is in '{kept}'" in line
    assert len(json.loads(kept.read_text())["rows"]) == 1


def test_dev_null(spinbench):
    device = pathlib.Path("/dev/null")
    before = device.stat()
    spinbench("run", *SHORT, "--out", "/dev/null")
    left = pathlib.Path("/dev/null.journal")
    if left.exists():
        left.unlink()
    assert stat.S_ISCHR(device.stat().st_mode) and device.stat().st_rdev == before.st_rdev


@pytest.mark.parametrize("room", [0, 100, 3000], ids="{} bytes".format)
def test_disk_gets_full(spinbench, room):
    result = spinbench("run", *MANY, "--out", "r.json", max_file_bytes=room)
    assert result.code == 2, result
    assert "r.json" in result.err.splitlines()[-1]


def test_a_full_disk_ends_the_run(spinbench, tmp_path):
    """What was measured after it would be lost; the line says how to go on."""
    result = spinbench("run", *MANY, "--out", "r.json", max_file_bytes=20_000)
    kept = journal_rows(tmp_path / "r.json.journal")
    shown = [line for line in result.out.splitlines() if line.startswith("scalar ")]
    assert result.code == 2 and 0 < len(kept) < MANY_CASES and len(shown) <= len(kept) + 1, result
    assert "r.json.journal" in result.err.splitlines()[-1] and "--resume" in result.err.splitlines()[-1]


def test_table_into_a_full_device(tmp_path):
    needs(pathlib.Path("/dev/full").exists(), "no /dev/full")
    with open("/dev/full", "w") as full:
        result = subprocess.run([BINARY, "run", *SHORT, "--out", "r.json"], stdout=full, stderr=subprocess.PIPE,
                                cwd=tmp_path, text=True, timeout=60, check=False)
    assert result.returncode in (0, 2), result
    assert (tmp_path / "r.json").exists() or result.returncode == 2


def test_reader_that_goes_away(tmp_path):
    result = subprocess.run(f"'{BINARY}' list --json | head -c 1; exit ${{PIPESTATUS[0]}}", shell=True, cwd=tmp_path,
                            executable="/bin/bash", capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode in (0, 2, 141) and "terminate" not in result.stderr


def test_a_run_outlives_the_reader_of_its_table(tmp_path):
    read, write = os.pipe()
    os.close(read)
    with open(write, "w") as pipe:
        result = subprocess.run([BINARY, "run", *SHORT, "--out", "r.json"], stdout=pipe, stderr=subprocess.PIPE,
                                stdin=subprocess.DEVNULL, cwd=tmp_path, text=True, timeout=60, check=False)
    assert result.returncode == 2, result
    assert "standard output was closed" in result.stderr.splitlines()[-1]
    assert [row["status"] for row in json.loads((tmp_path / "r.json").read_text())["rows"]] == ["measured"]
    assert not (tmp_path / "r.json.journal").exists()


HOSTILE_JOURNALS = {
    "a newline": b"\n",
    "words": b"this is no journal\n",
    "bytes": bytes(range(256)) * 64,
    "zeros": b"\0" * 100000,
    "a number": b"7\n",
    "null": b"null\n",
    "an empty object": b"{}\n",
    "another schema": b'{"schema": "spinbench-results/999"}\n',
    "schema of a wrong type": b'{"schema": 1}\n',
    "deep": b"[" * 200000 + b"\n",
    "deep and closed": b"[" * 50000 + b"]" * 50000 + b"\n",
    "one long line": b'"' + b"a" * 5000000 + b'"\n',
    "bad UTF-8": b'{"schema": "\xff\xfe"}\n',
    "a huge number": b'{"schema": ' + b"9" * 10000 + b"}\n",
    "an older version": b'{"schema": "spinbench-journal/1", "identity": {}}\n',
}


@pytest.mark.parametrize("content", HOSTILE_JOURNALS.values(), ids=HOSTILE_JOURNALS.keys())
def test_hostile_journal(spinbench, tmp_path, content):
    journal = tmp_path / "r.json.journal"
    journal.write_bytes(content)
    result = spinbench("run", *SHORT, "--out", "r.json", "--resume")
    assert "r.json.journal" in result.refused()
    assert journal.read_bytes() == content


@pytest.mark.parametrize("content", [b"", b'{"schema": "spinbench-jour'], ids=["empty", "a cut header"])
def test_journal_of_a_run_that_died_at_once(spinbench, tmp_path, content):
    (tmp_path / "r.json.journal").write_bytes(content)
    assert spinbench("run", *SHORT, "--out", "r.json", "--resume").code == 0
    assert len(json.loads((tmp_path / "r.json").read_text())["rows"]) == 1


def test_journal_in_use(spinbench, tmp_path):
    # A quiet machine is done with MANY before the second program has started.
    long = ["500" if word == "5" else word for word in MANY]
    process = start("run", *long, "--out", tmp_path / "r.json", cwd=tmp_path)
    try:
        deadline = time.monotonic() + 180
        while not journal_rows(tmp_path / "r.json.journal") and time.monotonic() < deadline:
            time.sleep(0.02)
        assert "in use" in spinbench("run", *long, "--out", "r.json", "--resume").refused()
    finally:
        process.kill()
        process.communicate()


HOSTILE_ROWS = {
    "words": b"no row\n",
    "a number": b"7\n",
    "an empty object": b"{}\n",
    "a row of nothing": b'{"name": null}\n',
    "a row of wrong types": b'{"name": 7, "status": [], "params": "x"}\n',
    "bytes": bytes(range(128, 256)) + b"\n",
    "a row without its numbers": b'{"name": "machine_logic/scalar/cpu/steps:20000", "status": "measured"}\n',
    "deep": b"[" * 50000 + b"]" * 50000 + b"\n",
    "deeper": b'{"params": ' * 100000 + b"\n",
}


@pytest.mark.parametrize("content", HOSTILE_ROWS.values(), ids=HOSTILE_ROWS.keys())
def test_hostile_row(spinbench, stop_in_the_middle, tmp_path, content):
    """A bad line that is not the last: refused, or left out and measured anew, but no crash and no bad results."""
    stop_in_the_middle(tmp_path / "r.json", signal.SIGKILL)
    journal = tmp_path / "r.json.journal"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(lines[0] + content + b"".join(lines[1:]))
    result = spinbench("run", *MANY, "--out", "r.json", "--resume")
    if result.code == 2:
        assert "r.json.journal" in result.refused()
    else:
        assert result.code == 0, result
        assert len(json.loads((tmp_path / "r.json").read_text())["rows"]) == MANY_CASES


@pytest.mark.parametrize("change", [
    {"kernel": "ising2d_metropolis"}, {"ns_per_unit": -1.0}, {"ns_per_unit": 1e308}, {"samples_ns_per_unit": []},
    {"ci95": [1.0]}, {"params": {"steps": "many"}}, {"verification": None}, {"status": "verified"}, {"more": 1},
    {"published": [{}]}, {"unit": 7}, {"devices": [-1]},
], ids=json.dumps)
def test_changed_row(spinbench, stop_in_the_middle, tmp_path, change):
    """A row that a run cannot have written takes no part in another."""
    stop_in_the_middle(tmp_path / "r.json", signal.SIGKILL)
    journal = tmp_path / "r.json.journal"
    lines = journal.read_text().splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), **change})
    journal.write_text("\n".join(lines) + "\n")
    line = spinbench("run", *MANY, "--out", "r.json", "--resume").refused()
    assert "r.json.journal" in line and "line 2" in line and "json.exception" not in line


@pytest.mark.parametrize("other", [["--hold", "0.5"], ["--repetitions", "2"], ["--energy"]], ids=" ".join)
def test_journal_of_another_way_to_measure(spinbench, stop_in_the_middle, tmp_path, other):
    stop_in_the_middle(tmp_path / "r.json", signal.SIGKILL)
    words = [word for word in MANY if word != other[0]]
    if other[0] in MANY:
        words = MANY[:MANY.index(other[0])] + MANY[MANY.index(other[0]) + 2:]
    line = spinbench("run", *words, *other, "--out", "r.json", "--resume").refused()
    assert f"another {other[0].lstrip('-')}" in line


def test_journal_of_another_selection(spinbench, stop_in_the_middle, tmp_path):
    stop_in_the_middle(tmp_path / "r.json", signal.SIGKILL)
    result = spinbench("run", *SHORT, "--out", "r.json", "--seed", "99", "--resume")
    assert "r.json.journal" in result.refused()


def test_out_is_replaced_in_one_step(spinbench, tmp_path):
    """A run that cannot finish leaves the results that were there before."""
    out = tmp_path / "r.json"
    out.write_text("{}")
    result = spinbench("run", *SHORT, "--out", "r.json", "--force", max_file_bytes=0)
    assert result.code == 2, result
    assert out.read_text() == "{}"


def test_a_pipe_without_a_reader(spinbench, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "nobody reads" in spinbench("run", *SHORT, "--out", "pipe").refused()


def test_a_pipe_with_a_reader(spinbench, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE) as reader:
        assert spinbench("run", *SHORT, "--out", "pipe").code == 0
        assert json.loads(reader.stdout.read())["rows"]
