"""Writes one self-contained page about one or many machines: which, by how much, at what power and price.

The page fetches nothing. A file of prices (TOML) has the currency and, for each machine by its name, price and rack_watts.
"""

from spinbench_results import __name__ as package
from spinbench_results import files, outputs, prices
from spinbench_results.commands import UsageError, write
from spinbench_results.plot import cost, data
from spinbench_results.report import library, page, rows
from spinbench_results.text import clean

HELP = "one self-contained page: ranking, charts, every row"


def arguments(parser):
    parser.add_argument("files", nargs="+", metavar="FILE", help="results files, folders of them, or globs")
    parser.add_argument("-o", "--out", default="report.html", metavar="FILE", help="the page (report.html)")
    parser.add_argument("--prices", metavar="FILE", help='a TOML file: currency = "EUR", [machine."NVIDIA H200"] price = 30000')


def cost_entries(documents, costs):
    """What the chart of Janus' cost shows; nothing without a price of a machine that is here."""
    picture = cost.picture(data.cases(documents), costs)
    if picture is None:
        return []
    printed = [(at, value, "published") for marks in picture.marks for at, value in zip(marks.x, marks.y)]
    ours = [(at, value, "here") for line in picture.lines for at, value in zip(line.x, line.y)]
    return [{"label": picture.categories[at], "cost": value, "kind": kind, "text": f"{value:,.0f}"}
            for at, value, kind in sorted(printed + ours)]


def written(options):
    """The page's HTML. Raises Unreadable, UsageError."""
    costs = prices.read(options.prices) if options.prices else prices.Prices()
    skipped = []

    def complain(line):
        skipped.append(line)
        files.complain_on_stderr(line)

    documents = files.read(*options.files, complain=complain)
    report = rows.report(documents, skipped)
    for name in costs.machines:
        if not any(prices.is_of(name, machine) for machine in report.machines):
            complain(f"{options.prices}: no row is of {clean(name, 100)}; here are {', '.join(report.machines)}")
    if not report.rows:
        raise UsageError("the files hold no rows")
    made_by = f"Made by spinbench report ({package}, {library.versions()})"
    return page.page(report, documents, costs, cost_entries(documents, costs), made_by)


def run(options):
    """Writes the page and prints its path. Raises Unreadable, UsageError."""
    outputs.refuse("-o", [options.out], [*options.files, options.prices])
    text = written(options)
    write(options.out, text)
    if options.out != "-":
        print(options.out)
    return 0
