"""The script at the root with a pretended CMake and Ninja, which take no time: what it builds, where, and when."""

import os
import pathlib
import shutil
import signal
import subprocess
import time

import pytest

from conftest import IS_ROOT, ROOT, needs, needs_program

# Writes what CMake would leave, counts its calls, and appends its arguments to cmake.log beside the build folder.
CMAKE = r"""#!/usr/bin/env bash
set -e
while (($#)); do
  case $1 in
    --preset) preset=$2; shift ;;
    -B) build=$2; shift ;;
    *) arguments+=("$1") ;;
  esac
  shift
done
[[ ! -e $build/busy ]] || { echo "two at once"; exit 1; }
touch "$build/busy"
sleep "${FAKE_CMAKE_SECONDS:-0}"
rm "$build/busy"
printf '%s\n' "$preset" "${arguments[@]}" >>"$FAKE_LOG"
printf 'CMAKE_HOME_DIRECTORY:INTERNAL=%s\nCMAKE_CACHEFILE_DIR:INTERNAL=%s\n' "$PWD" "$build" >"$build/CMakeCache.txt"
echo whole >"$build/build.ninja"
"""
NINJA = r"""#!/usr/bin/env bash
[[ $(cat "$2/build.ninja") == whole ]] || { echo "ninja: error: build.ninja:1: unexpected EOF"; exit 1; }
sleep "${FAKE_NINJA_SECONDS:-0}"
mkdir -p "$2/bin"
printf '#!/bin/sh\necho built by %s in %s\n' "$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$2/CMakeCache.txt")" "$2" >"$2/bin/spinbench"
chmod +x "$2/bin/spinbench"
"""


def write_program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


class Machine:
    """A checkout with nothing but the script, and a PATH where CMake and Ninja are pretended."""

    def __init__(self, folder):
        self.folder = folder
        self.log = folder / "cmake.log"
        self.log.touch()
        self.checkout = self.clone(folder / "checkout")
        write_program(folder / "tools/cmake", CMAKE)
        write_program(folder / "tools/ninja", NINJA)
        write_program(folder / "tools/nvidia-smi", "#!/bin/sh\nexit 9\n")

    @staticmethod
    def clone(folder):
        folder.mkdir()
        shutil.copy(ROOT / "spinbench", folder / "spinbench")
        (folder / "CMakeLists.txt").touch()
        return folder

    def start(self, *args, checkout=None, cwd=None, prefix=(), **environment):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("SPINBENCH_", "CMAKE_", "CUDA", "CXX"))}
        env = {**kept, "PATH": f"{self.folder / 'tools'}:{os.environ['PATH']}", "FAKE_LOG": str(self.log),
               "SPINBENCH_PRESET": "cpu", "SPINBENCH_INSTALL": "no", **environment}
        return subprocess.Popen([*prefix, str((checkout or self.checkout) / "spinbench"), *(args or ["list"])], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, cwd=cwd,
                                env={k: v for k, v in env.items() if v is not None}, start_new_session=True,
                                # A shell that put the tests into the background has them ignore it.
                                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def run(self, *args, **options):
        process = self.start(*args, **options)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def configured(self):
        """What CMake was called with so far: presets and arguments, one a line."""
        return self.log.read_text().splitlines()


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def test_configured_once(machine):
    assert machine.run()[:2] == (0, f"built by {machine.checkout} in {machine.checkout}/build/cpu\n")
    assert machine.run()[::2] == (0, "")
    assert machine.configured().count("cpu") == 1


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


@pytest.mark.parametrize("word", ["runn", "--versoin", "; rm"])
def test_what_is_no_command_is_said_before_the_first_build(machine, word):
    code, out, err = machine.run(word)
    assert (code, out) == (2, "") and err == f"spinbench: '{word}': no such command; ./spinbench --help names them\n"
    assert machine.configured() == []
    # Once there is a program it answers, and knows the nearest word.
    machine.run("list")
    assert machine.run(word)[1].startswith("built by")


@pytest.mark.parametrize("name,value", [("CMAKE_ARGS", "-DX=1"), ("SPINBENCH_KERNELS", "ising2d*;machine")])
def test_configured_anew_for_another_environment(machine, name, value):
    machine.run()
    machine.run(**{name: value})
    machine.run(**{name: value})
    machine.run()
    assert machine.configured().count("cpu") == 3


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


@pytest.fixture
def reader(machine, open_folder):
    """Runs the script as a user who may read the checkout but not write it, with a home folder of its own."""
    needs_program("setpriv")
    home = open_folder / "home"
    home.mkdir(mode=0o777)
    home.chmod(0o777)
    machine.log.chmod(0o666)
    prefix = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if IS_ROOT else []

    def run(*args, **environment):
        for path in (machine.checkout, *machine.checkout.rglob("*")):
            path.chmod(path.stat().st_mode & ~0o222)
        return machine.run(*args, prefix=prefix, **{"XDG_CACHE_HOME": None, "HOME": str(home), **environment})

    run.home = home
    return run


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
    assert reader()[:2] == (0, owners)
    code, out, _ = reader(SPINBENCH_KERNELS="machine")
    assert code == 0 and out != owners and f" in {reader.home}/.cache/spinbench/" in out
    assert "-DSPINBENCH_KERNELS=machine" in machine.configured()
    assert reader("build")[0] == 0 and machine.configured().count("cpu") == 3


def test_nvcc_without_a_gpu_builds_for_the_cpu(machine, tmp_path):
    needs(not list(pathlib.Path("/dev").glob("nvidia[0-9]*")) and not os.path.exists("/dev/dxg"), "this machine has a GPU")
    needs(not os.path.exists("/dev/kfd"), "this machine has an AMD card")
    write_program(tmp_path / "tools/nvcc", "#!/bin/sh\n")
    _, out, err = machine.run(SPINBENCH_PRESET=None)
    assert out.endswith("/build/cpu\n") and "SPINBENCH_PRESET=cuda" in err
    assert machine.run(SPINBENCH_PRESET=None)[2] == ""


def test_nvcc_with_a_gpu(machine, tmp_path):
    write_program(tmp_path / "tools/nvcc", "#!/bin/sh\n")
    write_program(tmp_path / "tools/nvidia-smi", "#!/bin/sh\necho 'GPU 0: NVIDIA H200 (UUID: GPU-0)'\n")
    assert machine.run(SPINBENCH_PRESET=None)[1].endswith("/build/cuda\n")


@pytest.mark.parametrize("brings", [False, True], ids=["apt says fine", "apt brings it"])
def test_tools_that_apt_did_not_bring(machine, tmp_path, brings):
    """Said so, not "command not found"."""
    bare = tmp_path / "bare"
    bare.mkdir()
    for folder in ("/usr/bin", "/bin"):
        for program in pathlib.Path(folder).iterdir():
            link = bare / program.name
            if program.name not in ("cmake", "ninja", "sudo", "apt-get") and not link.exists():
                link.symlink_to(program)
    write_program(bare / "sudo", '#!/bin/sh\n[ "$1" = -n ] && exit 0\nexec "$@"\n')
    tools = tmp_path / "tools"
    moved = [(tools / name).rename(tmp_path / name) for name in ("cmake", "ninja")]
    install = "".join(f"cp {path} {tools}/\n" for path in moved) if brings else ""
    write_program(bare / "apt-get", f'#!/bin/sh\ncase "$*" in *install*) : ;; *) exit 0 ;; esac\n{install}')
    code, out, err = machine.run(SPINBENCH_INSTALL=None, PATH=f"{tools}:{bare}")
    if brings:
        assert code == 0 and out.startswith("built by"), err
    else:
        assert (code, out) == (2, "") and "command not found" not in err
        assert "cmake ninja-build installed, but cmake or ninja is still not on PATH" in err.splitlines()[-1]


def test_cuda_by_name(machine, tmp_path):
    write_program(tmp_path / "tools/nvcc", "#!/bin/sh\n")
    assert machine.run(SPINBENCH_PRESET="cuda")[1].endswith("/build/cuda\n")


# --- what reads results files -----------------------------------------------------------------------------------

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
