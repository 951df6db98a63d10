"""What the program says of its generators, and that docs/generators.md says the same."""

import importlib.util
import json
import re

import pytest

from conftest import ROOT


@pytest.fixture
def generators(spinbench):
    return json.loads(spinbench("list", "--json").out)["generators"]


def generator_table():
    spec = importlib.util.spec_from_file_location("generator_table", ROOT / "docs/generator_table.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_list_names_every_value_of_the_axis(spinbench, generators):
    names = [g["name"] for g in generators]
    assert len(set(names)) == len(names)
    variants = json.loads(spinbench("list", "--kernel", "ising2d_metropolis", "--json").out)["variants"]
    offered = {word for v in variants for axis in v["axes"] if axis["name"] == "rng" for word in axis["words"]}
    assert offered and offered <= set(names)


def test_what_keeps_nothing_costs_no_traffic(generators):
    for g in generators:
        assert (g["storage"] == "none") == (g["state_bytes"] == 0), g
        assert g["storage"] != "none" or g["traffic_bytes_per_word"] == 0, g
        assert (g["streams_a_state"] > 1) == (g["storage"] == "shared"), g
        assert 0 < g["bits"] <= 32 and g["period_log2"] > 0, g
        assert g["multiply_adds_per_word"] + g["logic_ops_per_word"] > 0, g


def test_says_what_was_published_and_what_is_drawn(generators):
    for g in generators:
        assert (ROOT / "kernels/common/rng" / g["header"]).is_file(), g
        assert all(len(g[text]) > 15 for text in ("paper", "tested", "as_used")), g
        assert g["passes_bigcrush"] == ("BigCrush" in g["tested"] and " passes " in f" {g['tested']}"
                                        and "but for" not in g["tested"]), g
    # Seeded anew at each opening: not what a battery ran on, and said so.
    seeded = [g for g in generators if g["logic_ops_per_opening"] > 0]
    assert seeded and all("not what the batteries ran on" in g["as_used"] for g in seeded)


def test_a_biased_generator_has_an_unbiased_one_by_which_its_code_is_proved(generators):
    by_name = {g["name"]: g for g in generators}
    for g in generators:
        for bias, of in (("known_bias", "unbiased_sibling"), ("one_sequence_bias", "one_sequence_sibling")):
            assert bool(g[bias]) == bool(g[of]), g
            if g[bias]:
                sibling = by_name[g[of]]
                assert not sibling["known_bias"] and not sibling["one_sequence_bias"]
                assert (sibling["header"], sibling["storage"]) == (g["header"], g["storage"])
    assert by_name["parisi_rapuano"]["one_sequence_bias"]


def test_document_is_up_to_date(generators):
    module = generator_table()
    document = module.DOCUMENT.read_text()
    assert module.with_made(document, generators) == document, "run docs/generator_table.py --write"


def test_a_changed_generator_changes_the_document(generators):
    module = generator_table()
    document = module.DOCUMENT.read_text()
    for key, value in (("state_bytes", 12), ("period_log2", 1), ("bits", 7), ("multiply_adds_per_word", 99),
                       ("logic_ops_per_opening", 99), ("traffic_bytes_per_word", 99), ("known_bias", "none at all"),
                       ("paper", "nobody"), ("tested", "not at all"), ("as_used", "as published")):
        changed = [{**generators[0], key: value}, *generators[1:]]
        assert module.with_made(document, changed) != document, key


def test_expected_failures_in_the_document_name_generators(generators):
    text = generator_table().DOCUMENT.read_text().split("## What the tests see", 1)[1]
    names = [g["name"] for g in generators]
    for row in [line.split("|") for line in text.splitlines() if line.startswith("|")][2:]:
        for pattern in re.findall(r"`([^`]+)`", row[2]):
            assert any(re.fullmatch(pattern.replace("*", ".*"), name) for name in names), pattern
