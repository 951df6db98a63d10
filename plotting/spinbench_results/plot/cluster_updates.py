"""The time of a Wolff update at a temperature, from rows whose clusters differ.

A row's time per spin is all its time over all its spins, but the mean size of the clusters that it happened to grow may be off by a
factor where it grew few: the largest are a part of the lattice. All rows of a lattice at a temperature grow clusters of one law, so
their mean is taken over all of them, each row with as much weight as it grew clusters. An update by labelling takes the same time for
any cluster: the row's `ns_per_sweep`. Files from before that was written have the mean of the last start's clusters, by which that
start's time per spin is multiplied: a start that grew small ones has a longer time per spin.
"""

import collections
import dataclasses

TIME = "cluster_us"


def key(row):
    params = row["params"]
    return row["kernel"], params.get("L"), params.get("beta")


def lattices(row):
    """Each of which grows a cluster in an update."""
    count = row["params"].get("lattices")
    return count if isinstance(count, int) and count > 0 else 1


def clusters(row):
    """How many the row grew in its samples."""
    return lattices(row) * (row.get("sweeps_per_batch") or 0) * len(row.get("samples_ns_per_unit") or ())


def own_mean(row):
    mean = (row.get("work") or {}).get("units_per_sweep")
    return mean / lattices(row) if mean else mean


def own_update_ns(row):
    last = (row.get("repetitions") or [row["ns_per_unit"]])[-1]
    return row.get("ns_per_sweep") or last * row["work"]["units_per_sweep"]


def spread(every):
    """The cases whose clusters were counted, each with the time of an update in us."""
    grown, spins = collections.Counter(), collections.Counter()
    for case in every:
        if own_mean(case.row):
            grown[key(case.row)] += clusters(case.row)
            spins[key(case.row)] += own_mean(case.row) * clusters(case.row)
    result = []
    for case in every:
        if grown[key(case.row)] and own_mean(case.row):
            if case.row["variant"] == "by_labelling":
                time = own_update_ns(case.row) / lattices(case.row)
            else:
                time = case.row["ns_per_unit"] * spins[key(case.row)] / grown[key(case.row)]
            result.append(dataclasses.replace(case, row={**case.row, TIME: time / 1000}))
    return result
