"""The help of the commands that read results files."""

import os
import subprocess
import sys

import pytest

from example_files import ROOT
from spinbench_results.__main__ import main


@pytest.mark.parametrize("name", ["compare", "history", "export", "plot", "report", "score"])
def test_no_line_is_wider_than_asked_for(name, capsys, monkeypatch):
    def help_text_at(columns):
        monkeypatch.setenv("COLUMNS", str(columns))
        # One in a process of its own, as they are called; to start each takes ten times as long as its help.
        if name == "compare":
            words = [sys.executable, "-m", "spinbench_results", name, "--help"]
            return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60,
                                  env={**os.environ, "PYTHONPATH": str(ROOT / "plotting")}).stdout
        with pytest.raises(SystemExit) as end:
            main([name, "--help"])
        assert end.value.code == 0
        return capsys.readouterr().out

    help_text = {columns: help_text_at(columns) for columns in (60, 120)}
    for columns, text in help_text.items():
        assert max(map(len, text.splitlines())) <= columns
    # The same text, broken elsewhere; the usage is not a sentence.
    said = ["".join(text.split("\n\n", 1)[1].split()) for text in help_text.values()]
    assert said[0] == said[1]
    if name == "export":
        assert "\n  csv " in help_text[60] and "\n  bencher " in help_text[60]
