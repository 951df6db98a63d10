"""Which rows are the same case, and what else must be the same for their times to be compared."""

import collections
import dataclasses
import math
import statistics as plain

from spinbench_results import noise, statistics


def param_text(value):
    return f"{value:g}" if isinstance(value, float) else str(value)


def label(row, without=()):
    """variant/backend and the params but those named."""
    params = [f"{key}:{param_text(value)}" for key, value in row["params"].items() if key not in without]
    return "/".join([row["variant"], row["backend"], *params])


def name(row):
    return f"{row['kernel']}/{label(row)}"


def key_of(row):
    """Equal for rows of one case, in whatever order they have their params."""
    params = tuple(sorted((key, param_text(value)) for key, value in row["params"].items()))
    return row["kernel"], row["variant"], row["backend"], params


def by_case(document):
    """{key: row} of one file. A case that stands in it more than once has a number behind its key from the second on."""
    found, times = {}, collections.Counter()
    for row in document.rows:
        key = key_of(row)
        times[key] += 1
        found[key if times[key] == 1 else (*key, times[key])] = row
    return found


def identity(document):
    """Of the run that a file holds: equal for copies."""
    made = document.provenance
    return made["host"], made["date"], made["git"], tuple(made["argv"])


def distinct(documents):
    """Without copies: a run that counts twice would make a spread look smaller than it is."""
    found = {}
    for document in documents:
        found.setdefault(identity(document), document)
    return list(found.values())


def is_timed(row):
    return row["status"] == "measured" and "estimates" not in row


def logs(row):
    """The logarithms of a run's repetitions; of a row that was measured once, of its time alone."""
    repetitions = row.get("repetitions") or []
    return [math.log(ns) for ns in repetitions] if len(repetitions) > 1 else [math.log(row["ns_per_unit"])]


@dataclasses.dataclass(eq=False)
class Case:
    """A case with its runs on both sides: rows, at least one each."""

    key: tuple
    base: list
    new: list

    def __post_init__(self):
        self.row = self.new[0]
        self.name = name(self.row)
        self.backend = self.row["backend"]
        self.kind = noise.kind(self.backend, self.row["device"])
        self.figure = "held" if all(row["figure"] == "held" for row in [*self.base, *self.new]) else "burst"
        self.runs = tuple([logs(row) for row in side] for side in (self.base, self.new))
        self.base_ns, self.new_ns = middle(self.base), middle(self.new)
        fewest = min(len(run) for side in self.runs for run in side)
        before, after = (plain.median(level(row, fewest) for row in side) for side in (self.base, self.new))
        self.shift = after - before


def level(row, count):
    """The logarithm of a row's time. Of one that is the best of its repetitions (a serial reference) as `count` of them would
    have had it: the best of four is shorter than the best of three, with nothing changed."""
    found = logs(row)
    if len(found) > count and row["ns_per_unit"] == min(row["repetitions"]):
        return statistics.expected_least(found, count)
    return math.log(row["ns_per_unit"])


def middle(rows):
    """The median of the runs' times, ns per unit."""
    values = sorted(row["ns_per_unit"] for row in rows)
    half = len(values) // 2
    return values[half] if len(values) % 2 else math.sqrt(values[half - 1] * values[half])


# --- what differs -----------------------------------------------------------------------------------------------


def of_files(documents, rows):
    """{what: the values that a side's files have}, of all that must be the same."""
    found = collections.defaultdict(set)
    backends = {row["backend"] for row in rows}
    for document in documents:
        made = document.provenance
        for what, value in made["compilers"].items():
            # A compiler of devices that no case ran on has no part in it.
            if what in ("cxx", "flags") or what in backends:
                found["flags" if what == "flags" else f"compiler ({what})"].add(value or "none")
        for device in made["devices"]:
            if device["backend"] in backends:
                for what in ("name", "pci", "driver", "runtime"):
                    found[f"{'device' if what == 'name' else what} ({device['backend']})"].add(device.get(what) or "none")
        if "cpu" in backends:
            found["CPU"].add(made["cpu"])
            found["CPU model"].add((made.get("machine") or {}).get("cpu_model") or "not said")
    for row in rows:
        conditions = row.get("conditions") or {}
        found[f"time of {row['backend']} rows"].add({"held": "held load", "burst": "bursts"}[row["figure"]])
        found["seed"].add(str(row.get("seed", "none")))
        if row["backend"] != "cpu":
            found[f"power limit ({row['backend']})"].add(watts(conditions.get("power_limit_w")))
            found[f"platform ({row['backend']})"].add(row.get("platform") or "its own")
    return found


def watts(value):
    return "not said" if value is None else f"{value:.0f} W"


def shown(values):
    return ", ".join(sorted(values))


def differences(base, new, pairs):
    """[(what, of the base, of the new)] of all that makes times differ without the code's doing. `pairs`: the rows that are
    compared, [(base rows, new rows)]."""
    sides = [of_files(documents, [row for pair in pairs for row in pair[i]]) for i, documents in enumerate((base, new))]
    # What a file does not say is no difference: files of version 1 say less.
    return [(what, shown(sides[0][what]), shown(sides[1][what])) for what in sides[0]
            if what in sides[1] and sides[0][what] != sides[1][what] and "not said" not in sides[0][what] | sides[1][what]]


def repetitions(rows):
    """How many the rows have: "3", "3 to 4"; "" for no rows."""
    counts = sorted({len(row.get("repetitions") or [0]) for row in rows})
    return " to ".join(str(count) for count in dict.fromkeys([*counts[:1], *counts[-1:]]))


def unlike(documents):
    """What differs among the files of one side, which should be runs of one build."""
    return sorted({document.provenance["git"] for document in documents})
