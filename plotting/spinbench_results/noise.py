"""How far two runs of one build differ: what a ratio's interval must know beside the repetitions within a run.

With a history of the host (or several files on a side) it is measured case by case. Without one it is what the recorded
files showed, and what the two files at hand show: most cases are taken to be as they were.

Repetitions of a run start anew with an allocation that lies elsewhere, so they see what differs from place to place. They do
not see what a whole run has in common: clocks, another card of the kind, and on a CPU the other processes.
"""

import dataclasses
import math
import statistics as plain

import numpy as np

from spinbench_results import statistics

# Differences (of logarithms) between runs of one case on one host, November 2026: of bursts measured once, 76 pairs on an H200,
# 0.4% in the median, up to 8%; 34 of serial references, up to 1.96 times (tests/data/differences_of_bursts.json). Held load in
# repetitions differs by less: four runs of one build within three minutes (one-build/h200-a, -b, -b.baseline, -slow.baseline, five
# cases) by 0.04% in the median and 0.15% at the most, from h200-held and h200-procurement-1, hours and builds before, by 0.26% at
# the most. Beside h200-paper and the h200-paper-rng of 25 November, of that build and day, it was 0.08% in the median of 99 pairs
# of 17 cases, 0.65% for a case at the power cap (1.33% from h200-held, an older build), 0.68% for one that writes memory, and 2.7%
# for another, whose repetitions differ by 1.3%; what repetitions do not show of these is 0.33% (root mean square), and may well be
# 0.45% where 17 cases show 0.33%.
# Between two cards, h200-paper and h200-paper-ising, five days apart: 0.07% in the median of 152 cases whose code is the same; a third
# card 0.23%.
# tests/plotting/test_noise.py holds the numbers to the files, and the degrees of freedom to the false alarms that they make.
DRIFT = {"held": 0.0045, "burst": 0.0059}  # sd over a pair of runs of an accelerator's rows, beside what their repetitions show
DRIFT_FREEDOM = {"held": 12, "burst": 30}  # of the cases of those files; as good as known to an eighth
ONCE = {"accelerator": 0.024, "cpu": 0.38}  # root mean square over a pair
ONCE_FREEDOM = 1.6     # of rows that were measured once: their differences have heavy tails
FEW_FREEDOM = 2.5      # of their root mean square, where too few cases are at hand to see how far files differ
CPU_FREEDOM = 8        # CPUs have no such tails: files differ, and all cases with them
ENOUGH = 8             # cases that show how far a pair of files differs
LEAST_SEEN = 0.0037    # sd that a quiet pair is taken to have at least: the recorded median


@dataclasses.dataclass
class Spread:
    """Of the logarithm of a case's ratio: variance, degrees of freedom, and where they come from."""

    variance: float
    freedom: float
    source: str  # "history", "repetitions", "these files" or "recorded files"


def kind(backend, device):
    """Kokkos names a device of the host by its space: "AMD EPYC, Kokkos Serial"."""
    on_host = backend == "cpu" or (backend == "kokkos" and ", Kokkos " in device)
    return "cpu" if on_host else "accelerator"


def spreads(cases, history, apart=()):
    """A Spread for each case. A case has `key`, `backend`, `kind`, `figure`, `shift` and `runs`: (base, new), each a list of runs,
    and a run the list of its repetitions' logarithms. `history`: {key: [levels]}, a level the logarithms of runs that belong
    together. `apart`: the backends whose two sides are of different devices."""
    result = {}
    for one in sorted({(case.backend, case.kind) for case in cases}):
        group = [case for case in cases if (case.backend, case.kind) == one]
        between = measured_between(group, history)
        repeated = from_repetitions(group)
        drift = drift_of(group, repeated, one[0] in apart)
        for case, known, own in zip(group, between, repeated, strict=True):
            result[case.key] = known or own_and(drift[case.key], own)
    return [result[case.key] for case in cases]


def measured_between(group, history):
    """Where runs of one build are at hand, or a history: from the spread between runs; None elsewhere."""
    levels = []
    for case in group:
        sides = [[run_level(run) for run in side] for side in case.runs]
        levels.append([*history.get(case.key, []), *(side for side in sides if len(side) > 1)])
    found = [statistics.within(level) for level in levels]
    # A prior is only for cases of which something is known: a case without any run of its own takes none.
    moderated = statistics.moderated([v for v, _ in found], [f for _, f in found])
    result = []
    for case, (_, own), (variance, freedom) in zip(group, found, moderated, strict=True):
        if own < 2:
            result.append(None)
            continue
        sides = sum(statistics.median_factor(len(side)) / len(side) for side in case.runs)
        # Spreads that are all alike may be so for what runs have in common: then more cases are no more evidence.
        result.append(Spread(variance * sides, min(freedom, 1.5 * own), "history"))
    return result


def run_level(run):
    return plain.median(run)


def from_repetitions(group):
    """(variance, freedom) of each case's ratio as its repetitions tell it; None for a row that was measured once."""
    found = [statistics.within([run for side in case.runs for run in side]) for case in group]
    drawn = statistics.moderated(*zip(*found, strict=True), own_above=True)
    result = []
    for case, (_, own), (variance, freedom) in zip(group, found, drawn, strict=True):
        counts = [sum(len(run) for run in side) for side in case.runs]
        sides = sum(statistics.median_factor(count) / count for count in counts)
        result.append((variance * sides, freedom) if own and min(counts) > 1 else None)
    return result


def drift_of(group, repeated, apart=False):
    """{key: (variance, freedom, source)} of what repetitions do not see.

    Rows of an accelerator in repetitions drift by what is known of its kind, or by more where these two files show it about
    their common shift. CPUs, and rows that were measured once, drift together: there only the distance from no change at
    all tells how far, so a shift of all cases at once stays undecided.

    Of two devices (`apart`) that distance and what the cases' shifts differ by are what is looked for: there only runs on one
    device, as recorded, tell of noise."""
    result = {}
    steady = [(c, own) for c, own in zip(group, repeated, strict=True) if own and c.kind == "accelerator"]
    if steady:
        shifts = [case.shift for case, _ in steady]
        seen = statistics.robust_variance(shifts, np.median(shifts)) if len(steady) >= ENOUGH and not apart else 0.0
        repetitions = plain.median(own[0] for _, own in steady)
        result.update({c.key: (max(DRIFT[c.figure]**2, seen - repetitions), DRIFT_FREEDOM[c.figure], "repetitions")
                       for c, _ in steady})
    for once in (False, True):
        loose = [c for c, own in zip(group, repeated, strict=True) if c.key not in result and (own is None) == once]
        freedom = ONCE_FREEDOM if once else CPU_FREEDOM
        if len(loose) >= ENOUGH and not apart:
            seen = max(statistics.robust_variance([c.shift for c in loose]), LEAST_SEEN**2)
            result.update({c.key: (seen, freedom, "these files") for c in loose})
        else:
            few = {"accelerator": FEW_FREEDOM, "cpu": CPU_FREEDOM}
            result.update({c.key: (ONCE[c.kind]**2, few[c.kind], "recorded files") for c in loose})
    return result


def own_and(drift, own):
    variance, freedom, source = drift
    if own is None or math.isnan(own[0]):
        return Spread(variance, freedom, source)
    return Spread(*statistics.total([(variance, freedom), own]), source)
