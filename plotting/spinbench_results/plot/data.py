"""Rows of results files -> the curves and marks of a figure. Knows no drawing.

A picture's times are in ns, lengths in sites, beta in 1/J; intervals are those of the rows (95%), None where a row has none.
"""

import dataclasses

from spinbench_results import machines
from spinbench_results.plot import tau
from spinbench_results.plot.definitions import Axis
from spinbench_results.text import clean

MOST_CURVES = 12  # that can be told apart
MOST_NAME = 60  # characters of a name in a legend


@dataclasses.dataclass(frozen=True)
class Case:
    """A measured row and where it comes from."""

    row: dict
    date: str
    machine: str

    @property
    def backend(self):
        return self.row["backend"]


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


@dataclasses.dataclass
class Marks:
    """Published values of one device."""

    label: str
    x: list
    y: list


@dataclasses.dataclass
class Level:
    """A published value that holds for the whole axis."""

    label: str
    y: float


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


def cases(documents):
    """The newest measured row of each case, backend and machine, in the order of the files."""
    name = machines.namer(documents)
    newest = {}
    for document in documents:
        for row in document.rows:
            if row["status"] != "measured":
                continue
            case = Case(row, document.provenance["date"], clean(name(document, row), MOST_NAME))
            key = (row["name"], row["backend"], row.get("platform"), case.machine, row.get("sweeps"))
            if key not in newest or newest[key].date < case.date:
                newest[key] = case
    return list(newest.values())


def estimate(row, name):
    return next((e["value"] for e in row.get("estimates") or [] if e["name"] == name), None)


def blocks(row):
    """The blocks of 512 threads that a row of rng_blocks ran, from its declared work."""
    made, draws = (row.get("work") or {}).get("units_per_sweep"), row["params"].get("draws")
    return made / (512 * draws) if made and isinstance(draws, int) and draws > 0 else None


QUANTITIES = {"blocks": blocks, "tau_ns": tau.in_ns, "tau_sweeps": tau.in_sweeps,
              "flips_per_ns": lambda row: row["units_per_ns"] if row["unit"] == "flip" else None,
              "joules_per_unit": lambda row: (row.get("energy") or {}).get("joules_per_unit"),
              "power_w": lambda row: (row.get("conditions") or {}).get("power_w"),
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
    if column in ("tau_sweeps", "tau_ns"):
        return tau.interval(row, value(row, column))
    low, high = row.get("ci95") or (None, None)
    if column == "ns_per_unit" or low is None or high is None:
        return (low, high) if column == "ns_per_unit" else (None, None)
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


def points(chosen, x, y):
    """(x, y, low, high) of each case that has both, sorted."""
    found = {}
    for case in chosen:
        at, height = value(case.row, x), value(case.row, y)
        if height is not None and is_number(at) and height > 0:
            found[at] = (at, height, *interval(case.row, y))
    return [found[at] for at in sorted(found)]


def published(chosen, x):
    """Marks of what papers report for these cases: times in ns, a set for each device and source."""
    found = [(device(entry), source(entry["source"]), value(case.row, x), entry["ns_per_unit"])
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
        found = points(members, figure.x.column, figure.y.column)
        if found:
            label = curve.label.format(**{name: figure.names.get(v, v) for name, v in zip(by, key)})
            lines.append(Line(label, titled(machine, backend, backends), *map(list, zip(*found)),
                              group=str(key) if by else curve.label, dashed=curve.dashed))
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
    if figure.y.column == "tau_ns":
        every, note = tau.rescaled(figure, every)
    of_kernel = [case for case in every if case.row["kernel"] in figure.kernel]
    chosen = [native([case for case in of_kernel if fits(case.row, {**figure.where, **curve.where})])
              for curve in figure.curves]
    backends = backends_of([case for group in chosen for case in group])
    lines = [line for curve, group in zip(figure.curves, chosen) for line in lines_of(figure, curve, group, backends)]
    if not lines:
        return None
    marks, levels = [], []
    if figure.y.column == "ns_per_unit":
        if figure.marks:
            marks = published([case for group in chosen for case in group], figure.x.column)
        derived = [ratio for ratio in figure.ratios if any(line.label.startswith(ratio.label) for line in lines)]
        marks += [Marks(ratio.how, [ratio.x], [ratio.value]) for ratio in derived if ratio.x is not None]
        levels = [Level(ratio.how, ratio.value) for ratio in derived if ratio.x is None]
    return Picture(figure.id, figure.title, figure.x, figure.y, lines, marks, levels, note=note)


def categories(figure, every):
    """The picture of Categories; None where the cases hold no row of it."""
    of_kernel = [case for case in every if case.row["kernel"] in figure.kernel]
    found = [(i, case) for i, entry in enumerate(figure.entries)
             for case in native([case for case in of_kernel if fits(case.row, entry.where)])]
    if not found:
        return None
    groups, printed = {}, []
    for i, case in found:
        groups.setdefault(case.machine, {})[i] = (i, case.row["ns_per_unit"], *interval(case.row, "ns_per_unit"))
        printed += [(device(entry), source(entry["source"]), i, entry["ns_per_unit"])
                    for entry in case.row.get("published") or []
                    if entry.get("ns_per_unit") and entry["source"] == figure.id.split("-")[0]]
    lines = [Line("", name, *map(list, zip(*(members[i] for i in sorted(members)))), group=name)
             for name, members in groups.items()]
    return Picture(figure.id, figure.title, figure.x, figure.x, lines, marks_of(printed),
                   categories=[entry.label for entry in figure.entries], note=figure.note)
