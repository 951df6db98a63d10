"""Which rows of results files pictures are made of: of equal cases the newest that was measured."""

import dataclasses

from spinbench_results import machines
from spinbench_results.text import clean

MOST_NAME = 60  # characters of a name in a legend
MOST_NOTED = 3  # cases that a note names


@dataclasses.dataclass(frozen=True)
class Case:
    """A measured row and where it comes from. `machine` fits into a legend and is one over all numbers of ranks; `whole` is the
    machine by its whole name, as report calls it: "4 x NAME" for four ranks' devices. `newer`: what became of the case in a
    newer file that did not measure it, ""."""

    row: dict
    date: str
    machine: str
    whole: str = ""
    newer: str = ""

    @property
    def backend(self):
        return self.row["backend"]


def cases(documents):
    """The newest measured row of each case, backend and machine, in the order of the files."""
    curve, whole = machines.Names(documents, MOST_NAME, ranks=False), machines.Names(documents)
    newest, others = {}, {}
    for document in documents:
        date = document.provenance["date"]
        for row in document.rows:
            # What was not measured does not say on how many devices.
            key = (machines.case(row), curve.whole(document, row))
            if row["status"] == "measured":
                full = (*key, len(machines.places(row)), row.get("sweeps"))
                if full not in newest or newest[full].date < date:
                    newest[full] = Case(row, date, curve(document, row), whole.whole(document, row))
            elif row["status"] in ("failed", "skipped") and others.get(key, ("",))[0] < date:
                others[key] = date, f"{row['status']} in {document.file}"
    return [with_newer(case, *others.get(full[:2], ("", ""))) for full, case in newest.items()]


def with_newer(case, date, what):
    return dataclasses.replace(case, newer=what) if date > case.date else case


def notes(documents, every):
    """What a reader of pictures must know of these cases: which machines stand as one, which cases are older than they seem."""
    told, old = machines.Names(documents, ranks=False).notes, [case for case in every if case.newer]
    if old:
        named = "; ".join(f"{clean(case.row['name'], 200)} {case.newer}" for case in old[:MOST_NOTED])
        more = f"; and {len(old) - MOST_NOTED} more" if len(old) > MOST_NOTED else ""
        told.append(f"points of older runs, where a newer one measured nothing: {named}{more}")
    return told
