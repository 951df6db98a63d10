"""Where the level of a series changes: many series together.

A series is split at the place with the largest Student's t between what lies before and behind it; where no such place stands
out, the stretch is looked for that differs most from what lies around it (circular binary segmentation: A. B. Olshen and
others, Biostatistics 5, 557 (2004)), since what comes and goes has no single place. How large t is by chance is told by
permutations of the series themselves, pooled over all series of one length (t has no scale), so no law of the noise is
assumed; false changes are held over all series by Benjamini and Hochberg. The parts are looked at again until nothing more is
found.
"""

import numpy as np

from spinbench_results import statistics

SHORTEST = 6  # values that can show a change
PART = 2  # values of a level: a single slow run is none
PERMUTATIONS = 10_000  # for each length, over all series
LEAST_SD = 1e-5
LONGEST_FOR_STRETCHES = 120  # their number grows with the square
CHUNK = 4_000_000  # numbers at once


def places(count):
    """[(begin, end)] of what lies behind each possible split."""
    return np.array([(k, count) for k in range(PART, count - PART + 1)])


def stretches(count):
    """[(begin, end)] of all that have something on both sides."""
    return np.array([(i, j) for i in range(PART, count - 2 * PART + 1) for j in range(i + PART, count - PART + 1)]
                    if count <= LONGEST_FOR_STRETCHES else [], dtype=int).reshape(-1, 2)


def strongest(values, parts):
    """(|t|, index of the part) for each row of `values` (series x time): the part that differs most from the rest."""
    count, (begins, ends) = values.shape[1], parts.T
    sizes = ends - begins
    centred = values - values.mean(axis=1, keepdims=True)
    sums = np.concatenate([np.zeros((len(values), 1)), np.cumsum(centred, axis=1)], axis=1)
    # Of centred values the sum of one part is minus that of the rest.
    between = (sums[:, ends] - sums[:, begins]) ** 2 * (1 / sizes + 1 / (count - sizes))
    best = between.argmax(axis=1)
    most = between[np.arange(len(values)), best]
    inside = np.maximum((centred**2).sum(axis=1) - most, 0) / (count - 2) + LEAST_SD**2
    return np.sqrt(most / inside), best


def chances(series, parts, random):
    """[(p, begin, end)] of each series' strongest part; all of one length."""
    values = np.array(series)
    found, best = strongest(values, parts)
    each = -(-PERMUTATIONS // len(values))
    step = max(1, CHUNK // len(parts))
    null = []
    for one in values:
        shuffled = random.permuted(np.tile(one, (each, 1)), axis=1)
        null += [strongest(shuffled[i:i + step], parts)[0] for i in range(0, each, step)]
    null = np.sort(np.concatenate(null))
    above = len(null) - np.searchsorted(null, found * (1 - 1e-9), side="left")
    return [(p, *parts[i]) for p, i in zip((above + 1) / (len(null) + 1), best, strict=True)]


def candidates(series, waiting, kind, random):
    """[(p, begin, end)] for each waiting part of a series, within that part."""
    result = {}
    for length in sorted({end - begin for _, begin, end in waiting}):
        alike = [part for part in waiting if part[2] - part[1] == length]
        parts = kind(length)
        found = chances([series[i][a:b] for i, a, b in alike], parts, random) if len(parts) else [(1.0, 0, length)] * len(alike)
        result.update(zip(alike, found, strict=True))
    return [result[part] for part in waiting]


def split(series, alpha=0.01, seed=1):
    """For each series the sorted places of its changes: the index of the first value of each new level."""
    random = np.random.default_rng(seed)
    changes = [set() for _ in series]
    waiting = [(i, 0, len(one)) for i, one in enumerate(series)]
    while waiting := [part for part in waiting if part[2] - part[1] >= SHORTEST]:
        splits, arcs = (candidates(series, waiting, kind, random) for kind in (places, stretches))
        # Of two looks the better one counts: twice its p.
        chosen = [a if a[0] <= b[0] or 2 * a[0] <= alpha / len(waiting) else b for a, b in zip(splits, arcs, strict=True)]
        adjusted = statistics.benjamini_hochberg([min(1.0, 2 * p) for p, _, _ in chosen])
        following = []
        for (i, begin, end), (_, a, b), q in zip(waiting, chosen, adjusted, strict=True):
            if q <= alpha:
                edges = sorted({begin, begin + int(a), begin + int(b), end})
                changes[i].update(edges[1:-1])
                following += [(i, low, high) for low, high in zip(edges, edges[1:], strict=False)]
        waiting = following
    return [sorted(found) for found in changes]
