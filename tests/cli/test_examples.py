"""The whole examples of docs/ are compiled as they stand, linked with the program's own objects, and verified."""

import json
import pathlib
import re
import shlex
import subprocess

import pytest

from conftest import BINARY, BURST, ROOT, needs

BUILD = pathlib.Path(BINARY).resolve().parent.parent


# A file of models that no build puts into one with others.
BESIDE = "kernels/common/ising_physics.cpp"


def objects_of(page, folder):
    """The page's files, each in its folder and compiled as BESIDE of this checkout is, without any other page's."""
    files = re.findall(r"^`([\w./]+\.[ch]pp)`:\n\n```cpp\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S)
    for path, text in files:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    commands = json.loads((BUILD / "compile_commands.json").read_text())
    model = [c for c in commands if c["file"] == str(ROOT / BESIDE)]
    needs(model, f"this build has no {BESIDE} of its own")
    # Without -MD, which writes files into the build folder; the page's own headers are found before the checkout's.
    words = [w for w in shlex.split(model[0]["command"]) if w != "-MD"]
    words.insert(next(i for i, word in enumerate(words) if word.startswith("-I")), f"-I{folder}")
    made, compilers = [], []
    for path in (folder / path for path, _ in files if path.endswith(".cpp")):
        made.append(str(path.with_suffix(".o")))
        words[words.index("-o") + 1], words[words.index("-c") + 1] = made[-1], str(path)
        compilers.append(subprocess.Popen(words, cwd=model[0]["directory"]))
    assert [compiler.wait(timeout=300) for compiler in compilers] == [0] * len(made) != []
    return made


@pytest.fixture(scope="module")
def program_of_pages(tmp_path_factory):
    """The program with the files of both pages, linked once."""
    needs((BUILD / "compile_commands.json").exists(), "the binary under test is not in a build folder")
    folder = tmp_path_factory.mktemp("pages")
    made = [one for page in ("add_a_variant", "add_a_kernel") for one in objects_of(f"docs/{page}.md", folder / page)]
    link = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "spinbench_bin"], capture_output=True, text=True, check=True).stdout
    line = link.strip().splitlines()[-1]
    assert " -o bin/spinbench " in line
    program = folder / "spinbench"
    subprocess.run(line.replace(" -o bin/spinbench ", f" -o {program} {' '.join(made)} "), shell=True, cwd=BUILD, check=True, timeout=300)
    return program


def rows_of(program, *words):
    """The rows that `program` prints as JSON, by variant and L."""
    result = subprocess.run([program, *words, "--format", "json"], cwd=program.parent, capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stderr
    return {(row["variant"], row["params"]["L"]): row for row in json.loads(result.stdout)["rows"]}


def proved(rows):
    return {variant: row["verification"]["proved"] for (variant, _), row in rows.items()}


def test_variant_of_the_page(program_of_pages):
    rows = rows_of(program_of_pages, "verify", "--kernel", "ising2d_metropolis", "--variant", "one_loop", "--backend", "cpu",
                   "--axis", "L=64", "--axis", "rng=lcg32_random", "--axis", "beta=0.4", "--physics", "2")
    assert proved(rows) == {"one_loop": "bits+physics"}


def test_kernel_of_the_page(program_of_pages):
    kernel = ["--kernel", "ising1d_metropolis", "--physics", "1"]
    assert proved(rows_of(program_of_pages, "verify", *kernel)) == {"random_sites": "physics", "bits": "bits+physics"}
    rows = rows_of(program_of_pages, "run", *kernel, "--preset", "quick", "--axis", "L=4096", *BURST)
    assert proved(rows) == {"random_sites": "physics", "bits": "bits+physics"}
    assert {row["status"] for row in rows.values()} == {"measured"}
    assert rows["bits", 4096]["speedup"]["reference"].startswith("ising1d_metropolis/random_sites/cpu/L:4096/")
