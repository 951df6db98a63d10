"""plot: parallel tempering."""

import example_files as example
import pytest

pytest.importorskip("matplotlib", reason="no matplotlib")

from example_pictures import cases, made  # noqa: E402
from spinbench_results.plot import papers  # noqa: E402

SET = {"replicas": 20, "temperatures": "equal", "beta_low": 0.1, "beta_high": 0.15}


def timed(variant, ns, backend="cuda", published=(), **params):
    given = {"L": 2048, "rng": "lcg32_random", "exchange": 100, **SET, **params}
    return example.row(1 / ns, kernel="ising2d_parallel_tempering", variant=variant, backend=backend, params=given,
                       published=list(published))


def walk(acceptances, betas, expected, **params):
    estimates = [{"name": f"acceptance_{i:02d}", "value": value, "error": 0.01, "expected": exact}
                 for i, (value, exact) in enumerate(zip(acceptances, expected))]
    estimates += [{"name": f"beta_{i:02d}", "value": beta, "error": 0.0} for i, beta in enumerate(betas)]
    row = example.row(0.1, kernel="tempering_ising2d", variant="row_order", backend="cpu",
                      params={"L": 16, "temperatures": "equal", **params})
    return {**row, "estimates": estimates}


def test_times_stand_by_the_sweeps_between_exchanges_beside_the_published_ones():
    entry = {"source": "weigel2012", "locator": "Fig. 15", "device": "GTX 480", "ns_per_unit": 0.057}
    rows = [timed("host_exchange", 0.001, k=100, spin="int32", published=[entry]),
            timed("host_exchange", 0.002, k=10, exchange=10, spin="int32"),
            timed("device_exchange", 0.003, k=10, spin="int32"),  # k is not the interval
            timed("row_order", 9.0, backend="cpu", L=256),
            timed("multispin", 0.0002, rng="mwc64x", L=1024), timed("multispin", 0.05, backend="cpu", rng="mwc64x", threads=1)]
    found = made(papers.FIG15, cases(example.document(*rows)))
    assert {line.label: line.x for line in found.lines} == {
        "CPU, serial, every 100 sweeps": [256], "host exchanges, every 100 sweeps": [2048],
        "host exchanges, every 10 sweeps": [2048], "bit-sliced, every 100 sweeps": [1024],
        "CPU, bit-sliced, every 100 sweeps": [2048]}
    assert [(mark.x, mark.y) for mark in found.marks] == [([2048], [0.057])]
    assert "practically none" in found.note


def test_acceptances_stand_over_the_middle_of_their_pair_beside_the_exact_ones():
    row = walk([0.9, 0.8], [0.1, 0.2, 0.4], [0.91, 0.79])
    found = made(papers.TEMPERING_ACCEPTANCE, cases(example.document(row)))
    lines = {line.label: line for line in found.lines}
    measured, exact = lines["L = 16, equal"], lines["exact, L = 16, equal"]
    assert measured.x == pytest.approx([0.15, 0.3]) and measured.y == [0.9, 0.8]
    assert measured.low[0] == pytest.approx(0.9 - 0.0196) and measured.high[0] == pytest.approx(0.9 + 0.0196)
    assert exact.y == [0.91, 0.79] and exact.low == [None, None] and exact.dashed


def test_rows_without_pairs_make_no_picture():
    row = walk([], [0.1], [])
    assert made(papers.TEMPERING_ACCEPTANCE, cases(example.document(row))) is None


@pytest.mark.parametrize("kernel, variant, exchanges, overlap", [
    ("tempering_ea3d", "standard", papers.TEMPERING_GLASS, papers.TEMPERING_OVERLAP),
    ("tempering_ea2d", "multispin", papers.TEMPERING_SQUARE, papers.TEMPERING_SQUARE_OVERLAP)])
def test_overlaps_of_a_spin_glass_stand_over_their_temperature(kernel, variant, exchanges, overlap):
    row = walk([0.9], [0.5, 0.9], [None])
    glass = {**row, "kernel": kernel, "variant": variant, "params": {"L": 8, "couplings": "bimodal"}}
    glass["estimates"] = [*row["estimates"], {"name": "overlap_squared_00", "value": 0.1, "error": 0.01, "expected": None},
                          {"name": "overlap_squared_01", "value": 0.4, "error": 0.02, "expected": 0.5}]
    found = {line.label: line for line in made(overlap, cases(example.document(glass))).lines}
    measured, exact = found["L = 8, bimodal"], found["exact, L = 8, bimodal"]
    assert (measured.x, measured.y) == ([0.5, 0.9], [0.1, 0.4]) and measured.high[1] == pytest.approx(0.4392)
    assert (exact.x, exact.y) == ([0.9], [0.5])
    pairs = made(exchanges, cases(example.document(glass))).lines
    assert [(line.x, line.y) for line in pairs] == [([0.7], [0.9])]
    assert made(papers.TEMPERING_ACCEPTANCE, cases(example.document(glass))) is None


def test_overlaps_of_heisenberg_spins_are_those_of_their_own_figure():
    row = walk([0.3], [3.0, 7.0], [None])
    vectors = {**row, "kernel": "tempering_heisenberg3d", "variant": "vector", "params": {"L": 6, "couplings": "gaussian"}}
    vectors["estimates"] = [*row["estimates"], {"name": "overlap_squared_00", "value": 0.05, "error": 0.01, "expected": None},
                            {"name": "overlap_squared_01", "value": 0.2, "error": 0.02, "expected": None}]
    (overlap,) = made(papers.TEMPERING_VECTORS_OVERLAP, cases(example.document(vectors))).lines
    assert (overlap.label, overlap.x, overlap.y) == ("L = 6, gaussian", [3.0, 7.0], [0.05, 0.2])
    assert overlap.low[1] == pytest.approx(0.1608)
    (pairs,) = made(papers.TEMPERING_VECTORS, cases(example.document(vectors))).lines
    assert (pairs.x, pairs.y) == ([5.0], [0.3])
    assert made(papers.TEMPERING_OVERLAP, cases(example.document(vectors))) is None
