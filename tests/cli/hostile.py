"""What a run meets in the wild, at random: kills, signals, disks that get full, inputs that are none.

test_hostile.py runs the short form, and with SPINBENCH_HOSTILE=1 the long one, of half an hour. By hand, all of the long
form or some parts of it, which say how far they are:

    SPINBENCH_BINARY=$PWD/build/cpu/bin/spinbench .venv/bin/python tests/cli/hostile.py [--seed N] [kills | SIGINT | SIGTERM | disks | inputs ...]

Each part returns what it did, and asserts: nothing is lost beyond the case in flight, no crash, no hang, exit codes as documented.
"""

import argparse
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import tempfile
import time

from conftest import BINARY, BURST, ONE_BURST, SHORT, SHORT_CASE, journal_rows

HANG_S = 30  # of commands that take a moment; on a busy host some took 10
BUSY_S = 300  # a whole run, where others take the cores: each case then tries for 5 s to be precise
MANY_CASES = 20
LONGEST_S = 1.5  # about what so many take
FEW_CASES = 8    # whose results file has some 25 kB
LARGEST_FILE = 10 ** 4.7
CODES = {0, 1, 2, 3}
SHORT_FORM = {"kills": 3, "SIGINT": 2, "SIGTERM": 2, "disks": 3, "inputs": 100}
LONG_FORM = {"kills": 200, "SIGINT": 50, "SIGTERM": 50, "disks": 50, "inputs": 10_000}
MOST_TOLD = 20  # inputs that were answered wrongly, before the part ends


class Counter:
    """Says now and then how far a part is."""

    def __init__(self, what, of):
        self.what, self.of, self.done, self.started, self.said = what, of, 0, time.monotonic(), time.monotonic()

    def count(self):
        self.done += 1
        now = time.monotonic()
        if now - self.said > 10 or self.done == self.of:
            print(f"{self.what}: {self.done} of {self.of}, {now - self.started:.0f} s", flush=True)
            self.said = now


def many(cases):
    return [*SHORT_CASE[:-1], f"steps=20000:{20000 + 500 * (cases - 1)}:+500", "--sweeps", "5", *ONE_BURST]


class Chain:
    """One run that is cut short again and again, and goes on with --resume until it is complete."""

    def __init__(self, folder, cases=MANY_CASES):
        self.cases = cases
        self.out = folder / "r.json"
        self.journal = folder / "r.json.journal"
        self.kept = {}

    def start(self, **options):
        resume = ["--resume"] if self.journal.exists() or self.out.exists() else []
        return subprocess.Popen([BINARY, "run", *many(self.cases), "--out", "r.json", *resume], cwd=self.out.parent, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)

    def look(self):
        """Asserts that each row that was there still is, as it was; begins anew where all are. Returns their number."""
        if self.out.exists():
            rows = json.loads(self.out.read_text())["rows"]
            assert len(rows) == self.cases
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


def cut_short(folder, rng, sent, counter):
    """Sends `sent` at random moments, until so many runs were cut; (cuts, runs that had ended before)."""
    chain, too_late = Chain(folder), 0
    while counter.done < counter.of:
        process = chain.start()
        try:
            process.wait(timeout=rng.uniform(0, LONGEST_S))
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
        chain.look()
        if process.returncode != 0:
            counter.count()
    return counter.done, too_late


def full_disk(folder, rng, counter):
    """A file may have so many bytes; (runs, those that were refused)."""
    refused = 0
    while counter.done < counter.of:
        chain, room = Chain(folder, FEW_CASES), int(LARGEST_FILE ** rng.random())
        process = chain.start(preexec_fn=lambda room=room: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)))
        _, err = process.communicate(timeout=BUSY_S)
        assert process.returncode in (0, 2), err
        if process.returncode == 2:
            refused += 1
            assert "r.json" in err.rstrip().split("\n")[-1] and "--resume" in err.rstrip().split("\n")[-1] or room < 2000, err
            assert not chain.out.exists()
            chain.kept = {row["name"]: row for row in journal_rows(chain.journal)}
            assert chain.start().wait(timeout=BUSY_S) == 0
        assert chain.look() == FEW_CASES
        for left in folder.iterdir():
            assert left.name in ("r.json", "r.json.journal"), left
            left.unlink()
        counter.count()
    return counter.done, refused


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
        process = subprocess.Popen([BINARY, "run", *many(MANY_CASES), "--out", "cut.json"], cwd=folder, stdout=subprocess.DEVNULL,
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


def complaint(args, environment, path, folder):
    """Runs a command; (exit code, what is wrong with its answer or "")."""
    before = path.read_bytes() if path else None
    try:
        process = subprocess.run([BINARY, *args], cwd=folder, env={**os.environ, **environment}, capture_output=True,
                                 text=True, errors="replace", stdin=subprocess.DEVNULL, timeout=HANG_S, check=False)
    except subprocess.TimeoutExpired:
        return "hang", f"no end after {HANG_S} s"
    code, err = process.returncode, process.stderr
    if code not in CODES:
        return code, f"exit {code}: {err[-2000:]}"
    if "json.exception" in err or "terminate" in err:
        return code, err[-2000:]
    if code in (2, 3):
        lines = [line for line in err.rstrip("\n").split("\n") if not line.startswith("Environment variable")]
        if len(lines) > 2 or len(err) >= 3000 or not lines[-1].startswith("spinbench: "):
            return code, f"no short line: {err[-2000:]!r}"
        if path and path.read_bytes() != before:
            return code, f"refused, but the file was changed: {err!r}"
    return code, ""


def fuzzed(folder, rng, counter):
    """Exit codes and how often each came."""
    inputs, codes, complaints = Inputs(folder, rng), {}, []
    while counter.done < counter.of and len(complaints) < MOST_TOLD:
        for left in folder.glob("[fg].json*"):
            left.unlink()
        args, environment, path = inputs.command()
        before = path.read_bytes() if path else None
        code, wrong = complaint(args, environment, path, folder)
        codes[code] = codes.get(code, 0) + 1
        counter.count()
        if wrong:
            complaints.append((args, environment, before, wrong))
            print(complaints[-1], flush=True)
    assert complaints == [], f"{len(complaints)} of {counter.done} inputs, exit codes {codes}"
    return dict(sorted(codes.items()))


def cut_by(sent):
    return lambda folder, rng, counter: cut_short(folder, rng, sent, counter)


PARTS = {"kills": cut_by(signal.SIGKILL), "SIGINT": cut_by(signal.SIGINT), "SIGTERM": cut_by(signal.SIGTERM),
         "disks": full_disk, "inputs": fuzzed}


def everything(seed, form):
    """Runs the parts of `form`, so many times each, in folders of their own; what each did, by name."""
    result = {}
    for name, times in form.items():
        with tempfile.TemporaryDirectory() as folder:
            # Each part has numbers of its own, whichever others are run.
            result[name] = PARTS[name](pathlib.Path(folder), random.Random(f"{seed} {name}"), Counter(name, times))
        print(name, result[name], flush=True)
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="The long form: what a run meets in the wild, at random.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    asked = parser.parse_args()
    if not set(asked.parts) <= set(PARTS):
        parser.error(f"parts are {', '.join(PARTS)}")
    everything(asked.seed, {name: LONG_FORM[name] for name in asked.parts or PARTS})
