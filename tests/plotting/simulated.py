"""Results files with noise as it was recorded, from seeds: for tests of what compare and history find, and of what they must
not find.

The noise is what recorded runs showed: for accelerators the differences between the runs of one case on the H200 (0.4% in the
median, up to 8%), for CPUs those of the serial reference (up to 1.96 times). A repetition lies elsewhere in memory, so what
recorded runs differ by is taken to show among repetitions; beside it all rows of a run share a drift. On a CPU the
neighbours stay for a whole run: there repetitions agree, and runs do not.
"""

import itertools
import json
import math
import pathlib
import statistics

import numpy as np

import spinbench_results as sr
from spinbench_results import cases, noise

RECORDED = pathlib.Path(__file__).resolve().parents[2] / "results/recorded"
RUN_DRIFT = 0.002  # of all rows of a run on an accelerator
REPEATED = 0.01  # of a CPU's repetitions within a run


def is_since_faster_decisions(document):
    """Of 9bcea72 or later, where bit-sliced decisions take fewer operations."""
    return document.provenance["date"] > "2026-11-26T21"


def recorded_differences(kind):
    """Logarithms of the ratios of all pairs of recorded runs of one case, on one path of the code and one kind of host: of
    bursts, or of held load. Bit-sliced kernels of before and since 9bcea72 are not one code."""
    runs = {}
    for document in sr.read(RECORDED, complain=lambda line: None):
        for row in document.rows:
            # Few clusters' mean differs by which clusters these are, not by the run.
            if cases.is_timed(row) and noise.kind(row["backend"], row["device"]) == kind and not row["kernel"].endswith("_wolff"):
                key = (cases.key_of(row), row["figure"], row["device"], document.provenance["cpu"], row.get("code_path"),
                       "multispin" in row["variant"] and is_since_faster_decisions(document))
                runs.setdefault(key, []).append(math.log(row["ns_per_unit"]))
    return np.array([b - a for levels in runs.values() for a, b in itertools.combinations(levels, 2)])


class Bench:
    """A host with `accelerated` cases on a GPU and `host` cases on its CPU, each with a spread of its own."""

    def __init__(self, random, accelerated=60, host=4, repetitions=3, shared_cpu=True):
        self.random, self.repetitions = random, repetitions
        seen = np.abs(ACCELERATOR)
        # |x| of a normal law has its median at 0.67 standard deviations; a pair has twice a run's variance.
        self.spreads = random.choice(seen, accelerated) / 0.6745 / math.sqrt(2)
        self.times = np.exp(random.uniform(-8, 2, accelerated + host))
        self.host = host
        self.cpu_drift = float(np.sqrt(np.mean(CPU**2) / 2)) if shared_cpu else 0.003
        self.runs = 0

    def run(self, slower=None, git="a1b2c3d", repetitions=None):
        """A document of one run. `slower`: {index of a case: factor of its time}; `repetitions` other than the bench's."""
        random, count = self.random, repetitions or self.repetitions
        drift = random.normal(0, RUN_DRIFT)
        cpu = random.normal(0, self.cpu_drift)
        rows = []
        for i, time in enumerate(self.times):
            on_host = i >= len(self.spreads)
            shift = cpu + random.normal(0, REPEATED, count) if on_host else drift + random.normal(0, self.spreads[i], count)
            rows.append(row(i, time * (slower or {}).get(i, 1) * np.exp(shift), "cpu" if on_host else "cuda"))
        self.runs += 1
        made = {**PROVENANCE, "git": git, "date": f"2026-11-{1 + self.runs // 24 % 28:02}T{self.runs % 24:02}:00:00Z"}
        return sr.Document(f"run{self.runs}.json", "spinbench-results/2", made, rows)


def row(index, times, backend):
    times = [float(t) for t in times]
    middle = statistics.median(times)
    return {"name": f"ising2d_metropolis/tiled/{backend}/L:{index}", "kernel": "ising2d_metropolis", "variant": "tiled",
            "backend": backend, "device": CPU_NAME if backend == "cpu" else GPU_NAME, "seed": 1, "params": {"L": index},
            "unit": "flip", "status": "measured", "figure": "held", "ns_per_unit": middle, "units_per_ns": 1 / middle,
            "ns_per_flip": middle, "flips_per_ns": 1 / middle, "ci95": [min(times), max(times)], "repetitions": times,
            "samples_ns_per_unit": times, "published": []}


CPU_NAME, GPU_NAME = "Intel(R) Xeon(R) Processor", "NVIDIA H200"
PROVENANCE = {
    "host": "node7", "date": "2026-11-22T00:00:00Z", "version": "0.1.0", "git": "a1b2c3d", "dirty": False,
    "argv": ["spinbench", "run"], "cpu": CPU_NAME,
    "devices": [{"backend": "cpu", "name": CPU_NAME, "pci": "", "driver": "", "runtime": ""},
                {"backend": "cuda", "name": GPU_NAME, "pci": "0000:00:06.0", "driver": "580.159.04", "runtime": "CUDA 13.0"}],
    "compilers": {"cxx": "GNU 12.2.0", "cuda": "NVIDIA 13.0.88", "hip": None, "flags": "-O3"}}

# Of runs that were measured once, in bursts: that is how cases differed before loads were held. Held ones differ by less.
BURSTS = json.loads((RECORDED.parents[1] / "tests/data/differences_of_bursts.json").read_text())
ACCELERATOR, CPU = np.array(BURSTS["accelerator"]), np.array(BURSTS["cpu"])
