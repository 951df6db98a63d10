"""The script at the root with a pretended Python: the commands that read results files, and what the tests want of Python."""

import importlib.metadata
import os
import sys

import pytest

from conftest import ROOT, needs_program
from script_machine import PYTHON, machine, reader, results_machine, write_program  # noqa: F401

def made(machine):
    """How often .venv was made."""
    return sum("-m venv" in line for line in machine.configured())


def test_venv_is_made_once_and_nothing_is_built(results_machine):
    code, _, err = results_machine.run("compare", "a", "b", SPINBENCH_INSTALL=None)
    assert (code, err) == (0, "spinbench: making .venv for pyproject.toml\n")
    assert results_machine.run("plot", "c", SPINBENCH_INSTALL=None)[::2] == (0, "")
    log = results_machine.configured()
    plotting = results_machine.checkout / "plotting"
    assert made(results_machine) == 1 and f".venv {plotting} compare a b" in log
    assert log[-1] == f".venv {plotting} plot c" and "cpu" not in log
    # What it asks for has changed.
    (results_machine.checkout / "plotting/pyproject.toml").write_text("[project]\n")
    assert results_machine.run("history", SPINBENCH_INSTALL=None)[0] == 0 and made(results_machine) == 2


def test_two_first_uses_at_once(results_machine):
    needs_program("flock")
    both = [results_machine.start("compare", SPINBENCH_INSTALL=None) for _ in range(2)]
    assert [p.wait(timeout=60) for p in both] == [0, 0] and made(results_machine) == 1


def test_no_venv_where_nothing_may_be_installed(results_machine):
    code, out, err = results_machine.run("compare", "a", "b")
    assert (code, out) == (2, "") and len(err.splitlines()) == 1 and "pip install -e" in err
    assert made(results_machine) == 0
    # This machine's Python has what is needed.
    assert results_machine.run("compare", "a", "b", FAKE_INSTALLED="0")[::2] == (0, "")
    assert results_machine.configured()[-1].endswith("/plotting compare a b")


def test_no_venv_for_tests_where_nothing_may_be_installed(results_machine):
    """It made one."""
    code, out, err = results_machine.run("test", "cli")
    venv = results_machine.checkout / ".venv"
    assert (code, out) == (2, "") and len(err.splitlines()) == 1
    assert f"run:  python3 -m venv {venv} && {venv}/bin/pip install -e " in err
    assert err.endswith(f"/plotting -r {results_machine.checkout}/tests/requirements.txt\n")
    assert made(results_machine) == 0 and "cpu" not in results_machine.configured()
    # One that was made by hand, as it was told.
    write_program(venv / "bin/python", PYTHON.replace("${FAKE_INSTALLED:-1}", "0"))
    results_machine.run("test", "cli")
    assert any(line.startswith(".venv -m pytest ") for line in results_machine.configured()) and made(results_machine) == 0


@pytest.mark.parametrize("version,has_it", [("1.23.0", True), ("1.22.9", False), ("2.0rc1", True), ("1.9.9", False), (None, False)])
def test_libraries_that_are_too_old_are_none(tmp_path, monkeypatch, version, has_it):
    from spinbench_results import __main__ as package

    def version_of(name):
        if version is None and name == "numpy":
            raise importlib.metadata.PackageNotFoundError
        return version if name == "numpy" else "99"

    monkeypatch.setattr(importlib.metadata, "version", version_of)
    assert package.is_installed() == has_it


def test_venv_of_a_checkout_that_cannot_be_written(results_machine, reader):
    code, _, err = reader("compare", "a", "b", SPINBENCH_INSTALL=None)
    assert (code, err) == (0, "spinbench: making .venv for pyproject.toml\n")
    assert len(list(reader.home.glob(".cache/spinbench/*/.venv/bin/python"))) == 1
    # pip would write into the folder that it builds.
    asked = next(line for line in results_machine.configured() if "pip install" in line)
    assert str(results_machine.checkout) not in asked and asked.endswith("/plotting")
    assert reader("plot", "c", SPINBENCH_INSTALL=None)[::2] == (0, "") and made(results_machine) == 1


def test_an_index_that_is_not_reached(results_machine):
    code, out, err = results_machine.run("report", "a", SPINBENCH_INSTALL=None, FAKE_PIP="1")
    assert (code, out) == (2, "") and "could not make .venv" in err.splitlines()[-1]
    # Half of it is no .venv.
    assert results_machine.run("report", "a", SPINBENCH_INSTALL=None)[0] == 0


def test_venv_of_another_python_is_made_anew(results_machine):
    """The system's was upgraded: it looks for packages in a folder of its own, or is no more where .venv's link leads."""
    for version, times in (("3.11", 1), ("3.11", 1), ("3.12", 2), ("3.12", 2), ("3.1", 3)):
        assert results_machine.run("compare", "a", "b", SPINBENCH_INSTALL=None, FAKE_PYTHON=version)[0] == 0
        assert made(results_machine) == times
    python = results_machine.checkout / ".venv/bin/python"
    python.unlink()
    python.symlink_to("python3.1")
    code, _, err = results_machine.run("compare", "a", "b", FAKE_PYTHON="3.1")
    assert code == 2 and "python3 -m venv --clear " in err
    assert results_machine.run("compare", "a", "b", SPINBENCH_INSTALL=None, FAKE_PYTHON="3.1")[0] == 0
    assert made(results_machine) == 4 and python.is_file()


# --- a real one -------------------------------------------------------------------------------------------------


@pytest.fixture
def real_machine(machine, tmp_path):
    """With this Python, and the checkout's plotting/; called in a folder of files that have the names of Python's modules."""
    (machine.checkout / "plotting").symlink_to(ROOT / "plotting")
    write_program(tmp_path / "tools/python3", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (tmp_path / "users").mkdir()
    for name in ("argparse", "importlib", "random", "re", "runpy", "statistics", "jsonschema", "pathlib"):
        (tmp_path / f"users/{name}.py").write_text(f"open('{tmp_path}/was_run', 'a').write('{name} ')\n")
    return machine


def test_files_of_the_users_folder_are_not_run(real_machine, tmp_path):
    pytest.importorskip("xdist", reason="no pytest-xdist: .venv would be made")
    recorded = ROOT / "results/recorded/epyc-portability-rng.json"
    code, out, err = real_machine.run("compare", recorded, recorded, cwd=tmp_path / "users", PYTHONDONTWRITEBYTECODE="1")
    assert (code, err) == (0, "") and "same" in out
    # What the tests want of Python is asked in that folder, too, before anything is built.
    write_program(tmp_path / "tools/ninja", "#!/bin/sh\nexit 1\n")
    assert real_machine.run("test", "cli", cwd=tmp_path / "users", PYTHONDONTWRITEBYTECODE="1")[0] != 0
    assert not (tmp_path / "was_run").exists()


def test_files_of_the_users_folder_are_not_run_while_venv_is_made(results_machine):
    assert results_machine.run("compare", "a", "b", SPINBENCH_INSTALL=None)[0] == 0
    making = [line for line in results_machine.configured() if " -m venv " in line or " -m pip " in line or " -c " in line]
    assert len(making) == 3 and all(line.split()[1] == "-I" for line in making)


def test_a_python_whose_libraries_come_by_pythonpath(real_machine, tmp_path):
    write_program(tmp_path / "tools/python3", f'#!/bin/sh\nexec "{sys.executable}" -S "$@"\n')
    libraries = os.pathsep.join(path for path in sys.path if path.endswith("-packages"))
    code, out, err = real_machine.run("compare", "--help", PYTHONPATH=libraries)
    assert (code, err) == (0, "") and out.startswith("usage: ./spinbench compare")
    assert real_machine.run("compare", "--help", PYTHONPATH=None)[0] == 2


@pytest.mark.parametrize("runner", [[], ["cli"]], ids=["every", "cli"])
def test_tests_without_python_are_refused_before_the_build(results_machine, tmp_path, runner):
    """It takes half an hour on two cores."""
    write_program(tmp_path / "tools/python3", "#!/bin/sh\nexit 1\n")
    code, out, err = results_machine.run("test", *runner)
    assert (code, out) == (2, "") and "python3 python3-venv" in err and len(err.splitlines()) == 1
    assert results_machine.configured() == []
    # The unit tests are without.
    results_machine.run("test", "unit")
    assert results_machine.configured()
