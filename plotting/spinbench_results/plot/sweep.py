"""A plot of any axis: one line for each combination of whatever else differs between the rows."""

import fnmatch
import re

from spinbench_results.plot.data import (MOST_CURVES, Line, Picture, backends_of, interval, is_number, oldest, points,
                                         published, value)
from spinbench_results.plot.definitions import Axis
from spinbench_results.text import clean

LABELS = {"ns_per_unit": "time per {unit}  [ns]", "units_per_ns": "{unit}s per ns", "flips_per_ns": "spin-flip attempts per ns",
          "joules_per_unit": "energy per {unit}  [J]", "power_w": "power  [W]", "speedup": "speed-up over the serial reference",
          "limit_fraction": "part of the measured limit", "setup_s": "time of setting up  [s]"}
UNITS = {"flip": "spin-flip attempt", "number": "random number"}

ID = "plot"  # of its pictures, as the papers' figures have theirs


class Refused(ValueError):
    """A plot that cannot be drawn; the message says why and what to do."""


def wanted(text, case):
    """Whether a condition such as k=1,100 of --axis holds."""
    name, _, values = text.partition("=")
    if not name or not values:
        raise Refused(f"--axis {text}: expected NAME=VALUE[,VALUE...]")
    found = value(case.row, name)
    return any(same(found, word) for word in values.split(","))


def same(found, word):
    try:
        return is_number(found) and float(word) == found or str(found) == word
    except ValueError:
        return str(found) == word


def selected(every, kernels=(), variants=(), backends=(), pattern=None, axes=()):
    """The cases that globs, a regular expression over names and conditions leave."""
    try:
        search = re.compile(pattern or "").search
    except re.error as error:
        raise Refused(f"--filter {pattern}: no regular expression: {error}") from error

    def any_of(globs, name):
        return not globs or any(fnmatch.fnmatchcase(name, g) for g in globs)

    return [case for case in every
            if any_of(kernels, case.row["kernel"]) and any_of(variants, case.row["variant"])
            and any_of(backends, case.backend) and search(case.row["name"]) and all(wanted(text, case) for text in axes)]


def varying(cases, x):
    """What besides x differs between the cases, in the order of names: kernel, variant, machine, params."""
    params = list(dict.fromkeys(name for case in cases for name in case.row["params"]))
    found = []
    for name in ("kernel", "variant", "machine", "backend", *params):
        values = {case.machine if name == "machine" else value(case.row, name) for case in cases}
        if name != x and len(values) > 1:
            found.append(name)
    # A machine's only backend says nothing that its name does not.
    if "backend" in found and all(len(b) == 1 for b in backends_of(cases).values()):
        found.remove("backend")
    return found


def label_of(names, key, keys):
    """What tells a line from the others. An axis that the others lack, or have with the same value, tells nothing."""
    words = []
    for place, (name, entry) in enumerate(zip(names, key)):
        if name == "machine" or entry is None or len({k[place] for k in keys} - {None}) < 2:
            continue
        words.append(str(entry) if name in ("kernel", "variant", "backend") else f"{name} = {entry}")
    return ", ".join(words)


def scale_of(values):
    if all(isinstance(v, int) and v > 0 and v & (v - 1) == 0 for v in values) and len(values) > 2:
        return "log2"
    return "log" if min(values) > 0 and max(values) > 30 * min(values) else "linear"


def with_both(cases, x, y):
    """The cases that have x, and a number for y. Raises Refused where none has."""
    both = [case for case in cases if value(case.row, x) is not None and value(case.row, y) is not None]
    if not both:
        raise Refused(f"no measured row has both {x} and {y}; names of rows show their axes (kernel/variant/backend/L:8/...)")
    found = [case for case in both if is_number(value(case.row, y))]
    if not found:
        raise Refused(f"--y {y}: its values are words, such as {clean(str(value(both[0].row, y)), 40)}: name numbers, such as "
                      f"ns_per_unit or flips_per_ns; --x {y} takes words")
    return found


def picture(cases, x, y, by):
    """The picture of y over x, a line for each value of `by` and of what else differs. Raises Refused."""
    cases = with_both(cases, x, y)
    units = {case.row["unit"] for case in cases}
    if len(units) > 1:
        raise Refused(f"the rows count different units ({', '.join(sorted(units))}): name a kernel with --kernel")
    others = [name for name in varying(cases, x) if name != by]
    names, groups = ([by] if by else []) + others, {}
    for case in cases:
        key = tuple(case.machine if name == "machine" else value(case.row, name) for name in names)
        groups.setdefault(key, []).append(case)
    if len(groups) > MOST_CURVES:
        raise Refused(f"{len(groups)} curves, of which {MOST_CURVES} can be told apart: leave one value of some axis with "
                      f"--axis NAME=VALUE, --kernel, --variant or --backend; what differs is {', '.join(names)}")
    unit = units.pop()
    label = LABELS.get(y, y).format(unit=UNITS.get(unit, unit))
    title = f"{y} over {x}" + (f" by {by}" if by else "")
    ys = [value(case.row, y) for case in cases]
    y_axis = Axis(y, label, "log" if min(ys) > 0 and max(ys) > 10 * min(ys) else "linear")
    order = sorted(groups.items(), key=lambda entry: [(0, v, "") if is_number(v) else (1, 0, str(v)) for v in entry[0]])
    xs = list(dict.fromkeys(value(case.row, x) for case in cases))
    if not all(map(is_number, xs)):
        return of_words(order, names, title, x, y, y_axis, sorted(map(str, xs)))
    lines = [Line(label_of(names, key, groups) or members[0].row["variant"], members[0].machine,
                  *map(list, zip(*points(members, x, y))), group=label_of(names, key, groups))
             for key, members in order if points(members, x, y)]
    if not lines:
        raise Refused(f"{y} is not above 0 in any row")
    marks = published(cases, x) if y == "ns_per_unit" else []
    return Picture(ID, title, Axis(x, x, scale_of(xs)), y_axis, lines, marks)


def of_words(order, names, title, x, y, y_axis, words):
    """The same for an axis of words: categories."""
    lines = []
    for key, members in order:
        found = {words.index(str(value(c.row, x))): (value(c.row, y), *interval(c.row, y)) for c in sorted(members, key=oldest)}
        rows = [(place, *found[place]) for place in sorted(found)]
        label = label_of(names, key, [k for k, _ in order])
        lines.append(Line(label or members[0].row["variant"], members[0].machine, *map(list, zip(*rows)),
                          group=f"{label}, {members[0].machine}"))
    return Picture(ID, title, y_axis, y_axis, lines, [], categories=words)
