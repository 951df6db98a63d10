"""Scores as lines of text and as JSON."""

from spinbench_results import layout

MOST = 4  # machines that a sentence names

def number(x):
    """Three digits that a reader takes in."""
    if x is None:
        return "-"
    return f"{x:.3f}" if 0.1 <= x < 100 else f"{x:.3g}"


def rate(x):
    return "-" if x is None else f"{x:.4g}"


def short(score):
    """"0.812 +- 0.3%"; "incomplete, 0.79 over 6 of 7 kernels"; "no score"."""
    if score.no_reference:
        return "no score, there is no reference"
    if score.is_complete:
        return f"{number(score.value)} +- {100 * score.error:.1f}%"
    part = f"{len(score.present)} of {len(score.groups)} kernels"
    return f"incomplete, {number(score.value)} over {part}" if score.value else f"incomplete, none of {len(score.groups)} kernels"


def title(score):
    return f"{score.machine} ({score.backend})"


def missing(score):
    """"KERNEL (why)" of each that is missing."""
    return [f"{group.kernel} ({group.why})" for group in score.groups if group.why]


def unknown_lists(names):
    return [f"{name}: a list that this version does not know, so its rows have no score" for name in names]


def listed(entries):
    """The first of them, and how many more there are."""
    more = len(entries) - MOST
    return "; ".join(entries[:MOST] + ([f"and {more} more"] if more > 0 else []))


def sentences(scores, unknown):
    """What a report says first: of each list the scores, then what is missing; and lists that are not known."""
    told = []
    for name in dict.fromkeys(score.list for score in scores):
        of_list = [score for score in scores if score.list == name]
        if of_list[0].no_reference:
            told.append(f"Score of {name}: none; {of_list[0].no_reference}.")
        else:
            each = listed([f"{title(score)} {short(score)}" for score in of_list])
            told.append(f"Score of {name}, {of_list[0].reference} = 1: {each}.")
        if gone := [f"on {title(score)} {', '.join(missing(score))}" for score in of_list if missing(score)]:
            told.append(f"Missing for {name}: {listed(gone)}.")
    return told + [f"{line}." for line in unknown_lists(unknown[:MOST])]


def of_machine(score, most):
    """Lines of one machine: what is to be known of its rows, its groups and their jobs."""
    lines = layout.wrapped(f"{title(score)}: {short(score)}", most)
    for note in score.notes:
        lines += layout.wrapped(f"  note: {note}", most, " " * 4)
    several = len({(run.file, run.date) for run in score.runs}) > 1
    names = [entry.job + ("" if entry.fills else " *") for group in score.groups for entry in group.entries]
    room = max([len(group.kernel) for group in score.groups] + [2 + len(name) for name in names])
    for group in score.groups:
        head = number(group.ratio) if group.ratio else "" if score.no_reference and not group.why else "missing"
        lines.append(f"  {group.kernel.ljust(room)}{'':>12}{head:>10}")
        for entry in group.entries:
            name = entry.job + ("" if entry.fills else " *")
            line = f"    {name.ljust(room - 2)}{rate(entry.rate):>12}{number(entry.ratio):>10}"
            source = f"{entry.run.file}, {entry.run.date[:10]}" if several and entry.run else ""
            lines += layout.wrapped("  ".join(part for part in (line, entry.why, source) if part), most, " " * 6)
    return lines


def text(scores, unknown, most):
    """All lists, one after the other."""
    lines = []
    for name in dict.fromkeys(score.list for score in scores):
        of_list = [score for score in scores if score.list == name]
        head = of_list[0].no_reference or f"over {of_list[0].reference}, geometric mean over {len(of_list[0].groups)} kernels"
        lines += layout.wrapped(f"{name}: {head}", most)
        lines += layout.wrapped("held units/ns, and over the reference; * sizes that do not fill a card", most)
        for score in of_list:
            lines += ["", *of_machine(score, most)]
        lines.append("")
    return lines[:-1] + unknown_lists(unknown)


def as_json(scores, unknown, skipped=()):
    return {"schema": "spinbench-score/1", "unknown_lists": unknown, "skipped": list(skipped), "scores": [
        {"list": score.list, "machine": score.machine, "backend": score.backend, "reference": score.reference,
         "no_reference": score.no_reference or None, "complete": score.is_complete and not score.no_reference,
         "score": score.value if score.is_complete else None, "ci95": 2 * [None] if not score.is_complete else [
             score.value * (1 - score.error), score.value * (1 + score.error)],
         "over_present_kernels": score.value, "notes": score.notes, "groups": [
             {"kernel": group.kernel, "ratio": group.ratio, "missing": group.why or None,
              "jobs": [job_as_json(entry) for entry in group.entries]} for group in score.groups]}
        for score in scores]}


def job_as_json(entry):
    return {"job": entry.job, "fills": entry.fills, "case": entry.case, "units_per_ns": entry.rate, "ratio": entry.ratio,
            "missing": entry.why or None, "file": entry.run and entry.run.file, "date": entry.run and entry.run.date}
