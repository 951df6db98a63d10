#!/usr/bin/env python3
"""The table of portability: where each variant was verified, and what portability costs.

    docs/portability.py            print the table
    docs/portability.py --write    put it between the markers in docs/portability.md

A cell is what the rows in results/recorded/*.json and results/recorded/verified/*.json say of a variant on a backend
("verified" and where, or "skipped" and why); without such a row it is "compile-only" where `spinbench list --json` has
the variant. A build without a backend leaves that backend's compile-only cells as they stand, and says on stderr which
variants are new to the page: what that backend makes of them it cannot tell. A build without some kernels writes nothing.

Performance portability is Pennycook's (S. J. Pennycook, J. D. Sewall, V. W. Lee, Future Gener. Comput. Syst. 92, 947
(2019), eq. 1): the harmonic mean P of the efficiency over a set of platforms, here those that the variant runs on, with
their number. A platform is a backend on a device. It is one case on all of them: axes that two of them have (L, rng,
beta, ...) have the same values; those that only one has (launch, threads, isa, ...) say how it does it, and there the best
counts. Of all cases the one that the most platforms have recorded stands in the table. The efficiency is the row's own `limit.fraction`, by the rates that its own run measured; a row that exceeded its
limit has none.
"""

import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import page_options  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN = "<!-- portability: made by docs/portability.py -->"
END = "<!-- portability: end -->"
BACKENDS = ["cpu", "cuda", "hip", "kokkos"]


def recorded_rows(folder=ROOT / "results/recorded"):
    """The rows of models (not of machine_* kernels, nor of experiments) in all recorded files, also in those that verify
    alone has written."""
    paths = [*sorted(folder.glob("*.json")), *sorted(folder.glob("verified/*.json"))]
    rows = [row for path in paths for row in json.loads(path.read_text())["rows"]]
    return [row for row in rows if not row["kernel"].startswith("machine_") and "estimates" not in row]


def platform(row):
    """A backend on a device; HIP on NVIDIA's platform says so."""
    vendor = row.get("platform", "")
    return f"{row['backend']}{f' ({vendor} platform)' if row['backend'] == 'hip' and vendor else ''} on {row['device']}"


def is_verified(row):
    return row["status"] in ("measured", "verified") and (row.get("verification") or {}).get("status") == "passed"


def compiled(listing):
    """{(kernel, variant): {backend: "compile-only"}} of what `list --json` printed."""
    cells = {}
    experiments = {kernel["name"] for kernel in listing.get("kernels", []) if kernel.get("experiment")}
    for v in listing["variants"]:
        if not v["kernel"].startswith("machine_") and v["kernel"] not in experiments:
            cells.setdefault((v["kernel"], v["name"]), {})[v["backend"]] = "compile-only"
    return cells


def observed(rows):
    """{(kernel, variant): {backend: cell}} of recorded rows."""
    seen, reasons = {}, {}
    for row in rows:
        key = (row["kernel"], row["variant"], row["backend"])
        if is_verified(row):
            seen.setdefault(key, set()).add(row["device"])
        elif row["status"] == "skipped" and not row.get("reason", "").startswith("left out: "):  # by a time budget
            reasons.setdefault(key, row.get("reason", ""))
    cells = {}
    for key, reason in reasons.items():
        cells.setdefault(key[:2], {})[key[2]] = f"skipped ({reason})"
    for key, devices in seen.items():
        cells.setdefault(key[:2], {})[key[2]] = f"verified ({', '.join(sorted(devices))})"
    return cells


def efficiency(row):
    """Of the limit that the row's own run measured; None where that is unknown or proved wrong."""
    limit = row.get("limit") or {}
    fraction = limit.get("fraction")
    return fraction if is_verified(row) and fraction and not limit.get("exceeded") else None


def case_name(params):
    return " ".join(f"{axis}={value}" for axis, value in params.items())


def same_case(one, other):
    """Whether params agree in all axes that both have."""
    return all(other[axis] == value for axis, value in one.items() if axis in other)


def telling(row):
    """Sorts rows of a case on a platform, the one that stands last: those that had settled, then the most efficient."""
    return row.get("settled") is not False, efficiency(row)


def compared(rows):
    """{(kernel, variant): (params, {platform: efficiency})}: the case that the most platforms have; of several the largest
    (L), then the one of most axes, then the last by name: by nothing that says how fast it is."""
    variants = {}
    for row in rows:
        if efficiency(row) is not None:
            variants.setdefault((row["kernel"], row["variant"]), []).append(row)
    found = {}
    for key, own in variants.items():
        cases = {}
        for case in {case_name(row["params"]): row["params"] for row in own}.values():
            alike = {}
            for row in own:
                if same_case(case, row["params"]):
                    alike.setdefault(platform(row), []).append(row)
            cases[case_name(case)] = (case, {p: efficiency(max(there, key=telling)) for p, there in alike.items()})
        found[key] = max(cases.values(), key=lambda item: (len(item[1]), item[0].get("L", 0), len(item[0]),
                                                           case_name(item[0])))
    return found


def harmonic_mean(values):
    """Pennycook's P of efficiencies, none of which is 0."""
    return len(values) / sum(1 / value for value in values)


def cells_in(text):
    """The cells of a table that this script made."""
    cells = {}
    for line in text.splitlines():
        parts = [part.strip() for part in line.strip("|").split("|")]
        if len(parts) < 2 + len(BACKENDS) or not parts[0].startswith("`"):
            continue
        key = (parts[0].strip("`"), parts[1].strip("`"))
        cells[key] = {b: cell for b, cell in zip(BACKENDS, parts[2:]) if cell != "-"}
    return cells


def merged(listing, rows, standing):
    """The cells of this build and of the recorded rows, and the compile-only ones of backends that this build lacks."""
    here = {backend["name"] for backend in listing["backends"]}
    cells = {key: {b: c for b, c in row.items() if b not in here and c == "compile-only"} for key, row in standing.items()}
    for source in (compiled(listing), observed(rows)):
        for key, row in source.items():
            cells.setdefault(key, {}).update(row)
    return {key: row for key, row in cells.items() if row}


def not_in_this_build(listing, cells, standing):
    """A line that names new variants and the backends that this build cannot tell of, or none."""
    missing = [b for b in BACKENDS if b not in {backend["name"] for backend in listing["backends"]}]
    new = [f"{kernel}/{variant}" for kernel, variant in sorted(cells.keys() - standing.keys())]
    return (f"this build has no {', '.join(missing)}: whether {', '.join(new)} compile there is not known here; "
            "build with every backend and write again") if missing and new else ""


def kernels_not_in_this_build(listing, standing):
    """Those of the page that the build lacks, and of which it would lose cells: those that no recorded row tells of."""
    return sorted({kernel for (kernel, _), row in standing.items() if "compile-only" in row.values()}
                  - {v["kernel"] for v in listing["variants"]})


def table(cells, rows):
    """A Markdown table and the line that names the platforms."""
    found = compared(rows)
    lines = [f"| kernel | variant | {' | '.join(BACKENDS)} | P (platforms) | of the case |", f"|{'---|' * (len(BACKENDS) + 4)}"]
    for key in sorted(cells):
        states = " | ".join(cells[key].get(backend, "-") for backend in BACKENDS)
        portability, case = "-", "-"
        if key in found:
            own = found[key][1]
            portability, case = f"{harmonic_mean(list(own.values())):.2f} ({len(own)})", f"`{case_name(found[key][0])}`"
        lines.append(f"| `{key[0]}` | `{key[1]}` | {states} | {portability} | {case} |")
    platforms = sorted({p for _, own in found.values() for p in own})
    return "\n".join([*lines, "", f"Platforms: {'; '.join(platforms) if platforms else 'none recorded yet'}."])


def table_in(page):
    """What stands between the markers of the page's text."""
    return page.split(BEGIN, 1)[1].split(END, 1)[0].strip()


def with_table(page, new_table):
    """The page's text with another table between its markers."""
    before, rest = page.split(BEGIN, 1)
    return f"{before}{BEGIN}\n{new_table}\n{END}{rest.split(END, 1)[1]}"


def main():
    write = page_options.wants_to_write(__doc__)
    binary = os.environ.get("SPINBENCH_BINARY", str(ROOT / "spinbench"))
    listing = json.loads(subprocess.run([binary, "list", "--kernel", "*", "--json"], check=True, capture_output=True,
                                        text=True).stdout)
    page = ROOT / "docs/portability.md"
    text, rows = page.read_text(), recorded_rows()
    standing = cells_in(table_in(text))
    cells = merged(listing, rows, standing)
    if unknown := not_in_this_build(listing, cells, standing):
        print(f"docs/portability.py: {unknown}", file=sys.stderr)
    new_table = table(cells, rows)
    if write:
        if lacking := kernels_not_in_this_build(listing, standing):
            sys.exit(f"docs/portability.py: this build has no {', '.join(lacking)}: write with a build of all kernels, or "
                     "take a kernel that is gone off the page by hand; nothing is written")
        page.write_text(with_table(text, new_table))
    else:
        print(new_table)


if __name__ == "__main__":
    main()
