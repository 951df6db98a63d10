"""The script at the root with a pretended CMake and Ninja: what it builds, where, and when."""

import fcntl
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import termios
import time

import pytest

from conftest import IS_ROOT, ROOT, needs, needs_program, new_terminal
from script_machine import NINJA, machine, reader, write_program  # noqa: F401


def test_configured_once(machine):
    assert machine.run()[:2] == (0, f"built by {machine.checkout} in {machine.checkout}/build/cpu\n")
    assert machine.run()[::2] == (0, "")
    assert machine.configured().count("cpu") == 1


PARTS = sorted(path.name for path in (ROOT / "front_door").glob("*.sh"))


@pytest.mark.parametrize("part", PARTS)
def test_half_a_clone(machine, part):
    """One line, whatever was asked; so for the script copied alone."""
    file = machine.checkout / "front_door" / part
    file.unlink()
    for args in (["list"], ["--help"], ["compare", "a", "b"], ["test", "unit"]):
        code, out, err = machine.run(*args)
        assert (code, out) == (2, "") and err.startswith(f"spinbench: cannot read {file}: ") and len(err.splitlines()) == 1
    shutil.rmtree(file.parent)
    code, out, err = machine.run()
    assert (code, out) == (2, "") and f"cannot read {file.parent}/" in err and len(err.splitlines()) == 1
    assert machine.configured() == []


def test_called_by_a_link(machine, tmp_path):
    """From another folder, by links to links, beside which there is a folder of the same name."""
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "front_door").mkdir(parents=True)
    (elsewhere / "first").symlink_to("../checkout/spinbench")
    (elsewhere / "spinbench").symlink_to("first")
    for called in ({"checkout": elsewhere}, {"checkout": pathlib.Path("elsewhere"), "cwd": tmp_path}):
        assert machine.run(**called)[:2] == (0, f"built by {machine.checkout} in {machine.checkout}/build/cpu\n")


@pytest.mark.parametrize("word", ["--help", "-h", "--version", None])
def test_what_it_answers_before_any_build(machine, word):
    """At once: a newcomer who wants to read does not wait minutes for a build."""
    (machine.checkout / "CMakeLists.txt").write_text("project(spinbench VERSION 7.8.9 LANGUAGES CXX)\n")
    code, out, err = machine.run(*([word] if word else [""]))
    if word is None:
        assert (code, out) == (2, "") and len(err.splitlines()) == 1 and "--help" in err
    elif word == "--version":
        assert (code, out, err) == (0, "spinbench 7.8.9, not built yet\n", "")
    else:
        assert code == 0 and err == "" and "not built yet" in out and "#" not in out
        for named in ("./spinbench COMMAND", "./spinbench test", "SPINBENCH_PRESET", "SPINBENCH_INSTALL"):
            assert named in out
    assert machine.configured() == []
    # Once there is a program it answers, as it is built now.
    machine.run("list")
    assert machine.run(*([word] if word else [""]))[1].startswith("built by")


@pytest.mark.parametrize("words", [["run", "--help"], ["verify", "--kernel", "rng*", "-h"], ["list", "--help"]], ids=" ".join)
def test_help_of_a_command_builds_nothing(machine, words):
    code, out, err = machine.run(*words)
    assert code == 0 and err == "" and "not built yet" in out and "./spinbench COMMAND" in out
    assert machine.configured() == []
    machine.run("list")
    assert machine.run(*words)[1].startswith("built by")


@pytest.mark.parametrize("word", ["runn", "--versoin", "; rm"])
def test_what_is_no_command_is_said_before_the_first_build(machine, word):
    code, out, err = machine.run(word)
    assert (code, out) == (2, "") and err == f"spinbench: '{word}': no such command; ./spinbench --help names them\n"
    assert machine.configured() == []
    # Once there is a program it answers, and knows the nearest word.
    machine.run("list")
    assert machine.run(word)[1].startswith("built by")


@pytest.mark.parametrize("words", [["hip", "--jobs", "2"], ["all"], [""], ["--halp"]], ids=repr)
def test_build_takes_no_words(machine, words):
    """It built everything."""
    code, out, err = machine.run("build", *words, SPINBENCH_PRESET="nonsense")
    assert (code, out) == (2, "") and len(err.splitlines()) == 1
    assert err.startswith(f"spinbench: build takes no '{words[0]}'") and "SPINBENCH_PRESET" in err
    assert machine.configured() == []


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_build_says_what_it_does(machine, word):
    code, out, err = machine.run("build", word, SPINBENCH_PRESET="nonsense")
    assert (code, err) == (0, "") and out.startswith("./spinbench build: ") and len(out.splitlines()) <= 3
    assert machine.configured() == []
    assert machine.run("build")[0] == 0 and machine.configured().count("cpu") == 1


@pytest.mark.parametrize("columns,told,most", [(40, None, 39), (150, None, 149), (40, "60", 39), (0, "60", 59), (0, None, 79), (0, "x", 79)])
def test_progress_is_as_wide_as_the_terminal(machine, columns, told, most):
    """One that is wider would leave a line behind with each step."""
    step = "[1/2] Building CXX object " + "x" * 200
    write_program(machine.folder / "tools/ninja", NINJA.replace("mkdir", f"echo '{step}'\nmkdir", 1))
    ours, theirs = new_terminal()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = machine.start("build", stderr=theirs, COLUMNS=told)
    process.communicate(timeout=60)
    shown = os.read(ours, 10000).decode()
    os.close(theirs)
    os.close(ours)
    assert process.returncode == 0 and re.findall(r"\[1/2\][^\r\n]*", shown) == [step[:most]], shown


@pytest.mark.parametrize("name,value", [
    ("CMAKE_ARGS", "-DX=1"), ("SPINBENCH_KERNELS", "ising2d*;machine"), ("CMAKE_PREFIX_PATH", "/opt/libs"), ("CXX", "mine"),
    ("CXXFLAGS", "-O1"), ("LDFLAGS", "-s"), ("CUDACXX", "/opt/nvcc"), ("CUDAHOSTCXX", "mine"), ("CUDAFLAGS", "-g"),
    ("CUDAARCHS", "80"), ("HIPCXX", "mine"), ("HIPFLAGS", "-g"), ("ROCM_PATH", "/opt/another")])
def test_configured_anew_for_another_environment(machine, name, value):
    """CMake, too, forgets what it found before: it would go on with the compilers and flags that the folder has."""
    without = {name: None}
    machine.run(**without)
    kept = machine.checkout / "build/cpu/CMakeCache.txt"
    kept.write_text(kept.read_text() + "CMAKE_CXX_COMPILER:FILEPATH=/before\n")
    machine.run(**{name: value})
    assert "/before" not in kept.read_text()
    machine.run(**{name: value})
    machine.run(**without)
    assert machine.configured().count("cpu") == 3


def test_configured_anew_for_another_nvcc(machine, tmp_path):
    """Whether CUDACXX names it or it is found; for other presets what is found is no matter."""
    for name in ("tools/nvcc", "other/nvcc"):
        write_program(tmp_path / name, "#!/bin/sh\n")
    machine.run(SPINBENCH_PRESET="cuda")
    machine.run(SPINBENCH_PRESET="cuda", CUDACXX=str(tmp_path / "tools/nvcc"))
    assert machine.configured().count("cuda") == 1
    machine.run(SPINBENCH_PRESET="cuda", CUDACXX=str(tmp_path / "other/nvcc"))
    assert machine.configured().count("cuda") == 2


def test_a_folder_of_an_earlier_script_stays(machine):
    """It knew five of them; of the others there are none here."""
    without = dict.fromkeys(("CXXFLAGS", "LDFLAGS", "HIPCXX", "HIPFLAGS", "ROCM_PATH"))
    machine.run(CXX="mine", **without)
    assert (machine.checkout / "build/cpu/configured-for").read_text() == "cpu|||mine|\n"


def test_kernels_reach_cmake(machine):
    machine.run(SPINBENCH_KERNELS="ising2d*;machine")
    assert "-DSPINBENCH_KERNELS=ising2d*;machine" in machine.configured()


def test_arguments_keep_quotes_and_lines(machine):
    machine.run(CMAKE_ARGS="-DX1='one two' \"-DX2=x y\"\n-DX3=3")
    assert [a for a in machine.configured() if a.startswith("-DX")] == ["-DX1=one two", "-DX2=x y", "-DX3=3"]


def test_arguments_with_half_a_quote(machine):
    code, _, err = machine.run(CMAKE_ARGS="-DA='one")
    assert code == 2 and err.splitlines()[-1].startswith("spinbench: CMAKE_ARGS: ") and machine.configured() == []


def test_an_apostrophe_in_the_path(machine, tmp_path):
    """Ninja cannot read the compiler's lists of files with one in their names, and builds everything each time."""
    checkout, home = machine.clone(tmp_path / "it's here"), {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    code, out, err = machine.run(checkout=checkout, **home)
    place = pathlib.Path(out.removeprefix("built by ").split(" in ")[0])
    assert code == 0 and "'" not in out and place.samefile(checkout) and (checkout / "build/cpu/bin/spinbench").exists(), err
    assert machine.run(checkout=checkout, **home)[:2] == (0, out) and machine.configured().count("cpu") == 1
    # One that was built by its name.
    cache = checkout / "build/cpu/CMakeCache.txt"
    cache.write_text(cache.read_text().replace(str(place), str(checkout)))
    assert machine.run(checkout=checkout, **home)[:2] == (0, out) and machine.configured().count("cpu") == 2


@pytest.mark.parametrize("how", ["copied", "moved"])
def test_another_place(machine, tmp_path, how):
    """What CMake wrote in a clone's build folder names the old place."""
    machine.run()
    other = tmp_path / "other"
    (shutil.copytree if how == "copied" else shutil.move)(machine.checkout, other)
    assert machine.run(checkout=other)[:2] == (0, f"built by {other} in {other}/build/cpu\n")


def test_one_build_folder_for_two_checkouts(machine, tmp_path):
    other, shared = machine.clone(tmp_path / "other"), str(tmp_path / "shared")
    assert machine.run(SPINBENCH_BUILD_DIR=shared)[0] == 0
    code, out, err = machine.run(checkout=other, SPINBENCH_BUILD_DIR=shared)
    assert (code, out) == (2, "") and len(err.splitlines()) == 1
    assert shared in err and str(machine.checkout) in err and "SPINBENCH_BUILD_DIR" in err
    # Not so where the other one is gone.
    shutil.rmtree(machine.checkout)
    assert machine.run(checkout=other, SPINBENCH_BUILD_DIR=shared)[0] == 0


def test_relative_build_folder(machine, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    code, out, _ = machine.run(cwd=elsewhere, SPINBENCH_BUILD_DIR="here")
    assert (code, out) == (0, f"built by {machine.checkout} in {elsewhere}/here\n")
    assert not (machine.checkout / "here").exists()


def test_two_first_runs_at_once(machine):
    needs_program("flock")
    both = [machine.start(FAKE_CMAKE_SECONDS="0.5") for _ in range(2)]
    results = [(p.communicate(timeout=60), p.returncode) for p in both]
    assert [code for _, code in results] == [0, 0], results
    assert machine.configured().count("cpu") == 1


def test_a_file_system_without_locks(machine, tmp_path):
    """It ended with flock's own exit code, and no word."""
    write_program(tmp_path / "tools/flock", "#!/bin/sh\nexit 71\n")
    code, out, err = machine.run()
    assert code == 0 and out.startswith("built by") and f"spinbench: cannot lock {machine.checkout}/build/cpu/lock " in err


def test_a_lock_of_somebody_else(machine, open_folder):
    needs_program("setpriv")
    machine.run()
    build = machine.checkout / "build/cpu"
    for path in (build.parent, build):
        path.chmod(0o777)
    (build / "lock").chmod(0o444)
    prefix = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if IS_ROOT else []
    code, out, err = machine.run(prefix=prefix)
    assert (code, out) == (2, "") and len(err.splitlines()) == 1
    assert f"cannot write {build}/lock" in err and "SPINBENCH_BUILD_DIR" in err


def test_a_folder_without_tests_stays_as_it_is(machine, tmp_path):
    """What ninja says of a target that nobody configured it says of a file that was cut short, too."""
    machine.run()
    build = machine.checkout / "build/cpu"
    (build / "configured-for").unlink()
    (build / "build.ninja").write_text("default all\n")
    cache = build / "CMakeCache.txt"
    cache.write_text(cache.read_text() + "SPINBENCH_TESTS:BOOL=OFF\nSPINBENCH_MUTANTS:BOOL=OFF\n")
    write_program(tmp_path / "tools/ninja", """#!/bin/sh\necho "ninja: error: unknown target 'spinbench_tests'"\nexit 1\n""")
    code, out, err = machine.run("test", "unit")
    assert (code, out) == (2, "") and len(err.splitlines()) == 1
    assert "no spinbench_tests" in err and "SPINBENCH_TESTS=OFF" in err
    assert machine.configured().count("cpu") == 1 and "SPINBENCH_TESTS" in cache.read_text()


def test_how_many_compilers_at_once(machine, tmp_path):
    write_program(tmp_path / "tools/ninja", NINJA.replace("mkdir", 'echo "ninja $*" >>"$FAKE_LOG"\nmkdir', 1))
    assert machine.run(CMAKE_BUILD_PARALLEL_LEVEL="3")[0] == 0 and " -j 3 spinbench_bin" in machine.configured()[-1]
    assert machine.run()[0] == 0 and " -j " not in machine.configured()[-1]
    code, out, err = machine.run(CMAKE_BUILD_PARALLEL_LEVEL="many")
    assert (code, out) == (2, "") and "CMAKE_BUILD_PARALLEL_LEVEL=many" in err and len(err.splitlines()) == 1


@pytest.mark.parametrize("broken", ["build.ninja", "CMakeCache.txt"])
def test_what_was_cut_short_heals(machine, broken):
    machine.run()
    (machine.checkout / "build/cpu" / broken).write_text("")
    code, out, _ = machine.run()
    assert code == 0 and out.startswith("built by")


def test_a_clock_that_was_set_back(machine):
    """Ninja would call CMake a hundred times, which took two minutes, and end with a manifest that is still dirty."""
    day = time.time() + 86400
    for built in (False, True):
        os.utime(machine.checkout / "CMakeLists.txt", (day, day))
        code, out, err = machine.run()
        assert (code, out) == (2, "") and f"touch '{machine.checkout}/CMakeLists.txt'" in err.splitlines()[-1], built
        (machine.checkout / "CMakeLists.txt").touch()
        assert machine.run()[0] == 0
    # What was built before the clock was set back is up to date.
    for name in ("CMakeLists.txt", "build/cpu/build.ninja"):
        os.utime(machine.checkout / name, (day, day))
    assert machine.run()[0] == 0


def test_stopped_by_ctrl_c(machine):
    process = machine.start(FAKE_NINJA_SECONDS="30")
    deadline = time.monotonic() + 20
    while not (machine.checkout / "build/cpu/build.log").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.2)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130 and "failed" not in err and err.splitlines()[-1] == "spinbench: stopped"


def test_a_build_that_cannot_be_written(machine, open_folder):
    needs(IS_ROOT, "not root: this user's own folders can be written")
    needs_program("setpriv")
    machine.run()
    command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", str(machine.checkout / "spinbench"), "list"]
    env = {**os.environ, "SPINBENCH_PRESET": "cpu"}
    # CI has such of its own.
    for name in ("SPINBENCH_BUILD_DIR", "CMAKE_ARGS", "SPINBENCH_KERNELS"):
        env.pop(name, None)
    result = subprocess.run(command, capture_output=True, text=True, env=env, timeout=60, check=False)
    assert (result.returncode, result.stderr) == (0, "") and result.stdout.startswith("built by")


def test_the_version_of_a_checkout_that_cannot_be_written(machine, reader):
    (machine.checkout / "CMakeLists.txt").write_text("project(spinbench VERSION 7.8.9 LANGUAGES CXX)\n")
    assert reader("--version") == (0, "spinbench 7.8.9, not built yet\n", "")
    assert reader()[0] == 0 and reader("--version")[1].startswith("built by")


def test_a_checkout_that_cannot_be_written(machine, reader):
    """A folder of its own in the cache, for each checkout."""
    code, out, err = reader()
    place = out.removeprefix(f"built by {machine.checkout} in ").removesuffix("/build/cpu\n")
    assert code == 0 and pathlib.Path(place).parent == reader.home / ".cache/spinbench", err
    assert reader()[::2] == (0, "") and machine.configured().count("cpu") == 1
    assert not (machine.checkout / "build").exists()
    cache = reader.home / "cache"
    assert reader(XDG_CACHE_HOME=str(cache))[1].endswith(f" in {cache}/spinbench/{pathlib.Path(place).name}/build/cpu\n")
    # A relative one does not count.
    assert reader(XDG_CACHE_HOME="here")[1] == out


@pytest.mark.parametrize("home", [None, "/proc/nowhere"])
def test_nowhere_to_build(reader, home):
    code, out, err = reader(HOME=home)
    assert (code, out) == (2, "") and len(err.splitlines()) == 1 and "SPINBENCH_BUILD_DIR" in err


def test_what_somebody_else_built(machine, reader):
    """It is run as it is; other kernels or arguments are asked for in vain there, so they get a folder of their own."""
    machine.run()
    owners = f"built by {machine.checkout} in {machine.checkout}/build/cpu\n"
    assert reader() == (0, owners, "")
    # Sources that were changed since are not in it.
    later = (machine.checkout / "build/cpu/bin/spinbench").stat().st_mtime + 10
    os.utime(machine.checkout / "CMakeLists.txt", (later, later))
    code, out, err = reader()
    assert (code, out) == (0, owners) and len(err.splitlines()) == 1
    assert f"{machine.checkout}/build/cpu, which you cannot write, is older than CMakeLists.txt" in err
    os.utime(machine.checkout / "CMakeLists.txt", (0, 0))
    code, out, _ = reader(SPINBENCH_KERNELS="machine")
    assert code == 0 and out != owners and f" in {reader.home}/.cache/spinbench/" in out
    assert "-DSPINBENCH_KERNELS=machine" in machine.configured()
    assert reader("build")[0] == 0 and machine.configured().count("cpu") == 3
