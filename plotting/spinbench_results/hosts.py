"""Which machine a file was measured on. Hosts of one name and one CPU may be several, as virtual machines are: then devices, cards
and cores tell them apart, as far as the files say."""

import collections

from spinbench_results import noise

LEAST_SHOWN = len("GPU-92e3c7aa")  # of a card's number, as short as nvidia-smi's users know it


def accelerators(document):
    """The names of the accelerators that a file's cases ran on."""
    return tuple(sorted({d["name"] for d in document.provenance["devices"]
                         if noise.kind(d["backend"], d["name"]) == "accelerator"}))


def said(document):
    """What a file says of its machine: None for what it does not. A run of CPU cases names no accelerator, and files of earlier
    versions no card and no cores."""
    made = document.provenance
    machine, cards = made.get("machine") or {}, (made.get("settings") or {}).get("card")
    return (made["host"], made["cpu"], accelerators(document) or None, tuple(sorted(set(cards))) if cards else None,
            machine.get("cores"), machine.get("threads"), machine.get("cpu_model"))


def is_part(less, more):
    """Whether one says nothing that the other does not."""
    return all(a is None or a == b for a, b in zip(less, more, strict=True))


def differ(one, other):
    """Whether two files say that they are of different machines."""
    return any(a is not None and b is not None and a != b for a, b in zip(said(one), said(other), strict=True))


def by_machine(documents):
    """[documents of one machine]. A file that says less belongs to the machine that it can be of, where there is one only;
    else it stands with those that say as little."""
    every = dict.fromkeys(map(said, documents))
    fullest = [a for a in every if not any(a != b and is_part(a, b) for b in every)]
    found = collections.defaultdict(list)
    for document in documents:
        own = said(document)
        possible = [full for full in fullest if is_part(own, full)]
        found[possible[0] if len(possible) == 1 else own].append(document)
    return list(found.values())


def names(groups):
    """Of each group of by_machine: host, CPU and accelerators, and what else tells those of equal names apart."""
    told = []
    for group in groups:
        host, cpu, _, _, cores, threads, model = (next((v for v in values if v is not None), None)
                                                  for values in zip(*map(said, group), strict=True))
        devices = dict.fromkeys(name for document in group for name in accelerators(document))
        cards = dict.fromkeys(card for d in group for card in (said(d)[3] or ()))
        short = " and ".join(card[:LEAST_SHOWN] for card in cards)
        sizes = f"{cores:g} cores, {threads:g} threads" if cores and threads else f"{cores:g} cores" if cores else ""
        told.append((" | ".join([host, cpu, *devices]), [part for part in (f"card {short}" if short else "", model, sizes) if part],
                     " and ".join(cards)))
    plain = collections.Counter(name for name, _, _ in told)
    result = [f"{name} | {', '.join(more) or 'card and cores not said'}" if plain[name] > 1 else name for name, more, _ in told]
    shown = collections.Counter(result)
    return [f"{name} | {cards}" if shown[name] > 1 and cards else name for name, (_, _, cards) in zip(result, told, strict=True)]
