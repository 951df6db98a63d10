#!/usr/bin/env python3
"""The tables of what each generator does to the physics, from the rows of experiments in a results file.

    docs/quality_table.py FILE.json...            print the tables
    docs/quality_table.py FILE.json... --write    put them between the markers in docs/rng_quality.md

One table for each variant and its parameters on each device and number of sweeps. An estimate reads value(error); its deviation from the
exact value, in units of the error, stands behind it. "compatible" means that all deviations are under 3 sigma. Beside
ours stands what the paper printed for the same case.
"""

import math
import pathlib
import sys

import page_options
import results_file

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs/rng_quality.md"
BEGIN = "<!-- quality: made by docs/quality_table.py -->"
END = "<!-- quality: end -->"
COMPATIBLE = 3


def with_error(value, error):
    """1.1060788(15): the error in units of the last digits, two of them."""
    if value is None:
        return "-"
    if not error:
        return f"{value:.9g}"
    decimals = max(0, 1 - math.floor(math.log10(error)))
    if decimals > 0 and round(error * 10**decimals) >= 100:
        decimals -= 1
    return f"{value:.{decimals}f}({error * 10**decimals:.0f})"


def sigmas(deviation):
    return "-" if deviation is None else f"{deviation:.2f}"


def judged(row):
    """The estimates of which a value is expected."""
    return [estimate for estimate in row["estimates"] if "expected" in estimate]


def told(row):
    """The other estimates, which stand by themselves: {name: value}."""
    return {estimate["name"]: estimate["value"] for estimate in row["estimates"] if "expected" not in estimate}


def is_compatible(row):
    deviations = [estimate.get("deviation_sigmas") for estimate in judged(row)]
    return all(d is not None and abs(d) < COMPATIBLE for d in deviations)


def verdict(row):
    if is_compatible(row):
        return "compatible"
    biases = sorted({e["known_bias"] for e in row["estimates"] if e.get("known_bias")})
    if not biases:
        return "off"
    expected = "off, as expected, but with the other sign" if has_other_sign(row) else "off, as expected"
    return f"{expected}: {'; '.join(biases)}"


def has_other_sign(row):
    """Whether a biased estimate that is off lies on the other side of the exact value than the paper's, which is off, too."""
    paper = {}
    for entry in row["published"]:
        paper.setdefault(entry.get("estimate"), entry.get("deviation_sigmas") or 0)
    return any(abs(own) >= COMPATIBLE and abs(theirs) >= COMPATIBLE and own * theirs < 0 for own, theirs in
               ((e.get("deviation_sigmas") or 0, paper.get(e["name"], 0)) for e in judged(row) if e.get("known_bias")))


def printed(row, name):
    """(value(error), deviation) that the paper printed for an estimate of this case."""
    for entry in row["published"]:
        if entry.get("estimate") == name:
            return with_error(entry.get("value"), entry.get("error")), sigmas(entry.get("deviation_sigmas"))
    return "-", "-"


def experiments(documents):
    """{(kernel, variant, backend, device, sweeps, parameters but the generator): rows} of the measured rows with estimates."""
    groups = {}
    for row in (row for document in documents for row in document["rows"]):
        if row["status"] == "measured" and row.get("estimates"):
            others = tuple((k, v) for k, v in row["params"].items() if k != "rng")
            key = (row["kernel"], row["variant"], row["backend"], row["device"], row["sweeps"], others)
            groups.setdefault(key, []).append(row)
    return groups


def table(key, rows):
    _, variant, backend, device, sweeps, others = key
    params = ", ".join(f"{k} = {v}" for k, v in others)
    names = [estimate["name"] for estimate in judged(rows[0])]
    exact = ", ".join(f"{e['name']} {e['expected']:.10g}" for e in judged(rows[0]))
    own = "".join(f" {name} | sigma |" for name in names)
    theirs = "".join(f" paper: {name} | sigma |" for name in names)
    first = rows[0]
    lines = [f"**`{variant}` on {backend}, {device}**: {sweeps} sweeps after {first['equilibration_sweeps']}, an energy "
             f"every {first['spacing']}; {params}. Exact: {exact}.", "",
             f"| rng |{own} tau, sweeps | verdict |{theirs}", f"|{'---|' * (3 + 4 * len(names))}"]
    for row in rows:
        ours = " | ".join(f"{with_error(e['value'], e['error'])} | {sigmas(e.get('deviation_sigmas'))}" for e in judged(row))
        paper = " | ".join(cell for name in names for cell in printed(row, name))
        lines.append(f"| `{row['params']['rng']}` | {ours} | {sigmas(told(row).get('tau_sweeps'))} | {verdict(row)} | {paper} |")
    return "\n".join(lines)


def tables(documents):
    return "\n\n".join(table(key, rows) for key, rows in experiments(documents).items())


def with_tables(text, new_tables):
    """The page's text with other tables between its markers."""
    before, rest = text.split(BEGIN, 1)
    return f"{before}{BEGIN}\n{new_tables}\n{END}{rest.split(END, 1)[1]}"


def main():
    parser = page_options.parser(__doc__, "put the tables into the page; else print them")
    parser.add_argument("files", metavar="FILE.json", nargs="*", help="results files with rows of experiments")
    options = parser.parse_args()
    files = options.files
    if not files:
        sys.exit("quality_table.py: name a results file: spinbench run --figure weigel2012-table1 --out FILE.json")
    try:
        new_tables = tables([results_file.load(name) for name in files])
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"quality_table.py: {error}")
    if not new_tables:
        sys.exit(f"quality_table.py: no row of {', '.join(files)} holds estimates")
    if options.write:
        TARGET.write_text(with_tables(TARGET.read_text(), new_tables))
    else:
        print(new_tables)


if __name__ == "__main__":
    main()
