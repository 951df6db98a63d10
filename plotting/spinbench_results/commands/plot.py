"""Draws the figures and tables of the papers, or any axis, from results files.

Without --figure: those of which the files hold rows. The published values stand beside ours, with their device.
"""

import os
import sys

from spinbench_results import files, outputs, prices
from spinbench_results.commands import UsageError
from spinbench_results.plot import cost, data, estimated, over_ranks, papers, sweep, tables
from spinbench_results.plot.definitions import Categories, Estimated, Table
from spinbench_results.text import clean

HELP = "figures and tables of the papers, or any axis, as PNG, SVG and PDF"
FORMATS = ("png", "svg", "pdf")
IDS = (*papers.BY_ID, *over_ranks.IDS, cost.ID)


def arguments(parser):
    parser.epilog = f"figures: {', '.join(IDS)}"
    parser.add_argument("files", nargs="+", metavar="FILE", help="results files, folders of them, or globs")
    parser.add_argument("--figure", metavar="ID[,ID...]", help="some of those below, or all: says which have no rows")
    parser.add_argument("-o", "--out", default="figures", metavar="DIR", help="where the pictures go (figures)")
    parser.add_argument("--format", default=",".join(FORMATS), metavar="LIST", help="png,svg,pdf")
    parser.add_argument("--dpi", type=int, default=150, help="of PNGs (150)")
    parser.add_argument("--prices", metavar="FILE", help=f"a TOML file of prices, for {cost.ID}")
    parser.add_argument("--x", metavar="AXIS", help="plot over this axis instead: L, k, beta, rng, ...")
    parser.add_argument("--y", default="ns_per_unit", metavar="NAME", help="what is plotted over --x (ns_per_unit)")
    parser.add_argument("--by", metavar="AXIS", help="a line for each of its values, before what else differs")
    for name in ("kernel", "variant", "backend"):
        parser.add_argument(f"--{name}", action="append", default=[], metavar="GLOB")
    parser.add_argument("--filter", metavar="REGEX", help="of the cases' full names")
    parser.add_argument("--axis", action="append", default=[], metavar="NAME=VALUE,...", help="rows with these values only")


def drawn(figure, every):
    """The picture or grid of one definition; None where there are no rows for it."""
    if isinstance(figure, Table):
        return tables.grid(figure, every)
    if isinstance(figure, Estimated):
        return estimated.picture(figure, every)
    return data.categories(figure, every) if isinstance(figure, Categories) else data.picture(figure, every)


def of_papers(options, every, costs):
    """Pictures and grids that were asked for; says which have no rows where all were."""
    named = options.figure.split(",") if options.figure else []
    for name in named:
        if name not in ("all", *IDS):
            raise UsageError(f"--figure {clean(name, 60)}: there are {', '.join(IDS)}, and all")
    wanted = named if named and "all" not in named else IDS
    found, missing = [], []
    for figure in papers.ALL:
        if figure.id in wanted:
            result = drawn(figure, every)
            (found if result else missing).append(result or figure.id)
    for name in over_ranks.IDS:
        if name in wanted:
            result = over_ranks.picture(name, every)
            (found if result else missing).append(result or name)
    if cost.ID in wanted:
        result = cost.picture(every, costs)
        (found if result else missing).append(result or cost.ID)
    if not found and named == [cost.ID]:
        raise UsageError(f"{cost.ID} wants rows of {' or '.join(cost.KERNELS)}, and --prices FILE with their machine's price")
    if not found:
        one = named[0] if len(named) == 1 and named[0] in IDS else ""
        made_by = over_ranks.MADE_BY.get(one) or getattr(papers.BY_ID.get(one), "made_by", "") or f"--figure {one or 'ID'}"
        which = one or f"any of {', '.join(named)}" if wanted is named else "any figure"
        raise UsageError(f"the files have no rows for {which}: ./spinbench run {made_by} makes them; --x plots any axis")
    if named:
        for name in missing:
            print(f"spinbench: no rows for {name}" + (" (or no --prices)" if name == cost.ID else ""), file=sys.stderr)
    return found


def pictures(options):
    formats = options.format.split(",")
    if not set(formats) <= set(FORMATS):
        raise UsageError(f"--format {clean(options.format, 60)}: expected {', '.join(FORMATS)}")
    if not 20 <= options.dpi <= 1200:
        raise UsageError(f"--dpi {options.dpi}: must be 20 to 1200")
    if options.x and options.figure:
        raise UsageError("--x and --figure exclude each other")
    if options.by and not options.x:
        raise UsageError("--by AXIS wants --x AXIS")
    names = [sweep.ID] if options.x else IDS
    outputs.refuse("-o", [options.out, *(os.path.join(options.out, f"{name}.{kind}") for name in names for kind in formats)],
                   [*options.files, options.prices])
    costs = prices.read(options.prices) if options.prices else prices.Prices()
    documents = files.read(*options.files)
    every = sweep.selected(data.cases(documents), options.kernel, options.variant, options.backend, options.filter,
                           options.axis)
    if not every:
        raise UsageError("the files hold no measured row, or none that --kernel, --variant, --backend, --filter, --axis leave")
    chosen = [sweep.picture(every, options.x, options.y, options.by)] if options.x else of_papers(options, every, costs)
    for line in data.notes(documents, every):
        files.complain_on_stderr(line)
    from spinbench_results.plot import draw, processes

    os.makedirs(options.out, exist_ok=True)
    stems = [os.path.join(options.out, picture.id) for picture in chosen]
    processes.each(lambda place: draw.save(chosen[place], stems[place], formats, options.dpi), len(chosen))
    return [f"{stem}.{kind}" for stem in stems for kind in formats]


def run(options):
    """Writes the pictures and prints their paths. Raises Unreadable, UsageError, OSError."""
    try:
        for path in pictures(options):
            print(path)
    except sweep.Refused as error:
        raise UsageError(str(error)) from error
    return 0
