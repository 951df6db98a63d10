"""run --checkpoint: a file of another machine or other code, of an older format, behind a link, or beside a user's own."""

import json
import os
import struct
import subprocess

import pytest

from conftest import BINARY, needs
from test_checkpoint import CASE, MAGIC, estimates, kept_and_killed, killed, refused, run

KEEPING = [*CASE, "--checkpoint", "c", "--checkpoint-every", "0"]


def checksum(data):
    """FNV-1a, as bench/fnv.hpp has it."""
    result = 14695981039346656037
    for byte in data:
        result = (result ^ byte) * 1099511628211 % 2**64
    return result


class Parts:
    """A checkpoint's values, the place of its times, and what lies around that."""

    def __init__(self, data):
        assert data.startswith(MAGIC)
        self.at, self.data = len(MAGIC), data
        self.skip(1)  # the identity
        self.at += 8  # what is equilibrated
        self.values = self.skip(8)
        self.at += 8  # replicas
        for size in (8, 8, 1, 8):  # times, units, throttled, sweeps
            self.skip(size)
        self.place_at = self.at
        (length,) = struct.unpack_from("=Q", data, self.at)
        self.place = data[self.at + 8:self.at + 8 + length].decode()

    def skip(self, size):
        (count,) = struct.unpack_from("=Q", self.data, self.at)
        self.at += 8 + count * size
        return count

    def of(self, place):
        """The file as it would be, had it been written there."""
        body = self.data[len(MAGIC):self.place_at] + struct.pack("=Q", len(place)) + place.encode()
        body += self.data[self.place_at + 8 + len(self.place.encode()):-8]
        return MAGIC + body + struct.pack("=Q", checksum(body))


def values_in(checkpoint):
    return Parts(checkpoint.read_bytes()).values if checkpoint.exists() else 0


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """What a run left that was killed as it measured."""
    folder = tmp_path_factory.mktemp("begun")
    assert killed(KEEPING, folder, lambda now: values_in(folder / "c") > 0)
    return Parts((folder / "c").read_bytes())


def test_times_of_another_place_stay_there_and_the_series_goes_on(tmp_path, begun):
    assert run(*CASE, "--out", "whole.json", cwd=tmp_path).returncode == 0
    for name, data in (("here", begun.of(begun.place)), ("there", begun.of("Another CPU, code for it"))):
        (tmp_path / "c").write_bytes(data)
        result = run(*KEEPING, "--out", f"{name}.json", cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        assert estimates(tmp_path / f"{name}.json") == estimates(tmp_path / "whole.json")
        notes = [line for line in result.stderr.splitlines() if "from now on" in line]
        assert len(notes) == (name == "there"), result.stderr
        assert all("checkpoint 'c'" in note and "Another CPU, code for it" in note and begun.place in note for note in notes)


def test_a_complete_run_of_another_place_has_its_row_there(tmp_path):
    needs(os.path.exists("/dev/full"), "no /dev/full")
    checkpoint = tmp_path / "c"
    with open("/dev/full", "w") as full:
        subprocess.run([BINARY, *KEEPING, "--format", "json"], cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=full,
                       stderr=subprocess.DEVNULL, check=False)
    complete = Parts(checkpoint.read_bytes())
    checkpoint.write_bytes(complete.of("Another CPU"))
    result = run(*KEEPING, "--format", "json", cwd=tmp_path)
    (row,) = json.loads(result.stdout)["rows"]
    assert result.returncode == 1 and row["status"] == "failed"
    assert "no batch is left to be timed" in row["reason"] and "Another CPU" in row["reason"]
    assert checkpoint.read_bytes() == complete.of("Another CPU")


def test_an_older_format_is_named_as_that(tmp_path, begun):
    (tmp_path / "c").write_bytes(begun.data.replace(MAGIC, b"spinbench-checkpoint/3\n"))
    assert "another version of this program" in refused(*CASE, "--checkpoint", "c", cwd=tmp_path)


def test_neither_a_users_file_nor_his_link_is_replaced(tmp_path):
    (tmp_path / "c.new").write_text("notes")
    (tmp_path / "c").symlink_to("target")
    assert kept_and_killed(KEEPING, tmp_path, tmp_path / "c")
    assert (tmp_path / "c").is_symlink() and (tmp_path / "target").read_bytes().startswith(MAGIC)
    assert (tmp_path / "c.new").read_text() == "notes"
    # What a kill left half written beside the target is gone when the next run measures; a user's is not.
    half = tmp_path / "target.tmp.999999999"
    half.write_bytes(MAGIC)
    (tmp_path / "target.tmp.999999998").write_text("notes of a user, which are his")
    assert run(*KEEPING, "--out", "r.json", cwd=tmp_path).returncode == 0
    assert not half.exists() and (tmp_path / "target.tmp.999999998").exists()
    assert (tmp_path / "c.new").read_text() == "notes"
    # What is done is removed behind the link, too, which stays for the next run.
    assert (tmp_path / "c").is_symlink() and not (tmp_path / "target").exists()
