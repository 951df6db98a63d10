"""What the machines did while they were measured, and what was verified: summed up over the rows of a report's files."""

from spinbench_results import machines
from spinbench_results.report.ranking import many, span
from spinbench_results.report.rows import MOST_TEXT, short


def number(x):
    return f"{x:.4g}"


def of_machines(documents):
    """{machine: [text of each column of CONDITIONS]}."""
    name = machines.Names(documents, MOST_TEXT)
    found = {}
    for document in documents:
        for row in document.rows:
            if row["status"] == "measured":
                found.setdefault(name(document, row), []).append(row)
    return {machine: summary(rows) for machine, rows in found.items()}


CONDITIONS = ("rows", "held", "clock, MHz", "power, W", "power limit, W", "at the limit", "throttle reasons", "beside other "
              "processes", "over 102% of the limit")


def summary(rows):
    every = [c for row in rows for c in row.get("by_device") or [row.get("conditions") or {}]]
    # The power of one of several devices would stand beside the name of all.
    whole = [c for row in rows for c in machines.conditions(row)]

    def values(key, of=every):
        return [c[key] for c in of if c.get(key) is not None]

    reasons = {}
    for reason in (reason for c in every for reason in c.get("throttle") or []):
        reasons[reason] = reasons.get(reason, 0) + 1
    throttled = ", ".join(f"{short(reason)} ({count})" for reason, count in sorted(reasons.items())[:10])
    clocks = values("sm_clock_mhz") + values("core_clock_mhz")
    return [str(len(rows)), str(sum(row["figure"] == "held" for row in rows)), span(clocks, number),
            span(values("power_w", whole), number), span(values("power_limit_w", whole), number),
            str(sum(bool(row.get("power_capped")) for row in rows)), throttled or "none seen",
            str(sum(bool(row.get("other_processes")) for row in rows)),
            str(sum(bool((row.get("limit") or {}).get("exceeded")) for row in rows))]


def proofs(rows):
    """[(how, number of measured rows)] of a report's rows, and the names of rows whose checks failed as declared."""
    counts, biased = {}, []
    for row in rows:
        if row["status"] == "measured":
            named = "+".join(sorted({check[0] for check in row.get("checks", []) if check[2]}))
            kinds = row.get("proved") or named or "nothing"
            counts[kinds] = counts.get(kinds, 0) + 1
            if row.get("verified") == "expected_failure":
                biased.append(row)
    return sorted(counts.items(), key=lambda entry: -entry[1]), biased


def outcome(rows):
    """"833 rows: 820 measured, 13 skipped"."""
    counts = {}
    for row in rows:
        counts[row["status"]] = counts.get(row["status"], 0) + 1
    return f"{many(len(rows), 'row')}: " + ", ".join(f"{count} {status}" for status, count in counts.items())
