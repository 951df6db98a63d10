#!/usr/bin/env python3
"""The autocorrelation times of cluster updates at the critical point, from the rows of tau experiments in results files.

    docs/tau_table.py FILE.json...            print the table
    docs/tau_table.py FILE.json... --write    put it between the markers in docs/autocorrelation.md

The exponent z of tau ~ L^z is that of a weighted fit through all sizes from `SMALLEST` on; Wolff's times are multiplied by
the mean cluster over all sites first, <m^2> ~ L^(-2 beta / nu), so that both count sweeps.
"""

import math
import pathlib
import sys

import quality_table
import results_file

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs/autocorrelation.md"
BEGIN = "<!-- tau: made by docs/tau_table.py -->"
END = "<!-- tau: end -->"
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


def main(arguments):
    write = "--write" in arguments
    files = [argument for argument in arguments if argument != "--write"]
    try:
        new_table = table([results_file.load(name) for name in files])
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"tau_table.py: {error}")
    if not new_table:
        sys.exit("tau_table.py: name a results file with rows of spinbench tau --kernel 'ising?d_wolff,ising?d_swendsen_wang'")
    if not write:
        print(new_table)
        return
    before, rest = TARGET.read_text().split(BEGIN, 1)
    TARGET.write_text(f"{before}{BEGIN}\n{new_table}\n{END}{rest.split(END, 1)[1]}")


if __name__ == "__main__":
    main(sys.argv[1:])
