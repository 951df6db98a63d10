"""Pictures and grids -> PNG, SVG and PDF. Colours are those of Okabe and Ito, told apart by colour-blind readers; markers and
dashes tell curves apart without any colour."""

import contextlib
import math
import os
import pathlib
import warnings

from spinbench_results.whole_file import whole


@contextlib.contextmanager
def no_settings():
    """Matplotlib reads a matplotlibrc of the user's folder when it is imported, else that which MATPLOTLIBRC names, and complains of
    what it does not understand. Here it finds neither."""
    folder, named = os.open(".", os.O_RDONLY), os.environ.get("MATPLOTLIBRC")
    try:
        os.chdir(pathlib.Path(__file__).parent)
        os.environ["MATPLOTLIBRC"] = os.devnull
        yield
    finally:
        os.fchdir(folder)
        os.close(folder)
        os.environ.pop("MATPLOTLIBRC")
        if named is not None:
            os.environ["MATPLOTLIBRC"] = named


with no_settings():
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt
    from matplotlib import ticker
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.backends.backend_pdf import FigureCanvasPdf
    from matplotlib.backends.backend_svg import FigureCanvasSVG

CANVASES = {"png": FigureCanvasAgg, "svg": FigureCanvasSVG, "pdf": FigureCanvasPdf}
COLOURS = ("#0072B2", "#D55E00", "#000000", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#7F7F7F")
MARKERS = ("o", "s", "^", "v", "D", "P", "X", "<")
DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 1.5, 1, 1.5)), (0, (8, 2)), (0, (3, 1, 1, 1, 1, 1)))
PRINTED = ("D", "s", "^", "v", "P", "X", "*", "h")
GREY = "#444444"
MOST_TICKS = 12  # of an axis of powers of two
MOST_SHIFT = 0.2  # of marks beside each other, in distances of categories
MARK_INCHES = 0.13  # that a mark takes of the height, beside others of its category
SETTINGS = {"text.parse_math": False, "font.size": 9, "axes.titlesize": 10, "axes.grid": True, "grid.color": "#dddddd",
            "grid.linewidth": 0.6, "axes.axisbelow": True, "axes.spines.top": False, "axes.spines.right": False,
            "svg.hashsalt": "spinbench", "legend.frameon": False, "legend.fontsize": 8, "legend.handlelength": 3.2,
            "pdf.fonttype": 42}


@contextlib.contextmanager
def style(settings):
    """Matplotlib's own settings and these, for what is drawn within: those of a user's matplotlibrc, such as TeX for all texts,
    would make another picture of the same rows, or none."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(settings)
        yield


def measure_as(figure, kind, dpi):
    """From now on a figure is measured by the letters of a format, png, svg or pdf. What was placed so is saved as it
    stands; savefig itself would draw the whole figure once for its places, and once more to write it."""
    figure.set_dpi(dpi)
    CANVASES[kind](figure)


def title_height(factor):
    """Where a title stands above its axes, as set_title takes it. Of itself a title lays out the axis of y at every drawing,
    to see whether a common factor of its ticks is in the way; `factor` says whether there may be one."""
    return None if factor else 1


def number(x, _=None):
    return f"{x:,.0f}".replace(",", " ") if x >= 1e5 else f"{x:g}"


def power(x, _=None):
    return f"{x:.0e}".replace("e+0", "e") if x >= 1e4 else number(x)


def told_apart(values):
    """Of `values` those whose labels have room beside each other on an axis of powers of two, powers of two before others."""
    places = sorted({value for value in values if value > 0})
    room = math.log2(places[-1] / places[0]) / MOST_TICKS if places else 0
    kept = []
    for one in sorted(places, key=lambda value: (not math.log2(value).is_integer(), value)):
        if all(abs(math.log2(one / other)) >= room for other in kept):
            kept.append(one)
    return sorted(kept)


def scale(axis, wanted, values):
    """Sets an axis' scale, with ticks that read as numbers."""
    if wanted == "linear":
        return
    # A decade about a single value would look as if something were missing there.
    alone = min(values) == max(values) > 0
    if wanted == "log2":
        axis.axes.set_xscale("log", base=2)
        axis.set_major_locator(ticker.FixedLocator(told_apart(values)))
        axis.set_minor_locator(ticker.NullLocator())
    else:
        (axis.axes.set_yscale if axis.axis_name == "y" else axis.axes.set_xscale)("log")
        narrow = max(values) / min(values) < 50
        axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5) if narrow else (1,), numticks=12))
        axis.set_minor_formatter(ticker.NullFormatter())
        low, high = axis.get_view_interval()
        if not alone and 0 < low < high < 5 * low:
            # 1, 2 and 5 may leave one tick there, or none.
            axis.set_major_locator(ticker.MaxNLocator(5))
            axis.set_minor_locator(ticker.NullLocator())
        if alone and values[0] % 2 == 0:
            axis.set_major_locator(ticker.FixedLocator([values[0] / 2, values[0], values[0] * 2]))
            axis.set_minor_locator(ticker.NullLocator())
    # Long numbers do not fit side by side.
    long = axis.axis_name == "x" and max(values) >= 1e6
    axis.set_major_formatter(ticker.FuncFormatter(power if long else number))
    if alone:
        (axis.axes.set_ylim if axis.axis_name == "y" else axis.axes.set_xlim)(values[0] / 2.5, values[0] * 2.5)


def styles(lines):
    """(colour, marker, dash) of each line: colour and marker by group, a dash for each machine and kind, solid for the machine
    with most points. Where a line shows no dash, since its points are not joined or it has one alone, markers are by machine."""
    groups, sizes = [], {}
    for line in lines:
        groups += [line.group] if line.group not in groups else []
        sizes[line.machine] = sizes.get(line.machine, 0) + len(line.x)
    machines = sorted(sizes, key=lambda name: -sizes[name])
    # Only kinds that are there: two for each of four machines would be more dashes than an eye tells apart.
    kinds = sorted({(machines.index(line.machine), line.dashed) for line in lines})
    by_machine = len(machines) > 1 and any(not line.joined or len(line.x) == 1 for line in lines)
    # Of groups that have a colour in common the markers differ.
    own = [i + 3 * (i // len(COLOURS)) for i in range(len(groups))]
    marks = [machines.index(line.machine) if by_machine else own[groups.index(line.group)] for line in lines]
    return [(COLOURS[groups.index(line.group) % len(COLOURS)], MARKERS[mark % len(MARKERS)],
             DASHES[kinds.index((machines.index(line.machine), line.dashed)) % len(DASHES)])
            for line, mark in zip(lines, marks)]


def with_gaps(line, lines):
    """(x, y, error lengths) of a line, with a gap wherever another line of its group has places between two of its own: what
    nobody measured is not drawn."""
    others = {x for other in lines if other.group == line.group for x in other.x}
    xs, ys, below, above = [], [], [], []
    for i, (x, y, low, high) in enumerate(zip(line.x, line.y, *(errors(line) or ((), ())))):
        if i > 0 and any(min(line.x[i - 1], x) < place < max(line.x[i - 1], x) for place in others):
            for values in (xs, ys, below, above):
                values.append(math.nan)
        for values, value in ((xs, x), (ys, y), (below, low), (above, high)):
            values.append(value)
    return xs, ys, [below, above]


def errors(line):
    """Lengths of the error bars below and above."""
    pairs = [(max(0, y - low), max(0, high - y)) if low is not None and high is not None else (0, 0)
             for y, low, high in zip(line.y, line.low, line.high)]
    return [list(side) for side in zip(*pairs)]


def shifts(picture):
    """{id of a line or of marks: {category: how far from its place}}: those of a category stand side by side, since the marks of
    two cards that are as fast hide each other."""
    present = {}
    for one in (*picture.lines, *picture.marks):
        for at in dict.fromkeys(one.x):
            present.setdefault(at, []).append(one)
    result = {}
    for at, there in present.items():
        step = min(MOST_SHIFT, 0.7 / len(there))
        for i, one in enumerate(there):
            result.setdefault(id(one), {})[at] = (i - (len(there) - 1) / 2) * step
    return result


def height_of(picture):
    """In inches: marks that stand side by side want room."""
    if not picture.categories:
        return 4
    return max(4, MARK_INCHES * len(picture.categories) * most_beside(picture))


def most_beside(picture):
    """How many lines and sets of marks a category has at the most."""
    return max(sum(at in one.x for one in (*picture.lines, *picture.marks)) for at in range(len(picture.categories)))


def shifted(one, by):
    return [at + by[id(one)][at] for at in one.x]


def draw_lines(ax, picture):
    several = len({line.machine for line in picture.lines}) > 1
    looks, by = styles(picture.lines), shifts(picture)
    colours = list(dict.fromkeys(colour for colour, _, _ in looks))
    for line, (colour, marker, dash) in zip(picture.lines, looks):
        label = ", ".join(part for part in (line.label, line.machine if several or not line.label else "") if part)
        # What lies upon another is smaller, so that both show.
        size = 3 if len(line.x) > 20 else max(3.5, 7 - colours.index(colour))
        bars = dict(fmt=marker, color=colour, ms=size, lw=1.3, elinewidth=1, capsize=2, label=label)
        if picture.categories:
            # Side by side, none lies upon another.
            ax.errorbar(line.y, shifted(line, by), xerr=errors(line), **{**bars, "ms": 4.5})
        else:
            x, y, lengths = with_gaps(line, picture.lines)
            ax.errorbar(x, y, yerr=lengths, **{**bars, "ls": dash if line.joined else "none"})


def draw_exact(ax, picture):
    for i, line in enumerate(picture.exact):
        ax.plot(line.x, line.y, color=GREY, lw=1.3, ls=DASHES[1 + i % (len(DASHES) - 1)], label=line.label, zorder=1)


def draw_marks(ax, picture):
    by = shifts(picture)
    for i, marks in enumerate(picture.marks):
        x, y = (marks.y, shifted(marks, by)) if picture.categories else (marks.x, marks.y)
        ax.plot(x, y, ls="none", marker=PRINTED[i % len(PRINTED)], mfc="none" if picture.categories else "white", mec=GREY, mew=1.2,
                ms=5 if picture.categories else 7, zorder=5,
                label=marks.label)
    for i, level in enumerate(picture.levels):
        ax.axhline(level.y, color=GREY, lw=1, ls=DASHES[1 + i % (len(DASHES) - 1)], label=level.label)


def legend(ax, picture):
    """Measured above published, beside the axes, so that no label lies on a point."""
    handles, labels = ax.get_legend_handles_labels()
    # Without their error bars, which are unreadable there.
    entries = {label: handle[0] if isinstance(handle, tuple) else handle for handle, label in zip(handles, labels)}
    printed = {entry.label for entry in (*picture.marks, *picture.levels) if getattr(entry, "printed", True)}
    machines = sorted({line.machine for line in picture.lines})
    head = f"measured on {machines[0]}" if len(machines) == 1 and machines[0] else "measured"
    head += ", and exact" if picture.exact else ""
    title = dict(alignment="left", loc="upper left", borderaxespad=0, title_fontproperties={"weight": "bold", "size": 8})
    measured = [(handle, label) for label, handle in entries.items() if label not in printed]
    legends = [first := ax.legend(*zip(*measured), title=head, bbox_to_anchor=(1.03, 1), **title)]
    if printed:
        ax.add_artist(first)
        below = first.get_window_extent().transformed(ax.transAxes.inverted()).y0 - 0.05
        published = [(handle, label) for label, handle in entries.items() if label in printed]
        legends.append(ax.legend(*zip(*published), title="published", bbox_to_anchor=(1.03, below), **title))
    return legends


def draw_picture(picture):
    figure, ax = plt.subplots(figsize=(6, height_of(picture)))
    draw_lines(ax, picture)
    draw_exact(ax, picture)
    draw_marks(ax, picture)
    heights = [y for line in picture.lines for y in line.y] + [y for m in picture.marks for y in m.y]
    factor = picture.y.scale == "linear" and not picture.categories
    ax.set_title(picture.title, loc="left", y=title_height(factor))
    if picture.categories:
        ax.set_xlabel(picture.x.label)
        scale(ax.xaxis, picture.x.scale, heights)
        ax.set_yticks(range(len(picture.categories)), picture.categories)
        ax.set_ylim(len(picture.categories) - 0.5, -0.5)
    else:
        ax.set_xlabel(picture.x.label)
        ax.set_ylabel(picture.y.label)
        places = [x for line in picture.lines for x in line.x]
        scale(ax.xaxis, picture.x.scale, places)
        scale(ax.yaxis, picture.y.scale, heights)
        if picture.x.scale == "linear" and 0 <= min(places) < 0.2 * max(places):
            ax.set_xlim(left=0)
    figure.beside = legend(ax, picture)
    if picture.note:
        figure.beside.append(ax.annotate("\n".join(wrapped(picture.note, 90)), (0, 0), (0, -38), "axes fraction",
                                         textcoords="offset points", fontsize=7, color=GREY, va="top"))
    return figure


def wrapped(text, width):
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + len(word) + 1 > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line] if line else lines


def draw_grid(grid):
    """A table with lines above and below the header, at its end and where a part begins."""
    header = [wrapped(text, 12) or [""] for text in grid.header]
    deep = max(map(len, header))
    widths = [max([len(row[i]) for row in grid.rows] + [len(line) for line in header[i]]) + 2
              for i in range(len(header))]
    total, notes = sum(widths), wrapped(grid.note, max(60, int(sum(widths) * 1.15)))
    high = len(grid.rows) + deep + len(notes) + 3
    figure = plt.figure(figsize=(total * 0.075 + 0.3, high * 0.2))
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set(xlim=(-1, total), ylim=(high, 0))
    ax.axis("off")
    ax.text(0, 0.9, grid.title, fontsize=10, va="center")
    left, top = 0, 2 + deep
    for i, width in enumerate(widths):
        place, align = (left, "left") if i == 0 else (left + width - 1, "right")
        for j, line in enumerate(header[i]):
            ax.text(place, top - len(header[i]) + j + 0.4, line, fontsize=8, va="center", ha=align, weight="bold")
        for j, row in enumerate(grid.rows):
            ax.text(place, top + j + 0.6, row[i], fontsize=8, va="center", ha=align)
        left += width
    rules = [(2 - 0.2, 1.2), (top, 0.7), (top + len(grid.rows) + 0.1, 1.2)] + [(top + r + 0.05, 0.5) for r in grid.rules]
    for y, weight in rules:
        ax.plot((-0.3, total - 0.3), (y, y), color="black", lw=weight, clip_on=False)
    for j, line in enumerate(notes):
        ax.text(0, top + len(grid.rows) + 0.9 + j, line, fontsize=7, va="center", color=GREY)
    return figure


def save(drawn, stem, formats, dpi=150):
    """Writes a picture or a grid to stem.png, stem.svg, ...; returns the paths. Raises OSError."""
    with style(SETTINGS), warnings.catch_warnings():
        # A stranger's name may hold letters that the font lacks; a box stands for them.
        warnings.filterwarnings("ignore", "Glyph ")
        figure = draw_grid(drawn) if hasattr(drawn, "header") else draw_picture(drawn)
        try:
            paths = []
            for kind in formats:
                path = f"{stem}.{kind}"
                stamp = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
                measure_as(figure, kind, dpi)
                box = figure.get_tightbbox(bbox_extra_artists=getattr(figure, "beside", None)).padded(0.08)
                with whole(path) as beside:
                    figure.savefig(beside, format=kind, dpi=figure.dpi, bbox_inches=box, metadata=stamp)
                paths.append(path)
            return paths
        finally:
            plt.close(figure)


