"""Which machine a row is of, by a name that tells the machines of some files apart."""

import re


def device_name(row):
    """The row's device, without the execution space that Kokkos adds; "2 x NAME" where a case runs on two."""
    name = re.sub(r", Kokkos\b.*$", "", row["device"]) or "unnamed device"
    count = len(row.get("devices") or [0])
    return f"{count} x {name}" if count > 1 else name


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
    on_host = row["backend"] == "cpu" or ", Kokkos " in row["device"]
    return f"{sizes[0] >> 10} KiB L1" if on_host and sizes else ""


def namer(documents):
    """A function (document, row) -> machine: the device, and where several are called so its host, and of a processor its
    first-level cache and what accelerators stand beside it. Hosts of equal names, devices and accelerators count as one."""
    hosts, company, caches = {}, {}, {}
    for document in documents:
        for row in document.rows:
            hosts.setdefault(device_name(row), set()).add(document.provenance["host"])
            company.setdefault(device_name(row), set()).add(beside(document, row))
            caches.setdefault(device_name(row), set()).add(first_level(document.provenance, row))

    def machine(document, row):
        name, other = device_name(row), beside(document, row)
        told = [document.provenance["host"] or "unnamed host"] if len(hosts[name]) > 1 else []
        cache = first_level(document.provenance, row)
        told += [cache] if len(caches[name] - {""}) > 1 and cache else []
        told += [f"beside {other}"] if len(company[name]) > 1 and other else []
        return f"{name} ({', '.join(told)})" if told else name

    return machine
