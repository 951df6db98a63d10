"""What a figure or a table of a paper is, as data: which rows it takes and on which axes they stand.

A condition is {axis: value}, where an axis is a param (L, k, ...) or `variant`, `backend`, `kernel`; a tuple of values means
any of them, and None among them a row that lacks the axis.
"""

import dataclasses

ACCELERATORS = ("cuda", "hip", "kokkos")


@dataclasses.dataclass(frozen=True)
class Axis:
    """`column` names a param or a quantity of data.QUANTITIES; `scale` is linear, log or log2."""

    column: str
    label: str
    scale: str


@dataclasses.dataclass(frozen=True)
class Curve:
    """Rows that one line joins, and those of further values of `Figure.by`. `label` may name axes: "k = {k}"; a value is
    replaced by its entry of `Figure.names`. `dashed` tells it from one that is otherwise alike."""

    label: str
    where: dict
    dashed: bool = False


@dataclasses.dataclass(frozen=True)
class Ratio:
    """A published time of the curve whose label starts with `label`: `factor` times `base` ns, at `x` or for the whole axis.
    Papers give some times as multiples of others."""

    label: str
    device: str
    x: float | None
    base: float
    factor: float = 1.0

    @property
    def value(self):
        return self.base * self.factor

    @property
    def how(self):
        return f"{self.device}, {self.label}" + (f" ({self.factor:g} times LCG32)" if self.factor != 1 else "")


@dataclasses.dataclass(frozen=True)
class Figure:
    """Curves over a numeric axis."""

    id: str
    title: str
    kernel: tuple
    x: Axis
    y: Axis
    curves: tuple
    where: dict = dataclasses.field(default_factory=dict)
    by: tuple = ()
    names: dict = dataclasses.field(default_factory=dict)
    ratios: tuple = ()
    marks: bool = True  # whether the rows' published values are drawn
    fastest: bool = False  # of rows of one line at one x the fastest stands, else the last
    among: str = ""  # with fastest: only where the rows at one x have several values of this
    joined: bool = True  # whether lines join the points
    peaks: bool = False  # levels of the measured bandwidth, of rows that it bounds
    made_by: str = ""  # what of `spinbench run` makes the rows, where it is not --figure ID
    note: str = ""
    marks_note: str = ""  # of the published values, where some are drawn


@dataclasses.dataclass(frozen=True)
class Entry:
    """A line of a table or of a chart of categories: what it is called and which rows are meant. `printed` has cells that
    the paper prints and no row of ours repeats: {device: ns}, of a chart in the units of its axis."""

    label: str
    where: dict
    printed: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Categories:
    """One value for each entry, in the order of the paper, on an axis of names; with `by` a set of them for each of its values,
    and of an entry's rows the fastest. `over` is a condition: values stand over that of the row which meets it and is equal
    otherwise, as `x.column` "ratio"."""

    id: str
    title: str
    kernel: tuple
    x: Axis
    entries: tuple
    by: str = ""
    over: dict = dataclasses.field(default_factory=dict)
    marks: bool = True  # whether the rows' published values are drawn
    made_by: str = ""
    note: str = ""


@dataclasses.dataclass(frozen=True)
class Table:
    """Cells for each entry: `columns` names a maker in tables.MAKERS. Entries of `ours` are not in the paper: a line for
    each of their values of `ours_by`."""

    id: str
    title: str
    kernel: tuple
    columns: str
    head: str
    entries: tuple
    ours: tuple = ()
    ours_by: str = ""
    made_by: str = ""
    note: str = ""


@dataclasses.dataclass(frozen=True)
class Estimated:
    """Estimates of each row of experiments over what their names end with, as in "specific_heat beta=0.4", beside what is exact;
    with `difference` the distance from it."""

    id: str
    title: str
    kernel: tuple
    x: Axis
    y: Axis
    name: str  # "specific_heat beta"
    difference: bool = False
    made_by: str = ""
    note: str = ""
