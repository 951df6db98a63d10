"""Several processes share a lattice: `mpirun -n N spinbench`."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

from conftest import BINARY, BURST, SHORT, Result, journal_rows, needs, new_terminal

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import mutants  # noqa: E402

MUTANTS = os.environ.get("SPINBENCH_MUTANTS_BINARY", "")
SLABS = ["--kernel", "ising2d_metropolis", "--variant", "multispin_mpi", "--backend", "cpu"]
# Enough work to be found in the middle of: some minutes.
LONG = [*SLABS, "--axis", "L=64,128,192,256,320,384,448,512", "--sweeps", "2000", "--physics", "1", *BURST]


@pytest.fixture(scope="session")
def why_no_mpi():
    listing = json.loads(subprocess.run([BINARY, "doctor", "--json"], capture_output=True, text=True, check=True,
                                        timeout=60).stdout)
    [finding] = [one for one in listing["findings"] if one["name"].startswith("MPI")]
    return "" if finding["found"] else finding["detail"]


@pytest.fixture
def launch(tmp_path, why_no_mpi):
    """Starts ranks: launch(3, "verify", ...) as Popen."""
    needs(not why_no_mpi and shutil.which("mpirun"), why_no_mpi or "mpirun is not here")

    def begin(ranks, *args, binary=BINARY, **env):
        command = ["mpirun", *mutants.MPIRUN, "-n", str(ranks), binary, *map(str, args)]
        return subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, errors="replace", env={**os.environ, **env})

    return begin


@pytest.fixture
def mpirun(launch):
    def run(*args, timeout=100, **options):
        process = launch(*args, **options)
        process.stdout_text, process.stderr_text = process.communicate(timeout=timeout)
        return Result(subprocess.CompletedProcess(process.args, process.returncode, process.stdout_text,
                                                  process.stderr_text))

    return run


def ours(result):
    """What spinbench said on stderr; the launcher says things of its own."""
    return [line for line in result.err.splitlines() if line.startswith("spinbench: ")]


def only_row(result):
    assert result.code == 0, result
    [row] = result.json()["rows"]
    return row


@pytest.mark.parametrize("ranks", [1, 2, 3, 7])
def test_bits_are_those_of_one_process_for_any_number_of_ranks(mpirun, spinbench, ranks):
    arguments = ["verify", "--json", *SLABS, "--axis", "L=64,256", "--physics", "1"]
    result = mpirun(ranks, *arguments) if ranks > 1 else spinbench(*arguments)
    assert result.code == 0, result
    rows = result.json()["rows"]
    assert [row["params"]["L"] for row in rows] == [64, 256] and {row["params"]["ranks"] for row in rows} == {ranks}
    for row in rows:
        if row["status"] == "skipped":
            # A slab of 32 rows for each.
            assert row["params"]["L"] == 64 and ranks > 2 and "not one for each" in row["reason"]
            continue
        # More ranks than free cores may see too little of an energy in that second.
        assert row["status"] == "verified"
        assert row["verification"]["proved"] in (["bits+physics"] if ranks == 1 else ["bits+physics", "bits"])
        assert f"ranks {ranks}," in row["code_path"]


def test_cubic_lattices_have_the_bits_of_one_process(mpirun):
    # Of more numbers of ranks, down to a layer each: tests/slabs.cpp.
    result = mpirun(7, "verify", "--json", "--kernel", "ising3d_metropolis", "--variant", "multispin_mpi", "--axis", "L=64",
                    "--axis", "ranks=2,7", "--physics", "1")
    assert result.code == 0, result
    rows = result.json()["rows"]
    assert [row["params"]["ranks"] for row in rows] == [2, 7]
    assert all(row["status"] == "verified" and row["verification"]["proved"] == "bits+physics" for row in rows)


def test_spin_glasses_in_vectors_have_the_bits_of_one_process(mpirun):
    # Rows of one vector, of two and of several, whatever this host's are.
    result = mpirun(2, "verify", "--json", "--kernel", "ea3d_metropolis", "--variant", "multispin_mpi", "--axis", "L=16,64,256",
                    "--physics", "1")
    assert result.code == 0, result
    assert all(row["status"] == "verified" and row["verification"]["proved"] == "bits+physics"
               for row in result.json()["rows"])


@pytest.mark.parametrize(("ranks", "variant"), [(2, "sliced_mpi"), (7, "sliced_mpi"), (2, "standard_mpi")])
def test_spin_glasses_have_the_bits_of_one_process(mpirun, ranks, variant):
    row = only_row(mpirun(ranks, "verify", "--json", "--kernel", "ea3d_metropolis", "--variant", variant, "--axis", "L=14",
                          "--axis", "systems=2", "--axis", "replicas=5", "--physics", "1"))
    assert row["status"] == "verified" and row["verification"]["proved"] == "bits+physics"
    # Seven pairs of planes: the least that there is.
    assert ("planes one" in row["code_path"]) == (variant == "sliced_mpi" and ranks == 7)


def test_states_that_would_have_to_travel_are_refused(mpirun):
    # Of a generator without states: test_spin_glasses_have_the_bits_of_one_process.
    result = mpirun(2, "verify", "--json", "--kernel", "ea3d_metropolis", "--variant", "sliced_mpi,standard_mpi", "--axis",
                    "rng=minstd", "--axis", "L=8", "--physics", "1")
    assert result.code == 0, result
    rows = {row["variant"]: row for row in result.json()["rows"]}
    assert rows["sliced_mpi"]["status"] == "verified"
    assert rows["standard_mpi"]["status"] == "skipped" and "have to travel" in rows["standard_mpi"]["reason"]


@pytest.mark.parametrize("ranks", [2, 7])
def test_slabs_of_the_least_thickness(mpirun, ranks):
    # 8 rows are a row of tiles in each of four bands.
    row = only_row(mpirun(ranks, "verify", "--json", *SLABS, "--axis", "L=64", "--axis", "words=1",
                          "--axis", "isa=baseline", "--axis", f"ranks={ranks}", "--physics", "1"))
    assert row["status"] == "verified"


def test_fewer_ranks_than_were_started(mpirun):
    result = mpirun(3, "verify", "--json", *SLABS, "--axis", "L=256", "--axis", "ranks=1,2,3,4", "--physics", "1")
    assert result.code == 0, result
    rows = result.json()["rows"]
    assert [row["status"] for row in rows] == ["verified"] * 3 + ["skipped"]
    assert "3 processes were started: mpirun -n 4" in rows[-1]["reason"]


def test_what_one_rank_lacks_skips_the_row_of_all(mpirun, tmp_path):
    # 288 MB a rank; Open MPI itself wants 250 MB of addresses.
    short = tmp_path / "short"
    short.write_text('#!/bin/sh\n[ "$OMPI_COMM_WORLD_RANK" = 2 ] && ulimit -v 400000\nexec "$SPINBENCH_BINARY" "$@"\n')
    short.chmod(0o755)
    arguments = [*SLABS, "--physics", "0"]
    result = mpirun(4, "verify", "--json", *arguments, "--axis", "L=98304,256", binary=short, SPINBENCH_BINARY=BINARY)
    assert result.code == 0, result
    large, small = result.json()["rows"]
    assert large["status"] == "skipped" and re.fullmatch(
        r"rank 2 of 4 \(.*\): the host has too little free memory", large["reason"]), large
    # They go on together.
    assert small["status"] == "verified" and "ranks 4," in small["code_path"]
    alone = mpirun(4, "run", *SLABS, *BURST, "--axis", "L=98304", "--physics", "1", "--out", "r.json", binary=short,
                   SPINBENCH_BINARY=BINARY)
    assert alone.code == 2, alone
    [line] = [line for line in ours(alone) if "the case could not run" in line]
    assert "rank 2 of 4" in line
    [row] = [row for row in json.loads((tmp_path / "r.json").read_text())["rows"] if row["variant"] == "multispin_mpi"]
    assert row["status"] == "skipped" and "ns_per_unit" not in row


def test_a_row_says_what_the_ranks_did_and_on_which_network(mpirun, tmp_path):
    result = mpirun(2, "run", *SLABS, "--axis", "L=256", "--physics", "1", *BURST, "--sweeps", "20", "--network",
                    "latency_us=100,bandwidth_GBps=1", "--out", "r.json")
    assert result.code == 0 and result.out.count("simulated network") == 1, result
    lines = result.out.splitlines()
    at = next(i for i, line in enumerate(lines) if "simulated network" in line)
    assert any(line.startswith("multispin_mpi") for line in lines[at - 1:at + 1])
    [row] = [row for row in json.loads((tmp_path / "r.json").read_text())["rows"] if row["variant"] == "multispin_mpi"]
    assert row["status"] == "measured" and row["params"]["ranks"] == 2
    ranks = row["ranks"]
    assert (ranks["count"], ranks["nodes"], ranks["transport"]) == (2, 1, "staged") and "MPI" in ranks["library"]
    assert ranks["simulated_network"] == {"latency_us": 100, "bandwidth_GBps": 1}
    assert len(ranks["by_rank"]) == 2
    assert row["device"].endswith(", simulated network of 100 us, 1 GB/s")
    # Each half-sweep's rows leave when it begins and are there 100 us later.
    sweep_us = 1e-3 * row["ns_per_unit"] * row["work"]["units_per_sweep"]
    assert sweep_us > 200
    for rank in ranks["by_rank"]:
        assert rank["wait_us"] > 100 and rank["bulk_us"] > 0


def test_a_sweep_takes_what_the_network_s_model_says(mpirun):
    # Of each of two colours 20 ms, and one for each of the 16 bytes that a row of 256 spins has.
    milliseconds = 2 * (20 + 16)
    result = mpirun(2, "run", "--format", "json", *SLABS, "--axis", "L=256", "--physics", "1",
                    *BURST, "--sweeps", "5", "--network", "latency_us=20000,bandwidth_GBps=1e-6")
    assert result.code == 0, result
    [row] = [row for row in result.json()["rows"] if row["variant"] == "multispin_mpi"]
    # What else two ranks do takes a fraction of a millisecond where they have a core each, as they have in the best of the samples.
    best = 1e-6 * min(row["samples_ns_per_unit"]) * row["work"]["units_per_sweep"]
    assert milliseconds <= best < 1.25 * milliseconds


def test_several_ranks_write_no_colours(tmp_path, why_no_mpi):
    """mpirun gives rank 0 a terminal where its own output is a file."""
    needs(not why_no_mpi and shutil.which("mpirun"), why_no_mpi or "mpirun is not here")
    new_terminal()
    with open(tmp_path / "out", "wb") as file:
        subprocess.run(["mpirun", *mutants.MPIRUN, "-n", "2", BINARY, "run", *SHORT], cwd=tmp_path, stdout=file, check=True,
                       stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=100, env={**os.environ, "TERM": "xterm"})
    text = (tmp_path / "out").read_bytes()
    assert b"machine_logic" in text and b"\x1b" not in text


def test_ranks_take_no_turns_with_one_process(mpirun, tmp_path):
    (tmp_path / "before.json").write_text("{}")
    result = mpirun(2, "run", *SLABS, "--against", "before.json", "--baseline-binary", BINARY, "--out", "r.json")
    assert result.code == 2 and result.out == "", result
    [line] = ours(result)
    assert "--baseline-binary" in line and "this one is 2" in line
    assert not (tmp_path / "r.json").exists()


def test_only_rank_0_prints(mpirun):
    result = mpirun(3, "list", "--kernel", "machine_copy", "--json")
    assert result.code == 0 and json.loads(result.out)
    refused = mpirun(3, "run", "--kernel", "no_such_kernel")
    assert refused.code == 2 and len(ours(refused)) == 1 and refused.out == ""


def test_another_program_on_one_rank(tmp_path, mpirun):
    other = tmp_path / "bin"
    other.mkdir()
    for file in pathlib.Path(BINARY).parent.iterdir():
        if file.suffix == ".so":
            shutil.copy(file, other)
    shutil.copy(BINARY, other / "spinbench")
    with open(other / "spinbench", "ab") as file:
        file.write(b"another build")
    result = mpirun(1, "list", ":", "-n", "1", other / "spinbench", "list")
    assert result.code == 1 and "is another build than that of rank 0" in "".join(ours(result)), result
    assert len(ours(result)) == 1 and result.out == ""


def started(journal, process):
    deadline = time.monotonic() + 90
    while not journal_rows(journal):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, "no row after 90 s"
        time.sleep(0.02)


def children(process):
    """The ranks, oldest first."""
    found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False).stdout.split()
    return sorted(map(int, found))


def all_gone(pids):
    deadline = time.monotonic() + 30
    while any(pathlib.Path(f"/proc/{pid}").exists() and
              pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z" for pid in pids):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.parametrize("victim", [0, 1])
def test_a_rank_that_is_killed_ends_all_of_them(tmp_path, launch, spinbench, victim):
    needs(shutil.which("pgrep"), "pgrep is not here")
    out = tmp_path / "r.json"
    process = launch(3, "run", *LONG, "--out", out)
    started(tmp_path / "r.json.journal", process)
    pids = children(process)
    assert len(pids) == 3
    before = time.monotonic()
    os.kill(pids[victim], signal.SIGKILL)
    process.communicate(timeout=30)
    assert process.returncode not in (0, None) and time.monotonic() - before < 30
    assert all_gone(pids)
    assert journal_rows(tmp_path / "r.json.journal") and not out.exists()


def test_a_rank_that_stands_still_ends_all_of_them(tmp_path, launch):
    needs(shutil.which("pgrep"), "pgrep is not here")
    out = tmp_path / "r.json"
    process = launch(3, "run", *LONG, "--out", out, SPINBENCH_RANK_WAIT="1")
    started(tmp_path / "r.json.journal", process)
    pids = children(process)
    os.kill(pids[1], signal.SIGSTOP)
    _, err = process.communicate(timeout=60)
    assert process.returncode not in (0, None) and all_gone(pids)
    said = [line for line in err.splitlines() if line.startswith("spinbench: ") and "SPINBENCH_RANK_WAIT" in line]
    assert len(said) == 1, err
    assert journal_rows(tmp_path / "r.json.journal") and not out.exists()


def test_ctrl_c_keeps_the_journal(tmp_path, launch):
    needs(shutil.which("pgrep"), "pgrep is not here")
    process = launch(2, "run", *LONG, "--out", "r.json")
    started(tmp_path / "r.json.journal", process)
    pids = children(process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode != 0 and all_gone(pids)
    said = [line for line in err.splitlines() if line.startswith("spinbench: ")]
    assert any("--resume" in line and "r.json.journal" in line for line in said), err
    rows = journal_rows(tmp_path / "r.json.journal")
    assert rows and all(row["status"] == "measured" for row in rows)
    # Without --network there is none but the machine's.
    assert all("simulated_network" not in row["ranks"] for row in rows if row["variant"] == "multispin_mpi")


def test_without_mpi_several_processes_are_refused(spinbench, tmp_path):
    # As a launcher would start it, but nobody is there; the program lies alone.
    alone = tmp_path / "spinbench"
    shutil.copy(BINARY, alone)
    result = subprocess.run([alone, "list"], capture_output=True, text=True, check=False, timeout=60,
                            env={**os.environ, "OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "0"})
    assert result.returncode == 3 and "started as 2 processes" in result.stderr and result.stderr.count("\n") == 1
    other = subprocess.run([alone, "list"], capture_output=True, text=True, check=False, timeout=60,
                           env={**os.environ, "OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "1"})
    # Of the ranks of one run perhaps only this one lacks it.
    assert other.returncode == 3 and other.stderr.startswith("spinbench: rank 1 (") and other.stderr.count("\n") == 1
    assert "libspinbench_mpi.so is not beside the program" in other.stderr
    # By itself it needs none.
    assert subprocess.run([alone, "list"], capture_output=True, check=False, timeout=60).returncode == 0


def test_a_network_is_refused_that_is_none(spinbench):
    for network in ("latency_us", "latency_us=-1", "speed=3", "bandwidth_GBps=0", ""):
        assert "--network" in spinbench("run", *SLABS, "--network", network).refused()
    for network in ("latency_us=2,latency_us=3", "bandwidth_GBps=1,latency_us=2,bandwidth_GBps=1"):
        name = network.split("=")[0]
        assert f"'{name}' is given twice; give it once" in spinbench("verify", *SLABS, "--network", network).refused()


def test_a_network_is_refused_where_there_are_no_ranks(spinbench):
    """Rows of one process said that they had it; those of other variants said nothing."""
    for command in ("run", "verify"):
        for kernel in (SLABS, SHORT[:8]):
            line = spinbench(command, *kernel, "--network", "latency_us=200000").refused()
            assert "--network 'latency_us=200000'" in line and "this is one process" in line and "mpirun" in line


def test_one_rank_of_several_has_no_network(mpirun):
    result = mpirun(2, "run", "--format", "json", *SLABS, "--axis", "L=256", "--axis", "ranks=1,2", "--physics", "1", *BURST,
                    "--sweeps", "5", "--network", "latency_us=100")
    assert result.code == 0, result
    alone, both = [row for row in result.json()["rows"] if row["variant"] == "multispin_mpi"]
    assert (alone["ranks"]["count"], both["ranks"]["count"]) == (1, 2)
    assert "simulated_network" not in alone["ranks"] and "network" not in alone["device"]
    assert "simulated_network" in both["ranks"] and both["device"].endswith(", simulated network of 100 us, any GB/s")


def test_doctor_tells_of_mpi(spinbench):
    assert "libopenmpi-dev" in spinbench("doctor", "--fix", "mpi").out
    assert "MPI, for several processes" in spinbench("doctor").out
