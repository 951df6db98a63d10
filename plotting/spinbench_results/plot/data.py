"""Rows of results files -> the curves and marks of a figure. Knows no drawing.

A picture's times are in ns, lengths in sites, beta in 1/J; intervals are those of the rows (95%), None where a row has none.
"""

import dataclasses

from spinbench_results import machines
from spinbench_results.plot import cluster_updates, scaling, tau, tempering
from spinbench_results.plot.definitions import Axis
from spinbench_results.plot.newest import MOST_NAME, Case, cases, notes  # noqa: F401 - the rows that pictures are made of
from spinbench_results.text import clean

MOST_CURVES = 12  # that can be told apart


@dataclasses.dataclass
class Line:
    """`group` is equal for lines of one colour."""

    label: str
    machine: str
    x: list
    y: list
    low: list
    high: list
    group: str = ""
    dashed: bool = False
    joined: bool = True


@dataclasses.dataclass
class Marks:
    """Published values of one device."""

    label: str
    x: list
    y: list


@dataclasses.dataclass
class Level:
    """A value that holds for the whole axis, published or measured."""

    label: str
    y: float
    printed: bool = True


@dataclasses.dataclass
class Picture:
    """Lines and marks over an axis; with `categories`, x are their indices and stand on the vertical axis."""

    id: str
    title: str
    x: Axis
    y: Axis
    lines: list
    marks: list
    levels: list = dataclasses.field(default_factory=list)
    categories: list = dataclasses.field(default_factory=list)
    note: str = ""
    exact: list = dataclasses.field(default_factory=list)  # lines of what is known, below the others


def estimate(row, name):
    return next((e["value"] for e in row.get("estimates") or [] if e["name"] == name), None)


def blocks(row):
    """The blocks of 512 threads that a row of rng_blocks ran, from its declared work."""
    made, draws = (row.get("work") or {}).get("units_per_sweep"), row["params"].get("draws")
    return made / (512 * draws) if made and isinstance(draws, int) and draws > 0 else None


def scaled(column, factor):
    """A quantity that is `factor` times a column of the row."""
    def quantity(row):
        return None if row.get(column) is None else row[column] * factor

    return quantity


def sweep_us(row):
    """The time of a sweep of all systems, in us."""
    flips = (row.get("work") or {}).get("units_per_sweep")
    return flips * row["ns_per_unit"] / 1000 if flips else None


def realizations(row):
    """Of the couplings: those of all coded words, where words hold several."""
    systems, word = row["params"].get("systems"), row["params"].get("word", "32")
    if isinstance(systems, int) and isinstance(word, str) and word.isdecimal() and len(word) < 5:
        return systems * int(word)
    return row["params"].get("realizations")


def gb_per_s(row):
    """Bytes that the kernel declares to cross the memory interface, by the time that it took."""
    moved = (row.get("work") or {}).get("bytes_per_unit")
    return moved * row["units_per_ns"] if moved else None


def branching_warps(row):
    """Of a launch that updates one colour of a cubic lattice, a thread a site and whole warps a block, over its systems: one
    where the colour's sites are no multiple of a warp (Lulli 2015, eq. B.1). None where warps may not have 32 lanes."""
    side = row["params"].get("L")
    if not isinstance(side, int) or not (row["backend"] == "cuda" or row.get("platform") == "nvidia"):
        return None
    return int(side**3 // 2 % 32 != 0)


TIMES = {"ns_per_unit": 1, "ps_per_unit": 1000}  # units of it in a ns
QUANTITIES = {"ps_per_unit": scaled("ns_per_unit", 1000), "sweep_us": sweep_us, "coded_realizations": realizations,
              "gb_per_s": gb_per_s, "branching_warps": branching_warps, "ratio": lambda row: row.get("ratio"),
              "blocks": blocks, "norm_distance": lambda row: estimate(row, "norm_distance"), "tau_ns": tau.in_ns,
              "tau_sweeps": tau.in_sweeps, "independent_us": tau.independent_us, "independent_spin_ns": tau.independent_spin_ns,
              **{name: (lambda row, name=name: row.get(name)) for name in tempering.QUANTITIES},
              scaling.EFFICIENCY: lambda row: row.get(scaling.EFFICIENCY), "planes_a_rank": scaling.planes_a_rank,
              "scaled_ps": scaling.scaled_ps, cluster_updates.TIME: lambda row: row.get(cluster_updates.TIME),
              "flips_per_ns": lambda row: row["units_per_ns"] if row["unit"] == "flip" else None,
              "joules_per_unit": lambda row: (row.get("energy") or {}).get("joules_per_unit"),
              "power_w": lambda row: (row.get("conditions") or {}).get("power_w") if machines.conditions(row) else None,
              "speedup": lambda row: (row.get("speedup") or {}).get("value"),
              "limit_fraction": lambda row: (row.get("limit") or {}).get("fraction")}
COLUMNS = ("variant", "backend", "kernel", "platform", "ns_per_unit", "units_per_ns", "setup_s")


def value(row, column):
    """A param or a quantity of a row; None where it has none."""
    if column in QUANTITIES:
        return QUANTITIES[column](row)
    return row.get(column) if column in COLUMNS else row["params"].get(column)


def interval(row, column):
    """The 95% interval of a quantity, (None, None) where it has none."""
    if column == "tau_sweeps" or column in tau.IN_TIME:
        return tau.interval(row, value(row, column))
    if column in tempering.QUANTITIES:
        return tempering.interval(row, column)
    low, high = row.get("ci95") or (None, None)
    if column in TIMES:
        return tuple(None if end is None else end * TIMES[column] for end in (low, high))
    if low is None or high is None:
        return None, None
    if column in ("units_per_ns", "flips_per_ns") and low > 0 and high > 0:
        return 1 / high, 1 / low
    return None, None


def fits(row, where):
    """Whether a row meets the conditions of definitions.py."""
    for column, wanted in where.items():
        found = value(row, column)
        if found not in wanted if isinstance(wanted, tuple) else found != wanted:
            return False
    return True


def is_number(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool)


NATIVE = ("cuda", "hip", "cpu", "kokkos")


def native(chosen):
    """Of each machine's cases those of one backend: of that with most of them, else the machine's own."""
    counts = {}
    for case in chosen:
        counts.setdefault(case.machine, {}).setdefault(case.backend, []).append(case)

    def rank(backend, members):
        return -len(members), NATIVE.index(backend) if backend in NATIVE else len(NATIVE)

    return [case for found in counts.values()
            for case in min(found.items(), key=lambda entry: rank(*entry))[1]]


def titled(machine, backend, backends):
    """The machine, with the backend where its rows have several."""
    return f"{machine} ({backend})" if len(backends[machine]) > 1 else machine


def backends_of(chosen):
    result = {}
    for case in chosen:
        result.setdefault(case.machine, set()).add(case.backend)
    return result


def slowest(case):
    return -case.row["ns_per_unit"]


def oldest(case):
    return case.date


def points(chosen, x, y, fastest=False, among="", zero=False, log_x=False):
    """(x, y, low, high) of each case that has both, sorted; of several at one x the newest, or the fastest where that is
    wanted: then only where the rows at one x have several values of `among`. `zero`: the axis has one. `log_x`: that of x
    has none."""
    found, seen = {}, {}
    for case in sorted(chosen, key=slowest if fastest else oldest):
        at, height = value(case.row, x), value(case.row, y)
        if is_number(at) and is_number(height) and (height > 0 or (zero and height == 0)) and (at > 0 or not log_x):
            found[at] = (at, height, *interval(case.row, y))
            seen.setdefault(at, set()).add(value(case.row, among) if among else None)
    return [found[at] for at in sorted(found) if not among or len(seen[at]) > 1]


def published(chosen, x, per_ns=1):
    """Marks of what papers report for these cases: times in ns, or `per_ns` units of them, a set for each device and source."""
    found = [(device(entry), source(entry["source"]), value(case.row, x), entry["ns_per_unit"] * per_ns)
             for case in chosen for entry in case.row.get("published") or []
             if entry.get("ns_per_unit") and is_number(value(case.row, x))]
    return marks_of(found)


def marks_of(found):
    """(device, source, x, y) -> marks, a set for each device, labelled with its sources."""
    sets = {}
    for name, paper, x, y in found:
        papers, entries = sets.setdefault(name, (set(), set()))
        papers.add(paper)
        entries.add((x, y))
    return [Marks(f"{name}, {' and '.join(sorted(papers))}", *map(list, zip(*sorted(entries))))
            for name, (papers, entries) in sorted(sets.items())]


def device(entry):
    """A published device, in a few words."""
    name = entry.get("device") or "device not named"
    for long, short in (("Intel Core 2 Quad Q9650 3.0 GHz (one core, serial)", "Core 2 Q9650"),
                        ("Intel Q9850 @3.0 GHz (as printed; the 2012 paper says Q9650)", "Core 2 Q9650")):
        name = name.replace(long, short)
    return clean(name, MOST_NAME)


def source(name):
    """weigel2012 -> Weigel 2012"""
    return clean(f"{name[:-4].capitalize()} {name[-4:]}" if name[-4:].isdigit() else name, MOST_NAME)


def lines_of(figure, curve, chosen, backends):
    """The lines of one entry of `figure.curves`: one for each value of `figure.by`, machine and backend."""
    by = tuple(name for name in figure.by if f"{{{name}}}" in curve.label)
    groups = {}
    for case in chosen:
        key = tuple(value(case.row, name) for name in by)
        groups.setdefault((key, case.machine, case.backend), []).append(case)
    lines = []
    for (key, machine, backend), members in sorted(groups.items(), key=lambda group: sort_key(figure, by, group[0])):
        found = points(members, figure.x.column, figure.y.column, figure.fastest, figure.among, figure.y.scale == "linear",
                       figure.x.scale != "linear")
        if found:
            label = curve.label.format(**{name: figure.names.get(v, v) for name, v in zip(by, key)})
            lines.append(Line(label, titled(machine, backend, backends), *map(list, zip(*found)),
                              group=str(key) if by else curve.label, dashed=curve.dashed, joined=figure.joined))
    return lines


def sort_key(figure, by, key):
    """By the values' order in the figure's conditions, numbers by size, then machines by name."""
    values, machine, backend = key

    def rank(name, v):
        order = figure.where.get(name)
        if isinstance(order, tuple) and v in order:
            return (0, order.index(v), "")
        return (1, v, "") if is_number(v) else (2, 0, str(v))

    return ([rank(name, v) for name, v in zip(by, values)], machine, backend)


def picture(figure, every):
    """The picture of a Figure; None where the cases hold no row of it."""
    note = figure.note
    if figure.y.column in tau.IN_TIME:
        every, how = tau.rescaled(figure, every)
        note = " ".join(part for part in (how, note) if part)
    if figure.y.column in tempering.QUANTITIES:
        every = tempering.spread(every, figure.kernel, figure.y.column)
    if figure.y.column == scaling.EFFICIENCY:
        every = scaling.spread(every)
    if figure.y.column == cluster_updates.TIME:
        every = cluster_updates.spread(every)
    of_kernel = [case for case in every if case.row["kernel"] in figure.kernel]
    chosen = [native([case for case in of_kernel if fits(case.row, {**figure.where, **curve.where})])
              for curve in figure.curves]
    backends = backends_of([case for group in chosen for case in group])
    lines = [line for curve, group in zip(figure.curves, chosen) for line in lines_of(figure, curve, group, backends)]
    if not lines:
        return None
    marks, levels = [], []
    if figure.y.column in TIMES:
        if figure.marks:
            marks = published([case for group in chosen for case in group], figure.x.column, TIMES[figure.y.column])
        derived = [ratio for ratio in figure.ratios if any(line.label.startswith(ratio.label) for line in lines)]
        marks += [Marks(ratio.how, [ratio.x], [ratio.value]) for ratio in derived if ratio.x is not None]
        levels = [Level(ratio.how, ratio.value) for ratio in derived if ratio.x is None]
    if figure.peaks:
        levels += peaks([case for group in chosen for case in group])
    note = " ".join(part for part in (note, figure.marks_note if marks else "") if part)
    return Picture(figure.id, figure.title, figure.x, figure.y, lines, marks, levels, note=note)


def peaks(chosen):
    """The bandwidth of each machine's memory as its own runs measured it, from the limits of rows that it bounds."""
    found = {}
    for case in chosen:
        limit, moved = case.row.get("limit") or {}, (case.row.get("work") or {}).get("bytes_per_unit")
        if limit.get("bound") == "dram" and limit.get("units_per_ns") and moved:
            found.setdefault(case.machine, []).append(limit["units_per_ns"] * moved)
    return [Level(f"{machine}, memory as measured", max(rates), printed=False) for machine, rates in sorted(found.items())]


def relative(figure, cases):
    """The cases that have one to stand over, with `ratio` in their rows: equal but for what `figure.over` names."""
    def rest(case):
        params = sorted(map(str, {**case.row["params"], **{name: None for name in figure.over}}.items()))
        return case.machine, case.backend, case.row.get("platform"), case.row["variant"], tuple(params)

    bases = {rest(case): case.row["ns_per_unit"] for case in cases if fits(case.row, figure.over)}
    return [dataclasses.replace(case, row={**case.row, "ratio": case.row["ns_per_unit"] / bases[rest(case)]})
            for case in cases if rest(case) in bases]


def categories(figure, every):
    """The picture of Categories; None where the cases hold no row of it."""
    of_kernel = [case for case in every if case.row["kernel"] in figure.kernel]
    if figure.over:
        of_kernel = relative(figure, of_kernel)
    column, per_ns = figure.x.column, TIMES.get(figure.x.column)
    found = [(i, case) for i, entry in enumerate(figure.entries)
             for case in native([case for case in of_kernel if fits(case.row, entry.where)])]
    # What stands over itself alone shows nothing.
    if all(figure.over and fits(case.row, figure.over) for _, case in found):
        return None
    groups, printed = {}, []
    for i, case in sorted(found, key=lambda entry: (slowest if figure.by else oldest)(entry[1])):
        key = (case.machine, str(value(case.row, figure.by)) if figure.by else "")
        groups.setdefault(key, {})[i] = (i, value(case.row, column), *interval(case.row, column))
        printed += [(device(entry), source(entry["source"]), i, entry["ns_per_unit"] * per_ns)
                    for entry in case.row.get("published") or []
                    if figure.marks and per_ns and entry.get("ns_per_unit") and entry["source"] == figure.id.split("-")[0]]
    printed += [(device({"device": name}), source(figure.id.split("-")[0]), i, at)
                for i, entry in enumerate(figure.entries) for name, at in entry.printed.items()]
    lines = [Line(by, machine, *map(list, zip(*(members[i] for i in sorted(members)))), group=by or machine)
             for (machine, by), members in (sorted(groups.items()) if figure.by else groups.items())]
    return Picture(figure.id, figure.title, figure.x, figure.x, lines, marks_of(printed),
                   categories=[entry.label for entry in figure.entries], note=figure.note)
