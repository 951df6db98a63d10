"""The versions of results files: each in the terms of the newest (results/schema/).

A row of version 1 becomes one of version 2 as far as it says what that one does: what it lacks (what each check proves,
`code_path`, `devices`, `repetitions`, ...) stays away. All its times are of bursts. Of the lists of samples and of what was
proved nothing is guessed.
"""

NEWEST = "spinbench-results/2"
KNOWN = ("spinbench-results/1", NEWEST)
EXCEEDED = 1.02  # of a limit: bench/measure/limits.hpp

# Axes that variants got later, and what all rows before that had: (kernel, variants, backends, the axis before it, name, value).
LATER = (("ea3d_metropolis", {"standard", "bitwise", "sliced", "standard_grid", "sliced_grid"}, {"cuda", "hip"},
          "replicas", "word", "32"),
         ("ising2d_multicanonical", {"serial"}, {"cpu"}, "rng", "block", 1),
         ("dos_ising2d_multicanonical", {"serial"}, {"cpu"}, "rng", "block", 1),
         *((kernel, {"by_labelling", "by_bonds"}, {"cuda", "hip", "cpu"}, "L", "lattices", 1)
           for kernel in ("ising2d_wolff", "ising3d_wolff", "tau_ising2d_wolff", "tau_ising3d_wolff")))

RENAMED = {"samples_ns_per_flip": "samples_ns_per_unit", "throttled_samples_ns_per_flip": "throttled_samples_ns_per_unit"}


def schema_name(document):
    """The schema that a document names. Raises ValueError for one that is not known."""
    name = document.get("schema") if isinstance(document, dict) else None
    if name not in KNOWN:
        raise ValueError(f"schema {name!r} is none of {', '.join(KNOWN)}")
    return name


def upgraded(document):
    """A document of any version in version-2 terms, its rows with the axes that their variants have today. Raises ValueError for
    an unknown schema, and KeyError, TypeError or AttributeError for a document that does not follow its own."""
    rows = document["rows"] if schema_name(document) == NEWEST else [upgraded_row(row) for row in document["rows"]]
    return {**document, "schema": NEWEST, "rows": [without_a_part(with_later_axes(row)) for row in rows]}


def with_later_axes(row):
    """The row with the axes that its variant got after it was written."""
    for kernel, variants, backends, before, axis, value in LATER:
        had = row.get("kernel") == kernel and row["variant"] in variants and row["backend"] in backends
        if not had or axis in row["params"]:
            continue
        params = {}
        for name, own in row["params"].items():
            params[name] = own
            if name == before:
                params[axis] = value
        row = {**row, "params": params}
    return row


def without_a_part(row):
    """The row without joules that are of one device where the work is of several: rows of ranks had those of rank 0's (until
    2026-11-26)."""
    places = {(one.get("host"), one.get("device")) for one in (row.get("ranks") or {}).get("by_rank") or []}
    if len(places) < 2 or not (row.get("energy") or {}).get("joules_per_unit"):
        return row
    return {**row, "energy": {"joules_per_unit": None, "doubt": f"of the devices of {row['ranks']['count']} ranks only rank 0's was read"}}


def neutral(entries):
    """The same with names that say "unit" for "flip"."""
    return {key.replace("per_flip", "per_unit").replace("flips_per", "units_per"): value for key, value in entries.items()}


def upgraded_row(row):
    """A row of version 1 in version-2 terms."""
    new = {RENAMED.get(key, key): value for key, value in row.items()}
    new.setdefault("unit", "flip")
    new["published"] = [neutral(entry) for entry in row["published"]]
    if row["status"] != "measured":
        return new
    for name, flips in (("ns_per_unit", "ns_per_flip"), ("units_per_ns", "flips_per_ns")):
        if flips in row:
            new[name] = row[flips]
    new["figure"] = "burst"
    new["work"] = neutral(row["work"])
    for name in ("speedup", "limit"):
        if row[name] is not None:
            new[name] = neutral(row[name])
    if new["limit"] is not None:
        new["limit"]["exceeded"] = (new["limit"]["fraction"] or 0) > EXCEEDED
    if row["energy"] is not None:
        new["energy"] = {**neutral(row["energy"]), **row["energy"]}
    if "estimates" in row:
        new["estimates"] = [upgraded_estimate(estimate) for estimate in row["estimates"]]
        # Version 1 held it beside the estimates.
        new["estimates"].append({"name": "tau_sweeps", "value": new.pop("tau_sweeps"), "error": 0})
    return new


def upgraded_estimate(estimate):
    return {"expected" if key == "exact" else key: value for key, value in estimate.items()}
