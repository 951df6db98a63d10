"""report and plot of files that were changed by chance: what the loader lets through makes a page and pictures."""

import json
import random as random_numbers

import example_files as example
import pytest
from example_files import EVIL

pytest.importorskip("vl_convert", reason="no vl-convert-python")

from spinbench_results import prices  # noqa: E402
from spinbench_results.plot import data, estimated, papers, sweep, tables  # noqa: E402
from spinbench_results.plot.definitions import Categories, Estimated, Table  # noqa: E402
from spinbench_results.report import page, rows  # noqa: E402

VALUES = (None, True, -1, 0, 1, 2**63, 1e99, 1e-99, "", "x" * 200, "\x1b[2J", EVIL[:60], [], {}, [None], {"a": 1})


def spots(value, path=()):
    """The paths of everything in a JSON value."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield (*path, key)
        yield from spots(entry, (*path, key))


def mutated(document, random):
    """A copy with one or two values replaced or left out."""
    made = json.loads(json.dumps(document))
    for _ in range(random.choice((1, 1, 2))):
        *path, last = random.choice(list(spots(made)))
        parent = made
        for key in path:
            parent = parent[key]
        if random.random() < 0.2:
            del parent[last]
        else:
            parent[last] = random.choice(VALUES)
    return made


def newer_kernels():
    """Rows of autocorrelation times, of a spin glass, of a procurement list and of a density of states."""
    tau = {"L": 128, "k": 10, "tile": 16, "beta": 0.44}
    glass = {"L": 8, "systems": 2, "replicas": 4, "couplings": "bimodal", "rng": "minstd"}
    flat = {"L": 16, "systems": 4, "word": "32", "k": 100, "numbers": "shared", "couplings": "bimodal", "rng": "lcg32_random"}
    listed = {"n": 536870912, "rng": "philox4x32", "streams": 262144}
    return [example.row(8, kernel="tau_ising2d", params=tau, sweeps=1000,
                        estimates=[{"name": "tau_sweeps", "value": 12.5, "error": 0.5}]),
            example.row(9, params={**tau, "beta": 0.4}, device="NVIDIA H100"),
            example.row(8, kernel="tau_ising2d_wolff", variant="list", params={"L": 64, "beta": 0.4406867935097715}, sweeps=1000,
                        estimates=[{"name": "tau_sweeps", "value": 5.5, "error": 0.5}]),
            example.row(10, kernel="ea3d_metropolis", variant="standard", params=glass),
            example.row(11, kernel="ea2d_metropolis", variant="multispin", params=flat),
            example.row(12, kernel="rng_fill", variant="streams", unit="number", params=listed),
            example.row(13, kernel="dos_ising2d_multicanonical", variant="serial", params={"L": 8}, sweeps=1000,
                        estimates=[{"name": f"{name}={x}", "value": 1.5, "error": 0.1, "expected": 1.4}
                                   for name in ("ln_g e", "specific_heat beta") for x in ("-1", "0.5")])]


def test_what_the_loader_lets_through_makes_a_page_and_plots():
    random = random_numbers.Random(13)
    estimates = [{"name": "energy", "value": -1.1, "error": 0.1, "expected": -1.1, "deviation_sigmas": 0.1}]
    whole = example.document(example.row(5), example.row(6, kernel="rng_quality", estimates=estimates, sweeps=10),
                             example.row(7, kernel="rng_fill", unit="number", params={"n": 2**29, "rng": "mt19937"}),
                             *newer_kernels())
    whole["provenance"] |= {"preset": "procurement-1", "figure": "weigel2012-fig6"}
    passed = 0
    for _ in range(600):
        try:
            read = example.read(mutated(whole, random))
        except ValueError:
            continue
        passed += 1
        text = page.page(rows.report(read), read, prices.Prices(), [], "test")
        assert text.count("<script") == 4 and "NaN" not in text.split('id="data">')[1].split("</script>")[0]
        every = data.cases(read)
        for figure in papers.ALL:
            drawn_by = {Table: tables.grid, Categories: data.categories,
                        Estimated: estimated.picture}.get(type(figure), data.picture)
            drawn_by(figure, every)
        for axes in (("L", "ns_per_unit"), ("rng", "flips_per_ns"), ("k", "power_w")):
            try:
                sweep.picture(every, *axes, None)
            except sweep.Refused:
                pass
    assert passed > 100
