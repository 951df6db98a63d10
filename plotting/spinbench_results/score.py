"""The score of a procurement list (results/procurement/): one number for a machine.

A list is fixed and has a number; a file says by `provenance.preset` which list it was made with, and rows count for that list
alone. Each kernel of a list is a group of jobs, each job one case of a GPU (CUDA or HIP) and where there is one of a CPU, with
every axis pinned. Of a job counts the held rate over that of the reference machine's recorded row of the job, which the list
names (results/recorded/); of a group the geometric mean over the jobs that the list has for the machine's kind, of the score
the geometric mean over the groups. A group of which a job is missing is missing, and the score then is incomplete: over fewer
kernels, and beside no other.
"""

import dataclasses
import json
import math
import pathlib

from spinbench_results import cases, files, machines
from spinbench_results.text import clean

RESULTS = pathlib.Path(__file__).resolve().parents[2] / "results"
KINDS = {"cuda": "gpu", "hip": "gpu", "cpu": "cpu"}
MOST = 160  # characters of a machine's name, or of a reason
VERIFIED = ("passed", "expected_failure")  # the latter: a bias that the list's generator is declared to have


@dataclasses.dataclass(frozen=True)
class Run:
    """A row of a job and the file that it is in."""

    row: dict
    date: str
    file: str
    dirty: bool


@dataclasses.dataclass(frozen=True)
class Entry:
    """A machine in one job: units per ns, and over the reference; `why` says what is missing where there is no ratio, `run`
    which row of which file this is, None for a job that was not run."""

    job: str
    fills: bool
    case: str
    rate: float | None
    ratio: float | None
    error: float  # of the ratio's logarithm, from the rows' 95% intervals: one standard deviation
    why: str = ""
    run: Run | None = None


@dataclasses.dataclass(frozen=True)
class Group:
    kernel: str
    entries: tuple

    @property
    def ratio(self):
        return mean([entry.ratio for entry in self.entries])

    @property
    def why(self):
        """"" where every job has its ratio."""
        reasons = [f"{entry.job}: {entry.why}" for entry in self.entries if entry.why]
        if len(reasons) == len(self.entries) and len({entry.why for entry in self.entries}) == 1:
            return self.entries[0].why
        return "; ".join(reasons)


@dataclasses.dataclass(frozen=True)
class Score:
    """Of one machine and backend by one list."""

    list: str
    machine: str
    backend: str
    groups: tuple
    reference: str  # the machine's name
    no_reference: str  # "" or why there is nothing to compare with

    @property
    def runs(self):
        """Of all jobs that were run."""
        return [entry.run for group in self.groups for entry in group.entries if entry.run]

    @property
    def notes(self):
        """What a reader must know of the rows that count: a line for each kind."""
        counted = [run for run in self.runs if not why_not(run.row)]
        changed = sorted({run.file for run in counted if run.dirty})
        others = [run.row["other_processes"] for run in counted if run.row.get("other_processes")]
        names = sorted({name for of_row in others for name in of_row})
        unsettled = sum(run.row.get("settled") is False for run in counted)
        told = [f"built from a working tree that was changed since its commit: {', '.join(changed)}" if changed else "",
                f"{part(len(others), counted)} beside other processes: {', '.join(names)}" if others else "",
                f"{part(unsettled, counted)} before power and clock had settled" if unsettled else ""]
        return [clean(line, 2 * MOST) for line in told if line]

    @property
    def present(self):
        return [group for group in self.groups if group.ratio]

    @property
    def is_complete(self):
        return len(self.present) == len(self.groups)

    @property
    def value(self):
        """The geometric mean over the groups that are there, all of them where is_complete; None for none."""
        return mean([group.ratio for group in self.present])

    @property
    def error(self):
        """Of the value's logarithm: half of the 95% interval."""
        parts = [entry.error / len(group.entries) / len(self.present) for group in self.present for entry in group.entries]
        return 1.96 * math.sqrt(sum(part * part for part in parts))


def part(count, runs):
    return f"{count} of {len(runs)} jobs {'was' if count == 1 else 'were'} measured"


def mean(values):
    """The geometric mean; None of nothing, or where one is missing."""
    if not values or any(value is None for value in values):
        return None
    return math.exp(sum(map(math.log, values)) / len(values))


# --- lists and their reference ---


def no_lists():
    """Why there are no lists and no references: they are files of a checkout, of which an installed package has none. Or ""."""
    folder = RESULTS / "procurement"
    return "" if folder.is_dir() else (f"score needs {folder}, which only a checkout of spinbench has: call its ./spinbench "
                                       "score, or install the package from it by pip install -e ./plotting")


def lists():
    """{name: list} of all there are, by their names."""
    found = [json.loads(path.read_text("utf-8")) for path in sorted(RESULTS.glob("procurement/*.json"))]
    return {entry["list"]: entry for entry in found}


def list_of(document):
    """The name of the procurement list that a file was made with, known here or not; "" for none."""
    name = document.provenance.get("preset") or ""
    return name if name.startswith("procurement-") else ""


def reference_of(entry):
    """(rows of the reference machine, ""), or ([], why there are none)."""
    machine, path = entry["reference"]["machine"], RESULTS / "recorded" / entry["reference"]["results"]
    where = f"results/recorded/{path.name}, `run --preset {entry['list']}` on an {machine}"
    if not path.exists():
        return [], f"no reference is recorded yet: {where}, is to come"
    try:
        document = files.read_file(path)
    except files.Unreadable as error:
        return [], f"the reference cannot be read: {error}"
    rows = [row for row in document.rows if machines.device_name(row) == machine]
    if list_of(document) != entry["list"] or not rows:
        return [], f"the recorded reference is another: it must be {where}"
    return rows, ""


# --- rows of jobs ---


def fits(row, kernel, case):
    """Whether a row is of a case of the list: all its params, whatever later versions add."""
    if (row["kernel"], row["variant"]) != (kernel, case["variant"]):
        return False
    params = row["params"]
    return all(key in params and type(params[key]) is type(value) and params[key] == value
               for key, value in case["params"].items())


def why_not(row):
    """Why a row does not count, or ""."""
    if row["status"] != "measured":
        return clean(f"{row['status']}: {row['reason']}" if row.get("reason") else row["status"], MOST)
    if row["figure"] != "held":
        return "of bursts, not of a held load"
    return "" if (row.get("verification") or {}).get("status") in VERIFIED else "not verified"


def newest(runs):
    """The newest run of a case, whatever became of it: that a machine once passed does not mend what it fails at now."""
    return sorted(runs, key=lambda run: run.date)[-1]


def spread(row):
    """One standard deviation of the logarithm of a row's rate."""
    low, high = row["ci95"]
    return math.log(high / low) / (2 * 1.96) if low and high and high > low > 0 else 0.0


def job_entry(kernel, job, kind, runs, reference):
    """`runs` of the machine; `reference`: rows."""
    case = job[kind]
    name = "/".join([case["variant"], *(f"{key}:{cases.param_text(value)}" for key, value in case["params"].items())])
    own = [run for run in runs if fits(run.row, kernel, case)]
    run = newest(own) if own else None
    found = run and run.row
    why = "not run" if run is None else why_not(found)
    rate = None if why else found["units_per_ns"]
    base = [row for row in reference if fits(row, kernel, job["gpu"]) and not why_not(row)]
    if not why and reference and not base:
        why = "the reference has no such row"
    if why or not base:
        return Entry(job["job"], job["fills"], name, rate, None, 0.0, why, run)
    # Over itself a row has no error.
    error = 0.0 if found == base[0] else math.hypot(spread(found), spread(base[0]))
    return Entry(job["job"], job["fills"], name, rate, rate / base[0]["units_per_ns"], error, run=run)


def score(entry, machine, backend, runs):
    """The Score of a machine's runs by a list."""
    reference, why = reference_of(entry)
    kind = KINDS[backend]
    groups = tuple(Group(group["kernel"], tuple(job_entry(group["kernel"], job, kind, runs, reference)
                                                for job in group["jobs"] if kind in job)) for group in entry["groups"])
    return Score(entry["list"], machine, backend, groups, entry["reference"]["machine"], why)


def scores(documents):
    """(scores by list, the best first; names of lists that the files were made with and that are not known here)."""
    known, found, unknown = lists(), {}, set()
    # A score is of one machine, not of a kind; and files of other runs need no telling apart from these.
    name = machines.Names([document for document in documents if list_of(document) in known], MOST, most_apart=None)
    for document in documents:
        of_list = list_of(document)
        if of_list and of_list not in known:
            unknown.add(clean(of_list, MOST))
        for row in document.rows if of_list in known else []:
            if row["backend"] in KINDS:
                key = (of_list, name(document, row), row["backend"])
                made = document.provenance
                found.setdefault(key, []).append(Run(row, made["date"], document.file, made["dirty"]))
    made = [score(known[of_list], machine, backend, runs) for (of_list, machine, backend), runs in found.items()]
    return sorted(made, key=lambda s: (s.list, not s.is_complete, -(s.value or 0), s.machine, s.backend)), sorted(unknown)
