"""./spinbench history: change points in many files."""

import json
import math
import resource
import signal

import numpy as np
import pytest

import simulated
from pairs import as_text, untimed
from spinbench_results import __main__ as program
from spinbench_results import changepoints, history, hosts

NOISE = {"normal": lambda random, size: random.normal(0, 0.004, size),
         "heavy tails": lambda random, size: 0.004 * random.standard_t(2, size)}


@pytest.mark.parametrize("noise", NOISE.values(), ids=NOISE)
def test_no_changes_in_noise(noise):
    """100 histories of 20 cases over 15 files: at most alpha of them have a change, but for luck."""
    random = np.random.default_rng(1)
    wrong = 0
    for i in range(100):
        found = changepoints.split(list(noise(random, (20, 15))), alpha=0.01, seed=i)
        wrong += any(found)
    assert wrong <= 4


def test_planted_changes_are_found_where_they_are():
    """One case of 20 slower by 3% from the eighth of 15 files on, at a noise of 0.4%; another by 3% and back."""
    random, right = np.random.default_rng(2), 0
    for i in range(30):
        series = random.normal(0, 0.004, (20, 20))
        series[3, 8:] += 0.03
        series[7, 6:13] += 0.03
        found = changepoints.split(list(series), seed=i)
        right += found[3] == [8] and found[7] == [6, 13]
    assert right >= 28


def test_one_slow_run_is_no_change():
    series = np.random.default_rng(3).normal(0, 0.004, (10, 15))
    series[2, 7] += 0.1
    assert changepoints.split(list(series)) == [[]] * 10


def test_short_and_constant_series():
    assert changepoints.split([[0.0] * 3, [0.0] * 12, [0.0] * 6 + [1.0] * 6, []]) == [[], [], [6], []]


@pytest.fixture
def folder(tmp_path):
    """Twenty files of a GPU; from the twelfth on another driver, and case 2 slower by 5%."""
    bench = simulated.Bench(np.random.default_rng(6), accelerated=6, host=1)
    bench.spreads[:] = 0.003
    for i in range(20):
        document = bench.run({2: 1.05} if i >= 12 else {}, git="aaaaaaa" if i < 12 else "bbbbbbb")
        if i >= 12:
            document.provenance = json.loads(json.dumps(document.provenance))
            document.provenance["devices"][1]["driver"] = "590.48"
        (tmp_path / f"run{i:02}.json").write_text(json.dumps(
            {"schema": "spinbench-results/2", "provenance": document.provenance, "rows": document.rows}))
    return tmp_path


def test_text_and_json(folder, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert program.main(["history", str(folder), "--json", str(folder / "out" / "h.json")]) == 2
    capsys.readouterr()
    assert program.main(["history", str(folder), "--json", "-"]) == 0
    machine = json.loads(capsys.readouterr().out)["machines"][0]
    changed = [s for s in machine["series"] if s["changes"]]
    assert [s["params"]["L"] for s in changed] == [2] and len(changed[0]["runs"]) == 20
    change = changed[0]["changes"][0]
    assert change["run"] == 12 and change["ratio"] == pytest.approx(1.05, rel=0.01)
    assert change["notes"] == ["commit aaaaaaa -> bbbbbbb", "driver (cuda): 580.159.04 -> 590.48"]
    assert program.main(["history", str(folder)]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80 and "driver (cuda): 580.159.04 -> 590.48" in " ".join(out.split())
    assert "7 cases, 1 with changes" in out


@pytest.mark.parametrize("name", ["h.png", "h.svg", "h.pdf"])
def test_plot(folder, name):
    assert program.main(["history", str(folder), "--plot", str(folder / name)]) == 0
    assert (folder / name).stat().st_size > 10_000


def test_a_users_settings_of_matplotlib_change_no_plot(folder):
    matplotlib = pytest.importorskip("matplotlib", reason="no matplotlib")
    ours, theirs = folder / "ours.png", folder / "theirs.png"
    assert program.main(["history", str(folder), "--plot", str(ours)]) == 0
    with matplotlib.rc_context({"text.usetex": True, "font.size": 30, "axes.facecolor": "black"}):
        assert program.main(["history", str(folder), "--plot", str(theirs)]) == 0
    assert ours.read_bytes() == theirs.read_bytes()


def test_machines_are_kept_apart(folder, capsys):
    other = json.loads((folder / "run00.json").read_text())
    other["provenance"]["host"] = "node8"
    (folder / "other.json").write_text(json.dumps(other))
    (folder / "broken.json").write_text("{")
    assert program.main(["history", str(folder), "--json", "-"]) == 0
    captured = capsys.readouterr()
    assert [len(m["files"]) for m in json.loads(captured.out)["machines"]] == [1, 20] or [
        len(m["files"]) for m in json.loads(captured.out)["machines"]] == [20, 1]
    assert len(captured.err.splitlines()) == 1 and "broken.json" in captured.err


@pytest.mark.parametrize("arguments", [[], ["nowhere"], [".", "--plot", "h.gif"], [".", "--alpha", "7"]], ids=" ".join)
def test_bad_usage(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert program.main(["history", *arguments]) == 2
    assert capsys.readouterr().out == ""


def test_copies_count_once(folder, capsys):
    (folder / "copy.json").write_text((folder / "run07.json").read_text())
    assert program.main(["history", str(folder), "--json", "-"]) == 0
    assert {len(s["runs"]) for s in json.loads(capsys.readouterr().out)["machines"][0]["series"]} == {20}


def test_levels_stand_between_changes(folder):
    import spinbench_results as sr

    documents = sr.read(folder)
    levels = history.levels(documents, like=documents[-1:], without=documents[-1:])
    sizes = {key[3][0][1]: [len(level) for level in parts] for key, parts in levels.items()}
    assert sizes["2"] == [12, 7] and sizes["3"] == [19]
    assert all(math.isfinite(x) for parts in levels.values() for level in parts for x in level)


# --- what fails now ---------------------------------------------------------------------------------------------


@pytest.fixture
def failing(tmp_path):
    """(write, folder): writes nine files, day by day, of two cases, of which the first failed on those days."""
    bench = simulated.Bench(np.random.default_rng(6), accelerated=2, host=0)
    bench.spreads[:] = 0.003

    def write(*days, missing=()):
        for i in range(9):
            document = bench.run()
            document.provenance = {**document.provenance, "date": f"2026-11-{10 + i}T08:30:00Z"}
            if i in days:
                document.rows[0] = untimed(document.rows[0])
            document.rows = [row for j, row in enumerate(document.rows) if i not in missing or j]
            (tmp_path / f"{i}.json").write_text(as_text(document))
    return write, tmp_path


@pytest.mark.parametrize("days,said,failing_now", [
    ((6, 7, 8), "failed in the last 3 of 9 files, from 2026-11-16T08:30:00Z (6.json): bits differ from the oracle", 3),
    ((2, 8), "failed in the last of 9 files, from 2026-11-18T08:30:00Z (8.json): bits differ from the oracle; "
     "and in 1 before", 1),
    ((2, 4), "failed in 2 of 9 files, last 2026-11-14T08:30:00Z (4.json): bits differ from the oracle", 0)], ids=str)
def test_a_case_that_fails_is_told(failing, capsys, monkeypatch, days, said, failing_now):
    """It was a case with fewer runs."""
    monkeypatch.setenv("COLUMNS", "140")
    write, folder = failing
    write(*days)
    assert program.main(["history", str(folder)]) == 0
    out = capsys.readouterr().out
    assert said in out and out.count("failed in") == 1 + bool(failing_now)
    assert ("2 cases, 0 with changes, 1 failed in their newest file" in out) == bool(failing_now)
    assert program.main(["history", str(folder), "--json", "-"]) == 0
    bad, good = json.loads(capsys.readouterr().out)["machines"][0]["series"]
    assert bad["failing"] == failing_now and good["failing"] == 0 and good["failures"] == []
    assert [entry["file"] for entry in bad["failures"]] == [f"{day}.json" for day in days]
    assert bad["failures"][0] == {"file": f"{days[0]}.json", "date": f"2026-11-{10 + days[0]}T08:30:00Z",
                                  "git": "a1b2c3d", "why": "bits differ from the oracle"}


def test_the_day_of_the_last_time_where_it_is_not_the_newest(failing, capsys):
    write, folder = failing
    write(missing=(7, 8))
    assert program.main(["history", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    title, old, new = [line for line in lines if line.startswith("  case") or "tiled/cuda" in line]
    assert " of " in title and " 2026-11-16 " in old and "2026" not in new and "failed" not in old
    write()
    assert program.main(["history", str(folder)]) == 0
    assert " of " not in next(line for line in capsys.readouterr().out.splitlines() if line.startswith("  case"))


def test_a_failure_of_another_device_is_not_this_ones(failing):
    """A row that failed names the device, and has no part of it that only a time has."""
    write, folder = failing
    write(8)
    documents = simulated.sr.read(folder)
    def failing_now():
        return [one.failing for machine in history.machines(documents) for one in machine.series]

    for document in documents[:8]:
        document.rows[0]["device"] += ", simulated network of 2 us, 25 GB/s"
    assert failing_now() == [1, 0]
    for other in ("NVIDIA H100", documents[0].rows[1]["device"][:-1]):
        documents[8].rows[0]["device"] = other
        assert failing_now() == [0, 0]


def test_cases_that_never_passed_are_told(failing, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "140")
    write, folder = failing
    write(*range(9))
    assert program.main(["history", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index("failed, and never measured: 1")
    assert lines[at + 2] == "    tiled/cuda/L:0 (bits differ from the oracle)"
    assert program.main(["history", str(folder), "--json", "-"]) == 0
    machine = json.loads(capsys.readouterr().out)["machines"][0]
    assert machine["untimed"] == [{"name": "ising2d_metropolis/tiled/cuda/L:0", "device": "NVIDIA H200",
                                   "why": "bits differ from the oracle"}]


# --- pictures are whole or not there ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["h.png", "h.svg", "h.pdf"])
def test_a_disk_that_gets_full_leaves_the_picture_that_was_there(folder, capsys, name):
    """It was cut off, and the error named no file."""
    good, before = folder / name, resource.getrlimit(resource.RLIMIT_FSIZE)
    good.write_bytes(b"good")
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        code = program.main(["history", str(folder), "--plot", str(good)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    captured = capsys.readouterr()
    assert (code, captured.out) == (2, "") and captured.err == f"spinbench: {good}: File too large\n"
    assert good.read_bytes() == b"good" and not list(folder.glob("*.part"))


def test_no_picture_is_refused_before_anything_is_written(folder, capsys):
    """Of one run of each case there is none; the text was printed, and the JSON written."""
    outputs = ["--plot", str(folder / "h.png"), "--json", str(folder / "h.json")]
    assert program.main(["history", str(folder / "run00.json"), *outputs]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and "no case has more than one run" in captured.err
    assert not (folder / "h.json").exists() and not (folder / "h.png").exists()


def test_a_copy_is_named(folder, capsys):
    (folder / "copy.json").write_text((folder / "run07.json").read_text())
    assert program.main(["history", str(folder), "--json", "-"]) == 0
    assert "run07.json is a copy of" in capsys.readouterr().err


# --- which machine ----------------------------------------------------------------------------------------------


def of_machine(bench, device="NVIDIA H200", card=None, cores=None):
    document = bench.run()
    made = document.provenance = json.loads(json.dumps(document.provenance))
    made["devices"] = [d for d in made["devices"] if d["backend"] == "cpu" or device]
    for entry in made["devices"][1:]:
        entry["name"] = device
    if card:
        made["settings"] = {"card": [card]}
    if cores:
        made["machine"] = {"cores": cores, "threads": cores}
    return document


@pytest.fixture
def bench():
    return simulated.Bench(np.random.default_rng(8), accelerated=3, host=1)


OTHERS = {"device": {"device": "NVIDIA H100 80GB HBM3"}, "card": {"card": "GPU-708ce2af-1"}, "cores": {"cores": 32}}


@pytest.mark.parametrize("what", OTHERS)
def test_hosts_of_one_name_with_other_devices_are_different_machines(bench, what):
    known = {"card": "GPU-92e3c7aa-1", "cores": 16}
    ours, theirs = ([of_machine(bench, **{**known, **more}) for _ in range(3)] for more in ({}, OTHERS[what]))
    found = history.machines([*ours, *theirs])
    assert [machine.documents for machine in found] == [ours, theirs] and hosts.differ(ours[0], theirs[0])
    assert len({machine.name for machine in found}) == 2
    assert {len(one.ns) for machine in found for one in machine.series} == {3}
    levels = history.levels([*ours, *theirs], like=ours[-1:], without=ours[-1:])
    assert {len(level) for parts in levels.values() for level in parts} == {2}


def test_what_a_file_does_not_say_makes_no_machine_where_only_one_is_known(bench):
    full, no_card, host_only = of_machine(bench, card="GPU-92e3c7aa-1", cores=16), of_machine(bench), of_machine(bench, device="")
    assert len(hosts.by_machine([no_card, full, host_only])) == 1 and not hosts.differ(full, no_card)
    other = of_machine(bench, card="GPU-708ce2af-1", cores=16)
    groups = hosts.by_machine([no_card, full, host_only, other])
    assert groups == [[no_card], [full], [host_only], [other]]
    assert hosts.names(groups)[:2] == ["node7 | Intel(R) Xeon(R) Processor | NVIDIA H200 | card and cores not said",
                                       "node7 | Intel(R) Xeon(R) Processor | NVIDIA H200 | card GPU-92e3c7aa, 16 cores, 16 threads"]


def test_recorded_cards_are_kept_apart():
    import spinbench_results as sr

    found = history.machines(sr.read(simulated.RECORDED, complain=lambda line: None))
    assert len({machine.name for machine in found}) == len(found) >= 9
    for machine in found:
        assert len({name for document in machine.documents for name in hosts.accelerators(document)}) <= 1
