"""The script at the root with a pretended Python: the commands that read results files, and what the tests want of Python."""

import pytest

from conftest import needs_program
from script_machine import machine, reader, write_program  # noqa: F401

# A Python that makes .venv of itself, and says what it was asked for.
PYTHON = r"""#!/usr/bin/env bash
echo "$(basename "$(dirname "$(dirname "$0")")") $*" >>"$FAKE_LOG"
case "$*" in
  '-m venv '*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
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
    assert made(results_machine) == 1 and ".venv -m spinbench_results compare a b" in log
    assert log[-1] == ".venv -m spinbench_results plot c" and "cpu" not in log
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
    assert results_machine.configured()[-1].endswith("-m spinbench_results compare a b")


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
