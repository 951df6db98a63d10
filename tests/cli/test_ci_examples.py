"""The examples in docs/comparing.md: their commands run as they stand, in a shell, with a run of seconds for the real one."""

import json
import os
import re
import subprocess
import sys

import pytest

from conftest import BINARY, ROOT, SHORT

TEXT = (ROOT / "docs/comparing.md").read_text()
EXAMPLES = dict(zip(("github", "gitlab"), re.findall(r"^```yaml\n(.*?)^```", TEXT, re.M | re.S), strict=True))

# `run` measures the shortest case there is; what reads results goes to the package, by the Python that runs the tests.
WRAPPER = """#!/usr/bin/env bash
if [[ $1 == run ]]; then exec {binary} run {short} "${{@: -2}}"; fi
exec {python} -m spinbench_results "$@"
"""


def commands(example):
    """The shell lines: those of `run: |` blocks, or the list under `script:`."""
    lines, inside, indent = [], False, 0
    for line in example.splitlines():
        depth = len(line) - len(line.lstrip())
        if inside and depth > indent and (line.strip().startswith("- ") or not inside == "script"):
            lines.append(line.strip().removeprefix("- ") if inside == "script" else line.strip())
        elif line.strip() in ("run: |", "script:"):
            inside, indent = line.strip().rstrip(": |"), depth
        else:
            inside = False
    return lines


@pytest.fixture
def workplace(tmp_path):
    """A folder with the wrapper, and a history of two runs of this machine: (folder, environment)."""
    wrapper = tmp_path / "spinbench"
    wrapper.write_text(WRAPPER.format(binary=BINARY, short=" ".join(SHORT), python=sys.executable))
    wrapper.chmod(0o755)
    history = tmp_path / "history"
    history.mkdir()
    for name in ("1.json", "2.json"):
        subprocess.run([wrapper, "run", "--out", history / name], check=True, capture_output=True, timeout=60)
    return tmp_path, {**os.environ, "HISTORY": str(history), "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
                      "GITHUB_SHA": "abc", "CI_COMMIT_BRANCH": "main", "CI_DEFAULT_BRANCH": "main", "CI_PIPELINE_ID": "7",
                      "PYTHONPATH": str(ROOT / "plotting")}


@pytest.mark.parametrize("name", EXAMPLES)
def test_commands_run(workplace, name):
    folder, environment = workplace
    lines = commands(EXAMPLES[name])
    assert len(lines) >= 5 and sum(line.startswith("./spinbench ") for line in lines) >= 3
    result = subprocess.run(["bash", "-eo", "pipefail", "-c", "\n".join(lines)], cwd=folder, env=environment,
                            capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stderr
    assert len(list((folder / "history").glob("*.json"))) == 3
    if name == "github":
        assert "### spinbench: 0 cases slower" in (folder / "summary.md").read_text()
        assert json.loads((folder / "benchmark.json").read_text())[0]["unit"]
    else:
        assert json.loads((folder / "comparison.json").read_text())["cases"][0]["verdict"] != "slower"
        assert json.loads((folder / "bencher.json").read_text())
