"""plot: the figures of the spin glasses."""

import example_files as example
import pytest

pytest.importorskip("matplotlib", reason="no matplotlib")

from example_pictures import PUBLISHED, cases, made  # noqa: E402
from spinbench_results.plot import data, papers  # noqa: E402


def glass(variant, ns, backend="cuda", kernel="ea3d_metropolis", published=(), **params):
    given = {"L": 32, "systems": 1, "replicas": 4, "couplings": "bimodal", "rng": "minstd", "beta": 0.9, **params}
    return example.row(1 / ns, kernel=kernel, variant=variant, backend=backend, params=given, published=list(published),
                       work={"units_per_sweep": given["L"]**3 * given["systems"] * 128, "bytes_per_unit": 0.05})


def two_glass(variant, ns, backend="cuda", **params):
    row = glass(variant, ns, backend, "ea2d_metropolis", **{"L": 16, "k": 100, "rng": "lcg32_random", **params})
    row["params"] = {key: value for key, value in row["params"].items() if key in params or key not in ("systems", "replicas")}
    return row


def curves(figure, *rows):
    return {line.label: list(zip(line.x, line.y)) for line in made(figure, cases(example.document(*rows))).lines}


def test_two_dimensional_glasses_stand_over_their_realizations():
    found = curves(papers.FIG13, two_glass("tiled", 0.01, realizations=64), two_glass("tiled", 0.02, realizations=16),
                   two_glass("serial", 5.0, backend="cpu", realizations=16, rng="philox4x32"))
    assert found == {"LCG32": [(16, pytest.approx(0.02)), (64, pytest.approx(0.01))],
                     "CPU, serial, Philox": [(16, pytest.approx(5))]}


def test_words_count_all_their_realizations():
    found = curves(papers.FIG14, *(two_glass("multispin", 0.001, systems=16, word=w, numbers="shared") for w in ("128", "32")),
                   two_glass("multispin", 0.001, systems=16, word="64", numbers="own"),
                   two_glass("multispin", 0.1, backend="cpu", systems=64, word="64", numbers="shared", isa="widest",
                             rng="philox4x32"),
                   two_glass("multispin_plain", 0.4, backend="cpu", systems=16, word="32"))
    assert list(found) == ["w = 32, LCG32", "w = 128, LCG32", "CPU, serial, w = 32", "CPU, vectors, w = 64"]
    assert [line[0][0] for line in found.values()] == [512, 2048, 512, 4096]


@pytest.mark.parametrize("word", ["\u00b2", "9" * 200, "many"], ids=["a power", "long", "a word"])
def test_a_word_of_no_number_of_bits_counts_none(word):
    row = two_glass("multispin", 0.001, systems=16, word=word, numbers="own")
    assert data.realizations(row) is None


def test_times_of_glasses_are_in_ps_and_of_the_fastest_row():
    entry = {"source": "lulli2015", "locator": "Fig. 4", "device": "GTX Titan", "ns_per_unit": 0.004}
    rows = [glass("standard", 2e-4, systems=1, published=[entry]), glass("standard", 1e-4, systems=2),
            glass("standard", 5e-4, systems=2, block=64), glass("standard", 1e-4, systems=2, rng="sfc32")]
    every = cases(example.document(*rows))
    fig4 = made(papers.LULLI4, every)
    assert [(line.label, line.x, line.y) for line in fig4.lines] == [("L = 32", [1, 2], pytest.approx([0.2, 0.1]))]
    assert fig4.lines[0].low[0] == pytest.approx(0.198) and [(m.x, m.y) for m in fig4.marks] == [([1], [pytest.approx(4)])]
    sweep = made(papers.LULLI4_SWEEP, every)
    assert sweep.lines[0].y == pytest.approx([32**3 * 128 * 2e-7, 2 * 32**3 * 128 * 1e-7])
    assert made(papers.LULLI5, every).lines[0].y == pytest.approx([0.1])


def test_the_best_number_of_systems_is_that_of_the_fastest_row():
    rows = [glass("sliced", ns, systems=k) for k, ns in ((1, 3e-4), (2, 1e-4), (4, 2e-4))] + [glass("sliced", 1e-4, L=64)]
    assert curves(papers.LULLI7, *rows) == {"sliced": [(32, 2)]}  # at L = 64 there was no choice


def test_warps_branch_where_half_a_lattice_is_no_multiple_of_them():
    """Lulli 2015, Appendix B: L = 2 (2 m + 1) has a branching warp for each system, L = 4 m has none."""
    sizes = (6, 8, 10, 12, 14, 16, 64)
    found = curves(papers.LULLI7_WARPS, *(glass("sliced", 1e-4, L=L, systems=k) for L in sizes for k in (1, 4)),
                   glass("bitwise", 1e-4, L=8), glass("standard", 1e-2, L=6, backend="cpu"))
    assert found == {"sliced": [(6, 1), (8, 0), (10, 1), (12, 0), (14, 1), (16, 0), (64, 0)], "bitwise": [(8, 0)]}
    hip = glass("sliced", 1e-4, backend="hip", L=10)
    assert made(papers.LULLI7_WARPS, cases(example.document({**hip, "platform": "amd"}))) is None
    assert curves(papers.LULLI7_WARPS, {**hip, "platform": "nvidia"}) == {"sliced": [(10, 1)]}


def test_grid_launches_and_the_hosts_layouts():
    found = curves(papers.LULLI6, glass("sliced_grid", 1e-4), glass("standard_grid", 2e-4),
                   glass("sliced", 1e-2, backend="cpu", word="32"))
    assert set(found) == {"sliced-Grid", "standard-Grid", "sliced, host"}


def test_bandwidths_stand_below_what_memory_was_measured_to_do():
    rows = [glass("sliced", 1e-4), glass("standard", 2e-4)]
    rows[0]["limit"] = {"bound": "dram", "units_per_ns": 2e4, "fraction": 0.5, "exceeded": False}
    picture = made(papers.LULLI8, cases(example.document(*rows)))
    assert {line.label: line.y for line in picture.lines} == {"sliced": [pytest.approx(500)], "standard": [pytest.approx(250)]}
    assert [(level.y, level.printed) for level in picture.levels] == [(pytest.approx(1000), False)]


def test_generators_stand_by_layout_and_over_minstd():
    rows = [glass("sliced", 1e-4), glass("sliced", 2e-4, rng="mt19937"), glass("sliced", 9e-4, rng="mt19937", L=16),
            glass("standard", 3e-4, rng="sfc32")]
    every = cases(example.document(*rows))
    fig9, ratio = made(papers.LULLI9, every), made(papers.LULLI9_RATIO, every)
    names = fig9.categories
    assert {line.label: [(names[x], y) for x, y in zip(line.x, line.y)] for line in fig9.lines} == {
        "sliced": [("MINSTD", pytest.approx(0.1)), ("MT19937", pytest.approx(0.2))], "standard": [("SFC32", pytest.approx(0.3))]}
    assert {line.label: line.y for line in ratio.lines} == {"sliced": pytest.approx([1, 2])}  # no MINSTD at L = 16, of standard
    assert sorted((m.label, names[m.x[0]], m.y[0]) for m in ratio.marks) == [
        ("GTX Titan, sliced, Lulli 2015", "XORWOW", 2),
        ("GTX Titan, standard and bitwise, Lulli 2015", "XORWOW", 3)]
    assert made(papers.LULLI9_RATIO, cases(example.document(rows[0], rows[3]))) is None
    printed = {(r["variant"], r["metric"]): r["value"] for r in PUBLISHED
               if r["locator"].startswith("Sec. 4.1, Fig. 9") and r["rng"] == "cuRAND XORWOW"}
    assert [(m.label.split(",")[1].strip(), m.y[0]) for m in ratio.marks] == [
        (variant, value) for (variant, metric), value in sorted(printed.items()) if metric == "ratio_psflip_vs_MINSTD"]
    assert sorted(m.y[0] for m in fig9.marks) == sorted(
        value for (_, metric), value in printed.items() if metric == "ps_per_flip")


def test_ranks_over_one_of_them():
    rows = [glass("sliced_mpi", ns, backend="cpu", L=L, ranks=n) for L, n, ns in (
        (32, 1, 8.0), (32, 2, 5.0), (32, 4, 4.0), (64, 1, 8.0), (64, 2, 4.0), (16, 2, 6.0))]
    assert curves(papers.LULLI12, *rows) == {"N = 1": [(32, 1), (64, 1)], "N = 2": [(32, pytest.approx(0.8)), (64, 1)],
                                             "N = 4": [(32, pytest.approx(0.5))]}
    assert curves(papers.LULLI12_TIME, *rows)["N = 2"] == [(16, pytest.approx(6000)), (32, pytest.approx(5000)),
                                                           (64, pytest.approx(4000))]
    # x psFlip_N = (L / N) N t
    assert curves(papers.LULLI13, *rows)["N = 2"] == [(8, pytest.approx(96000)), (16, pytest.approx(160000)),
                                                      (32, pytest.approx(256000))]


def test_a_simulated_network_is_no_other_ones_base():
    slow = {**glass("sliced_mpi", 9.0, backend="cpu", ranks=2), "device": "CPU, simulated network of 2 us, 25 GB/s"}
    assert made(papers.LULLI12, cases(example.document(slow))) is None
