"""docs/tau_table.py: exponents of autocorrelation times, and the page that it writes."""

import importlib.util
import json
import math
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))
SPEC = importlib.util.spec_from_file_location("tau_table", ROOT / "docs/tau_table.py")
tau_table = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(tau_table)


def row(kernel, L, tau, error=0.01, **more):
    return {"kernel": kernel, "status": "measured", "params": {"L": L}, "sweeps": 1000,
            "estimates": [{"name": "energy", "value": -1.4, "error": 0.1}, {"name": "tau_sweeps", "value": tau, "error": error}], **more}


def test_the_exponent_is_that_of_a_power():
    slope, error = tau_table.exponent({L: (2.5 * L**0.3, 0.01) for L in (8, 16, 64)})
    assert slope == pytest.approx(0.3, abs=1e-9) and 0 < error < 0.01


def test_a_point_without_weight_does_not_move_it():
    points = {L: (L**0.3, 0.001) for L in (8, 16, 64)}
    slope, _ = tau_table.exponent({**points, 128: (100.0, 1e4)})
    assert slope == pytest.approx(0.3, abs=1e-3)


def test_clusters_are_counted_as_parts_of_the_lattice_and_other_rows_are_left_out():
    sizes = (32, 64, 128)
    rows = [row("tau_ising2d_wolff", L, L**0.5) for L in sizes] + [row("tau_ising2d_swendsen_wang", L, L**0.25) for L in sizes]
    rows += [row("tau_ising2d", 32, 5.0), row("tau_ising2d_wolff", 256, 9.0, status="failed")]
    lines = tau_table.table([{"rows": rows}]).splitlines()
    assert len(lines) == 2 + 6
    for first in (lines[2], lines[5]):
        assert first.split("|")[-2].strip().startswith("0.250")
    assert tau_table.table([{"rows": [row("tau_ising2d", 32, 5.0)]}]) == ""


def timed(kernel, variant, L, ns, flips, **params):
    return {"kernel": kernel, "variant": variant, "backend": "cpu", "status": "measured", "ns_per_unit": ns,
            "params": {"L": L, **params}, "work": {"units_per_sweep": flips}}


def test_costs_take_the_time_of_the_row_without_measurements_of_the_same_update():
    update = ("tau_ising2d_wolff", "list", 32, 90.0, 256)
    tau = {**timed(*update), "estimates": [{"name": "tau_sweeps", "value": 4.0, "error": 0.2}]}
    rows = [tau, timed("ising2d_wolff", "list", 32, 20.0, 300), timed("ising2d_wolff", "list", 64, 7.0, 300),
            timed("ising2d_wolff", "list", 32, 70.0, 300, measure="observables")]
    lines = tau_table.costs([{"rows": rows}]).splitlines()
    assert len(lines) == 3
    cells = [cell.strip() for cell in lines[2].strip("|").split("|")]
    # A quarter of the lattice at a time, so tau is one sweep; 2 x 4 x 256 x 20 ns, and that over 1024.
    assert cells == ["Wolff", "32", "4.00(20)", "1.000(50)", "20", "5.12", "41", "40"]
    assert tau_table.costs([{"rows": [tau]}]) == ""


def test_the_page_has_the_recorded_costs():
    made = tau_table.costs([tau_table.results_file.load(ROOT / "results/recorded/xeon-tau-critical.json")])
    page = (ROOT / "docs/autocorrelation.md").read_text(encoding="utf-8")
    assert page.split(tau_table.COSTS_BEGIN, 1)[1].split(tau_table.COSTS_END, 1)[0].strip() == made


def test_the_page_has_the_recorded_times():
    made = tau_table.table([tau_table.results_file.load(ROOT / "results/recorded/epyc-tau-clusters.json")])
    page = (ROOT / "docs/autocorrelation.md").read_text(encoding="utf-8")
    assert page.split(tau_table.BEGIN, 1)[1].split(tau_table.END, 1)[0].strip() == made


def test_times_of_another_program_are_within_their_errors():
    """mcising states no errors: a variance of 48 blocks is known to sqrt(2 / 47). The worst of the recorded times, 0.5, may be 1."""
    names = {"Wolff single cluster": "wolff", "Swendsen-Wang": "swendsen_wang"}
    document = json.loads((ROOT / "results/published/published.json").read_text(encoding="utf-8"))
    published = {names[r["algorithm"]]: r["value"] for r in document["records"] if r["metric"] == "tau_int_energy_updates" and r["L"] == 32}
    assert set(published) == set(names.values())
    deviations = {}
    for name in ("epyc-tau-clusters", "xeon-tau-critical"):
        recorded = tau_table.times([tau_table.results_file.load(ROOT / f"results/recorded/{name}.json")])
        for update, theirs in published.items():
            ours, error, _ = recorded["2", update][32]
            deviations[name, update] = (ours - theirs) / math.hypot(error, theirs * math.sqrt(2 / 47))
    assert max(map(abs, deviations.values())) <= 1, deviations
