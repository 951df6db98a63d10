"""Lines of text for a terminal: case names are long, so they are broken at their slashes, and what all cases of a kernel share
is said once."""

import re
import shutil

from spinbench_results import cases


def width():
    """Of the terminal; COLUMNS tells another. Less than 70 is taken as 70."""
    return max(70, shutil.get_terminal_size((120, 24)).columns)


def wrapped(line, most, indent="  "):
    """The line in pieces of `most` characters, broken behind a blank or a slash; what is longer still is cut."""
    start = line[: len(line) - len(line.lstrip())]
    lines, now = [], start
    for piece in re.findall(r"[^ /]*[ /]?", line[len(start):]):
        if len(now) + len(piece.rstrip()) > most and now.strip():
            lines.append(now.rstrip())
            now = indent
        while len(now) + len(piece.rstrip()) > most:
            room = most - len(now)
            lines.append(now + piece[:room])
            now, piece = indent, piece[room:]
        now += piece
    return [*lines, now.rstrip()]


def common_params(rows):
    """The params that all rows have with one value, where there is more than one row."""
    if len(rows) < 2:
        return []
    first = rows[0]["params"]
    return [key for key, value in first.items() if all(key in r["params"] and r["params"][key] == value for r in rows)]


def by_kernel(entries, row_of):
    """{kernel: entries} in the order in which kernels come."""
    found = {}
    for entry in entries:
        found.setdefault(row_of(entry)["kernel"], []).append(entry)
    return found


def heading(kernel, rows, shared, most, indent, units=True, text=cases.short):
    """kernel, ns/unit, all at what they share; `text` as of cases.telling_apart."""
    parts = [f"{' ' * indent}{kernel}"]
    if units:
        parts.append(" or ".join(f"ns/{unit}" for unit in sorted({row["unit"] for row in rows})))
    if shared:
        parts.append("all at " + "/".join(f"{key}:{text(rows[0], key)}" for key in shared))
    return wrapped(", ".join(parts), most, " " * (indent + 2))


def table(labels, titles, figures, most, indent):
    """Labels with columns of figures to their right: [lines of the title, lines of the first label, ...]. `titles`:
    [(title, width)]. A label that does not fit beside its figures has lines of its own."""
    space = " " * indent
    beside = most - indent - sum(size for _, size in titles)
    room = max(12, min(max(map(len, labels)), beside))
    lines = [[space + "case".ljust(room) + "".join(title.rjust(size) for title, size in titles)]]
    for label, entries in zip(labels, figures, strict=True):
        text = "".join(entry.rjust(size) for entry, (_, size) in zip(entries, titles, strict=True))
        if len(label) <= room:
            lines.append([space + label.ljust(room) + text])
        else:
            lines.append([*wrapped(space + label, most, space + "  "), " " * (indent + room) + text])
    return lines


def listed(rows, most, indent, behind=lambda row: "", text=cases.short):
    """The cases by kernel, without figures."""
    lines = []
    for kernel, group in by_kernel(rows, lambda row: row).items():
        shared = common_params(group)
        lines += heading(kernel, group, shared, most, indent, units=False, text=text)
        for row in group:
            entry = " " * (indent + 2) + cases.label(row, shared, text) + behind(row)
            lines += wrapped(entry, most, " " * (indent + 4))
    return lines
