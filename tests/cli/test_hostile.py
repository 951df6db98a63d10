"""hostile.py: its short form, of some seconds, and with SPINBENCH_HOSTILE=1 the long one, of half an hour."""

import os

import hostile


def test_at_random():
    # Of machine_logic, as SHORT and MANY of conftest are.
    form = hostile.LONG_FORM if os.environ.get("SPINBENCH_HOSTILE") else hostile.SHORT_FORM
    done = hostile.everything(1, form)
    assert [done[part][0] for part in form if part != "inputs"] == [form[part] for part in form if part != "inputs"]
    assert sum(done["inputs"].values()) == form["inputs"] and done["inputs"].get(2)
