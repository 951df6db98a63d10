"""Strong and weak scaling (plot/over_ranks.py) as a report has them: points for the charts, and tables of all."""

from spinbench_results.plot import data, over_ranks

WORDS = {
    over_ranks.STRONG: ("Strong scaling", "N ranks share a lattice: time of one rank over N times that of N ranks. 1 is no loss."),
    over_ranks.WEAK: ("Weak scaling", "Each rank has as many sites, within 10%: the rate per rank over that of one rank with a "
                      "lattice of its own, whose L is named; systems = n N: n of them a rank. 1 is no loss.")}


def found(documents):
    """{figure: its curves} of what the documents have rows for."""
    every = data.cases(documents)
    curves = {name: over_ranks.CURVES[name](every) for name in over_ranks.IDS}
    return {name: of for name, of in curves.items() if of}


def points(curves):
    """What a chart shows: the curves that can be told apart."""
    several = len({curve.base.machine for curve in curves}) > 1
    return [{"curve": curve.label + (f", {curve.base.machine}" if several else ""), "ranks": at.ranks, "efficiency": at.efficiency,
             "low": at.low, "high": at.high} for curve in over_ranks.drawn(curves) for at in curve.points]


HEADER = ("kernel/variant, L of one rank", "machine", "ranks", "L", "efficiency", "from", "to")


def lines(curves):
    """The rows of a table with HEADER: each point but those of one rank."""
    def share(x):
        return "-" if x is None else f"{x:.3f}"

    return [[curve.label, curve.base.machine, at.ranks, at.side, *map(share, (at.efficiency, at.low, at.high))]
            for curve in curves for at in curve.points if at.ranks > 1]
