"""The short form of hostile.py: a few seconds of it, with a seed of its own each day so that CI sees more than one."""

import datetime

import hostile


def test_at_random(capfd):
    # MANY, SHORT: the cases that conftest looks for in a build of a part of the kernels.
    seed = datetime.date.today().toordinal()
    done = hostile.everything(seed, kills=4, signals=2, disks=3, inputs=120)
    assert sum(done["inputs"].values()) == 120 and done["inputs"].get(2), f"seed {seed}"
