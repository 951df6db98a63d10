"""tau: integrated autocorrelation times, of series from files (against emcee's estimate) and of simulations."""

import json
import math
import random

import pytest
from conftest import ROOT

SMALL = ["--kernel", "ising2d_metropolis", "--variant", "row_order", "--backend", "cpu", "--axis", "L=16"]


def autoregressive(rho, n, seed):
    """x' = rho x + noise, whose time is (1 + rho) / (1 - rho) / 2."""
    source, x = random.Random(seed), 0.0
    x = source.gauss(0, 1) / math.sqrt(1 - rho * rho)
    values = []
    for _ in range(n):
        values.append(x)
        x = rho * x + source.gauss(0, 1)
    return values


def time_of(spinbench, folder, values):
    (folder / "series.txt").write_text("\n".join(map(repr, values)))
    result = spinbench("tau", "--of", "series.txt", "--json")
    assert result.code == 0 and not result.err, result
    return result.json()


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9, 0.98])
def test_a_series_of_known_time(spinbench, tmp_path, rho):
    found, wanted = time_of(spinbench, tmp_path, autoregressive(rho, 40_000, 17)), (1 + rho) / (1 - rho) / 2
    assert abs(found["tau"] - wanted) < 3 * found["error"] and found["error"] < 0.2 * wanted
    assert found["steps"] == 40_000 and found["window"] >= 5.5 * found["tau"]
    assert found["lengths"] == pytest.approx(40_000 / found["tau"], rel=1e-3)


@pytest.mark.parametrize("rho", [0.5, 0.9, 0.98])
def test_emcee_says_the_same(spinbench, tmp_path, rho):
    """emcee's times are 1 + 2 sum rho, twice ours, so that its c = 3 is our window; it leaves the bias of the mean in."""
    emcee = pytest.importorskip("emcee", reason="no emcee")
    numpy = pytest.importorskip("numpy")
    values = autoregressive(rho, 40_000, 23)
    found = time_of(spinbench, tmp_path, values)
    theirs = float(emcee.autocorr.integrated_time(numpy.array(values), c=3, quiet=True)[0]) / 2
    assert abs(found["tau"] - theirs) < 0.1 * found["error"]


@pytest.mark.parametrize("text", ["", "1", "1 2 x", "1 nan 2", "1 inf", "1e999 1", "3 3 3 3", "1 0x10", "\0\0", "1;2", "--1 2",
                                  "1 " + "9" * 4000], ids=lambda text: repr(text)[:20])
def test_what_is_no_series_is_refused(spinbench, tmp_path, text):
    (tmp_path / "series.txt").write_text(text)
    line = spinbench("tau", "--of", "series.txt").refused()
    assert "series.txt" in line and len(line) < 400


@pytest.mark.parametrize("name", ["missing.txt", ".", "/dev/zero", ""])
def test_what_is_no_file_is_refused(spinbench, name):
    spinbench("tau", "--of", name).refused()


@pytest.mark.parametrize("text,said", [
    ("1e308 -1e308 1e308 -1e308", "too large"), ("1e308 1.1e308 1.2e308 1e308", "too large"), ("1e200 2e200 3e200 1e200", "too large"),
    ("1e-200 2e-200 1e-200 3e-200", "too close together"), ("1e308 1e308 1e308", "do not change"), ("0 0 0", "do not change")])
def test_values_whose_squares_are_no_numbers(spinbench, tmp_path, text, said):
    """It said that they do not change."""
    (tmp_path / "series.txt").write_text(text)
    assert said in spinbench("tau", "--of", "series.txt").refused()


@pytest.mark.parametrize("words", [["--out", "x.json"], ["--sweeps", "5"], ["--sweeps", "x"], ["--kernel", "ising2d_metropolis"], ["--resume"],
                                   ["--force"], ["--seed", "2"], ["--observable", "energy"], ["--physics", "5"], ["--device", "0"],
                                   ["--benchmark_out=x.json"]], ids=" ".join)
@pytest.mark.parametrize("of", [["--of", "series.txt"], ["--of=series.txt"]], ids=" ".join)
def test_options_of_simulations_beside_a_file(spinbench, tmp_path, of, words):
    """They were taken, and nothing came of them."""
    (tmp_path / "series.txt").write_text("1 2 1 3")
    line = spinbench("tau", *of, *words).refused()
    assert words[0].split("=")[0] in line and "tau --of" in line
    assert spinbench("tau", *words, *of, "--json").refused() == line
    assert [path.name for path in tmp_path.iterdir()] == ["series.txt"]


def test_separators_do_not_matter(spinbench, tmp_path):
    values = autoregressive(0.5, 1000, 3)
    first = time_of(spinbench, tmp_path, values)
    (tmp_path / "series.txt").write_bytes(",".join(map(repr, values)).encode() + b"\r\n\t ")
    assert spinbench("tau", "--of", "series.txt", "--json").json() == first
    text = spinbench("tau", "--of", "series.txt").out
    assert float(text.split()[1]) == pytest.approx(first["tau"], rel=1e-4) and "1000 values" in text


def test_a_short_series_is_called_so(spinbench, tmp_path):
    (tmp_path / "series.txt").write_text("\n".join(map(repr, autoregressive(0.98, 1000, 3))))
    assert "too short" in spinbench("tau", "--of", "series.txt").out


# --- simulations ---

@pytest.mark.parametrize(("args", "named"), [
    (["--kernel", "rng_fill"], "ising2d_metropolis"), (["--kernel", "nope"], "ising2d_metropolis"),
    (["--figure", "weigel2012-fig8"], "weigel2012-fig5"), (["--preset", "quick"], "--preset"), (["--sweeps", "0"], "--sweeps"),
    (["--physics", "0"], "--physics"),
    ([*SMALL, "--observable", "colour"], "energy, magnetisation"),
    (["--kernel", "ea3d_metropolis", "--backend", "cpu", "--observable", "overlap"], "energy"), ([*SMALL, "--sweeps", "20"], "32"),
    ([*SMALL, "--axis", "k=10"], "k")], ids=lambda v: " ".join(v) if isinstance(v, list) else "")
def test_refused(spinbench, args, named):
    assert named in spinbench("tau", *args).refused()


def test_figures_are_known(spinbench):
    def cases(figure):
        return spinbench("list", "--json", "--figure", figure, "--backend", "cpu").json()["cases"]

    fig5, fig6 = cases("weigel2012-fig5"), cases("weigel2012-fig6")
    for case in fig5 + fig6:
        assert case["params"]["L"] == 128 and case["params"].get("tile", 16) == 16
    assert {c["params"].get("k") for c in fig5} == {None, 1, 10, 100} and {c["kernel"] for c in fig5} == {"tau_ising2d"}
    assert {c["params"]["k"] for c in fig6 if c["kernel"] == "ising2d_metropolis"} == {1, 10, 100}
    assert {(c["params"]["k"], c["params"]["beta"]) for c in fig6 if c["kernel"] == "tau_ising2d"} == {
        (c["params"]["k"], c["params"]["beta"]) for c in fig5 if "k" in c["params"]}


def test_the_figure_at_the_critical_point_has_times_and_rates_of_the_same_updates(spinbench):
    listed = spinbench("list", "--json", "--figure", "tau-critical", "--backend", "cpu").json()["cases"]

    def updates(prefix):
        return {(c["kernel"].removeprefix(prefix).removesuffix("_metropolis"), c["variant"], *sorted(map(str, c["params"].items())))
                for c in listed if c["kernel"].startswith("tau_") == bool(prefix)}

    assert updates("tau_") == updates("") and {c["params"]["beta"] for c in listed} == {0.4406867935097715}
    assert {c["kernel"] for c in listed} == {f"{prefix}ising2d{kernel}" for prefix, kernel in (
        ("tau_", ""), ("tau_", "_wolff"), ("tau_", "_swendsen_wang"), ("", "_metropolis"), ("", "_wolff"), ("", "_swendsen_wang"))}


def test_a_run(spinbench, tmp_path):
    """Of the variant whose checks are the shortest."""
    jsonschema = pytest.importorskip("jsonschema")
    only = ["--kernel", "ea2d_metropolis", "--variant", "multispin", "--backend", "cpu", "--axis", "L=8", "--sweeps", "5000"]
    result = spinbench("tau", *only, "--out", "r.json")
    assert result.code == 0 and "tau_sweeps" in result.out, result
    document = json.loads((tmp_path / "r.json").read_text())
    jsonschema.validate(document, json.loads((ROOT / "results/schema/spinbench-results-2.schema.json").read_text()))
    [row] = document["rows"]
    assert row["kernel"] == "tau_ea2d" and row["verification"]["status"] == "passed"
    assert row["params"]["k"] == row["spacing"] == 10 and row["sweeps"] == row["equilibration_sweeps"] == 5000
    energy, tau = row["estimates"]
    assert -2 < energy["value"] < -0.5 and (energy["name"], tau["name"]) == ("energy", "tau_sweeps")
    assert 4 < tau["value"] < 30 and 0 < tau["error"] < 0.2 * tau["value"]
    other = spinbench("tau", *only, "--observable", "magnetisation", "--out", "m.json")
    assert other.code == 0, other
    estimates = json.loads((tmp_path / "m.json").read_text())["rows"][0]["estimates"]
    assert [e["name"] for e in estimates] == ["magnetisation", "tau_magnetisation"]
    # Lattices flip as wholes now and then: the magnetisation forgets more slowly than the energy.
    assert estimates[1]["value"] > tau["value"] and abs(estimates[0]["value"]) < 0.1
