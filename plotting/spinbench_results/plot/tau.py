"""Autocorrelation times in sweeps, and in units of time (Weigel 2012, section 3.4): tau_int times the time per flip of the same
update without measurements, which rows of the model's own kernel have, at whatever temperature they were timed."""

import dataclasses
import math

BETA_C = 0.440687  # ln(1 + sqrt 2) / 2
MODELS = {"tau_ising2d": "ising2d_metropolis", "tau_ising2d_wolff": "ising2d_wolff",
          "tau_ising2d_swendsen_wang": "ising2d_swendsen_wang"}
IN_TIME = ("tau_ns", "independent_us", "independent_spin_ns")  # quantities that know the time per flip


def estimate(row):
    """(tau, its standard deviation) in sweeps, (None, None) where a row has none."""
    found = next((e for e in row.get("estimates") or [] if e["name"] == "tau_sweeps" and e["value"]), None)
    return (found["value"], found["error"] or 0.0) if found else (None, None)


def in_sweeps(row):
    return estimate(row)[0]


def in_ns(row):
    """By the time per flip of `rescaled`, else by the row's own, with its measurements."""
    tau = in_sweeps(row)
    return None if tau is None else tau * row.get("flip_ns", row["ns_per_unit"])


def independent_us(row):
    """2 tau of the whole lattice's sweeps, or of clusters: what lies between two configurations that count as independent."""
    at, flips = in_ns(row), (row.get("work") or {}).get("units_per_sweep")
    return 2 * at * flips / 1000 if at and flips else None


def independent_spin_ns(row):
    """The same for each spin of the lattice, so that lattices of any size can be compared."""
    time, side = independent_us(row), row["params"].get("L")
    if not time or not isinstance(side, int) or side <= 0:
        return None
    return 1000 * time / side ** (3 if "3d" in row["kernel"] else 2)


def interval(row, at):
    """The 95% interval of a time that is drawn at `at`; the factor between them is known better than the time."""
    tau, error = estimate(row)
    if not at or not tau or not error or error < 0:
        return None, None
    part = 1.96 * error / tau
    return max(at * (1 - part), at / 100), at * (1 + part)


def update(case, kernel):
    """What must be equal for two rows to make the same moves on the same machine."""
    row = case.row
    params = tuple(sorted((key, str(value)) for key, value in row["params"].items() if key != "beta"))
    return case.machine, row["backend"], row.get("platform"), kernel, row["variant"], params


def rescaled(figure, every):
    """(the cases, those of `figure` with `flip_ns` in their rows; the figure's note). Where some have no such time, none gets
    it: rates with and without measurements are not to be compared."""
    times = {update(case, case.row["kernel"]): case.row["ns_per_unit"] for case in every if case.row["unit"] == "flip"}
    named = (curve.where.get("variant") for curve in figure.curves)
    variants = {variant for one in named for variant in (one if isinstance(one, tuple) else (one,))}
    found = {id(case): times.get(update(case, MODELS[case.row["kernel"]])) for case in every
             if case.row["kernel"] in figure.kernel and case.row["kernel"] in MODELS and case.row["variant"] in variants}
    complete = bool(found) and all(found.values())
    if complete:
        every = [dataclasses.replace(case, row={**case.row, "flip_ns": found[id(case)]}) if id(case) in found else case
                 for case in every]
    how = "of separate rows, without measurements" if complete else "that of the same row, measurements included"
    return every, f"The time per flip is {how}. {optimum(case for case in every if case.row['kernel'] in figure.kernel)}"


def optimum(cases):
    """A sentence for each machine of which number of hits is best nearest to the transition, and which are as good."""
    found = {}
    for case in cases:
        params, at = case.row["params"], in_ns(case.row)
        if at and isinstance(params.get("k"), int) and isinstance(params.get("beta"), (int, float)):
            deviation = at * estimate(case.row)[1] / in_sweeps(case.row)
            found.setdefault((case.machine, case.backend), {}).setdefault(params["beta"], {})[params["k"]] = (at, deviation)
    words = []
    for (machine, _), by_beta in sorted(found.items()):
        beta = min(by_beta, key=lambda b: (abs(b - BETA_C), b))
        points = by_beta[beta]
        if len(points) < 2:
            continue
        best = min(points, key=points.get)
        near = [k for k in sorted(points) if k != best
                and points[k][0] - points[best][0] < 1.96 * math.hypot(points[k][1], points[best][1])]
        words.append(f"On {machine} it is least at k = {best} where beta = {beta:g}"
                     + (f" (k = {', '.join(map(str, near))} within the errors)." if near else "."))
    return " ".join(words)
