"""The man page and the completions, which the program writes from its own tables: tried in the shells themselves."""

import json
import os
import re
import shutil
import subprocess

import pytest

from conftest import BINARY, needs_program

HELP = subprocess.run([BINARY, "--help"], capture_output=True, text=True, check=True, timeout=60).stdout
COMMANDS = re.findall(r"^  (\w+) {2,}", HELP.split("Subcommands:")[1], re.M)


def written(*words):
    result = subprocess.run([BINARY, *words], capture_output=True, text=True, check=True, timeout=60)
    assert result.stderr == ""
    return result.stdout


def test_completed_by_fish(tmp_path):
    needs_program("fish")
    script = tmp_path / "spinbench.fish"
    script.write_text(written("completion", "fish"))

    def answers(line):
        result = subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C '{line}'"], check=True, timeout=60,
                                capture_output=True, text=True, env={**os.environ, "HOME": str(tmp_path)})
        assert result.stderr == ""
        return [line.split("\t")[0] for line in result.stdout.splitlines()]

    assert set(COMMANDS) <= set(answers("spinbench "))
    assert answers("spinbench run --kernel machine_mems") == ["machine_memset"]
    assert answers("spinbench run --axis rng=sfc") == ["rng=sfc32"]
    assert "--json" in answers("spinbench list --")


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_every_command_option_and_kernel_is_in_it(name):
    script = written("completion", name)
    listing = json.loads(written("list", "--kernel", "*", "--json"))
    for kernel in listing["kernels"]:
        assert re.search(rf"\b{kernel['name']}\b", script)
    for command in COMMANDS:
        assert re.search(rf"\b{command}\b", script)
        for option in re.findall(r"--([a-z][\w-]*)", HELP if command in ("compare", "plot") else written(command, "--help")):
            if not option.startswith("benchmark"):
                assert re.search(rf"(--|-l ){option}\b", script), (command, option)


def test_commands_of_the_script():
    """The script at the root has two commands more."""
    result = subprocess.run([BINARY, "completion", "fish"], capture_output=True, text=True, check=True, timeout=60,
                            env={**os.environ, "SPINBENCH_SCRIPT": "/checkout/spinbench"})
    assert "-a build " in result.stdout and "-a test " in result.stdout
    assert "-a build " not in written("completion", "fish")


def test_another_shell(spinbench):
    line = spinbench("completion", "tcsh").refused()
    assert "'tcsh'" in line and "bash, zsh and fish" in line


def test_man_page():
    page = written("man")
    listing = json.loads(written("list", "--kernel", "*", "--json"))
    plain = page.replace("\\-", "-")
    for word in (*COMMANDS, *(kernel["name"] for kernel in listing["kernels"]), *(plan["id"] for plan in listing["plans"])):
        assert word in plain
    assert "Exit codes: 0 fine" in plain and plain.count("Exit codes:") == 1
    for checker in (["groff", "-ww", "-man", "-Tutf8"], ["mandoc", "-T", "lint", "-W", "error"]):
        if shutil.which(checker[0]):
            result = subprocess.run(checker, input=page, capture_output=True, text=True, timeout=60, check=False)
            assert result.returncode == 0 and result.stderr == "", result.stderr


def test_version_names_release_and_commit():
    assert re.fullmatch(r"spinbench \d+\.\d+\.\d+\S*( \(\S+(, changed)?\))?\n", written("--version"))
