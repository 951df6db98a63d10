"""Documents -> the rows of a report: plain dicts without what is absent, small enough to go into a page a thousand times.

Keys: i, name, kernel, variant, backend, machine, serial (code on one core), several (devices of ranks), L, axes, unit, status,
figure, ns, low, high, rate (units per ns), speedup, reference, bound, limit (units per ns), fraction, watts, cap_watts, capped,
per_nj (units per nJ) and whether from the energy counter, experiment, verified, proved, file (an index), and what only a closer
look needs: checks, published, conditions, more.
"""

import dataclasses

from spinbench_results import machines
from spinbench_results.text import clean

MOST_ROWS = 5000  # in a page; the fastest of each kernel and machine stay
ALWAYS = ("name", "unit", "axes", "bound")  # even where empty
MOST_CHECKS, MOST_PUBLISHED, MOST_TEXT = 40, 20, 300


@dataclasses.dataclass
class Report:
    """What a page is made of. `left_out` counts rows beyond MOST_ROWS, `skipped` names files that could not be read."""

    rows: list
    files: list
    machines: list
    left_out: int
    skipped: list
    notes: list = dataclasses.field(default_factory=list)  # what stands for several machines


def short(text):
    return clean(str(text), MOST_TEXT)


def significant(x, digits=5):
    """A number with so many digits; a page with a thousand rows has ten thousand."""
    return None if x is None else float(f"{x:.{digits}g}")


def watts(row):
    """(W of all the row's devices, their limit) where the driver told of all."""
    each = machines.conditions(row)
    drawn, limits = [c.get("power_w") for c in each], [c.get("power_limit_w") for c in each]
    # The counter of ranks is that of rank 0's device.
    energy = {} if len(machines.places(row)) > 1 else row.get("energy") or {}
    # Files of version 1 have the energy without its power.
    counted = energy.get("counter_w") or (energy.get("joules_per_unit") or 0) * row["units_per_ns"] * 1e9
    total = counted if counted else sum(drawn) if all(drawn) and drawn else None
    return total, sum(limits) if limits and all(limits) else None


def efficiency(row, drawn):
    """(units per nJ, whether by the energy counter); from rate and power where there was no counter."""
    joules = (row.get("energy") or {}).get("joules_per_unit")
    if joules:
        return 1e-9 / joules, True
    return (row["units_per_ns"] / drawn, False) if drawn else (None, None)


def timed(row):
    """The part of a row that only a measured one has."""
    low, high = row["ci95"]
    speedup, limit = row.get("speedup") or {}, row.get("limit") or {}
    drawn, cap = watts(row)
    per_nj, counted = efficiency(row, drawn)
    values = {"ns": row["ns_per_unit"], "low": low, "high": high, "rate": row["units_per_ns"],
              "speedup": speedup.get("value"), "limit": limit.get("units_per_ns"), "fraction": limit.get("fraction"),
              "watts": drawn, "cap_watts": cap, "per_nj": per_nj}
    return {**{key: significant(value) for key, value in values.items()}, "figure": row["figure"],
            "reference": speedup.get("reference") and short(speedup["reference"]),
            "bound": short(limit.get("bound") or ""), "capped": row.get("power_capped"), "counted": counted,
            "experiment": bool(row.get("estimates")) or None}


def checks(row):
    found = (row.get("verification") or {}).get("checks") or []
    return [[short(c["name"]), short(c.get("kind") or ""), c["passed"], bool(c.get("expected_failure")),
             significant(c.get("value"), 9), significant(c.get("expected"), 9), significant(c.get("sigma"), 3),
             short(c.get("detail") or "")] for c in found[:MOST_CHECKS]]


def published(row):
    return [[short(e["source"]), short(e["locator"]), short(e.get("device") or ""), e["ns_per_unit"]]
            for e in (row.get("published") or [])[:MOST_PUBLISHED] if e.get("ns_per_unit")]


def conditions(row):
    """[name, text] of what the machine did meanwhile."""
    found, told = row.get("conditions") or {}, []
    whose = "" if machines.conditions(row) else "the first device's "
    for key, name in (("sm_clock_mhz", "clock, MHz"), ("core_clock_mhz", "clock, MHz"), ("temperature_c", "temperature, C"),
                      ("power_w", "power, W"), ("power_limit_w", "power limit, W")):
        if found.get(key) is not None:
            told.append([f"{whose}{name}", f"{found[key]:g}"])
    for name, words in (("throttle reasons", found.get("throttle")), ("beside it ran", row.get("other_processes"))):
        if words:
            told.append([name, short(", ".join(words))])
    if row.get("throttled_samples_ns_per_unit"):
        told.append(["throttled batches, not counted", str(len(row["throttled_samples_ns_per_unit"]))])
    return told


def more(row):
    """[name, text] of the rest that explains a time."""
    told = []
    for key, name in (("code_path", "code path"), ("reason", "reason"), ("stop_reason", "stopped by"),
                      ("hold_s", "held for, s"), ("settled", "settled"), ("drift", "drift to the held state"),
                      ("seed", "seed"), ("runtime", "runtime"), ("setup_s", "set up in, s"),
                      ("host_threads", "threads"), ("sweeps", "sweeps")):
        if row.get(key) is not None:
            told.append([name, short(f"{row[key]:.4g}" if isinstance(row[key], float) else row[key])])
    for name in ("burst", "held"):
        if row.get(name):
            told.append([f"{name}, ns", f"{row[name]['ns_per_unit']:.4g}"])
    for entry in row.get("estimates") or []:
        if entry["value"] is not None:
            told.append([f"estimate {short(entry['name'])}", f"{entry['value']:.9g} +- {entry['error'] or 0:.2g}"])
    return told[:MOST_CHECKS]


def plain(row, document, index, machine):
    """A row of a results file as the page has it."""
    params = row["params"]
    verification = row.get("verification") or {}
    size = params.get("L")
    result = {"i": index, "name": short(row["name"]), "kernel": row["kernel"], "variant": row["variant"],
              "backend": row["backend"], "machine": machine, "serial": machines.is_serial(row) or None,
              "several": len(machines.places(row)) > 1 or None, "L": size if isinstance(size, int) else None,
              "axes": short(", ".join(f"{key} = {value}" for key, value in params.items() if key != "L")),
              "unit": short(row["unit"]), "status": row["status"], "verified": verification.get("status"),
              "proved": short(verification.get("proved") or ""), "file": document, "checks": checks(row),
              "published": published(row), "conditions": conditions(row), "more": more(row)}
    if row["status"] == "measured":
        result |= timed(row)
    return {key: value for key, value in result.items() if key in ALWAYS or value not in (None, "", [])}


def described(document):
    """Where a file's rows come from, as [name, text]."""
    made, compilers = document.provenance, document.provenance["compilers"]
    told = [["file", document.file], ["schema", document.schema]]
    told += [[key, short(made[key])] for key in ("host", "date", "version", "git", "cpu")]
    told.append(["working tree", "changed since that commit" if made["dirty"] else "clean"])
    for device in made["devices"][:16]:
        told.append([f"device ({short(device['backend'])})", short(", ".join(
            str(device[key]) for key in ("name", "pci", "driver", "runtime") if device.get(key)))])
    told += [[f"compiler ({key})", short(value)] for key, value in compilers.items() if value and key != "flags"]
    if compilers.get("flags"):
        told.append(["flags", short(compilers["flags"])])
    if made.get("in_turns"):
        told.append(["measured in turns with another build", short(made["in_turns"])])
    told.append(["command", short(" ".join(made["argv"]))])
    return told


def keep(found):
    """At most MOST_ROWS, measured ones first and of these the fastest of each kernel and machine; in their old order."""
    if len(found) <= MOST_ROWS:
        return found
    places, ranks = {}, {}
    for row in sorted(found, key=lambda r: -r.get("rate", 0)):
        place = places.get((row["kernel"], row["machine"]), 0)
        places[row["kernel"], row["machine"]] = place + 1
        ranks[row["i"]] = (row["status"] not in ("measured", "failed"), place)
    kept = {row["i"] for row in sorted(found, key=lambda r: ranks[r["i"]])[:MOST_ROWS]}
    return [row for row in found if row["i"] in kept]


def report(documents, skipped=()):
    """The Report of some documents."""
    name = machines.Names(documents, MOST_TEXT)
    everything = [(number, document, row) for number, document in enumerate(documents) for row in document.rows]
    found = [plain(row, number, index, name(document, row)) for index, (number, document, row) in enumerate(everything)]
    kept = keep(found)
    return Report(kept, [described(document) for document in documents],
                  list(dict.fromkeys(row["machine"] for row in found)), len(found) - len(kept),
                  [short(line) for line in skipped], name.notes)
