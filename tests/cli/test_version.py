"""What a build says of its commit, made by the step that every build runs (cmake/version.cmake)."""

import json
import os
import re
import subprocess

import pytest

from conftest import IS_ROOT, ROOT, needs_program


@pytest.fixture
def checkout(tmp_path):
    """A repository of one commit, and what git takes for somebody else's."""
    needs_program("git")
    needs_program("cmake")
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / "file").write_text("one")
    for words in (["init", "-q"], ["add", "file"], ["-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "one"]):
        subprocess.run(["git", *words], cwd=folder, check=True, env=environment(tmp_path))
    return folder


def environment(folder, **more):
    """Without settings of this user's or machine's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**kept, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1", **more}


def made(checkout, output, **more):
    """SPINBENCH_GIT and SPINBENCH_GIT_DIRTY of the header."""
    subprocess.run(["cmake", f"-DSOURCE={checkout}", f"-DOUTPUT={output}", "-DVERSION=1.2.3", "-DSUFFIX=", "-P",
                    ROOT / "cmake/version.cmake"], check=True, env=environment(output.parent, **more), capture_output=True)
    text = output.read_text()
    return re.search(r'SPINBENCH_GIT "(.*)"', text)[1], re.search(r"SPINBENCH_GIT_DIRTY (\d)", text)[1]


@pytest.mark.parametrize("by_link", [False, True], ids=["", "by a link"])
def test_a_checkout_of_somebody_else(checkout, tmp_path, by_link):
    if IS_ROOT:
        for path in (checkout, checkout / ".git"):
            os.chown(path, 65534, 65534)
    # git's own tests pretend so.
    other = {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}
    refused = subprocess.run(["git", "describe", "--always"], cwd=checkout, env=environment(tmp_path, **other), check=False,
                             capture_output=True)
    if refused.returncode == 0:
        pytest.skip("this git looks at nobody's name")
    source = checkout
    if by_link:
        source = tmp_path / "link"
        source.symlink_to(checkout)
    commit, dirty = made(source, tmp_path / "version.hpp", **other)
    assert re.fullmatch("[0-9a-f]{7,}", commit) and dirty == "0"
    (checkout / "file").write_text("two")
    assert made(source, tmp_path / "version.hpp", **other) == (commit, "1")


def test_a_source_that_git_does_not_know_is_a_change(checkout, tmp_path):
    """It is found and compiled; what lies elsewhere is not."""
    (checkout / "r.json").touch()
    assert made(checkout, tmp_path / "version.hpp")[1] == "0"
    (checkout / "kernels/new").mkdir(parents=True)
    (checkout / "kernels/new/kernel.cpp").touch()
    assert made(checkout, tmp_path / "version.hpp")[1] == "1"


def test_quotes_in_flags(tmp_path):
    """In a string of C++, which has JSON's escapes for them."""
    flags = r'-DNAME="a b" -DOTHER=\"c\\"'
    header = tmp_path / "version.hpp"
    subprocess.run(["cmake", f"-DSOURCE={tmp_path}", f"-DOUTPUT={header}", f"-DFLAGS={flags}", "-P", ROOT / "cmake/version.cmake"],
                   check=True, capture_output=True)
    assert json.loads(re.search("^#define SPINBENCH_FLAGS (.*)$", header.read_text(), re.M)[1]) == flags


def test_a_commit_that_git_does_not_tell(checkout, tmp_path):
    """Unknown, and not none: that is what a release has."""
    (tmp_path / "tools").mkdir()
    git = tmp_path / "tools/git"
    git.write_text("#!/bin/sh\nexit 128\n")
    git.chmod(0o755)
    assert made(checkout, tmp_path / "version.hpp", PATH=f"{git.parent}:{os.environ['PATH']}")[0] == "unknown"
    (checkout / ".git").rename(tmp_path / "gone")
    assert made(checkout, tmp_path / "version.hpp")[0] == ""
