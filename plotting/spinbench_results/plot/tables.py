"""Rows of results files -> the cells of a table of a paper. Knows no drawing."""

import dataclasses
import functools
import math

from spinbench_results.plot.data import device, fits, native, value
from spinbench_results.plot.definitions import Entry

NOTHING = "-"


@dataclasses.dataclass
class Grid:
    """Texts; `rules` are the indices of rows above which a line is drawn."""

    id: str
    title: str
    header: list
    rows: list
    rules: list
    note: str = ""


def with_error(value, error):
    """1.1060788(15): the error in units of the last digits, two of them."""
    if value is None:
        return NOTHING
    if not error:
        return f"{value:.9g}"
    decimals = min(15, max(0, 1 - math.floor(math.log10(error))))
    if decimals > 0 and round(error * 10**decimals) >= 100:
        decimals -= 1
    return f"{value:.{decimals}f}({error * 10**decimals:.0f})"


def short(x, digits=3):
    """A number with so many digits, without an exponent where it is readable."""
    if x is None:
        return NOTHING
    if x == 0 or 1e-4 <= abs(x) < 1e6:
        text = f"{x:.{digits}g}"
        return text if "e" not in text else f"{x:.0f}"
    return f"{x:.{digits - 1}e}"


def per_second(ns):
    mantissa, exponent = f"{1e9 / ns:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def quality(case):
    """Columns of an experiment's row: energy and specific heat, theirs and ours."""
    # The published deviations and ours both refer to the negative energy; the paper prints |e|.
    cells = []
    row = case.row
    for name, sign in (("energy", -1), ("specific_heat", 1)):
        found = next((e for e in row.get("estimates") or [] if e["name"] == name), {})
        entry = next((e for e in row.get("published") or [] if e.get("estimate") == name), {})
        for source_of in (entry, found):
            number, sigma = source_of.get("value"), source_of.get("deviation_sigmas")
            cells += [with_error(None if number is None else sign * number, source_of.get("error")),
                      NOTHING if sigma is None else f"{sign * sigma:.2f}"]
    return {**dict(zip(QUALITY, cells)), "sweeps": f"{row.get('sweeps', 0):.0e}".replace("e+0", "e"), "device": case.machine}


QUALITY = ("|e|, paper", "Delta e, paper", "|e|, here", "Delta e, here", "C_V, paper", "Delta C_V, paper", "C_V, here",
           "Delta C_V, here")


def fill(case):
    """Seconds of rng_fill: setting up and filling, of each device."""
    row, cells = case.row, {}
    for entry in row.get("published") or []:
        if entry["source"] == "lulli2015" and entry.get("setup_s") is not None:
            cells[f"{device(entry)}: set up"] = short(entry["setup_s"])
        if entry["source"] == "lulli2015" and entry.get("ns_per_unit"):
            cells[f"{device(entry)}: fill"] = short(entry["ns_per_unit"] * row["params"]["n"] * 1e-9)
    cells[f"{case.machine}: set up"] = short(row.get("setup_s"), 2)
    cells[f"{case.machine}: fill"] = short(row["ns_per_unit"] * row["params"]["n"] * 1e-9)
    return cells


def instances(case):
    """Numbers a second of rng_count_odd, of each device."""
    cells = {device(entry): per_second(entry["ns_per_unit"]) for entry in case.row.get("published") or []
             if entry["source"] == "lulli2015" and entry.get("ns_per_unit")}
    return {**cells, case.machine: per_second(case.row["ns_per_unit"])}


def performance(case, paper="weigel2015"):
    """ns per flip and the speed-up over serial code, of each device of the paper (the talk) and here."""
    row, speedup = case.row, case.row.get("speedup") or {}
    cells = {device(e): e["ns_per_unit"] for e in row.get("published") or []
             if e.get("ns_per_unit") and e["source"] == paper}
    reference, factor = speedup.get("reference_ns_per_unit"), speedup.get("value")
    times = f" ({short(factor)}x)" if factor else ""
    # A speed-up is over the serial code of the device's own host: hosts differ.
    serial = {f"{case.machine}: host, serial": short(reference)} if reference else {}
    return {**cells, **serial, case.machine: short(row["ns_per_unit"]) + times}


def with_printed(entry, cells):
    """What the paper prints beside: the serial time, and by it the speed-ups."""
    serial = next(iter(entry.printed.values()), None)
    texts = {name: cell if isinstance(cell, str) else f"{cell:g}" + (f" ({serial / cell:.0f}x)" if serial else "")
             for name, cell in cells.items()}
    return {**{name: f"{ns:g}" for name, ns in entry.printed.items()}, **texts}


MAKERS = {"quality": quality, "fill": fill, "instances": instances, "performance": performance,
          "table2": functools.partial(performance, paper="weigel2012")}


def best(table, found):
    """Of several cases of an entry the longest run, then the fastest: one for each machine, or one in all of an experiment,
    which tells of the generator and not of the machine."""
    chosen = {}
    for case in native(found):
        key = "" if table.columns == "quality" else case.machine
        rank = (-(case.row.get("sweeps") or 0), case.row["ns_per_unit"])
        if key not in chosen or rank < chosen[key][0]:
            chosen[key] = (rank, case)
    return [case for _, case in chosen.values()]


def entries_of(table, every):
    """(entry, cases) of all lines that have some, the paper's first; and how many are the paper's."""
    of_kernel = [case for case in every if case.row["kernel"] in table.kernel]
    taken, lines = set(), []
    for entry in table.entries:
        found = [case for case in of_kernel if fits(case.row, entry.where)]
        taken.update(id(case) for case in found)
        if found:
            lines.append((entry, best(table, found)))
    paper = len(lines)
    for entry in table.ours:
        others = {}
        for case in of_kernel:
            if id(case) not in taken and fits(case.row, entry.where):
                others.setdefault(value(case.row, table.ours_by), []).append(case)
        lines += [(Entry(entry.label.format(name), {}), best(table, found)) for name, found in others.items()]
    return lines, paper


def grid(table, every):
    """The table's cells; None where the cases hold no row of it."""
    lines, paper = entries_of(table, every)
    if not lines:
        return None
    make, header, rows = MAKERS[table.columns], [], []
    for entry, found in lines:
        cells = with_printed(entry, {key: cell for case in found for key, cell in make(case).items()})
        header += [key for key in cells if key not in header]
        rows.append((entry.label, cells))
    header = ordered(table.columns, header, every)
    texts = [[label, *(cells.get(key, NOTHING) for key in header)] for label, cells in rows]
    return Grid(table.id, table.title, [table.head, *header], texts, [paper] if 0 < paper < len(rows) else [], table.note)


def ordered(columns, header, every):
    """Published devices first, then ours."""
    if columns == "quality":
        return header
    ours = {case.machine for case in every}
    here = [key for key in header if key.split(":")[0] in ours]
    return [key for key in header if key not in here] + here


