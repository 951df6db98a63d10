"""Rows of a report -> which machine, by how much, at what power and price.

A machine's place in a kernel is its fastest verified case, held where it has held ones. Two machines are compared over the
kernels that both ran, by the geometric mean of the ratios. Experiments and kernels of the machine itself do not count.

The answer is by equal cases: a fastest case may be one that the other never ran.
"""

import dataclasses
import math

from spinbench_results.prices import counted, without_host

METRICS = (("rate", "flips/ns"), ("per_nj", "flips/nJ"), ("per_price", "flips/ns per 1000 {currency}"),
           ("per_kw", "flips/ns per kW of the rack"), ("fraction", "part of the machine's limit"),
           ("speedup", "speed-up over the serial reference"))


@dataclasses.dataclass
class Place:
    """A machine in a kernel."""

    kernel: str
    machine: str
    row: dict
    per_price: float | None
    per_kw: float | None  # of the rack, where the file of prices says what it must supply

    def value(self, metric):
        return getattr(self, metric) if metric in ("per_price", "per_kw") else self.row.get(metric)


def counts(row):
    """Whether a row may stand for its machine."""
    return (row["status"] == "measured" and row.get("verified") == "passed" and not row.get("experiment")
            and not row["kernel"].startswith("machine_"))


def better(row, other):
    return (row["figure"] == "held", row["rate"]) > (other["figure"] == "held", other["rate"])


def standing_machines(eligible):
    """The machines that ran more than serial code on one core, which is there for speed-ups; all where none did. Several ranks'
    devices do not stand beside one of them: they are there for scaling, and ran too few kernels to compare the others by."""
    every = dict.fromkeys(row["machine"] for row in eligible)
    found = {row["machine"]: row.get("several") for row in eligible if not row.get("serial")} or every
    alone = {without_host(machine) for machine, several in found.items() if not several}
    return {machine: None for machine, several in found.items() if not (several and one_of(machine) in alone)}


def one_of(machine):
    """"NVIDIA H100" of "4 x NVIDIA H100 (host)"."""
    return counted(without_host(machine))[1]


def places(rows, prices):
    """A Place for each kernel of the leading unit and each machine, kernels in the order of the rows, fastest machine first."""
    eligible = [row for row in rows if counts(row)]
    ranked = set(standing_machines(eligible))
    eligible = [row for row in eligible if row["machine"] in ranked]
    units = {row["unit"] for row in eligible}
    unit = "flip" if "flip" in units else next(iter(sorted(units)), None)
    best = {}
    for row in eligible:
        key = (row["kernel"], row["machine"])
        if row["unit"] == unit and (key not in best or better(row, best[key])):
            best[key] = row
    kernels = list(dict.fromkeys(kernel for kernel, _ in best))
    made = [place(kernel, machine, row, prices.of(machine)) for (kernel, machine), row in best.items()]
    return sorted(made, key=lambda p: (kernels.index(p.kernel), -p.row["rate"]))


def place(kernel, machine, row, price):
    return Place(kernel, machine, row, row["rate"] / price.price * 1000 if price.price else None,
                 row["rate"] / price.rack_watts * 1000 if price.rack_watts else None)


@dataclasses.dataclass
class Standing:
    """A machine over all kernels: `times` is how many times as fast as the slowest of those compared, None where no kernel is
    common; `kernels` its places."""

    machine: str
    times: float | None
    kernels: list


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def standings(found):
    """(machines, fastest first; the kernels over which they are compared)."""
    by_machine = {}
    for entry in found:
        by_machine.setdefault(entry.machine, {})[entry.kernel] = entry
    common = [kernel for kernel in dict.fromkeys(p.kernel for p in found)
              if all(kernel in kernels for kernels in by_machine.values())]
    means = {machine: geometric_mean([kernels[k].row["rate"] for k in common]) if common else None
             for machine, kernels in by_machine.items()}
    slowest = min((mean for mean in means.values() if mean), default=None)
    result = [Standing(machine, means[machine] / slowest if common else None, list(kernels.values()))
              for machine, kernels in by_machine.items()]
    return sorted(result, key=lambda s: (-(s.times or 0), s.machine)), common


def digits(x):
    """A number as a reader takes it in: three digits."""
    if x is None:
        return "-"
    if x >= 1e9:
        return f"{x:.2e}"
    if x >= 1000:
        return f"{float(f'{x:.3g}'):,.0f}"
    return f"{x:.3g}" if x >= 1e-4 else f"{x:.2e}"


def span(values, text=digits):
    """"12 to 40" of the values that are there; "-" where none is."""
    there = sorted(v for v in values if v is not None)
    if not there:
        return "-"
    low, high = text(there[0]), text(there[-1])
    return low if low == high else f"{low} to {high}"


def many(count, word):
    return f"{count} {word}" + ("" if count == 1 else "s")


def fastest_ratios(first, second, common):
    return [a.row["rate"] / b.row["rate"] for a in first.kernels for b in second.kernels
            if a.kernel == b.kernel and a.kernel in common]


def fastest_times(first, second, common):
    return geometric_mean(fastest_ratios(first, second, common))


def compared(first, second, common):
    """"1.3 times (1.2 to 1.4) as fast as X"."""
    ratios = fastest_ratios(first, second, common)
    spread = f" ({span(ratios)})" if len(ratios) > 1 else ""
    return f"{digits(geometric_mean(ratios))} times{spread} as fast as {second.machine}"


def by_case(rows, metric="rate"):
    """{machine: {case: row}} of all rows that count and have the metric, by kernel, variant, axes and figure; of several
    backends the best."""
    found = {}
    for row in filter(counts, rows):
        if row.get(metric):
            of_machine = found.setdefault(row["machine"], {})
            case = (row["kernel"], row["variant"], row.get("L"), row["axes"], row["figure"])
            if case not in of_machine or row[metric] > of_machine[case][metric]:
                of_machine[case] = row
    return found


def pairs(cases, first, second):
    """[(row of `first`, row of `second`)] of all cases that both machines ran."""
    others = cases.get(second, {})
    return [(row, others[case]) for case, row in cases.get(first, {}).items() if case in others]


def ratios_of(cases, first, second, metric="rate"):
    return [a[metric] / b[metric] for a, b in pairs(cases, first, second)]


def same_cases(rows, first, second, metric="rate"):
    """The ratios of two machines' rates, or another metric of rows, in the cases that both ran and verified."""
    return ratios_of(by_case(rows, metric), first, second, metric)


ABOUT_EQUAL = 1.02  # repetitions and cards of one kind differ by as much


def lead(ratios, fastest):
    """How many times as good a machine is as another: over the cases that both ran, or where these are less than two by their
    fastest cases. A single case in common is too little to lead by, and enough not to."""
    return geometric_mean(ratios) if len(ratios) > 1 else min([fastest, *ratios])


def leading(machines, lead_of):
    """(the machine that no other is ahead of, the other that is nearest to it); (None, None) where each of the machines, two
    at least, is behind another by more than what counts as equal."""
    for least in (1, 1 / ABOUT_EQUAL):
        for first in machines:
            others = {other: lead_of(first, other) for other in machines if other != first}
            if all(times >= least for times in others.values()):
                return first, min(others, key=others.get)
    return None, None


def nearest_rival(machines, lead_of):
    """The machine that the first is furthest behind."""
    return min(machines[1:], key=lambda other: lead_of(machines[0], other))


class Speeds:
    """Machines in the order of their fastest cases, and who leads whom by the cases that both ran."""

    def __init__(self, rows, ranked, common):
        self.standings = {standing.machine: standing for standing in ranked}
        self.machines, self.common, self.cases = list(self.standings), common, by_case(rows)

    def fastest(self, first, second):
        return fastest_times(self.standings[first], self.standings[second], self.common)

    def lead(self, first, second):
        return lead(ratios_of(self.cases, first, second), self.fastest(first, second))

    def leading(self):
        return leading(self.machines, self.lead)


def drawn(of_rows):
    """", at 416 to 699 W" of the rows of a machine."""
    power = span([row.get("watts") for row in of_rows])
    words = "at no less than" if any(understated(row) for row in of_rows) else "at"
    return f", {words} {power} W" if power != "-" else ", at a power that was not measured"


def by_how_much(speeds, first, second):
    """(times, sentence, addition): over the cases that both machines ran; over the kernels' fastest cases where they share less
    than two. The power is that of the same cases."""
    one, other, common = speeds.standings[first], speeds.standings[second], speeds.common
    fastest = f"{compared(one, other, common)} over {many(len(common), 'kernel')}"
    both = pairs(speeds.cases, first, second)
    if len(both) < 2:
        return fastest_times(one, other, common), f"{fastest}{drawn([p.row for p in one.kernels if p.kernel in common])}.", ""
    ratios = ratios_of(speeds.cases, first, second)
    return (geometric_mean(ratios),
            f"{digits(geometric_mean(ratios))} times ({span(ratios)}) as fast as {second} over the {len(ratios)} cases "
            f"that both ran{drawn([a for a, _ in both])}.",
            f"By each one's fastest case of a kernel, which may differ: {fastest}.")


def fastest_of(speeds):
    """(the answer's first sentence, an addition to it)."""
    first, second = speeds.leading()
    count = many(len(speeds.machines), "machine")
    if first is None:
        top = speeds.machines[0]
        rival = nearest_rival(speeds.machines, speeds.lead)
        ratios = ratios_of(speeds.cases, rival, top)
        return (f"None of {count} leads: {top} does by its fastest cases, but {rival} is {digits(geometric_mean(ratios))} "
                f"times ({span(ratios)}) as fast over {all_cases(ratios)} that both ran.", "")
    times, answer, addition = by_how_much(speeds, first, second)
    if times < ABOUT_EQUAL:
        return f"{first} and {second} are about equal, the fastest of {count}: {first} is {answer}", addition
    return f"{first} is the fastest of {count}: {answer}", addition


def all_cases(ratios):
    return "the one case" if len(ratios) == 1 else f"the {len(ratios)} cases"


def headline(ranked, common, rows):
    """The answer in one to three sentences, for machines in their order and the rows of all."""
    if not ranked:
        return ["No measured and verified row of a kernel is in these files."]
    if len(ranked) == 1:
        only = ranked[0]
        return [f"{only.machine}: {span([p.row['rate'] for p in only.kernels])} {only.kernels[0].row['unit']}s/ns "
                f"over {many(len(only.kernels), 'kernel')}{drawn([p.row for p in only.kernels])}."]
    if not common:
        return ["These machines ran no kernel in common, so no order is given: the ranking below is by kernel."]
    line, addition = fastest_of(Speeds(rows, ranked, common))
    others = [addition] + [
        leader(ranked, common, rows, metric, words) for metric, words in (
            ("per_nj", "Per joule"), ("per_price", "For its price"), ("per_kw", "Per kilowatt of the rack"))]
    return [line, *filter(None, [" ".join(filter(None, others))])]


def leader(ranked, common, rows, metric, words):
    """"Per joule X leads, 2.1 times (1.8 to 2.3) Y over the 12 cases that both ran.", of the two that lead; by their fastest
    cases where they share less than two. "" where fewer than two machines have the metric in all common kernels."""
    means = {}
    for standing in ranked:
        values = [p.value(metric) for p in standing.kernels if p.kernel in common]
        if all(values):
            means[standing.machine] = geometric_mean(values)
    names = sorted(means, key=means.get, reverse=True)
    if len(names) < 2:
        return ""
    ratios_by = in_metric(ranked, rows, metric)

    def lead_of(one, other):
        return lead(ratios_by(one, other), means[one] / means[other])

    first, second = leading(names, lead_of)
    if first is None:
        rival = nearest_rival(names, lead_of)
        ratios = ratios_by(rival, names[0])
        return (f"{words} none leads: {names[0]} does by its fastest cases, {rival} is {digits(geometric_mean(ratios))} times "
                f"({span(ratios)}) as good over {all_cases(ratios)} that both ran.")
    ratios = ratios_by(first, second)
    if len(ratios) < 2:
        return f"{words} {first} leads, {digits(means[first] / means[second])} times {second}."
    times = geometric_mean(ratios)
    over = f"{digits(times)} times ({span(ratios)})", f"over the {len(ratios)} cases that both ran."
    if times < ABOUT_EQUAL:
        return f"{words} {first} and {second} are about equal, {' '.join(over)}"
    return f"{words} {first} leads, {over[0]} {second} {over[1]}"


def in_metric(ranked, rows, metric):
    """A function (first, second) -> the ratios over the cases that both ran, of a metric of rows or of rates over what a
    machine costs or draws."""
    if metric == "per_nj":
        cases = by_case(rows, metric)
        return lambda first, second: ratios_of(cases, first, second, metric)
    cases = by_case(rows)
    share = {s.machine: s.kernels[0].value(metric) / s.kernels[0].row["rate"] for s in ranked if s.kernels[0].value(metric)}
    return lambda first, second: [ratio * share[first] / share[second] for ratio in ratios_of(cases, first, second)]


def understated(row):
    """Whether a row's power was shown by the driver around a burst: an average with the idling before it, too low."""
    return row.get("watts") is not None and not row.get("counted") and row["figure"] == "burst"


MOST_UNLIKE = 4  # machines that a warning names


def unlike(rows, found):
    """A warning where the table's column, of fastest cases, says something else of the one that leads, or that stands first
    where none does, and of others than equal cases do."""
    ranked, common = standings(found)
    if len(ranked) < 2 or not common:
        return []
    speeds = Speeds(rows, ranked, common)
    first = speeds.leading()[0] or speeds.machines[0]
    told = {}
    for other in speeds.machines:
        ratios = ratios_of(speeds.cases, first, other) if other != first else []
        if len(ratios) > 1 and abs(math.log(speeds.fastest(first, other) / geometric_mean(ratios))) >= math.log(1.1):
            told[other] = geometric_mean(ratios)
    if not told:
        return []
    shown = list(told)[:MOST_UNLIKE]
    more = f" and {len(told) - len(shown)} more" if len(told) > len(shown) else ""
    ratios = ", ".join(f"{digits(told[other])} times {other}" for other in shown)
    return [f"{first} and {', '.join(shown)}{more} did not run the same cases: the column \"times the slowest\" compares each "
            f"one's fastest. Over equal ones {first} is {ratios}."]


def not_ranked(rows, found):
    """Which machines have rows that count and no place, and why."""
    if not found:
        return []
    ranked = {p.machine for p in found}
    several = {row["machine"]: row.get("several") for row in rows if counts(row) and row["machine"] not in ranked}
    serial, ranks = (sorted(machine for machine in several if bool(several[machine]) == wanted) for wanted in (False, True))
    told = [f"Not ranked, since only serial code on one core, for speed-ups, or another unit ran there: {', '.join(serial)}."]
    more = [f"Not ranked, since the ranks of a case share several devices of which one is ranked: {', '.join(ranks)}."]
    return (told if serial else []) + (more if ranks else [])


def warnings(rows, found):
    """What a reader must know before the numbers."""
    told = unlike(rows, found)
    failed = [row for row in rows if row["status"] == "failed"]
    if failed:
        told.append(f"{many(len(failed), 'case')} failed and {'has' if len(failed) == 1 else 'have'} no time.")
    figures = {p.row["figure"] for p in found}
    if figures == {"burst"}:
        told.append("All times here are of bursts after idling: a load that is held may run slower.")
    elif len(figures) > 1:
        told.append("Some machines have held times and some only bursts, which flatters the latter: see the column.")
    told += not_ranked(rows, found)
    if any(understated(p.row) for p in found):
        told.append("Powers marked * were shown by the driver around short bursts and are averages with the idling before: too "
                    "low, and flips/nJ too high. Held loads and the energy counter (run --energy) tell better.")
    kernels = list(dict.fromkeys(p.kernel for p in found))
    for machine in dict.fromkeys(p.machine for p in found):
        if missing := [k for k in kernels if not any(p.machine == machine and p.kernel == k for p in found)]:
            told.append(f"{machine} has no verified time of {', '.join(missing)}, which does not count in the comparison.")
    capped = sorted({p.machine for p in found if p.row.get("capped")})
    if capped:
        told.append(f"At the power limit: {', '.join(capped)}.")
    return told
