"""What the README, CONTRIBUTING and docs/ say: every command runs, and the table of variants is the program's own."""

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys

import pytest

from conftest import BINARY, BURST, ROOT, SHORT, SHORT_CASE, SHORT_TO_THE_END, needs

README = (ROOT / "README.md").read_text()
EVERY_KERNEL = True


def commands(text):
    """The lines of the text's sh blocks that call the program, as lists of words."""
    found = []
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
                words = words[1:]
            if words and words[0].endswith("spinbench"):
                found.append(words[1:])
    return found


def variant_table():
    spec = importlib.util.spec_from_file_location("variant_table", ROOT / "docs/variant_table.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGES = ["README.md", "CONTRIBUTING.md",
         *(f"docs/{name}.md" for name in ("comparing", "choosing", "backends", "building"))]
COMMANDS = list({" ".join(words): words for page in PAGES for words in commands((ROOT / page).read_text())}.values())


RESULTS_COMMANDS = ("compare", "history", "export", "plot", "report", "score")
# Of the recorded files those that a page names, and some in which each command finds something: cases that ran twice, two
# machines, several ranks, an experiment. tests/plotting looks at all of them.
FEW = ("h200-paper", "h200-procurement-1", "h200-held", "epyc-portability", "h200-ranks-direct", "epyc-tau-clusters")


def reads_results(words, folder):
    """The command of the Python package as it stands, beside a few recorded files and two files called base and new."""
    (folder / "results/recorded").mkdir(parents=True)
    for name in FEW:
        (folder / f"results/recorded/{name}.json").symlink_to(ROOT / f"results/recorded/{name}.json")
    recorded = ROOT / "results/recorded/h200-portability.json"
    for name in ("base.json", "new.json", "r.json", "h200.json"):
        (folder / name).symlink_to(recorded)
    (folder / "epyc.json").symlink_to(ROOT / "results/recorded/epyc-portability.json")
    prices = re.search(r"^```toml\n(.*?)^```", (ROOT / "docs/reporting.md").read_text(), re.M | re.S)[1]
    (folder / "prices.toml").write_text(prices)
    # In one format: each of the others takes as long again, and tests/plotting writes them.
    if words[0] == "plot" and "--format" not in words:
        words = [*words, "--format", "png"]
    result = subprocess.run([sys.executable, "-m", "spinbench_results", *words], cwd=folder, capture_output=True, text=True,
                            env={**os.environ, "PYTHONPATH": str(ROOT / "plotting")}, timeout=300, check=False)
    assert result.returncode == 0 and "Traceback" not in result.stderr, result.stderr


def cut_short(words, spinbench):
    """A run's options that name launches or an earlier file, on a selection that takes seconds."""
    if "--tune" in words:
        return [*SHORT_CASE[:-2], "--tune-axis", "steps=1000,2000", *BURST, *words]
    if "--tuning" in words:
        file = words[words.index("--tuning") + 1]
        assert spinbench("run", *cut_short(["--tune", "--tuning", file], spinbench)).code == 0
        return [*SHORT_CASE[:-2], *BURST, *words]
    if "--against" in words:
        # --baseline-binary takes no --precision, which BURST has.
        assert spinbench("run", *SHORT_TO_THE_END, "--out", words[words.index("--against") + 1]).code == 0
        own = list(words)
        if "--baseline-binary" in own:
            needs(BINARY != str(ROOT / "spinbench"), "this is the script, not the program")
            own[own.index("--baseline-binary") + 1] = BINARY
        return [*SHORT_TO_THE_END, *own]
    return [*SHORT, *words]


SELECTS = ("--kernel", "--variant", "--backend", "--axis", "--filter", "--preset", "--figure")
SELECTIONS = {tuple(word for option, value in zip(words, words[1:]) if option in SELECTS for word in (option, value))
              for page in ["README.md", "CONTRIBUTING.md", *(path.relative_to(ROOT) for path in (ROOT / "docs").rglob("*.md"))]
              for words in commands((ROOT / page).read_text()) if words[0] in ("run", "verify", "tau")}


@pytest.mark.parametrize("selection", sorted(SELECTIONS - {()}), ids=" ".join)
def test_what_a_page_selects_is_there(spinbench, selection):
    """As it is printed: its kernels, variants, axes and values. Of a GPU's it is said where there is none."""
    result = spinbench("run", *selection, "--dry-run")
    assert result.code == 0 or (result.code == 3 and re.search(r"of a GPU|not built|no (\w+ )?backend", result.err)), result


def test_readme_has_commands():
    assert len(commands(README)) >= 8


@pytest.mark.parametrize("words", [c for c in COMMANDS if c[0] not in ("build", "test")], ids=" ".join)
def test_command_runs(spinbench, tmp_path, has_gpu, backends, words):
    """As it stands; a run is cut short with a selection that takes seconds, laid over its own options."""
    needs("cuda" not in words or has_gpu, "no GPU here")
    needs("kokkos" not in words or "kokkos" in backends, "this build has no Kokkos")
    if words[0] in ("run", "verify"):
        # Presets and figures name cases that take minutes; that they are known is seen by an axis that is not.
        named = [w for option in ("--preset", "--figure") if option in words
                 for w in words[words.index(option):words.index(option) + 2]]
        if named:
            line = spinbench(words[0], *named, "--backend", "cpu", "--axis", "no_such_axis=1").refused()
            assert "no_such_axis" in line
        own = [w for w in words[1:] if w not in named]
        for option in ("--kernel", "--variant", "--backend", "--axis"):
            while option in own:
                del own[own.index(option):own.index(option) + 2]
        words = [words[0], *(cut_short(own, spinbench) if words[0] == "run" else [*SHORT_CASE, *own])]
    elif words[0] in RESULTS_COMMANDS:
        reads_results(words, tmp_path)
        return
    if "--out" in words:
        (tmp_path / words[words.index("--out") + 1]).parent.mkdir(parents=True, exist_ok=True)
    result = spinbench(*words)
    assert result.code == 0, result


def test_kernels_that_a_build_lacks_stay_in_the_table_of_variants():
    """It would lose their rows, so that nothing is written; of a backend that the build lacks they stay."""
    module = variant_table()
    page = f"{module.BEGIN}\n{module.table([('ising', 'tiled', 'cuda', ''), ('glass', 'tiled', 'cuda', ''), ('talk', 'v1', 'cpu', '')])}\n" \
        f"{module.END}"
    assert module.kernels_not_in_this_build(page, [("ising", "tiled", "cuda", "")]) == ["glass"]
    assert module.kernels_not_in_this_build(page, [("ising", "tiled", "cuda", ""), ("glass", "new", "cuda", "")]) == []


def test_table_of_variants(spinbench):
    """A build has some of the backends; what it knows of each must be what docs/variants.md says of it."""
    module = variant_table()
    variants = module.variants_of(json.loads(spinbench("list", "--kernel", "*", "--json").out))

    def on(backend, table):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
        return {(kernel, variant) for kernel, variant, where, _ in rows if backend in where.split(", ")}

    for backend in sorted({v[2] for v in variants}):
        assert on(backend, module.table_in((ROOT / "docs/variants.md").read_text())) == on(backend, module.table(variants)), (
            "run docs/variant_table.py --write in a full build")
