"""Rows of tempering_ising2d hold an estimate for each pair of neighbouring temperatures: here each pair becomes a case of its
own, and its exact acceptance another one, of the variant "exact"."""

import dataclasses

QUANTITY = "acceptance"


def pairs(row):
    """(middle of the pair's inverse temperatures, acceptance, its error, exact value or None) from the hottest on."""
    found = {e["name"]: e for e in row.get("estimates") or []}
    result = []
    for i in range(1000):
        rate, low, high = (found.get(f"{name}_{at:02d}") for name, at in (("acceptance", i), ("beta", i), ("beta", i + 1)))
        if None in (rate, low, high) or None in (rate["value"], low["value"], high["value"]):
            return result
        result.append(((low["value"] + high["value"]) / 2, rate["value"], rate.get("error") or 0.0, rate.get("expected")))
    return result


def spread(every, kernel):
    """The cases of `kernel` by pair, and exact values beside them, once for each lattice and set of temperatures."""
    result, exact = [], {}
    for case in (case for case in every if case.row["kernel"] in kernel):
        params = case.row["params"]
        for beta, rate, error, expected in pairs(case.row):
            row = {**case.row, "params": {**params, "pair_beta": beta}, "acceptance": rate, "acceptance_error": error}
            result.append(dataclasses.replace(case, row=row))
            if expected is not None:
                known = {**row, "variant": "exact", "acceptance": expected, "acceptance_error": None}
                exact[params.get("L"), params.get("temperatures"), beta] = dataclasses.replace(case, row=known)
    return result + list(exact.values())


def interval(row):
    error = row.get("acceptance_error")
    return (None, None) if not error else (row["acceptance"] - 1.96 * error, row["acceptance"] + 1.96 * error)
