"""plot: the papers' figures from a table of definitions, and any axis over any other."""

import re

import example_files as example
import pytest

pytest.importorskip("matplotlib", reason="no matplotlib")

from example_pictures import PUBLISHED, SIZES, cases, made, records, tiled  # noqa: E402
from spinbench_results import prices  # noqa: E402
from spinbench_results.commands import plot  # noqa: E402
from spinbench_results.plot import cluster_updates, cost, data, draw, papers, sweep  # noqa: E402

# --- definitions ---

def test_ratios_of_the_definitions_are_those_published():
    fig4 = {r["rng"]: r["value"] for r in records(source="weigel2012", locator="Sec. 3.3, Fig. 4")}
    assert {ratio.base for ratio in papers.FIG4.ratios} == {fig4["LCG32"]}
    assert [ratio.factor for ratio in papers.FIG4.ratios] == [1, fig4["LCG64"], fig4["lagged Fibonacci r=521 s=353"]]
    fig9 = [r["value"] for r in records(metric="slowdown_vs_LCG32")]
    assert [ratio.factor for ratio in papers.FIG9.ratios] == fig9
    best = records(source="weigel2012", locator="Sec. 3.5, Fig. 8", device="Tesla C1060", k=100)
    assert {ratio.base for ratio in papers.FIG9.ratios} == {best[0]["value"]}


def test_serial_times_of_the_talk_are_those_published():
    talk = [r["value"] for r in PUBLISHED if r["source"] == "weigel2015" and "summary table" in r["locator"]
            and r["metric"] == "ns_per_flip" and r["model"] == "Ising ferromagnet" and "Q9650" in r["device"]
            and r["algorithm"].startswith("Metropolis")]
    assert [next(iter(entry.printed.values())) for entry in papers.PERFORMANCE.entries] == talk


def test_costs_of_janus_are_those_published():
    assert [value for _, value in cost.PUBLISHED] == [r["value"] for r in records(metric="cost_euro")]
    janus = records(device="Janus (FPGA)", L="96^3", metric="ps_per_flip")
    assert cost.PS_PER_FLIP == janus[0]["value"]


def test_what_makes_the_rows_of_a_figure_exists():
    plans = "".join(path.read_text() for path in (example.ROOT / "kernels").glob("*/*.cpp"))
    for figure in papers.ALL:
        assert figure.made_by or f'"{figure.id}"' in plans, figure.id


def test_the_page_names_every_figure_that_plot_has_and_no_other():
    page = (example.ROOT / "docs/reporting.md").read_text()
    table = page.split("| ID | what | drawn from |", 1)[1].split("\n\n", 1)[0]
    named = [name for line in table.splitlines()[2:] for name in re.findall(r"`([^`]+)`", line.split("|")[1])]
    assert sorted(named) == sorted(plot.IDS)


# --- curves ---

def test_a_curve_has_the_rows_times_and_intervals():
    every = cases(example.document(*(tiled(L, L / 10) for L in SIZES), tiled(64, 5, params={"k": 7})))
    picture = made(papers.FIG8, every)
    line, = picture.lines
    assert (line.label, line.machine, line.x) == ("k = 100", "NVIDIA H200", [1024, 4096])
    assert line.y == pytest.approx([10 / 1024, 10 / 4096])
    assert line.low == pytest.approx([9.9 / 1024, 9.9 / 4096])
    assert [(m.label, m.x, m.y) for m in picture.marks] == [("GTX 480, Weigel 2012", [1024, 4096], [0.034, 0.034])]


def test_other_values_of_fixed_axes_are_left_out():
    rows = [tiled(1024, 5, params={key: value}) for key, value in
            (("rng", "mt19937"), ("launch", "stream"), ("measure", "energy"), ("tile", 8), ("beta", 0.2), ("spin", "int8"))]
    assert made(papers.FIG8, cases(example.document(*rows))) is None


def test_the_newest_of_equal_cases_counts():
    old, new = (example.document(tiled(1024, rate), date=f"2026-11-{day}T00:00:00Z") for rate, day in ((1, 20), (2, 21)))
    assert made(papers.FIG8, cases(new, old)).lines[0].y == [0.5]


def test_of_several_backends_a_machine_shows_the_one_with_most_rows_or_its_own():
    many = [tiled(L, 1, backend="hip") for L in SIZES]
    assert {c.backend for c in data.native(cases(example.document(*many, tiled(1024, 2))))} == {"hip"}
    assert {c.backend for c in data.native(cases(example.document(*many[:1], tiled(1024, 2))))} == {"cuda"}


def test_two_hosts_with_the_same_device_are_told_apart():
    every = cases(*(example.document(tiled(1024, 5), host=host) for host in ("a", "b")))
    assert {line.machine for line in made(papers.FIG8, every).lines} == {"NVIDIA H200 (a)", "NVIDIA H200 (b)"}


def test_rows_without_a_time_are_no_cases():
    skipped = {key: example.row()[key] for key in ("name", "kernel", "variant", "backend", "device", "params", "unit")}
    assert cases(example.document({**skipped, "status": "skipped", "reason": "no"})) == []


def tau_row(k, beta, tau, error=0.0, kernel="tau_ising2d", **changes):
    return example.row(2.0, kernel=kernel, params={"L": 128, "k": k, "tile": 16, "beta": beta}, sweeps=1000,
                       estimates=[{"name": "tau_sweeps", "value": tau, "error": error}], **changes)


def flip_row(k, ns):
    return example.row(1 / ns, params={"L": 128, "k": k, "tile": 16, "beta": 0.4})


def test_autocorrelation_times_stand_over_beta_for_each_k():
    every = cases(example.document(*(tau_row(k, beta, 10 * k * beta, error=k * beta) for k in (1, 10) for beta in (0.4, 0.42))))
    fig5, fig6 = made(papers.FIG5, every), made(papers.FIG6, every)
    assert [(line.label, line.x, line.y) for line in fig5.lines] == [
        ("k = 1", [0.4, 0.42], pytest.approx([4, 4.2])), ("k = 10", [0.4, 0.42], pytest.approx([40, 42]))]
    assert fig5.lines[0].high == pytest.approx([4 * 1.196, 4.2 * 1.196]) and fig5.lines[0].low[0] == pytest.approx(4 * 0.804)
    # Without rows of the time per flip, that of the row itself.
    assert fig6.lines[0].y == pytest.approx([2, 2.1]) and "measurements included" in fig6.note


def test_autocorrelation_times_are_rescaled_by_rows_of_the_same_update():
    taus = [tau_row(k, 0.44, tau, error) for k, tau, error in ((1, 10, 0.1), (10, 12, 0.1), (100, 60, 0.1))]
    times = [flip_row(k, ns) for k, ns in ((1, 3.0), (10, 1.0), (100, 0.5))]
    fig6 = made(papers.FIG6, cases(example.document(*taus, *times)))
    assert [line.y for line in fig6.lines] == [[pytest.approx(30)], [pytest.approx(12)], [pytest.approx(30)]]
    assert "of separate rows" in fig6.note and "least at k = 10 where beta = 0.44." in fig6.note
    # One time missing: all times are with their measurements, and none is compared with one without.
    fig6 = made(papers.FIG6, cases(example.document(*taus, *times[:2])))
    assert [line.y for line in fig6.lines] == [[pytest.approx(5)], [pytest.approx(6)], [pytest.approx(30)]]
    assert "measurements included" in fig6.note
    # Another machine's times are no time of this one.
    assert "included" in made(papers.FIG6, cases(example.document(*taus), example.document(
        *({**row, "device": "another"} for row in times), device="another"))).note


def critical_row(kernel, variant, tau, ns, flips, error=0.0, **params):
    found = {"sweeps": 1000, "estimates": [{"name": "tau_sweeps", "value": tau, "error": error}]} if tau else {}
    return example.row(1 / ns, kernel=kernel, variant=variant, params={"L": 64, "beta": 0.4406867935097715, **params},
                       work={"units_per_sweep": flips}, **found)


def test_times_to_an_independent_configuration_compare_updates_at_the_critical_point():
    taus = [critical_row("tau_ising2d", "multispin", 50, 0.5, 4096), critical_row("tau_ising2d_wolff", "list", 5, 40, 1500),
            critical_row("tau_ising2d_swendsen_wang", "union_find", 5, 20, 4096, error=0.5, q=2, threads=1),
            critical_row("tau_ising2d_swendsen_wang", "union_find", 9, 20, 4096, q=3, threads=1)]
    figure = made(papers.TAU_CRITICAL, cases(example.document(*taus)))
    assert {line.label: line.y for line in figure.lines} == {
        "Metropolis, multispin coded": [pytest.approx(2 * 50 * 0.5 * 4.096)], "Wolff": [pytest.approx(2 * 5 * 40 * 1.5)],
        "Swendsen-Wang": [pytest.approx(2 * 5 * 20 * 4.096)]}
    assert "measurements included" in figure.note and figure.lines[-1].high == [pytest.approx(2 * 5 * 20 * 4.096 * 1.196)]
    spins = made(papers.TAU_CRITICAL_SPINS, cases(example.document(*taus)))
    assert [line.y for line in spins.lines] == [
        [pytest.approx(2 * 50 * 0.5)], [pytest.approx(2 * 5 * 40 * 1500 / 4096)], [pytest.approx(2 * 5 * 20)]]
    sweeps = made(papers.TAU_CRITICAL_SWEEPS, cases(example.document(*taus)))
    assert [line.y for line in sweeps.lines] == [[50], [5], [5]]
    # The time per spin of the same updates without measurements, for each of them.
    times = [critical_row("ising2d_metropolis", "multispin", None, 0.25, 4096),
             critical_row("ising2d_wolff", "list", None, 20, 1500),
             *(critical_row("ising2d_swendsen_wang", "union_find", None, 10, 4096, q=q, threads=1) for q in (2, 3))]
    figure = made(papers.TAU_CRITICAL, cases(example.document(*taus, *times)))
    assert [line.y for line in figure.lines] == [[pytest.approx(204.8 / 2)], [pytest.approx(300)], [pytest.approx(409.6)]]
    assert "of separate rows" in figure.note


def test_what_is_as_good_within_its_errors_is_said():
    taus = [tau_row(k, 0.44, tau, 2.0) for k, tau in ((1, 30), (5, 13), (10, 12))] + [tau_row(1, 0.3, 1, 0.1)]
    note = made(papers.FIG6, cases(example.document(*taus))).note
    assert "least at k = 10 where beta = 0.44 (k = 5 within the errors)." in note


@pytest.mark.parametrize("estimate", [{"value": None, "error": None}, {"value": 0, "error": 1}, {"value": 3, "error": None},
                                      {"value": 3, "error": 0}, {"value": 1e99, "error": 1e99}], ids=str)
def test_odd_autocorrelation_times_break_nothing(estimate, tmp_path):
    row = tau_row(10, 0.44, 1)
    row["estimates"] = [{"name": "tau_sweeps", **estimate}]
    for figure in (papers.FIG5, papers.FIG6):
        picture = made(figure, cases(example.document(row, tau_row(1, 0.44, 3, 0.1))))
        draw.save(picture, str(tmp_path / figure.id), ["svg"])


@pytest.mark.parametrize("L", ["abc", 1e99, 0, -8, None], ids=str)
def test_a_size_that_is_none_is_left_out(L):
    odd, good = (critical_row("tau_ising2d_wolff", "list", 5, 40, 1500) for _ in range(2))
    odd = {**odd, "name": "odd", "params": {**odd["params"], "L": L}}
    line, = made(papers.TAU_CRITICAL_SPINS, cases(example.document(odd, good))).lines
    assert line.x == [64]


def test_what_has_no_place_on_an_axis_of_powers_is_left_out(tmp_path):
    def drift(after):
        return example.row(kernel="norm_drift", params={"after": after, "k": 10, "precision": "float"}, sweeps=1000,
                           estimates=[{"name": "norm_distance", "value": 1e-8, "error": 0.0}])

    every = cases(example.document(*map(drift, (0, -10, 10, 100))))
    line, = made(papers.FIG12, every).lines
    assert line.x == [10, 100] and made(papers.FIG12, every[:2]) is None
    draw.save(made(papers.FIG12, every), str(tmp_path / "drift"), ["svg"])


def test_lattices_that_are_no_number_are_one():
    row = example.row(1.0, kernel="ising2d_wolff", variant="list", work={"units_per_sweep": 50},
                      params={"L": 8, "beta": 0.44, "lattices": "many"})
    assert [case.row["cluster_us"] for case in cluster_updates.spread(cases(example.document(row)))] == [pytest.approx(0.05)]


# --- tables ---

def test_the_sign_of_the_energy_is_the_papers():
    estimates = [{"name": "energy", "value": -1.10608, "error": 2e-5, "expected": -1.10607, "deviation_sigmas": -0.5},
                 {"name": "specific_heat", "value": 0.86, "error": 0.01, "expected": 0.87, "deviation_sigmas": -1.0}]
    params = {"L": 1024, "k": 5, "tile": 16, "order": "plain", "rng": "fibonacci521", "beta": 0.4}
    grid = made(papers.TABLE1, cases(example.document(example.row(
        kernel="rng_quality", params=params, estimates=estimates, sweeps=1000, published=[
            {"source": "weigel2012", "locator": "Table 1", "device": "GPU", "estimate": "energy", "value": -1.106089,
             "error": 1.5e-6, "deviation_sigmas": -6.43}]))))
    cells = dict(zip(grid.header, grid.rows[0]))
    assert cells["|e|, paper"] == "1.1060890(15)" and cells["Delta e, paper"] == "6.43"
    assert cells["|e|, here"] == "1.106080(20)" and cells["Delta e, here"] == "0.50"
    assert cells["C_V, here"] == "0.860(10)" and cells["Delta C_V, here"] == "-1.00"


def test_filling_is_in_seconds():
    titan = {"source": "lulli2015", "locator": "Table 1", "device": "GTX Titan"}
    row = example.row(2.0, kernel="rng_fill", variant="streams", unit="number", params={"n": 2**29, "rng": "minstd"},
                      published=[{**titan, "ns_per_unit": 1.13 / 2**29 * 1e9}, {**titan, "setup_s": 0.01}])
    grid = made(papers.LULLI1, cases(example.document(row)))
    cells = dict(zip(grid.header, grid.rows[0]))
    assert cells["generator"] == "MINSTD" and cells["GTX Titan: fill"] == "1.13" and cells["GTX Titan: set up"] == "0.01"
    assert cells["NVIDIA H200: fill"] == "0.268" and cells["NVIDIA H200: set up"] == "0.1"


def test_speed_ups_stand_beside_the_serial_time_that_they_are_over():
    params = {**example.row()["params"], "L": 16384}
    rows = [example.row(10.0, device=device, params=params, published=[], speedup={
        "value": ns * 10, "reference": "serial", "reference_ns_per_unit": ns}) for device, ns in (("NVIDIA H100", 10.2), ("NVIDIA H200", 7.24))]
    grid = made(papers.PERFORMANCE, cases(example.document(*rows)))
    cells = dict(zip(grid.header, grid.rows[0]))
    assert cells["NVIDIA H100: host, serial"] == "10.2" and cells["NVIDIA H100"] == "0.1 (102x)"
    assert cells["NVIDIA H200: host, serial"] == "7.24" and cells["NVIDIA H200"] == "0.1 (72.4x)"


# --- Janus ---

def test_whole_machines_make_janus_rate():
    row = example.row(6000.0, kernel="ising3d_metropolis", variant="multispin")
    picture = cost.picture(cases(example.document(row)), prices.Prices("EUR", {"NVIDIA H200": prices.Price(30000, None)}))
    assert picture.categories[-1] == "3 x NVIDIA H200"
    assert picture.lines[0].y == [90000] and picture.marks[0].y == [700_000, 200_000, 2_800_000]
    assert cost.picture(cases(example.document(row)), prices.Prices()) is None


# --- any axis ---

def test_what_else_differs_makes_lines_of_its_own():
    rows = [tiled(L, L / k, params={"k": k}) for L in SIZES for k in (1, 100)]
    picture = sweep.picture(cases(example.document(*rows)), "L", "ns_per_unit", None)
    assert [line.label for line in picture.lines] == ["k = 1", "k = 100"]
    assert picture.lines[0].y == pytest.approx([1 / 1024, 1 / 4096])


def test_an_axis_of_words_has_categories():
    rows = [tiled(1024, rate, params={"rng": rng}) for rng, rate in (("sfc32", 2), ("mt19937", 1))]
    picture = sweep.picture(cases(example.document(*rows)), "rng", "flips_per_ns", None)
    assert picture.categories == ["mt19937", "sfc32"] and picture.lines[0].y == [1, 2]


@pytest.mark.parametrize("axes, why", [
    (("nonsense", "ns_per_unit"), "no measured row has both nonsense"),
    (("L", "nonsense"), "no measured row has both L and nonsense")])
def test_an_axis_that_no_row_has_is_named(axes, why):
    with pytest.raises(sweep.Refused, match=why):
        sweep.picture(cases(example.document(tiled(1024, 1))), *axes, None)


def test_rows_whose_value_is_a_word_are_left_out_where_others_have_numbers():
    rows = [tiled(L, 1, params={"k": k}) for L, k in ((1024, "many"), (4096, 10))]
    assert sweep.picture(cases(example.document(*rows)), "L", "k", None).lines[0].x == [4096]


def test_curves_that_cannot_be_told_apart_are_refused():
    rows = [tiled(1024, 1, params={"k": k}) for k in range(1, 14)]
    with pytest.raises(sweep.Refused, match="13 curves, of which 12 .* what differs is k"):
        sweep.picture(cases(example.document(*rows)), "L", "ns_per_unit", None)


def test_different_units_are_refused():
    rows = [tiled(1024, 1), example.row(1, kernel="rng_fill", unit="number")]
    with pytest.raises(sweep.Refused, match="flip, number"):
        sweep.picture(cases(example.document(*rows)), "L", "ns_per_unit", None)


# --- the command ---

def test_the_command_draws_what_the_file_has(tmp_path, capsys):
    code, out, err = example.run(capsys, "plot", example.ROOT / "results/recorded/h200-paper.json", "-o", tmp_path,
                                 "--format", "png,svg,pdf", "--figure", "weigel2012-fig8")
    assert (code, err) == (0, "")
    names = [tmp_path / f"weigel2012-fig8.{kind}" for kind in ("png", "svg", "pdf")]
    assert out.split() == [str(name) for name in names]
    assert names[0].read_bytes().startswith(b"\x89PNG") and b"</svg>" in names[1].read_bytes()
    assert names[2].read_bytes().startswith(b"%PDF")


def test_several_figures_are_drawn_and_those_without_rows_named(tmp_path, capsys):
    code, out, err = example.run(capsys, "plot", example.ROOT / "results/recorded/h200-paper.json", "-o", tmp_path,
                                 "--format", "svg", "--figure", "weigel2012-fig8,lulli2015-table1,weigel2012-fig9")
    assert (code, err) == (0, "spinbench: no rows for lulli2015-table1\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["weigel2012-fig8.svg", "weigel2012-fig9.svg"]
    assert len(out.split()) == 2


@pytest.mark.parametrize("arguments, why", [
    (["--figure", "weigel2012-fig99"], "weigel2012-fig8"),
    (["--figure", "weigel2012-fig8,weigel2012-fig99"], "--figure weigel2012-fig99"),
    (["--figure", "lulli2015-table1,lulli2015-fig4"], "any of lulli2015-table1, lulli2015-fig4"),
    (["--figure", "lulli2015-table1"], "no rows for lulli2015-table1"),
    (["--figure", "weigel2015-cost"], "--prices"),
    (["--x", "L", "--figure", "all"], "exclude each other"),
    (["--by", "rng"], "--x"),
    (["--format", "gif"], "png"),
    (["--x", "L", "--filter", "("], "--filter"),
    (["--x", "L", "--axis", "k"], "NAME=VALUE"),
    (["--x", "L", "--y", "rng", "--variant", "tiled"], "--y rng: its values are words, such as"),
    (["--x", "L", "--y", "variant"], "--y variant: its values are words, such as"),
    (["--x", "rng", "--y", "launch", "--variant", "tiled"], "--x launch takes words"),
    (["--kernel", "none*"], "--kernel")])
def test_bad_usage_is_one_line_and_2(tmp_path, capsys, arguments, why):
    code, out, err = example.run(capsys, "plot", example.ROOT / "results/recorded/h200-paper.json", "-o", tmp_path, *arguments)
    assert (code, out) == (2, "") and err.count("\n") == 1 and why in err
    assert list(tmp_path.iterdir()) == []
