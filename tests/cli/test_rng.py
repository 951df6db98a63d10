"""The benchmarks of the random number generators, at sizes of a moment."""

import json

import pytest

from conftest import BURST, start
from test_results import validate

RNG = "philox4x32,mt19937,fibonacci521,sfc32,minstd,lcg64_random"
AXES = {"rng_fill": ["n=100000", "streams=1024"], "rng_count_odd": ["draws=100", "grid=paper,full"],
        "rng_blocks": ["draws=100", "load=0.5,2", "state=shared,registers"]}
# Of all their cases those that are looked at.
CASES = ("rng_fill/standard|rng_fill/streams.*rng:(philox4x32|mt19937|fibonacci521|sfc32)"
         "|rng_count_odd.*rng:(philox4x32|minstd)|rng_blocks.*rng:(lcg64_random|mt19937)")


@pytest.fixture(scope="module")
def benchmarks(tmp_path_factory):
    """{kernel: its rows}; they must follow the schema."""
    folder, result = tmp_path_factory.mktemp("benchmarks"), {}
    for kernel, axes in AXES.items():
        process = start("run", "--kernel", kernel, "--variant", "st*", "--backend", "cpu", "--filter", CASES, "--sweeps", "2",
                        *[word for axis in (*axes, f"rng={RNG}") for word in ("--axis", axis)], *BURST, "--out", f"{kernel}.json",
                        cwd=folder)
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, out + err
        results = json.loads((folder / f"{kernel}.json").read_text())
        validate(results)
        result[kernel] = results["rows"]
    return result


def checked(row):
    assert row["status"] == "measured", row
    assert row["verification"]["status"] == "passed"
    assert row["unit"] == "number"
    assert row["ns_per_unit"] > 0
    return {check["name"] for check in row["verification"]["checks"]}


def test_fill_tells_its_time_to_set_up(benchmarks):
    # The case to which speed-ups refer runs first.
    standard, *found = benchmarks["rng_fill"]
    assert standard["variant"] == "standard" and {"words", "known answer"} <= checked(standard)
    assert len(found) == 4
    for row in found:
        assert {"words"} <= checked(row)
        assert 0 <= row["setup_s"] < 60
        assert row["speedup"]["reference"] == standard["name"]
    # One of these keeps 624 words a stream, another nothing.
    setup = {row["params"]["rng"]: row["setup_s"] for row in found}
    assert setup["mt19937"] > setup["philox4x32"]


def test_odd_numbers_are_half(benchmarks):
    found = benchmarks["rng_count_odd"]
    assert len(found) == 4
    for row in found:
        assert {"generator", "odd", "counts"} <= checked(row)


def test_blocks_skip_what_fits_neither_place(benchmarks):
    found = benchmarks["rng_blocks"]
    assert len(found) == 8
    for row in found:
        if row["params"]["rng"] == "mt19937":
            assert row["status"] == "skipped" and "bytes a thread" in row["reason"]
        else:
            assert "sums" in checked(row)


def test_a_number_of_streams_that_is_refused(spinbench):
    refused = ["--kernel", "rng_fill", "--variant", "streams", "--backend", "cpu", "--axis", "n=1000", "--axis", "streams=300"]
    cases = spinbench("list", "--json", *refused).json()["cases"]
    assert {case["status"] for case in cases} == {"skipped"}
    assert all("multiple of 256" in case["reason"] for case in cases)
