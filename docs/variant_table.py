#!/usr/bin/env python3
"""The README's table of kernels, variants and backends, made from `spinbench list --json`.

    docs/variant_table.py            print the table
    docs/variant_table.py --write    put it between the markers in README.md

What the README says of backends that the build at hand lacks stays as it is.
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN = "<!-- variants: made by docs/variant_table.py -->"
END = "<!-- variants: end -->"


def variants_of(listing):
    """The (kernel, variant, backend, source) of each variant in what `list --json` printed."""
    return [(v["kernel"], v["name"], v["backend"], v.get("source", "")) for v in listing["variants"]]


def table(variants):
    """A Markdown table, one line for each kernel and variant, with the backends that have it in one cell."""
    rows = {}
    for kernel, variant, backend, source in variants:
        row = rows.setdefault((kernel, variant), {"backends": [], "sources": []})
        # A source may name two places itself.
        for cell, entries in (("backends", [backend]), ("sources", source.split("; "))):
            row[cell] += [entry for entry in entries if entry and entry not in row[cell]]
    lines = ["| kernel | variant | backends | paper |", "|---|---|---|---|"]
    for kernel, variant in sorted(rows):
        row = rows[kernel, variant]
        backends = ", ".join(sorted(row["backends"]))
        lines.append(f"| `{kernel}` | `{variant}` | {backends} | {'; '.join(row['sources'])} |")
    return "\n".join(lines)


def table_in(readme):
    """What stands between the markers of the README's text."""
    return readme.split(BEGIN, 1)[1].split(END, 1)[0].strip()


def standing(readme, backends):
    """The (kernel, variant, backend, source) in the README's table of backends other than `backends`."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table_in(readme).splitlines()[2:]]
    return [(kernel.strip("`"), variant.strip("`"), backend, source) for kernel, variant, where, sources in rows
            for backend in where.split(", ") if backend not in backends for source in sources.split("; ")]


def with_table(readme, new_table):
    """The README's text with another table between its markers."""
    before, rest = readme.split(BEGIN, 1)
    return f"{before}{BEGIN}\n{new_table}\n{END}{rest.split(END, 1)[1]}"


def main():
    binary = os.environ.get("SPINBENCH_BINARY", str(ROOT / "spinbench"))
    listing = subprocess.run([binary, "list", "--kernel", "*", "--json"], check=True, capture_output=True, text=True).stdout
    readme = ROOT / "README.md"
    here = variants_of(json.loads(listing))
    new_table = table(here + standing(readme.read_text(), {backend for _, _, backend, _ in here}))
    if sys.argv[1:] == ["--write"]:
        readme.write_text(with_table(readme.read_text(), new_table))
    else:
        print(new_table)


if __name__ == "__main__":
    main()
