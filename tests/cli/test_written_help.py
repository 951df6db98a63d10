"""The man page and the completions, which the program writes from its own tables: tried in the shells themselves."""

import json
import os
import pty
import re
import select
import shutil
import subprocess
import time

import pytest

from conftest import BINARY, needs_program, new_terminal

HELP = subprocess.run([BINARY, "--help"], capture_output=True, text=True, check=True, timeout=60).stdout
COMMANDS = re.findall(r"^  (\w+) {2,}", HELP.split("Subcommands:")[1], re.M)


def written(*words):
    result = subprocess.run([BINARY, *words], capture_output=True, text=True, check=True, timeout=60)
    assert result.stderr == ""
    return result.stdout


class Terminal:
    """An interactive shell on a terminal of its own."""

    def __init__(self, shell, *arguments, **environment):
        self.process, self.fd = new_terminal(pty.fork)
        if self.process == 0:
            os.environ.update({"TERM": "dumb", "COLUMNS": "200", **environment})
            os.execvp(shell, [shell, *arguments])
        self.seen = ""

    def type(self, text):
        os.write(self.fd, text.encode())

    def wait_for(self, text, seconds=10):
        deadline = time.monotonic() + seconds
        while text not in self.seen:
            ready, _, _ = select.select([self.fd], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"no {text!r} within {seconds} s in {self.seen[-800:]!r}"
            self.seen += os.read(self.fd, 65536).decode(errors="replace")

    def close(self):
        os.close(self.fd)
        os.waitpid(self.process, 0)


@pytest.fixture(scope="module", params=["bash", "zsh"])
def shell(request, tmp_path_factory):
    """A shell that has read its completion and knows the program by its name."""
    needs_program(request.param)
    tmp_path = tmp_path_factory.mktemp(request.param)
    (tmp_path / "spinbench").symlink_to(BINARY)
    script = tmp_path / "completion"
    script.write_text(written("completion", request.param))
    arguments = {"bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"]}[request.param]
    terminal = Terminal(request.param, *arguments, PATH=f"{tmp_path}:{os.environ['PATH']}", PS1="> ")
    opening = "autoload -Uz compinit && compinit -u -D; unsetopt list_ambiguous; " if request.param == "zsh" else ""
    terminal.type(f"cd {tmp_path}; {opening}. {script}; echo rea''dy\n")
    terminal.wait_for("ready")
    yield terminal
    terminal.close()


@pytest.mark.parametrize("typed,wanted", [
    ("spinbench ver\t", "spinbench verify"),
    ("spinbench run --ker\t", "--kernel"),
    ("spinbench run --kernel machine_mems\t", "--kernel machine_memset"),
    ("spinbench list --kernel=machine_mems\t", "--kernel=machine_memset"),
    ("spinbench run --axis step\t", "--axis steps="),
    ("spinbench run --axis rng=sfc\t", "--axis rng=sfc32"),
    ("spinbench run --axis rng=mwc64x,sfc\t", "--axis rng=mwc64x,sfc32"),
    ("spinbench run --seed 7 --preset procu\t", "--seed 7 --preset procurement-1"),
    ("spinbench doctor --fix kok\t", "--fix kokkos"),
    ("spinbench run --format mark\t", "--format markdown"),
    ("spinbench run --out complet\t", "--out completion"),
    ("spinbench run --kernel machine_copy,machine_mems\t", "--kernel machine_copy,machine_memset"),
    ("spinbench run --kernel=machine_copy,machine_mems\t", "--kernel=machine_copy,machine_memset"),
    ("spinbench verify --variant row_order,column_or\t", "--variant row_order,column_order"),
    ("spinbench run --figure lulli2015-table2,lulli2015-table1,weigel2015-v\t",
     "--figure lulli2015-table2,lulli2015-table1,weigel2015-versions"),
    ("spinbench list machine_mems\t", "list machine_memset"),
    ("spinbench completi\t", "spinbench completion"),
    ("spinbench completion zs\t", "completion zsh"),
    ("spinbench completion f\t", "completion fish"),
])
def test_completed(shell, typed, wanted):
    shell.seen = ""
    shell.type(typed)
    # What a terminal shows of a line that grows is hard to read: the shell says the words that it has then.
    shell.type("\x01printf '<%s>' \x05 '|'\n")
    shell.wait_for("<|>")
    words = re.findall(r"<([^<>|]+)>", shell.seen.split("\n", 1)[1])
    assert " ".join(words).endswith(wanted)


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
    assert answers("spinbench run --axis rng=mwc64x,sfc") == ["rng=mwc64x,sfc32"]
    assert answers("spinbench run --axis=rng=mwc64x,sfc") == ["--axis=rng=mwc64x,sfc32"]
    assert answers("spinbench run --axis step") == ["steps="] and answers("spinbench run --axis steps=1,") == []
    assert answers("spinbench run --kernel machine_copy,machine_mems") == ["machine_copy,machine_memset"]
    assert answers("spinbench verify --variant row_order,column_or") == ["row_order,column_order"]
    assert answers("spinbench list machine_mems") == ["machine_memset"]
    assert answers("spinbench completi") == ["completion"]
    assert sorted(answers("spinbench completion ")) == ["bash", "fish", "zsh"]
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


def test_what_is_completed_but_not_explained():
    """An installation's commands."""
    assert "completion" not in HELP.split("Subcommands:")[1].split() and ".SS completion" not in written("man")


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
