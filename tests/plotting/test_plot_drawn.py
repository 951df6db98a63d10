"""plot: what is drawn of the pictures, label by label."""

import functools
import os
import pathlib
import subprocess
import sys

import example_files as example
import pytest

matplotlib = pytest.importorskip("matplotlib", reason="no matplotlib")

from example_pictures import cases, made, tiled  # noqa: E402
from spinbench_results.plot import data, draw, papers  # noqa: E402
from spinbench_results.plot.definitions import Table  # noqa: E402


PLOTTING = pathlib.Path(__file__).resolve().parents[2] / "plotting"


def test_many_powers_of_two_have_room():
    figure, ax = draw.plt.subplots()
    draw.scale(ax.xaxis, "log2", [2**i for i in range(19)])
    assert len(ax.get_xticks()) <= draw.MOST_TICKS
    draw.plt.close(figure)


@pytest.mark.parametrize("values", [(3.6, 7.1), (1.1, 1.4), (41, 98), (0.062, 0.11)])
def test_values_that_lie_close_have_ticks_between_them(values):
    figure, ax = draw.plt.subplots()
    ax.plot((1, 2), values)
    draw.scale(ax.yaxis, "log", values)
    assert sum(values[0] <= tick <= values[1] for tick in ax.get_yticks()) >= 2
    draw.plt.close(figure)


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


@functools.cache
def recorded_cases():
    return data.cases(example.recorded())


@pytest.mark.parametrize("figure", papers.ALL, ids=lambda figure: figure.id)
def test_no_labels_overlap_and_no_axes_are_empty(figure):
    drawn = made(figure, recorded_cases())
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


# Of a matplotlibrc: what would need TeX, and what would look otherwise.
OF_A_USER = {"text.usetex": True, "font.size": 30, "axes.facecolor": "black", "savefig.transparent": True, "svg.fonttype": "none"}


def test_a_users_settings_of_matplotlib_change_no_picture(tmp_path):
    figures = [papers.FIG8, papers.PERFORMANCE]
    every = cases(example.document(*(tiled(L, L / 10) for L in (1024, 4096, 16384))))

    def saved(name):
        return [open(draw.save(made(figure, every), str(tmp_path / name), ("svg",))[0], "rb").read() for figure in figures]

    ours = saved("ours")
    with matplotlib.rc_context(OF_A_USER):
        assert saved("theirs") == ours
        assert matplotlib.rcParams["font.size"] == 30


@pytest.mark.parametrize("text", [b"foo.bar: 1\nbackend: none\n", b"text.usetex: True\n", b"\xff\xfe"])
def test_a_matplotlibrc_where_it_is_called_is_not_read(tmp_path, text):
    """It is read when matplotlib is imported, and so in a process of its own."""
    (tmp_path / "matplotlibrc").write_bytes(text)
    code = "from spinbench_results.plot import draw; import os; print(os.getcwd(), draw.plt.get_backend().lower())"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, cwd=tmp_path,
                             env={**os.environ, "PYTHONPATH": str(PLOTTING), "MATPLOTLIBRC": str(tmp_path)}, check=False)
    assert process.returncode == 0, process.stderr
    assert process.stdout.split() == [str(tmp_path), "agg"] and process.stderr == ""


def test_names_with_mathematics_and_markup_are_drawn_as_they_are(tmp_path):
    evil = r"$\frac{1}{0}$ <script>alert(1)</script> $$ {x} %s"
    every = cases(example.document(tiled(1024, 5, device=evil, published=[
        {"source": "x", "locator": "", "device": evil, "ns_per_unit": 1}])))
    picture = made(papers.FIG8, every)
    path, = draw.save(picture, str(tmp_path / "evil"), ("svg",))
    assert "<script>" not in open(path, encoding="utf-8").read()


def drawn_marks(picture):
    """Where the marks of a picture stand."""
    with draw.plt.rc_context(draw.SETTINGS):
        shown = draw.draw_picture(picture)
        try:
            ax = shown.axes[0]
            shown.canvas.draw()
            return [tuple(ax.transData.transform(at)) for line in ax.lines if line.get_marker() not in ("None", "", "|", None)
                    for at in zip(line.get_xdata(), line.get_ydata())]
        finally:
            draw.plt.close(shown)


def test_marks_of_devices_that_are_as_fast_stand_side_by_side():
    """Those of the published values, too: 0.034 ns of a card here are the GTX 480's."""
    params = {**example.row()["params"], "L": 16384}
    rows = [example.row(1 / 0.034, device=name, params=params, published=[
        {"source": "weigel2015", "locator": "", "device": "GTX 480", "ns_per_unit": 0.034}])
        for name in ("NVIDIA H100", "NVIDIA H200", "AMD Instinct MI300X")]
    places = drawn_marks(made(papers.VERSIONS, cases(example.document(*rows))))
    assert len(places) == 4 and len({round(x, 3) for x, _ in places}) == 1
    heights = sorted(y for _, y in places)
    assert min(b - a for a, b in zip(heights, heights[1:])) > 4


def test_what_is_said_of_published_values_is_said_where_they_are_drawn():
    def figure(**changes):
        params = {"L": 32, "systems": 2, "rng": "minstd", "couplings": "bimodal", "replicas": 4}
        return made(papers.LULLI4, cases(example.document(example.row(
            kernel="ea3d_metropolis", variant="standard", params=params, **changes))))

    assert figure(published=[]).note == ""
    assert "L = 32" in figure().note


def test_a_single_point_has_axes_about_it():
    rows = [example.row(rate, kernel="ea3d_metropolis", variant="standard", published=[], params={
        "L": 8, "systems": systems, "rng": "minstd", "couplings": "bimodal", "replicas": 4}) for systems, rate in ((1, 1), (2, 2))]
    shown = draw.draw_picture(made(papers.LULLI7, cases(example.document(*rows))))
    ax = shown.axes[0]
    assert 3 < ax.get_xlim()[0] < 4 and 16 < ax.get_xlim()[1] < 24 and list(ax.get_xticks()) == [4, 8, 16]
    assert 0.5 < ax.get_ylim()[0] < 1 and 4 < ax.get_ylim()[1] < 6
    draw.plt.close(shown)
