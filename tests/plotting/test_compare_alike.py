"""./spinbench compare: what must be alike case by case, which cases are one, and which files are copies."""

import copy
import json

import numpy as np
import pytest

import simulated
from pairs import Pair, as_text, wide_terminal  # noqa: F401 - the last is a fixture
from spinbench_results import __main__ as program
from spinbench_results import cases, comparison, history


@pytest.fixture
def pair(tmp_path):
    """Of rows and provenance of their own, with what the rows of ranks say."""
    made = Pair(tmp_path)
    for document in (made.base, made.new):
        document.provenance, document.rows = copy.deepcopy((document.provenance, document.rows))
        for row in document.rows[:2]:
            row["ranks"] = ranks("host", "host", cards=(6, 7))
        for row in document.rows[:12]:
            row["conditions"] = {"device": 0, "power_limit_w": 700.0}
    return made


def ranks(*hosts, cards, **more):
    times = {"boundary_us": 1, "transfer_us": 1, "bulk_us": 1, "wait_us": 1}
    each = [{"host": host, "device": f"NVIDIA H200 at 0000:00:0{card}.0", **times}
            for host, card in zip(hosts, cards, strict=True)]
    return {"count": len(hosts), "nodes": len(set(hosts)), "transport": "peer", "by_rank": each, **more}


def first_row(**changes):
    return lambda pair: pair.new.rows[0].update(changes)


def swap_figures(pair):
    for document, burst in ((pair.base, 4), (pair.new, 5)):
        document.rows[burst]["figure"] = "burst"


def swap_platforms(pair):
    for document, names in ((pair.base, ("amd", "nvidia")), (pair.new, ("nvidia", "amd"))):
        for row, name in zip(document.rows, names, strict=False):
            row["platform"] = name


def no_devices(pair):
    """Rows name theirs all the same."""
    for document in (pair.base, pair.new):
        document.provenance["devices"] = []
    for row in pair.new.rows[:12]:
        row["device"] = "NVIDIA A100"


UNLIKE = {
    "a simulated network": (first_row(device="NVIDIA H200, simulated network of 20 us, 1 GB/s"),
                            "device (cuda): NVIDIA H200 | NVIDIA H200, simulated network of 20 us, 1 GB/s"),
    "one that the ranks tell alone": (
        first_row(ranks=ranks("host", "host", cards=(6, 7), simulated_network={"latency_us": 20, "bandwidth_GBps": 1})),
        "transport (cuda): peer | peer, simulated network of 20 us, 1 GB/s"),
    "another transport": (first_row(ranks=ranks("host", "host", cards=(6, 7)) | {"transport": "staged"}),
                          "transport (cuda): peer | staged"),
    "a shared card": (first_row(ranks=ranks("host", "host", cards=(6, 6))),
                      "places of ranks (cuda): 1 on NVIDIA H200 at 0000:00:06.0, 1 on NVIDIA H200 at 0000:00:07.0 | "
                      "2 on NVIDIA H200 at 0000:00:06.0"),
    "two machines": (first_row(ranks=ranks("host", "other", cards=(6, 7))),
                     "| 1 on NVIDIA H200 at 0000:00:06.0 of machine 1, 1 on NVIDIA H200 at 0000:00:07.0 of machine 2"),
    "no devices in the provenance": (no_devices, "device (cuda): NVIDIA H200 | NVIDIA A100"),
    "another unit": (first_row(unit="sweep"), "unit: flip | sweep"),
    "another seed": (first_row(seed=2), "seed: 1 | 2"),
    "held and burst in turns": (swap_figures, "time of cuda rows: bursts | held load"),
    "another platform": (lambda pair: [row.update(platform="amd") for row in pair.new.rows[:12]],
                         "platform (cuda): its own | amd"),
    "platforms in turns": (swap_platforms, "platform (cuda): amd | nvidia"),
    "a power limit": (lambda pair: pair.new.rows[5]["conditions"].update(power_limit_w=300.0),
                      "power limit (cuda): 700 W | 300 W"),
}


@pytest.mark.parametrize("change,said", UNLIKE.values(), ids=UNLIKE)
def test_what_differs_case_by_case_is_refused(pair, capsys, change, said):
    assert pair.compare() == 0
    capsys.readouterr()
    change(pair)
    assert pair.compare() == 2
    captured = capsys.readouterr()
    assert captured.out == "" and any(said in line for line in captured.err.splitlines()), captured.err
    assert pair.compare("--across") in (0, 1)
    assert f"differs: {said.partition(':')[0]}" in capsys.readouterr().out or said.startswith("|")


def test_ranks_on_machines_of_other_names_are_alike(pair):
    """A batch system gives other nodes each time."""
    for document, names in ((pair.base, ("node1", "node2")), (pair.new, ("node8", "node3"))):
        document.rows[0]["ranks"] = ranks(*names, cards=(6, 6))
    assert pair.compare() == 0


@pytest.mark.parametrize("unread", [(0,), (1,), (0, 1)], ids=str)
def test_one_limit_that_was_not_read_hides_no_other(pair, capsys, unread):
    """Where the driver does not answer for a moment, one row has none."""
    for row in pair.new.rows[:12]:
        row["conditions"]["power_limit_w"] = 300.0
    for i in unread:
        pair.new.rows[i]["conditions"]["power_limit_w"] = None
    assert pair.compare() == 2
    assert "power limit (cuda): 700 W | 300 W" in capsys.readouterr().err


def test_limits_that_no_case_has_on_both_sides(pair, capsys):
    for document, place in ((pair.base, 0), (pair.new, 1)):
        for i, row in enumerate(document.rows[:12]):
            row["conditions"]["power_limit_w"] = None if i % 2 == place else 300.0 + 100 * place
    assert pair.compare() == 2
    assert "power limit (cuda): 300 W | 400 W" in capsys.readouterr().err


def test_limits_that_one_side_has_of_more_cases_are_no_difference(pair):
    """Of no case is it known on both sides, and one limit both sides have."""
    for document, limits in ((pair.base, [700.0, 600.0, None]), (pair.new, [None, None, 700.0])):
        for row, limit in zip(document.rows[:12], [*limits, *[None] * 9], strict=True):
            row["conditions"]["power_limit_w"] = limit
    assert pair.compare() == 0


def test_limits_that_are_not_said_are_no_difference(pair):
    for row in pair.new.rows[1:12]:
        row["conditions"]["power_limit_w"] = None
    assert pair.compare() == 0


def test_a_file_without_a_cpu_model_hides_no_other(tmp_path, capsys):
    """A folder of runs, one of which does not say."""
    bench = simulated.Bench(np.random.default_rng(5), accelerated=0, host=3)
    for side, models in (("base", ("model 17", None)), ("new", ("model 2", "model 2"))):
        (tmp_path / side).mkdir()
        for i, model in enumerate(models):
            document = bench.run()
            document.provenance = {**document.provenance, "machine": {"cpu_model": model} if model else {}}
            (tmp_path / side / f"{i}.json").write_text(as_text(document))
    assert program.main(["compare", str(tmp_path / "base"), str(tmp_path / "new")]) == 2
    assert "CPU model: model 17 | model 2" in capsys.readouterr().err


def test_many_differences_are_few_lines(pair, capsys):
    for i, row in enumerate(pair.new.rows):
        row["seed"] = 10 + i
    assert pair.compare() == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 5 and lines[3] == "spinbench: seed: 1 | 13, and 10 other pairs"


def test_other_places_of_ranks_are_other_devices(pair):
    """What all cases have in common is looked for there, and no noise."""
    pair.new.rows[0]["ranks"] = ranks("host", "host", cards=(6, 6))
    result = comparison.compare([pair.base], [pair.new], across=True)
    assert result.apart == ["cuda"]


def test_machines_are_apart_where_all_are(pair):
    """One of the earlier runs on the new machine is enough for its noise."""
    def on(host):
        made = {**pair.base.provenance, "host": host}
        return simulated.sr.Document("r.json", "spinbench-results/2", made, pair.base.rows)

    assert comparison.compare([on("a")], [on("b")], across=True).apart == ["cpu", "cuda"]
    assert comparison.compare([on("a"), on("b")], [on("b")], across=True).apart == []


# --- which cases are one ----------------------------------------------------------------------------------------

ONSAGER, KOMURA = 0.4406867935097715, 0.44068685453147277  # of two papers, of 256 x 256 clusters in one preset


@pytest.fixture
def close(pair):
    """The first cases of both sides at temperatures that are one to six digits."""
    for document in (pair.base, pair.new):
        for row, beta in zip(document.rows, (ONSAGER, KOMURA), strict=False):
            row["params"] = {"L": 256, "beta": beta}
    return pair


def test_close_temperatures_are_cases_of_their_own(close, capsys):
    close.slow(close.new.rows[1], 1.1)
    code, found = close.compared()
    assert code == 1 and [case["verdict"] for case in found["cases"]][:2] == ["same", "slower"]
    assert [case["name"] for case in found["cases"]][:2] == [
        f"ising2d_metropolis/tiled/cuda/L:256/beta:{beta!r}" for beta in (ONSAGER, KOMURA)]
    capsys.readouterr()
    close.new.rows.pop(0)
    assert close.compared()[1]["missing"][0]["name"].endswith(f"beta:{ONSAGER!r}")


def test_labels_are_as_short_as_they_may_be(close, capsys):
    """In tables of verdicts; where the two stand under two verdicts, too."""
    assert close.compare() == 0
    out = capsys.readouterr().out
    assert f"beta:{ONSAGER!r}" in out and f"beta:{KOMURA!r}" in out and "beta:0.440687" not in out
    close.slow(close.new.rows[1], 1.1)
    assert close.compare() == 1
    assert f"beta:{KOMURA!r}" in capsys.readouterr().out
    for document in (close.base, close.new):
        document.rows.pop(1)
    assert close.compare() == 0
    assert "beta:0.440687" in capsys.readouterr().out


def test_what_all_cases_of_a_table_share_has_its_digits_too(close, capsys):
    for document in (close.base, close.new):
        for i, row in enumerate(document.rows[:4]):
            row["params"] = {"L": 256 << i // 2, "beta": (ONSAGER, KOMURA)[i % 2]}
        document.rows = document.rows[:4]
    for row in close.new.rows[1::2]:
        close.slow(row, 1.5)
    close.compare()
    out = capsys.readouterr().out
    assert f"all at beta:{KOMURA!r}" in out and f"all at beta:{ONSAGER!r}" in out


def test_a_whole_number_is_one_however_it_was_written(pair):
    for document, one in ((pair.base, 1), (pair.new, 1.0)):
        document.rows[0]["params"] = {"L": 256, "beta": one}
    assert len(pair.compared()[1]["cases"]) == 14


@pytest.mark.parametrize("name", ["epyc-paper", "h200-paper-glasses", "xeon-tau-critical"])
def test_names_are_those_that_the_program_gave(name):
    """Of files whose variants got no axes since."""
    made = simulated.sr.read_file(simulated.RECORDED / f"{name}.json")
    written = [row["name"] for row in made.rows]
    assert [cases.name(row) for row in made.rows] == written
    assert len({cases.key_of(row) for row in made.rows}) == len(set(written)) == len(written)


# --- which files are copies -------------------------------------------------------------------------------------


def change_card(document):
    document.provenance["devices"][1]["pci"] = "0000:00:07.0"


def change_time(document):
    Pair.slow(document.rows[0], 2)


@pytest.mark.parametrize("change", [change_card, change_time])
def test_runs_of_one_second_are_no_copies(pair, change):
    """A batch of one command, on the cards of one host."""
    other = copy.deepcopy(pair.base)
    assert len(cases.distinct([pair.base, other])) == 1 and cases.copies([pair.base, other]) == [(other, pair.base)]
    change(other)
    assert len(cases.distinct([pair.base, other])) == 2 and cases.copies([pair.base, other]) == []


@pytest.mark.parametrize("first", [0, 1], ids=["the whole one first", "the part first"])
def test_a_part_of_a_run_is_no_run_of_its_own(pair, first):
    """A file of before the run's end, or cases that somebody picked out."""
    part = copy.deepcopy(pair.base)
    del part.rows[1]
    both = [pair.base, part] if first == 0 else [part, pair.base]
    assert cases.distinct(both) == [pair.base] and cases.copies(both) == [(part, pair.base)]


def test_a_file_and_its_copy_are_one_run(pair):
    """Two files at hand would tell of a spread between runs that nobody saw."""
    once, twice = (comparison.compare([pair.base] * count, [pair.new] * count) for count in (1, 2))
    assert [(v.low, v.high, v.source) for v in once.verdicts] == [(v.low, v.high, v.source) for v in twice.verdicts]
    assert len(twice.base) == len(twice.new) == 1


def test_a_history_of_another_device_or_figure_is_none(pair):
    """Earlier runs of the cases in bursts, or on another card of the machine, tell nothing of these."""
    def earlier(**changes):
        bench = simulated.Bench(np.random.default_rng(5), accelerated=12, host=2)
        made = [bench.run() for _ in range(4)]
        for document in made:
            document.rows = [{**row, **(changes if row["backend"] == "cuda" else {})} for row in document.rows]
        return history.levels(made, like=[pair.new])

    assert len(earlier()) == 14
    for changes in ({"figure": "burst"}, {"device": "NVIDIA H200, simulated network of 20 us, 1 GB/s"}):
        assert {key[2] for key in earlier(**changes)} == {"cpu"}


def test_json_is_of_one_line_a_difference(pair):
    pair.new.rows[0]["seed"] = 2
    assert pair.compared("--across")[1]["differences"] == [{"what": "seed", "base": "1", "new": "2"}]
    assert json.loads((pair.folder / "c.json").read_text())["lapses"] == []
