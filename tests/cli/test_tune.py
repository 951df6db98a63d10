"""run --tune: the tuning file, the rows that name it, and what is kept of a search that was interrupted.

The searched axis is that of a benchmark whose time does not depend on it: nothing here looks at times."""

import json
import re
import shutil
import signal
import time

import pytest

from conftest import BURST, IS_ROOT, SHORT_CASE, needs, start

CASE = [*SHORT_CASE[:-2], *BURST]
SEARCH = ["--tune", "--tune-axis", "steps=1000,2000,3000"]
# Long enough to be interrupted.
LONG = ["--tune", "--tune-axis", "steps=20000:160000:+20000"]


def rows(path):
    return json.loads(path.read_text())["rows"]


@pytest.fixture(scope="module")
def one_search(tmp_path_factory):
    folder = tmp_path_factory.mktemp("one_search")
    process = start("run", *CASE, *SEARCH, "--tuning", "t.json", "--out", "r.json", cwd=folder)
    out, err = process.communicate(timeout=100)
    assert process.returncode == 0, err
    return out, folder


@pytest.fixture
def tuned(one_search, tmp_path):
    """What a search printed, its tuning file, and the run's rows."""
    out, folder = one_search
    for name in ("t.json", "r.json"):
        shutil.copy(folder / name, tmp_path)
    return out, json.loads((tmp_path / "t.json").read_text()), rows(tmp_path / "r.json")


def test_search_is_printed_kept_and_named(tuned):
    out, file, (row,) = tuned
    assert "3 launches tried" in out
    for steps in (1000, 2000, 3000):
        assert re.search(rf"steps:{steps}\s", out)
    assert file["schema"] == "spinbench-tuning/1"
    (launch,) = file["launches"]
    assert launch["device"] == row["device"] and launch["kernel"] == "machine_logic" and launch["params"] == {}
    assert len(launch["tried"]) == 3
    steps = launch["launch"]["steps"]
    assert row["name"] == f"machine_logic/scalar/cpu/steps:{steps}"
    assert row["tuning"] == {"file": "t.json", "date": launch["date"], "git": launch["git"], "launch": {"steps": steps}}
    # The chosen one is the cheapest of the last rung.
    last = [one for one in launch["tried"] if one["rungs"] == max(t["rungs"] for t in launch["tried"])]
    assert min(last, key=lambda one: one["ns_per_unit"])["launch"] == {"steps": steps}


def test_later_run_reads_it(tuned, spinbench, tmp_path):
    steps = tuned[1]["launches"][0]["launch"]["steps"]
    before = (tmp_path / "t.json").read_bytes()
    result = spinbench("run", *CASE, "--tuning", "t.json", "--out", "later.json")
    assert result.code == 0 and "launches of 1 of 1 cases from 't.json'" in result.err
    (row,) = rows(tmp_path / "later.json")
    assert row["params"] == {"steps": steps} and row["tuning"]["launch"] == {"steps": steps}
    assert (tmp_path / "t.json").read_bytes() == before
    # Without the option nothing is read.
    assert spinbench("run", *CASE, "--out", "plain.json").code == 0
    (row,) = rows(tmp_path / "plain.json")
    assert "tuning" not in row and row["params"] == {"steps": 65536}


def test_rows_follow_the_schema_and_the_loader(tuned, tmp_path):
    import jsonschema
    from conftest import ROOT
    from spinbench_results import files

    for name, of in (("r.json", "results-2"), ("t.json", "tuning-1")):
        schema = json.loads((ROOT / f"results/schema/spinbench-{of}.schema.json").read_text())
        jsonschema.validate(json.loads((tmp_path / name).read_text()), schema)
    (row,) = files.read_file(tmp_path / "r.json").rows
    assert row["tuning"]["file"] == "t.json"


def test_axis_given_by_the_user_stays(tuned, spinbench, tmp_path):
    """A launch of the file that differs from it is not taken."""
    steps = tuned[1]["launches"][0]["launch"]["steps"]
    line = spinbench("run", *CASE, "--axis", "steps=1500", "--tuning", "t.json", "--out", "x.json").refused()
    assert "for none of the cases" in line
    result = spinbench("run", *CASE, "--axis", f"steps={steps}", "--tuning", "t.json", "--out", "x.json")
    assert result.code == 0 and rows(tmp_path / "x.json")[0]["tuning"]["launch"] == {"steps": steps}


def test_two_cases_in_one_run_and_one_of_another_device(tuned, spinbench, tmp_path):
    """Each search has an entry; what is there of another device stays."""
    file = tuned[1]
    file["launches"][0]["device"] = "Another CPU"
    (tmp_path / "t.json").write_text(json.dumps(file))
    line = spinbench("run", *CASE, "--tuning", "t.json", "--out", "x.json").refused()
    assert "Another CPU" in line and "run --tune" in line
    both = ["--kernel", "machine_logic", "--kernel", "machine_mad", "--backend", "cpu", *BURST]
    result = spinbench("run", *both, *SEARCH, "--tuning", "t.json", "--out", "both.json")
    assert result.code == 0, result
    launches = json.loads((tmp_path / "t.json").read_text())["launches"]
    measured = rows(tmp_path / "both.json")
    assert launches[0] == file["launches"][0]
    assert {(one["kernel"], one["variant"], one["launch"]["steps"]) for one in launches[1:]} == \
        {(row["kernel"], row["variant"], row["tuning"]["launch"]["steps"]) for row in measured}
    assert len(launches) == 1 + len(measured) and len({row["kernel"] for row in measured}) == 2


def test_a_launch_that_chooses_nothing_is_broken(tuned, spinbench, tmp_path):
    file = tuned[1]
    file["launches"][0]["launch"] = {}
    (tmp_path / "t.json").write_text(json.dumps(file))
    assert "chooses nothing" in spinbench("run", *CASE, "--tuning", "t.json", "--out", "x.json").refused()


@pytest.mark.parametrize("text,named", [
    ("{", "no tuning file"), ('{"schema":"spinbench-tuning/2","launches":[]}', "spinbench-tuning/2"),
    ('{"schema":"spinbench-results/2"}', "spinbench-results/2"), ("[" * 100000, "no tuning file"),
    ('{"schema":"spinbench-tuning/1","launches":[{"device":"d"}]}', "broken"), ("\x00\xff", "no tuning file")])
@pytest.mark.parametrize("search", [[], SEARCH], ids=["reads", "writes"])
def test_what_is_no_tuning_file_is_refused_and_kept(spinbench, tmp_path, text, named, search):
    (tmp_path / "t.json").write_text(text)
    assert named in spinbench("run", *CASE, *search, "--tuning", "t.json", "--out", "r.json").refused()
    assert (tmp_path / "t.json").read_text() == text and not (tmp_path / "r.json").exists()


@pytest.mark.parametrize("args,named", [
    (["--tuning", "nowhere.json"], "nowhere.json"), ([*SEARCH, "--tuning", "no/folder/t.json"], "--tuning"),
    ([*SEARCH, "--tuning", "."], "--tuning"), (["--tuning", "."], "no regular file"), (["--tuning", ""], "empty"),
    ([*SEARCH, "--tuning", "x.json", "--out", "./x.json"], "x.json"), (["--tuning", "x.json", "--out", "x.json"], "x.json"),
    (["--tune-axis", "steps=1000"], "--tune"), (["--tune-all"], "--tune"), (["--tune"], "--tune-axis"), (["--tune", "--tune-axis", "block=1"], "block"),
    (["--tune", "--tune-axis", "steps=0"], "steps=0"), (["--tune", "--tune-axis", "steps=1:1000000:+1"], "values"),
    ([*SEARCH, "--axis", "steps=1000"], "--axis")], ids=" ".join)
def test_refused(spinbench, tmp_path, args, named):
    assert named in spinbench("run", *CASE, *args).refused()
    assert list(tmp_path.iterdir()) == []


def test_unwritable_file(spinbench, tmp_path):
    needs(not IS_ROOT, "root may write anywhere")
    (tmp_path / "t.json").write_text('{"schema":"spinbench-tuning/1","launches":[]}')
    (tmp_path / "t.json").chmod(0o444)
    assert "t.json" in spinbench("run", *CASE, *SEARCH, "--tuning", "t.json").refused()


def test_interrupted_search_keeps_those_that_were_done(spinbench, tmp_path):
    """--resume takes them from the journal, and searches the rest."""
    args = ["run", "--kernel", "machine_logic", "--variant", "scalar", "--kernel", "machine_mad", "--backend", "cpu",
            *BURST, *LONG, "--tuning", "t.json", "--out", "r.json"]
    process = start(*args, cwd=tmp_path)
    deadline = time.monotonic() + 180
    while not (tmp_path / "t.json").exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130 and "while tuning" in err and "--resume" in err
    (first,) = json.loads((tmp_path / "t.json").read_text())["launches"]
    # What another run wrote in between is not this run's choice.
    other = {**first, "launch": {"steps": 5}}
    (tmp_path / "t.json").write_text(json.dumps({"schema": "spinbench-tuning/1", "launches": [other]}))
    assert "--resume" in spinbench(*args).refused()
    result = spinbench(*args, "--resume")
    assert result.code == 0, result
    assert result.out.count("launches tried") == 1
    launches = json.loads((tmp_path / "t.json").read_text())["launches"]
    assert first in launches and other not in launches and len(launches) == 2
    assert [row["tuning"]["launch"] for row in rows(tmp_path / "r.json") if row["kernel"] == first["kernel"]] == \
        [first["launch"]]
    assert not (tmp_path / "r.json.journal").exists()
