"""The whole examples of docs/ are compiled as they stand, linked with the program's own objects, and verified."""

import json
import pathlib
import re
import shlex
import subprocess

from conftest import BINARY, ROOT, needs

BUILD = pathlib.Path(BINARY).resolve().parent.parent


def program_with(page, beside, folder):
    """The program with the page's file, compiled as the file `beside` of this checkout is."""
    needs((BUILD / "compile_commands.json").exists(), "the binary under test is not in a build folder")
    path, text = re.search(r"^`([\w./]+\.cpp)`:\n\n```cpp\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S).groups()
    source, made = folder / pathlib.Path(path).name, folder / "example.o"
    source.write_text(text)
    commands = json.loads((BUILD / "compile_commands.json").read_text())
    model = [c for c in commands if c["file"] == str(ROOT / beside)]
    needs(model, f"this build has no {beside}")
    words = shlex.split(model[0]["command"])
    words[words.index("-o") + 1], words[words.index("-c") + 1] = str(made), str(source)
    subprocess.run([w for w in words if w != "-MD"], cwd=model[0]["directory"], check=True, timeout=300)
    link = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "spinbench_bin"], capture_output=True, text=True, check=True).stdout
    line = link.strip().splitlines()[-1]
    assert " -o bin/spinbench " in line
    program = folder / "spinbench"
    subprocess.run(line.replace(" -o bin/spinbench ", f" -o {program} {made} "), shell=True, cwd=BUILD, check=True, timeout=300)
    return program


def test_variant_of_the_page(tmp_path):
    program = program_with("docs/add_a_variant.md", "reference_cpu/ising2d_metropolis/row_order.cpp", tmp_path)
    result = subprocess.run([program, "verify", "--kernel", "ising2d_metropolis", "--variant", "one_loop", "--backend", "cpu", "--axis",
                             "L=64", "--axis", "rng=lcg32_random", "--axis", "beta=0.4", "--physics", "2", "--json"],
                            capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stderr
    assert [row["verification"]["proved"] for row in json.loads(result.stdout)["rows"]] == ["bits+physics"]
