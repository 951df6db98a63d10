"""Two results files that are alike, to be changed and compared by the command."""

import json

import numpy as np
import pytest

import simulated
from spinbench_results import __main__ as program


class Pair:
    """Two files of a quiet bench, to be changed and compared by the command."""

    def __init__(self, folder):
        bench = simulated.Bench(np.random.default_rng(5), accelerated=12, host=2)
        bench.spreads[:] = 0.001
        self.base, self.new = bench.run(), bench.run()
        # What was drawn for both must not decide a test of something else.
        for old, row in zip(self.base.rows, self.new.rows, strict=True):
            self.slow(row, old["ns_per_unit"] / row["ns_per_unit"])
        self.folder = folder

    @staticmethod
    def slow(row, factor):
        for key in ("ns_per_unit", "ns_per_flip"):
            row[key] *= factor
        for key in ("units_per_ns", "flips_per_ns"):
            row[key] /= factor
        for key in ("repetitions", "ci95"):
            row[key] = [ns * factor for ns in row[key]]

    def written(self, name):
        document, path = getattr(self, name), self.folder / f"{name}.json"
        path.write_text(as_text(document))
        return str(path)

    def compare(self, *options):
        return program.main(["compare", self.written("base"), self.written("new"), *options])

    def compared(self, *options):
        """(exit code, what --json says)."""
        path = self.folder / "c.json"
        return self.compare("--json", str(path), *options), json.loads(path.read_text())


def as_text(document):
    return json.dumps({"schema": "spinbench-results/2", "provenance": document.provenance, "rows": document.rows})


def untimed(row, status="failed", reason="bits differ from the oracle"):
    """The row without its time."""
    kept = ("name", "kernel", "variant", "backend", "device", "params", "unit")
    return {**{key: row[key] for key in kept}, "status": status, "reason": reason}


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch):
    """So that lines stay whole."""
    monkeypatch.setenv("COLUMNS", "300")


@pytest.fixture
def pair(tmp_path):
    return Pair(tmp_path)
