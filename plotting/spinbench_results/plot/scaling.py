"""How the time falls with the number of ranks: Lulli 2015, eqs. (18) to (23).

psFlip_N (18) is the time of one rank for a flip, the row's time times N; psFlip_multi (20) that of all N ranks, the row's own. The
efficiency of strong scaling eta_SC (19) is psFlip_1 / psFlip_N on the same lattice. Over x = L / N, x psFlip_N of all N lies on one
curve where the network is good enough (23).
"""

import dataclasses

EFFICIENCY = "scaling_efficiency"


def ranks(row):
    count = row["params"].get("ranks")
    return count if isinstance(count, int) and count > 0 else None


def planes_a_rank(row):
    """x = L / N."""
    side, count = row["params"].get("L"), ranks(row)
    return side / count if count and isinstance(side, int) else None


def scaled_ps(row):
    """x psFlip_N, which is L psFlip_multi."""
    side = row["params"].get("L")
    return 1000 * row["ns_per_unit"] * side if ranks(row) and isinstance(side, int) else None


def key(case, leaving_out=("ranks",)):
    """Equal for cases that differ in those params alone; a burst is no base of what was held."""
    params = tuple(sorted((name, str(v)) for name, v in case.row["params"].items() if name not in leaving_out))
    return (case.row["kernel"], case.row["variant"], case.backend, case.row.get("platform"), case.machine, case.row["device"],
            case.row["figure"], params)


def spread(every):
    """The cases with ranks of which the same was measured on one, each with its efficiency over that."""
    alone = {key(case): case.row["ns_per_unit"] for case in every if ranks(case.row) == 1}
    return [dataclasses.replace(case, row={**case.row, EFFICIENCY: alone[key(case)] / (case.row["ns_per_unit"] * ranks(case.row))})
            for case in every if ranks(case.row) and key(case) in alone]
