"""list, dry runs, formats and what a run may take."""

import csv
import io
import json
import re
import subprocess

import pytest

from conftest import BINARY, BURST, ONE_BURST, SHORT, SHORT_CASE, needs

TWO = [*SHORT_CASE[:-1], "steps=20000,30000", "--sweeps", "5", *BURST]


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize("columns", [60, 80, 120, 200])
@pytest.mark.parametrize("args", [["list"], ["list", "machine_logic"], ["list", "--figure"], ["list", "--kernel", "*"],
                                  ["doctor"], ["run", "--dry-run", *TWO], ["--help"], ["run", "--help"], ["list", "--help"],
                                  ["tau", "--help"]], ids=" ".join)
def test_no_line_is_wider_than_asked_for(spinbench, monkeypatch, args, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    result = spinbench(*args)
    assert result.code == 0 and max(map(len, result.out.splitlines())) <= columns


def test_list_is_a_page(spinbench):
    lines = spinbench("list").out.splitlines()
    assert "+ runs here" in lines[0]
    listing = spinbench("list", "--json").json()
    models = {kernel["name"] for kernel in listing["kernels"] if not kernel["experiment"]}
    variants = {(v["kernel"], v["name"]) for v in listing["variants"] if v["kernel"] in models}
    shown = [line for line in lines if re.match(r"  \S+ +([+-]\w+ )+", line)]
    assert len(shown) == len(variants)
    # A line a variant, a title and an empty line a kernel, and what is said once.
    assert len(lines) <= len(variants) + 3 * len(models) + 20
    assert sum(line.startswith("generators (") for line in lines) == 1


def test_list_says_how_to_see_the_limits(spinbench):
    """Those that it hides, by the pattern that it names."""
    (line,) = re.findall(r"^limits of the machine, .*?(?=^presets)", spinbench("list").out, re.M | re.S)
    assert "--kernel 'machine*'" in " ".join(line.split())
    kernels = {kernel["name"] for kernel in spinbench("list", "--kernel", "machine*", "--json").json()["kernels"]}
    assert kernels and kernels == set(re.findall(r"\bmachine_\w+", line))


def test_a_kernel_that_no_backend_here_has(spinbench, backends):
    needs(backends == {"cpu"}, "this build has more than the CPU")
    line = spinbench("run", "--kernel", "machine_issue").refused()
    assert "machine_issue" in line and "docs/variants.md" in line


def test_a_kernel_in_full(spinbench):
    text = spinbench("list", "ising2d_metropolis").out
    assert "axes, as in --axis" in text and "2 to 65536, default 1024" in text
    # With their meanings.
    assert re.search(r"^  L +linear size of the lattice$", text, re.M) and re.search(r"^  beta +inverse temperature", text, re.M)
    assert text.count("generators (axis rng") == 1 and "--preset" in text
    assert "lcg32_random" not in text.split("generators (axis rng")[0].replace("default lcg32_random", "")
    assert "nope" in spinbench("list", "nope").refused()


def test_figures_of_the_papers(spinbench):
    text = spinbench("list", "--figure").out
    plans = {p["id"] for p in spinbench("list", "--json").json()["plans"] if p["figure"]}
    assert plans and all(plan in text for plan in plans)


@pytest.mark.parametrize("more", [["--kernel", "rng_fill"], ["--backend", "cpu"], ["--axis", "L=8"]], ids=" ".join)
def test_all_figures_take_no_selection(spinbench, more):
    assert "list --figure ID" in spinbench("list", "--figure", *more).refused()


@pytest.fixture(scope="module")
def marked():
    """The figures of `list --figure`: (mark, runnable, cases) by name."""
    text = subprocess.run([BINARY, "list", "--figure"], capture_output=True, text=True, check=True, timeout=60).stdout
    lines = re.findall(r"^  ([+-]) (\S+) +(\d+)/(\d+)  ", text, re.M)
    return {name: (mark, int(runnable), int(cases)) for mark, name, runnable, cases in lines}


def test_a_figure_is_marked_as_a_run_takes_it(spinbench, marked):
    assert marked
    for figure, (mark, runnable, cases) in marked.items():
        result = spinbench("run", "--figure", figure, "--dry-run", "--format", "json")
        assert (mark == "+") == (result.code == 0), f"{figure}: {mark}, {result}"
        if result.code == 0:
            assert 0 < runnable <= cases
            assert runnable <= sum(case["status"] == "runnable" for case in result.json()["cases"])
        else:
            assert runnable == 0


def test_a_figure_alone_is_listed_as_a_run_takes_it(spinbench, marked):
    """Serial curves of a figure of GPUs are no cases that run --figure times."""
    some = [[figure for figure, (mark, _, cases) in marked.items() if mark == one and cases][:2] for one in "+-"]
    for figure in some[0] + some[1]:
        mark, _, cases = marked[figure]
        listed = spinbench("list", "--figure", figure, "--json").json()["cases"]
        assert len(listed) == cases and any(case["status"] == "runnable" for case in listed) == (mark == "+"), figure
        assert all("run refuses it" in case["reason"] or mark == "+" for case in listed if case["status"] == "skipped")
    for figure in some[1]:
        text = spinbench("list", "--figure", figure).out
        assert "run refuses it" in text and "0 cases of the selection" not in text
        assert not re.search(r"^  \+ ", text, re.M), "marked as what runs, though its cases are skipped"


def test_what_has_skipped_cases_only_is_not_marked_as_running(spinbench):
    words = ["--kernel", "ising2d_metropolis", "--variant", "row_order,checkerboard", "--backend", "cpu"]
    text = spinbench("list", *words, "--axis", "L=9").out
    assert "  + row_order/cpu" in text and "  - checkerboard/cpu" in text
    # A case that runs is enough.
    assert "  + checkerboard/cpu" in spinbench("list", *words, "--axis", "L=9,16").out


def test_figures_in_formats(spinbench, marked):
    document = spinbench("list", "--figure", "--format", "json").json()
    assert document == spinbench("list", "--figure", "--json").json() and document["schema"] == "spinbench-figures/1"
    table = list(csv.DictReader(io.StringIO(spinbench("list", "--figure", "--format", "csv").out)))
    for rows in (document["figures"], table):
        assert {row["id"]: ("+" if row["status"] == "runnable" else "-", int(row["runnable"]), int(row["cases"]))
                for row in rows} == marked
        assert all(bool(row.get("reason")) == (row["status"] == "skipped") for row in rows)
    markdown = spinbench("list", "--figure", "--format", "markdown").out.splitlines()
    assert len(markdown) == len(marked) + 2 and all(line.startswith("| ") for line in markdown)


def test_dry_run_names_the_cases_and_their_time(spinbench, tmp_path):
    result = spinbench("run", "--dry-run", *TWO, "--out", "r.json")
    assert result.code == 0 and not (tmp_path / "r.json").exists()
    assert result.out.count("machine_logic/scalar/cpu/steps:") == 2 and "2 cases, about" in result.out
    plan = spinbench("run", "--dry-run", *TWO, "--format", "json").json()
    assert plan["schema"] == "spinbench-plan/1" and len(plan["cases"]) == 2
    assert plan["seconds"] == pytest.approx(sum(c["seconds"] for c in plan["cases"])) and plan["seconds"] > 0


def test_a_first_run_promises_a_table_soon(spinbench):
    """docs/DESIGN.md: within two minutes of the build; what the estimates leave out is small."""
    assert spinbench("run", "--dry-run", "--backend", "cpu", "--preset", "quick", "--format", "json").json()["seconds"] < 130


@pytest.mark.parametrize("command", [["run", *SHORT], ["verify", *SHORT_CASE], ["list", *SHORT_CASE]], ids=lambda c: c[0])
def test_formats(spinbench, command):
    table = list(csv.DictReader(io.StringIO(spinbench(*command, "--format", "csv").out)))
    document = spinbench(*command, "--format", "json").json()
    rows = document["rows" if command[0] != "list" else "cases"]
    assert [row["name"] for row in table] == [row["name"] for row in rows] and len(table) == 1
    assert table[0]["status"] == rows[0]["status"]
    assert spinbench(*command, "--format", "markdown").out.count("| ---") > 0
    assert "table, markdown, csv, json" in spinbench(*command, "--format", "xml").refused()


def test_run_prints_the_document_that_it_writes(spinbench, tmp_path):
    result = spinbench("run", *SHORT, "--format", "json", "--out", "r.json")
    assert result.json()["rows"] == json.loads((tmp_path / "r.json").read_text())["rows"]


@pytest.mark.parametrize("option,value", [
    ("--precision", "0"), ("--precision", "60%"), ("--precision", "x"), ("--precision", "nan"), ("--time-budget", "0"),
    ("--time-budget", "10 m"), ("--time-budget", "-1"), ("--time-budget", "nan"), ("--time-budget", "5d")])
def test_refused(spinbench, option, value):
    assert option in spinbench("run", *SHORT, option, value).refused()


def test_precision(spinbench, tmp_path):
    assert spinbench("run", *SHORT_CASE, *ONE_BURST, "--precision", "20%", "--out", "r.json").code == 0
    (row,) = json.loads((tmp_path / "r.json").read_text())["rows"]
    assert row["stop_reason"] == "precision" and row["ci95"][1] - row["ci95"][0] <= 0.4 * row["ns_per_unit"]


def test_machine_has_the_name_it_is_given(spinbench, tmp_path):
    assert spinbench("run", *SHORT, "--machine", "lab-7", "--out", "r.json").code == 0
    assert json.loads((tmp_path / "r.json").read_text())["provenance"]["host"] == "lab-7"


@pytest.mark.parametrize("name", ["a\nb", "\x1b[31mred", "x" * 65, "a\u009bb", "\u202eb", "\udcff\udcfe", " ", "a "],
                         ids=["line", "colour", "long", "C1", "direction", "bytes", "blank", "end"])
def test_a_machine_has_a_name_for_a_line(spinbench, tmp_path, name):
    refusal = spinbench("run", *SHORT, "--machine", name, "--out", "r.json").refused()
    assert "--machine" in refusal and "64 characters" in refusal and not list(tmp_path.iterdir())
