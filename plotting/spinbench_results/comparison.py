"""Two results files (or two sets of runs) compared, case by case."""

import dataclasses
import math

from spinbench_results import cases, hosts, noise, statistics

LAPSES = ("failed", "skipped")  # statuses of cases that a run tried, or was asked for


@dataclasses.dataclass
class Verdict:
    """Of one case. `ratio` is new over base, in times: above 1 is slower. `low`, `high`: its interval at 1 - alpha."""

    case: cases.Case
    ratio: float
    low: float
    high: float
    p: float
    q: float  # p, held over all cases together
    verdict: str  # "faster", "same", "slower", "undecided"
    alarm: bool  # slower, and by more than the threshold
    source: str  # of what is known of the spread between runs


@dataclasses.dataclass
class Lapse:
    """A case of which runs of the new tell why they have no time."""

    row: dict
    why: str  # status and reason
    count: int  # such runs
    runs: int  # that have the case

    @property
    def failed(self):
        return self.row["status"] == "failed"


@dataclasses.dataclass
class Comparison:
    base: list  # documents
    new: list
    threshold: float
    alpha: float
    differences: list  # [(what, of the base, of the new)]
    verdicts: list  # in the order of the files
    missing: list  # [(row of the base, why)]: measured there only; why is empty where the new has no such row
    added: list  # rows: measured in the new only
    lapses: list  # [Lapse]: of failed cases, and of skipped ones that other runs or the base have a time of
    apart: list  # backends whose sides are of different devices, where that is the point

    @property
    def alarms(self):
        return [v for v in self.verdicts if v.alarm]

    @property
    def near(self):
        """Slower, by less than the threshold as far as was seen, but perhaps by more."""
        return [v for v in self.of("slower") if not v.alarm and v.high > 1 + self.threshold]

    @property
    def absent(self):
        """The rows of those missing that the new does not tell why."""
        return [row for row, why in self.missing if not why.startswith(LAPSES)]

    @property
    def passed(self):
        """Whether every case was measured in every run of the new, and decided, and none got slower."""
        return not (self.alarms or self.near or self.lapses or self.missing or self.of("undecided"))

    def of(self, verdict):
        return [v for v in self.verdicts if v.verdict == verdict]


def timed(documents):
    """{key: the timed rows of all files}."""
    found = {}
    for document in documents:
        for key, row in cases.by_case(document).items():
            if cases.is_timed(row):
                found.setdefault(key, []).append(row)
    return found


def untimed(documents):
    """{key: the rows of all files that have no time}, those that failed first."""
    found = {}
    for document in documents:
        for key, row in cases.by_case(document).items():
            if row["status"] != "measured":
                found.setdefault(key, []).append(row)
    return {key: sorted(rows, key=lambda row: row["status"] != "failed") for key, rows in found.items()}


def reason(row):
    return row.get("reason", "no reason given")


def status_and_reason(row):
    return f"{row['status']}: {reason(row)}"


def matched(base, new):
    """([Case], [(row, why)] of those missing in the new, [row] of those it adds, [Lapse])."""
    before, after, without = timed(base), timed(new), untimed(new)
    both = [cases.Case(key, before[key], rows) for key, rows in after.items() if key in before]
    missing = [(rows[0], status_and_reason(without[key][0]) if key in without else "")
               for key, rows in before.items() if key not in after]
    lapses = []
    for key, rows in without.items():
        # What one machine cannot do is skipped by each run: only what was measured elsewhere is missed.
        status = rows[0]["status"]
        if status == "failed" or (status == "skipped" and (key in before or key in after)):
            count = sum(row["status"] == status for row in rows)
            lapses.append(Lapse(rows[0], status_and_reason(rows[0]), count, len(rows) + len(after.get(key, []))))
    return both, missing, [rows[0] for key, rows in after.items() if key not in before], lapses


def compare(base, new, threshold=0.03, alpha=0.01, history=None, across=False):
    """The Comparison of documents `base` with documents `new`: a list each, more than one where they are runs of one build.

    `threshold`: a change of the time, as a part, below which a case counts as the same. `alpha`: the expected share of false
    alarms among all alarms, over all cases together, and one minus the level of the intervals. `history`: {key: levels of
    logarithms} of the host (spinbench_results.history.levels). `across`: what differs in the devices is looked for, so nothing of
    it is taken for noise."""
    base, new = cases.distinct(base), cases.distinct(new)
    both, missing, added, lapses = matched(base, new)
    differ = cases.differences(base, new, [(case.base, case.new) for case in both])
    apart = different_devices(base, new, both, differ) if across else []
    spreads = noise.spreads(both, history or {}, apart)
    p = [statistics.p_value(case.shift, s.variance, s.freedom) for case, s in zip(both, spreads, strict=True)]
    verdicts = [judged(case, spread, one, q, threshold, alpha)
                for case, spread, one, q in zip(both, spreads, p, statistics.benjamini_hochberg(p), strict=True)]
    return Comparison(base, new, threshold, alpha, differ, verdicts, missing, added, lapses, apart)


def different_devices(base, new, both, differ):
    """The backends whose cases ran on different devices: by what the files say of these, and of their machines."""
    told = {what for what, _, _ in differ}
    machines = all(hosts.differ(a, b) for a in base for b in new)
    return sorted({case.backend for case in both if machines or (case.kind == "cpu" and "CPU" in told) or
                   any(f"{what} ({case.backend})" in told for what in ("device", "pci", "places of ranks"))})


def judged(case, spread, p, q, threshold, alpha):
    """Same: the interval lies within the threshold. Faster or slower: it does not, and no change is ruled out."""
    half = statistics.half_width(spread.variance, spread.freedom, alpha)
    low, high = case.shift - half, case.shift + half
    most = math.log1p(threshold)
    if -most <= low and high <= most:
        verdict = "same"
    elif q <= alpha:
        verdict = "slower" if case.shift > 0 else "faster"
    else:
        verdict = "undecided"
    alarm = verdict == "slower" and case.shift > most
    return Verdict(case, exponential(case.shift), exponential(low), exponential(high), p, float(q), verdict, alarm,
                   spread.source)


def exponential(x):
    return math.exp(min(max(x, -600), 600))
