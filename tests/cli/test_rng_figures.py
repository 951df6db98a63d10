"""The papers' figures of generators at sizes of a moment, and what their rows hold."""

import json

import pytest

from conftest import BURST, start
from test_results import validate

GENERATORS = {"lcg32_skip", "lcg32_random", "lcg64_skip", "lcg64_random", "fibonacci521", "fibonacci1279", "minstd",
              "parisi_rapuano", "parisi_rapuano_lcg64", "mt19937", "xorwow", "philox4x32", "philox4x32_7", "sfc32",
              "xoshiro128pp", "mwc64x"}
SMALL = {"lulli2015-table1": ["n=70000", "streams=256"], "lulli2015-table2": ["draws=45"],
         "weigel2012-fig4": ["draws=10", "load=0.5,1,2.5"]}


def small(figure):
    return [word for axis in SMALL[figure] for word in ("--axis", axis)]


@pytest.fixture(scope="module")
def table1(tmp_path_factory):
    """The rows of Lulli's Table 1 on the CPU."""
    folder = tmp_path_factory.mktemp("table1")
    process = start("run", "--figure", "lulli2015-table1", "--backend", "cpu", *small("lulli2015-table1"), "--sweeps", 3,
                    *BURST, "--out", "r.json", cwd=folder)
    out, err = process.communicate(timeout=200)
    assert process.returncode == 0, out + err
    results = json.loads((folder / "r.json").read_text())
    validate(results)
    return results["rows"], out


def test_every_generator_is_listed(spinbench):
    listing = spinbench("list", "--kernel", "rng_*", "--backend", "cpu", "--json").json()
    variants = {(v["kernel"], v["name"]): v for v in listing["variants"]}
    assert {kernel for kernel, _ in variants} >= {"rng_fill", "rng_count_odd", "rng_blocks"}
    for kernel in ("rng_fill", "rng_count_odd", "rng_blocks"):
        rng = [axis for axis in variants[kernel, "streams"]["axes"] if axis["name"] == "rng"]
        assert len(rng) == 1 and set(rng[0]["words"]) >= GENERATORS


def test_table1_rows(table1):
    rows, _ = table1
    streams = {row["params"]["rng"]: row for row in rows if row["variant"] == "streams"}
    assert {"minstd", "parisi_rapuano", "mt19937", "philox4x32", "sfc32", "fibonacci1279"} <= streams.keys()
    for row in rows:
        assert row["status"] == "measured" and row["unit"] == "number"
        assert row["verification"]["status"] == "passed"
        assert row["units_per_ns"] == pytest.approx(1 / row["ns_per_unit"])
        assert row["limit"]["units_per_ns"] > 0
        # The paper's numbers belong to its size.
        assert row["published"] == []
    for row in streams.values():
        assert row["setup_s"] >= 0
        assert row["speedup"]["reference"].startswith("rng_fill/standard/cpu/n:70000")
        assert row["work"]["units_per_sweep"] == 70000
    # A state in memory is read and written; what lives in registers is only written.
    assert streams["mt19937"]["work"]["bytes_per_unit"] > 4 and streams["mt19937"]["work"]["write_bytes_per_unit"] == 0
    assert streams["sfc32"]["work"]["bytes_per_unit"] == 0 and streams["sfc32"]["work"]["write_bytes_per_unit"] == 4


def test_table_names_the_unit(table1):
    heads = [line for line in table1[1].splitlines() if line.startswith("variant ")]
    assert len(heads) == 1 and "ns/number" in heads[0] and "flip" not in table1[1]


@pytest.mark.parametrize("figure,least", [("lulli2015-table2", 13), ("weigel2012-fig4", 15)])
def test_figure_is_verified(spinbench, figure, least):
    result = spinbench("verify", "--figure", figure, "--backend", "cpu", *small(figure), "--json")
    assert result.code == 0, result
    results = result.json()
    validate(results)
    assert len(results["rows"]) >= least
    assert {row["status"] for row in results["rows"]} == {"verified"}
