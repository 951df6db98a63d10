#!/usr/bin/env python3
"""The table of kernels, variants and backends, made from `spinbench list --json`.

    docs/variant_table.py            print the table
    docs/variant_table.py --write    put it between the markers in docs/variants.md

What stands there of backends that the build at hand lacks stays as it is. A build without some kernels writes nothing.
"""

import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import page_options  # noqa: E402

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


def table_in(page):
    """What stands between the markers of the page's text."""
    return page.split(BEGIN, 1)[1].split(END, 1)[0].strip()


def standing(page, backends):
    """The (kernel, variant, backend, source) in the page's table of backends other than `backends`."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table_in(page).splitlines()[2:]]
    return [(kernel.strip("`"), variant.strip("`"), backend, source) for kernel, variant, where, sources in rows
            for backend in where.split(", ") if backend not in backends for source in sources.split("; ")]


def with_table(page, new_table):
    """The page's text with another table between its markers."""
    before, rest = page.split(BEGIN, 1)
    return f"{before}{BEGIN}\n{new_table}\n{END}{rest.split(END, 1)[1]}"


def kernels_not_in_this_build(page, variants):
    """Those in the page's table that the build has none of, though it has one of their backends: it would lose their rows."""
    backends, kernels = {backend for _, _, backend, _ in variants}, {kernel for kernel, _, _, _ in variants}
    return sorted({kernel for kernel, _, backend, _ in standing(page, set()) if backend in backends} - kernels)


def main():
    write = page_options.wants_to_write(__doc__)
    binary = os.environ.get("SPINBENCH_BINARY", str(ROOT / "spinbench"))
    listing = subprocess.run([binary, "list", "--kernel", "*", "--json"], check=True, capture_output=True, text=True).stdout
    page = ROOT / "docs/variants.md"
    text, here = page.read_text(), variants_of(json.loads(listing))
    new_table = table(here + standing(text, {backend for _, _, backend, _ in here}))
    if write:
        if lacking := kernels_not_in_this_build(text, here):
            sys.exit(f"docs/variant_table.py: this build has no {', '.join(lacking)}: write with a build of all kernels, or take "
                     "a kernel that is gone off the page by hand; nothing is written")
        page.write_text(with_table(text, new_table))
    else:
        print(new_table)


if __name__ == "__main__":
    main()
