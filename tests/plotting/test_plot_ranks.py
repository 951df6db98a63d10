"""plot: strong and weak scaling, of any kernel that several ranks share."""

import example_files as example
import pytest

pytest.importorskip("matplotlib", reason="no matplotlib")

from example_pictures import cases  # noqa: E402
from spinbench_results import files  # noqa: E402
from spinbench_results.plot import data, draw, over_ranks  # noqa: E402

STRONG, WEAK = over_ranks.IDS


def shared(L, ranks, ns, kernel="ising3d_metropolis", sides=3, **changes):
    """A row of `ranks` ranks, of ns per flip of all of them."""
    params = {"L": L, "ranks": ranks, "transport": "peer", "rng": "mwc64x", "beta": 0.15, **changes.pop("params", {})}
    return example.row(1 / ns, kernel=kernel, variant=changes.pop("variant", "multispin_mpi"), params=params,
                       work=changes.pop("work", {"units_per_sweep": L**sides}), published=[], **changes)


def curves(which, *rows):
    picture = over_ranks.picture(which, cases(example.document(*rows)))
    return picture and {line.label: list(zip(line.x, line.y)) for line in picture.lines}


def test_strong_scaling_is_over_one_rank_on_the_same_lattice():
    rows = [shared(L, n, ns) for L, n, ns in ((64, 4, 2.5), (64, 1, 8.0), (64, 2, 5.0), (128, 1, 8.0), (128, 2, 4.0), (256, 2, 4.0))]
    name = "ising3d_metropolis/multispin_mpi"
    assert curves(STRONG, *rows) == {f"{name}, L = 64": [(1, 1), (2, pytest.approx(0.8)), (4, pytest.approx(0.8))],
                                     f"{name}, L = 128": [(1, 1), (2, pytest.approx(1.0))]}


def test_the_interval_is_that_of_both_times():
    rows = [shared(64, 1, 8.0, ci95=[7.0, 10.0]), shared(64, 2, 5.0, ci95=[4.0, 8.0]), shared(64, 4, 2.0, ci95=[None, None])]
    line, = over_ranks.picture(STRONG, cases(example.document(*rows))).lines
    assert line.y == pytest.approx([1, 0.8, 1.0])
    assert line.low == [None, pytest.approx(7 / 16), None] and line.high == [None, pytest.approx(10 / 8), None]


def test_weak_scaling_is_over_one_rank_with_as_many_sites():
    rows = [shared(64, 1, 8.0), shared(80, 2, 5.0), shared(72, 2, 1.0), shared(104, 4, 2.5), shared(120, 4, 1.0), shared(128, 8, 1.0)]
    # 104^3 / 4 is 7% more than 64^3, 72^3 / 2 is 29% less, 120^3 / 4 is 65% more.
    assert curves(WEAK, *rows) == {"ising3d_metropolis/multispin_mpi, L = 64": [
        (1, 1), (2, pytest.approx(0.8)), (4, pytest.approx(0.8)), (8, pytest.approx(1.0))]}
    assert curves(STRONG, *rows) is None and curves(WEAK, rows[0], rows[2]) is None and curves(WEAK, rows[0], rows[4]) is None


def test_weak_scaling_takes_the_nearest_of_several_lattices():
    rows = [shared(64, 1, 8.0), shared(66, 1, 4.0), shared(80, 2, 5.0), shared(82, 2, 2.0), shared(84, 2, 1.0)]
    # Sites a rank: 256 000 is nearest to 64^3 = 262 144, 275 684 and 296 352 to 66^3 = 287 496, of which the second is nearer.
    assert curves(WEAK, *rows) == curves(WEAK, *reversed(rows)) == {"ising3d_metropolis/multispin_mpi, L = 64": [(1, 1), (2, pytest.approx(0.8))],
                                   "ising3d_metropolis/multispin_mpi, L = 66": [(1, 1), (2, pytest.approx(2.0))]}


def test_weak_scaling_by_systems_is_beside_that_by_lattices():
    glass = [shared(L, n, ns, "ea3d_metropolis", params={"systems": systems}, work={"units_per_sweep": systems * L**3})
             for L, n, systems, ns in ((64, 1, 4, 8.0), (64, 2, 8, 5.0), (64, 4, 16, 2.5), (80, 2, 4, 4.0), (64, 2, 4, 4.5))]
    name = "ea3d_metropolis/multispin_mpi, L = 64"
    # The last shares what one rank has.
    assert curves(WEAK, *glass) == {name: [(1, 1), (2, pytest.approx(1.0))],
                                    f"{name}, systems = 4 N": [(1, 1), (2, pytest.approx(0.8)), (4, pytest.approx(0.8))]}
    assert curves(STRONG, *glass) == {name: [(1, 1), (2, pytest.approx(8 / 9))]}


def test_rows_without_systems_are_not_said_to_grow_by_them():
    """As many sites on each of two ranks by what the rows say, and the same L."""
    rows = [shared(64, n, 8 / n, work={"units_per_sweep": n * 64**3}) for n in (1, 2)]
    assert curves(WEAK, *rows) == {"ising3d_metropolis/multispin_mpi, L = 64": [(1, 1), (2, pytest.approx(1.0))]}


def test_of_a_plane_sites_are_the_square():
    rows = [shared(1024, 1, 8.0, "ising2d_metropolis", 2), shared(1448, 2, 5.0, "ising2d_metropolis", 2),
            shared(1290, 2, 1.0, "ising2d_metropolis", 2)]  # 2^(1/3) times the side
    assert curves(WEAK, *rows) == {"ising2d_metropolis/multispin_mpi, L = 1024": [(1, 1), (2, pytest.approx(0.8))]}


@pytest.mark.parametrize("change", [
    {"params": {"transport": "direct"}}, {"params": {"rng": "philox4x32"}}, {"kernel": "ea3d_metropolis"}, {"variant": "sliced_mpi"},
    {"backend": "hip"}, {"figure": "burst"}, {"device": "NVIDIA H100"}, {"device": "NVIDIA H200, simulated network of 2 us, 25 GB/s"},
    {"status": "failed"}], ids=str)
def test_a_case_that_is_another_one_is_no_base(change):
    assert curves(STRONG, shared(64, 1, 8.0), shared(64, 2, 5.0)) and curves(WEAK, shared(64, 1, 8.0), shared(80, 2, 5.0))
    assert curves(STRONG, shared(64, 1, 8.0, **change), shared(64, 2, 5.0)) is None
    assert curves(WEAK, shared(64, 1, 8.0, **change), shared(80, 2, 5.0)) is None


def test_axes_that_differ_are_named():
    rows = [shared(64, n, 8 / n, params={"transport": way}) for way in ("peer", "direct") for n in (1, 2)]
    rows += [shared(64, n, 8 / n, "ea3d_metropolis") for n in (1, 2)]
    # Another machine's need no telling apart by axes.
    rows += [shared(64, n, 8 / n, "ea3d_metropolis", device="NVIDIA H100", params={"rng": "philox4x32"}) for n in (1, 2)]
    assert list(curves(STRONG, *rows)) == ["ea3d_metropolis/multispin_mpi, L = 64",
                                           "ising3d_metropolis/multispin_mpi, L = 64, transport = direct",
                                           "ising3d_metropolis/multispin_mpi, L = 64, transport = peer"]


def test_too_many_curves_leave_the_small_lattices_out(tmp_path):
    rows = [shared(L, n, 8 / n) for L in range(16, 16 * 20, 16) for n in (1, 2)]
    rows += [shared(32, n, 8 / n, "ea3d_metropolis") for n in (1, 2)]
    picture = over_ranks.picture(STRONG, cases(example.document(*rows)))
    names = [line.label for line in picture.lines]
    assert len(names) == 12 and names[0] == "ea3d_metropolis/multispin_mpi, L = 32"
    assert names[1:] == [f"ising3d_metropolis/multispin_mpi, L = {L}" for L in range(144, 16 * 20, 16)]
    assert "Of 20 curves the 12 of the largest lattices" in picture.note
    # Twelve curves are twelve looks.
    assert len(set(draw.styles(picture.lines))) == 12
    assert draw.save(picture, str(tmp_path / "strong"), ["png"]) and (tmp_path / "strong.png").stat().st_size > 10000


def test_recorded_runs_of_two_cards(tmp_path, capsys):
    recorded = example.ROOT / "results/recorded"
    for name, which, count in (("h100-strong", STRONG, 10), ("h100-weak", WEAK, 4)):
        picture = over_ranks.picture(which, data.cases(files.read(recorded / f"{name}.json")))
        assert len(picture.lines) == count
        for line in picture.lines:
            assert line.x == [1, 2] and line.y[0] == 1 and 0.4 < line.low[1] < line.y[1] < line.high[1] < 1.1
        code, out, err = example.run(capsys, "plot", recorded / f"{name}.json", "--format", "svg", "--figure", which, "-o", tmp_path)
        assert (code, out, err) == (0, f"{tmp_path / which}.svg\n", "")


def test_without_such_rows_it_says_what_makes_them(tmp_path, capsys):
    code, out, err = example.run(capsys, "plot", example.ROOT / "results/recorded/h200-paper.json", "-o", tmp_path, "--figure", WEAK)
    assert (code, out) == (2, "") and "no rows for weak-scaling: ./spinbench run --preset weak" in err
