"""plot: the figures of cluster updates."""

import example_files as example
import pytest

pytest.importorskip("matplotlib", reason="no matplotlib")

from example_pictures import cases, made  # noqa: E402
from spinbench_results.plot import papers  # noqa: E402


def wolff(variant, ns, mean, batches=10, **params):
    """A row of `batches` batches of four clusters each, of `mean` spins in the mean, at `ns` a spin."""
    given = {"L": 256, "rng": "philox4x32", "beta": 1 / 2.269185, "measure": "none", **params}
    return example.row(1 / ns, kernel="ising2d_wolff", variant=variant, params=given, sweeps_per_batch=4,
                       samples_ns_per_unit=[ns] * batches, work={"units_per_sweep": mean, "bytes_per_unit": 0.05})


def heights(*rows):
    return {line.label: line.y for line in made(papers.KOMURA1, cases(example.document(*rows))).lines}


def test_updates_are_of_the_mean_cluster_of_all_rows():
    """A few clusters of one row were large: 10 batches of 3000 spins and 30 of 1000 are 1500 in the mean."""
    found = heights(wolff("cooperative", 2, 1000, batches=30), wolff("queue", 10, 3000, batches=10))
    assert found == {"cooperative": [pytest.approx(3)], "queue": [pytest.approx(15)]}


def test_updates_by_labelling_take_the_same_for_any_cluster():
    found = heights(wolff("by_labelling", 2, 1000, batches=30), wolff("queue", 10, 3000, batches=10))
    assert found == {"by_labelling": [pytest.approx(2)], "queue": [pytest.approx(15)]}


def test_starts_that_grew_other_clusters_do_not_lengthen_an_update():
    """Of the last start's clusters, 1000 spins in the mean, the older file says so; the median start grew few spins."""
    row = wolff("by_labelling", 20, 1000)
    row["repetitions"] = [24, 20, 2]
    assert heights(row) == {"by_labelling": [pytest.approx(2)]}
    row = {**wolff("by_labelling", 4, 700, lattices=1), "ns_per_sweep": 2100, "repetitions": [24, 20, 2]}
    assert heights(row) == {"by_labelling": [pytest.approx(2.1)]}


def test_many_lattices_at_once_grow_a_cluster_each_and_are_no_update_of_one():
    """Their clusters count: 40 of 1000 spins of one lattice and 400 of 1100 of ten."""
    found = heights(wolff("queue", 2, 1000), wolff("by_labelling", 1, 11000, lattices=10))
    assert found == {"queue": [pytest.approx(2 * (40 * 1000 + 400 * 1100) / 440 / 1000)]}


def test_other_lattices_and_temperatures_have_clusters_of_their_own():
    found = heights(wolff("queue", 2, 1000), wolff("queue", 2, 5000, L=512), wolff("cooperative", 2, 10, beta=0.3))
    assert found == {"queue": pytest.approx([2, 10])}

