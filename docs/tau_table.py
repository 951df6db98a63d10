#!/usr/bin/env python3
"""The autocorrelation times of cluster updates at the critical point, from the rows of tau experiments in results files.

    docs/tau_table.py FILE.json...            print the table
    docs/tau_table.py FILE.json... --write    put it between the markers in docs/autocorrelation.md
    docs/tau_table.py FILE.json... --costs    the same for the time to an independent configuration, of the figure tau-critical

The exponent z of tau ~ L^z is that of a weighted fit through all sizes from `SMALLEST` on; Wolff's times are multiplied by
the mean cluster over all sites first, <m^2> ~ L^(-2 beta / nu), so that both count sweeps.
"""

import math
import pathlib
import sys

import page_options
import quality_table
import results_file

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs/autocorrelation.md"
BEGIN = "<!-- tau: made by docs/tau_table.py -->"
END = "<!-- tau: end -->"
COSTS_BEGIN = "<!-- tau-critical: made by docs/tau_table.py --costs -->"
COSTS_END = "<!-- tau-critical: end -->"
SMALLEST = {"2": 32, "3": 8}
NAMES = {"wolff": "Wolff", "swendsen_wang": "Swendsen-Wang"}
TWO_BETA_OVER_NU = {"2": 0.25, "3": 1.0363}


def times(documents):
    """{(dimensions, update): {L: (tau, error, updates)}} of the energy, in updates."""
    found = {}
    for row in (row for document in documents for row in document["rows"]):
        kernel = row["kernel"]
        if row["status"] != "measured" or not kernel.startswith("tau_ising") or "metropolis" in kernel:
            continue
        tau = next((e for e in row["estimates"] if e["name"] == "tau_sweeps"), None)
        update = kernel.split("_", 2)[2] if kernel.count("_") > 1 else ""
        if tau and update in NAMES:
            sizes = found.setdefault((kernel[len("tau_ising")], update), {})
            sizes[row["params"]["L"]] = (tau["value"], tau["error"], row["sweeps"])
    return found


def exponent(points):
    """(z, its error) of a straight line through the logarithms of {x: (y, error)}."""
    weights = {x: (y / error) ** 2 for x, (y, error) in points.items()}
    total = sum(weights.values())
    mean_x = sum(w * math.log(x) for x, w in weights.items()) / total
    mean_y = sum(w * math.log(points[x][0]) for x, w in weights.items()) / total
    spread = sum(w * (math.log(x) - mean_x) ** 2 for x, w in weights.items())
    slope = sum(w * (math.log(x) - mean_x) * (math.log(points[x][0]) - mean_y) for x, w in weights.items()) / spread
    return slope, spread ** -0.5


def exponent_in_sweeps(dimensions, update, sizes):
    points = {L: (tau, error) for L, (tau, error, _) in sizes.items() if L >= SMALLEST[dimensions] and error}
    if len(points) < 2:
        return "-"
    z, error = exponent(points)
    return quality_table.with_error(z - (TWO_BETA_OVER_NU[dimensions] if update == "wolff" else 0), error)


def table(documents):
    lines = ["| lattice | update | L | tau, updates | updates | z |", "|---|---|---|---|---|---|"]
    for (dimensions, update), sizes in sorted(times(documents).items()):
        z = exponent_in_sweeps(dimensions, update, sizes)
        for L, (tau, error, updates) in sorted(sizes.items()):
            lines.append(f"| {dimensions}D | {NAMES[update]} | {L} | {quality_table.with_error(tau, error)} | {updates} | {z} |")
            z = ""
    return "\n".join(lines) if len(lines) > 2 else ""


MODELS = {"tau_ising2d": "ising2d_metropolis", "tau_ising2d_wolff": "ising2d_wolff",
          "tau_ising2d_swendsen_wang": "ising2d_swendsen_wang"}
UPDATES = {("tau_ising2d", "checkerboard"): "Metropolis", ("tau_ising2d", "tiled"): "Metropolis",
           ("tau_ising2d", "multispin"): "Metropolis, multispin coded"}


def update_of(row):
    """What two rows of the same update have in common."""
    return row["backend"], row["variant"], tuple(sorted((name, str(value)) for name, value in row["params"].items()))


def three_digits(number):
    return f"{float(f'{number:.3g}'):.9g}"


def costs(documents):
    """tau of rows of the figure times the time of an update in the row without measurements of the same one."""
    rows = [row for document in documents for row in document["rows"] if row["status"] == "measured"]
    own = {(row["kernel"], *update_of(row)): row for row in rows if not row["kernel"].startswith("tau_")}
    lines = ["| update | L | tau, updates | tau, sweeps | ns a flip | update, us | independent, us | per spin, ns |",
             "|---|---|---|---|---|---|---|---|"]
    found = []
    for row in rows:
        tau = next((e for e in row.get("estimates") or [] if e["name"] == "tau_sweeps" and e["value"]), None)
        timed = own.get((MODELS.get(row["kernel"]), *update_of(row)))
        if not tau or not timed:
            continue
        side, flips, ns = row["params"]["L"], row["work"]["units_per_sweep"], timed["ns_per_unit"]
        name = UPDATES.get((row["kernel"], row["variant"])) or NAMES[row["kernel"].split("_", 2)[2]]
        part, micro, error = flips / side**2, flips * ns / 1000, tau["error"]
        found.append((name, side, [
            quality_table.with_error(tau["value"], error), quality_table.with_error(tau["value"] * part, error * part),
            *(three_digits(number) for number in (ns, micro, 2 * tau["value"] * micro, 2 * tau["value"] * part * ns))]))
    lines += [f"| {name} | {side} | {' | '.join(cells)} |" for name, side, cells in sorted(found, key=lambda one: one[:2])]
    return "\n".join(lines) if found else ""


def main():
    parser = page_options.parser(__doc__, "put the table into the page; else print it")
    parser.add_argument("files", metavar="FILE.json", nargs="*", help="results files with rows of tau experiments")
    parser.add_argument("--costs", action="store_true", help="the time to an independent configuration, in its place")
    options = parser.parse_args()
    begin, end, make = (COSTS_BEGIN, COSTS_END, costs) if options.costs else (BEGIN, END, table)
    try:
        new_table = make([results_file.load(name) for name in options.files])
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"tau_table.py: {error}")
    if not new_table:
        sys.exit("tau_table.py: name a results file with rows of spinbench tau "
                 + ("--figure tau-critical" if make is costs else "--kernel 'ising?d_wolff,ising?d_swendsen_wang'"))
    if not options.write:
        print(new_table)
        return
    before, rest = TARGET.read_text().split(begin, 1)
    TARGET.write_text(f"{before}{begin}\n{new_table}\n{end}{rest.split(end, 1)[1]}")


if __name__ == "__main__":
    main()
