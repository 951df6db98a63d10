"""Files that are there already: nothing is overwritten unasked, and what is complete is not measured again."""

import json
import signal
import subprocess

import jsonschema
import pytest

from conftest import BINARY, BURST, ROOT, SHORT, SHORT_CASE, journal_rows, start


def rows(path):
    return json.loads(path.read_text())["rows"]


def of_steps(steps):
    return [*SHORT_CASE[:-1], f"steps={steps}", "--sweeps", "50", *BURST]


def until_a_row(process, journal):
    while not journal_rows(journal):
        assert process.poll() is None


@pytest.fixture
def finished(spinbench, tmp_path):
    assert spinbench("run", *SHORT, "--out", "r.json").code == 0
    return (tmp_path / "r.json").read_bytes()


def test_an_existing_file_is_not_overwritten(spinbench, tmp_path, finished):
    line = spinbench("run", *SHORT, "--out", "r.json").refused()
    assert "r.json" in line and "--force" in line and "--append" in line
    assert (tmp_path / "r.json").read_bytes() == finished and not (tmp_path / "r.json.journal").exists()


def test_force_and_resume_contradict_each_other(spinbench, tmp_path, finished):
    """But where a run that was to replace the file had begun to: then they are the same command, which goes on."""
    line = spinbench("run", *SHORT, "--out", "r.json", "--resume", "--force").refused()
    assert "--resume" in line and "--force" in line and "r.json.journal" in line
    assert (tmp_path / "r.json").read_bytes() == finished


def test_force_replaces(spinbench, tmp_path, finished):
    assert spinbench("run", *of_steps(2000), "--out", "r.json", "--force").code == 0
    assert [row["params"]["steps"] for row in rows(tmp_path / "r.json")] == [2000]


def test_an_empty_file_is_nobodys(spinbench, tmp_path):
    """As mktemp makes it."""
    (tmp_path / "r.json").touch()
    assert spinbench("run", *SHORT, "--out", "r.json").code == 0
    assert len(rows(tmp_path / "r.json")) == 1


@pytest.mark.parametrize("stream,name", [("stdout", "r.json"), ("stdout", "/dev/stdout"), ("stderr", "r.json"),
                                         ("stderr", "/dev/stderr")])
def test_the_file_that_the_table_goes_to(tmp_path, stream, name):
    """As a shell makes it before the program starts: the table would lie where the results belong."""
    with open(tmp_path / "r.json", "w") as file:
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: file}
        process = subprocess.run([BINARY, "run", *SHORT, "--out", name], cwd=tmp_path, check=False, timeout=60, **streams)
    text = (tmp_path / "r.json").read_text() + (process.stderr or b"").decode()
    assert process.returncode == 2 and "is the file that the table or the messages go to" in text and "variant" not in text
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"]


def test_a_dash_is_no_file(spinbench, tmp_path):
    assert "/dev/stdout" in spinbench("run", *SHORT, "--out", "-").refused()
    assert "/dev/stdout" in spinbench("run", *SHORT, "--benchmark_out=-").refused()
    assert list(tmp_path.iterdir()) == []
    printed = spinbench("run", *SHORT, "--out", "/dev/stdout")
    assert printed.code == 0 and len(printed.json()["rows"]) == 1
    assert spinbench("run", *SHORT, "--out", "./-").code == 0 and len(rows(tmp_path / "-")) == 1


def test_a_file_that_comes_meanwhile_stays(spinbench, tmp_path):
    process = start("run", *of_steps("20000:24500:+500"), "--out", "r.json", cwd=tmp_path)
    until_a_row(process, tmp_path / "r.json.journal")
    (tmp_path / "r.json").write_text("another program's\n")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2 and "meanwhile" in err and "--resume" in err
    assert (tmp_path / "r.json").read_text() == "another program's\n" and (tmp_path / "r.json.journal").exists()


def test_append_adds_rows(spinbench, tmp_path, finished):
    result = spinbench("run", *of_steps("1000,2000"), "--out", "r.json", "--append")
    assert result.code == 0 and "1 of 2 cases" in result.err and "has 1 row more\n" in result.err, result
    after = rows(tmp_path / "r.json")
    assert after[0] == json.loads(finished)["rows"][0]
    assert [row["params"]["steps"] for row in after] == [1000, 2000]
    document = json.loads((tmp_path / "r.json").read_text())
    jsonschema.validate(document, json.loads((ROOT / "results/schema/spinbench-results-2.schema.json").read_text()))
    assert len(document["provenance"]["appended"]) == 1
    again = spinbench("run", *of_steps("1000,2000"), "--out", "r.json", "--append")
    assert again.code == 0 and "complete" in again.err and rows(tmp_path / "r.json") == after


@pytest.mark.parametrize("option", ["--append", "--resume"])
def test_the_same_device_in_another_state(spinbench, tmp_path, finished, option):
    """A card that is cold or idle says another clock at the start; --append listed it twice, --resume refused it."""
    document = json.loads(finished)
    document["provenance"]["devices"][0]["sm_clock_mhz_at_start"] = 345
    (tmp_path / "r.json").write_text(json.dumps(document))
    assert spinbench("run", *(SHORT if option == "--resume" else of_steps(2000)), "--out", "r.json", option).code == 0
    after = json.loads((tmp_path / "r.json").read_text())
    assert len(after["provenance"]["devices"]) == len(document["provenance"]["devices"])


def test_the_same_device_with_another_limit(spinbench, tmp_path, finished):
    document = json.loads(finished)
    document["provenance"]["devices"][0]["power_limit_w"] = 500
    (tmp_path / "r.json").write_text(json.dumps(document))
    assert "device" in spinbench("run", *SHORT, "--out", "r.json", "--resume").refused()
    assert spinbench("run", *of_steps(2000), "--out", "r.json", "--append").code == 0
    after = json.loads((tmp_path / "r.json").read_text())
    assert len(after["provenance"]["devices"]) == 1 + len(document["provenance"]["devices"])


@pytest.mark.parametrize("option", ["--append", "--resume"])
def test_what_only_one_of_two_runs_was_told(spinbench, tmp_path, finished, option):
    """Seen: rows that were timed to 5% went on as a run to 1%, since that is said in no key of its own."""
    without = [word for word in SHORT if word not in ("--precision", "50%")]
    (tmp_path / "r.json").write_bytes(finished)
    line = spinbench("run", *without, "--out", "r.json", option).refused()
    assert "precision" in line and (tmp_path / "r.json").read_bytes() == finished
    document = json.loads(finished)
    document["provenance"]["settings"]["network"] = [50, 1]
    (tmp_path / "r.json").write_text(json.dumps(document))
    assert "network" in spinbench("run", *SHORT, "--out", "r.json", option).refused()


@pytest.mark.parametrize("key,value", [("host", "elsewhere"), ("cpu", "Another CPU"), ("git", "v0-1"), ("compilers", {})],
                         ids=["host", "cpu", "git", "compilers"])
@pytest.mark.parametrize("option", ["--append", "--resume"])
def test_another_machine_or_build(spinbench, tmp_path, finished, key, value, option):
    document = json.loads(finished)
    document["provenance"][key] = value
    (tmp_path / "r.json").write_text(json.dumps(document))
    before = (tmp_path / "r.json").read_bytes()
    assert "another" in spinbench("run", *of_steps(2000), "--out", "r.json", option).refused()
    assert (tmp_path / "r.json").read_bytes() == before


def test_append_mixes_no_two_ways_of_measuring(spinbench, finished):
    """The same case by another seed; cases that are not there may have one."""
    assert "another seed" in spinbench("run", *SHORT, "--out", "r.json", "--append", "--seed", "2").refused()
    assert spinbench("run", *of_steps(3000), "--out", "r.json", "--append", "--seed", "2").code == 0


def test_append_that_was_stopped_goes_on(spinbench, tmp_path, finished):
    (tmp_path / "m.json").write_bytes(finished)
    some = of_steps("50000:65000:+5000")
    process = start("run", *some, "--out", "m.json", "--append", cwd=tmp_path)
    until_a_row(process, tmp_path / "m.json.journal")
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)
    assert (tmp_path / "m.json").read_bytes() == finished and process.returncode == 130
    assert spinbench("run", *some, "--out", "m.json", "--append", "--resume").code == 0
    assert len(rows(tmp_path / "m.json")) == 5 and not (tmp_path / "m.json.journal").exists()


@pytest.mark.parametrize("text", ["{}", "[]", "words", '{"schema": "spinbench-results/2", "provenance": {}, "rows": [{}]}'])
@pytest.mark.parametrize("option", ["--append", "--resume"])
def test_what_is_no_results_file(spinbench, tmp_path, text, option):
    (tmp_path / "r.json").write_text(text)
    line = spinbench("run", *SHORT, "--out", "r.json", option).refused()
    assert "r.json" in line and "json.exception" not in line and (tmp_path / "r.json").read_text() == text


def test_a_finished_run_is_complete(spinbench, tmp_path, finished):
    result = spinbench("run", *SHORT, "--out", "r.json", "--resume")
    assert result.code == 0 and "complete" in result.err and result.out == "", result
    assert (tmp_path / "r.json").read_bytes() == finished


@pytest.mark.parametrize("other,named", [(["--seed", "9"], "seed"), (["--axis", "steps=2000"], "selection"),
                                         (["--physics", "3"], "physics")], ids=["seed", "selection", "physics"])
def test_a_finished_run_of_something_else(spinbench, tmp_path, finished, other, named):
    words = [*SHORT_CASE[:-2], "--sweeps", "50", *BURST, *other] if other[0] == "--axis" else [*SHORT, *other]
    assert f"another {named}" in spinbench("run", *words, "--out", "r.json", "--resume").refused()
    assert (tmp_path / "r.json").read_bytes() == finished


@pytest.mark.parametrize("args,named", [(["--force"], "--out"), (["--append"], "--out"),
                                        (["--out", "r.json", "--force", "--append"], "one of them"),
                                        (["--out", "r.json", "--append", "--against", "x"], "--against")], ids=" ".join)
def test_options_that_say_nothing(spinbench, args, named):
    assert named in spinbench("run", *(SHORT if "--against" not in args else []), *args).refused()


def test_two_outputs_into_one_file(spinbench, tmp_path):
    assert "--out 'r.json'" in spinbench("run", *SHORT, "--out", "r.json", "--benchmark_out=r.json").refused()
    (tmp_path / "g.json").write_text("{}")
    assert "--force" in spinbench("run", *SHORT, "--benchmark_out=g.json").refused()
    assert list(tmp_path.iterdir()) == [tmp_path / "g.json"]


def test_rows_are_added_and_the_interchange_is_there(spinbench, tmp_path, finished):
    """The mend that was named, --force, is refused beside --append."""
    (tmp_path / "g.json").write_text("{}")
    line = spinbench("run", *SHORT, "--out", "r.json", "--append", "--benchmark_out=g.json").refused()
    assert "g.json" in line and "name another file" in line and "--force" not in line
    assert (tmp_path / "g.json").read_text() == "{}" and (tmp_path / "r.json").read_bytes() == finished


def test_a_link_that_dangles_stays_a_link(spinbench, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "r.json").symlink_to("folder/real.json")
    assert spinbench("run", *SHORT, "--out", "r.json").code == 0
    assert (tmp_path / "r.json").is_symlink() and len(rows(tmp_path / "folder/real.json")) == 1


def test_a_name_too_long_for_what_is_put_behind_it(spinbench, tmp_path):
    assert "too long" in spinbench("run", *SHORT, "--out", "r" * 242 + ".json").refused()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_goes_away(tmp_path):
    """What was measured is kept somewhere else, and the line says where."""
    folder = tmp_path / "folder"
    folder.mkdir()
    process = start("run", *of_steps("20000:24500:+500"), "--out", folder / "r.json", cwd=tmp_path, env={"TMPDIR": str(tmp_path)})
    until_a_row(process, folder / "r.json.journal")
    (folder / "r.json.journal").unlink()
    folder.rmdir()
    _, err = process.communicate(timeout=60)
    (kept,) = tmp_path.glob("spinbench-*.json")
    assert process.returncode == 2 and str(kept) in err and rows(kept)
