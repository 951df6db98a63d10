"""./spinbench export: what other tools read."""

import csv
import io
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys

import pytest

from spinbench_results import __main__ as program

RECORDED = pathlib.Path(__file__).resolve().parents[2] / "results/recorded"
FILE = str(RECORDED / "epyc-portability-rng.json")


def exported(capsys, name, *paths):
    assert program.main(["export", name, *paths]) == 0
    return capsys.readouterr().out


def test_github_action_benchmark(capsys):
    """A list of objects: name, unit and value are asked for, range and extra are texts."""
    entries = json.loads(exported(capsys, "github-action-benchmark", FILE))
    assert len(entries) == len({e["name"] for e in entries}) == 6
    for entry in entries:
        assert set(entry) == {"name", "unit", "value", "range", "extra"} and entry["value"] > 0
        assert isinstance(entry["range"], str) and entry["unit"] == "ns/number"


def test_bencher(capsys):
    """Bencher Metric Format: benchmarks of measures of value, lower_value, upper_value."""
    found = json.loads(exported(capsys, "bencher", FILE))
    assert len(found) == 6
    for measures in found.values():
        assert set(measures) == {"latency", "throughput"}
        for metric in measures.values():
            assert metric["lower_value"] <= metric["value"] <= metric["upper_value"]
        assert measures["latency"]["value"] * measures["throughput"]["value"] == pytest.approx(1e9)


def test_google_benchmark(capsys):
    found = json.loads(exported(capsys, "google-benchmark", FILE))
    assert {"date", "host_name", "num_cpus"} <= set(found["context"])
    for entry in found["benchmarks"]:
        assert entry["run_type"] == "iteration" and entry["time_unit"] == "ns"
        # A sweep lasts long enough that tables without decimals show it.
        assert entry["real_time"] == entry["cpu_time"] > 100


def test_compare_py_reads_it(capsys, tmp_path):
    tool = os.environ.get("GOOGLE_BENCHMARK_COMPARE") or shutil.which("compare.py") or "/usr/share/benchmark/compare.py"
    if not pathlib.Path(tool).exists():
        pytest.skip("Google Benchmark's compare.py is not here (Debian: libbenchmark-tools)")
    if subprocess.run(["/usr/bin/python3", "-c", "import scipy, numpy"], capture_output=True, check=False).returncode:
        pytest.skip("compare.py needs the system's scipy (Debian: python3-scipy)")
    path = tmp_path / "g.json"
    path.write_text(exported(capsys, "google-benchmark", FILE))
    result = subprocess.run(["/usr/bin/python3", tool, "--no-color", "benchmarks", path, path], capture_output=True, text=True,
                            check=False)
    assert result.returncode == 0, result.stderr
    assert "rng_fill/streams/kokkos" in result.stdout and "+0.0000" in result.stdout


def test_csv_has_no_formulas(capsys, tmp_path):
    document = json.loads(pathlib.Path(FILE).read_text())
    for row in document["rows"]:
        row["device"] = '=HYPERLINK("http://x")'
    path = tmp_path / "r.json"
    path.write_text(json.dumps(document))
    rows = list(csv.DictReader(io.StringIO(exported(capsys, "csv", str(path)))))
    assert len(rows) == 6 and all(row["device"] == '\'=HYPERLINK("http://x")' for row in rows)
    assert all(float(row["low"]) <= float(row["ns_per_unit"]) <= float(row["high"]) for row in rows)


def test_several_files_and_devices(capsys):
    one, other = str(RECORDED / "h200-portability.json"), str(RECORDED / "epyc-portability.json")
    names = list(json.loads(exported(capsys, "bencher", one, other)))
    rows = [row for path in (one, other) for row in json.loads(pathlib.Path(path).read_text())["rows"]]
    assert any(name.endswith(" on AMD EPYC") for name in names)
    assert len(names) == len(rows) == len({(row["name"], row["device"]) for row in rows})


def written(folder, name, rows, **provenance):
    """A file of these rows, with the provenance of FILE but what is told."""
    document = json.loads(pathlib.Path(FILE).read_text())
    path = folder / name
    path.write_text(json.dumps({**document, "provenance": {**document["provenance"], **provenance}, "rows": rows}))
    return str(path)


@pytest.fixture
def row():
    """A measured one of a single time."""
    found = json.loads(pathlib.Path(FILE).read_text())["rows"][0]
    return {**found, "ns_per_unit": 1.0, "units_per_ns": 1.0, "ci95": [1.0, 1.0], "repetitions": [1.0, 1.0, 1.0]}


def twice_as_long(row, **changes):
    return {**row, "ns_per_unit": 2.0, "units_per_ns": 0.5, "ci95": [2.0, 2.0], "repetitions": [2.0] * 3, **changes}


def test_close_temperatures_are_cases_of_their_own(capsys):
    """The paper preset has clusters at two statements of one temperature: they were one case of six repetitions."""
    path = str(RECORDED / "epyc-paper.json")
    every = json.loads(pathlib.Path(path).read_text())["rows"]
    timed = [row for row in every if row["status"] == "measured" and "estimates" not in row]
    rows = list(csv.DictReader(io.StringIO(exported(capsys, "csv", path))))
    assert [row["name"] for row in rows] == [row["name"] for row in timed]
    assert [int(row["repetitions"]) for row in rows] == [len(row["repetitions"]) for row in timed]
    betas = {row["name"].split("beta:")[1] for row in rows if row["name"].startswith("ising2d_wolff/list/cpu/L:256/")}
    assert {"0.44068685453147277/measure:none", "0.4406867935097715/measure:none"} <= betas


def test_counted_work_has_no_sweep_of_one_length(tmp_path, capsys, row):
    """Each repetition's sweeps did other work: an iteration is a million units."""
    path = written(tmp_path, "c.json", [{**row, "ns_per_sweep": 4.0, "work": {"units_per_sweep": 4}}])
    found = json.loads(exported(capsys, "google-benchmark", path))["benchmarks"]
    assert [e["real_time"] for e in found] == [1e6] * 3


def test_held_loads_and_bursts_are_two_figures(tmp_path, capsys, row):
    paths = [written(tmp_path, "held.json", [{**row, "figure": "held"}]),
             written(tmp_path, "burst.json", [twice_as_long(row, figure="burst")], date="2026-11-29T00:00:00Z")]
    found = list(csv.DictReader(io.StringIO(exported(capsys, "csv", *paths))))
    assert [(e["name"], e["figure"], float(e["ns_per_unit"])) for e in found] == [
        (row["name"], "held", 1.0), (f"{row['name']} (burst)", "burst", 2.0)]
    # Alone it keeps its name, by which other tools know it.
    assert exported(capsys, "csv", paths[1]).splitlines()[1].startswith(f"{row['name']},")


def test_two_runs_of_one_second_are_no_copies(tmp_path, capsys, row):
    """As a batch on two cards starts them; copies of a file count once."""
    one, other = (written(tmp_path, f"{name}.json", [made]) for name, made in (("a", row), ("b", twice_as_long(row))))
    same = written(tmp_path, "c.json", [row])
    for paths, repetitions in (((one, other), "6"), ((one, same), "3")):
        assert program.main(["export", "csv", *paths]) == 0
        captured = capsys.readouterr()
        entry, = csv.DictReader(io.StringIO(captured.out))
        assert entry["repetitions"] == repetitions and ("c.json is a copy of" in captured.err) == (repetitions == "3")


@pytest.mark.parametrize("arguments", [[], ["bencher"], ["nope", FILE], ["bencher", "missing.json"]], ids=" ".join)
def test_bad_usage(arguments, capsys):
    assert program.main(["export", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and len(captured.err.splitlines()) == 1


def test_what_cannot_be_written_leaves_what_was_there(tmp_path, capsys, monkeypatch):
    """Text and pictures: a disk that gets full in between is here a file that may not grow."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    good = tmp_path / "plot.png"
    good.write_bytes(b"good")
    monkeypatch.chdir(tmp_path)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        codes = [program.main(["plot", FILE, "--x", "n", "-o", "."]), program.main(["report", FILE, "-o", "r.html"])]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    said = capsys.readouterr().err.splitlines()
    assert codes == [2, 2] and len(said) == 2 and "plot.png: File too large" in said[0] and "r.html" in said[1]
    assert good.read_bytes() == b"good" and list(tmp_path.iterdir()) == [good]


def test_a_folder_is_no_file_to_write(tmp_path, capsys):
    assert program.main(["export", "csv", FILE, "-o", str(tmp_path)]) == 2
    assert "Is a directory" in capsys.readouterr().err


def test_a_whole_file_or_none(tmp_path, capsys):
    out = tmp_path / "b.json"
    assert program.main(["export", "bencher", FILE, "-o", str(out)]) == 0
    assert json.loads(out.read_text()) and list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("arguments,said", [
    (["export", "csv", ""], "export '' is empty"), (["export", "csv", FILE, "-o", ""], "-o '' is empty"),
    (["compare", "", FILE], "compare '' is empty"), (["compare", FILE, FILE, "--history", ""], "--history '' is empty"),
    (["compare", FILE, FILE, "--json="], "'--json=': nothing follows the ="),
    (["plot", FILE, "--figure", ""], "--figure '' is empty"),
    (["report", FILE, "-o", ""], "-o '' is empty"), (["score", FILE, "--json", ""], "--json '' is empty"),
    (["history", ""], "history '' is empty")], ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_an_empty_name_is_none(tmp_path, monkeypatch, capsys, arguments, said):
    """A variable of the shell that is not set; plot --figure of one drew every figure."""
    monkeypatch.chdir(tmp_path)
    assert program.main(arguments) == 2
    captured = capsys.readouterr()
    assert said in captured.err and captured.err.count("\n") == 1 and captured.out == "" and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_stream(tmp_path, closed):
    """Python has none then, and setting it up ended in a traceback."""
    command = f"exec {sys.executable} -m spinbench_results export csv {FILE} -o out.csv {closed}"
    process = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60,
                             env={**os.environ, "PYTHONPATH": str(RECORDED.parents[1] / "plotting")})
    assert (process.returncode, process.stdout, process.stderr) == (0, "", "")
    assert (tmp_path / "out.csv").read_text().startswith("name,")
