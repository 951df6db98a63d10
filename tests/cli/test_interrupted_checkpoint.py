"""What an interrupt says of a run with --checkpoint, and what it keeps."""

import os
import signal
import time

import pytest

from conftest import start
from test_faults import until_caught

# Longer than any test waits.
CASE = ["run", "--kernel", "tempering_ising2d", "--variant", "row_order", "--backend", "cpu", "--axis", "L=16", "--axis", "replicas=6",
        "--physics", "1", "--sweeps", "30000000"]
# Rare enough that what is written at an interrupt is not written by itself.
RARELY = ["--checkpoint", "c", "--checkpoint-every", "3"]


def until_kept(process, checkpoint):
    """What it kept by itself, at a moment when there is more to keep and the next time is far."""
    while not checkpoint.exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    time.sleep(0.5)
    return checkpoint.read_bytes()


@pytest.mark.parametrize("out,kept", [([], "c keeps what was done, and the same command goes on from there"),
                                      (["--out", "r.json"], "r.json.journal and c keep what was done, and the same command with --resume")],
                         ids=["alone", "beside a journal"])
def test_the_last_line_names_the_checkpoint(tmp_path, out, kept):
    """It said that nothing was kept."""
    process = start(*CASE, *RARELY, *out, cwd=tmp_path)
    before = until_kept(process, tmp_path / "c")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and kept in err.splitlines()[-1] and "with --out FILE" not in err, err
    assert (tmp_path / "c").read_bytes() != before


def test_before_anything_could_be_kept(tmp_path):
    process = start(*CASE, *RARELY, cwd=tmp_path)
    until_caught(process, signal.SIGINT)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and err.splitlines()[-1].endswith("nothing was begun yet that c could keep"), err
    assert list(tmp_path.iterdir()) == []


def test_the_second_signal_names_it(tmp_path):
    process = start(*CASE, *RARELY, cwd=tmp_path)
    until_caught(process, signal.SIGINT)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopped at once; c, where it is there, keeps the run" in err or "nothing was begun yet that c could keep" in err, err


def test_a_copy_of_the_signal_ends_nothing(tmp_path):
    """timeout sends it to the process and then to the group that it is in: that was a second one, after which nothing is written."""
    process = start(*CASE, *RARELY, cwd=tmp_path, start_new_session=True)
    before = until_kept(process, tmp_path / "c")
    os.kill(process.pid, signal.SIGTERM)
    os.killpg(process.pid, signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "stopped at once" not in err and "c keeps what was done" in err.splitlines()[-1], err
    assert (tmp_path / "c").read_bytes() != before
