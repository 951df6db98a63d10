"""Rows of a report -> which machine, by how much, at what power and price.

A machine's place in a kernel is its fastest verified case, held where it has held ones. Two machines are compared over the
kernels that both ran, by the geometric mean of the ratios. Experiments and kernels of the machine itself do not count.
"""

import dataclasses
import math

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
    """The machines that ran more than serial code on one core, which is there for speed-ups; all where none did."""
    every = dict.fromkeys(row["machine"] for row in eligible)
    return {row["machine"]: None for row in eligible if row["backend"] != "cpu" or "threads" in row["axes"]} or every


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


def shared_cases(rows, first, second, metric="rate"):
    """[(row of `first`, row of `second`)] of all cases of equal kernel, variant, axes and figure that both machines ran and
    verified and that have the metric."""
    found = {}
    for row in filter(counts, rows):
        if row["machine"] in (first, second) and row.get(metric):
            case = (row["kernel"], row["variant"], row.get("L"), row["axes"], row["figure"])
            of_case = found.setdefault(case, {})
            best = of_case.get(row["machine"])  # of several backends
            of_case[row["machine"]] = row if best is None or row[metric] > best[metric] else best
    return [(pair[first], pair[second]) for pair in found.values() if len(pair) == 2]


def same_cases(rows, first, second, metric="rate"):
    """The ratios of two machines' rates, or another metric of rows, in their shared_cases()."""
    return [a[metric] / b[metric] for a, b in shared_cases(rows, first, second, metric)]


ABOUT_EQUAL = 1.02  # repetitions and cards of one kind differ by as much


def in_order(rows, ranked):
    """The two machines that lead by their fastest cases, the faster one over the cases that both ran first."""
    first, second = ranked[:2]
    ratios = same_cases(rows, first.machine, second.machine)
    return (second, first) if len(ratios) > 1 and geometric_mean(ratios) < 1 else (first, second)


def drawn(of_rows):
    """", at 416 to 699 W" of the rows of a machine."""
    power = span([row.get("watts") for row in of_rows])
    words = "at no less than" if any(understated(row) for row in of_rows) else "at"
    return f", {words} {power} W" if power != "-" else ", at a power that was not measured"


def by_how_much(rows, first, second, common):
    """(times, sentence, addition): over the cases that both machines ran, since a fastest case may be one that the other never
    ran; over the kernels' fastest cases where they share less than two. The power is that of the same cases."""
    fastest = f"{compared(first, second, common)} over {many(len(common), 'kernel')}"
    pairs = shared_cases(rows, first.machine, second.machine)
    if len(pairs) < 2:
        of_kernels = [p.row for p in first.kernels if p.kernel in common]
        return fastest_times(first, second, common), f"{fastest}{drawn(of_kernels)}.", ""
    ratios = [a["rate"] / b["rate"] for a, b in pairs]
    return (geometric_mean(ratios),
            f"{digits(geometric_mean(ratios))} times ({span(ratios)}) as fast as {second.machine} over the {len(ratios)} cases "
            f"that both ran{drawn([a for a, _ in pairs])}.",
            f"By each one's fastest case of a kernel, which may differ: {fastest}.")


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
    first, second = in_order(rows, ranked)
    times, answer, addition = by_how_much(rows, first, second, common)
    line = f"{first.machine} is the fastest of {many(len(ranked), 'machine')}: {answer}"
    if times < ABOUT_EQUAL:
        line = (f"{first.machine} and {second.machine} are about equal, the fastest of {many(len(ranked), 'machine')}: "
                f"{first.machine} is {answer}")
    others = [addition] + [
        leader(ranked, common, rows, metric, words) for metric, words in (
            ("per_nj", "Per joule"), ("per_price", "For its price"), ("per_kw", "Per kilowatt of the rack"))]
    return [line, *filter(None, [" ".join(filter(None, others))])]


def leader(ranked, common, rows, metric, words):
    """"Per joule X leads, 2.1 times (1.8 to 2.3) Y over the 12 cases that both ran.", of the two that lead by their fastest cases;
    by these where they share less than two. "" where fewer than two machines have the metric in all common kernels."""
    means = {}
    for standing in ranked:
        values = [p.value(metric) for p in standing.kernels if p.kernel in common]
        if all(values):
            means[standing.machine] = geometric_mean(values)
    names = sorted(means, key=means.get, reverse=True)[:2]
    if len(names) < 2:
        return ""
    ratios = ratios_of(ranked, rows, metric, *names)
    if len(ratios) < 2:
        return f"{words} {names[0]} leads, {digits(means[names[0]] / means[names[1]])} times {names[1]}."
    times = geometric_mean(ratios)
    if times < 1:
        names, ratios, times = names[::-1], [1 / ratio for ratio in ratios], 1 / times
    if times < ABOUT_EQUAL:
        return (f"{words} {names[0]} and {names[1]} are about equal, {digits(times)} times ({span(ratios)}) over the "
                f"{len(ratios)} cases that both ran.")
    return f"{words} {names[0]} leads, {digits(times)} times ({span(ratios)}) {names[1]} over the {len(ratios)} cases that both ran."


def ratios_of(ranked, rows, metric, first, second):
    """same_cases() of a metric of rows, or of rates over what a machine costs or draws."""
    if metric == "per_nj":
        return same_cases(rows, first, second, metric)
    share = {s.machine: s.kernels[0].value(metric) / s.kernels[0].row["rate"] for s in ranked if s.kernels[0].value(metric)}
    return [ratio * share[first] / share[second] for ratio in same_cases(rows, first, second)]


def understated(row):
    """Whether a row's power was shown by the driver around a burst: an average with the idling before it, too low."""
    return row.get("watts") is not None and not row.get("counted") and row["figure"] == "burst"


def unlike(rows, found):
    """A warning where the table's column, of fastest cases, says something else of the leading two than equal cases do."""
    ranked, common = standings(found)
    if len(ranked) < 2 or not common:
        return []
    ratios = same_cases(rows, ranked[0].machine, ranked[1].machine)
    if len(ratios) < 2 or abs(math.log(fastest_times(*ranked[:2], common) / geometric_mean(ratios))) < math.log(1.1):
        return []
    return [f"{ranked[0].machine} and {ranked[1].machine} did not run the same cases: the column \"times the slowest\" compares "
            "each one's fastest, the first sentence equal ones."]


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
    serial = sorted({row["machine"] for row in rows if counts(row)} - {p.machine for p in found})
    if serial and found:
        told.append("Not ranked, since only serial code on one core, for speed-ups, or another unit ran there: "
                    f"{', '.join(serial)}.")
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
