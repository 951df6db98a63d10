"""Which machine a row is of, by a name that tells the machines of some files apart."""

import re


def device_name(row):
    """The row's device, without the execution space that Kokkos adds; "2 x NAME" where a case runs on two."""
    name = re.sub(r", Kokkos\b.*$", "", row["device"]) or "unnamed device"
    count = len(row.get("devices") or [0])
    return f"{count} x {name}" if count > 1 else name


def namer(documents):
    """A function (document, row) -> machine: the device, and its host where several hosts have such a device."""
    hosts = {}
    for document in documents:
        for row in document.rows:
            hosts.setdefault(device_name(row), set()).add(document.provenance["host"])

    def machine(document, row):
        name = device_name(row)
        return f"{name} ({document.provenance['host'] or 'unnamed host'})" if len(hosts[name]) > 1 else name

    return machine
