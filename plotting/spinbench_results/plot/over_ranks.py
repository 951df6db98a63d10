"""Efficiency over the number of ranks, of any kernel whose rows have them: strong scaling, where all ranks share one lattice, and
weak, where each has as many sites.

With t_N the time per unit of all N ranks together, both are t_1 / (N t_N): of the same lattice for strong scaling (Lulli 2015,
eq. 19), of one with about as many sites as each of the N ranks has for weak scaling, where it is the rate per rank over that of one
rank: of a larger lattice on more ranks, or of more systems of one size beside each other. Intervals are from the ends of both rows'
95% intervals, as those of speed-ups are.
"""

import dataclasses

from spinbench_results.plot import scaling
from spinbench_results.plot.data import MOST_CURVES, Level, Line, Picture, backends_of, titled
from spinbench_results.plot.definitions import Axis

STRONG, WEAK = "strong-scaling", "weak-scaling"
IDS = (STRONG, WEAK)
MADE_BY = {STRONG: "--preset strong", WEAK: "--preset weak"}
NEAR = 0.1  # how far sites per rank may be from those of one: sides are multiples of tiles
TITLES = {STRONG: "Strong scaling: N ranks share a lattice", WEAK: "Weak scaling: as many sites on each of N ranks"}


@dataclasses.dataclass
class Point:
    """N ranks, the efficiency with its 95% interval (None: of one rank itself, or of a row that has none), and the row's L."""

    ranks: int
    efficiency: float
    low: float | None
    high: float | None
    side: int


@dataclasses.dataclass
class Curve:
    """`base` is the case of one rank; `label` tells the curve from the others of its machine. Points by ascending ranks, that of
    one rank first. `grows`: the axis with larger values on more ranks."""

    base: object
    points: list
    grows: str = "L"
    label: str = ""

    @property
    def name(self):
        return f"{self.base.row['kernel']}/{self.base.row['variant']}"


def sites_a_rank(case):
    """Units of a sweep of each rank; None where the row does not declare its work."""
    units = (case.row.get("work") or {}).get("units_per_sweep")
    return units / scaling.ranks(case.row) if units else None


def point(base, case):
    count, one, many = scaling.ranks(case.row), base.row["ns_per_unit"], case.row["ns_per_unit"]
    low = high = None
    (one_low, one_high), (many_low, many_high) = (c.row.get("ci95") or (None, None) for c in (base, case))
    if case is not base and None not in (one_low, one_high, many_low, many_high) and many_low > 0:
        low, high = one_low / (count * many_high), one_high / (count * many_low)
    return Point(count, one / (count * many), low, high, case.row["params"]["L"])


def with_ranks(every):
    return [case for case in every if scaling.ranks(case.row) and isinstance(case.row["params"].get("L"), int)]


def alike(every, leaving_out):
    """Lists of cases that differ in `leaving_out` alone, in the order of the files."""
    groups = {}
    for case in with_ranks(every):
        groups.setdefault(scaling.key(case, leaving_out), []).append(case)
    return list(groups.values())


def curves_of(bases, members, grows="L"):
    """A curve for each base that some of the members, (base, case of several ranks), stand over."""
    found = [Curve(base, [point(base, base), *sorted((point(base, case) for one, case in members if one is base),
                                                     key=lambda at: at.ranks)], grows) for base in bases]
    return [curve for curve in found if len(curve.points) > 1]


def strong(every):
    """The curves of strong scaling: cases that differ in `ranks` alone, where one of them has one rank."""
    result = []
    for group in alike(every, ("ranks",)):
        bases = [case for case in group if scaling.ranks(case.row) == 1]
        result += curves_of(bases[:1], [(bases[0], case) for case in group if case is not bases[0]] if bases else [])
    return labelled(result)


def weak(every):
    """The curves of weak scaling: each case of several ranks over that case of one rank whose sites are nearest to a rank's, of
    several L, or numbers of systems, on as many ranks the nearest to it."""
    return labelled([curve for grows in ("L", "systems") for curve in growing(every, grows)])


def growing(every, grows):
    """Those of cases that differ in `ranks` and `grows` alone."""
    result = []
    for group in alike(every, ("ranks", grows)):
        bases = [case for case in group if scaling.ranks(case.row) == 1 and sites_a_rank(case) and grows in case.row["params"]]
        nearest = {}
        for case in group:
            if scaling.ranks(case.row) == 1 or not sites_a_rank(case) or not bases:
                continue
            off, base = min(((abs(sites_a_rank(case) / sites_a_rank(base) - 1), base) for base in bases), key=lambda pair: pair[0])
            place = id(base), scaling.ranks(case.row)
            if off <= NEAR and (place not in nearest or off < nearest[place][0]):
                nearest[place] = off, base, case
        result += curves_of(bases, [(base, case) for _, base, case in nearest.values()], grows)
    return result


def labelled(curves):
    """The curves by kernel, variant and L, named by these and by the other axes in which those of a variant and machine differ."""
    for curve in curves:
        others = [other.base.row["params"] for other in curves
                  if (other.name, other.base.machine) == (curve.name, curve.base.machine)]
        params = curve.base.row["params"]
        told = [f"{name} = {value}" for name, value in params.items()
                if name not in ("L", "ranks", curve.grows) and any(other.get(name) != value for other in others)]
        if curve.grows != "L":
            told.insert(0, f"{curve.grows} = {params[curve.grows]} N")
        curve.label = ", ".join([f"{curve.name}, L = {params['L']}", *told])
    return sorted(curves, key=lambda curve: (curve.name, curve.base.row["params"]["L"], curve.label, curve.base.machine))


def drawn(curves):
    """At most MOST_CURVES: of each kernel and variant on each machine the largest lattices, as many of each as there is room for."""
    places, counts = {}, {}
    for curve in sorted(curves, key=lambda curve: -curve.base.row["params"]["L"]):
        of = curve.name, curve.base.machine
        counts[of] = counts.get(of, 0) + 1
        places[id(curve)] = counts[of]
    kept = {id(curve) for curve in sorted(curves, key=lambda curve: places[id(curve)])[:MOST_CURVES]}
    return [curve for curve in curves if id(curve) in kept]


CURVES = {STRONG: strong, WEAK: weak}


def note(which, curves, shown):
    parts = ["Of the same lattice." if which == STRONG else
             f"L is that of one rank; each of N has as many sites within {100 * NEAR:.0f}%."]
    parts.append("1: N ranks are N times as fast as one." if which == STRONG else "1: each rank is as fast as one by itself.")
    if len(shown) < len(curves):
        parts.append(f"Of {len(curves)} curves the {len(shown)} of the largest lattices; --axis L=... and --kernel choose others.")
    return " ".join(parts)


def picture(which, every):
    """The picture of STRONG or WEAK; None where no case of several ranks has one of a single rank to stand over."""
    curves = CURVES[which](every)
    if not curves:
        return None
    shown = drawn(curves)
    backends = backends_of([curve.base for curve in shown])
    lines = [Line(curve.label, titled(curve.base.machine, curve.base.backend, backends), [at.ranks for at in curve.points],
                  [at.efficiency for at in curve.points], [at.low for at in curve.points], [at.high for at in curve.points],
                  group=curve.label) for curve in shown]
    return Picture(which, TITLES[which], Axis("ranks", "ranks N", "log2"),
                   Axis(scaling.EFFICIENCY, "efficiency, t of one rank / (N t of N ranks)", "linear"), lines, [],
                   [Level("without loss", 1.0, printed=False)], note=note(which, curves, shown))
