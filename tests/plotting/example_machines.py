"""What the tests of machines share: files that say which card and host they are of, and rows of several ranks."""

import example_files as example

H100, LONG = "NVIDIA H100", "gpu-partition-h100-sxm5-nvl8-7f8c9d7b6c-node-{:04}.hpc.example.edu"


def document(*rows, card="", cores=None, cpu="A CPU", **changes):
    """A file that says of its machine what is given."""
    made = example.document(*rows, **changes)
    made["provenance"] |= {"cpu": cpu, "settings": {"card": [card]} if card else {},
                           "machine": {"cores": cores} if cores else {}}
    return made


def of_ranks(*devices, rate=100.0, host="host", device=H100, **changes):
    """A row of ranks, which has `devices` [0] and the conditions of rank 0, and its ranks' devices where they ran."""
    by_rank = [{"host": host, "device": place, "boundary_us": 1, "transfer_us": 1, "bulk_us": 1, "wait_us": 1}
               for place in devices]
    params = {"L": 64, "ranks": len(devices), "rng": "mwc64x", **changes.pop("params", {})}
    return example.row(rate, device=device, variant="multispin_mpi", params=params,
                       ranks={"count": len(devices), "nodes": 1, "transport": "peer", "by_rank": by_rank}, **changes)
