"""`verify` finds every bug that a build with SPINBENCH_MUTANTS can plant on a host. tests/mutants.py does the same by hand,
in every case that a mutant lives in, and on a GPU."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from conftest import needs

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import mutants  # noqa: E402

BINARY = os.environ.get("SPINBENCH_MUTANTS_BINARY", "")
LISTED = mutants.read_mutants(BINARY) if BINARY else []
HOST = mutants.cases(LISTED, "cpu")
# The first case of each: what two cases share is looked at once.
FIRST = list({mutant["name"]: (mutant, place) for mutant, place in reversed(HOST)}.values())[::-1]
# That right oracles pass their physics is what tests/physics_of_variants.cpp shows of the Ising model's.
ORACLES = ("row_order", "column_order", "checkerboard", "tiled", "multispin_plain", "multispin_tiled")
# Where the ordinary program has the very kernels of this one, test_ranks.py shows what ranks do without a bug.
CACHE = pathlib.Path(BINARY).resolve().parent.parent / "CMakeCache.txt"
SHARED = bool(BINARY) and CACHE.exists() and "SPINBENCH_SHARE_MUTATED:BOOL=ON" in CACHE.read_text()
CONTROLS = [place for place in mutants.controls(FIRST)
            if (place.variant not in ORACLES or place.kernel not in ("ising2d_metropolis", "ising3d_metropolis"))
            and not (SHARED and place.launcher())]

# Of a physics check: for Boltzmann factors that are off by 1e-3 what verify takes by itself, for those that are further off, for
# a border where hardly a spin flips and for gross bugs less.
SMALLEST = ("row_order_hot", "checkerboard_hot", "tiled_hot", "plain_hot")
HARDER = ("cluster_bonds_hot", "annealing_oracle_hot")


def seconds_for(name):
    if name in SMALLEST:
        return None
    return 10 if name in HARDER else 5 if name.endswith("_hot") or name == "square_border" else 1


SECONDS = {mutant["name"]: seconds_for(mutant["name"]) for mutant in LISTED}

needs_mutants = pytest.mark.skipif(not BINARY, reason="SPINBENCH_MUTANTS_BINARY names no program with mutants; "
                                                      "./spinbench test makes one")


def name_of(case):
    return f"{case[0]['name']}-{case[1].text}" if isinstance(case, tuple) else case.text


def needs_launcher(place):
    needs(not place.launcher() or shutil.which("mpirun"), "mpirun is not here")


@needs_mutants
@pytest.mark.parametrize("case", FIRST, ids=name_of)
def test_verify_finds_the_mutant(case):
    """In the time that it takes on a core of its own, or in four times as much (twice, where it is long) on a machine that others
    keep busy."""
    mutant, place = case
    needs_launcher(place)
    seconds = SECONDS[mutant["name"]]
    outcome = mutants.verify(BINARY, place, mutant["name"], physics=seconds)
    if outcome.verdict == "verified":
        outcome = mutants.verify(BINARY, place, mutant["name"], timeout=2000, physics=4 * seconds if seconds else 2 * 20)
    assert outcome.as_wanted, f"{mutant['what']}: {outcome.verdict}: {outcome.detail}"


@needs_mutants
@pytest.mark.parametrize("place", CONTROLS, ids=name_of)
def test_nothing_is_found_without_a_mutant(place):
    needs_launcher(place)
    outcome = mutants.verify(BINARY, place, physics=1)
    assert outcome.as_wanted, f"{outcome.verdict}: {outcome.detail}"


@needs_mutants
def test_there_are_enough_and_each_says_what_it_does():
    names = [mutant["name"] for mutant in LISTED]
    assert len(names) >= 25 and len(set(names)) == len(names)
    assert all(mutant["what"] and mutant["where"] for mutant in LISTED)


@needs_mutants
def test_an_unknown_mutant_is_refused():
    process = subprocess.run([BINARY, "list"], capture_output=True, text=True, check=False, timeout=60,
                             env={**os.environ, "SPINBENCH_MUTANT": "no_such"})
    assert process.returncode == 2 and process.stdout == ""
    assert len(process.stderr.splitlines()) == 1
    assert all(mutant["name"] in process.stderr for mutant in LISTED)


@needs_mutants
@pytest.mark.parametrize("words", [["run", "--kernel", "machine_logic"], ["tau", "--kernel", "ising2d_metropolis"]], ids=" ".join)
def test_a_build_with_mutants_times_nothing(tmp_path, words):
    process = subprocess.run([BINARY, *words, "--out", "r.json"], capture_output=True, text=True, check=False, timeout=60,
                             cwd=tmp_path)
    assert process.returncode == 2 and "SPINBENCH_MUTANTS" in process.stderr
    assert not list(tmp_path.iterdir())


def test_an_ordinary_build_has_none_and_says_so(spinbench):
    assert spinbench("list", "--mutants").json() == []
    refused = spinbench("list", env={**os.environ, "SPINBENCH_MUTANT": "memcpy_tail"}).refused()
    assert "SPINBENCH_MUTANTS=ON" in refused
