"""What the tests of the command line share: a runner for the built binary and selections that take seconds."""

import json
import os
import pathlib
import pty
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The scripts there read results files by a module of their own.
sys.path.insert(0, str(ROOT / "docs"))
BINARY = os.environ.get("SPINBENCH_BINARY", str(ROOT / "spinbench"))
IS_ROOT = os.geteuid() == 0

# Checked by itself, without a long physics check: the shortest case there is.
SHORT_CASE = ["--kernel", "machine_logic", "--variant", "scalar", "--backend", "cpu", "--axis", "steps=1000"]
# One burst of short batches.
ONE_BURST = ["--hold", "0", "--repetitions", "1"]
# Of eight of them, where nobody looks at the times: a busy machine would take each case to the time limit.
BURST = [*ONE_BURST, "--precision", "50%"]
SHORT = [*SHORT_CASE, "--sweeps", "50", *BURST]
# The same until its time is known: what others shall meet while it runs.
SHORT_TO_THE_END = [*SHORT_CASE, "--sweeps", "50", *ONE_BURST]
# Enough cases that a run can be stopped in the middle.
MANY = [*SHORT_CASE[:-1], "steps=20000:39500:+500", "--sweeps", "5", *ONE_BURST]
MANY_CASES = 40


class Result:
    """What a command left: exit code and text."""

    def __init__(self, process):
        self.code = process.returncode
        self.out = process.stdout
        self.err = process.stderr

    def json(self):
        return json.loads(self.out)

    def refused(self, code=2):
        """Asserts a refusal: the exit code, one line on stderr, nothing on stdout. Returns the line."""
        assert self.code == code, self.err
        lines = self.err.splitlines()
        assert len(lines) == 1 and lines[0].strip(), f"one line expected, got: {self.err!r}"
        assert self.out == ""
        return lines[0]

    def __repr__(self):
        return f"exit {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


def start(*args, cwd, **options):
    # Under nohup a test is deaf to SIGHUP, and so would be what it starts.
    options.setdefault("preexec_fn", lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
    return subprocess.Popen([BINARY, *map(str, args)], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, errors="replace", **options)


@pytest.fixture
def spinbench(tmp_path):
    """Runs the binary in an empty folder: spinbench("run", ..., max_file_bytes=None, max_memory_bytes=None)."""

    def run(*args, max_file_bytes=None, max_memory_bytes=None, timeout=100, **options):
        def limit():
            if max_file_bytes is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (max_file_bytes, max_file_bytes))
            if max_memory_bytes is not None:
                resource.setrlimit(resource.RLIMIT_AS, (max_memory_bytes, max_memory_bytes))

        if max_file_bytes is not None or max_memory_bytes is not None:
            options.update(preexec_fn=limit, restore_signals=False)
        options.setdefault("cwd", tmp_path)
        process = subprocess.run([BINARY, *map(str, args)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                 errors="replace", timeout=timeout, check=False, **options)
        return Result(process)

    return run


def journal_rows(path):
    """The rows of a journal: its whole lines but the header; a line in the making is left out."""
    if not path.exists():
        return []
    lines = path.read_text().split("\n")[:-1]
    return [json.loads(line) for line in lines[1:]]


@pytest.fixture
def stop_in_the_middle(tmp_path):
    """Starts a run and sends it `sent` when its journal holds three rows: (exit code, stderr, rows in the journal)."""

    def stop(out, sent):
        journal = pathlib.Path(f"{out}.journal")
        process = start("run", *MANY, "--out", out, cwd=tmp_path)
        deadline = time.monotonic() + 180
        while len(journal_rows(journal)) < 3:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline, "no rows in the journal after three minutes"
            time.sleep(0.005)
        process.send_signal(sent)
        _, err = process.communicate(timeout=30)
        return process.returncode, err, journal_rows(journal)

    return stop


@pytest.fixture
def open_folder(tmp_path, tmp_path_factory):
    """A folder that any user reaches and may write to. Of those above it only pytest's own are opened."""
    base = tmp_path_factory.getbasetemp()
    if base.name.startswith("popen-gw"):
        base = base.parent
    if base.parent.name.startswith("pytest-of-"):
        base = base.parent
    closed = [str(folder) for folder in base.parents if not folder.stat().st_mode & 0o001]
    needs(not IS_ROOT or not closed, f"other users do not reach {', '.join(closed)}")
    for folder in (base, *(folder for folder in tmp_path.parents if base in folder.parents)):
        folder.chmod(folder.stat().st_mode | 0o055)
    tmp_path.chmod(0o777)
    return tmp_path


@pytest.fixture(scope="session")
def backends():
    """The names of the backends that this build has."""
    listing = subprocess.run([BINARY, "list", "--json"], capture_output=True, text=True, check=True, timeout=60)
    return {backend["name"] for backend in json.loads(listing.stdout)["backends"]}


@pytest.fixture(scope="session")
def has_gpu():
    listing = subprocess.run([BINARY, "doctor", "--json"], capture_output=True, text=True, check=True, timeout=60)
    return any(f["name"] == "backend cuda" and f["found"] for f in json.loads(listing.stdout)["findings"])


@pytest.fixture(scope="session")
def real_run(tmp_path_factory):
    """One small Ising run, with a skipped case in it: (results, table, Google Benchmark's file)."""
    folder = tmp_path_factory.mktemp("real_run")
    out, interchange = folder / "r.json", folder / "gb.json"
    process = subprocess.run(
        [BINARY, "run", "--kernel", "ising2d_metropolis", "--variant", "checkerboard", "--backend", "cpu",
         "--axis", "L=16,15", "--axis", "beta=0.6", "--sweeps", "50", "--physics", "2", *BURST, "--out", out,
         f"--benchmark_out={interchange}", "--benchmark_out_format=json"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=200, cwd=folder, check=False)
    assert process.returncode == 0, process.stderr
    return json.loads(out.read_text()), process.stdout, interchange


def pytest_itemcollected(item):
    """Where tests are spread over processes, those that look at one run stay together, so that it is made once. Xdist reads
    the groups as soon as all are collected."""
    shared = sorted(set(item.fixturenames) & {"real_run", "quality_run", "held_run", "table1", "one_search", "base_run",
                                             "benchmarks", "installed", "program_of_pages"})
    if shared:
        item.add_marker(pytest.mark.xdist_group(shared[0]))


# What takes longest by the clock: begun last, it would leave the other cores idle at the end. Ranks that are timed are not among it:
# at the beginning most of all runs beside them.
LONG = ("test_weights_are_learned_on", "test_kills_at_random", "test_at_random", "_hot-", "test_slabs_of_the_least", "of_one_process",
        "test_checkpoint.py", "test_declared_counts")


def pytest_collection_modifyitems(config, items):
    if getattr(config, "workerinput", None):
        items.sort(key=lambda item: next((i for i, part in enumerate(LONG) if part in item.nodeid), len(LONG)))


def needs(condition, reason):
    if not condition:
        pytest.skip(reason)


def needs_program(name):
    needs(shutil.which(name), f"{name} is not here")


def new_terminal(make=pty.openpty):
    """As `make`, where there are terminals: a chroot or a container may have none (no /dev/pts)."""
    try:
        return make()
    except OSError as error:
        pytest.skip(f"no terminal to be had ({error}): mount -t devpts devpts /dev/pts")


KERNELS = set(re.findall(r"^\| `(\w+)` \| `", (ROOT / "docs/variants.md").read_text(), re.M))


@pytest.fixture(scope="session")
def missing_kernels():
    """The kernels of the table of variants that this build left out (SPINBENCH_KERNELS), though it has one of
    their backends."""
    listing = json.loads(subprocess.run([BINARY, "list", "--kernel", "*", "--json"], capture_output=True, text=True,
                                        check=True, timeout=60).stdout)
    built = {kernel["name"] for kernel in listing["kernels"]}
    here = {backend["name"] for backend in listing["backends"]}
    table = (ROOT / "docs/variants.md").read_text().split("<!-- variants: made by", 1)[1].split("<!-- variants: end", 1)[0]
    named = re.findall(r"^\| `(\w+)` \| `\w+` \| ([\w, ]+) \|", table, re.M)
    assert named
    return {kernel for kernel, backends in named if here & set(backends.split(", "))} - built


@pytest.fixture(autouse=True)
def has_its_kernels(request):
    """Skips what needs a kernel that was left out: a file that names it, or asks for a fixture that runs one, or that
    says by EVERY_KERNEL that it goes through all of them."""
    text = pathlib.Path(request.module.__file__).read_text()
    if "real_run" in request.fixturenames:
        text += "ising2d_metropolis"
    if "SHORT" in text or "MANY" in text or "stop_in_the_middle" in request.fixturenames:
        text += "machine_logic"
    every = getattr(request.module, "EVERY_KERNEL", False)
    needed = KERNELS if every else {kernel for kernel in KERNELS if kernel in text}
    missing = needed & request.getfixturevalue("missing_kernels") if needed else None
    needs(not missing, f"this build left out {', '.join(sorted(missing or []))}")
