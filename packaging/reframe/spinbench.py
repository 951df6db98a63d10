"""spinbench as a check of a cluster's nodes, by ReFrame (PyPI: ReFrame-HPC).

    reframe -c packaging/reframe/spinbench.py -r -S spinbench=$PWD/build/cpu/bin/spinbench
    reframe -c packaging/reframe/spinbench.py -r -S selection='--kernel ising2d_metropolis --variant multispin_mpi' -S ranks=4
    reframe -c packaging/reframe/spinbench.py -r -S references=results/recorded/HOST.json -S tolerance=0.05

It is sane where the program ends with 0: then each case was verified before it was timed. A case is as fast as it should be where its
rate is no more than `tolerance` below that of the case of the same name in the results file `references`; without one rates are only
reported. A file that has none of the measured cases is a wrong one, and not sane. ReFrame's own settings say which scheduler and launcher start it; of several ranks, a case must have run on all of them, or
a launcher that starts one process would pass for four.
"""

import json
import os
import pathlib
import shlex

import reframe as rfm
import reframe.utility.sanity as sn

RESULTS = "results.json"


def rates(path):
    """{case: (units per ns, unit)} of a results file's measured rows."""
    rows = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["rows"]
    # ReFrame parts its own names at colons.
    return {row["name"].replace(":", "="): (row["units_per_ns"], f"{row['unit']}s/ns") for row in rows
            if row["status"] == "measured"}


def references_that_fit(found, path):
    """{case: (units per ns, unit)} of those of `found` that the results file has; {} where nobody names one."""
    known = rates(path) if path else {}
    return {name: known[name] for name in found if name in known}


def most_ranks(path):
    """Of the results file's measured rows; 1 where none is shared by several."""
    rows = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["rows"]
    return max((row["ranks"]["count"] for row in rows if "ranks" in row), default=1)


@rfm.simple_test
class SpinbenchCheck(rfm.RunOnlyRegressionTest):
    descr = "Monte Carlo kernels, verified, then timed"
    valid_systems = ["*"]
    valid_prog_environs = ["*"]

    spinbench = variable(str, value=os.environ.get("SPINBENCH_BINARY", "spinbench"))
    selection = variable(str, value="--preset quick")
    ranks = variable(int, value=1)
    references = variable(str, value="")
    tolerance = variable(float, value=0.1)

    @run_after("init")
    def choose_cases(self):
        self.executable = self.spinbench
        # ReFrame writes them as they are into a script for a shell.
        words = [shlex.quote(word) for word in shlex.split(self.selection)]
        self.executable_opts = ["run", *words, "--out", RESULTS, "--force"]
        self.num_tasks = self.ranks
        # What is asked of a finished run is asked in its stage folder.
        if self.references:
            self.references = os.path.abspath(self.references)

    @deferrable
    def most_ranks(self):
        return most_ranks(pathlib.Path(self.stagedir) / RESULTS)

    @deferrable
    def has_references(self):
        return not self.references or bool(references_that_fit(rates(pathlib.Path(self.stagedir) / RESULTS), self.references))

    @sanity_function
    def ended_well(self):
        ended = sn.assert_eq(self.job.exitcode, 0, msg="spinbench ended with {0}: a case failed, or none could run")
        shared = sn.assert_eq(self.most_ranks(), self.ranks,
                              msg="no case ran on {1} ranks, but on {0}: does the launcher in ReFrame's settings start as many?")
        compared = sn.assert_true(self.has_references(), msg=f"{self.references} has none of the measured cases: a file of another "
                                                             "selection, or of other parameters?")
        return sn.all([ended, shared, compared])

    @run_before("performance")
    def read_rates(self):
        found = rates(pathlib.Path(self.stagedir) / RESULTS)
        self.perf_variables = {name: sn.make_performance_function(sn.defer(rate), unit) for name, (rate, unit) in found.items()}
        if not self.references:
            return
        self.reference = {"*": {name: (rate, -self.tolerance, None, found[name][1])
                                for name, (rate, _) in references_that_fit(found, self.references).items()}}
