"""A comparison as text, Markdown and JSON."""

from spinbench_results import cases, layout
from spinbench_results.text import clean, markdown

MOST_SLOWER, MOST_LISTED = 80, 40  # in Markdown: GitHub takes comments of 65,536 characters
ORDER = ("same", "undecided", "faster", "slower")  # what matters most stands last, where the prompt is
SOURCES = {"history": "runs at hand", "repetitions": "their repetitions beside the recorded drift of accelerators",
           "these files": "how far apart these files are", "recorded files": "recorded runs"}


def change(ratio):
    """+4.0%; beyond a factor of three x17.9."""
    if not 0.01 <= ratio <= 100:
        return "<x0.01" if ratio < 1 else ">x100"
    if not 1 / 3 < ratio < 3:
        return f"x{ratio:.3g}"
    return f"{round((ratio - 1) * 100, 1) + 0.0:+.1f}%"


def interval(verdict):
    return f"{change(verdict.low)} .. {change(verdict.high)}"


def percent(part):
    return f"{part * 100:g}%"


def described(documents):
    """Files, commit, date and devices of one side."""
    first = documents[0].provenance
    files = documents[0].file if len(documents) == 1 else f"{documents[0].file} and {len(documents) - 1} more"
    devices = dict.fromkeys(d["name"] for d in first["devices"]) or {first["cpu"]: None}
    commit = f"{first['git'] or 'no commit'}{', changed' if first['dirty'] else ''}"
    return f"{files}: {commit}, {first['date']}, {first['host']}: {', '.join(devices)}"


def counted(comparison):
    """12 cases compared: 1 slower, ..."""
    numbers = ", ".join(f"{len(comparison.of(v))} {v}" for v in reversed(ORDER))
    failed = sum(bool(why) for _, why in comparison.missing)
    rest = [f"{len(comparison.missing)} missing" + (f" ({failed} of them skipped or failed)" if failed else "")] * bool(
        comparison.missing) + [f"{len(comparison.added)} new"] * bool(comparison.added)
    return f"{len(comparison.verdicts)} cases compared: {'; '.join([numbers, *rest])}"


def meaning(comparison):
    """What the verdicts say, and what would decide the undecided."""
    level, threshold, alpha = percent(1 - comparison.alpha), percent(comparison.threshold), percent(comparison.alpha)
    lines = [f"same: the {level} interval of the ratio of medians lies within {threshold}; faster, slower: it does not, and "
             f"a change is proved, with at most {alpha} false alarms expected among those (Benjamini-Hochberg over "
             f"{len(comparison.verdicts)} cases)"]
    undecided = comparison.of("undecided")
    if undecided:
        of_one = "on one device " if any(v.case.backend in comparison.apart for v in undecided) else ""
        known = sorted({SOURCES[v.source] for v in undecided})
        lines.append(f"undecided: the spread between runs {of_one}is too large, as known from {', '.join(known)}; more runs tell: "
                     "--history DIR with files of this host, or a folder of runs for BASE and NEW")
        once = sum(all(len(run) == 1 for side in v.case.runs for run in side) for v in undecided)
        if once:
            lines.append(f"{once} of these were measured once: repetitions (run --repetitions 3, or another preset than quick) "
                         "show how far a case's own times differ")
    return lines


def verdict_lines(comparison):
    alarms = comparison.alarms
    if not alarms:
        return [f"no case is slower by more than {percent(comparison.threshold)}"]
    return [f"slower by more than {percent(comparison.threshold)}: {len(alarms)} of {len(comparison.verdicts)} cases"]


# --- text -------------------------------------------------------------------------------------------------------


def section(verdict, chosen, width):
    """The cases of one verdict, by kernel, largest change first."""
    lines = ["", f"{verdict}: {len(chosen)}"]
    for kernel, group in layout.by_kernel(chosen, lambda v: v.case.row).items():
        group.sort(key=lambda v: -abs(v.case.shift))
        rows = [v.case.row for v in group]
        shared = layout.common_params(rows)
        lines += layout.heading(kernel, rows, shared, width, 2)
        figures = [(f"{v.case.base_ns:.4g}", f"{v.case.new_ns:.4g}", change(v.ratio), interval(v)) for v in group]
        labels = [cases.label(row, shared) for row in rows]
        lines += [line for entry in layout.table(labels, COLUMNS, figures, width, 4) for line in entry]
    return lines


COLUMNS = (("base", 11), ("new", 11), ("change", 9), ("interval", 19))


def text(comparison, width):
    """Lines for a terminal of `width` columns."""
    lines = [*head(comparison, width)]
    for verdict in ORDER:
        if chosen := comparison.of(verdict):
            lines += section(verdict, chosen, width)
    if comparison.missing:
        why = {id(row): f" ({reason})" for row, reason in comparison.missing if reason}
        lines += ["", f"missing in the new: {len(comparison.missing)}"]
        lines += layout.listed([row for row, _ in comparison.missing], width, 2, lambda row: why.get(id(row), ""))
    if comparison.added:
        lines += ["", f"new: {len(comparison.added)}", *layout.listed(comparison.added, width, 2)]
    lines += ["", *(part for line in meaning(comparison) for part in layout.wrapped(line, width))]
    lines += layout.wrapped(counted(comparison), width) + verdict_lines(comparison)
    return lines


def head(comparison, width):
    """What differs first, then the two sides."""
    lines = []
    for what, base, new in comparison.differences:
        lines += layout.wrapped(f"differs: {what}: {base} | {new}", width)
    for side, documents in (("base", comparison.base), ("new", comparison.new)):
        lines += layout.wrapped(f"{side:<4} {described(documents)}", width)
        commits = cases.unlike(documents)
        if len(commits) > 1:
            lines += layout.wrapped(f"     these are of {len(commits)} commits ({', '.join(commits)}): their differences count as "
                             "spread between runs", width)
    lines += [part for line in [*notes(comparison), *disturbances(comparison)] for part in layout.wrapped(line, width)]
    if len({d.provenance["host"] for d in [*comparison.base, *comparison.new]}) > 1:
        lines += layout.wrapped("the hosts differ: machines of one kind may differ by some percent", width)
    return lines


def notes(comparison):
    """What of the way of measuring matters to the intervals, and is no reason to refuse."""
    lines = []
    if comparison.apart:
        lines.append(f"other devices ({', '.join(comparison.apart)}): what all cases have in common is the difference looked for, and "
                     "not taken for noise; an interval is of the case's repetitions and of the spread between runs on one device, "
                     "so it is of these two devices, not of all of their kinds")
    base, new = (cases.repetitions([row for v in comparison.verdicts for row in getattr(v.case, name)]) for name in ("base", "new"))
    if base != new:
        lines.append(f"repetitions of a row: {base} in base, {new} in new; the intervals know")
    pairs = {d.provenance.get("in_turns") for d in [*comparison.base, *comparison.new]}
    if len(pairs) == 1 and pairs != {None}:
        lines.append("base and new were measured in turns, repetition by repetition")
    return lines


def disturbances(comparison):
    """Rows that were measured beside other processes, or before power and clock were steady."""
    lines = []
    for name in ("base", "new"):
        rows = [row for v in comparison.verdicts for row in getattr(v.case, name)]
        for what, count in (("beside other processes on the device", sum(bool(row.get("other_processes")) for row in rows)),
                            ("before power and clock were steady", sum(row.get("settled") is False for row in rows))):
            if count:
                lines.append(f"{count} of the {len(rows)} rows in {name} were measured {what}")
    return lines


# --- Markdown and JSON ------------------------------------------------------------------------------------------


def markdown_text(comparison):
    """For a comment on a pull request: alarms first, what is the same folded."""
    alarms = len(comparison.alarms)
    title = f"{alarms} case{'s' * (alarms != 1)} slower by more than {percent(comparison.threshold)}"
    lines = [f"### spinbench: {title}", ""]
    lines += [f"- **differs**: {what}: {markdown(base)}, {markdown(new)}" for what, base, new in comparison.differences]
    lines += [f"- base: {markdown(described(comparison.base))}", f"- new: {markdown(described(comparison.new))}",
              f"- {counted(comparison)}", *(f"- {line}" for line in [*notes(comparison), *disturbances(comparison)]), ""]
    for verdict in reversed(ORDER):
        chosen = sorted(comparison.of(verdict), key=lambda v: -abs(v.case.shift))
        if chosen:
            most = MOST_SLOWER if verdict == "slower" else MOST_LISTED
            lines += folded(f"{verdict}: {len(chosen)}", markdown_table(chosen, most), verdict == "same")
    missing = [markdown(cases.name(row)) + (f": {markdown(why)}" if why else "") for row, why in comparison.missing]
    for title, names, fold in (("missing in the new", missing, not any(why for _, why in comparison.missing)),
                               ("new", [markdown(cases.name(row)) for row in comparison.added], True)):
        if names:
            lines += folded(f"{title}: {len(names)}", [f"- {entry}" for entry in names[:MOST_LISTED]] + more(names, MOST_LISTED),
                            fold)
    lines += [f"{line[0].upper()}{line[1:]}.  " for line in meaning(comparison)]
    return lines


def more(entries, most):
    return ["", f"and {len(entries) - most} more"] if len(entries) > most else []


def folded(title, lines, fold):
    if not fold:
        return [f"**{title}**", "", *lines, ""]
    return [f"<details><summary>{title}</summary>", "", *lines, "", "</details>", ""]


def markdown_table(verdicts, most):
    lines = ["| case | unit | base, ns | new, ns | change | interval |", "|---|---|--:|--:|--:|--:|"]
    lines += [f"| {markdown(v.case.name)} | {markdown(v.case.row['unit'])} | {v.case.base_ns:.4g} | "
              f"{v.case.new_ns:.4g} | {change(v.ratio)} | {interval(v)} |" for v in verdicts[:most]]
    return lines + more(verdicts, most)


def as_json(comparison):
    """One object; times in ns per unit, `ratio` new over base."""
    return {
        "schema": "spinbench-comparison/1", "threshold": comparison.threshold, "alpha": comparison.alpha,
        "base": side(comparison.base), "new": side(comparison.new),
        "differences": [{"what": what, "base": base, "new": new} for what, base, new in comparison.differences],
        "cases": [case_json(v) for v in comparison.verdicts],
        "missing": [{"name": cases.name(row), "why": why or "not in the file"} for row, why in comparison.missing],
        "added": [cases.name(row) for row in comparison.added],
        "notes": notes(comparison), "disturbances": disturbances(comparison),
        "counts": {verdict: len(comparison.of(verdict)) for verdict in ORDER},
        "alarms": [v.case.name for v in comparison.alarms],
    }


def side(documents):
    return [{"file": clean(d.path), **{key: d.provenance[key] for key in ("host", "date", "git", "dirty")}}
            for d in documents]


def case_json(v):
    row = v.case.row
    return {"name": v.case.name, **{key: row[key] for key in ("kernel", "variant", "backend", "device", "params", "unit")},
            "base_ns_per_unit": v.case.base_ns, "new_ns_per_unit": v.case.new_ns, "ratio": v.ratio,
            "interval": [v.low, v.high], "p": v.p, "q": v.q, "verdict": v.verdict, "beyond_threshold": v.alarm,
            "spread_known_from": v.source}
