"""Rows of tempering_* hold an estimate for each temperature, or for each pair of neighbouring ones: here each becomes a case of its
own, and its exact value another one, of the variant "exact"."""

import dataclasses

PAIRS = "acceptance"
QUANTITIES = (PAIRS, "overlap_squared")  # of pairs, which stand over their middle, and of temperatures


def points(row, name):
    """(inverse temperature, estimate, its error, exact value or None) from the hottest on; of pairs the middle's."""
    found = {e["name"]: e for e in row.get("estimates") or []}
    result = []
    for i in range(1000):
        one, *betas = (found.get(f"{key}_{at:02d}") for key, at in ((name, i), ("beta", i), ("beta", i + (name == PAIRS))))
        if None in (one, *betas) or None in (one["value"], *(beta["value"] for beta in betas)):
            return result
        result.append((sum(beta["value"] for beta in betas) / 2, one["value"], one.get("error") or 0.0, one.get("expected")))
    return result


def spread(every, kernel, name):
    """The cases of `kernel` by temperature, and exact values beside them, once for each lattice and set of temperatures."""
    result, exact = [], {}
    for case in (case for case in every if case.row["kernel"] in kernel):
        params = case.row["params"]
        for beta, value, error, expected in points(case.row, name):
            row = {**case.row, "params": {**params, "at_beta": beta}, name: value, f"{name}_error": error}
            result.append(dataclasses.replace(case, row=row))
            if expected is not None:
                known = {**row, "variant": "exact", name: expected, f"{name}_error": None}
                which = tuple(params.get(axis) for axis in ("L", "temperatures", "couplings"))
                exact[which, beta] = dataclasses.replace(case, row=known)
    return result + list(exact.values())


def interval(row, name):
    error = row.get(f"{name}_error")
    return (None, None) if not error else (row[name] - 1.96 * error, row[name] + 1.96 * error)
