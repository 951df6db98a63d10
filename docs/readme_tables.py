#!/usr/bin/env python3
"""The tables of recorded figures in README.md, docs/results.md and docs/float_against_double.md.

    docs/readme_tables.py            print the tables
    docs/readme_tables.py --write    put them between their markers

A cell is a measured row of results/recorded/*.json, to three digits. Where several files have a case on a device, the held
figure counts, of those the newest; power and joules come from the newest whose counter was read beside nearly the same rate,
since a short load's power is that of a meter still rising. One of bursts is marked with a b. Where a cell leaves an axis open,
the fastest case stands.
"""

import pathlib
import re

import page_options
import results_file
from spinbench_results.machines import first_level

ROOT = pathlib.Path(__file__).resolve().parent.parent
README, RESULTS, PRECISIONS = ROOT / "README.md", ROOT / "docs/results.md", ROOT / "docs/float_against_double.md"
GENERATORS = ("mwc64x", "sfc32", "xoshiro128pp", "philox4x32_7", "philox4x32")
SHOWN_ON = "NVIDIA H200"
SAME_RATE = 0.03  # two files of nearly the same code differ by less
MODELS = {"ising2d_metropolis": "2D", "ising3d_metropolis": "3D", "ea2d_metropolis": "2D glass", "ea3d_metropolis": "3D glass"}

# The cases of the first table: kernel, variant, and what tells the row from the variant's others.
CASES = [
    ("ising2d_metropolis", "naive", {"L": 16384, "spin": "int32"}),
    ("ising2d_metropolis", "crinkled", {"L": 16384, "sites": 1, "spin": "int32", "launch": "graph"}),
    ("ising2d_metropolis", "crinkled", {"L": 16384, "sites": 4, "spin": "int32", "launch": "graph"}),
    ("ising2d_metropolis", "texture", {"L": 16384, "sites": 4, "spin": "int32"}),
    ("ising2d_metropolis", "coalesced", {"L": 16384, "sites": 4, "spin": "int32"}),
    ("ising2d_metropolis", "tiled", {"L": 16384, "k": 1, "tile": 16, "spin": "int32", "launch": "graph", "measure": "none",
                                     "rng": "lcg32_random"}),
    ("ising2d_metropolis", "tiled", {"L": 16384, "k": 100, "tile": 16, "spin": "int32", "measure": "none",
                                     "rng": "lcg32_random"}),
    ("ising2d_metropolis", "multispin", {"L": 65536, "rng": "mwc64x"}),
    ("ising2d_metropolis", "multispin", {"L": 65536, "rng": "sfc32"}),
    ("ising2d_metropolis", "multispin", {"L": 65536, "rng": "philox4x32"}),
    ("ising2d_metropolis", "multispin_tiled", {"L": 65536, "k": 100, "rng": "mwc64x"}),
    ("ising3d_metropolis", "tiled", {"L": 512, "k": 100, "tile": 8, "measure": "none", "spin": "int32",
                                     "rng": "lcg32_random"}),
    ("ising3d_metropolis", "multispin", {"L": 1024, "rng": "mwc64x"}),
    ("ea2d_metropolis", "tiled", {"L": 16, "realizations": 16384, "k": 100, "rng": "philox4x32"}),
    ("ea2d_metropolis", "multispin", {"L": 16, "systems": 16384, "word": "64", "k": 100, "rng": "philox4x32"}),
    ("ea3d_metropolis", "sliced", {"L": 128, "systems": 4, "rng": "minstd"}),
    ("ea3d_metropolis", "multispin", {"L": 256, "sweeps": 1, "rng": "philox4x32"}),
]

# Five of them, with which the README begins.
FIRST = [
    ("ising2d_metropolis", "crinkled", {"L": 16384, "sites": 4}),
    ("ising2d_metropolis", "tiled", {"L": 16384, "k": 100, "tile": 4, "spin": "int32", "rng": "lcg32_random"}),
    ("ising2d_metropolis", "multispin", {"L": 65536, "rng": "mwc64x"}),
    ("ising3d_metropolis", "multispin", {"L": 1024, "rng": "mwc64x"}),
    ("ea2d_metropolis", "multispin", {"L": 16, "systems": 16384, "word": "64", "k": 100, "rng": "philox4x32"}),
]


def name_apart(documents):
    """Processors of one name and several generations get their first-level cache beside it, as far as files tell."""
    caches = {}
    rows = [(row, first_level(document["provenance"], row)) for document in documents for row in document["rows"]]
    for row, cache in rows:
        caches.setdefault(row["device"], set()).add(cache)
    for row, cache in rows:
        if cache and len(caches[row["device"]] - {""}) > 1:
            row["device"] = f"{row['device']} ({cache})"


class Recorded:
    """The measured rows of all recorded files, and from which of them each comes."""

    def __init__(self, folder=ROOT / "results/recorded"):
        found, self.experiments = {}, []
        documents = {path: results_file.load(path) for path in sorted(folder.glob("*.json"))}
        name_apart(documents.values())
        for path, document in documents.items():
            for row in document["rows"]:
                if row["status"] != "measured":
                    continue
                if "estimates" in row:
                    self.experiments.append((row, path))
                else:
                    entry = (row["figure"] == "held", document["provenance"]["date"], row, path)
                    found.setdefault((row["device"], row["name"]), []).append(entry)
        self.with_joules = {case: entry for case, entries in found.items() if (entry := self._counted(entries))}
        self.newest = [self._newest_first(entries)[0][2:] for entries in found.values()]

    @staticmethod
    def _newest_first(entries):
        return sorted(entries, key=lambda entry: entry[:2], reverse=True)

    @classmethod
    def _counted(cls, entries):
        """(row, path): the newest one that has the counter's joules beside the newest one's rate, or None."""
        newest_first = cls._newest_first(entries)
        is_held, rate = newest_first[0][0], newest_first[0][2]["units_per_ns"]
        return next((entry[2:] for entry in newest_first if entry[0] == is_held and joules(entry[2]) != "-"
                     and abs(entry[2]["units_per_ns"] / rate - 1) < SAME_RATE), None)

    def counted(self, row, path):
        """(row, path): of the same case, where the power and the joules beside it are from."""
        return self.with_joules.get((row["device"], row["name"]), (row, path))

    def fastest(self, kernel, variant, params, device=None):
        """{device: (row, path)}: on each GPU the fastest held case that has all of `params`, or of bursts."""
        found = {}
        for row, path in self.rows(kernel, variant, params, "cuda"):
            rank = (row["figure"] == "held", row["units_per_ns"])
            best = found.get(row["device"])
            if device in (None, row["device"]) and (best is None or rank > best[0]):
                found[row["device"]] = (rank, row, path)
        return {name: entry[1:] for name, entry in sorted(found.items())}

    def rows(self, kernel, variant, params, backend):
        """[(row, path)] of the cases that have all of `params`, by device."""
        found = [(row, path) for row, path in self.newest
                 if (row["kernel"], row["variant"], row["backend"]) == (kernel, variant, backend)
                 and all(row["params"].get(k) == v for k, v in params.items())]
        return sorted(found, key=lambda item: (item[0]["device"], item[0]["name"]))


def digits(value):
    """Three of them, without an exponent."""
    return f"{float(f'{value:.3g}'):g}"


def marked(row, value):
    """b: of bursts."""
    return digits(value) + ("" if row["figure"] == "held" else " b")


def rate(row):
    """flips/ns."""
    return marked(row, row["units_per_ns"])


def sources(paths):
    return f"From {', '.join(f'`{path.name}`' for path in sorted(set(paths)))}." if paths else "Nothing is recorded yet."


def joules(row):
    """pJ a flip, where the counter was read."""
    value = (row.get("energy") or {}).get("joules_per_unit")
    return digits(value * 1e12) if value else "-"


def watts(row):
    """Of the held load: the mean of the samples beside the energy counter, else the row's."""
    power = (row.get("energy") or {}).get("sampled_w") or (row.get("conditions") or {}).get("power_w")
    return f"{power:.0f}" if power and row["figure"] == "held" else "-"


def cards(recorded):
    """What GPUs make of the main cases."""
    lines = ["| case | device | flips/ns | of limit | power, W | pJ/flip | |", "|---|---|---|---|---|---|---|"]
    paths = []
    for kernel, variant, params in CASES:
        for row, path in recorded.fastest(kernel, variant, params).values():
            counted, its_path = recorded.counted(row, path)
            paths += [path, its_path]
            case = ", ".join(f"{name} = {value}" for name, value in params.items() if name not in ("launch", "measure"))
            limit = row["limit"]
            reached = f"{limit['fraction']:.0%} {limit['bound']}" if limit else "-"
            marks = [mark for mark, holds in (("capped", row.get("power_capped")), ("drifting", row.get("settled") is False)) if holds]
            lines.append(f"| {MODELS[kernel]} `{variant}`, {case} | {row['device']} | {rate(row)} | "
                         f"{reached} | {watts(counted)} | {joules(counted)} | {', '.join(marks)} |")
    return "\n".join([*lines, "", sources(paths)])


def pivot(recorded, heads, entries):
    """A table of rates. `entries`: [(cells of the row's head, [the selection of each column])]."""
    lines, paths = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"], []
    for first, columns in entries:
        cells = []
        for selection in columns:
            found = list(recorded.fastest(*selection, device=SHOWN_ON).values())
            cells.append(rate(found[0][0]) if found else "-")
            paths.extend(path for _, path in found)
        if any(cell != "-" for cell in cells):
            lines.append(f"| {' | '.join([*map(str, first), *cells])} |")
    return "\n".join([*lines, "", sources(paths)])


def launches(recorded):
    """Small lattices by the way to launch."""
    ways = [(variant, extra, way) for variant, extra in (("crinkled", {"sites": 1}), ("tiled", {"k": 1, "tile": 16}))
            for way in ("stream", "graph", "chained")]
    entries = [((L,), [("ising2d_metropolis", variant, {"L": L, "launch": way, "spin": "int32", **extra})
                       for variant, extra, way in ways]) for L in (64, 256, 1024, 2048)]
    return pivot(recorded, ["L", *(f"{variant}, {way}" for variant, _, way in ways)], entries)


def multispin(recorded):
    """One bit a spin, by generator."""
    shapes = [(64, 32768), (1024, 1), (4096, 1), (16384, 1), (65536, 1)]
    entries = [((L, many), [("ising2d_metropolis", "multispin", {"L": L, "realizations": many, "rng": rng})
                            for rng in GENERATORS]) for L, many in shapes]
    return pivot(recorded, ["L", "realizations", *(f"`{rng}`" for rng in GENERATORS)], entries)


def visits(recorded):
    """Coarse tiles of it, by hits a visit."""
    entries = [((k,), [("ising2d_metropolis", "multispin_tiled",
                        {"L": 16384, "k": k, "rng": rng, "launch": "persistent"}) for rng in GENERATORS]) for k in (1, 10, 100)]
    return pivot(recorded, ["k", *(f"`{rng}`" for rng in GENERATORS)], entries)


def hosts(recorded):
    """CPUs, as multiples of the serial reference of the same run."""
    generators = ("mwc64x", "sfc32", "philox4x32")
    lines = [f"| CPU | isa | threads | {' | '.join(f'`{rng}`' for rng in generators)} |", f"|{'---|' * (3 + len(generators))}"]
    groups, paths = {}, []
    for row, path in recorded.rows("ising2d_metropolis", "multispin", {"L": 1024}, "cpu"):
        if row["speedup"] and row["params"]["rng"] in generators:
            key = (row["device"], row["params"]["isa"], row["params"]["threads"])
            groups.setdefault(key, {})[row["params"]["rng"]] = marked(row, row["speedup"]["value"])
            paths.append(path)
    for (device, isa, threads), cells in sorted(groups.items()):
        lines.append(f"| {device} | {isa} | {threads or 'all'} | {' | '.join(cells.get(rng, '-') for rng in generators)} |")
    return "\n".join([*lines, "", sources(paths)])


def first(recorded):
    """Five rows to begin with."""
    lines = ["| kernel | variant | case | flips/ns | of limit | power, W |", "|---|---|---|---|---|---|"]
    paths = []
    for kernel, variant, params in FIRST:
        for row, path in recorded.fastest(kernel, variant, params, device=SHOWN_ON).values():
            counted, its_path = recorded.counted(row, path)
            paths += [path, its_path]
            case = ", ".join(f"{name} = {value}" for name, value in params.items())
            limit = row["limit"]
            reached = f"{limit['fraction']:.0%} {limit['bound']}" if limit else "-"
            lines.append(f"| `{kernel}` | `{variant}` | {case} | {rate(row)} | {reached} | {watts(counted)} |")
    return "\n".join([*lines, "", f"On an {SHOWN_ON}. {sources(paths)}"])


def precisions(recorded):
    """Continuous spins: ns a flip by precision, of cases that a device has in float and in double."""
    words = ("float_fast", "float", "double")
    groups, paths = {}, {}
    for row, path in recorded.newest:
        if row["kernel"].startswith("heisenberg") and row["params"].get("precision") in words:
            rest = ", ".join(f"{k} = {v}" for k, v in row["params"].items() if k in ("L", "k", "couplings", "rng", "sweeps", "threads", "isa", "n_or"))
            key = (row["kernel"], row["variant"], row["backend"], row["device"], rest)
            groups.setdefault(key, {})[row["params"]["precision"]] = row
            paths.setdefault(key, set()).add(path)
    lines = [f"| kernel | variant | device | case | {', '.join(words)}: ns/flip | double / float |", "|---|---|---|---|---|---|"]
    used = []
    for key, cells in sorted(groups.items()):
        if not {"float", "double"} <= cells.keys():
            continue
        kernel, variant, backend, device, rest = key
        times = ", ".join(digits(cells[word]["ns_per_unit"]) if word in cells else "-" for word in words)
        ratio = cells["double"]["ns_per_unit"] / cells["float"]["ns_per_unit"]
        lines.append(f"| `{kernel}` | `{variant}/{backend}` | {device} | {rest} | {times} | {ratio:.2f} |")
        used.extend(paths[key])
    return "\n".join([*lines, "", sources(used)])


def drifts(recorded):
    """The mean distance of |s| from 1 (Weigel 2012, Fig. 12)."""
    lines, used = ["| variant | device | precision | sweeps | mean of \\|1 - \\|s\\|\\| |", "|---|---|---|---|---|"], []
    found = [(row, path) for row, path in recorded.experiments if row["kernel"] == "norm_drift"]
    for row, path in sorted(found, key=lambda item: (item[0]["device"], item[0]["params"]["precision"], item[0]["params"]["after"])):
        value = next(e["value"] for e in row["estimates"] if e["name"] == "norm_distance")
        lines.append(f"| `{row['variant']}/{row['backend']}` | {row['device']} | {row['params']['precision']} | "
                     f"{row['params']['after']} | {value:.3g} |")
        used.append(path)
    return "\n".join([*lines, "", sources(used)])


PAGES = {PRECISIONS: {"precisions": precisions, "drifts": drifts}, README: {"first": first}, RESULTS: {"cards": cards, "launches": launches, "multispin": multispin, "visits": visits, "hosts": hosts}}


def markers(name):
    return f"<!-- {name}: made by docs/readme_tables.py -->", f"<!-- {name}: end -->"


def with_tables(page, recorded):
    """The text of a page with its tables as `recorded` has them. Raises ValueError where one has no place."""
    text = page.read_text()
    for name, make in PAGES[page].items():
        begin, end = markers(name)
        text, places = re.subn(f"{re.escape(begin)}.*?{re.escape(end)}", lambda _: f"{begin}\n{make(recorded)}\n{end}", text,
                               flags=re.S)
        if places != 1:
            raise ValueError(f"{page.name} has {places} places for the table {name}")
    return text


def main():
    write = page_options.wants_to_write(__doc__)
    recorded = Recorded()
    if write:
        for page in PAGES:
            page.write_text(with_tables(page, recorded))
    else:
        print("\n\n".join(make(recorded) for tables in PAGES.values() for make in tables.values()))


if __name__ == "__main__":
    main()
