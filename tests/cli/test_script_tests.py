"""The command test of the script at the root, with a pretended build: which programs it runs, with what, and what it leaves."""

import os
import signal
import subprocess
import threading
import time

import pytest

from conftest import needs
from script_machine import NINJA, machine, results_machine, write_program  # noqa: F401

# What it builds says that it was run, and with what.
PROGRAMS = r"""
for target in "${@:3}"; do
  cat >"$2/bin/$target" <<'EOF'
#!/bin/sh
echo "ran $(basename "$(dirname "$(dirname "$0")")")/$(basename "$0") $*" >>"$FAKE_LOG"
eval "${FAKE_PROGRAM:-}"
echo 'All tests passed (3 assertions in 2 test cases)'
EOF
  chmod +x "$2/bin/$target"
done
"""


@pytest.fixture
def tested(results_machine, tmp_path):
    """Runs the command: (exit code, output, errors)."""
    write_program(tmp_path / "tools/ninja", NINJA + PROGRAMS)
    write_program(tmp_path / "tools/clang++", "#!/bin/sh\nexit 1\n")

    def run(*args, **environment):
        return results_machine.run("test", *args, **{"FAKE_INSTALLED": "0", "CI": None, **environment})

    return run


def ran(machine):
    return [line.removeprefix("ran ").strip() for line in machine.configured() if line.startswith("ran ")]


@pytest.mark.parametrize("gpu", [False, True])
def test_under_sanitizers_devices_get_the_ordinary_program(tested, machine, tmp_path, gpu):
    """Those of sanitizers have no backend for them: no test met a GPU."""
    seen = any(os.path.exists(path) for path in ("/dev/nvidia0", "/dev/dxg", "/proc/driver/nvidia"))
    needs(gpu or not seen, "this machine has a GPU")
    write_program(tmp_path / "tools/nvcc", "#!/bin/sh\n")
    if gpu:
        write_program(tmp_path / "tools/nvidia-smi", "#!/bin/sh\necho 'GPU 0: NVIDIA H200 (UUID: GPU-0)'\n")
    code, out, err = tested("--sanitizers", SPINBENCH_PRESET="cuda")
    assert (code, out.splitlines()[-1]) == (0, "6 passed, 0 failed"), err
    ordinary = "cuda/spinbench_tests" if gpu else "cuda/spinbench_slow_tests [slow]~[.]"
    assert sorted(ran(machine)) == sorted(["asan/spinbench_tests ~[slow]", "cuda/spinbench_emulated_tests", ordinary])


@pytest.mark.parametrize("value,sanitized", [("true", True), ("false", False), ("0", False)])
def test_what_ci_means(tested, machine, value, sanitized):
    assert tested(CI=value)[0] == 0
    assert any(line.startswith("asan/") for line in ran(machine)) == sanitized
    # One runner has arguments of its own.
    before = len(ran(machine))
    assert tested("unit", "[cpu]", CI=value)[0] == 0 and ran(machine)[before:] == ["cpu/spinbench_tests [cpu]"]


@pytest.mark.parametrize("words,given", [(["[cpu]", "-d"], "[cpu] -d"), ([], "~[slow]")])
def test_unit_tests_alone_under_sanitizers(tested, machine, words, given):
    """They ran without."""
    code, out, err = tested("--sanitizers", "unit", *words)
    assert (code, out.splitlines()[-1]) == (0, "2 passed, 0 failed"), err
    assert ran(machine) == [f"asan/spinbench_tests {given}"] and "cpu" not in machine.configured()


def test_the_command_line_has_no_sanitizers(tested, machine):
    code, out, err = tested("--sanitizers", "cli", "-k", "usage")
    assert (code, out) == (2, "") and "test --sanitizers cli" in err and len(err.splitlines()) == 1
    assert machine.configured() == []


@pytest.mark.parametrize("words,every", [
    ([], True), (["-k", "results"], True), (["--ignore", "tests/cli/test_usage.py"], True), (["-x"], True),
    (["-x", "tests/cli/test_usage.py::test_help"], False), (["tests"], False), (["-k", "help", "./tests/cli"], False)], ids=repr)
def test_files_that_are_named_are_all_that_pytest_gets(tested, machine, words, every):
    """It got all of the tests beside."""
    (machine.checkout / "tests/cli").mkdir(parents=True)
    (machine.checkout / "tests/cli/test_usage.py").touch()
    (machine.checkout / "results").mkdir()
    tested("cli", *words, cwd=machine.checkout)
    [line] = [line for line in machine.configured() if " -m pytest " in line]
    assert (f" {machine.checkout}/tests" in line) == every and line.endswith(" ".join(words))


def test_stopped_tests_leave_nothing(tested, machine, tmp_path):
    """Neither files nor what runs beside."""
    (tmp_path / "temporary").mkdir()
    pids = tmp_path / "pids"
    pids.touch()
    process = machine.start("test", "--sanitizers", FAKE_INSTALLED="0", CI=None, TMPDIR=str(tmp_path / "temporary"),
                            FAKE_PROGRAM=f"echo $$ >>'{pids}'; exec sleep 60")
    deadline = time.monotonic() + 30
    while len(pids.read_text().splitlines()) < 3 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert list((tmp_path / "temporary").iterdir())
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130 and err.splitlines()[-1] == "spinbench: stopped", err
    assert list((tmp_path / "temporary").iterdir()) == []
    started = [int(pid) for pid in pids.read_text().split()]
    assert len(started) == 3 and not [pid for pid in started if os.path.exists(f"/proc/{pid}")]


def test_tests_wait_for_what_ci_installs(tested, machine):
    installing = subprocess.Popen(["sh", "-c", f"sleep 0.4; echo 'ran apt' >>'{machine.log}'"])
    threading.Thread(target=installing.wait, daemon=True).start()
    assert tested(SPINBENCH_TESTS_AFTER=str(installing.pid))[0] == 0
    assert ran(machine)[0] == "apt" and len(ran(machine)) == 3


@pytest.mark.parametrize("links", [True, False])
def test_sanitizers_are_built_by_clang_where_it_links_them(results_machine, tmp_path, links):
    """Tests themselves are not there; what was configured for them is."""
    write_program(tmp_path / "tools/clang++", f"#!/bin/sh\nexit {0 if links else 1}\n")
    results_machine.run("test", "--sanitizers", FAKE_INSTALLED="0")
    compilers = [(results_machine.checkout / f"build/{folder}/configured-for").read_text().split("|")[3] for folder in ("asan", "cpu")]
    assert compilers == ["clang++" if links else "", ""]
    results_machine.run("test", "--sanitizers", FAKE_INSTALLED="0", CXX="mine")
    assert "|mine|" in (results_machine.checkout / "build/asan/configured-for").read_text()
