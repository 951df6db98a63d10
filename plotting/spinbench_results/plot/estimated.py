"""Estimates that a row holds over a whole axis, such as the specific heat over beta from one density of states."""

import math

from spinbench_results.plot.data import MOST_CURVES, Line, Picture, is_number

KERNELS = {"dos_ising2d_multicanonical": "multicanonical", "dos_ising2d_wang_landau": "Wang-Landau",
           "annealing_ising2d": "population annealing"}


def points(row, name):
    """(x, value, standard deviation, exact or None) of the estimates called `name`=x, sorted."""
    found = []
    for one in row.get("estimates") or []:
        start, _, end = one["name"].rpartition("=")
        try:
            x = float(end)
        except ValueError:
            continue
        if start == name and math.isfinite(x) and is_number(one.get("value")):
            exact = one.get("expected")
            found.append((x, one["value"], one.get("error") or 0.0, exact if is_number(exact) else None))
    return sorted(found, key=lambda point: point[0])


def label(case):
    """Multicanonical, serial, L = 16"""
    name = KERNELS.get(case.row["kernel"], case.row["kernel"])
    return f"{name}, {case.row['variant']}, L = {case.row['params'].get('L')}"


def line(figure, case, found):
    """The estimates, or their distances from what is exact, with intervals of 95%."""
    if figure.difference:
        found = [(x, value - exact, error, exact) for x, value, error, exact in found if exact is not None]
    x, y, errors, _ = zip(*found) if found else ((), (), (), ())
    return Line(label(case), case.machine, list(x), list(y), [v - 1.96 * e for v, e in zip(y, errors)],
                [v + 1.96 * e for v, e in zip(y, errors)], group=label(case), joined=False)


def picture(figure, every):
    """None where no case has such estimates."""
    chosen = [(case, points(case.row, figure.name)) for case in every if case.row["kernel"] in figure.kernel]
    lines = [one for one in (line(figure, case, found) for case, found in chosen[:MOST_CURVES] if found) if one.x]
    if not lines:
        return None
    exact = {}
    for case, found in chosen:
        known = [(x, value) for x, _, _, value in found if value is not None]
        if known and not figure.difference:
            exact[case.row["params"].get("L")] = known
    curves = [Line(f"exact, L = {size}", "", *map(list, zip(*known)), [None] * len(known), [None] * len(known))
              for size, known in sorted(exact.items(), key=str)]
    return Picture(figure.id, figure.title, figure.x, figure.y, lines, [], note=figure.note, exact=curves)
