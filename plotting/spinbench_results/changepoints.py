"""Where the level of a series changes: binary segmentation of many series together.

A split is the place with the largest Student's t between what lies before and behind it. How large it is by chance is told by
permutations of the series themselves, pooled over all series of one length (the statistic has no scale), so no law of the noise
is assumed; false splits are held over all series by Benjamini and Hochberg. Series that were split are looked at again, part by
part, until nothing more is found.
"""

import numpy as np

from spinbench_results import statistics

SHORTEST = 6  # values that can show a change
PART = 2  # values on each side of one: a single slow run is no new level
PERMUTATIONS = 20_000  # for each length, over all series
LEAST_SD = 1e-5


def strongest(values):
    """(t, place) for each row of `values` (series x time): the split with the largest |t|; the place is the first behind it."""
    values = np.atleast_2d(values)
    count = values.shape[1]
    places = np.arange(PART, count - PART + 1)
    centred = values - values.mean(axis=1, keepdims=True)
    sums = np.cumsum(centred, axis=1)[:, places - 1]
    # Of centred values the sum of one part is minus that of the other.
    between = sums**2 * (1 / places + 1 / (count - places))
    all_squares = (centred**2).sum(axis=1, keepdims=True)
    inside = np.maximum(all_squares - between, 0) / (count - 2) + LEAST_SD**2
    t = np.sqrt(between / inside)
    best = t.argmax(axis=1)
    return t[np.arange(len(t)), best], places[best]


def chances(series, seed):
    """[(p, place)] of the strongest split of each series; all of one length."""
    values = np.array(series)
    found, places = strongest(values)
    random = np.random.default_rng(seed)
    each = -(-PERMUTATIONS // len(values))
    null = np.sort(np.concatenate(
        [strongest(random.permuted(np.tile(one, (each, 1)), axis=1))[0] for one in values]))
    above = len(null) - np.searchsorted(null, found * (1 - 1e-9), side="left")
    return list(zip((above + 1) / (len(null) + 1), places, strict=True))


def split(series, alpha=0.01, seed=1):
    """For each series the sorted places of its changes: the index of the first value of each new level."""
    changes = [[] for _ in series]
    waiting = [(i, 0, len(one)) for i, one in enumerate(series)]
    while waiting := [part for part in waiting if part[2] - part[1] >= SHORTEST]:
        found = {}
        for length in sorted({end - begin for _, begin, end in waiting}):
            parts = [part for part in waiting if part[2] - part[1] == length]
            found.update(zip(parts, chances([series[i][begin:end] for i, begin, end in parts], seed), strict=True))
        adjusted = statistics.benjamini_hochberg([found[part][0] for part in waiting])
        following = []
        for part, q in zip(waiting, adjusted, strict=True):
            if q <= alpha:
                i, begin, end = part
                place = begin + int(found[part][1])
                changes[i].append(place)
                following += [(i, begin, place), (i, place, end)]
        waiting = following
    return [sorted(places) for places in changes]
