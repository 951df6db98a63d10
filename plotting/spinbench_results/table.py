"""Documents as one tidy pandas frame.

A row a case. Columns, NaN, NA or None where a file does not say:

    file, schema, host, date, version, git, dirty, cpu, driver, runtime   where it comes from
    name, kernel, variant, backend, platform, device, devices, seed, unit, status, reason, code_path
    L, k, rng, beta, ...     a column for each param: Int64 where all values are whole, float64, else texts;
                             one that has the name of another column is called param_NAME
    params                   the same as a dict
    figure                   held or burst: what the time is of
    ns_per_unit, ci_low, ci_high, units_per_ns         ns and 1/ns; ns_per_flip, ps_per_flip, flips_per_ns of flips
    burst_ns_per_unit, held_ns_per_unit                where they differ by more than 1%
    repetitions, samples, throttled_samples            lists, ns per unit
    speedup, speedup_low, speedup_high, speedup_reference, setup_s, host_threads
    limit_bound, limit_units_per_ns, limit_fraction, limit_exceeded
    bytes_per_unit, units_per_sweep, ...               the declared work
    joules_per_unit, power_w, power_limit_w, idle_power_w, sm_clock_mhz, temperature_c, throttle, power_capped
    stop_reason, hold_s, settled, drift, settled_clock_mhz, other_processes, sweeps_per_batch
    ns_per_sweep             in the mean, where work is counted
    verification, proved     its status, and the kinds of checks that passed; checks has the list
    published, estimates     lists of dicts, as in the file; sweeps, equilibration_sweeps, spacing, measurements
"""

import pandas as pd

PLAIN = ("name", "kernel", "variant", "backend", "platform", "device", "devices", "seed", "unit", "status", "reason",
         "code_path", "figure", "ns_per_unit", "units_per_ns", "ns_per_flip", "ps_per_flip", "flips_per_ns",
         "repetitions", "setup_s", "host_threads", "power_capped", "idle_power_w", "stop_reason", "hold_s", "settled",
         "drift", "settled_clock_mhz", "other_processes", "sweeps_per_batch", "ns_per_sweep", "published", "estimates", "sweeps",
         "equilibration_sweeps", "spacing", "measurements")
WORK = ("units_per_sweep", "bytes_per_unit", "write_bytes_per_unit", "footprint_bytes", "shared_bytes_per_unit",
        "logic_ops_per_unit", "multiply_adds_per_unit", "issue_slots_per_unit", "random_words_per_unit",
        "dependent_launches_per_sweep")
CONDITIONS = ("sm_clock_mhz", "temperature_c", "power_w", "power_limit_w", "throttle")
NUMBERS = ("ns_per_unit", "ci_low", "ci_high", "units_per_ns", "ns_per_flip", "ps_per_flip", "flips_per_ns",
           "burst_ns_per_unit", "held_ns_per_unit", "speedup", "speedup_low", "speedup_high", "setup_s", "limit_units_per_ns",
           "limit_fraction", "joules_per_unit", "power_w", "power_limit_w", "idle_power_w", "sm_clock_mhz",
           "temperature_c", "hold_s", "drift", "settled_clock_mhz", "ns_per_sweep", *WORK)
COUNTS = ("host_threads", "sweeps_per_batch", "sweeps", "equilibration_sweeps", "spacing", "measurements")
FLAGS = ("dirty", "limit_exceeded", "power_capped", "settled")


def of_file(document):
    """The columns that all rows of a file share."""
    made = document.provenance
    return {"file": document.file, "schema": document.schema,
            **{key: made[key] for key in ("host", "date", "version", "git", "dirty", "cpu")}}


def device_of(row, provenance):
    """The entry of `provenance.devices` that a row ran on; {} where none fits."""
    same = [d for d in provenance["devices"] if d["backend"] == row["backend"] and d["name"] == row["device"]]
    return same[0] if same else {}


def flat(row, provenance):
    """The columns of one row but its params'."""
    columns = {key: row.get(key) for key in PLAIN}
    device = device_of(row, provenance)
    columns["driver"] = device.get("driver") or None
    columns["runtime"] = row.get("runtime") or device.get("runtime") or None
    columns["ci_low"], columns["ci_high"] = row.get("ci95") or (None, None)
    columns["samples"] = row.get("samples_ns_per_unit")
    columns["throttled_samples"] = row.get("throttled_samples_ns_per_unit")
    for name in ("burst", "held"):
        columns[f"{name}_ns_per_unit"] = (row.get(name) or {}).get("ns_per_unit")
    speedup, limit = row.get("speedup") or {}, row.get("limit") or {}
    columns["speedup"], columns["speedup_reference"] = speedup.get("value"), speedup.get("reference")
    columns["speedup_low"], columns["speedup_high"] = speedup.get("ci95") or (None, None)
    for key in ("bound", "units_per_ns", "fraction", "exceeded"):
        columns[f"limit_{key}"] = limit.get(key)
    work, conditions, energy = row.get("work") or {}, row.get("conditions") or {}, row.get("energy") or {}
    columns.update({key: work.get(key) for key in WORK})
    columns.update({key: conditions.get(key) for key in CONDITIONS})
    columns["joules_per_unit"] = energy.get("joules_per_unit")
    verification = row.get("verification") or {}
    columns["verification"], columns["proved"] = verification.get("status"), verification.get("proved")
    columns["checks"] = verification.get("checks")
    return columns


def typed(values):
    """A param's column: Int64, float64 or texts."""
    there = [v for v in values if v is not None]
    if all(type(v) is int for v in there):
        return pd.array(values, dtype="Int64")
    if all(type(v) in (int, float) for v in there):
        return pd.Series([float("nan") if v is None else float(v) for v in values], dtype="float64")
    return pd.Series([None if v is None else v if isinstance(v, str) else str(v) for v in values], dtype="object")


def frame(documents):
    """A row a case; see the module."""
    rows = [(document, row) for document in documents for row in document.rows]
    records = [{**of_file(document), **flat(row, document.provenance)} for document, row in rows]
    columns = list(records[0]) if records else [*of_file_names(), *flat_names()]
    table = {name: [r[name] for r in records] for name in columns}
    result = pd.DataFrame({name: pd.Series(values, dtype="object") for name, values in table.items()})
    for name in NUMBERS:
        result[name] = result[name].astype("float64")
    # Beyond 2^63 a seed would be no Int64.
    result["seed"] = pd.array(table["seed"], dtype="UInt64")
    for name in COUNTS:
        result[name] = pd.array(table[name], dtype="UInt64")
    for name in FLAGS:
        result[name] = pd.array(table[name], dtype="boolean")
    result["date"] = pd.to_datetime(result["date"], utc=True)
    params = {}
    for i, (_, row) in enumerate(rows):
        for key, value in row["params"].items():
            params.setdefault(key, [None] * len(rows))[i] = value
    result["params"] = pd.Series([row["params"] for _, row in rows], dtype="object")
    taken = set(result.columns)
    axes = {f"param_{key}" if key in taken else key: typed(values) for key, values in params.items()}
    return pd.concat([result, pd.DataFrame(axes, index=result.index)], axis="columns")


def of_file_names():
    return ("file", "schema", "host", "date", "version", "git", "dirty", "cpu")


def flat_names():
    return flat({}, {"devices": []}).keys()
