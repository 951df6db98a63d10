"""A history as text, JSON and pictures."""

import contextlib
import io
import math
import pathlib
import textwrap

from spinbench_results import cases, changepoints, comparison, layout
from spinbench_results.comparison_text import change, percent
from spinbench_results.whole_file import whole

BLOCKS = "▁▂▃▄▅▆▇█"
PANELS = 24  # on a page
DPI = 120  # of PNGs
COMMON_FACTOR = (2e-4, 1e6)  # Matplotlib writes one above the axis of y where its ticks lie outside


def curve(values, most):
    """The series as one block a run, higher is slower; a long one by its last runs. Up to 2% it is flat: noise is no shape."""
    values = values[-most:]
    low, high = min(values), max(values)
    scale = max(math.log(high / low), 0.02)
    return "".join(BLOCKS[min(int(math.log(v / low) / scale * len(BLOCKS)), len(BLOCKS) - 1)] for v in values)


def text(machines, width, alpha):
    lines = []
    for machine in machines:
        dates = [d.provenance["date"] for d in machine.documents]
        lines += layout.wrapped(f"{machine.name}: {len(dates)} file{'s' * (len(dates) != 1)}, {dates[0]} to {dates[-1]}", width)
        text_of = cases.telling_apart([s.row for s in machine.series] + machine.untimed)
        for kernel, series in layout.by_kernel(machine.series, lambda s: s.row).items():
            lines += ["", *kernel_lines(kernel, series, width, dates[-1], text_of)]
        if machine.untimed:
            lines += ["", f"failed, and never measured: {len(machine.untimed)}"]
            lines += layout.listed(machine.untimed, width, 2, lambda row: f" ({comparison.reason(row)})", text_of)
        changed, failing = (sum(bool(found) for found in of) for of in
                            ([s.changes for s in machine.series], [s.failing for s in machine.series]))
        short = sum(len(s.ns) < changepoints.SHORTEST for s in machine.series)
        few = f"; {short} have fewer than {changepoints.SHORTEST} runs, too few to show one" if short else ""
        fail = f", {failing} failed in their newest file" if failing else ""
        lines += ["", f"{len(machine.series)} cases, {changed} with changes{fail}{few}", ""]
    return lines + layout.wrapped(f"spread: standard deviation from run to run about the levels; a change has at least "
                                  f"{changepoints.PART} runs on either side; at most {percent(alpha)} false ones expected "
                                  "among all", width)


def kernel_lines(kernel, series, width, newest, text_of):
    """The series of one kernel; `newest`: the date of the machine's newest file."""
    rows = [s.row for s in series]
    shared = layout.common_params(rows)
    bursts = [row["figure"] == "burst" for row in rows]
    labels = [cases.label(row, shared, text_of) + (" (burst)" if one and not all(bursts) else "")
              for row, one in zip(rows, bursts, strict=True)]
    bars = min(max(len(s.ns) for s in series), 24)
    days = [day_of_last(s, newest) for s in series]
    titles = (("runs", 6), ("last, ns", 12), *[("of", 12)] * any(days), ("spread", 9), ("", bars + 2))
    figures = [(str(len(s.ns)), f"{s.ns[-1]:.4g}", *[day] * any(days),
                "-" if math.isnan(s.spread) else f"{s.spread * 100:.2g}%", curve(s.ns, bars))
               for s, day in zip(series, days, strict=True)]
    head, *entries = layout.table(labels, titles, figures, width, 2)
    title = f"{kernel} in bursts" if all(bursts) else kernel
    lines = layout.heading(title, rows, shared, width, 0, text=text_of) + [head[0].rstrip()]
    for entry, one in zip(entries, series, strict=True):
        lines += entry
        for found in one.changes:
            first = one.documents[found.place]
            notes = "; ".join([f"from {first.provenance['date']} ({first.file})", *found.notes])
            lines += layout.wrapped(f"    {change(found.ratio)} {notes}", width, "      ")
        if one.failures:
            lines += layout.wrapped(f"    {failures(one)}", width, "      ")
    return lines


def day_of_last(one, newest):
    """Of a series whose last time is older than the newest file: its day, or its hour where the days are one."""
    last = one.documents[-1].provenance["date"]
    return "" if last == newest else last[11:16] if last[:10] == newest[:10] else last[:10]


def failures(one):
    """failed in the last 3 of 9 files, from 2026-11-16T00:00:00Z (6.json): bits differ."""
    files = len(one.failures) + len(one.documents)
    if not one.failing:
        last, reason = one.failures[-1]
        return f"failed in {len(one.failures)} of {files} files, last {last.provenance['date']} ({last.file}): {reason}"
    first, reason = one.failures[-one.failing]
    before = len(one.failures) - one.failing
    which = f"the last {one.failing} of {files} files" if one.failing > 1 else f"the last of {files} files"
    return (f"failed in {which}, from {first.provenance['date']} ({first.file}): {reason}" +
            (f"; and in {before} before" if before else ""))


def as_json(machines, alpha):
    return {"schema": "spinbench-history/1", "alpha": alpha, "machines": [
        {"name": machine.name, "files": [d.file for d in machine.documents],
         "series": [series_json(s) for s in machine.series],
         "untimed": [{"name": cases.name(row), "device": row["device"], "why": comparison.reason(row)}
                     for row in machine.untimed]} for machine in machines]}


def series_json(one):
    return {"name": one.name, "device": one.row["device"], "unit": one.row["unit"], "figure": one.row["figure"],
            "params": one.row["params"],
            "runs": [{"file": d.file, "date": d.provenance["date"], "git": d.provenance["git"], "ns_per_unit": ns,
                      "ci95": list(interval)} for d, ns, interval in zip(one.documents, one.ns, one.intervals, strict=True)],
            "spread": None if math.isnan(one.spread) else one.spread,
            "changes": [{"run": c.place, "ratio": c.ratio, "notes": c.notes} for c in one.changes],
            "failures": [{"file": d.file, "date": d.provenance["date"], "git": d.provenance["git"], "why": why}
                         for d, why in one.failures],
            "failing": one.failing}


# --- pictures ---------------------------------------------------------------------------------------------------


def ordered(machines):
    """(machine, series) with the changed ones first."""
    pairs = [(machine, one) for machine in machines for one in machine.series if len(one.ns) > 1]
    return sorted(pairs, key=lambda pair: not pair[1].changes)


def draw(machines, path):
    """Panels of all cases with two runs or more, PANELS a page: one file with pages (PDF), or path, path-2, ... Returns the
    paths."""
    from spinbench_results.plot.draw import style

    pairs, path = ordered(machines), pathlib.Path(path)
    pages = [pairs[i:i + PANELS] for i in range(0, len(pairs), PANELS)]
    with style({}):
        return in_one_file(pages, path) if path.suffix == ".pdf" else in_files(pages, path)


def in_one_file(pages, path):
    from matplotlib.backends.backend_pdf import PdfPages

    # PdfPages hides what a full disk says behind errors of its own.
    written = io.BytesIO()
    with PdfPages(written) as pdf:
        for page in pages:
            with page_of(page, "pdf") as figure:
                pdf.savefig(figure)
    with whole(path) as beside, open(beside, "wb") as stream:
        stream.write(written.getbuffer())
    return [path]


def in_files(pages, path):
    written = []
    for number, page in enumerate(pages, 1):
        written.append(path if number == 1 else path.with_stem(f"{path.stem}-{number}"))
        with page_of(page, path.suffix[1:]) as figure, whole(written[-1]) as beside:
            figure.savefig(beside, format=path.suffix[1:], dpi=figure.dpi)
    return written


@contextlib.contextmanager
def page_of(pairs, kind):
    """A page, laid out to be saved as `kind`."""
    from spinbench_results.plot.draw import measure_as, plt

    columns = min(3, len(pairs))
    lines = -(-len(pairs) // columns)
    figure, axes = plt.subplots(lines, columns, figsize=(4.2 * columns, 2.4 * lines + 0.3), squeeze=False,
                                layout="constrained")
    for ax, (machine, one) in zip(axes.flat, pairs, strict=False):
        panel(ax, machine, one)
    for ax in axes.flat[len(pairs):]:
        ax.remove()
    measure_as(figure, kind, DPI)
    figure.get_layout_engine().execute(figure)
    figure.set_layout_engine(None)
    try:
        yield figure
    finally:
        plt.close(figure)


def panel(ax, machine, one):
    """Times by run with their intervals, the median of each level as a line, changes as dashed lines with their size."""
    from spinbench_results.plot.draw import title_height

    at = range(len(one.ns))
    below = [max(ns - low, 0) for ns, (low, _) in zip(one.ns, one.intervals, strict=True)]
    above = [max(high - ns, 0) for ns, (_, high) in zip(one.ns, one.intervals, strict=True)]
    ax.errorbar(at, one.ns, [below, above], fmt="o", markersize=3.5, linewidth=0.8, color="#0072B2")
    ends = [0, *(c.place for c in one.changes), len(one.ns)]
    for a, b, level in zip(ends, ends[1:], one.levels, strict=False):
        middle = math.exp(sorted(level)[len(level) // 2])
        ax.plot([a - 0.4, b - 0.6], [middle, middle], color="black", linewidth=1)
    for found in one.changes:
        ax.axvline(found.place - 0.5, color="#D55E00", linestyle="--", linewidth=1)
        ax.annotate(change(found.ratio), (found.place - 0.5, 1), xycoords=("data", "axes fraction"), xytext=(2, -9),
                    textcoords="offset points", fontsize=7, color="#D55E00")
    ax.set_ylabel(f"ns/{one.row['unit']}".replace("$", r"\$"), fontsize=7)
    step = max(1, len(one.ns) // 4)
    dates = [d.provenance["date"] for d in one.documents]
    part = slice(11, 16) if dates[0][:10] == dates[-1][:10] else slice(0, 10)
    ax.set_xticks(list(at)[::step], [dates[i][part] for i in at[::step]], fontsize=6)
    ax.tick_params(axis="y", labelsize=6)
    low, high = min(one.ns), max(one.ns)
    top = high + max(0.3 * (high - low), 0.03 * high)
    ax.set_ylim(low - max(0.15 * (high - low), 0.02 * low), top)
    ax.set_xlim(-0.7, len(one.ns) - 0.3)
    factor = not COMMON_FACTOR[0] < top < COMMON_FACTOR[1]
    title = "\n".join(textwrap.wrap(one.name, 62)) + f"\non {one.row['device']}"
    ax.set_title(title.replace("$", r"\$"), fontsize=6, y=title_height(factor))
