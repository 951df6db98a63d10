"""Which rows are the same case, and what else must be the same for their times to be compared."""

import collections
import dataclasses
import itertools
import math
import statistics as plain

from spinbench_results import noise, statistics
from spinbench_results.text import clean

MOST_TOLD, MOST_SHOWN = 4, 300  # pairs of values that differ, of one kind; characters of each


def param_text(value):
    return f"{value:g}" if isinstance(value, float) else str(value)


def exact_text(value):
    """As names of rows have it: with all digits. Critical temperatures that two papers state differ in the seventh."""
    if not isinstance(value, float):
        return str(value)
    return f"{value:.0f}" if value.is_integer() else repr(value)


def short(row, key):
    return param_text(row["params"][key])


def exact(row, key):
    return exact_text(row["params"][key])


def telling_apart(rows):
    """A function of row and key, as `short` is: exact where a kernel's values in these rows are alike in short."""
    values = collections.defaultdict(set)
    for row in rows:
        for key in row["params"]:
            values[row["kernel"], key, short(row, key)].add(exact(row, key))
    alike = {which for which, found in values.items() if len(found) > 1}
    return lambda row, key: (exact if (row["kernel"], key, short(row, key)) in alike else short)(row, key)


def label(row, without=(), text=short):
    """variant/backend and the params but those named."""
    params = [f"{key}:{text(row, key)}" for key in row["params"] if key not in without]
    return "/".join([row["variant"], row["backend"], *params])


def name(row):
    """That of one case alone, which other tools may keep."""
    return f"{row['kernel']}/{label(row, text=exact)}"


def key_of(row):
    """Equal for rows of one case, in whatever order they have their params."""
    params = tuple(sorted((key, exact(row, key)) for key in row["params"]))
    return row["kernel"], row["variant"], row["backend"], params


def by_case(document):
    """{key: row} of one file. A case that stands in it more than once has a number behind its key from the second on."""
    found, times = {}, collections.Counter()
    for row in document.rows:
        key = key_of(row)
        times[key] += 1
        found[key if times[key] == 1 else (*key, times[key])] = row
    return found


def stamp(document):
    """Equal for files of one run. A batch may start one command on several cards in one second: the devices belong to it."""
    made = document.provenance
    devices = tuple((device["name"], device.get("pci")) for device in made["devices"])
    return made["host"], made["date"], made["git"], tuple(made["argv"]), devices


def outcomes(document):
    return {key: (row["device"], row["status"], row.get("ns_per_unit")) for key, row in by_case(document).items()}


def is_copy(document, other):
    """Whether both hold one run, or one a part of it, as a file of before the run's end does: what stands in both is equal."""
    if document is other:
        return True
    if stamp(document) != stamp(other):
        return False
    found, others = outcomes(document), outcomes(other)
    shared = found.keys() & others.keys()
    return bool(shared) and all(found[key] == others[key] for key in shared)


def distinct(documents):
    """Without copies, the larger ones kept: a run that counts twice would make a spread look smaller than it is."""
    kept, of_stamp = [], collections.defaultdict(list)
    for document in documents:
        places = of_stamp[stamp(document)]
        place = next((place for place in places if is_copy(document, kept[place])), None)
        if place is None:
            places.append(len(kept))
            kept.append(document)
        elif len(document.rows) > len(kept[place].rows):
            kept[place] = document
    return kept


def copies(documents):
    """[(copy, the one of its kind that counts)], which `distinct` leaves out."""
    kept = distinct(documents)
    counted = {id(document) for document in kept}
    return [(document, next(one for one in kept if is_copy(document, one))) for document in documents
            if id(document) not in counted]


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
    """{what: the values that a side's files have}, of all that must be the same beside what the rows say."""
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
            found["CPU model"].add((made.get("machine") or {}).get("cpu_model"))
    return said(found)


def of_rows(rows):
    """The same of rows of one case, or of all of a side's."""
    found = collections.defaultdict(set)
    for row in rows:
        backend = row["backend"]
        found[f"device ({backend})"].add(row["device"])
        found["unit"].add(row["unit"])
        found[f"time of {backend} rows"].add({"held": "held load", "burst": "bursts"}[row["figure"]])
        found["seed"].add(str(row.get("seed", "none")))
        if backend != "cpu":
            found[f"power limit ({backend})"].add(watts((row.get("conditions") or {}).get("power_limit_w")))
            found[f"platform ({backend})"].add(row.get("platform") or "its own")
        if ranks := row.get("ranks"):
            found[f"transport ({backend})"].add(transport(ranks))
            found[f"places of ranks ({backend})"].add(places(ranks))
    return said(found)


def said(found):
    """Without what is not said, which is no difference: files of version 1 say less, and a limit may be unreadable at
    times."""
    return {what: values - {None} for what, values in found.items() if values - {None}}


def watts(value):
    return None if value is None else f"{value:.0f} W"


def transport(ranks):
    network = ranks.get("simulated_network")
    if not network:
        return ranks["transport"]
    speed = f"{network['latency_us']:g} us, {network['bandwidth_GBps']:g} GB/s"
    return f"{ranks['transport']}, simulated network of {speed}"


def places(ranks):
    """Where the ranks run, in their order: two on one card take turns. Machines go by numbers, since a batch system
    gives others of a kind each time."""
    machines, each = {}, []
    for one in ranks["by_rank"]:
        each.append((machines.setdefault(one["host"], len(machines) + 1), one.get("device", "")))
    groups = [(place, len(list(group))) for place, group in itertools.groupby(each)]
    return ", ".join(f"{count} on {device or 'the host'}" + (f" of machine {machine}" if len(machines) > 1 else "")
                     for (machine, device), count in groups)


def shown(values):
    return clean(", ".join(sorted(values)), MOST_SHOWN)


def differences(base, new, pairs):
    """[(what, of the base, of the new)] of all that makes times differ without the code's doing. `pairs`: the rows that are
    compared, [(base rows, new rows)]. What rows say is compared case by case: where each side has held loads and
    bursts, a case may have one in base and the other in new."""
    found = collections.defaultdict(dict)
    for pair in pairs:
        note_unlike(found, *map(of_rows, pair))
    rows = [[row for pair in pairs for row in pair[i]] for i in (0, 1)]
    files, every = {}, {}
    note_unlike(files, *(of_files(documents, of) for documents, of in zip((base, new), rows, strict=True)))
    # What no case has on both sides, the sides may have all the same.
    note_unlike(every, *map(of_rows, rows), lambda a, b: not a & b)
    for what, values in [*files.items(), *every.items()]:
        if what not in found:
            found[what] = values
    return [(what, *values) for what, told in found.items() for values in few(list(told))]


def note_unlike(found, before, after, unlike=lambda a, b: a != b):
    """Adds to {what: {(of the base, of the new): None}} what differs."""
    for what, values in before.items():
        if what in after and unlike(values, after[what]):
            found.setdefault(what, {})[shown(values), shown(after[what])] = None


def few(told):
    """Some of many pairs of values, and how many more there are."""
    if len(told) <= MOST_TOLD:
        return told
    *first, (base, new) = told[:MOST_TOLD]
    return [*first, (base, f"{new}, and {len(told) - MOST_TOLD} other pairs")]


def repetitions(rows):
    """How many the rows have: "3", "3 to 4"; "" for no rows."""
    counts = sorted({len(row.get("repetitions") or [0]) for row in rows})
    return " to ".join(str(count) for count in dict.fromkeys([*counts[:1], *counts[-1:]]))


def unlike(documents):
    """What differs among the files of one side, which should be runs of one build."""
    return sorted({document.provenance["git"] for document in documents})
