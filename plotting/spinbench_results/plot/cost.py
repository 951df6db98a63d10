"""Weigel 2015, slide "Janus": what it costs to be as fast as Janus, with the published machines and with those measured at
given prices.

Janus: 256 units, each a spin-flip attempt of the 3D Edwards-Anderson model in 16 ps: 16 attempts a ps in all. The talk names
what GPUs and CPUs of the same rate would have cost then. Ours is the fastest case of the spin glass's kernel, and until there
are rows of it of the 3D Ising model's.
"""

import math

from spinbench_results.machines import shortened
from spinbench_results.plot.data import MOST_NAME, Line, Marks, Picture
from spinbench_results.plot.definitions import Axis
from spinbench_results.prices import counted
from spinbench_results.report.ranking import better, counts

ID = "weigel2015-cost"
UNITS, PS_PER_FLIP = 256, 16
RATE = UNITS / PS_PER_FLIP * 1000  # flips/ns
PUBLISHED = (("Janus, 256 units", 700_000), ("GPU, 64 PCs with two GTX 295", 200_000), ("CPU, 800 blade servers", 2_800_000))
KERNELS = ("ea3d_metropolis", "ising3d_metropolis")


def fastest(every):
    """(machine, case) by rate, of the first of KERNELS that has rows; by the rules of a report's ranking."""
    for kernel in KERNELS:
        best = {}
        for case in every:
            if case.row["kernel"] == kernel and case.row["unit"] == "flip" and counts(standing(case)):
                if case.whole not in best or better(standing(case), standing(best[case.whole])):
                    best[case.whole] = case
        if best:
            return sorted(best.items(), key=lambda entry: -entry[1].row["units_per_ns"])
    return []


def standing(case):
    """The case in the terms of the ranking."""
    row = case.row
    return {"kernel": row["kernel"], "status": row["status"], "verified": (row.get("verification") or {}).get("status"),
            "experiment": bool(row.get("estimates")), "figure": row["figure"], "rate": row["units_per_ns"]}


def needed(case):
    """How many such machines make Janus' rate."""
    return math.ceil(RATE / case.row["units_per_ns"])


def times(count, machine):
    """"3 x NVIDIA H200"; "2 x (4 x NVIDIA H200)"."""
    return f"{count} x ({machine})" if counted(machine)[0] > 1 else f"{count} x {machine}"


def picture(every, prices):
    """None where no machine with a row has a price."""
    priced = [(machine, case, prices.of(machine).price) for machine, case in fastest(every)]
    priced = [entry for entry in priced if entry[2]]
    if not priced:
        return None
    short = shortened([machine for machine, _, _ in priced], MOST_NAME)
    labels = [label for label, _ in PUBLISHED] + [times(needed(case), short[machine]) for machine, case, _ in priced]
    places = [len(PUBLISHED) + i for i in range(len(priced))]
    costs = [needed(case) * price for _, case, price in priced]
    marks = [Marks("Weigel 2015, in Euros of its time", list(range(len(PUBLISHED))), [cost for _, cost in PUBLISHED])]
    kernel, currency = priced[0][1].row["kernel"], prices.currency
    lines = [Line("at the given prices", "", places, costs, [None] * len(costs), [None] * len(costs))]
    axis = Axis("cost", f"cost of {RATE:g} spin-flip attempts per ns  [{currency}]", "log")
    return Picture(ID, "Weigel 2015, Janus: what its rate costs", axis, axis, lines, marks, categories=labels,
                   note="Janus is 256 units of 16 ps per flip (3D spin glass). "
                        f"Measured: {kernel}, the fastest case, whole machines.")
