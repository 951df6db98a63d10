"""What a results file must hold before anything here looks at it, in version-2 terms.

It asks less than the JSON schema (results/schema/): files of later releases may have more, and what version 1 lacks may be
missing. What is there has the type and the range that the rest of the package counts on.

A check takes a value and returns "" or what is wrong with it.
"""

import datetime
import math
import re

MOST_ROWS = 100_000
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
LARGEST = 1e100  # of any number; its square is still one


def number(above=None, least=None, null=False):
    def check(value):
        if value is None:
            return "" if null else "must be a number"
        if type(value) not in (int, float):
            return "must be a number"
        if not -LARGEST < value < LARGEST or (value != 0 and abs(value) < 1 / LARGEST):
            return "is out of range"
        if (above is not None and not value > above) or (least is not None and not value >= least):
            return "is too small"
        return ""

    return check


def whole(least=0):
    def check(value):
        if type(value) is not int:
            return "must be a whole number"
        return "" if least <= value < 2**64 else "is out of range"

    return check


def text(most=2000, null=False):
    def check(value):
        if value is None and null:
            return ""
        if not isinstance(value, str):
            return "must be a text"
        return "" if len(value) <= most else f"is longer than {most} characters"

    return check


def word(value):
    return "" if isinstance(value, str) and WORD.fullmatch(value) else "must be a name of letters, digits and _"


def flag(value):
    return "" if isinstance(value, bool) else "must be true or false"


def flag_or_null(value):
    return "" if value is None or isinstance(value, bool) else "must be true, false or null"


def one_of(*words):
    return lambda value: "" if value in words else f"must be one of {', '.join(words)}"


def list_of(check, least=0, most=None):
    def check_list(value):
        if not isinstance(value, list):
            return "must be a list"
        if len(value) < least or (most is not None and len(value) > most):
            return f"must have {least} entries" if most == least else f"has {len(value)} entries"
        return next((f"[{i}] {wrong}" for i, entry in enumerate(value) if (wrong := check(entry))), "")

    return check_list


def record(required, optional=None, null=False):
    known = {**required, **(optional or {})}

    def check(value):
        if value is None and null:
            return ""
        if not isinstance(value, dict):
            return "must be an object"
        for key in required:
            if key not in value:
                return f"has no {key}"
        for key, entry in value.items():
            if key in known and (wrong := known[key](entry)):
                return f".{key} {wrong}"
        return ""

    return check


def date(value):
    try:
        datetime.datetime.strptime(value, "%Y-%m-%dT%H:%M:%SZ")
    except (TypeError, ValueError):
        return "must be a date such as 2026-11-22T09:30:00Z"
    return ""


def params(value):
    if not isinstance(value, dict):
        return "must be an object"
    if len(value) > 64:
        return "has more than 64 entries"
    for key, entry in value.items():
        if word(key):
            return f": {key!r} {word(key)}"
        if type(entry) is int:
            wrong = "" if -(2**63) <= entry < 2**63 else "is out of range"
        elif type(entry) is float:
            wrong = number()(entry)
        else:
            wrong = text(200, null=True)(entry)
        if wrong:
            return f".{key} {wrong}"
    return ""


POSITIVE, MAYBE, AMOUNT, TEXT = number(above=0), number(null=True), number(least=0, null=True), text()
INTERVAL = list_of(number(null=True), 2, 2)
CONDITIONS = record({}, {"device": whole(), "sm_clock_mhz": AMOUNT, "core_clock_mhz": AMOUNT, "temperature_c": MAYBE,
                         "power_w": AMOUNT, "power_limit_w": AMOUNT, "throttle": list_of(TEXT)}, null=True)
CHECK = record({"name": TEXT, "passed": flag},
               {"kind": TEXT, "value": MAYBE, "expected": MAYBE, "sigma": AMOUNT, "detail": TEXT, "code_path": TEXT,
                "expected_failure": flag})
ESTIMATE = record({"name": TEXT, "value": MAYBE, "error": AMOUNT},
                  {"expected": MAYBE, "deviation_sigmas": MAYBE, "known_bias": TEXT})
PUBLISHED = record({"source": TEXT, "locator": TEXT, "device": text(null=True)},
                   {"ns_per_unit": POSITIVE, "setup_s": number(least=0), "estimate": TEXT, "value": MAYBE, "error": AMOUNT,
                    "deviation_sigmas": MAYBE})
TUNING = record({"file": TEXT, "launch": params}, {"date": TEXT, "git": TEXT})
VERIFICATION = record({"status": one_of("passed", "failed", "expected_failure"), "checks": list_of(CHECK)},
                      {"proved": TEXT}, null=True)
RANKS = record(
    {"count": whole(), "nodes": whole(), "transport": text(40),
     "by_rank": list_of(record({"host": TEXT, "boundary_us": MAYBE, "transfer_us": MAYBE, "bulk_us": MAYBE, "wait_us": MAYBE},
                               {"device": TEXT}), 1, 65536)},
    {"library": TEXT, "simulated_network": record({"latency_us": number(least=0), "bandwidth_GBps": number(least=0)}, {})})
TIME = record({"ns_per_unit": POSITIVE, "ci95": INTERVAL})

ANY_ROW = record(
    {"name": text(1000), "kernel": word, "variant": word, "backend": word, "device": TEXT, "params": params,
     "status": one_of("measured", "verified", "skipped", "failed"), "unit": text(40)},
    {"devices": list_of(whole(), 1, 1024), "platform": TEXT, "runtime": TEXT, "seed": whole(), "reason": TEXT,
     "code_path": TEXT, "tuning": TUNING, "verification": VERIFICATION, "published": list_of(PUBLISHED)})

MEASURED = record(
    {"figure": one_of("held", "burst"), "ns_per_unit": POSITIVE, "ci95": INTERVAL, "units_per_ns": POSITIVE,
     "samples_ns_per_unit": list_of(number(above=0, null=True), 1)},
    {"ns_per_flip": POSITIVE, "ps_per_flip": POSITIVE, "flips_per_ns": POSITIVE, "burst": TIME, "held": TIME,
     "repetitions": list_of(POSITIVE, 1, 10_000), "throttled_samples_ns_per_unit": list_of(MAYBE),
     "sweeps_per_batch": whole(), "ns_per_sweep": POSITIVE, "stop_reason": TEXT, "hold_s": AMOUNT, "settled": flag, "drift": MAYBE,
     "settled_clock_mhz": AMOUNT, "setup_s": AMOUNT, "host_threads": whole(), "ranks": RANKS,
     "speedup": record({"value": AMOUNT, "reference": TEXT}, {"ci95": INTERVAL, "reference_ns_per_unit": AMOUNT}, null=True),
     "work": record({}, {key: AMOUNT for key in (
         "units_per_sweep", "bytes_per_unit", "write_bytes_per_unit", "footprint_bytes", "shared_bytes_per_unit",
         "logic_ops_per_unit", "multiply_adds_per_unit", "issue_slots_per_unit", "random_words_per_unit",
         "dependent_launches_per_sweep")}),
     "limit": record({"bound": text(40), "units_per_ns": AMOUNT, "fraction": AMOUNT, "exceeded": flag}, {"doubt": TEXT},
                     null=True),
     "power_capped": flag_or_null, "conditions": CONDITIONS, "by_device": list_of(CONDITIONS, 0, 1024),
     "other_processes": list_of(TEXT),
     "energy": record({}, {key: AMOUNT for key in ("joules_per_unit", "joules_per_flip", "seconds", "counter_w",
                                                   "sampled_w", "ns_per_unit")} | {"doubt": TEXT}, null=True),
     "idle_power_w": AMOUNT, "estimates": list_of(ESTIMATE, 1), "sweeps": whole(), "equilibration_sweeps": whole(),
     "spacing": whole(), "measurements": whole()})

PROVENANCE = record(
    {"host": TEXT, "date": date, "version": TEXT, "git": TEXT, "dirty": flag, "argv": list_of(TEXT), "cpu": TEXT,
     "devices": list_of(record({"backend": TEXT, "name": TEXT}, {"pci": TEXT, "driver": TEXT, "runtime": TEXT,
                                                                "platform": TEXT}), 0, 1024),
     "compilers": record({}, {"cxx": text(null=True), "cuda": text(null=True), "hip": text(null=True),
                              "flags": text(null=True)})},
    {"preset": text(200), "figure": text(200), "in_turns": TEXT, "settings": record({}, {"card": list_of(TEXT, 0, 1024)}),
     "machine": record({}, {**{key: MAYBE for key in ("cores", "threads", "threads_allowed", "cpu_quota", "memory_bytes",
                                                      "numa_nodes", "load_start", "load_end")},
                            **{key: text(200) for key in ("cpu_model", "os", "kernel", "architecture", "governor",
                                                          "virtual", "container")},
                            "caches": list_of(record({"level": whole(), "type": TEXT, "bytes": whole()}), 0, 64)})})


def contradiction(row):
    """What the numbers of a measured row say against each other, or ""."""
    low, high = row["ci95"]
    if low is not None and high is not None and not 0 < low <= high:
        return ".ci95: must be two positive times in order"
    if not math.isclose(row["units_per_ns"] * row["ns_per_unit"], 1, rel_tol=1e-3):
        return ".units_per_ns: must be 1 / ns_per_unit"
    return ""


def row_fault(row):
    wrong = ANY_ROW(row)
    if wrong or row["status"] != "measured":
        return wrong
    return MEASURED(row) or contradiction(row)


def fault(document):
    """What is wrong with a document in version-2 terms, in a few words; "" where nothing is."""
    if wrong := PROVENANCE(document.get("provenance")):
        return f"provenance{'' if wrong[0] in '.[' else ' '}{wrong}"
    rows = document.get("rows")
    if not isinstance(rows, list):
        return "rows must be a list"
    if len(rows) > MOST_ROWS:
        return f"has more than {MOST_ROWS} rows"
    for i, row in enumerate(rows):
        if wrong := row_fault(row):
            return f"rows[{i}]{'' if wrong[0] in '.[:' else ' '}{wrong}"
    return ""
