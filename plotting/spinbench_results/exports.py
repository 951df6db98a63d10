"""Timed rows in the formats of other tools."""

import csv
import io
import json
import math

from spinbench_results import cases


class Entry:
    """One case with all its runs: `ns` per unit, `low` and `high`, `repetitions` in ns per unit."""

    def __init__(self, name, rows):
        self.name, self.row = name, rows[-1]
        self.ns = cases.middle(rows)
        self.repetitions = [math.exp(log) for row in rows for log in cases.logs(row)]
        ends = [end for row in rows for end in row["ci95"] if end is not None]
        self.low, self.high = min([self.ns, *ends]), max([self.ns, *ends])


def entries(documents):
    """The timed cases of all files, by name; where they are of several devices the name tells which, and of a case that
    was timed under held load and in bursts, which are two figures, also this."""
    rows = [row for document in cases.distinct(documents) for row in document.rows if cases.is_timed(row)]
    several = len({(row["backend"], row["device"]) for row in rows}) > len({row["backend"] for row in rows})
    found = {}
    for row in rows:
        name = cases.name(row) + (f" on {row['device']}" if several else "")
        found.setdefault(name, {}).setdefault(row["figure"], []).append(row)
    return [Entry(name + (" (burst)" if figure == "burst" and len(figures) > 1 else ""), group)
            for name, figures in found.items() for figure, group in figures.items()]


def github_action_benchmark(documents):
    """customSmallerIsBetter of benchmark-action/github-action-benchmark: a list of name, unit, value, range, extra."""
    return as_json([{"name": e.name, "unit": f"ns/{e.row['unit']}", "value": e.ns,
                     "range": f"{e.low:.6g} to {e.high:.6g}", "extra": f"{e.row['device']}, {e.row['figure']}"}
                    for e in entries(documents)])


def bencher(documents):
    """Bencher Metric Format: {name: {measure: value, lower_value, upper_value}}. latency is in ns per unit, throughput in
    units a second."""
    return as_json({e.name: {"latency": {"value": e.ns, "lower_value": e.low, "upper_value": e.high},
                             "throughput": {"value": 1e9 / e.ns, "lower_value": 1e9 / e.high, "upper_value": 1e9 / e.low}}
                    for e in entries(documents)})


def google_benchmark(documents):
    """Google Benchmark's JSON, one entry a repetition, so that its compare.py can test two files against each other. An
    iteration is a sweep (a million units where a row does not say how many a sweep has, or work is counted and each repetition
    did others): of times per unit its tables would show zeros."""
    made = documents[-1].provenance
    benchmarks = []
    for family, e in enumerate(entries(documents)):
        units = ("ns_per_sweep" not in e.row and (e.row.get("work") or {}).get("units_per_sweep")) or 1e6
        for index, ns in enumerate(e.repetitions):
            benchmarks.append({
                "name": e.name, "family_index": family, "per_family_instance_index": 0, "run_name": e.name,
                "run_type": "iteration", "repetitions": len(e.repetitions), "repetition_index": index, "threads": 1,
                "iterations": e.row.get("sweeps_per_batch") or 1, "real_time": ns * units, "cpu_time": ns * units,
                "time_unit": "ns", "items_per_second": 1e9 / ns, "label": f"{e.row['device']}, {e.row['figure']}"})
    context = {"date": made["date"].replace("Z", "+00:00"), "host_name": made["host"], "executable": "spinbench",
               "num_cpus": 1, "mhz_per_cpu": 0, "cpu_scaling_enabled": False, "caches": [], "load_avg": [],
               "library_build_type": "release", "spinbench_git": made["git"], "cpu": made["cpu"]}
    return as_json({"context": context, "benchmarks": benchmarks})


CSV_COLUMNS = ("name", "kernel", "variant", "backend", "device", "unit", "figure", "ns_per_unit", "low", "high", "repetitions")


def comma_separated(documents):
    """A table for spreadsheets. What they would take for a formula is quoted as they want it."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(CSV_COLUMNS)
    for e in entries(documents):
        texts = [e.name, *(e.row[key] for key in CSV_COLUMNS[1:7])]
        writer.writerow([*map(cell, texts), e.ns, e.low, e.high, len(e.repetitions)])
    return out.getvalue()


def cell(text):
    return f"'{text}" if text.lstrip()[:1] in tuple("=+-@") else text


def as_json(value):
    return json.dumps(value, indent=1) + "\n"


FORMATS = {"github-action-benchmark": github_action_benchmark, "bencher": bencher, "google-benchmark": google_benchmark,
           "csv": comma_separated}
