"""packaging/reframe/spinbench.py runs the program as a check, with ReFrame's local scheduler."""

import json
import shutil
import subprocess

import pytest

from conftest import BINARY, ROOT, SHORT, needs

CHECK = ROOT / "packaging/reframe/spinbench.py"


@pytest.fixture
def reframe(tmp_path):
    needs(shutil.which("reframe"), "ReFrame is not here (pip install ReFrame-HPC)")

    def run(selection, **settings):
        given = {"spinbench": BINARY, "selection": selection, **settings}
        arguments = [word for name, value in given.items() for word in ("-S", f"{name}={value}")]
        process = subprocess.run(["reframe", "-c", CHECK, "-r", "--prefix", tmp_path, "--report-file", tmp_path / "report.json",
                                  *arguments], capture_output=True, text=True, check=False, timeout=200, cwd=tmp_path)
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
