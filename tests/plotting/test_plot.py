"""plot: the papers' figures from a table of definitions, and any axis over any other."""

import json

import example_files as example
import pytest

matplotlib = pytest.importorskip("matplotlib", reason="no matplotlib")

from spinbench_results import prices  # noqa: E402
from spinbench_results.plot import cost, data, draw, papers, sweep, tables  # noqa: E402
from spinbench_results.plot.definitions import Categories, Table  # noqa: E402

PUBLISHED = json.loads((example.ROOT / "results/published/published.json").read_text())["records"]
SIZES = (1024, 4096)


def tiled(L, rate, **changes):
    params = {**example.row()["params"], "L": L, **changes.pop("params", {})}
    return example.row(rate, params=params, **changes)


def cases(*documents):
    return data.cases(example.read(*documents))


def made(figure, every):
    if isinstance(figure, Table):
        return tables.grid(figure, every)
    return data.categories(figure, every) if isinstance(figure, Categories) else data.picture(figure, every)


# --- definitions ---

def records(**wanted):
    return [r for r in PUBLISHED if all(r[key] == value for key, value in wanted.items())]


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


def test_what_is_as_good_within_its_errors_is_said():
    taus = [tau_row(k, 0.44, tau, 2.0) for k, tau in ((1, 30), (5, 13), (10, 12))] + [tau_row(1, 0.3, 1, 0.1)]
    note = made(papers.FIG6, cases(example.document(*taus))).note
    assert "least at k = 10 where beta = 0.44 (k = 5 within the errors)." in note


@pytest.mark.parametrize("estimate", [{"value": None, "error": None}, {"value": 0, "error": 1}, {"value": 3, "error": None},
                                      {"value": 3, "error": -1}, {"value": 1e99, "error": 1e99}], ids=str)
def test_odd_autocorrelation_times_break_nothing(estimate, tmp_path):
    row = tau_row(10, 0.44, 1)
    row["estimates"] = [{"name": "tau_sweeps", **estimate}]
    for figure in (papers.FIG5, papers.FIG6):
        picture = made(figure, cases(example.document(row, tau_row(1, 0.44, 3, 0.1))))
        draw.save(picture, str(tmp_path / figure.id), ["svg"])


# --- spin glasses ---

def glass(variant, ns, backend="cuda", kernel="ea3d_metropolis", published=(), **params):
    given = {"L": 32, "systems": 1, "replicas": 4, "couplings": "bimodal", "rng": "minstd", "beta": 0.9, **params}
    return example.row(1 / ns, kernel=kernel, variant=variant, backend=backend, params=given, published=list(published),
                       work={"units_per_sweep": given["L"]**3 * given["systems"] * 128, "bytes_per_unit": 0.05})


def two_glass(variant, ns, backend="cuda", **params):
    row = glass(variant, ns, backend, "ea2d_metropolis", **{"L": 16, "k": 100, "rng": "lcg32_random", **params})
    row["params"] = {key: value for key, value in row["params"].items() if key in params or key not in ("systems", "replicas")}
    return row


def curves(figure, *rows):
    return {line.label: list(zip(line.x, line.y)) for line in made(figure, cases(example.document(*rows))).lines}


def test_two_dimensional_glasses_stand_over_their_realizations():
    found = curves(papers.FIG13, two_glass("tiled", 0.01, realizations=64), two_glass("tiled", 0.02, realizations=16),
                   two_glass("serial", 5.0, backend="cpu", realizations=16, rng="philox4x32"))
    assert found == {"LCG32": [(16, pytest.approx(0.02)), (64, pytest.approx(0.01))],
                     "CPU, serial, Philox": [(16, pytest.approx(5))]}


def test_words_count_all_their_realizations():
    found = curves(papers.FIG14, *(two_glass("multispin", 0.001, systems=16, word=w, numbers="shared") for w in ("128", "32")),
                   two_glass("multispin", 0.001, systems=16, word="64", numbers="own"),
                   two_glass("multispin", 0.1, backend="cpu", systems=64, word="64", numbers="shared", isa="widest",
                             rng="philox4x32"),
                   two_glass("multispin_plain", 0.4, backend="cpu", systems=16, word="32"))
    assert list(found) == ["w = 32, LCG32", "w = 128, LCG32", "CPU, serial, w = 32", "CPU, vectors, w = 64"]
    assert [line[0][0] for line in found.values()] == [512, 2048, 512, 4096]


def test_times_of_glasses_are_in_ps_and_of_the_fastest_row():
    entry = {"source": "lulli2015", "locator": "Fig. 4", "device": "GTX Titan", "ns_per_unit": 0.004}
    rows = [glass("standard", 2e-4, systems=1, published=[entry]), glass("standard", 1e-4, systems=2),
            glass("standard", 5e-4, systems=2, block=64), glass("standard", 1e-4, systems=2, rng="sfc32")]
    every = cases(example.document(*rows))
    fig4 = made(papers.LULLI4, every)
    assert [(line.label, line.x, line.y) for line in fig4.lines] == [("L = 32", [1, 2], pytest.approx([0.2, 0.1]))]
    assert fig4.lines[0].low[0] == pytest.approx(0.198) and [(m.x, m.y) for m in fig4.marks] == [([1], [pytest.approx(4)])]
    sweep = made(papers.LULLI4_SWEEP, every)
    assert sweep.lines[0].y == pytest.approx([32**3 * 128 * 2e-7, 2 * 32**3 * 128 * 1e-7])
    assert made(papers.LULLI5, every).lines[0].y == pytest.approx([0.1])


def test_the_best_number_of_systems_is_that_of_the_fastest_row():
    rows = [glass("sliced", ns, systems=k) for k, ns in ((1, 3e-4), (2, 1e-4), (4, 2e-4))] + [glass("sliced", 1e-4, L=64)]
    assert curves(papers.LULLI7, *rows) == {"sliced": [(32, 2)]}  # at L = 64 there was no choice


def test_warps_branch_where_half_a_lattice_is_no_multiple_of_them():
    """Lulli 2015, Appendix B: L = 2 (2 m + 1) has a branching warp for each system, L = 4 m has none."""
    sizes = (6, 8, 10, 12, 14, 16, 64)
    found = curves(papers.LULLI7_WARPS, *(glass("sliced", 1e-4, L=L, systems=k) for L in sizes for k in (1, 4)),
                   glass("bitwise", 1e-4, L=8), glass("standard", 1e-2, L=6, backend="cpu"))
    assert found == {"sliced": [(6, 1), (8, 0), (10, 1), (12, 0), (14, 1), (16, 0), (64, 0)], "bitwise": [(8, 0)]}
    hip = glass("sliced", 1e-4, backend="hip", L=10)
    assert made(papers.LULLI7_WARPS, cases(example.document({**hip, "platform": "amd"}))) is None
    assert curves(papers.LULLI7_WARPS, {**hip, "platform": "nvidia"}) == {"sliced": [(10, 1)]}


def test_grid_launches_and_the_hosts_layouts():
    found = curves(papers.LULLI6, glass("sliced_grid", 1e-4), glass("standard_grid", 2e-4),
                   glass("sliced", 1e-2, backend="cpu", word="32"))
    assert set(found) == {"sliced-Grid", "standard-Grid", "sliced, host"}


def test_bandwidths_stand_below_what_memory_was_measured_to_do():
    rows = [glass("sliced", 1e-4), glass("standard", 2e-4)]
    rows[0]["limit"] = {"bound": "dram", "units_per_ns": 2e4, "fraction": 0.5, "exceeded": False}
    picture = made(papers.LULLI8, cases(example.document(*rows)))
    assert {line.label: line.y for line in picture.lines} == {"sliced": [pytest.approx(500)], "standard": [pytest.approx(250)]}
    assert [(level.y, level.printed) for level in picture.levels] == [(pytest.approx(1000), False)]


def test_generators_stand_by_layout_and_over_minstd():
    rows = [glass("sliced", 1e-4), glass("sliced", 2e-4, rng="mt19937"), glass("sliced", 9e-4, rng="mt19937", L=16),
            glass("standard", 3e-4, rng="sfc32")]
    every = cases(example.document(*rows))
    fig9, ratio = made(papers.LULLI9, every), made(papers.LULLI9_RATIO, every)
    names = fig9.categories
    assert {line.label: [(names[x], y) for x, y in zip(line.x, line.y)] for line in fig9.lines} == {
        "sliced": [("MINSTD", pytest.approx(0.1)), ("MT19937", pytest.approx(0.2))], "standard": [("SFC32", pytest.approx(0.3))]}
    assert {line.label: line.y for line in ratio.lines} == {"sliced": pytest.approx([1, 2])}  # no MINSTD at L = 16, of standard
    assert sorted((m.label, names[m.x[0]], m.y[0]) for m in ratio.marks) == [
        ("GTX Titan, sliced, Lulli 2015", "XORWOW", 2),
        ("GTX Titan, standard and bitwise, Lulli 2015", "XORWOW", 3)]
    assert made(papers.LULLI9_RATIO, cases(example.document(rows[0], rows[3]))) is None
    printed = {(r["variant"], r["metric"]): r["value"] for r in PUBLISHED
               if r["locator"].startswith("Sec. 4.1, Fig. 9") and r["rng"] == "cuRAND XORWOW"}
    assert [(m.label.split(",")[1].strip(), m.y[0]) for m in ratio.marks] == [
        (variant, value) for (variant, metric), value in sorted(printed.items()) if metric == "ratio_psflip_vs_MINSTD"]
    assert sorted(m.y[0] for m in fig9.marks) == sorted(
        value for (_, metric), value in printed.items() if metric == "ps_per_flip")


def test_many_powers_of_two_have_room():
    figure, ax = draw.plt.subplots()
    draw.scale(ax.xaxis, "log2", [2**i for i in range(19)])
    assert len(ax.get_xticks()) <= draw.MOST_TICKS
    draw.plt.close(figure)


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
                                 "--format", "png,svg", "--figure", "weigel2012-fig8")
    assert (code, err) == (0, "")
    names = [tmp_path / f"weigel2012-fig8.{kind}" for kind in ("png", "svg")]
    assert out.split() == [str(name) for name in names]
    assert names[0].read_bytes().startswith(b"\x89PNG") and b"</svg>" in names[1].read_bytes()


@pytest.mark.parametrize("arguments, why", [
    (["--figure", "weigel2012-fig99"], "weigel2012-fig8"),
    (["--figure", "lulli2015-table1"], "no rows for lulli2015-table1"),
    (["--figure", "weigel2015-cost"], "--prices"),
    (["--x", "L", "--figure", "all"], "exclude each other"),
    (["--by", "rng"], "--x"),
    (["--format", "gif"], "png"),
    (["--x", "L", "--filter", "("], "--filter"),
    (["--x", "L", "--axis", "k"], "NAME=VALUE"),
    (["--kernel", "none*"], "--kernel")])
def test_bad_usage_is_one_line_and_2(tmp_path, capsys, arguments, why):
    code, out, err = example.run(capsys, "plot", example.ROOT / "results/recorded/h200-paper.json", "-o", tmp_path, *arguments)
    assert (code, out) == (2, "") and err.count("\n") == 1 and why in err
    assert list(tmp_path.iterdir()) == []


# --- what is drawn ---

def overlaps(boxes):
    return [(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1:]
            if min(a.x1, b.x1) - max(a.x0, b.x0) > 1 and min(a.y1, b.y1) - max(a.y0, b.y0) > 1]


def texts_of(figure):
    """The boxes of all texts that show, tick labels and legends included."""
    figure.canvas.draw()
    found = [text for text in figure.findobj(matplotlib.text.Text) if text.get_text().strip()]
    ax = figure.axes[0]
    hidden = {id(label) for axis in (ax.xaxis, ax.yaxis) for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks())
              for label in (tick.label1, tick.label2)
              if not (label.get_visible() and axis.get_view_interval()[0] <= tick.get_loc() <= axis.get_view_interval()[1])}
    return [text.get_window_extent() for text in found if text.get_visible() and id(text) not in hidden]


@pytest.mark.parametrize("figure", papers.ALL, ids=lambda figure: figure.id)
def test_no_labels_overlap_and_no_axes_are_empty(figure):
    drawn = made(figure, data.cases(example.recorded()))
    if drawn is None:
        pytest.skip("nothing is recorded for it")
    with draw.plt.rc_context(draw.SETTINGS):
        shown = draw.draw_grid(drawn) if isinstance(figure, Table) else draw.draw_picture(drawn)
        try:
            ax = shown.axes[0]
            if not isinstance(figure, Table):
                assert any(len(line.get_xdata()) for line in ax.lines)
                legends = [legend.get_window_extent() for legend in shown.beside if hasattr(legend, "get_texts")]
                assert overlaps([ax.get_window_extent(), *legends]) == []
            assert overlaps(texts_of(shown)) == []
        finally:
            draw.plt.close(shown)


def test_names_with_mathematics_and_markup_are_drawn_as_they_are(tmp_path):
    evil = r"$\frac{1}{0}$ <script>alert(1)</script> $$ {x} %s"
    every = cases(example.document(tiled(1024, 5, device=evil, published=[
        {"source": "x", "locator": "", "device": evil, "ns_per_unit": 1}])))
    picture = made(papers.FIG8, every)
    path, = draw.save(picture, str(tmp_path / "evil"), ("svg",))
    assert "<script>" not in open(path, encoding="utf-8").read()
