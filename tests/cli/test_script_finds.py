"""The script at the root on pretended machines: the compilers and devices that it finds, and what it brings or says is missing."""

import os
import pathlib
import re

import pytest

from conftest import needs
from script_machine import machine, write_program  # noqa: F401


def test_nvcc_without_a_gpu_builds_for_the_cpu(machine, tmp_path):
    needs(not list(pathlib.Path("/dev").glob("nvidia[0-9]*")) and not os.path.exists("/dev/dxg"), "this machine has a GPU")
    needs(not os.path.exists("/dev/kfd"), "this machine has an AMD card")
    write_program(tmp_path / "tools/nvcc", "#!/bin/sh\n")
    _, out, err = machine.run(SPINBENCH_PRESET=None)
    assert out.endswith("/build/cpu\n") and "SPINBENCH_PRESET=cuda" in err
    assert machine.run(SPINBENCH_PRESET=None)[2] == ""
    # By name nobody looks for nvcc; the folder is the same.
    assert machine.run()[2] == "" and machine.configured().count("cpu") == 1


def test_nvcc_with_a_gpu(machine, tmp_path):
    write_program(tmp_path / "tools/nvcc", "#!/bin/sh\n")
    write_program(tmp_path / "tools/nvidia-smi", "#!/bin/sh\necho 'GPU 0: NVIDIA H200 (UUID: GPU-0)'\n")
    assert machine.run(SPINBENCH_PRESET=None)[1].endswith("/build/cuda\n")


@pytest.mark.parametrize("named", ["/nowhere/nvcc", "nvccc"])
@pytest.mark.parametrize("preset", ["cuda", None])
def test_a_compiler_that_is_named_and_not_there(machine, tmp_path, named, preset):
    """Another one was taken in its place."""
    write_program(tmp_path / "tools/nvcc", "#!/bin/sh\n")
    code, out, err = machine.run(SPINBENCH_PRESET=preset, CUDACXX=named)
    assert (code, out, err) == (2, "", f"spinbench: CUDACXX={named}: there is no such program\n")
    assert machine.configured() == []
    # By its name alone, and with an argument.
    assert machine.run(SPINBENCH_PRESET="cuda", CUDACXX="nvcc -g")[0] == 0


def test_a_toolkit_that_is_named_and_not_there(machine, tmp_path):
    needs(os.path.exists("/usr/local/cuda/bin/nvcc"), "no toolkit that would be taken in its place")
    path = f"{tmp_path}/tools:{bare_path(tmp_path / 'bare', 'nvcc')}"
    code, out, err = machine.run(SPINBENCH_PRESET="cuda", CUDA_HOME="/nowhere", PATH=path)
    assert (code, out) == (2, "") and "CUDA_HOME=/nowhere has no bin/nvcc" in err and len(err.splitlines()) == 1


def bare_path(folder, *without):
    """A folder with links to this system's programs, without some."""
    folder.mkdir()
    for system in ("/usr/bin", "/bin"):
        for program in pathlib.Path(system).iterdir():
            link = folder / program.name
            if program.name not in without and not link.exists():
                link.symlink_to(program)
    return folder


def test_fix_is_not_refused_for_what_it_brings(machine, tmp_path):
    """It named itself as the remedy."""
    bare = bare_path(tmp_path / "bare", "hipcc")
    environment = {"SPINBENCH_PRESET": "hip", "ROCM_PATH": "/nonexistent", "PATH": f"{tmp_path}/tools:{bare}"}
    write_program(tmp_path / "tools/apt-get", "#!/bin/sh\nexit 1\n")
    code, out, err = machine.run("doctor", "--fix", "hip", **environment)
    assert (code, out) == (2, "") and re.search("sudo apt-get install -y hipcc ", err) and len(err.splitlines()) == 1
    code, out, err = machine.run("list", **environment)
    assert (code, out) == (2, "") and err.endswith("./spinbench doctor --fix hip\n")


def test_a_library_that_somebody_installs_by_hand_is_looked_for(machine, tmp_path):
    bare = bare_path(tmp_path / "bare", "mpicxx", "mpirun", "srun")
    path = {"PATH": f"{tmp_path}/tools:{bare}"}
    write_program(tmp_path / "tools/apt-get", "#!/bin/sh\nexit 1\n")
    assert machine.run(**path)[0] == 0 and machine.configured().count("cpu") == 1
    code, out, err = machine.run("doctor", "--fix", "mpi", **path)
    assert (code, out) == (2, "") and err.endswith("apt-get install -y libopenmpi-dev openmpi-bin\n")
    assert machine.run(**path)[0] == 0 and machine.configured().count("cpu") == 2
    # As it was told.
    for name in ("mpicxx", "mpirun"):
        write_program(tmp_path / f"tools/{name}", "#!/bin/sh\n")
    code, out, err = machine.run("doctor", "--fix", "mpi", **path)
    assert (code, out) == (0, "") and err.startswith("spinbench: MPI is here; ")
    assert machine.run(**path)[0] == 0 and machine.configured().count("cpu") == 3
    # Once CMake has found it there is nothing to look for; and what was configured by hand stays.
    cache, build = machine.checkout / "build/cpu/CMakeCache.txt", machine.checkout / "build/cpu"
    found = cache.read_text() + "MPI_CXX_COMPILER:FILEPATH=/usr/bin/mpicxx\n"
    for text, by_hand in ((found, False), (found.replace("=/usr/bin", "=MPI_CXX_COMPILER-NOTFOUND"), True)):
        cache.write_text(text)
        if by_hand:
            (build / "configured-for").unlink()
        assert machine.run("doctor", "--fix", "mpi", **path)[0] == 0
        assert machine.run(**path)[0] == 0 and machine.configured().count("cpu") == 3


@pytest.mark.parametrize("brings", [False, True], ids=["apt says fine", "apt brings it"])
def test_tools_that_apt_did_not_bring(machine, tmp_path, brings):
    """Said so, not "command not found"."""
    bare = bare_path(tmp_path / "bare", "cmake", "ninja", "sudo", "apt-get")
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


def test_cmake_that_is_too_old(machine):
    """It would say that it knows no presets."""
    (machine.checkout / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.22)\n")
    code, out, err = machine.run(FAKE_VERSION="3.18.4")
    assert (code, out) == (2, "") and len(err.splitlines()) == 1
    assert "version 3.18.4, and 3.22 or newer" in err and "pip install cmake" in err
    assert machine.configured() == [] and machine.run(FAKE_VERSION="3.100.0-rc1")[0] == 0
