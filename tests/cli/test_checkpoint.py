"""run --checkpoint: what a kill leaves is gone on from, to the same numbers."""

import json
import os
import random
import signal
import struct
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from conftest import BINARY, IS_ROOT, needs

HOSTILE = os.environ.get("SPINBENCH_HOSTILE")
# Side by side, since a run verifies for a second by the clock first: some kills are a matter of seconds.
CHAINS, KILLS_A_CHAIN = (10, 20) if HOSTILE else (2, 3)
MAGIC = b"spinbench-checkpoint/4\n"  # what a file begins with
CASE = ["run", "--kernel", "tempering_ising2d", "--variant", "row_order", "--backend", "cpu", "--axis", "L=16", "--axis", "replicas=6",
        "--physics", "1", "--sweeps", "30000"]
ANNEALING = ["run", "--kernel", "annealing_ising2d", "--variant", "row_order", "--backend", "cpu", "--axis", "L=16",
             "--axis", "replicas=200", "--axis", "steps=20", "--physics", "1", "--sweeps", "1000"]
GLASS = ["run", "--kernel", "tempering_ea3d", "--variant", "standard", "--backend", "cpu", "--axis", "L=4", "--axis", "systems=2",
         "--axis", "replicas=4", "--physics", "1", "--sweeps", "40000"]
SQUARE = ["run", "--kernel", "tempering_ea2d", "--variant", "multispin_plain", "--backend", "cpu", "--axis", "L=8", "--axis",
          "systems=2", "--axis", "replicas=4", "--physics", "1", "--sweeps", "20000"]
VECTORS = ["run", "--kernel", "tempering_heisenberg3d", "--variant", "vector", "--backend", "cpu", "--axis", "L=4",
           "--axis", "realizations=2", "--axis", "replicas=6", "--physics", "1", "--sweeps", "10000"]
MULTICANONICAL = ["run", "--kernel", "dos_ising2d_multicanonical", "--variant", "serial", "--backend", "cpu", "--axis", "L=8",
                  "--physics", "1", "--sweeps", "20000"]


def wang_landau(variant, sweeps):
    # Each start has the physics of as many walkers again as there are windows. Two have no window in the middle.
    # Groups of several go on in tests/flat_resumes.cpp.
    windows = ["--axis", "windows=2", "--axis", "walkers=16", "--axis", "group=1"] if variant == "windows" and not HOSTILE else []
    return ["run", "--kernel", "dos_ising2d_wang_landau", "--variant", variant, "--backend", "cpu", "--axis", "L=8", *windows,
            "--physics", "1", "--sweeps", str(sweeps)]


# `epochs` has the code of `windows`.
WANG_LANDAU = [wang_landau("windows", 4000)]
if HOSTILE:
    WANG_LANDAU = [wang_landau("windows", 16000), wang_landau("serial", 60000), wang_landau("epochs", 16000)]
# Each start verifies anew: where many are killed at random, what is verified soon; the others go on from each phase.
EVERY = {"tempering": CASE, "annealing": ANNEALING, "tempering_ea3d": GLASS, "tempering_ea2d": SQUARE,
         "tempering_heisenberg3d": VECTORS, "multicanonical": MULTICANONICAL}
RANDOM = list(EVERY) if HOSTILE else ["tempering", "annealing"]
IN_EACH_PHASE = list(EVERY) if HOSTILE else ["tempering_ea3d", "tempering_heisenberg3d", "multicanonical"]


def run(*arguments, cwd):
    return subprocess.run([BINARY, *arguments], cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def refused(*arguments, cwd):
    """The line with which the run and the dry run refuse that, before anything is verified."""
    dry, wet = run(*arguments, "--dry-run", cwd=cwd), run(*arguments, "--out", "refused.json", cwd=cwd)
    assert (dry.returncode, dry.stdout, dry.stderr) == (wet.returncode, wet.stdout, wet.stderr)
    assert wet.returncode == 2 and wet.stdout == "" and len(wet.stderr.splitlines()) == 1, wet
    assert not list(cwd.glob("refused.json*"))
    return wet.stderr


def estimates(path):
    (row,) = json.loads(path.read_text())["rows"]
    assert row["status"] == "measured", row.get("reason")
    return row["estimates"]


def stamp(path):
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return None


def killed(arguments, cwd, is_time):
    """Starts the run and kills it where is_time(seconds since) first says so; False where it was done before."""
    process = subprocess.Popen([BINARY, *arguments], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    start = time.monotonic()
    while process.poll() is None and not is_time(time.monotonic() - start):
        time.sleep(0.002)
    if process.poll() is not None:
        return False
    process.send_signal(signal.SIGKILL)
    process.wait()
    return True


def kept_and_killed(arguments, cwd, checkpoint, later=0.0):
    """Kills the run so many seconds after it has kept something; False where it was done before."""
    before, kept = stamp(checkpoint), []

    def is_time(now):
        if not kept and stamp(checkpoint) not in (None, before):
            kept.append(now)
        return bool(kept) and now >= kept[0] + later

    return killed(arguments, cwd, is_time)


def killed_at_random(arguments, folder, chance):
    """A run that is killed at random moments until there were so many, and then goes on to its end: its row's estimates, and how
    many of the kills found something kept. A kill in three comes at any moment of the first two seconds, most of which
    verifying takes; the others while it measures and keeps."""
    checkpoint = folder / "c"
    kills = found = 0
    while kills < KILLS_A_CHAIN:
        if chance.random() < 1 / 3:
            moment = 2 * chance.random()
            done = killed(arguments, folder, lambda now, moment=moment: now >= moment)
        else:
            done = kept_and_killed(arguments, folder, checkpoint, 0.1 * chance.random())
        kills += done
        found += done and checkpoint.exists()
    last = run(*arguments, "--out", "r.json", cwd=folder)
    assert last.returncode == 0, last.stderr
    assert not list(folder.glob("c*"))
    return estimates(folder / "r.json"), found


def bytes_of(checkpoint):
    try:
        return checkpoint.read_bytes()
    except FileNotFoundError:
        return b""


def values_in(data):
    assert data.startswith(MAGIC)
    identity = len(MAGIC)
    (length,) = struct.unpack_from("=Q", data, identity)
    _, values = struct.unpack_from("=qQ", data, identity + 8 + length)
    return values


def measured(checkpoint):
    """How many values of its series a run has kept; none while it equilibrates, or where nothing is kept."""
    data = bytes_of(checkpoint)
    return values_in(data) if data else 0


def goes_on_from_each_phase(arguments, folder, phases):
    """A kill leaves the file as it is then: each start verifies for long, so of one run two such files are gone on from, one
    that was kept before a value was measured and one after, to the whole run's numbers."""
    kept = {}

    def note(_):
        if data := bytes_of(whole / "c"):
            kept.setdefault(phases[values_in(data) > 0], {})[data] = None

    # On a busy machine this may look at the file too late for the first phase.
    for attempt in range(3):
        kept.clear()
        whole = folder / f"whole{attempt}"
        whole.mkdir()
        assert not killed([*arguments, "--checkpoint", "c", "--checkpoint-every", "0", "--out", "r.json"], whole, note)
        if tuple(kept) == phases:
            break
    assert tuple(kept) == phases

    def gone_on(phase):
        own = folder / phase
        own.mkdir()
        # From its middle: much was done, and much is still to do.
        (own / "c").write_bytes(list(kept[phase])[len(kept[phase]) // 2])
        # Hardly ever kept from here on: that a run keeps what it has must not change its numbers either.
        last = run(*arguments, "--checkpoint", "c", "--checkpoint-every", "1000", "--out", "r.json", cwd=own)
        assert last.returncode == 0, last.stderr
        assert not list(own.glob("c*"))
        return estimates(own / "r.json")

    with ThreadPoolExecutor() as pool:
        assert list(pool.map(gone_on, phases)) == [estimates(whole / "r.json")] * 2


@pytest.mark.parametrize("name", IN_EACH_PHASE)
def test_what_a_run_keeps_is_gone_on_from_to_the_same_numbers(tmp_path, name):
    goes_on_from_each_phase(EVERY[name], tmp_path, ("equilibration", "measurement"))


@pytest.mark.parametrize("case", WANG_LANDAU, ids=[case[4] for case in WANG_LANDAU])
def test_weights_are_learned_on_and_stand_on_after_a_kill(tmp_path, case):
    goes_on_from_each_phase(case, tmp_path, ("learning", "production"))


@pytest.mark.parametrize("name", RANDOM)
def test_kills_at_random_moments_change_no_number(tmp_path, name):
    folders = [tmp_path / f"chain{i}" for i in range(CHAINS)]
    for folder in folders:
        folder.mkdir()
    assert run(*EVERY[name], "--out", "whole.json", cwd=tmp_path).returncode == 0
    wanted = estimates(tmp_path / "whole.json")
    arguments = [*EVERY[name], "--checkpoint", "c", "--checkpoint-every", "0"]
    with ThreadPoolExecutor(CHAINS) as pool:
        chains = list(pool.map(lambda each: killed_at_random(arguments, each[1], random.Random(each[0])), enumerate(folders, 1)))
    assert [found for found, _ in chains] == [wanted] * CHAINS
    assert sum(found for _, found in chains) >= CHAINS * KILLS_A_CHAIN / 3


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
    assert "checkpoint 'c'" in refused(*CASE, *seed, "--checkpoint", "c", cwd=tmp_path)
    assert checkpoint.read_bytes() == kept


def test_a_file_that_cannot_be_there_is_refused(tmp_path):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for path in ("none/c", "folder", "pipe", "folder/" + 252 * "c"):
        assert path[:90] in refused(*CASE, "--checkpoint", path, cwd=tmp_path)


def test_a_file_that_cannot_be_read_is_refused(tmp_path, left):
    needs(not IS_ROOT, "root reads everything")
    (tmp_path / "c").write_bytes(left)
    (tmp_path / "c").chmod(0o200)
    assert "cannot be read" in refused(*CASE, "--checkpoint", "c", cwd=tmp_path)


def test_an_experiment_that_cannot_be_kept_is_refused(tmp_path):
    tau = ["run", "--kernel", "tau_ising2d", "--variant", "row_order", "--backend", "cpu", "--axis", "L=16", "--axis", "beta=0.4"]
    assert "cannot be kept" in refused(*tau, "--checkpoint", "c", cwd=tmp_path)
    assert run(*tau, "--dry-run", cwd=tmp_path).returncode == 0


def test_a_disk_that_gets_full_costs_what_is_kept_and_no_row(tmp_path, spinbench):
    result = spinbench(*CASE, "--checkpoint", "c", "--checkpoint-every", "0", "--format", "json", max_file_bytes=1000)
    (row,) = result.json()["rows"]
    assert result.code == 0 and row["status"] == "measured", result
    assert result.err.count("'c.tmp.") == 1 and "the run goes on" in result.err
    assert not list(tmp_path.glob("c*"))


def test_what_was_shown_to_nobody_is_kept(tmp_path):
    needs(os.path.exists("/dev/full"), "no /dev/full")
    arguments = [*CASE, "--checkpoint", "c", "--format", "json"]
    with open("/dev/full", "w") as full:
        lost = subprocess.run([BINARY, *arguments], cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE,
                              text=True, check=False)
    assert lost.returncode == 2 and "standard output" in lost.stderr
    assert measured(tmp_path / "c") > 0
    shown = run(*arguments, cwd=tmp_path)
    (row,) = json.loads(shown.stdout)["rows"]
    assert shown.returncode == 0 and row["status"] == "measured"
    assert not list(tmp_path.glob("c*"))


def test_a_file_keeps_one_experiment(tmp_path):
    for selection in (["--kernel", "tempering_ising2d", "--backend", "cpu"],
                      ["--kernel", "ising2d_metropolis", "--variant", "row_order", "--backend", "cpu"]):
        result = run("run", *selection, "--checkpoint", "c", cwd=tmp_path)
        assert result.returncode == 2 and "keeps one case of an experiment" in result.stderr
    assert run("run", "--kernel", "tempering_ising2d", "--checkpoint-every", "3", cwd=tmp_path).returncode == 2
