"""What a run meets in the wild, at random: kills, signals, disks that get full, inputs that are none.

By hand, the long form (half an hour):  SPINBENCH_BINARY=build/cpu/bin/spinbench python3 tests/cli/hostile.py [SEED]
SPINBENCH_HOSTILE=1 has test_hostile.py run the short one. Each part returns what it did, and asserts: nothing is lost beyond the case in flight, no
crash, no hang, exit codes as documented.
"""

import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

from conftest import BINARY, BURST, SHORT, SHORT_CASE, journal_rows

HANG_S = 10
BUSY_S = 300  # a whole run, where others take the cores: each case then tries for 5 s to be precise
MANY = [*SHORT_CASE[:-1], "steps=20000:29500:+500", "--sweeps", "5", *BURST]
MANY_CASES = 20
LONGEST_S = 1.5  # about what that takes
CODES = {0, 1, 2, 3}


class Chain:
    """One run that is cut short again and again, and goes on with --resume until it is complete."""

    def __init__(self, folder):
        self.out = folder / "r.json"
        self.journal = folder / "r.json.journal"
        self.kept = {}

    def start(self, **options):
        resume = ["--resume"] if self.journal.exists() or self.out.exists() else []
        return subprocess.Popen([BINARY, "run", *MANY, "--out", "r.json", *resume], cwd=self.out.parent, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)

    def look(self):
        """Asserts that each row that was there still is, as it was; begins anew where all are. Returns their number."""
        if self.out.exists():
            rows = json.loads(self.out.read_text())["rows"]
            assert len(rows) == MANY_CASES
        else:
            rows = journal_rows(self.journal)
        now = {row["name"]: row for row in rows}
        assert len(now) == len(rows), "a row twice"
        assert all(now.get(name) == row for name, row in self.kept.items()), "a row was lost or changed"
        self.kept = now
        if self.out.exists():
            self.out.unlink()
            self.journal.unlink(missing_ok=True)
            self.kept = {}
        return len(rows)


def cut_short(folder, rng, sent, times, longest_s):
    """Sends `sent` at random moments; (cuts, of which a run had ended before)."""
    chain, done, too_late = Chain(folder), 0, 0
    while done < times:
        process = chain.start()
        try:
            process.wait(timeout=rng.uniform(0, longest_s))
        except subprocess.TimeoutExpired:
            process.send_signal(sent)
        started = time.monotonic()
        _, err = process.communicate(timeout=HANG_S)
        assert time.monotonic() - started < HANG_S
        if process.returncode == 0:
            too_late += 1
        elif sent == signal.SIGKILL:
            assert process.returncode == -sent, err
        else:
            # Before it catches signals it has nothing to keep.
            assert process.returncode in (130, -sent), err
        if process.returncode != 0:
            done += 1
        chain.look()
    return done, too_late


def full_disk(folder, rng, times):
    """A file may have so many bytes; (runs, of which were refused)."""
    refused = 0
    for _ in range(times):
        chain, room = Chain(folder), int(10 ** rng.uniform(0, 5.3))
        process = chain.start(preexec_fn=lambda room=room: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)))
        _, err = process.communicate(timeout=BUSY_S)
        assert process.returncode in (0, 2), err
        if process.returncode == 2:
            refused += 1
            assert "r.json" in err.rstrip().split("\n")[-1] and "--resume" in err.rstrip().split("\n")[-1] or room < 2000, err
            assert not chain.out.exists()
            chain.kept = {row["name"]: row for row in journal_rows(chain.journal)}
            assert chain.start().wait(timeout=BUSY_S) == 0
        assert chain.look() == MANY_CASES
        for left in folder.iterdir():
            assert left.name in ("r.json", "r.json.journal"), left
            left.unlink()
    return times, refused


# --- inputs ---

LETTERS = list("aZ_09 .,:;=*+?-()[]{}|^$\\/'\"<>&%#@!~`\t\n\x01\x7f") + ["é", "\u2028", "𝛽", "9" * 40, "*" * 30, "(" * 200]
AXES = ["L=16,32", "L=16:64:*2", "beta=0.1:0.5:+0.1", "steps=1000", "rng=philox4x32", "k=1", "L=16:99999999:+1", "tile=3"]
PATTERNS = ["ising2d*", "row_order", "machine_*", "*", "?????", "(a|b)*c", "[a-z]+", "L:1.", "^x$", r"\bL\b", "(.*)*y"]
VARIABLES = ["BENCHMARK_FORMAT", "BENCHMARK_REPETITIONS", "BENCHMARK_LIST_TESTS", "BENCHMARK_FILTER", "BENCHMARK_OUT", "V",
             "BENCHMARK_MIN_TIME", "BENCHMARK_CONTEXT", "SPINBENCH_MUTANT", "SPINBENCH_SCRIPT", "TMPDIR", "LC_ALL", "HOME",
             "OMP_NUM_THREADS", "CUDA_VISIBLE_DEVICES", "NO_COLOR", "COLUMNS", "TERM"]


def mutated(rng, text, letters=LETTERS):
    """`text` with some places changed, cut or doubled."""
    for _ in range(rng.choice([1, 1, 2, 5])):
        i, j = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        text = rng.choice([
            lambda: text[:i] + rng.choice(letters) + text[i:], lambda: text[:i] + rng.choice(letters) + text[i + 1:],
            lambda: text[:i] + text[min(j, i + 20):], lambda: text[:i], lambda: text[:j] + text[max(i, j - 200):],
            lambda: text[:i] + rng.choice(["null", "-1", "1e308", "{}", "[]", '""', "true", "[" * 50]) + text[i + 1:],
        ])()
    return text


def no_nul(text):
    return text.replace("\0", "")


class Inputs:
    """Commands with random input; each is (arguments, environment, file that must stay as it is if refused)."""

    def __init__(self, folder, rng):
        self.folder, self.rng = folder, rng
        subprocess.run([BINARY, "run", *SHORT, "--out", "made.json"], cwd=folder, check=True, capture_output=True)
        process = subprocess.Popen([BINARY, "run", *MANY, "--out", "cut.json"], cwd=folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        while len(journal_rows(folder / "cut.json.journal")) < 2 and process.poll() is None:
            time.sleep(0.002)
        process.kill()
        process.wait()
        lines = (folder / "cut.json.journal").read_text().splitlines(keepends=True)
        # One row, of a case that SHORT asks for.
        row = json.loads((folder / "made.json").read_text())["rows"][0]
        self.journal = lines[0].replace('"sweeps":5,', '"sweeps":50,') + json.dumps(row, separators=(",", ":")) + "\n"
        self.results = (folder / "made.json").read_text()

    def command(self):
        return self.rng.choice([self.words, self.words, self.words, self.environment, self.journals, self.files])()

    def words(self):
        rng, args = self.rng, []
        for _ in range(rng.randrange(1, 4)):
            option = rng.choice(["--axis", "--filter", "--kernel", "--variant", "--backend", "--preset", "--figure", "--seed",
                                 "--device", "--benchmark_filter"])
            value = no_nul(mutated(rng, rng.choice(AXES if option == "--axis" else PATTERNS)))
            args += [f"{option}={value}"] if option.startswith("--bench") or rng.random() < 0.5 else [option, value]
        return ["run", *(SHORT_CASE if rng.random() < 0.3 else []), *args, "--benchmark_list_tests"], {}, None

    def environment(self):
        value = no_nul(mutated(self.rng, self.rng.choice(["junk", "1", "true", "/nowhere", "-1", "json"])))
        return ["run", *SHORT_CASE, "--benchmark_list_tests"], {self.rng.choice(VARIABLES): value}, None

    def journals(self):
        path = self.folder / "f.json.journal"
        path.write_text(mutated(self.rng, self.journal), errors="surrogatepass")
        return ["run", *SHORT, "--out", "f.json", "--resume"], {}, path

    def files(self):
        path = self.folder / "f.json"
        path.write_text(mutated(self.rng, self.results), errors="surrogatepass")
        more = self.rng.choice([["--out", "f.json", "--append"], ["--out", "f.json", "--resume"],
                                ["--out", "g.json", "--against", "f.json"]])
        return ["run", *(SHORT if "--against" not in more else BURST), *more], {}, path


def fuzzed(folder, rng, times):
    """Exit codes and how often each came."""
    inputs, counts = Inputs(folder, rng), {}
    for _ in range(times):
        for left in folder.glob("[fg].json*"):
            left.unlink()
        args, environment, path = inputs.command()
        before = path.read_bytes() if path else None
        process = subprocess.run([BINARY, *args], cwd=folder, env={**os.environ, **environment}, capture_output=True,
                                 text=True, errors="replace", stdin=subprocess.DEVNULL, timeout=HANG_S, check=False)
        told = (args, environment, before, process.returncode, process.stderr[-2000:])
        assert process.returncode in CODES, told
        assert "json.exception" not in process.stderr and "terminate" not in process.stderr, told
        if process.returncode in (2, 3):
            lines = [line for line in process.stderr.rstrip("\n").split("\n") if not line.startswith("Environment variable")]
            assert len(lines) <= 2 and len(process.stderr) < 3000 and lines[-1].startswith("spinbench: "), told
            if path:
                assert path.read_bytes() == before, told
        counts[process.returncode] = counts.get(process.returncode, 0) + 1
    return dict(sorted(counts.items()))


def everything(seed, kills, signals, disks, inputs):
    """Runs all parts in folders of their own; what each did, by name."""
    rng, result = random.Random(seed), {}
    parts = {"kill -9": lambda folder: cut_short(folder, rng, signal.SIGKILL, kills, LONGEST_S),
             "SIGINT": lambda folder: cut_short(folder, rng, signal.SIGINT, signals, LONGEST_S),
             "SIGTERM": lambda folder: cut_short(folder, rng, signal.SIGTERM, signals, LONGEST_S),
             "full disk": lambda folder: full_disk(folder, rng, disks), "inputs": lambda folder: fuzzed(folder, rng, inputs)}
    for name, part in parts.items():
        with tempfile.TemporaryDirectory() as folder:
            result[name] = part(pathlib.Path(folder))
        print(name, result[name], flush=True)
    return result


if __name__ == "__main__":
    everything(int(sys.argv[1]) if len(sys.argv) > 1 else 1, kills=200, signals=50, disks=50, inputs=10_000)
