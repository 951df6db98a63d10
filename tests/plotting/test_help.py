"""The help of the commands that read results files."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["compare", "history", "export", "plot", "report", "score"])
def test_no_line_is_wider_than_asked_for(name):
    def help_text_at(columns):
        environment = {**os.environ, "COLUMNS": str(columns), "PYTHONPATH": str(ROOT / "plotting")}
        words = [sys.executable, "-m", "spinbench_results", name, "--help"]
        return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60, env=environment).stdout

    help_text = {columns: help_text_at(columns) for columns in (60, 120)}
    for columns, text in help_text.items():
        assert max(map(len, text.splitlines())) <= columns
    # The same text, broken elsewhere; the usage is not a sentence.
    said = ["".join(text.split("\n\n", 1)[1].split()) for text in help_text.values()]
    assert said[0] == said[1]
    if name == "export":
        assert "\n  csv " in help_text[60] and "\n  bencher " in help_text[60]
