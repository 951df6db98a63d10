"""A comparison as text, Markdown and JSON."""

from spinbench_results import cases, layout
from spinbench_results.text import clean, markdown

MOST_SLOWER, MOST_LISTED = 80, 40  # in Markdown: GitHub takes comments of 65,536 characters
LEAST_SHOWN = 1.0005  # of a ratio: change() shows less as no change
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
    parts = [", ".join(f"{len(comparison.of(v))} {v}" for v in reversed(ORDER))]
    if comparison.missing:
        told = sum(bool(why) for _, why in comparison.missing)
        parts.append(f"{len(comparison.missing)} missing" + (f" ({told} of them skipped or failed)" if told else ""))
    if beside := lapses_beside(comparison):
        parts.append(f"{len(beside)} skipped or failed beside")
    if comparison.added:
        parts.append(f"{len(comparison.added)} new")
    return f"{len(comparison.verdicts)} cases compared: {'; '.join(parts)}"


def lapses_beside(comparison):
    """Those that are not listed as missing: other runs have a time, or the base has none."""
    missing = {cases.key_of(row) for row, _ in comparison.missing}
    return [lapse for lapse in comparison.lapses if cases.key_of(lapse.row) not in missing]


def runs_of(lapse):
    """failed: bits differ (2 of 3 runs)."""
    return lapse.why + (f" ({lapse.count} of {lapse.runs} runs)" if lapse.runs > 1 else "")


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


def open_points(comparison):
    """What keeps "none is slower" from being the whole truth: ["24 undecided, up to x5", "1 failed"]."""
    points = []
    if undecided := comparison.of("undecided"):
        most = max(v.ratio for v in undecided)
        points.append(f"{len(undecided)} undecided" + (f", up to {change(most)}" if most > LEAST_SHOWN else ""))
    if comparison.near:
        points.append(f"{len(comparison.near)} slower, up to {change(max(v.high for v in comparison.near))} perhaps")
    failed = sum(lapse.failed for lapse in comparison.lapses)
    counts = {"failed": failed, "skipped": len(comparison.lapses) - failed, "missing": len(comparison.absent)}
    return points + [f"{count} {what}" for what, count in counts.items() if count]


def summary(comparison, found=""):
    """The verdict in one line. It claims no more than was proved, and names what it does not speak of. `found`: other
    words for what is slower."""
    points, beyond = open_points(comparison), f"slower by more than {percent(comparison.threshold)}"
    if not comparison.alarms:
        found = f"none is proved {beyond}" if points else f"no case is {beyond}"
    return "; ".join([found or f"{beyond}: {len(comparison.alarms)} of {len(comparison.verdicts)} cases", *points])


# --- text -------------------------------------------------------------------------------------------------------


def section(verdict, chosen, width, text_of):
    """The cases of one verdict, by kernel, largest change first."""
    lines = ["", f"{verdict}: {len(chosen)}"]
    for kernel, group in layout.by_kernel(chosen, lambda v: v.case.row).items():
        group.sort(key=lambda v: -abs(v.case.shift))
        rows = [v.case.row for v in group]
        shared = layout.common_params(rows)
        lines += layout.heading(kernel, rows, shared, width, 2, text=text_of)
        figures = [(f"{v.case.base_ns:.4g}", f"{v.case.new_ns:.4g}", change(v.ratio), interval(v)) for v in group]
        labels = [cases.label(row, shared, text_of) for row in rows]
        lines += [line for entry in layout.table(labels, COLUMNS, figures, width, 4) for line in entry]
    return lines


COLUMNS = (("base", 11), ("new", 11), ("change", 9), ("interval", 19))


def text(comparison, width):
    """Lines for a terminal of `width` columns."""
    lines, lists = head(comparison, width), untimed(comparison)
    rows = [v.case.row for v in comparison.verdicts] + [row for _, found in lists for row, _ in found]
    text_of = cases.telling_apart(rows)
    for verdict in ORDER:
        if chosen := comparison.of(verdict):
            lines += section(verdict, chosen, width, text_of)
    for title, found in lists:
        why = {id(row): f" ({reason})" for row, reason in found if reason}
        lines += ["", f"{title}: {len(found)}"]
        lines += layout.listed([row for row, _ in found], width, 2, lambda row, why=why: why.get(id(row), ""), text_of)
    for line in (*[""], *meaning(comparison), counted(comparison), summary(comparison)):
        lines += layout.wrapped(line, width)
    return lines


def untimed(comparison):
    """[(title, [(row, reason or "")])] of the cases that have no verdict, or should have more runs behind theirs."""
    beside = [(lapse.row, runs_of(lapse)) for lapse in lapses_beside(comparison)]
    lists = (("missing in the new", comparison.missing), ("failed or skipped in the new", beside),
             ("new", [(row, "") for row in comparison.added]))
    return [(title, found) for title, found in lists if found]


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
    count = len(comparison.alarms)
    found = f"{count} case{'s' * (count != 1)} slower by more than {percent(comparison.threshold)}" if count else ""
    lines = [f"### spinbench: {summary(comparison, found)}", ""]
    lines += [f"- **differs**: {what}: {markdown(base)}, {markdown(new)}" for what, base, new in comparison.differences]
    lines += [f"- base: {markdown(described(comparison.base))}", f"- new: {markdown(described(comparison.new))}",
              f"- {counted(comparison)}", *(f"- {line}" for line in [*notes(comparison), *disturbances(comparison)]), ""]
    for verdict in reversed(ORDER):
        chosen = sorted(comparison.of(verdict), key=lambda v: -abs(v.case.shift))
        if chosen:
            most = MOST_SLOWER if verdict == "slower" else MOST_LISTED
            lines += folded(f"{verdict}: {len(chosen)}", markdown_table(chosen, most), verdict == "same")
    for title, found in untimed(comparison):
        names = [f"- {markdown(cases.name(row))}" + (f": {markdown(why)}" if why else "") for row, why in found]
        fold = not any(why for _, why in found)
        lines += folded(f"{title}: {len(names)}", names[:MOST_LISTED] + more(names, MOST_LISTED), fold)
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
        "lapses": [{"name": cases.name(lapse.row), "why": lapse.why, "count": lapse.count, "runs": lapse.runs}
                   for lapse in comparison.lapses],
        "summary": summary(comparison),
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
