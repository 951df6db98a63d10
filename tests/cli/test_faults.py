"""Requests that cannot be done, environments that are not as usual, and signals: what the suite's review found."""

import fcntl
import json
import os
import pathlib
import re
import resource
import select
import signal
import struct
import subprocess
import termios
import threading
import time

import pytest

from conftest import BINARY, BURST, IS_ROOT, SHORT, SHORT_CASE, SHORT_TO_THE_END, journal_rows, needs, new_terminal, start

ISING = ["--kernel", "ising2d_metropolis"]


# --- said before anything is timed ---

def test_figure_of_a_gpu_where_there_is_none(spinbench, has_gpu):
    needs(not has_gpu, "this machine has a GPU")
    for command in ("run", "verify"):
        assert "--backend cpu" in spinbench(command, "--figure", "weigel2012-fig7").refused(3)


def test_a_backend_comes_before_its_variants(spinbench, backends):
    needs("cuda" not in backends, "this build has CUDA")
    assert "cuda" in spinbench("run", *ISING, "--variant", "crinkled", "--backend", "cuda").refused(3)


@pytest.mark.parametrize("command", ["run", "verify"])
def test_a_value_that_leaves_no_case(spinbench, tmp_path, command):
    """No lone reference is timed."""
    line = spinbench(command, *ISING, "--variant", "checkerboard", "--backend", "cpu", "--axis", "L=15").refused()
    assert "checkerboard" in line and "L:15" in line


def test_a_selection_of_nothing_is_named(spinbench, backends):
    needs("cpu" in backends and len(backends) > 1, "one backend")
    assert "--variant 'row_order'" in spinbench("run", *ISING, "--variant", "row_order", "--backend", "kokkos").refused()


@pytest.mark.parametrize("args,meant", [(["runn"], "run"), (["--versoin"], "--version"), (["run", "--kernle", "x"], "--kernel"),
                                        (["verfy", "--kernel", "x"], "verify"), (["run", "--outt=r.json"], "--out")],
                         ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_the_word_that_was_meant(spinbench, args, meant):
    line = spinbench(*args).refused()
    assert f"did you mean '{meant}'?" in line and "no such" in line


def test_a_word_that_is_near_nothing(spinbench):
    assert "did you mean" not in spinbench("frobnicate").refused()


def test_long_input_is_not_echoed(spinbench):
    assert len(spinbench("run", *ISING, "--axis", "rng=" + "a" * 130_000).refused()) < 1000


# --- environments ---

@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_closed_descriptors(tmp_path, closed):
    words = " ".join(SHORT)
    assert subprocess.run(["bash", "-c", f"'{BINARY}' run {words} --out f.json {closed}"], cwd=tmp_path, check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60).returncode == 0
    assert len(json.loads((tmp_path / "f.json").read_text())["rows"]) == 1


@pytest.mark.parametrize("name,value", [
    ("LIST_TESTS", "true"), ("REPETITIONS", "3"), ("MIN_WARMUP_TIME", "100"), ("FORMAT", "junk"), ("OUT", "x"),
    ("FILTER", "-."), ("TIME_UNIT", "junk"), ("REPETITIONS", "junk"), ("COLOR", "junk"), ("CONTEXT", "junk")])
def test_environment_of_google_benchmark(spinbench, tmp_path, name, value):
    result = spinbench("run", *SHORT, "--out", "f.json", env={**os.environ, f"BENCHMARK_{name}": value}, timeout=20)
    assert result.code == 0 and [path.name for path in tmp_path.iterdir()] == ["f.json"], result
    assert len(json.loads((tmp_path / "f.json").read_text())["rows"]) == 1


def test_threads_that_do_not_start(tmp_path):
    """A skipped row, and no waiting for ever."""
    needs(os.cpu_count() > 1, "one core: one thread")

    def limit():
        if IS_ROOT:
            # Root's processes are not counted.
            os.setgid(65534)
            os.setuid(65534)
        resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))

    words = ["verify", "--kernel", "machine_copy", "--backend", "cpu", "--axis", "bytes=4096"]
    reachable = subprocess.run(["test", "-x", BINARY], preexec_fn=limit, check=False)
    needs(reachable.returncode == 0, "user nobody cannot reach the binary")
    result = subprocess.run([BINARY, *words, "--json"], cwd="/", preexec_fn=limit, capture_output=True, text=True,
                            timeout=30, check=False)
    rows = {row["variant"]: row for row in json.loads(result.stdout)["rows"]}
    assert result.returncode == 0 and rows["memcpy"]["status"] == "verified", result
    assert rows["threads"]["status"] == "skipped" and "threads" in rows["threads"]["reason"], result


def test_nothing_that_could_run_is_no_success(tmp_path):
    """What the host's free memory seems to hold, and its limit does not, is skipped as it comes to run."""
    words = ["--kernel", "machine_memset", "--backend", "cpu", "--axis", f"bytes={1 << 31}"]

    def call(*command):
        return subprocess.run([BINARY, *command], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)))

    for command in (["verify", *words], ["run", *words, *BURST, "--out", "r.json"]):
        result = call(*command)
        assert result.returncode == 2 and "could run: machine_memset/" in result.stderr, result
    assert {row["status"] for row in json.loads((tmp_path / "r.json").read_text())["rows"]} == {"skipped"}
    # Beside one that could.
    result = call("verify", *words[:-1], f"bytes={1 << 31},4096")
    assert result.returncode == 0 and "could run" not in result.stderr, result


@pytest.mark.parametrize("command", ["run", "verify"])
def test_few_open_files(spinbench, command):
    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))

    assert "ulimit -n 16" in spinbench(command, *SHORT_CASE, preexec_fn=limit).refused()
    assert spinbench("list", preexec_fn=limit).code == 0


def test_free_memory_that_nobody_tells(tmp_path):
    """It is not none."""
    isolate = ["unshare", "--mount", "sh", "-c", 'mount --bind /dev/null /proc/meminfo && exec "$@"', "sh"]
    needs(IS_ROOT and subprocess.run([*isolate, "true"], capture_output=True, check=False).returncode == 0,
          "nothing can be mounted here")
    result = subprocess.run([*isolate, BINARY, "verify", *SHORT_CASE], cwd=tmp_path, capture_output=True, text=True, timeout=60,
                            check=False)
    assert result.returncode == 0 and "verified" in result.stdout and "free" not in result.stdout, result


# --- selections that took minutes ---

BACKTRACKING = ["(.*)*x$", "((a|b|_|/|[0-9a-z:.])*)*!", "(.|.)*!", "(a+)+$", r"(\w+\s?)*z", "(.*.*)*y", "(([a-z])+.)+[A-Z]",
                "(x+x+)+y", "^(.+)+!", "(.*a){12}!"]


@pytest.mark.parametrize("pattern", BACKTRACKING)
def test_patterns_that_would_backtrack(spinbench, pattern):
    started = time.monotonic()
    assert "matches none" in spinbench("verify", *SHORT_CASE, "--filter", pattern, timeout=20).refused()
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("args", [["--filter", r"(a)\1"], ["--benchmark_filter=-" + "(" * 30000],
                                  ["--benchmark_filter=" + "(" * 30000]], ids=["back reference", "minus", "plus"])
def test_patterns_that_are_not_taken(spinbench, args):
    spinbench("run", *SHORT_CASE, *args).refused()


def test_thirty_thousand_cases_are_soon_known(spinbench):
    args = ["--variant", "row_order", "--variant", "column_order", "--backend", "cpu", "--axis", "L=16:2012:+4", "--axis",
            "beta=0.1:0.399:+0.01"]
    started = time.monotonic()
    assert len(spinbench("run", *ISING, *args, "--benchmark_list_tests").out.splitlines()) == 30000
    assert time.monotonic() - started < 20


# --- signals ---

LONG_BATCH = ["--kernel", "machine_logic", "--variant", "scalar", "--backend", "cpu", "--axis", "steps=1000000", "--sweeps",
              "60000000", *BURST]


# What comes later of the same signal is no copy of it, but another wish.
COPIES_S = 0.3


def until_caught(process, sent):
    """On a busy machine it takes some time to start; before, there is nothing to be kept."""
    status = pathlib.Path(f"/proc/{process.pid}/status")
    while not int(re.search(r"^SigCgt:\s*(\w+)", status.read_text(), re.M)[1], 16) >> (sent - 1) & 1:
        assert process.poll() is None
        time.sleep(0.01)


def answered(process, sent):
    """Sends it, and gives back the seconds until it is answered."""
    started = time.monotonic()
    process.send_signal(sent)
    for line in process.stderr:
        if "stopping after this batch; again to stop at once" in line:
            return time.monotonic() - started
    raise AssertionError("no answer")


class OnTerminal:
    """A run whose messages go to a terminal, which shows what it does as soon as it does it."""

    def __init__(self, *words, cwd):
        self.terminal, theirs = new_terminal()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
        self.process = subprocess.Popen([BINARY, "run", *words], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
                                        stderr=theirs, env={**os.environ, "TERM": "xterm"})
        os.close(theirs)

    def until(self, text):
        seen = b""
        while text not in seen:
            assert select.select([self.terminal], [], [], 60)[0], seen
            seen += os.read(self.terminal, 65536)

    def rest(self):
        """What it shows to its end."""
        seen = b""
        while select.select([self.terminal], [], [], 60)[0]:
            try:
                seen += os.read(self.terminal, 65536)
            except OSError:  # at the end of a terminal
                break
        os.close(self.terminal)
        return seen


def in_a_long_batch(cwd):
    run = OnTerminal(*LONG_BATCH, "--out", "r.json", cwd=cwd)
    run.until(b"measuring machine_logic")
    time.sleep(0.3)
    return run


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda sent: sent.name)
def test_a_signal_is_answered_at_once_and_the_second_ends(tmp_path, sent):
    run = in_a_long_batch(tmp_path)
    started = time.monotonic()
    run.process.send_signal(sent)
    run.until(b"stopping after this batch; again to stop at once")
    assert time.monotonic() - started < 1
    time.sleep(COPIES_S)
    run.process.send_signal(sent)
    err = run.rest()
    assert run.process.wait(timeout=5) == 130 and b"stopped at once" in err and b"r.json.journal" in err
    assert journal_rows(tmp_path / "r.json.journal") == []


def test_a_copy_of_the_first_is_no_second(tmp_path):
    """timeout sends one to the process, and then one to its group."""
    for _ in range(5):
        run = in_a_long_batch(tmp_path)
        started = time.monotonic()
        run.process.send_signal(signal.SIGTERM)
        run.until(b"stopping after this batch")
        run.process.send_signal(signal.SIGTERM)
        in_time = time.monotonic() - started < COPIES_S / 3
        time.sleep(COPIES_S)
        goes_on = run.process.poll() is None
        run.process.send_signal(signal.SIGTERM)
        assert b"stopped at once" in run.rest() and run.process.wait(timeout=5) == 130
        (tmp_path / "r.json.journal").unlink()
        if in_time:
            assert goes_on
            return
    pytest.skip("others take the cores: no two signals came within a tenth of a second")


@pytest.mark.parametrize("first,second", [(signal.SIGINT, signal.SIGTERM), (signal.SIGTERM, signal.SIGINT),
                                          (signal.SIGINT, signal.SIGHUP)], ids=lambda sent: sent.name)
def test_another_signal_ends_it_as_well(tmp_path, first, second):
    """A batch system's SIGTERM after somebody's Ctrl-C."""
    process = start("run", *LONG_BATCH, "--out", "r.json", cwd=tmp_path)
    while not (tmp_path / "r.json.journal").exists():
        assert process.poll() is None
    time.sleep(0.3)
    assert answered(process, first) < 1
    process.send_signal(second)
    assert process.wait(timeout=2) == 130 and "stopped at once" in process.stderr.read()


def test_limits_are_ended_by_the_first(tmp_path):
    """They come before the first time of a device: no signal waits for their end, and nothing comes after it."""
    run = OnTerminal(*ISING, "--variant", "row_order", "--backend", "cpu", "--axis", "L=16", "--physics", "1", *BURST, cwd=tmp_path)
    run.until(b"measuring limits")
    run.process.send_signal(signal.SIGINT)
    after = run.rest()
    assert run.process.wait(timeout=4) == 130
    assert b"verifying" not in after and b"measuring ising2d" not in after


# --- what a pipe and a log show ---

def test_a_pipe_gets_a_line_every_ten_seconds(tmp_path):
    """The one test that waits for it."""
    process = start("run", *LONG_BATCH, cwd=tmp_path)
    started, lines = time.monotonic(), []
    killer = threading.Timer(40, process.kill)
    killer.start()
    for line in process.stderr:
        lines.append((time.monotonic() - started, line))
        if "[1/1] measuring" in line:
            break
    process.kill()
    killer.cancel()
    process.communicate()
    when, line = lines[-1]
    assert re.fullmatch(r"spinbench: \[1/1\] measuring machine_logic/scalar/cpu/\S+, \d+ s; about .* left\n", line), lines
    assert 9 < when < 25 and not any("\r" in text or "\x1b" in text for _, text in lines)


def test_the_last_line_says_what_was_written(spinbench, tmp_path):
    result = spinbench("run", *SHORT, "--out", "r.json")
    assert result.code == 0 and result.err.splitlines()[-1] .endswith("r.json' has 1 row")


def test_load_of_others_is_said_before_the_first_case(tmp_path):
    """With every core taken by somebody else."""
    burners = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in os.sched_getaffinity(0)]
    try:
        time.sleep(0.2)
        result = subprocess.run([BINARY, "run", *SHORT], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
    assert result.returncode == 0 and re.search(r"^spinbench: this host disturbs CPU times: others keep [\d.]+ of \d+ core",
                                                result.stderr, re.M), result


@pytest.mark.parametrize("command", ["run", "verify"])
@pytest.mark.parametrize("after_s", [0.3, 1.5])
def test_a_check_is_ended_by_the_first(tmp_path, command, after_s):
    process = start(command, *ISING, "--variant", "checkerboard", "--backend", "cpu", "--axis", "L=64", cwd=tmp_path)
    time.sleep(after_s)
    until_caught(process, signal.SIGINT)
    assert answered(process, signal.SIGINT) < 1
    err = process.stderr.read()
    assert process.wait(timeout=10) == 130 and "interrupted" in err


def test_nohup_is_heeded(tmp_path):
    process = start("run", *SHORT_TO_THE_END, "--out", "r.json", cwd=tmp_path, restore_signals=False,
                    preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    while not (tmp_path / "r.json.journal").exists() and process.poll() is None:
        time.sleep(0.001)
    assert process.poll() is None
    process.send_signal(signal.SIGHUP)
    assert process.wait(timeout=60) == 0 and (tmp_path / "r.json").exists()


# --- journals ---

def test_a_pipe_as_journal(spinbench, tmp_path):
    os.mkfifo(tmp_path / "r.json.journal")
    assert "no regular file" in spinbench("run", *SHORT, "--out", "r.json", timeout=10).refused()


@pytest.mark.parametrize("content", ['{"my": "data"}', "notes without an end", '{"schema": "other'])
def test_a_file_that_is_no_journal_stays(spinbench, tmp_path, content):
    (tmp_path / "r.json.journal").write_text(content)
    spinbench("run", *SHORT, "--out", "r.json").refused()
    assert (tmp_path / "r.json.journal").read_text() == content


def too_many(folder, where):
    """A row of 50 million numbers, in a journal or a results file; the words that read it."""
    row = b'{"samples_ns_per_unit": [' + b"1," * 50_000_000 + b"1]}"
    if where == "journal":
        (folder / "r.json.journal").write_bytes(b'{"schema": "spinbench-journal/2", "identity": {}}\n' + row + b"\n")
        return ["--out", "r.json"]
    (folder / "r.json").write_bytes(b'{"schema": "spinbench-results/2", "provenance": {}, "rows": [' + row + b"]}")
    return ["--out", "r.json", "--append"] if where == "append" else ["--against", "r.json", "--out", "new.json"]


@pytest.mark.parametrize("where", ["journal", "append", "against"])
def test_a_row_of_fifty_million_numbers(spinbench, tmp_path, where):
    """It took 2 GB; here there is one."""
    words = too_many(tmp_path, where)
    started = time.monotonic()
    line = spinbench("run", *(SHORT if where != "against" else []), *words, max_memory_bytes=1 << 30).refused()
    assert "r.json" in line and "alloc" not in line and time.monotonic() - started < 10


@pytest.mark.parametrize("depth", [50_000, 100_000])
def test_a_row_of_many_brackets(spinbench, tmp_path, depth):
    """It took 20 s, and the stack."""
    rows = "[" * depth + "]" * depth
    (tmp_path / "r.json").write_text('{"schema": "spinbench-results/2", "provenance": {}, "rows": [' + rows + "]}")
    started = time.monotonic()
    assert "r.json" in spinbench("run", *SHORT, "--out", "r.json", "--append").refused()
    assert "r.json" in spinbench("run", "--against", "r.json", "--out", "new.json").refused()
    assert time.monotonic() - started < 10


def test_two_processes_at_once_lose_nothing(tmp_path):
    """One of them writes the file; the others say that it is in use or there. No journal stays behind."""
    for round_ in range(5):
        out = f"r{round_}.json"
        started = [start("run", *SHORT_TO_THE_END, "--out", out, cwd=tmp_path) for _ in range(4)]
        codes = sorted((process.communicate(timeout=60), process.returncode)[1] for process in started)
        assert codes[0] == 0 and set(codes) <= {0, 2}
        assert len(json.loads((tmp_path / out).read_text())["rows"]) == 1
        assert not (tmp_path / f"{out}.journal").exists()
