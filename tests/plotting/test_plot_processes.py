"""plot: many pictures drawn by several processes are those of one, and so is what is said of failures."""

import errno
import multiprocessing
import os
import signal
import sys
import time

import pytest

import example_files as example

pytest.importorskip("matplotlib", reason="no matplotlib")

from spinbench_results.plot import processes  # noqa: E402

MANY = 3 * processes.LEAST


@pytest.fixture
def cores(monkeypatch):
    """Three, whatever this machine has."""
    if sys.platform != "linux":
        pytest.skip("one process draws everything here")
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1, 2})


class Drawn:
    """A file for each place, with the process that drew it; some places do something else."""

    def __init__(self, folder, **other):
        self.folder, self.other, self.here = folder, other, os.getpid()

    def __call__(self, place):
        if place in self.other.get("places", ()):
            self.other["does"](self)
        (self.folder / str(place)).write_text(str(os.getpid()))

    def by(self):
        return {int(path.name): int(path.read_text()) for path in self.folder.iterdir()}


def test_as_many_processes_as_cores(cores, tmp_path):
    draw = Drawn(tmp_path)
    processes.each(draw, MANY)
    by = draw.by()
    assert sorted(by) == list(range(MANY)) and len(set(by.values())) == 3 and by[0] == os.getpid()


def test_few_pictures_are_drawn_here(cores, tmp_path):
    draw = Drawn(tmp_path)
    processes.each(draw, 2 * processes.LEAST - 1)
    assert set(draw.by().values()) == {os.getpid()}


def test_what_a_killed_process_left_is_drawn_here(cores, tmp_path):
    def killed(draw):
        if os.getpid() != draw.here:
            os.kill(os.getpid(), signal.SIGKILL)

    draw = Drawn(tmp_path, places={4}, does=killed)
    processes.each(draw, MANY)
    by = draw.by()
    assert sorted(by) == list(range(MANY)) and by[1] != by[4] == by[7] == os.getpid()


def test_the_first_error_is_raised_as_it_is(cores, tmp_path):
    """Of places 5 and 6, where another process fails and this one; what lies before is drawn."""
    def fails(draw):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(len(draw.by())))

    draw = Drawn(tmp_path, places={5, 6}, does=fails)
    with pytest.raises(OSError) as raised:
        processes.each(draw, MANY)
    assert raised.value.errno == errno.ENOSPC and {*range(5)} <= {*draw.by()} and 5 not in draw.by()
    assert any(entry.name == "fails" for entry in raised.traceback)


def test_interrupted_here_the_others_end_after_their_picture(cores, tmp_path):
    """Ctrl-C reaches all processes of a terminal."""
    def until(name):
        while not (tmp_path / name).exists():
            time.sleep(0.001)

    def interrupted(draw):
        if os.getpid() != draw.here:
            (tmp_path / "begun").touch()
            os.kill(os.getpid(), signal.SIGINT)  # is not followed
            return until("interrupted")
        until("begun")
        (tmp_path / "interrupted").touch()
        raise KeyboardInterrupt

    draw = Drawn(tmp_path, places={1, 3}, does=interrupted)
    with pytest.raises(KeyboardInterrupt):
        processes.each(draw, MANY)
    assert multiprocessing.active_children() == [] and (tmp_path / "1").exists()


def test_pictures_of_several_processes_are_those_of_one(cores, tmp_path, monkeypatch, capsys):
    recorded = example.ROOT / "results/recorded"
    arguments = ("plot", recorded / "h200-paper.json", recorded / "h200-procurement-1.json", "--format", "svg", "-o")
    code, several, _ = example.run(capsys, *arguments, tmp_path / "several")
    monkeypatch.setattr(processes, "count", lambda pictures: 1)
    assert example.run(capsys, *arguments, tmp_path / "one") == (code, several.replace("/several/", "/one/"), "")
    one, many = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "several"))
    assert code == 0 and len(one) >= 2 * processes.LEAST and one == many
