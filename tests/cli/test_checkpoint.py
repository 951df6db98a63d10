"""run --checkpoint: what a kill leaves is gone on from, to the same numbers."""

import json
import os
import signal
import subprocess
import time

import pytest

from conftest import BINARY

KILLS = 20 if os.environ.get("SPINBENCH_HOSTILE") else 3
CASE = ["run", "--kernel", "tempering_ising2d", "--variant", "row_order", "--backend", "cpu", "--axis", "L=16", "--axis", "replicas=6",
        "--physics", "1", "--sweeps", "200000"]
ANNEALING = ["run", "--kernel", "annealing_ising2d", "--variant", "row_order", "--backend", "cpu", "--axis", "L=16",
             "--axis", "replicas=200", "--axis", "steps=20", "--physics", "1", "--sweeps", "4000"]


def run(*arguments, cwd):
    return subprocess.run([BINARY, *arguments], cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def estimates(path):
    (row,) = json.loads(path.read_text())["rows"]
    assert row["status"] == "measured", row.get("reason")
    return row["estimates"]


def stamp(path):
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return None


def kept_and_killed(arguments, cwd, checkpoint):
    """Starts the run and kills it as soon as it has kept something; False where it was done before."""
    before = stamp(checkpoint)
    process = subprocess.Popen([BINARY, *arguments], cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and stamp(checkpoint) in (None, before):
        time.sleep(0.002)
    if process.poll() is not None:
        return False
    process.send_signal(signal.SIGKILL)
    process.wait()
    return True


@pytest.mark.parametrize("case", [CASE, ANNEALING], ids=["tempering", "annealing"])
def test_a_killed_experiment_goes_on_to_the_same_numbers(tmp_path, case):
    folder = tmp_path / "whole"
    folder.mkdir()
    assert run(*case, "--out", "r.json", cwd=folder).returncode == 0
    checkpoint = tmp_path / "c"
    arguments = [*case, "--checkpoint", "c", "--checkpoint-every", "0"]
    kills = sum(kept_and_killed(arguments, tmp_path, checkpoint) for _ in range(KILLS))
    assert kills > 0 and checkpoint.exists()
    last = run(*arguments, "--out", "r.json", cwd=tmp_path)
    assert last.returncode == 0, last.stderr
    assert estimates(tmp_path / "r.json") == estimates(folder / "r.json")
    assert not checkpoint.exists() and not list(tmp_path.glob("c*"))


@pytest.fixture(scope="module")
def left(tmp_path_factory):
    """A folder with what a killed run left."""
    folder = tmp_path_factory.mktemp("left")
    assert kept_and_killed([*CASE, "--checkpoint", "c", "--checkpoint-every", "0"], folder, folder / "c")
    return (folder / "c").read_bytes()


@pytest.mark.parametrize("how", ["another seed", "cut", "changed", "not ours"])
def test_what_cannot_be_gone_on_from_is_named_and_left_alone(tmp_path, left, how):
    checkpoint = tmp_path / "c"
    changed = bytearray(left)
    changed[len(left) // 2] ^= 1
    kept = {"cut": left[:-9], "changed": bytes(changed), "not ours": b"notes\n"}.get(how, left)
    checkpoint.write_bytes(kept)
    seed = ["--seed", "7"] if how == "another seed" else []
    result = run(*CASE, *seed, "--checkpoint", "c", "--format", "json", cwd=tmp_path)
    (row,) = json.loads(result.stdout)["rows"]
    assert result.returncode == 1 and row["status"] == "failed" and "checkpoint 'c'" in row["reason"]
    assert checkpoint.read_bytes() == kept


def test_a_file_keeps_one_experiment(tmp_path):
    for selection in (["--kernel", "tempering_ising2d", "--backend", "cpu"],
                      ["--kernel", "ising2d_metropolis", "--variant", "row_order", "--backend", "cpu"]):
        result = run("run", *selection, "--checkpoint", "c", cwd=tmp_path)
        assert result.returncode == 2 and "keeps one case of an experiment" in result.stderr
    assert run("run", "--kernel", "tempering_ising2d", "--checkpoint-every", "3", cwd=tmp_path).returncode == 2
