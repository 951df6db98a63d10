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

# `run` measures the shortest case there is; what reads results goes to the package, by the Python that runs the tests. What was
# compared is noted, and the verdict may be given: noise gives none of its own.
WRAPPER = """#!/usr/bin/env bash
if [[ $1 == run ]]; then exec {binary} run {short} "${{@: -2}}"; fi
if [[ $1 == compare ]]; then echo "$2" >>compared; fi
{python} -B -m spinbench_results "$@" || exit
if [[ $1 == compare ]]; then exit ${{VERDICT:-0}}; fi
"""


def github_steps(example):
    """(condition, shell lines, name by which others ask for its outcome) of the steps that run something."""
    for step in re.split(r"^      - ", example, flags=re.M)[1:]:
        lines = step.partition("run: |\n")[2]
        condition, name = (re.search(rf"^ *{key}: (.*)$", step, re.M) for key in ("if", "id"))
        if lines:
            yield condition and condition[1], lines, name and name[1]


def is_met(condition, failed, outcomes, environment):
    """The few words that the example's conditions are made of."""
    if condition is None:
        return not failed
    terms = condition.split(" && ")
    for term in terms:
        step = re.fullmatch(r"steps\.(\w+)\.outcome == '(\w+)'", term)
        ref = re.fullmatch(r"github\.ref == 'refs/heads/(\w+)'", term)
        assert step or ref or term == "always()", term
        if (step and outcomes.get(step[1]) != step[2]) or (ref and environment["CI_COMMIT_BRANCH"] != ref[1]):
            return False
    return "always()" in terms or not failed


def shell(lines, folder, environment):
    result = subprocess.run(["bash", "-eo", "pipefail", "-c", lines], cwd=folder, env=environment, capture_output=True,
                            text=True, timeout=120, check=False)
    return result.returncode, result.stderr


def run_github(folder, environment):
    failed, errors, outcomes = 0, "", {}
    for condition, lines, name in github_steps(EXAMPLES["github"]):
        if not is_met(condition, failed, outcomes, environment):
            continue
        code, said = shell(lines, folder, environment)
        failed, errors = failed or code, errors + said
        outcomes[name] = "failure" if code else "success"
    return failed, errors


def run_gitlab(folder, environment):
    script = EXAMPLES["gitlab"].partition("  script:\n")[2].partition("  artifacts:")[0]
    return shell(re.sub("^    - ", "", script, flags=re.M), folder, environment)


RUN = {"github": run_github, "gitlab": run_gitlab}


class Job:
    """Runs an example in a folder with the wrapper, again and again: the exit code and what was said."""

    def __init__(self, folder, name):
        self.folder, self.name, self.number = folder, name, 0
        self.history = folder / "its/history"
        wrapper = folder / "spinbench"
        wrapper.write_text(WRAPPER.format(binary=BINARY, short=" ".join(SHORT), python=sys.executable))
        wrapper.chmod(0o755)

    def __call__(self, branch="main", verdict=0):
        self.number += 1
        (self.folder / "new.json").unlink(missing_ok=True)
        return RUN[self.name](self.folder, {
            **os.environ, "HISTORY": str(self.history), "GITHUB_STEP_SUMMARY": str(self.folder / "summary.md"),
            "GITHUB_SHA": f"abc{self.number}", "CI_COMMIT_BRANCH": branch, "CI_DEFAULT_BRANCH": "main",
            "CI_PIPELINE_ID": str(self.number), "VERDICT": str(verdict), "PYTHONPATH": str(ROOT / "plotting")})

    def kept(self):
        """The files of the history, oldest first."""
        return sorted(self.history.glob("*.json"), key=lambda path: path.stat().st_mtime_ns)

    def compared(self):
        path = self.folder / "compared"
        return path.read_text().splitlines() if path.exists() else []


@pytest.fixture(params=EXAMPLES)
def job(tmp_path, request):
    return Job(tmp_path, request.param)


def test_commands_run(job):
    """From the first run on, which has nothing to be compared with, and no folder of earlier ones."""
    for number in (1, 2, 3):
        code, said = job()
        assert code == 0, said
        assert len(job.kept()) == number and job.compared() == [str(path) for path in job.kept()[:-1]]
    if job.name == "github":
        assert "### spinbench: no" in (job.folder / "summary.md").read_text()
        assert json.loads((job.folder / "benchmark.json").read_text())[0]["unit"]
    else:
        assert json.loads((job.folder / "comparison.json").read_text())["cases"][0]["verdict"] != "slower"
        assert json.loads((job.folder / "bencher.json").read_text())


def test_a_slow_down_fails_once(job):
    """It is kept on main, so that what was meant is what the next run is compared with."""
    assert job()[0] == 0
    assert job(verdict=1)[0] == 1
    assert len(job.kept()) == 2
    code, said = job()
    assert code == 0, said
    assert job.compared() == [str(path) for path in job.kept()[:2]]


def test_other_branches_keep_nothing(job):
    assert job("topic")[0] == 0 and job.kept() == [] and job.compared() == []
    assert job()[0] == 0
    assert job("topic", verdict=1)[0] == 1 and job("topic")[0] == 0
    assert len(job.kept()) == 1 and job.compared() == [str(job.kept()[0])] * 2


def test_a_run_that_fails_is_not_kept(job):
    (job.folder / "spinbench").write_text("#!/bin/sh\nexit 1\n")
    assert job()[0] == 1 and job.kept() == []
