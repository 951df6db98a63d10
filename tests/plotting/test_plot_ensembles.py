"""Estimates over a whole axis: densities of states, and specific heats from them, beside what is exact."""

import pytest

import example_files as example
from example_pictures import cases, made
from spinbench_results.plot import papers


def dos_row(kernel="dos_ising2d_multicanonical", size=16, **changes):
    found = [{"name": "specific_heat beta=0.5", "value": 0.8, "error": 0.1, "expected": 0.7},
             {"name": "specific_heat beta=0.4", "value": 1.0, "error": 0.1, "expected": 1.1},
             {"name": "energy beta=0.4", "value": -1.1, "error": 0.1, "expected": -1.1},
             {"name": "ln_g e=-2", "value": 0.7, "error": 0.01, "expected": 0.693}, {"name": "ln_g e=0", "value": 40, "error": 0}]
    return example.row(2.0, kernel=kernel, variant="serial", backend="cpu", params={"L": size, "walkers": 4}, sweeps=1000,
                       estimates=found, **changes)


def test_specific_heats_stand_over_beta_beside_the_exact_ones():
    picture = made(papers.ENSEMBLES_HEAT, cases(example.document(dos_row())))
    line, = picture.lines
    assert line.label == "multicanonical, serial, L = 16" and (line.x, line.y) == ([0.4, 0.5], [1.0, 0.8])
    assert line.low == pytest.approx([0.804, 0.604]) and line.high == pytest.approx([1.196, 0.996])
    assert [(one.label, one.x, one.y) for one in picture.exact] == [("exact, L = 16", [0.4, 0.5], [1.1, 0.7])]


def test_populations_stand_beside_densities():
    rows = [dos_row(), dos_row(kernel="annealing_ising2d")]
    picture = made(papers.ENSEMBLES_HEAT, cases(example.document(*rows)))
    assert [line.label for line in picture.lines] == ["multicanonical, serial, L = 16", "population annealing, serial, L = 16"]


def test_distances_are_of_what_is_known():
    picture = made(papers.ENSEMBLES_DISTANCE, cases(example.document(dos_row())))
    assert picture.lines[0].x == [-2] and picture.lines[0].y == pytest.approx([0.007]) and not picture.exact


def test_an_estimate_that_is_there_twice():
    """Once beside what is exact."""
    row = dos_row()
    row["estimates"] = [{"name": "specific_heat beta=0.4", "value": 1.0, "error": 0.1, **more} for more in ({}, {"expected": 1.1})]
    assert made(papers.ENSEMBLES_HEAT, cases(example.document(row))).lines[0].x == [0.4, 0.4]


def test_rows_of_other_kernels_make_none():
    assert made(papers.ENSEMBLES_HEAT, cases(example.document(example.row()))) is None


@pytest.mark.parametrize("estimate", [{"name": "specific_heat beta=x", "value": 1, "error": 0}, {"name": "specific_heat beta=", "value": 1,
                                      "error": 0}, {"name": "specific_heat beta=0.4", "value": None, "error": None}])
def test_odd_estimates_are_left_out(estimate):
    row = dos_row()
    row["estimates"] = [estimate]
    assert made(papers.ENSEMBLES_HEAT, cases(example.document(row))) is None
