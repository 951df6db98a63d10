"""Results files of earlier versions in today's terms."""

import copy
import json
import pathlib

import pytest

import example_files as example
from spinbench_results import versions

OLD = json.loads((pathlib.Path(__file__).resolve().parents[1] / "data/results_version_1.json").read_text())


@pytest.mark.parametrize("fraction,exceeded", [(None, False), (0.9, False), (1.019, False), (1.021, True), (1.5, True)])
def test_a_limit_is_exceeded_beyond_two_percent(fraction, exceeded):
    """As the program says it of its rows: less is how well a limit is known."""
    document = copy.deepcopy(OLD)
    document["rows"] = document["rows"][:1]
    document["rows"][0]["limit"] = {"bound": "dram", "flips_per_ns": 10.0, "fraction": fraction}
    limit = versions.upgraded(document)["rows"][0]["limit"]
    assert limit["exceeded"] is exceeded and limit["units_per_ns"] == 10.0


@pytest.mark.parametrize("places,kept", [
    ([("a", "card 0")], True), ([("a", "card 0")] * 2, True), ([], True), ([("a", "card 0"), ("a", "card 1")], False),
    ([("a", None), ("b", None)], False)], ids=str)
def test_joules_are_left_out_where_they_are_of_a_part(places, kept):
    """Rank 0's device was read, and the work is that of all: where there is no other, its joules are the row's."""
    by_rank = [{"host": host, **({"device": device} if device else {})} for host, device in places]
    ranks = {"count": len(places), "nodes": 1, "transport": "peer", "by_rank": by_rank}
    row = example.row(**({"ranks": ranks} if places else {}))
    energy = versions.upgraded(example.document(row))["rows"][0]["energy"]
    assert (energy == row["energy"]) is kept
    assert kept or (energy["joules_per_unit"] is None and "only rank 0's was read" in energy["doubt"])
