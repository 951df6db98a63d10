"""The script at the root with a pretended Python: the commands that read results files, and what the tests want of Python."""

import os
import sys

import pytest

from conftest import ROOT, needs_program
from script_machine import machine, reader, write_program  # noqa: F401

# A Python that makes .venv of itself, and says what it was asked for.
PYTHON = r"""#!/usr/bin/env bash
if [[ $1 == -V ]]; then echo "Python ${FAKE_PYTHON:-3.11}.7"; exit; fi
echo "$(basename "$(dirname "$(dirname "$0")")") $*" >>"$FAKE_LOG"
case "$*" in
  *'-m venv '*)
    folder=${!#}
    [[ $* != *' --clear '* ]] || rm -rf "$folder"
    mkdir -p "$folder/bin" && cp "$0" "$folder/bin/python" && echo "version = ${FAKE_PYTHON:-3.11}.1" >"$folder/pyvenv.cfg" ;;
  *--installed) exit "${FAKE_INSTALLED:-1}" ;;
  *'pip install'*) exit "${FAKE_PIP:-0}" ;;
esac
"""


@pytest.fixture
def results_machine(machine, tmp_path):
    """The same with plotting/ and a pretended Python."""
    (machine.checkout / "plotting").mkdir()
    (machine.checkout / "plotting/pyproject.toml").write_text("[project]")
    write_program(tmp_path / "tools/python3", PYTHON)
    return machine


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


@pytest.mark.parametrize("links", [True, False])
def test_sanitizers_are_built_by_clang_where_it_links_them(results_machine, tmp_path, links):
    """Tests themselves are not there; what was configured for them is."""
    write_program(tmp_path / "tools/clang++", f"#!/bin/sh\nexit {0 if links else 1}\n")
    results_machine.run("test", "--sanitizers", FAKE_INSTALLED="0")
    compilers = [(results_machine.checkout / f"build/{folder}/configured-for").read_text().split("|")[3] for folder in ("asan", "cpu")]
    assert compilers == ["clang++" if links else "", ""]
    results_machine.run("test", "--sanitizers", FAKE_INSTALLED="0", CXX="mine")
    assert "|mine|" in (results_machine.checkout / "build/asan/configured-for").read_text()
