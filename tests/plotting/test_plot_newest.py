"""plot: which of several rows of a case a picture shows, and for which machine."""

import json

import example_files as example
import pytest

pytest.importorskip("matplotlib", reason="no matplotlib")

from example_machines import LONG, document, of_ranks  # noqa: E402
from example_pictures import cases, made, tiled  # noqa: E402
from spinbench_results import prices  # noqa: E402
from spinbench_results.plot import cost, data, over_ranks, papers, sweep, tables  # noqa: E402

OLD, NEW = "2026-11-20T00:00:00Z", "2026-11-28T00:00:00Z"
H200 = "NVIDIA H200"
COSTS = prices.Prices("EUR", {H200: prices.Price(30_000, None)})


# --- the newest ---

def wolff(rate, date, **axes):
    params = {"L": 64, **axes, "rng": "philox4x32", "beta": 0.44}
    return example.document(example.row(rate, kernel="ising2d_wolff", variant="by_bonds", params=params), date=date)


def test_a_case_from_before_an_axis_came_is_the_case_with_it():
    """Seen: by the names that the files gave the two were cases of their own, and the last file's showed."""
    for made_of in ([wolff(1, OLD), wolff(2, NEW, lattices=1)], [wolff(2, NEW, lattices=1), wolff(1, OLD)]):
        assert [case.row["units_per_ns"] for case in cases(*made_of)] == [2]
    assert len(cases(wolff(1, OLD), wolff(2, NEW, lattices=4))) == 2


def test_of_several_rows_at_one_place_the_newest_shows():
    old, new = (example.document(tiled(1024, rate, params={"other": rate}), date=date) for rate, date in ((1, OLD), (2, NEW)))
    for order in ((old, new), (new, old)):
        every = cases(*order)
        assert [point[:2] for point in data.points(every, "L", "units_per_ns")] == [(1024, 2)]
        assert sweep.of_words([((), every)], [], "", "rng", "units_per_ns", None, ["lcg32_random"]).lines[0].y == [2]


def test_an_older_point_is_drawn_where_the_newer_run_failed_and_that_is_said(tmp_path, capsys):
    failed = {key: tiled(1024, 1)[key] for key in ("name", "kernel", "variant", "backend", "device", "params", "unit")}
    for name, row, date in (("old", tiled(1024, 5), OLD), ("new", {**failed, "status": "failed", "reason": "bits"}, NEW)):
        (tmp_path / f"{name}.json").write_text(json.dumps(example.document(row, date=date)))
    both = [tmp_path / "new.json", tmp_path / "old.json"]
    code, out, err = example.run(capsys, "plot", *both, "--figure", "weigel2012-fig8", "--format", "svg", "-o", tmp_path)
    assert code == 0 and out and err.count("\n") == 1
    assert "points of older runs, where a newer one measured nothing: ising2d_metropolis/tiled/" in err and "failed in new.json" in err
    for other in (both[1:], [*both, "--x", "L", "--axis", "k=7"]):
        assert "older" not in example.run(capsys, "plot", *other, "--format", "svg", "-o", tmp_path)[2]


def test_a_failure_that_was_mended_since_is_not_said():
    failed = {**tiled(1024, 1), "status": "failed", "reason": "bits"}
    read = example.read(example.document(failed, date=OLD), example.document(tiled(1024, 5), date=NEW))
    assert data.notes(read, data.cases(read)) == []


# --- the machine ---

def test_hosts_whose_names_begin_alike_are_several_lines():
    """Seen: names were cut to 60 characters, and two nodes were one machine."""
    every = cases(*(example.document(tiled(1024, rate), host=LONG.format(node)) for node, rate in ((1, 3), (2, 1))))
    lines = made(papers.FIG8, every).lines
    assert sorted(line.y[0] for line in lines) == [pytest.approx(1 / 3), 1]
    assert len({line.machine for line in lines}) == 2 and all(len(line.machine) <= data.MOST_NAME for line in lines)


def test_machines_that_stand_as_one_are_named():
    read = example.read(*(document(tiled(L, 5), card=f"GPU-{L}") for L in (1024, 4096)))
    every = data.cases(read)
    assert {case.machine for case in every} == {H200} and f"stand as one of a kind: {H200} (2)" in data.notes(read, every)[0]


def test_devices_of_ranks_are_one_machine_where_ranks_are_the_axis():
    rows = [of_ranks(*(f"H200 at {place}" for place in range(count)), rate=count, device=H200, work={"units_per_sweep": 4096})
            for count in (1, 2, 4)]
    every = cases(example.document(*rows))
    assert {case.machine for case in every} == {H200} and [case.whole for case in every] == [H200, f"2 x {H200}", f"4 x {H200}"]
    line, = over_ranks.picture(over_ranks.STRONG, every).lines
    assert (line.machine, line.x) == (H200, [1, 2, 4])
    assert [data.value(row, "power_w") for row in rows] == [500, None, None]


# --- Janus ---

def glass(rate, **changes):
    return example.row(rate, kernel="ea3d_metropolis", variant="multispin", **changes)


def test_janus_is_met_by_the_fastest_row_that_a_ranking_would_take():
    """Seen: a biased generator's burst was the machine's rate."""
    biased = glass(9000, params={"L": 8}, verification={"status": "expected_failure", "checks": []})
    burst, slow = glass(8000, params={"L": 16}, figure="burst"), glass(2000, params={"L": 32})
    experiment = glass(7000, params={"L": 128}, estimates=[{"name": "energy", "value": 1, "error": 1}])
    (name, case), = cost.fastest(cases(example.document(biased, burst, slow, glass(4000, params={"L": 64}), experiment)))
    assert name == H200 and case.row["units_per_ns"] == 4000
    assert cost.fastest(cases(example.document(biased))) == []


def test_janus_rate_of_four_cards_is_not_that_of_one():
    four = of_ranks(*(f"H200 at {place}" for place in range(4)), rate=9000, device=H200, kernel="ea3d_metropolis")
    picture = cost.picture(cases(example.document(four, glass(6000))), COSTS)
    assert picture.categories[-2:] == [f"2 x (4 x {H200})", f"3 x {H200}"] and picture.lines[0].y == [240_000, 90_000]


def test_the_price_is_found_by_the_whole_name():
    host, device = LONG.format(1), H200 + " with a name that is longer than a legend has room for, by far"
    made_of = [example.document(glass(16_000, device=device), host=name, device=device) for name in (host, "b")]
    picture = cost.picture(cases(*made_of), prices.Prices("EUR", {device: prices.Price(7, None)}))
    assert picture.lines[0].y == [7, 7] and len(set(picture.categories[-2:])) == 2
    assert all(len(label) < data.MOST_NAME + 5 for label in picture.categories[-2:])


# --- tables ---

def test_a_table_shows_the_fastest_of_a_machines_rows():
    rows = [example.row(rate, params={**example.row()["params"], "L": 16384, "extra": rate}, published=[])
            for rate in (10.0, 20.0, 5.0)]
    every = cases(example.document(*rows))
    assert [case.row["units_per_ns"] for case in tables.best(papers.PERFORMANCE, every)] == [20]
