"""Sources look as .clang-format says. Releases of clang-format differ, so one of them decides: the one that CI installs."""

import re
import shutil
import subprocess

import pytest
from conftest import ROOT

SOURCES = ("*.cpp", "*.hpp", "*.cu", "*.cuh", "*.inl")
DECIDING = 14


def test_every_source_is_formatted():
    tool = shutil.which(f"clang-format-{DECIDING}") or shutil.which("clang-format")
    if tool is None:
        pytest.skip(f"no clang-format {DECIDING} here")
    version = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
    if int(re.search(r"version (\d+)", version)[1]) != DECIDING:
        pytest.skip(f"{version.strip()}: release {DECIDING} decides")
    files = subprocess.run(["git", "ls-files", "-z", *SOURCES], cwd=ROOT, capture_output=True, text=True, check=True)
    names = files.stdout.split("\0")[:-1]
    assert len(names) > 100
    check = subprocess.run([tool, "--dry-run", "-Werror", *names], cwd=ROOT, capture_output=True, text=True, check=False)
    assert check.returncode == 0, f"run {tool} -i on:\n" + "\n".join(
        sorted({line.split(":")[0] for line in check.stderr.splitlines() if "clang-format-violations" in line}))
