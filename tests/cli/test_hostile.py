"""The short form of hostile.py. Where others take the cores it lasts minutes, so it runs where it is asked for:
SPINBENCH_HOSTILE=1."""

import datetime
import os

import hostile
from conftest import needs


def test_at_random():
    # It runs machine_logic, as SHORT and MANY of conftest do.
    needs(os.environ.get("SPINBENCH_HOSTILE"), "SPINBENCH_HOSTILE is not set")
    seed = datetime.date.today().toordinal()
    done = hostile.everything(seed, kills=3, signals=1, disks=1, inputs=80)
    assert sum(done["inputs"].values()) == 80 and done["inputs"].get(2), f"seed {seed}"
