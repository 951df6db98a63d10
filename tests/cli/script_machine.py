"""A checkout with nothing but the script at the root and its parts, and a machine where CMake and Ninja are pretended, which take
no time."""

import os
import shutil
import signal
import subprocess

import pytest

from conftest import IS_ROOT, ROOT, needs_program

# Writes what CMake would leave, counts its calls, and appends its arguments to cmake.log beside the build folder.
CMAKE = r"""#!/usr/bin/env bash
set -e
while (($#)); do
  case $1 in
    --version) echo "cmake version ${FAKE_VERSION:-3.25.1}"; exit ;;
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


def write_program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


class Machine:
    """A checkout with nothing but the script and its parts, and a PATH where CMake and Ninja are pretended."""

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
        shutil.copytree(ROOT / "front_door", folder / "front_door")
        (folder / "CMakeLists.txt").touch()
        return folder

    def start(self, *args, checkout=None, cwd=None, prefix=(), stderr=subprocess.PIPE, **environment):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("SPINBENCH_", "CMAKE_", "CUDA", "CXX"))}
        env = {**kept, "PATH": f"{self.folder / 'tools'}:{os.environ['PATH']}", "FAKE_LOG": str(self.log),
               "SPINBENCH_PRESET": "cpu", "SPINBENCH_INSTALL": "no", **environment}
        return subprocess.Popen([*prefix, str((checkout or self.checkout) / "spinbench"), *(args or ["list"])], text=True,
                                stdout=subprocess.PIPE, stderr=stderr, stdin=subprocess.DEVNULL, cwd=cwd,
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


@pytest.fixture
def results_machine(machine, tmp_path):
    """The same with plotting/ and a pretended Python."""
    (machine.checkout / "plotting").mkdir()
    (machine.checkout / "plotting/pyproject.toml").write_text("[project]")
    write_program(tmp_path / "tools/python3", PYTHON)
    return machine
