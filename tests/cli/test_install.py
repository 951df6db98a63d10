"""The script at the root, and a configure step as it runs on a cluster: no network, no root."""

import os
import re
import shutil
import subprocess
import time

import pytest

from conftest import BINARY, IS_ROOT, ROOT, needs, needs_program

SCRIPT = ROOT / "spinbench"


def call(*command, env=None, timeout=100, cwd=None):
    environment = {**os.environ, **(env or {})}
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, env=environment,
                          timeout=timeout, check=False, cwd=cwd, stdin=subprocess.DEVNULL)


def configure_command(build_dir):
    return ["cmake", "-S", ROOT, "-B", build_dir, "-G", "Ninja", "-DSPINBENCH_CUDA=OFF", "-DSPINBENCH_HIP=OFF"]


def as_nobody():
    """A command's prefix that makes it the user nobody's; skips where that user cannot read the sources."""
    needs(IS_ROOT, "not root: the other tests run without root already")
    needs_program("setpriv")
    prefix = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env", "HOME=/nonexistent"]
    needs(call(*prefix, "test", "-r", ROOT / "CMakeLists.txt").returncode == 0, "user nobody cannot read the sources")
    return prefix


def test_configure_without_network(tmp_path):
    needs(IS_ROOT or call("unshare", "-rn", "true").returncode == 0, "unshare -n is not allowed here")
    isolate = ["unshare", "-n"] if IS_ROOT else ["unshare", "-rn"]
    needs(call(*isolate, "true").returncode == 0, "unshare -n is not allowed here")
    result = call(*isolate, *configure_command(tmp_path / "build"))
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "build/build.ninja").exists()


def test_configure_without_root(open_folder):
    result = call(*as_nobody(), *configure_command(open_folder / "build"))
    assert result.returncode == 0, result.stderr


def script_without_cli11(build_dir):
    return {"CMAKE_ARGS": "-DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON", "SPINBENCH_BUILD_DIR": str(build_dir),
            "SPINBENCH_PRESET": "cpu"}


def test_missing_library_without_root(open_folder):
    result = call(*as_nobody(), SCRIPT, "list", env=script_without_cli11(open_folder / "build"))
    assert result.returncode == 2
    assert result.stderr.splitlines()[-1].endswith("sudo apt-get update && sudo apt-get install -y libcli11-dev")


def test_missing_library_and_no_wish_to_install(tmp_path):
    result = call(SCRIPT, "list", env={**script_without_cli11(tmp_path / "build"), "SPINBENCH_INSTALL": "no"})
    assert result.returncode == 2
    assert result.stderr.splitlines()[-1].endswith("apt-get install -y libcli11-dev")


def test_libraries_from_a_prefix(tmp_path):
    """CMAKE_PREFIX_PATH is looked at: a prefix whose CLI11 is broken must be noticed."""
    config = tmp_path / "prefix/lib/cmake/CLI11/CLI11Config.cmake"
    config.parent.mkdir(parents=True)
    config.write_text('message(FATAL_ERROR "the CLI11 of the prefix")\n')
    result = call(SCRIPT, "list", env={"CMAKE_PREFIX_PATH": str(tmp_path / "prefix"), "SPINBENCH_PRESET": "cpu",
                                       "SPINBENCH_BUILD_DIR": str(tmp_path / "build")})
    assert result.returncode == 2 and "the CLI11 of the prefix" in result.stderr


def test_kokkos_wanted_and_not_there(tmp_path):
    result = call(*configure_command(tmp_path / "build"), "-DSPINBENCH_KOKKOS=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_Kokkos=ON")
    said = " ".join(result.stderr.split())
    assert result.returncode != 0 and "SPINBENCH_KOKKOS=ON, but Kokkos was not found" in said
    assert "apt-get install libtrilinos-kokkos-dev" in said


def test_kokkos_left_out(tmp_path):
    result = call(*configure_command(tmp_path / "build"), "-DCMAKE_DISABLE_FIND_PACKAGE_Kokkos=ON")
    assert result.returncode == 0 and "No Kokkos: the Kokkos backend is left out" in result.stdout


def scripted(folder, text, *options):
    """What CMake says of a project without a language that has the text in it: (exit code, output)."""
    folder.mkdir(exist_ok=True)
    (folder / "CMakeLists.txt").write_text(f"cmake_minimum_required(VERSION 3.22)\nproject(scripted LANGUAGES NONE)\n{text}")
    result = call("cmake", "-G", "Ninja", "-S", folder, "-B", folder / "build", *options)
    return result.returncode, " ".join((result.stdout + result.stderr).split())


def pretend(path, says):
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return path


WISHES = {"on": "ON", "1": "ON", "True": "ON", "YES": "ON", "off": "OFF", "0": "OFF", "no": "OFF", "FALSE": "OFF", "auto": "AUTO"}


def test_wishes_in_words_of_cmake(tmp_path):
    text = f"include({ROOT}/cmake/SpinbenchWish.cmake)\n"
    asked = "".join(f'set(A_{n} {word})\nspinbench_wish(A_{n} "a part")\nmessage(STATUS "{word} is ${{A_{n}}};")\n'
                    for n, word in enumerate(WISHES))
    code, said = scripted(tmp_path, f'{text}spinbench_wish(PART "a part")\nmessage(STATUS "untold ${{PART}};")\n{asked}')
    assert code == 0 and "untold AUTO;" in said and all(f"{word} is {wish};" in said for word, wish in WISHES.items()), said
    code, said = scripted(tmp_path, f'{text}spinbench_wish(PART "a part")\n', "-DPART=maybe")
    assert code != 0 and "PART=maybe: must be ON, OFF or AUTO" in said


@pytest.mark.parametrize("wish", ["ON", "AUTO"])
def test_cuda_that_is_too_old(tmp_path, wish):
    """Before it is asked to compile anything: releases before 12.0 fail deep in the build."""
    nvcc = pretend(tmp_path / "nvcc", "Cuda compilation tools, release 11.8, V11.8.89")
    text = f'include({ROOT}/cmake/SpinbenchCompiler.cmake)\nmessage(STATUS "have ${{SPINBENCH_HAVE_CUDA}};")\n'
    code, said = scripted(tmp_path / "project", text, f"-DSPINBENCH_CUDA={wish}", f"-DCMAKE_CUDA_COMPILER={nvcc}")
    assert f"{nvcc} is of CUDA 11.8: 12.0 or newer is needed" in said
    if wish == "ON":
        assert code != 0
    else:
        assert code == 0 and "have OFF;" in said


@pytest.mark.parametrize("given,level,rule,told", [
    ("-g -DMINE=1", "-O1", " -g -DMINE=1 -O1 -DNDEBUG ", "'-O3 | hip: -g -DMINE=1 -O1 -DNDEBUG', hasty 'hip'"),
    ("", "-O3", " -O3 -DNDEBUG ", "'-O3', hasty ''")], ids=["others", "own"])
def test_flags_of_hip_reach_hipcc_and_are_told(tmp_path, monkeypatch, given, level, rule, told):
    pretend(tmp_path / "hipconfig", "5.2.0")
    text = f"""include({ROOT}/cmake/SpinbenchHip.cmake)
spinbench_hipcc_objects(objects ${{CMAKE_SOURCE_DIR}}/x.cu)
add_custom_target(all_objects ALL DEPENDS ${{objects}})
include({ROOT}/cmake/SpinbenchVersion.cmake)
message(STATUS "told '${{compiler_flags}}', hasty '${{hasty_backends}}'")
"""
    monkeypatch.setenv("HIPFLAGS", given)
    code, said = scripted(tmp_path / "project", text, "-DSPINBENCH_HIP=ON", f"-DSPINBENCH_HIPCC={pretend(tmp_path / 'hipcc', '')}",
                          "-DCMAKE_CXX_FLAGS=-O3", f"-DSPINBENCH_HIP_OPTIMIZATION={level}")
    assert code == 0 and f"told {told}" in said, said
    assert rule in (tmp_path / "project/build/build.ninja").read_text()


@pytest.mark.parametrize("options,hasty", [
    ("-DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O2", ""), ("-DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-g", "cpu"),
    ("-DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS=-O3 -DCMAKE_CXX_FLAGS_RELEASE=-Os", "cpu"),
    ("-DCMAKE_CXX_FLAGS=-Ofast -DSPINBENCH_SANITIZE=ON", "cpu"), ("-DCMAKE_CXX_FLAGS=-O3 -DSPINBENCH_MUTANTS=ON", "cpu"),
    ("-DCMAKE_CXX_FLAGS=-Ofast -DSPINBENCH_HAVE_CUDA=ON -DSPINBENCH_HAVE_KOKKOS=ON -DSPINBENCH_KOKKOS_OPTIMIZATION=-O1", "kokkos"),
    ("-DCMAKE_CXX_FLAGS=-O3 -DSPINBENCH_HAVE_CUDA=ON -DSPINBENCH_HAVE_HIP=ON -DCMAKE_CUDA_FLAGS=-Xptxas=-O0", "cuda hip")])
def test_builds_that_are_not_for_timing(tmp_path, options, hasty):
    """run says so of their rows."""
    text = f"include({ROOT}/cmake/SpinbenchVersion.cmake)\nmessage(STATUS \"hasty '${{hasty_backends}}'\")\n"
    assert f"hasty '{hasty}'" in scripted(tmp_path, text, *options.split())[1]


def test_a_checkout_whose_path_is_a_pattern(tmp_path):
    """No source would be found in it."""
    folder = tmp_path / "mine [2]"
    folder.mkdir()
    shutil.copy(ROOT / "CMakeLists.txt", folder)
    result = call("cmake", "-S", folder, "-B", tmp_path / "build")
    assert result.returncode != 0 and "for a pattern" in " ".join(result.stderr.split())


def test_few_kernels(tmp_path):
    # No part that is not wanted, in whatever words.
    unwanted = ["-DSPINBENCH_CUDA=off", "-DSPINBENCH_HIP=False", "-DSPINBENCH_KOKKOS=no", "-DSPINBENCH_MPI=0"]
    result = call(*configure_command(tmp_path / "build"), "-DSPINBENCH_KERNELS=ising3d*;machine", *unwanted)
    assert result.returncode == 0, result.stderr
    assert re.search(r"Kernels left out: .*ising2d_metropolis", result.stdout), result.stdout
    sources = (tmp_path / "build/build.ninja").read_text()
    assert "kernels/ising3d_metropolis/" in sources and "kernels/machine/" in sources
    assert "ising2d_metropolis" not in sources and "tests/multispin.cpp" not in sources
    assert not re.search(r"backends/gpu/\S*\.cu\b|\.kokkos\.cpp|backends/mpi/module\.cpp", sources)


def test_a_kernel_brings_those_that_it_includes(tmp_path):
    for kernel, other in (("one", "two"), ("two", "three"), ("three", "common"), ("four", "one"), ("common", "four")):
        (tmp_path / "kernels" / kernel).mkdir(parents=True)
        (tmp_path / "kernels" / kernel / "x.cpp").write_text(f'#include "kernels/{other}/y.hpp"\n')
    (tmp_path / "CMakeLists.txt").write_text(f"""cmake_minimum_required(VERSION 3.22)
project(some_kernels LANGUAGES NONE)
include({ROOT}/cmake/SpinbenchKernels.cmake)
""")
    result = call("cmake", "-G", "Ninja", "-S", tmp_path, "-B", tmp_path / "build", "-DSPINBENCH_KERNELS=one")
    assert result.returncode == 0 and "Kernels left out: four\n" in result.stdout, result


@pytest.mark.parametrize("glob", ["nope", "ising2d*;(", "machine;;nope?"])
def test_no_such_kernels(tmp_path, glob):
    result = call(*configure_command(tmp_path / "build"), f"-DSPINBENCH_KERNELS={glob}")
    said = " ".join(result.stderr.split())
    assert result.returncode != 0 and f"SPINBENCH_KERNELS: '{glob.split(';')[-1]}' matches no kernel" in said


@pytest.mark.parametrize("version,devices,mode,said", [
    ("3.3.1", "SERIAL", "AUTO", "is older than 3.4: the Kokkos backend is left out"),
    ("3.3.1", "SERIAL", "ON", "3.4 or newer is needed"),
    ("4.6.1", "CUDA;SERIAL", "AUTO", "needs a driver to start"),
    ("4.6.1", "CUDA;SERIAL", "ON", "configure with -DSPINBENCH_CUDA=ON as well"),
    ("4.6.1", "SERIAL", "ON", "Kokkos_Core.hpp"),
])
def test_kokkos_that_does_not_fit(tmp_path, version, devices, mode, said):
    config = tmp_path / "kokkos/lib/cmake/Kokkos"
    config.mkdir(parents=True)
    (config / "KokkosConfig.cmake").write_text(f'set(Kokkos_DEVICES "{devices}")\nadd_library(Kokkos::kokkos INTERFACE IMPORTED)\n'
                                               'set_target_properties(Kokkos::kokkos PROPERTIES INTERFACE_INCLUDE_DIRECTORIES /nowhere)\n')
    (config / "KokkosConfigVersion.cmake").write_text(f'set(PACKAGE_VERSION "{version}")\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n')
    result = call(*configure_command(tmp_path / "build"), f"-DSPINBENCH_KOKKOS={mode}", f"-DKokkos_DIR={config}",
                  "-DSPINBENCH_KOKKOS_INCLUDE=SPINBENCH_KOKKOS_INCLUDE-NOTFOUND", "-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF")
    assert said in " ".join((result.stdout + result.stderr).split())
    assert (result.returncode == 0) == (mode == "AUTO")


def test_build_that_fails(tmp_path):
    result = call(SCRIPT, "list", env={"CMAKE_ARGS": "-DCMAKE_CXX_FLAGS=-include/nowhere.h", "SPINBENCH_PRESET": "cpu",
                                       "SPINBENCH_BUILD_DIR": str(tmp_path / "build")})
    assert result.returncode == 2
    assert "nowhere.h" in result.stderr and result.stderr.splitlines()[-1].startswith("spinbench: ")


@pytest.mark.parametrize("args,env,named", [(["test", "bogus"], {}, "bogus"), (["test", ""], {}, "test ''"),
                                            (["list"], {"SPINBENCH_PRESET": "bogus"}, "bogus")])
def test_script_refuses(args, env, named):
    result = call(SCRIPT, *args, env=env, timeout=20)
    assert result.returncode == 2 and named in result.stderr and len(result.stderr.splitlines()) == 1


def test_nothing_to_do_is_quiet_and_quick():
    build_dir = os.path.dirname(os.path.dirname(BINARY))
    needs(os.path.exists(f"{build_dir}/configured-for"), "the binary under test was not built by the script")
    preset = open(f"{build_dir}/configured-for").read().split("|")[0]
    home = re.search("^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$", open(f"{build_dir}/CMakeCache.txt").read(), re.M)[1]
    needs(os.path.realpath(home) == str(ROOT), f"the binary under test was built of another checkout, {home}")
    needs(os.access(build_dir, os.W_OK), "the build folder is somebody else's")
    env = {"SPINBENCH_BUILD_DIR": build_dir, "SPINBENCH_PRESET": preset}
    brought_up_to_date = call(SCRIPT, "--help", env=env, timeout=1500)
    assert brought_up_to_date.returncode == 0, brought_up_to_date.stderr
    times = []
    for _ in range(3):
        began = time.monotonic()
        result = call(SCRIPT, "--help", env=env)
        times.append(time.monotonic() - began)
        assert result.returncode == 0 and result.stderr == ""
    assert min(times) < 1


def test_scripts_are_clean():
    """The parts of the script as it reads them, and it reads all of them."""
    needs_program("shellcheck")
    read = re.findall(r'^source "\$root/front_door/(\w+\.sh)"$', SCRIPT.read_text(), re.M)
    assert sorted(read) == sorted(path.name for path in (ROOT / "front_door").glob("*.sh"))
    # It looks for them in the folder that it is called in.
    result = call("shellcheck", "--external-sources", "--check-sourced", SCRIPT, ROOT / ".ci/run", cwd=ROOT)
    assert result.returncode == 0, result.stdout
