"""Sources look as .clang-format says, and keep to the folders and words of docs/DESIGN.md. Releases of clang-format differ, so one of
them decides: the one that CI installs."""

import graphlib
import re
import shutil
import subprocess

import pytest
from conftest import ROOT, needs, needs_program

SOURCES = ("*.cpp", "*.hpp", "*.cu", "*.cuh", "*.inl")
DECIDING = 14
FOLDERS = ("bench", "interface", "kernels", "backends", "reference_cpu")


def sources(*folders):
    return sorted(path for folder in folders for pattern in SOURCES for path in (ROOT / folder).rglob(pattern))


def arrows(design):
    """{folder: those that it may include}, by the one sentence of the design that says so."""
    sentence = re.search(r"^Arrows go one way: (.*?)\. ", design, re.MULTILINE | re.DOTALL)[1]
    found = {folder: set() for folder in FOLDERS}
    for chain in re.findall(r"`([^`]*)`", sentence):
        words = chain.split()
        for left, arrow, right in zip(words[::2], words[1::2], words[2::2]):
            source, target = (left, right) if arrow == "->" else (right, left)
            found.setdefault(source, set()).add(target)
    return found


def test_every_source_is_formatted():
    tool = shutil.which(f"clang-format-{DECIDING}") or shutil.which("clang-format")
    if tool is None:
        pytest.skip(f"no clang-format {DECIDING} here")
    version = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
    if int(re.search(r"version (\d+)", version)[1]) != DECIDING:
        pytest.skip(f"{version.strip()}: release {DECIDING} decides")
    needs_program("git")
    needs((ROOT / ".git").exists(), "no checkout of git: whose files these are it would say")
    # The checkout may be somebody else's.
    files = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z", *SOURCES], cwd=ROOT, capture_output=True, text=True,
                           check=True)
    names = files.stdout.split("\0")[:-1]
    assert len(names) > 100
    check = subprocess.run([tool, "--dry-run", "-Werror", *names], cwd=ROOT, capture_output=True, text=True, check=False)
    assert check.returncode == 0, f"run {tool} -i on:\n" + "\n".join(
        sorted({line.split(":")[0] for line in check.stderr.splitlines() if "clang-format-violations" in line}))


def test_includes_follow_the_arrows_of_the_design():
    allowed = arrows((ROOT / "docs/DESIGN.md").read_text())
    assert allowed["bench"] == {"interface"} and allowed["kernels"] == {"interface", "backends"} and not allowed["interface"]
    graphlib.TopologicalSorter(allowed).prepare()  # else a circle
    wrong, followed = [], 0
    for path in sources(*FOLDERS):
        name = path.relative_to(ROOT)
        for target in re.findall(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', path.read_text(), re.MULTILINE):
            folder = target.split("/")[0] if "/" in target else ""
            # Whatever else has a path is a library's; one that climbs would hide where it goes.
            if folder in {*FOLDERS, "tests", "plotting", "results", ".."}:
                followed += 1
                if folder not in {name.parts[0], *allowed[name.parts[0]]}:
                    wrong.append(f"{name} includes {target}")
    assert followed > 1000 and not wrong, "\n".join(wrong)


def test_the_harness_and_the_oracles_know_no_axis_of_kernels_by_its_word():
    """The harness knows no kernel; beta has one reader, beta_of() of kernels/common/axes.hpp."""
    wrong = [f"{path.relative_to(ROOT)}:{number}: {line.strip()}" for path in sources("bench", "reference_cpu")
             for number, line in enumerate(path.read_text().splitlines(), 1)
             if re.search(r'real\("beta"\)|has\("(tile|words|rows)"\)', line)]
    assert not wrong, "\n".join(wrong)
