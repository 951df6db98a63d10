"""packaging/reframe/spinbench.py runs the program as a check, with ReFrame's local scheduler."""

import ast
import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from conftest import BINARY, BURST, ROOT, SHORT, needs

CHECK = ROOT / "packaging/reframe/spinbench.py"
SETTINGS = """site_configuration = {{
    "systems": [{{"name": "here", "hostnames": [".*"], "modules_system": "nomod", "partitions": [
        {{"name": "default", "scheduler": "local", "launcher": "{launcher}", "environs": ["none"]}}]}}],
    "environments": [{{"name": "none", "cc": "", "cxx": "", "ftn": ""}}],
}}
"""
# As root, and on fewer cores.
ANYWHERE = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
SHARED = " ".join(["--kernel", "ising2d_metropolis", "--variant", "multispin_mpi", "--backend", "cpu", "--axis", "L=256",
                   "--physics", "1", *BURST])


@pytest.fixture
def reframe(tmp_path):
    needs(shutil.which("reframe"), "ReFrame is not here (pip install ReFrame-HPC)")

    def run(selection, launcher=None, **settings):
        given = {"spinbench": BINARY, "selection": selection, **settings}
        arguments = [word for name, value in given.items() for word in ("-S", f"{name}={value}")]
        if launcher:
            (tmp_path / "settings.py").write_text(SETTINGS.format(launcher=launcher))
            arguments += ["-C", tmp_path / "settings.py"]
        process = subprocess.run(["reframe", "-c", CHECK, "-r", "--prefix", tmp_path, "--report-file", tmp_path / "report.json",
                                  *arguments], capture_output=True, text=True, check=False, timeout=200, cwd=tmp_path,
                                 env={**os.environ, **ANYWHERE})
        return process.returncode, process.stdout + process.stderr

    return run


def test_a_check_passes_and_reports_rates(reframe, tmp_path):
    code, text = reframe(" ".join(SHORT))
    assert code == 0 and "PASSED" in text, text
    assert "machine_logic/scalar/cpu/steps=1000" in (tmp_path / "report.json").read_text()


def test_a_check_fails_where_the_program_does(reframe):
    code, text = reframe("--kernel no_such_kernel")
    assert code != 0 and "spinbench ended with 2" in text, text


def test_a_check_fails_where_a_recorded_case_was_faster(reframe, tmp_path):
    row = {"name": "machine_logic/scalar/cpu/steps:1000", "status": "measured", "unit": "operation", "units_per_ns": 1e6}
    (tmp_path / "recorded.json").write_text(json.dumps({"rows": [row]}))
    code, text = reframe(" ".join(SHORT), references=tmp_path / "recorded.json")
    assert code != 0 and "performance" in text.lower(), text


def test_recorded_cases_are_those_of_the_folder_where_reframe_was_called(reframe, tmp_path):
    row = {"name": "machine_logic/scalar/cpu/steps:1000", "status": "measured", "unit": "operation", "units_per_ns": 1e-6}
    (tmp_path / "recorded.json").write_text(json.dumps({"rows": [row]}))
    code, text = reframe(" ".join(SHORT), references="recorded.json")
    assert code == 0 and "PASSED" in text, text


def test_a_check_fails_where_no_recorded_case_was_measured(reframe, tmp_path):
    row = {"name": "machine_logic/scalar/cpu/steps:7", "status": "measured", "unit": "operation", "units_per_ns": 1e-6}
    (tmp_path / "recorded.json").write_text(json.dumps({"rows": [row]}))
    code, text = reframe(" ".join(SHORT), references=tmp_path / "recorded.json")
    assert code != 0 and "has none of the measured cases" in text, text


def test_references_are_those_of_measured_cases(tmp_path):
    """By the check's own functions, which need no ReFrame."""
    functions = [node for node in ast.parse(CHECK.read_text()).body if isinstance(node, ast.FunctionDef)]
    check = {"json": json, "pathlib": pathlib}
    exec(compile(ast.Module(functions, []), CHECK, "exec"), check)  # pylint: disable=exec-used
    rows = [{"name": f"k/v/cpu/L:{L}", "status": "measured", "unit": "flip", "units_per_ns": L} for L in (8, 16)]
    (tmp_path / "r.json").write_text(json.dumps({"rows": [*rows, {"name": "k/v/cpu/L:32", "status": "failed"}]}))
    fit = check["references_that_fit"]
    assert fit({"k/v/cpu/L=8": (1, "flips/ns"), "k/v/cpu/L=4": (1, "flips/ns")}, tmp_path / "r.json") == {"k/v/cpu/L=8": (8, "flips/ns")}
    assert fit({"k/v/cpu/L=32": (1, "flips/ns")}, tmp_path / "r.json") == {}
    assert fit({"k/v/cpu/L=8": (1, "flips/ns")}, "") == {}


class Pretended:
    """What the check takes of ReFrame: its module, and the names that a test's class finds there."""

    RunOnlyRegressionTest = object

    @staticmethod
    def simple_test(check):
        return check

    @staticmethod
    def names():
        decorators = {name: lambda _: lambda f: f for name in ("run_after", "run_before")}
        kept = {name: lambda f: f for name in ("deferrable", "sanity_function")}
        return {**decorators, **kept, "variable": lambda _, value: value}


def check_with(monkeypatch, **settings):
    """The check with settings, after its first step; without ReFrame."""
    for name, module in (("reframe", Pretended), ("reframe.utility", Pretended), ("reframe.utility.sanity", Pretended)):
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(Pretended, "utility", Pretended, raising=False)
    monkeypatch.setattr(Pretended, "sanity", Pretended, raising=False)
    names = Pretended.names()
    exec(compile(CHECK.read_text(), CHECK, "exec"), names)  # pylint: disable=exec-used
    check = names["SpinbenchCheck"]()
    vars(check).update(settings)
    check.choose_cases()
    return check


def test_references_are_found_from_the_stage_folder(tmp_path, monkeypatch):
    row = {"name": "k/v/cpu/L:8", "status": "measured", "unit": "flip", "units_per_ns": 8}
    stage = tmp_path / "stage"
    stage.mkdir()
    for path in (tmp_path / "recorded.json", stage / "results.json"):
        path.write_text(json.dumps({"rows": [row]}))
    monkeypatch.chdir(tmp_path)
    check = check_with(monkeypatch, references="recorded.json", stagedir=str(stage))
    monkeypatch.chdir(stage)
    assert check.has_references()


def test_a_selection_is_in_words_as_a_shell_has_them(monkeypatch):
    """And the script into which ReFrame writes them gives the program the same words."""
    check = check_with(monkeypatch, selection="--kernel ising* --filter 'L:(8|16)$' --tuning 'two  blanks.json'")
    script = "printf '%s\\n' " + " ".join(check.executable_opts)
    words = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, timeout=60, cwd=ROOT / "kernels").stdout
    assert words.splitlines() == ["run", "--kernel", "ising*", "--filter", "L:(8|16)$", "--tuning", "two  blanks.json", "--out",
                                  "results.json", "--force"]
    assert check.references == ""


def test_a_check_of_several_ranks(reframe, tmp_path):
    needs(shutil.which("mpirun"), "mpirun is not here")
    listing = json.loads(subprocess.run([BINARY, "doctor", "--json"], capture_output=True, text=True, check=True,
                                        timeout=60).stdout)
    [mpi] = [one for one in listing["findings"] if one["name"].startswith("MPI")]
    needs(mpi["found"], mpi["detail"])
    code, text = reframe(SHARED, launcher="mpirun", ranks=3)
    assert code == 0 and "PASSED" in text, text
    assert "/ranks=3/" in (tmp_path / "report.json").read_text()


def test_a_launcher_that_starts_one_process_passes_for_no_other(reframe):
    code, text = reframe(SHARED, ranks=3)
    assert code != 0 and "no case ran on 3 ranks, but on 1" in text, text
