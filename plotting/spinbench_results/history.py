"""Each case over many files of one machine: its times by date, and where their level changed."""

import collections
import dataclasses
import math

import numpy as np

from spinbench_results import cases, changepoints, comparison, hosts


@dataclasses.dataclass
class Change:
    place: int  # of the first run of the new level
    ratio: float  # of the level's median time over that of the level before: above 1 is slower
    notes: list  # what else changed between the two files: commit, driver, ...


@dataclasses.dataclass
class Series:
    """One case on one machine, in the order of the dates."""

    key: tuple
    row: dict  # the newest
    documents: list
    ns: list  # per unit
    intervals: list  # [(low, high)] of each
    changes: list = dataclasses.field(default_factory=list)
    failures: list = dataclasses.field(default_factory=list)  # [(document, reason)] of files in which the case failed

    @property
    def failing(self):
        """In how many of the newest files that have the case it failed: 0 where the newest of them has a time."""
        return sum(d.provenance["date"] > self.documents[-1].provenance["date"] for d, _ in self.failures)

    @property
    def name(self):
        return cases.name(self.row)

    @property
    def logs(self):
        return [math.log(ns) for ns in self.ns]

    @property
    def levels(self):
        """The logarithms of the times, level by level."""
        ends = [0, *(change.place for change in self.changes), len(self.ns)]
        return [self.logs[a:b] for a, b in zip(ends, ends[1:], strict=False)]

    @property
    def spread(self):
        """Standard deviation about the levels, as a part; nan for a single run."""
        parts = [np.asarray(level) - np.mean(level) for level in self.levels]
        free = len(self.ns) - len(parts)
        return math.sqrt(sum(float((p**2).sum()) for p in parts) / free) if free > 0 else math.nan


@dataclasses.dataclass
class Machine:
    """A host with its CPU and its devices, and what was measured on it."""

    name: str
    documents: list
    series: list
    untimed: list  # rows of cases that failed and have no series, the newest of each


def machines(documents, alpha=0.01):
    """What the files say, by machine (spinbench_results.hosts), and for each case the device that its row names."""
    groups, result = hosts.by_machine(cases.distinct(documents)), []
    for name, group in zip(hosts.names(groups), groups, strict=True):
        there = sorted(group, key=lambda d: d.provenance["date"])
        series = marked(series_of(there), alpha)
        result.append(Machine(name, there, series, untimed(there, {one.key for one in series})))
    return result


def untimed(documents, timed):
    """The newest row of each case that failed and was never timed."""
    return list({key: row for document in documents for key, row in cases.by_case(document).items()
                 if row["status"] == "failed" and key not in timed}.values())


def series_of(documents):
    """The series of one machine's files, which are in the order of their dates."""
    found = {}
    for document in documents:
        for key, row in cases.by_case(document).items():
            if cases.is_timed(row):
                one = found.setdefault((key, row["device"], row["figure"]), Series(key, row, [], [], []))
                one.row = row
                one.documents.append(document)
                one.ns.append(row["ns_per_unit"])
                low, high = row["ci95"]
                one.intervals.append((low or row["ns_per_unit"], high or row["ns_per_unit"]))
    note_failures(found.values(), documents)
    return list(found.values())


def note_failures(series, documents):
    """What failed has no time and no figure: it belongs to all series of its case and device, a simulated network's,
    too."""
    of_case = collections.defaultdict(list)
    for one in series:
        of_case[one.key].append(one)
    for document in documents:
        for key, row in cases.by_case(document).items():
            if row["status"] == "failed":
                for one in of_case[key]:
                    if f"{one.row['device']}, ".startswith(f"{row['device']}, "):
                        one.failures.append((document, comparison.reason(row)))


def marked(series, alpha):
    """The same with their changes."""
    for one, places in zip(series, changepoints.split([s.logs for s in series], alpha), strict=True):
        ends = [0, *places, len(one.ns)]
        for before, place, after in zip(ends, places, ends[2:], strict=False):
            ratio = math.exp(np.median(one.logs[place:after]) - np.median(one.logs[before:place]))
            one.changes.append(Change(place, ratio, what_changed(one, place)))
    return series


def what_changed(series, place):
    """Between the last file of a level and the first of the next: ["commit a1b2c3d -> d4e5f6a", ...]."""
    before, after = series.documents[place - 1], series.documents[place]
    notes = []
    if before.provenance["git"] != after.provenance["git"]:
        notes.append(f"commit {before.provenance['git']} -> {after.provenance['git']}")
    rows = [[cases.by_case(d)[series.key]] for d in (before, after)]
    for what, old, new in cases.differences([before], [after], [tuple(rows)]):
        notes.append(f"{what}: {old} -> {new}")
    return notes


def levels(documents, like, without=()):
    """{key: the levels of logarithms} of earlier runs of the machine that the files `like` are of, for what differs between runs
    (comparison.compare). The runs in `without` are left out: what is judged is no evidence."""
    def among(document, side):
        return any(cases.is_copy(document, one) for one in side)

    groups = hosts.by_machine(cases.distinct([*like, *documents]))
    there = [d for group in groups if any(among(d, like) for d in group) for d in group
             if among(d, documents) and not among(d, without)]
    wanted = comparison.timed(like)
    series = marked(series_of(sorted(there, key=lambda d: d.provenance["date"])), 0.01)
    return {s.key: s.levels for s in series if s.key in wanted and
            (s.row["device"], s.row["figure"]) == (wanted[s.key][0]["device"], wanted[s.key][0]["figure"])}
