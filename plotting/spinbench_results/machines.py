"""Which machine a row is of, by a name that tells the machines of some files apart."""

import re

from spinbench_results import cases, hosts
from spinbench_results.text import clean

MOST_NAME = 300  # characters of a name
MOST_APART = 4  # machines of one host's name, processor and device that are told apart where one name would do


def places(row):
    """The (host, device) that a row's ranks ran on, each once; none of a row without ranks."""
    return {(one.get("host"), one.get("device")) for one in (row.get("ranks") or {}).get("by_rank") or []}


def devices(row, ranks=True):
    """How many a case runs on, of one process or, with `ranks`, of several."""
    return max(1, len(row.get("devices") or []), len(places(row)) if ranks else 0)


def device_name(row, ranks=True):
    """The row's device, without the execution space that Kokkos adds; "2 x NAME" where it is two."""
    name = re.sub(r", Kokkos\b.*$", "", row["device"]) or "unnamed device"
    count = devices(row, ranks)
    return f"{count} x {name}" if count > 1 else name


def conditions(row):
    """Of each of the row's devices what was read meanwhile; none where not all were: rows of ranks have those of rank 0's."""
    each = row.get("by_device") or [row.get("conditions") or {}]
    return each if len(each) >= devices(row) else []


def is_on_host(row):
    return row["backend"] == "cpu" or ", Kokkos " in row["device"]


def is_serial(row):
    """Whether a row is of serial code on one core, which is there for speed-ups."""
    ranks = row["params"].get("ranks")
    if not is_on_host(row) or (isinstance(ranks, int) and ranks > 1):
        return False
    return row["params"].get("threads", 1) == 1 if row["backend"] == "cpu" else ", Kokkos Serial" in row["device"]


def case(row):
    """Equal for rows of one case, also of files from before an axis came, whose names lack it."""
    return (*cases.key_of(row), row.get("platform"))


def beside(document, row):
    """Of a row of a host: the accelerators that are built in beside its processor, "" where there are none."""
    if row["backend"] != "cpu":
        return ""
    return ", ".join(sorted({device["name"] for device in document.provenance["devices"] if device.get("pci")}))


def first_level(made, row):
    """Of a row of a host, by its file's provenance: what tells apart processors whose names a hypervisor cut down to one, as "AMD
    EPYC" of several generations: "48 KiB L1", "" where the file does not say."""
    caches = (made.get("machine") or {}).get("caches") or []
    sizes = [cache["bytes"] for cache in caches if (cache["level"], cache["type"]) == (1, "Data")]
    return f"{sizes[0] >> 10} KiB L1" if is_on_host(row) and sizes else ""


def shortened(names, most):
    """{name: at most so many characters of it}. Cut in the middle, since the ends tell more, and no two alike: what reads the
    same would count as one."""
    result = {}
    for name in names:
        short, number = name, 1
        while len(short) > most or short in result.values():
            end = "" if number == 1 else f" #{number}"
            room = most - len(end) - 3
            short = name[:room // 2] + "..." + name[len(name) - (room - room // 2):] + end
            number += 1
        result[name] = short
    return result


def apart(groups):
    """What tells groups of hosts.by_machine from each other: the part of their names in which these differ."""
    parts = [name.split(" | ") for name in hosts.names(groups)]
    told = [", ".join(part for part in own if not all(part in other for other in parts)) for own in parts]
    return [words if words and told.count(words) == 1 else f"{words or 'machine'} #{place + 1}"
            for place, words in enumerate(told)]


class Names:
    """names(document, row): the device, and where several are called so its host, its processor or of a processor its
    first-level cache, and what accelerators stand beside it.

    What is still called the same may be several machines by what history goes by (hosts.by_machine: cards, cores). They are
    told apart where they ran a case in common and are at most `most_apart` (None: always); more, or those of which each ran
    something else, are one kind of machine, and `notes` says so. Names have at most `most` characters, those of whole() all.
    `ranks`: whether the devices of several ranks count as several."""

    def __init__(self, documents, most=MOST_NAME, ranks=True, most_apart=MOST_APART):
        self.ranks, self.facts, self.told, self.together = ranks, {}, {}, {}
        groups = hosts.by_machine(documents)
        self.group = {id(document): place for place, group in enumerate(groups) for document in group}
        every = [(document, row) for document in documents for row in document.rows]
        for document, row in every:
            self.learn(document, row)
        self.tell_apart(every, groups, most_apart)
        self.short = shortened(dict.fromkeys(self.whole(document, row) for document, row in every), most)

    def learn(self, document, row):
        name, host = device_name(row, self.ranks), document.provenance["host"]
        hosts_of, company, caches, processors = self.facts.setdefault(name, (set(), set(), set(), set()))
        hosts_of.add(host)
        company.add(beside(document, row))
        caches.add(first_level(document.provenance, row))
        if not is_on_host(row):
            processors.add((host, document.provenance["cpu"]))

    def plain(self, document, row):
        """Device, host, processor, cache and accelerators."""
        name, other, host = device_name(row, self.ranks), beside(document, row), document.provenance["host"]
        hosts_of, company, caches, processors = self.facts[name]
        told = [host or "unnamed host"] if len(hosts_of) > 1 else []
        of_host = [cpu for where, cpu in processors if where == host]
        told += [document.provenance["cpu"]] if len(of_host) > 1 and not is_on_host(row) else []
        cache = first_level(document.provenance, row)
        told += [cache] if len(caches - {""}) > 1 and cache else []
        told += [f"beside {other}"] if len(company) > 1 and other else []
        return name, told

    def tell_apart(self, every, groups, most_apart):
        members = {}
        for document, row in every:
            # Serial references run everywhere, and on any card's host.
            if most_apart is None or (row["status"] == "measured" and not is_serial(row)):
                name, told = self.plain(document, row)
                members.setdefault((name, *told), {}).setdefault(self.group[id(document)], []).append(row)
        for name, by_group in members.items():
            if len(by_group) < 2:
                continue
            ran = [{case(row) for row in rows} for rows in by_group.values()]
            in_common = sum(map(len, ran)) > len(set().union(*ran))
            if most_apart is None or (in_common and len(by_group) <= most_apart):
                words = apart([groups[place] for place in by_group])
                self.told.update({(name, place): more for place, more in zip(by_group, words, strict=True)})
            else:
                self.together[name] = len(by_group)

    def whole(self, document, row):
        name, told = self.plain(document, row)
        more = self.told.get(((name, *told), self.group[id(document)]))
        told = told + [more] if more else told
        return clean(f"{name} ({', '.join(told)})" if told else name)

    def __call__(self, document, row):
        return self.short[self.whole(document, row)]

    @property
    def notes(self):
        """[] or a line that names what stands for several machines."""
        if not self.together:
            return []
        each = [f"{name} ({', '.join([*told, str(count)])})" for (name, *told), count in self.together.items()]
        return [clean("Several machines, which history tells apart by cards and cores, stand as one of a kind: "
                      f"{', '.join(each)}.")]
