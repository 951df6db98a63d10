"""The statistics of compare: what is assumed of recorded noise, false alarms, and the power to find what was planted."""

import itertools
import math
import types

import numpy as np
import pytest
from scipy import special, stats

import simulated
from spinbench_results import cases, comparison, files, history, noise, statistics

ALPHA = 0.01


def test_assumptions_are_those_of_the_recorded_files():
    """Of runs measured once; those of held loads lie closer together."""
    accelerator, cpu = np.abs(simulated.ACCELERATOR), np.abs(simulated.CPU)
    assert len(accelerator) >= 74 and len(cpu) >= 34
    held = np.abs(simulated.recorded_differences("accelerator"))
    assert len(held) >= 27 and np.median(held) < noise.LEAST_SEEN
    assert noise.LEAST_SEEN == pytest.approx(np.median(accelerator), rel=0.25)
    assert noise.DRIFT["burst"] == pytest.approx(np.median(accelerator) / 0.6745, rel=0.25)
    assert noise.ONCE["accelerator"] == pytest.approx(np.sqrt(np.mean(accelerator**2)), rel=0.25)
    assert noise.ONCE["cpu"] == pytest.approx(np.sqrt(np.mean(cpu**2)), rel=0.25)
    assert math.exp(accelerator.max()) > 1.08 and math.exp(cpu.max()) > 1.9


ONE_BUILD = ["a", "b", "b.baseline", "slow.baseline"]


def one_build():
    """Runs of one build on one H200, within three minutes."""
    return [files.read_file(simulated.RECORDED / f"one-build/h200-{name}.json") for name in ONE_BUILD]


def test_drift_of_held_load_is_that_of_the_recorded_files():
    """Of cases whose repetitions are quiet: how far whole runs on one card differ, or where files name none, on what may be one
    card. Longer files that are not kept showed 0.33%."""
    runs = {}
    for document in [*files.read(simulated.RECORDED, complain=lambda line: None), *one_build()]:
        for row in document.rows:
            if cases.is_timed(row) and row["figure"] == "held" and row["device"] == "NVIDIA H200" and len(row["repetitions"]) > 1:
                cards = tuple((document.provenance.get("settings") or {}).get("card") or ())
                runs.setdefault((cases.key_of(row), cards, simulated.is_since_faster_decisions(document)), []).append(row)
    pairs = [2 * np.var([math.log(row["ns_per_unit"]) for row in rows], ddof=1) for rows in runs.values()
             if len(rows) > 1 and max(np.std(cases.logs(row), ddof=1) for row in rows) < 0.003]
    assert len(pairs) >= 5
    seen = math.sqrt(np.mean(pairs))
    assert seen < noise.DRIFT["held"] < 5 * seen


@pytest.mark.parametrize("base,new", [(0, 1), (0, 2), (2, 1), (3, 0), (1, 3)])
def test_recorded_runs_of_one_build_are_the_same(base, new):
    runs = one_build()
    result = comparison.compare([runs[base]], [runs[new]])
    assert [v.verdict for v in result.verdicts] == ["same"] * 5 and not result.differences
    assert max(v.high - v.low for v in result.verdicts) < 0.03


@pytest.mark.parametrize("percent", [4, 10])
def test_a_recorded_run_with_one_case_slowed_is_slower_there_alone(percent):
    """What the drift allows for does not hide it: recorded noise, one case's times longer."""
    base, new = one_build()[2], one_build()[1]
    slow = new.rows[1]
    slow["ns_per_unit"] *= 1 + percent / 100
    slow["repetitions"] = [ns * (1 + percent / 100) for ns in slow["repetitions"]]
    result = comparison.compare([base], [new])
    assert [v.case.row["name"] for v in result.alarms] == [slow["name"]]
    assert [v.verdict for v in result.verdicts].count("same") == 4


def test_a_build_with_a_kernel_slowed_by_four_percent_is_slower_there_alone():
    """-DSPINBENCH_SLOWED_TILED=4 beside the ordinary build of the commit, in turns on one H200."""
    base, new = (files.read_file(simulated.RECORDED / f"one-build/h200-slowed{name}.json") for name in (".baseline", ""))
    result = comparison.compare([base], [new])
    verdicts = {v.case.row["variant"] + " " + str(v.case.row["params"]["L"]): v for v in result.verdicts}
    assert {name for name, v in verdicts.items() if v.verdict == "slower"} == {"tiled 256", "tiled 16384"}
    assert [v.verdict for v in result.verdicts].count("same") == 3 and len(result.alarms) == 2
    assert all(v.low < 1.04 < v.high for name, v in verdicts.items() if name.startswith("tiled"))


# --- the formulas -----------------------------------------------------------------------------------------------


def test_benjamini_hochberg():
    """Adjusted p-values up to alpha are those that the procedure rejects: all up to the largest p_(k) <= k alpha / m."""
    p = np.random.default_rng(1).uniform(size=50) ** 3
    for alpha in (0.001, 0.01, 0.05, 0.2):
        ordered = np.sort(p)
        good = np.flatnonzero(ordered <= np.arange(1, 51) * alpha / 50)
        limit = ordered[good[-1]] if len(good) else -1
        assert ((statistics.benjamini_hochberg(p) <= alpha) == (p <= limit)).all()
    assert len(statistics.benjamini_hochberg([])) == 0


@pytest.mark.parametrize("freedom", [1.6, 3, 30, 1e6])
def test_intervals_and_p_values_agree(freedom):
    half = statistics.half_width(0.04, freedom, ALPHA)
    assert half == pytest.approx(0.2 * stats.t.isf(ALPHA / 2, freedom))
    assert statistics.p_value(half, 0.04, freedom) == pytest.approx(ALPHA)
    assert statistics.p_value(-half, 0.04, freedom) == pytest.approx(ALPHA)


@pytest.mark.parametrize("y", [1e-8, 1e-3, 0.5, 3.0, 1e3, 1e9])
def test_inverse_trigamma(y):
    assert special.polygamma(1, statistics.inverse_trigamma(y)) == pytest.approx(y, rel=1e-3)


@pytest.mark.parametrize("freedom", [4, 20])
def test_prior_of_variances_is_found(freedom):
    random = np.random.default_rng(2)
    true = 0.01 * freedom / random.chisquare(freedom, 4000)
    seen = true * random.chisquare(5, 4000) / 5
    scale, found = statistics.prior_of(list(seen), [5] * 4000)
    assert scale == pytest.approx(0.01, rel=0.1) and found == pytest.approx(freedom, rel=0.25)
    moderated = statistics.moderated(list(seen), [5] * 4000)
    assert np.mean((np.log([v for v, _ in moderated]) - np.log(true)) ** 2) < np.mean((np.log(seen) - np.log(true)) ** 2)


@pytest.mark.parametrize("count,too_large", [(2, 0), (3, 0), (4, 0), (5, 0), (8, 0), (11, 0), (12, 0), (40, 0.06)])
def test_variance_of_a_median(count, too_large):
    random = np.random.default_rng(3)
    values = random.normal(size=(100_000, count))
    ratio = np.median(values, axis=1).var() / values.mean(axis=1).var()
    assert 0.98 < statistics.median_factor(count) / ratio < 1.02 + too_large


def test_the_least_of_a_choice():
    values = [4.0, 1.0, 3.0, 2.0]
    for count in (1, 2, 3, 4):
        least = [min(chosen) for chosen in itertools.combinations(values, count)]
        assert statistics.expected_least(values, count) == pytest.approx(np.mean(least))


@pytest.mark.parametrize("counts", [(3, 4), (2, 6), (3, 3)], ids=str)
def test_spread_of_a_ratio_with_unequal_repetitions(counts):
    """What two rows' repetitions say of the ratio of their medians is how it scatters."""
    random = np.random.default_rng(7)
    shifts, variances = [], []
    for _ in range(4000):
        base, new = ([simulated.row(0, np.exp(0.01 * random.normal(size=count)), "cuda")] for count in counts)
        case = cases.Case("key", base, new)
        shifts.append(case.shift)
        variances.append(noise.from_repetitions([case])[0][0])
    assert np.mean(variances) == pytest.approx(np.var(shifts), rel=0.1)


def test_drift_is_what_cases_differ_by_beside_their_repetitions():
    """Both at once would count the repetitions twice."""
    repetitions, shifts = 0.01**2, [0.03 * x for x in (-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2)]
    group = [types.SimpleNamespace(key=i, kind="accelerator", figure="held", shift=x) for i, x in enumerate(shifts)]
    found = noise.drift_of(group, [(repetitions, 4)] * len(group))
    seen = statistics.robust_variance(shifts)
    assert seen > 2 * repetitions > noise.DRIFT["held"]**2
    assert {variance for variance, _, _ in found.values()} == {seen - repetitions}
    quiet = noise.drift_of(group, [(seen, 4)] * len(group))
    assert {variance for variance, _, _ in quiet.values()} == {noise.DRIFT["held"]**2}


def test_runs_that_scatter_alike_are_little_more_evidence_than_a_cases_own():
    """They may do so for what they have in common: a case gets half again as many degrees of freedom as it has."""
    level = [0.0, 0.01, 0.02, 0.01, 0.0]
    group = [types.SimpleNamespace(key=i, runs=([[0.0]], [[0.0]])) for i in range(8)]
    spreads = noise.measured_between(group, {i: [level] for i in range(8)})
    assert {spread.freedom for spread in spreads} == {1.5 * (len(level) - 1)}
    variance, _ = statistics.within([level])
    assert [spread.variance for spread in spreads] == pytest.approx([2 * variance] * 8, rel=0.5)


# --- false alarms -----------------------------------------------------------------------------------------------


def alarms(count, seed, runs=0, new_repetitions=None, **bench):
    """How many of so many comparisons of two runs of one build fail, and how many call any case slower or faster."""
    random = np.random.default_rng(seed)
    failed = changed = 0
    for _ in range(count):
        machine = simulated.Bench(random, **bench)
        base, new = machine.run(), machine.run(repetitions=new_repetitions)
        levels = history.levels([machine.run() for _ in range(runs)], like=[new]) if runs else None
        result = comparison.compare([base], [new], alpha=ALPHA, history=levels)
        failed += bool(result.alarms)
        changed += bool(result.of("slower") or result.of("faster"))
    return failed, changed


# Of 200 comparisons alpha allows 2; more than 6 are seen by chance with a probability of 0.4%.
ALLOWED = 6
BENCHES = {"twelve cases": {"accelerated": 12}, "one case": {"accelerated": 1, "host": 0},
           "measured once": {"repetitions": 1, "accelerated": 30}, "twelve measured once": {"repetitions": 1, "accelerated": 12, "host": 0},
           "three against four": {"new_repetitions": 4}, "a busy CPU": {"accelerated": 0, "host": 14},
           "a quiet CPU": {"accelerated": 0, "host": 14, "shared_cpu": False}}


def test_allowed_number_of_alarms():
    assert stats.binom.sf(ALLOWED, 200, ALPHA) < 0.005 and stats.binom.sf(4, 100, ALPHA) < 0.005


def test_1000_comparisons_where_cases_scatter_differently():
    """Sixty of 0.02% to 6%: where noisy ones were drawn to the others' scatter, 14 of these called a case faster or slower."""
    failed, changed = alarms(1000, seed=11)
    assert failed <= changed <= 1000 * ALPHA, (failed, changed)


@pytest.mark.parametrize("bench", BENCHES.values(), ids=BENCHES)
def test_200_comparisons_of_one_build(bench):
    failed, changed = alarms(200, seed=11, **bench)
    assert failed <= changed <= ALLOWED, (failed, changed)


@pytest.mark.parametrize("bench", [{"accelerated": 20}, {"accelerated": 0, "host": 14}], ids=["a GPU", "a busy CPU"])
def test_100_comparisons_with_a_history(bench):
    failed, changed = alarms(100, seed=12, runs=10, **bench)
    assert failed <= changed <= 4, (failed, changed)


def other_device(document):
    """The same run on a GPU of another name."""
    made = document.provenance
    gpu = {**made["devices"][1], "name": "NVIDIA H100"}
    document.provenance = {**made, "devices": [made["devices"][0], gpu]}
    return document


@pytest.mark.parametrize("bench", [{}, {"accelerated": 12}, {"repetitions": 1, "accelerated": 30}, {"accelerated": 0, "host": 14}],
                         ids=["sixty cases", "twelve cases", "measured once", "a busy CPU"])
def test_200_comparisons_of_two_devices_that_are_as_fast(bench):
    random, changed = np.random.default_rng(13), 0
    for _ in range(200):
        machine = simulated.Bench(random, **bench)
        result = comparison.compare([machine.run()], [other_device(machine.run())], alpha=ALPHA, across=True)
        assert result.apart == sorted({v.case.backend for v in result.verdicts})
        changed += bool(result.of("slower") or result.of("faster"))
    assert changed <= ALLOWED


# --- power ------------------------------------------------------------------------------------------------------


def found(factor, place=0, count=60, runs=0, **bench):
    """The share of planted slow-downs that are called slower; the case has the recorded median of the noise."""
    random = np.random.default_rng(21)
    hits = 0
    for _ in range(count):
        machine = simulated.Bench(random, **bench)
        machine.spreads[:1] = np.median(np.abs(simulated.ACCELERATOR)) / 0.6745 / math.sqrt(2)
        earlier = [machine.run() for _ in range(runs)]
        base, new = machine.run(), machine.run({place: factor})
        levels = history.levels(earlier, like=[new]) if runs else None
        result = comparison.compare([base], [new], alpha=ALPHA, history=levels)
        hits += any(v.case.row["params"]["L"] == place and v.verdict == "slower" for v in result.verdicts)
    return hits / count


# docs/comparing.md states these; what is asked for here is a little less, for the luck of 60.
@pytest.mark.parametrize("factor,least,bench", [
    (1.10, 0.98, {}), (1.10, 0.98, {"accelerated": 12}), (1.03, 0.90, {"accelerated": 1, "host": 0}),
    (1.03, 0.50, {"accelerated": 12}), (1.03, 0.40, {}), (1.10, 0.98, {"runs": 10, "accelerated": 20}),
    (1.03, 0.70, {"runs": 10, "accelerated": 20}),
    (1.10, 0.80, {"accelerated": 1, "host": 14, "shared_cpu": False, "place": 3}),
], ids=str)
def test_planted_slow_down_is_found(factor, least, bench):
    assert found(factor, **bench) >= least


def test_a_slow_down_of_the_threshold_exactly_fails_half_the_time_and_of_a_lower_one_mostly():
    """What must not pass wants a threshold below it."""
    random, failed = np.random.default_rng(22), {0.02: 0, 0.03: 0}
    for _ in range(60):
        machine = simulated.Bench(random, accelerated=1, host=0)
        machine.spreads[:] = 0.002
        base, new = machine.run(), machine.run({0: 1.03})
        for threshold in failed:
            failed[threshold] += bool(comparison.compare([base], [new], threshold=threshold).alarms)
    assert failed[0.02] >= 50 and 15 <= failed[0.03] <= 45


def test_what_two_devices_have_in_common_is_no_noise():
    """Half of the cases 2% faster and half 40%: each is judged by itself, where runs of one device would be called noisy."""
    machine = simulated.Bench(np.random.default_rng(24), accelerated=20, host=0)
    machine.spreads[:] = 0.003
    base, new = machine.run(), other_device(machine.run({i: 0.98 if i < 10 else 0.6 for i in range(20)}))
    across, rerun = (comparison.compare([base], [new], across=wanted) for wanted in (True, False))
    assert not across.of("undecided") and len(across.of("faster")) >= 10 and across.apart == ["cuda"]
    assert len(rerun.of("undecided")) > 10 and rerun.apart == []


def test_all_cases_slower_at_once():
    """On an accelerator they are found; on a CPU it may be the neighbours."""
    machine = simulated.Bench(np.random.default_rng(23), accelerated=20, host=10)
    machine.spreads[:] = 0.003
    base = machine.run()
    result = comparison.compare([base], [machine.run({i: 1.1 for i in range(30)})])
    assert sum(v.verdict == "slower" and v.case.kind == "accelerator" for v in result.verdicts) == 20
    assert all(v.verdict == "undecided" for v in result.verdicts if v.case.kind == "cpu")
