#!/usr/bin/env python3
"""Shows that `spinbench verify` finds every bug that a build with SPINBENCH_MUTANTS can plant.

    python3 tests/mutants.py --binary build/cuda-mutants/bin/spinbench --backend cuda --json out.json

Each mutant is planted in each case that it lives in on the backend, one after the other; verify must then say that a
check failed. Without a mutant the same cases must pass. Exit codes: 0 all found, 1 not all, 2 bad usage.
"""

import argparse
import concurrent.futures
import dataclasses
import fnmatch
import json
import os
import subprocess
import sys
import time


@dataclasses.dataclass(frozen=True)
class Place:
    """A case in which a mutant lives, as `list --mutants` names it, on one backend."""

    text: str
    kernel: str
    variant: str
    backend: str
    axes: tuple

    @staticmethod
    def parse(text, backend):
        """None where the mutant does not live on `backend` there."""
        case, *axes = text.split()
        kernel, variant, home = case.split("/")
        if backend != home and not (home == "gpu" and backend in ("cuda", "hip")):
            return None
        return Place(text, kernel, variant, backend, tuple(axes))

    def launcher(self):
        """What starts so many processes as the case has ranks."""
        ranks = [axis.removeprefix("ranks=") for axis in self.axes if axis.startswith("ranks=")]
        return ["mpirun", *MPIRUN, "-n", ranks[0]] if ranks else []

    def arguments(self, physics=None):
        result = ["verify", "--json", "--kernel", self.kernel, "--variant", self.variant, "--backend", self.backend]
        if physics is not None:
            result += ["--physics", str(physics)]
        for axis in self.axes:
            result += ["--axis", axis]
        return result


# Also as root, and on fewer cores than ranks.
MPIRUN = ["--oversubscribe", "--allow-run-as-root"]


@dataclasses.dataclass
class Outcome:
    """What verify said. `verdict`: failed, verified, skipped, or error where it said nothing of the kind."""

    mutant: str
    place: str
    verdict: str
    checks: list  # that failed
    detail: str
    seconds: float
    what: str = ""

    @property
    def as_wanted(self):
        return self.verdict == ("failed" if self.mutant else "verified")


def read_mutants(binary):
    """The mutants of the build: a list of {name, what, where}; empty where it has none."""
    listing = subprocess.run([binary, "list", "--mutants"], capture_output=True, text=True, check=True, timeout=60,
                             env=environment(""))
    return json.loads(listing.stdout)


def environment(mutant):
    result = {name: value for name, value in os.environ.items() if name != "SPINBENCH_MUTANT"}
    if mutant:
        result["SPINBENCH_MUTANT"] = mutant
    return result


def cases(mutants, backend, only="*", kernel="*"):
    """(mutant, place) for every case of the backend."""
    return [(mutant, place) for mutant in mutants if fnmatch.fnmatch(mutant["name"], only)
            for place in (Place.parse(text, backend) for text in mutant["where"])
            if place is not None and fnmatch.fnmatch(place.kernel, kernel)]


def controls(found):
    """The places of `found`, each once."""
    return list(dict.fromkeys(place for _, place in found))


def verify(binary, place, mutant="", timeout=300, physics=None):
    """Runs verify on the place with the mutant of that name planted, or with none; `physics`: seconds for a physics check,
    verify's own choice where None."""
    start = time.monotonic()
    try:
        process = subprocess.run([*place.launcher(), binary, *place.arguments(physics)], capture_output=True, text=True, errors="replace",
                                 check=False, timeout=timeout, env=environment(mutant), stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        # What never answers lets no row out; but without a mutant it must.
        return Outcome(mutant, place.text, "failed" if mutant else "error", [f"no answer in {timeout:.0f} s"],
                       f"no answer in {timeout:.0f} s", time.monotonic() - start)
    seconds = time.monotonic() - start
    try:
        rows = json.loads(process.stdout)["rows"]
    except (json.JSONDecodeError, KeyError):
        last = (process.stderr.strip().splitlines() or ["no output"])[-1]
        return Outcome(mutant, place.text, "error", [], f"exit {process.returncode}: {last}", seconds)
    failed = [check for row in rows for check in (row.get("verification") or {}).get("checks", [])
              if not check["passed"] and not check.get("expected_failure")]
    verdicts = {row["status"] for row in rows}
    verdict = verdicts.pop() if len(verdicts) == 1 else "error"
    detail = "; ".join(check.get("detail", "") for check in failed) or "; ".join(row.get("reason", "") for row in rows)
    # The exit code is what a script sees: it must say the same. A row without a failed check was lost to an error.
    if (verdict == "failed") != (process.returncode == 1) or (verdict == "failed" and not failed):
        verdict, detail = "error", f"exit {process.returncode}: {detail}"
    return Outcome(mutant, place.text, verdict, sorted({check["name"] for check in failed}), detail, seconds)


def show(outcome):
    said = {"failed": "killed by " + ", ".join(outcome.checks), "verified": "SURVIVED"}.get(
        outcome.verdict, f"{outcome.verdict}: {outcome.detail}")
    if not outcome.mutant:
        said = "verified" if outcome.as_wanted else f"WRONG WITHOUT A MUTANT: {outcome.detail}"
    print(f"{outcome.mutant or '-':28} {outcome.place:62} {said:40.120} {outcome.seconds:6.1f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--binary", required=True, help="spinbench_mutants, or spinbench of a build with -DSPINBENCH_MUTANTS=ON")
    parser.add_argument("--backend", required=True, choices=["cpu", "cuda", "hip", "kokkos"])
    parser.add_argument("--only", default="*", help="mutants whose name matches the pattern")
    parser.add_argument("--kernel", default="*", help="where they live in a kernel whose name matches the pattern")
    parser.add_argument("--no-controls", action="store_true", help="leave out the cases without a mutant")
    parser.add_argument("--timeout", type=float, default=100, help="seconds for one verification")
    parser.add_argument("--jobs", type=int, default=1, help="so many verifications at once (default: 1)")
    parser.add_argument("--json", help="write what was found to this file")
    options = parser.parse_args()

    mutants = read_mutants(options.binary)
    if not mutants:
        parser.error(f"{options.binary} has no mutants: configure with -DSPINBENCH_MUTANTS=ON")
    found = cases(mutants, options.backend, options.only, options.kernel)
    if not found:
        parser.error(f"no mutant of the backend {options.backend} matches {options.only} in a kernel that matches {options.kernel}")
    outcomes = []

    def note(outcome):
        outcomes.append(outcome)
        show(outcome)
        if options.json:
            with open(options.json, "w", encoding="utf-8") as file:
                json.dump([dataclasses.asdict(one) for one in outcomes], file, indent=1)

    def plant(mutant, place):
        outcome = verify(options.binary, place, mutant["name"], options.timeout)
        outcome.what = mutant["what"]
        return outcome

    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        running = [pool.submit(plant, mutant, place) for mutant, place in found]
        if not options.no_controls:
            running += [pool.submit(verify, options.binary, place, timeout=options.timeout) for place in controls(found)]
        for one in running:
            note(one.result())
    wrong = [outcome for outcome in outcomes if not outcome.as_wanted]
    survivors = [outcome for outcome in wrong if outcome.mutant]
    names = len({mutant["name"] for mutant, _ in found})
    print(f"{names} mutants in {len(found)} cases: {len(found) - len(survivors)} killed, {len(survivors)} not; "
          f"{len(wrong) - len(survivors)} cases wrong without one")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
