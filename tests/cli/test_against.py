"""run --against: the cases of an earlier file, another build in turns with this one, and who judges."""

import csv
import fcntl
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time

import pytest

from conftest import BINARY, BURST, ROOT, SHORT_CASE, journal_rows, needs, start

CASES = [*SHORT_CASE[:-1], "steps=1000,2000"]
QUICK = ["--sweeps", "50"]


@pytest.fixture(scope="module")
def base_run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("base_run")
    process = start("run", *CASES, *QUICK, *BURST, "--seed", "5", "--out", "base.json", cwd=folder)
    assert process.wait(timeout=100) == 0
    return folder / "base.json"


@pytest.fixture
def script(tmp_path):
    """Stands for ./spinbench: says what it was called with, and returns what the environment says."""
    path = tmp_path / "script"
    path.write_text('#!/bin/sh\necho "judged: $*"\nexit ${VERDICT:-0}\n')
    path.chmod(0o755)
    return str(path)


def document(path):
    return json.loads(path.read_text())


def test_the_files_cases_are_measured_again_as_they_were(spinbench, base_run, tmp_path):
    result = spinbench("run", "--against", base_run, *QUICK, "--out", "new.json")
    assert result.code == 0, result
    assert f"./spinbench compare {base_run} new.json" in result.err
    new = document(tmp_path / "new.json")["rows"]
    assert [row["name"] for row in new] == [row["name"] for row in document(base_run)["rows"]]
    assert {row["seed"] for row in new} == {5} and {row["figure"] for row in new} == {"burst"}


def test_narrowed(spinbench, base_run, tmp_path):
    result = spinbench("run", "--against", base_run, "--axis", "steps=2000", *QUICK, "--out", "new.json")
    assert result.code == 0, result
    assert [row["params"]["steps"] for row in document(tmp_path / "new.json")["rows"]] == [2000]
    assert "no measured case that is selected" in \
        spinbench("run", "--against", base_run, "--axis", "steps=3", "--out", "new.json").refused()


@pytest.mark.parametrize("given,named", [(["--seed", "2"], "seed ('5' there, '2' here); leave --seed away"),
                                         (["--hold", "1"], "time of cpu rows ('bursts' there, 'held load' here); leave --hold away"),
                                         (["--seed", "5", "--hold", "0"], None)], ids=["seed", "hold", "as the file"])
def test_what_would_get_no_verdict_is_not_measured(spinbench, base_run, tmp_path, given, named):
    """It was measured, for hours, and then refused by compare."""
    result = spinbench("run", "--against", base_run, *QUICK, *given, "--out", "new.json", *([] if named else ["--dry-run"]))
    assert result.code == 0 if named is None else named in result.refused()
    assert list(tmp_path.iterdir()) == []


def mixed_seeds(made):
    made["rows"][0]["seed"] = 6


def mixed_times(made):
    made["rows"][0]["figure"] = "held"


def another_compiler(made):
    made["provenance"]["compilers"]["cxx"] = "Another 1.0"


def other_flags(made):
    made["provenance"]["compilers"]["flags"] += " -fother"


def another_processor(made):
    made["provenance"]["cpu"] = "Another 1000"


def another_driver(made):
    made["provenance"]["devices"][0]["driver"] = "1.0"


def another_name(made):
    made["provenance"]["devices"][0]["name"] = "Another 1000"


def compiler_of_no_case(made):
    made["provenance"]["compilers"]["cuda"] = "Another 1.0"


def driver_of_no_case(made):
    made["provenance"]["devices"].append({**made["provenance"]["devices"][0], "backend": "cuda", "driver": "1.0"})


def another_commit(made):
    made["provenance"]["git"] = "another"


CHANGES = [mixed_seeds, mixed_times, another_compiler, other_flags, another_processor, another_driver, another_name,
           compiler_of_no_case, driver_of_no_case, another_commit]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_run_refuses_what_compare_would(spinbench, base_run, tmp_path, change):
    """Neither more nor less: the package's own list is in cases.py."""
    made = document(base_run)
    change(made)
    (tmp_path / "changed.json").write_text(json.dumps(made))
    judged = subprocess.run([sys.executable, "-B", "-m", "spinbench_results", "compare", "changed.json", base_run], cwd=tmp_path,
                            env={**os.environ, "PYTHONPATH": str(ROOT / "plotting")}, capture_output=True, text=True,
                            timeout=60, check=False)
    differ = re.findall(r"^spinbench: (.*?): .* \| ", judged.stderr, re.M)
    assert judged.returncode == (2 if differ else 0), judged.stderr
    result = spinbench("run", "--against", "changed.json", *QUICK, "--out", "new.json", "--dry-run")
    if not differ:
        assert result.code == 0 and result.err == "", result
    else:
        line = result.refused()
        assert "would get no verdict" in line and re.findall(r"(\w[\w() ]*) \('[^']*' there, '[^']*' here\)", line.split(" the same ")[1]) == \
            sorted(differ)
    assert [path.name for path in tmp_path.iterdir()] == ["changed.json"]


def test_rows_of_two_seeds_are_narrowed_to_one(spinbench, base_run, tmp_path):
    made = document(base_run)
    mixed_seeds(made)
    (tmp_path / "changed.json").write_text(json.dumps(made))
    words = ["run", "--against", "changed.json", *QUICK, "--out", "new.json", "--dry-run"]
    assert "narrow the cases" in spinbench(*words).refused()
    assert "narrow the cases" in spinbench(*words, "--seed", "6").refused()
    assert spinbench(*words, "--axis", "steps=1000").code == 0


def test_another_seed_is_no_matter_in_turns(spinbench, base_run, tmp_path):
    """Both sides measure now, with what this command says."""
    needs(BINARY != str(ROOT / "spinbench"), "this is the script, not the program")
    result = spinbench("run", "--against", base_run, "--baseline-binary", BINARY, *QUICK, "--seed", "2", "--repetitions", "1",
                       "--out", "new.json")
    assert result.code == 0, result
    assert {row["seed"] for name in ("new.json", "new.baseline.json") for row in document(tmp_path / name)["rows"]} == {2}


@pytest.mark.parametrize("verdict", [0, 1, 2])
def test_the_script_judges(spinbench, base_run, script, verdict):
    result = spinbench("run", "--against", base_run, *QUICK, "--out", "new.json",
                       env={**os.environ, "SPINBENCH_SCRIPT": script, "VERDICT": str(verdict)})
    assert result.code == verdict and f"judged: compare {base_run} new.json" in result.out


@pytest.mark.parametrize("words,reads", [(["--format", "json"], json.loads), (["--benchmark_format=json"], json.loads),
                                         (["--format", "csv"], lambda text: next(csv.DictReader(text.splitlines()))["kernel"])],
                         ids=["json", "Google Benchmark", "csv"])
def test_a_document_is_all_that_is_printed(spinbench, base_run, script, words, reads):
    """The verdict came behind it, and a reader's JSON had extra data."""
    result = spinbench("run", "--against", base_run, *QUICK, *words, "--out", "new.json",
                       env={**os.environ, "SPINBENCH_SCRIPT": script, "VERDICT": "1"})
    assert result.code == 1 and reads(result.out), result
    assert f"judged: compare {base_run} new.json" in result.err and "judged" not in result.out
    printed = spinbench("run", "--against", base_run, *QUICK, "--format", "markdown", "--out", "other.json",
                        env={**os.environ, "SPINBENCH_SCRIPT": script})
    assert "judged" in printed.out and "judged" not in printed.err


def test_both_sides_in_turns_have_the_same_time(spinbench, base_run, tmp_path):
    """Of the preset `full` this side had twice the other's, and --physics was for this side alone."""
    needs(BINARY != str(ROOT / "spinbench"), "this is the script, not the program")
    words = ["run", "--against", base_run, "--baseline-binary", BINARY, "--preset", "full", "--backend", "cpu", "--out", "new.json"]
    plan = spinbench(*words, "--dry-run", "--format", "json").json()["cases"]
    of_file = {row["name"] for row in document(base_run)["rows"]}
    more = [case for case in plan if case["name"] not in of_file and case["status"] == "runnable"]
    needs(more, "the preset full has no case for this build's kernels")
    name = min(more, key=lambda case: case["seconds"])["name"]
    result = spinbench(*words, "--filter", f"^machine_logic/|^{re.escape(name)}$", *QUICK, "--physics", "1.5", "--repetitions", "1")
    assert result.code == 0, result
    sides = [document(tmp_path / file) for file in SIDES]
    for side in sides:
        assert {row["name"] for row in side["rows"]} == of_file | {name}
        assert side["provenance"]["settings"]["physics"] == 1.5
    assert sides[0]["provenance"]["settings"] == sides[1]["provenance"]["settings"]


def test_in_turns_with_another_build(spinbench, base_run, script, tmp_path):
    needs(BINARY != str(ROOT / "spinbench"), "this is the script, not the program")
    result = spinbench("run", "--against", base_run, "--baseline-binary", BINARY, *QUICK, "--out", "new.json",
                       env={**os.environ, "SPINBENCH_SCRIPT": script})
    assert result.code == 0, result
    assert "judged: compare new.baseline.json new.json" in result.out
    sides = [document(tmp_path / name) for name in ("new.baseline.json", "new.json")]
    for side in sides:
        assert [row["name"] for row in side["rows"]] == [row["name"] for row in document(base_run)["rows"]]
        assert {len(row["repetitions"]) for row in side["rows"]} == {4}
        assert {row["seed"] for row in side["rows"]} == {5}
    assert sides[0]["provenance"]["argv"] != sides[1]["provenance"]["argv"]
    assert [side["provenance"]["in_turns"] for side in sides] == ["new.baseline.json"] * 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.baseline.json", "new.json", "script"]


@pytest.mark.parametrize("program,named", [("/bin/false", "exit code 1"), ("/no/such/program", "No such file"),
                                           ("/bin/true", "exit code 0")])
def test_another_build_that_is_none(spinbench, base_run, tmp_path, program, named):
    line = spinbench("run", "--against", base_run, "--baseline-binary", program, "--out", "new.json").refused()
    assert named in line and program in line
    assert list(tmp_path.iterdir()) == []


# Of a script that stands for another build: the descriptor of its socket.
TURNS = "turns = int(sys.argv[sys.argv.index('--turns') + 1])\n"


@pytest.mark.parametrize("linger", [0, 0.5])
def test_another_build_that_ends_in_the_middle(spinbench, base_run, tmp_path, linger):
    """One line, and no file that could pass for a comparison, or be gone on from: no case is whole."""
    needs(BINARY != str(ROOT / "spinbench"), "this is the script, not the program")
    broken = tmp_path / "broken"
    broken.write_text("#!/usr/bin/env python3\nimport os, sys, time\n"
                      f"{TURNS}os.write(turns, b'turns1 00000000\\n')\nos.read(turns, 16)\nprint('out of order', file=sys.stderr)\n"
                      f"os.close(turns)\ntime.sleep({linger})\nos._exit(7)\n")
    broken.chmod(0o755)
    result = spinbench("run", "--against", base_run, "--baseline-binary", broken, "--repetitions", "2", *QUICK,
                       "--out", "new.json")
    assert result.code == 2 and "exit code 7: out of order" in result.err.splitlines()[-1]
    assert not (tmp_path / "new.json").exists() and not (tmp_path / "new.baseline.json").exists()
    assert journal_rows(tmp_path / "new.json.journal") == []


def test_another_build_that_takes_no_turns(spinbench, base_run, tmp_path):
    """It would measure for hours, beside nobody: it is ended, and nothing is left that could pass for its side."""
    broken = tmp_path / "broken"
    broken.write_text(f"#!/usr/bin/env python3\nimport os, sys, time\n{TURNS}open('pid', 'w').write(str(os.getpid()))\n"
                      "open('new.baseline.json', 'w').write('rows')\nprint('of old', file=sys.stderr, flush=True)\n"
                      "os.close(turns)\ntime.sleep(1000)\n")
    broken.chmod(0o755)
    line = spinbench("run", "--against", base_run, "--baseline-binary", broken, *QUICK, "--out", "new.json").refused()
    assert "takes no turns: of old (" in line and str(broken) in line
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken", "pid"]


def test_another_build_that_refuses_slowly(spinbench, base_run, tmp_path):
    """As one that gives a device back first: its reason is told."""
    broken = tmp_path / "broken"
    broken.write_text(f"#!/usr/bin/env python3\nimport os, sys, time\n{TURNS}print('no such device', file=sys.stderr, flush=True)\n"
                      "os.close(turns)\ntime.sleep(3)\nos._exit(3)\n")
    broken.chmod(0o755)
    line = spinbench("run", "--against", base_run, "--baseline-binary", broken, *QUICK, "--out", "new.json").refused()
    assert "ended with exit code 3: no such device" in line


@pytest.mark.parametrize("most", [190, 1024])
def test_few_open_files(base_run, tmp_path, most):
    """Its socket was descriptor 200, which a limit below refuses: the other build measured all of its side alone. A driver's
    libraries want many themselves."""
    needs(BINARY != str(ROOT / "spinbench"), "this is the script, not the program")
    process = start("run", "--against", base_run, "--baseline-binary", BINARY, *QUICK, "--repetitions", "1", "--out", "new.json",
                    cwd=tmp_path, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most)))
    _, err = process.communicate(timeout=100)
    assert process.returncode == 0, err
    assert [document(tmp_path / name)["provenance"]["in_turns"] for name in SIDES] == ["new.baseline.json"] * 2


def test_a_side_without_its_socket_measures_nothing(base_run, tmp_path):
    read, write = os.pipe()
    for descriptor in ("200", str(write)):
        process = start("run", "--against", base_run, *QUICK, "--out", "new.json", "--turns", descriptor, cwd=tmp_path, pass_fds=[write])
        _, err = process.communicate(timeout=100)
        assert process.returncode == 2 and "--turns is for what --baseline-binary starts" in err
    os.close(read)
    os.close(write)
    assert list(tmp_path.iterdir()) == []


SIDES = ["new.json", "new.baseline.json"]


def test_resumed_where_the_other_build_kept_nothing(spinbench, stopped_in_turns, tmp_path):
    """As one that knows no journal in turns: what this side has alone is measured again."""
    command, stop = stopped_in_turns
    stop(signal.SIGTERM)
    before = rows_kept(tmp_path / "new.json")
    (tmp_path / "new.baseline.json.journal").unlink()
    result = spinbench(*command, "--resume")
    assert result.code == 0 and "from the beginning" in result.err, result
    sides = [document(tmp_path / name)["rows"] for name in SIDES]
    assert [len(rows) for rows in sides] == [7, 7] and not any(row in sides[0] for row in before)


@pytest.fixture
def stopped_in_turns(base_run, tmp_path):
    """Starts a run in turns of many cases and sends it `sent` when both have two rows; its command and (exit code, stderr)."""
    needs(BINARY != str(ROOT / "spinbench"), "this is the script, not the program")
    many = {"schema": "spinbench-results/2",
            "rows": [{**document(base_run)["rows"][0], "params": {"steps": steps}} for steps in range(1000, 1700, 100)]}
    (tmp_path / "many.json").write_text(json.dumps(many))
    command = ["run", "--against", "many.json", "--baseline-binary", BINARY, *QUICK, "--repetitions", "2", "--out",
               "new.json"]

    def stop(sent, group=False):
        process = start(*command, cwd=tmp_path, start_new_session=True)
        deadline = time.monotonic() + 180
        while min(len(rows_kept(tmp_path / name)) for name in SIDES) < 2:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline, "no rows in the journals after three minutes"
            time.sleep(0.005)
        (os.killpg if group else os.kill)(process.pid, sent)
        _, err = process.communicate(timeout=30)
        return process.returncode, err

    return command, stop


def rows_kept(out):
    return [row for row in journal_rows(out.with_name(f"{out.name}.journal")) if "name" in row]


@pytest.mark.parametrize("sent,group", [(signal.SIGINT, True), (signal.SIGTERM, False), (signal.SIGKILL, False)],
                         ids=["Ctrl-C", "SIGTERM", "SIGKILL"])
def test_interrupted_in_turns_and_resumed(spinbench, stopped_in_turns, tmp_path, sent, group):
    """Both sides keep their rows, and only a case that both have measured is not measured again."""
    command, stop = stopped_in_turns
    code, err = stop(sent, group)
    if sent == signal.SIGKILL:
        wait_for_journal(tmp_path / "new.baseline.json.journal")
    else:
        assert code == 130 and "new.json.journal" in err and "new.baseline.json.journal" in err and "--resume" in err
    kept = [{row["name"]: row for row in rows_kept(tmp_path / name)} for name in SIDES]
    both = set(kept[0]) & set(kept[1])
    assert 1 <= len(both) < 7 and not (tmp_path / "new.json").exists() and not (tmp_path / "new.baseline.json").exists()
    assert "--resume" in spinbench(*command).refused()
    # As if one of these were whole on one side alone.
    alone = sorted(both)[0] if len(both) > 1 else None
    if alone:
        with open(tmp_path / "new.baseline.json.journal", "a") as journal:
            journal.write(json.dumps({"dropped": alone}) + "\n")
    result = spinbench(*command, "--resume")
    assert result.code == 0, result
    for name, before in zip(SIDES, kept):
        after = {row["name"]: row for row in document(tmp_path / name)["rows"]}
        assert len(after) == 7 and {row["status"] for row in after.values()} == {"measured"}
        assert {case for case in before if after[case] == before[case]} == both - {alone}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["many.json", "new.baseline.json", "new.json"]


def wait_for_journal(path):
    """Until no process writes it any more."""
    deadline = time.monotonic() + 30
    with open(path) as journal:
        while time.monotonic() < deadline:
            try:
                fcntl.flock(journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                time.sleep(0.05)
    raise AssertionError("the other side goes on alone")


@pytest.mark.parametrize("args,named", [
    (["--against", "nowhere.json", "--out", "n.json"], "nowhere.json"), (["--against", "x"], "--out"),
    (["--baseline-binary", "x", "--out", "n.json"], "--against"), (["--against", "", "--out", "n.json"], "empty"),
    (["--against", "x", "--out", "n.json", "--tune"], "--tune"),
    (["--against", "x", "--out", "n.json", "--tuning", "t.json"], "--tuning"),
    (["--against", "x", "--out", "n.json", "--benchmark_filter=tiled"], "--filter REGEX"),
    (["--against", "n.json", "--out", "./n.json", "--force"], "are one file"),
    (["--against", "n.baseline.json", "--baseline-binary", "x", "--out", "n.json"], "the rows of --baseline-binary 'n.baseline.json'"),
    (["--turns", "x"], "--turns"), (["--turns", "7"], "--turns")], ids=" ".join)
def test_refused(spinbench, tmp_path, args, named):
    assert named in spinbench("run", *args).refused()
    assert list(tmp_path.iterdir()) == []


def test_a_link_to_the_file_that_is_replaced(spinbench, tmp_path):
    """It would be compared with itself: every case the same, and the baseline gone."""
    (tmp_path / "base.json").write_text("{}")
    (tmp_path / "link.json").symlink_to("base.json")
    assert "are one file" in spinbench("run", "--against", "link.json", "--out", "base.json", "--force").refused()
    assert (tmp_path / "base.json").read_text() == "{}"
