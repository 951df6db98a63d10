"""The benchmarks of the random number generators, at sizes of a moment."""

import json

import pytest

from conftest import BURST
from test_results import validate

FILL = ["--kernel", "rng_fill", "--backend", "cpu", "--axis", "n=100000", "--axis", "streams=1024"]
COUNT = ["--kernel", "rng_count_odd", "--backend", "cpu", "--axis", "draws=100"]
BLOCKS = ["--kernel", "rng_blocks", "--backend", "cpu", "--axis", "draws=100"]


@pytest.fixture
def rows(spinbench, tmp_path):
    """The rows of a run, which must follow the schema."""

    def run(*args):
        result = spinbench("run", *args, "--sweeps", "20", *BURST, "--out", "r.json")
        assert result.code == 0, result
        results = json.loads((tmp_path / "r.json").read_text())
        validate(results)
        return results["rows"]

    return run


def checked(row):
    assert row["status"] == "measured", row
    assert row["verification"]["status"] == "passed"
    assert row["unit"] == "number"
    assert row["ns_per_unit"] > 0
    return {check["name"] for check in row["verification"]["checks"]}


def test_fill_tells_its_time_to_set_up(rows):
    found = rows(*FILL, "--variant", "streams", "--axis", "rng=philox4x32,mt19937,fibonacci521,sfc32")
    # The case to which speed-ups refer runs first.
    assert found.pop(0)["variant"] == "standard"
    assert len(found) == 4
    for row in found:
        assert {"words"} <= checked(row)
        assert 0 <= row["setup_s"] < 60
    # One of these keeps 624 words a stream, another nothing.
    setup = {row["params"]["rng"]: row["setup_s"] for row in found}
    assert setup["mt19937"] > setup["philox4x32"]


def test_fill_by_the_standard_library(rows):
    found = rows("--kernel", "rng_fill", "--variant", "standard", "--backend", "cpu", "--axis", "n=100000")
    assert len(found) == 1
    assert {"words", "known answer"} <= checked(found[0])


def test_odd_numbers_are_half(rows):
    found = rows(*COUNT, "--axis", "rng=philox4x32,minstd", "--axis", "grid=paper,full")
    assert len(found) == 4
    for row in found:
        assert {"generator", "odd", "counts"} <= checked(row)


def test_blocks_skip_what_fits_neither_place(rows):
    found = rows(*BLOCKS, "--axis", "load=0.5,2", "--axis", "state=shared,registers", "--axis",
                 "rng=lcg64_random,mt19937")
    assert len(found) == 8
    for row in found:
        if row["params"]["rng"] == "mt19937":
            assert row["status"] == "skipped" and "bytes a thread" in row["reason"]
        else:
            assert "sums" in checked(row)


def test_a_number_of_streams_that_is_refused(rows):
    found = rows("--kernel", "rng_fill", "--variant", "streams", "--backend", "cpu", "--axis", "n=1000", "--axis",
                 "streams=300")
    assert [(row["variant"], row["status"]) for row in found] == [("standard", "measured"), ("streams", "skipped")]
    assert "multiple of 256" in found[1]["reason"]
