"""An axis that is named leaves the variants out that lack it, for every command alike, and says so in one line."""

import pytest

from conftest import BURST

ISING = ["--kernel", "ising2d_metropolis", "--backend", "cpu"]
TILED = [*ISING, "--axis", "tile=4", "--axis", "L=16"]


def variants(result, key):
    return {row["name"].split("/")[1] for row in result.json()[key]}


def left_out(result):
    (line,) = [line for line in result.err.splitlines() if "left out" in line]
    assert line.startswith("spinbench: ") and "tile" in line
    return line


@pytest.mark.parametrize("command,key", [(["list"], "cases"), (["list", "--figure", "weigel2012-fig8"], "cases"),
                                         (["run", "--dry-run"], "cases"), (["verify", "--physics", "1"], "rows")],
                         ids=["list", "list a figure", "dry run", "verify"])
def test_variants_without_it_are_left_out(spinbench, command, key):
    figure = "--figure" in command
    words = ["--axis", "tile=4", "--axis", "L=16"] if figure else [*TILED, "--variant", "row_order,tiled,checkerboard"]
    result = spinbench(*command, *words, "--format", "json")
    assert result.code == 0, result
    # The serial case that speed-ups refer to comes along, as ever.
    assert variants(result, key) - ({"row_order"} if command[0] == "run" else set()) == {"tiled"}
    assert "row_order" in left_out(result)


def test_the_quick_preset_too(spinbench):
    """No minutes of cases that nobody asked for; where none of the rest can run nothing is timed."""
    result = spinbench("run", "--dry-run", "--backend", "cpu", "--axis", "tile=8", "--format", "json")
    assert result.code == 0 and variants(result, "cases") == {"tiled", "row_order"} and "and 1" in left_out(result)
    assert "the tile must be even" in spinbench("run", "--backend", "cpu", "--axis", "tile=3").refused()


@pytest.mark.parametrize("command", [["run"], ["verify"], ["run", "--dry-run"], ["list"]], ids=" ".join)
def test_an_axis_that_none_has(spinbench, command):
    line = spinbench(*command, *ISING, "--variant", "row_order", "--axis", "tile=4").refused()
    assert "'tile'" in line and "there are L, " in line
    line = spinbench(*command, "--backend", "cpu", "--axis", "k=1", "--axis", "draws=64").refused()
    assert "has all of the axes k, draws" in line


def test_the_mend_where_another_variant_has_them(spinbench):
    """The quick preset has none, the build has."""
    line = spinbench("run", "--backend", "cpu", "--axis", "k=1", "--axis", "words=2").refused()
    _, kernel, _, variant = line.split("; ")[1].split()[:4]
    assert spinbench("run", "--dry-run", "--backend", "cpu", "--kernel", kernel, "--variant", variant, "--axis", "k=1", "--axis",
                     "words=2", "--axis", "L=128").code == 0


def test_nothing_is_said_where_all_have_it(spinbench):
    result = spinbench("run", "--dry-run", "--kernel", "ising?d_metropolis", "--backend", "cpu", "--axis", "L=96,320", "--axis",
                       "beta=0.2,0.44")
    assert result.code == 0 and result.err == ""


def test_a_run_and_one_against_its_file(spinbench):
    """`run --against` takes those of its cases that have the axis."""
    quickly = ["--sweeps", "5", *BURST, "--physics", "1"]
    made = spinbench("run", *ISING, "--variant", "row_order,tiled", "--axis", "L=16", "--axis", "tile=4", "--axis", "k=5",
                     *quickly, "--out", "base.json", "--format", "json")
    assert made.code == 0 and variants(made, "rows") == {"row_order", "tiled"}, made
    assert sum("/tiled/" in row["name"] for row in made.json()["rows"]) == 1
    assert left_out(made).endswith("ising2d_metropolis/row_order; speed-ups refer to ising2d_metropolis/row_order, which is timed")
    result = spinbench("run", "--dry-run", "--against", "base.json", "--out", "new.json", "--axis", "tile=4", "--format", "json")
    assert result.code == 0 and "left out" not in result.err, result
    assert [case["name"].split("/")[1] for case in result.json()["cases"] if "row_order" not in case["name"]] == ["tiled"]
