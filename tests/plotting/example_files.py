"""Results files made up for the tests of plots and reports: rows of version 2 with everything that a row may have."""

import functools
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
if str(ROOT / "plotting") not in sys.path:
    sys.path.insert(0, str(ROOT / "plotting"))

# What a stranger's text may hold to become markup or script.
EVIL = ("</script><script>alert(1)</script>\" onclick=\"alert(2)' {{7*7}} ]]> <!-- javascript:alert(3)"
        "<img src=x onerror=alert(4)>")


def row(rate=100.0, kernel="ising2d_metropolis", variant="tiled", backend="cuda", device="NVIDIA H200", params=None, **changes):
    """A measured row of `rate` units per ns with an interval of 2% around its time."""
    params = params or {"L": 4096, "k": 100, "tile": 16, "order": "plain", "measure": "none", "rng": "lcg32_random",
                        "draw": "always", "spin": "int32", "launch": "graph", "beta": 0.4}
    time = 1 / rate
    name = "/".join([kernel, variant, backend, *(f"{key}:{value}" for key, value in params.items())])
    made = {
        "name": name, "kernel": kernel, "variant": variant, "backend": backend, "device": device, "devices": [0], "seed": 1,
        "params": params, "unit": "flip", "status": "measured", "code_path": "path", "figure": "held", "ns_per_unit": time,
        "ns_per_flip": time, "ci95": [0.99 * time, 1.01 * time], "units_per_ns": rate, "flips_per_ns": rate,
        "repetitions": [time, time], "samples_ns_per_unit": [time], "throttled_samples_ns_per_unit": [],
        "sweeps_per_batch": 10, "stop_reason": "precision", "hold_s": 1.5, "settled": True, "drift": 0.01,
        "settled_clock_mhz": 1800, "setup_s": 0.1,
        "speedup": {"value": rate * 5, "ci95": [rate * 4.9, rate * 5.1], "reference": "ising2d_metropolis/row_order/cpu",
                    "reference_ns_per_unit": 5.0},
        "work": {"units_per_sweep": 16777216}, "limit": {"bound": "shared", "units_per_ns": rate * 2, "fraction": 0.5,
                                                         "exceeded": False},
        "power_capped": True, "other_processes": ["another"],
        "conditions": {"device": 0, "sm_clock_mhz": 1800, "temperature_c": 60, "power_w": 500, "power_limit_w": 700,
                       "throttle": ["power"]},
        "energy": {"joules_per_unit": 500e-9 / rate, "joules_per_flip": 500e-9 / rate, "seconds": 2, "counter_w": 500,
                   "sampled_w": 500},
        "idle_power_w": 75,
        "verification": {"status": "passed", "proved": "bits+physics", "checks": [
            {"name": "bits", "kind": "bits", "passed": True, "detail": "as the oracle", "code_path": "path"},
            {"name": "energy", "kind": "physics", "value": -1.1, "expected": -1.1, "sigma": 1e-4, "passed": True}]},
        "published": [{"source": "weigel2012", "locator": "Fig. 8", "device": "GTX 480", "ns_per_unit": 0.034}]}
    return {**made, **changes}


def document(*rows, host="host", date="2026-11-22T09:30:00Z", device="NVIDIA H200", backend="cuda"):
    return {"schema": "spinbench-results/2",
            "provenance": {"host": host, "date": date, "version": "0.2.0", "git": "abc", "dirty": False, "argv": ["spinbench"],
                           "cpu": "A CPU", "devices": [{"backend": backend, "name": device, "pci": "0:1", "driver": "1",
                                                        "runtime": "CUDA 13"}],
                           "compilers": {"cxx": "GNU", "cuda": None, "hip": None, "flags": "-O3"}},
            "rows": list(rows)}


def read(*documents):
    """The documents as the package reads them from files. Raises ValueError for what it would refuse."""
    from spinbench_results import files

    return [files.parse(json.dumps(made).encode(), f"file{i}.json") for i, made in enumerate(documents)]


@functools.cache
def recorded():
    """All recorded files."""
    from spinbench_results import files

    return files.read(ROOT / "results/recorded", complain=lambda line: None)


def run(capsys, *arguments):
    """(exit code, output, errors) of a command of the package."""
    from spinbench_results.__main__ import main

    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err
