"""The page of report in Chromium: it opens, filters, sorts and shows rows, and neither complains nor fetches nor runs what
strangers wrote. Skipped where playwright or a Chromium is missing (apt-get install chromium-headless-shell)."""

import os
import re
import shutil

import example_files as example
import pytest
from example_files import EVIL

playwright = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install playwright")
pytest.importorskip("vl_convert", reason="no vl-convert-python")

from spinbench_results import prices  # noqa: E402
from spinbench_results.report import page, rows  # noqa: E402
from test_report import KERNELS, poisoned  # noqa: E402

CHROMIUM = next(filter(None, map(shutil.which, (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: apt-get install chromium-headless-shell"),
              pytest.mark.xdist_group("browser")]


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as tools:
        sandbox = [] if os.geteuid() else ["--no-sandbox"]  # Chromium refuses one to root
        found = tools.chromium.launch(executable_path=CHROMIUM, args=sandbox)
        yield found
        found.close()


def document():
    """Two machines with rows of two kernels at several sizes."""
    made = [example.row(rate * size / 64, kernel=kernel, device=device,
                        params={**example.row()["params"], "L": size, "k": k})
            for device, rate in (("NVIDIA H200", 9), ("NVIDIA H100", 5)) for kernel in KERNELS
            for size in (64, 1024, 16384) for k in (1, 100)]
    return example.document(*made)


# A browser on cores that others keep busy takes half a minute where it else takes none.
playwright.expect.set_options(timeout=120_000)


class Opened:
    """A page in a tab, with what it said and asked for."""

    def __init__(self, browser, path, text, **context):
        path.write_text(text, encoding="utf-8")
        self.tab = browser.new_context(**context).new_page()
        self.tab.set_default_timeout(120_000)
        self.said, self.asked = [], []
        self.tab.on("console", lambda message: self.said.append(message.text))
        self.tab.on("pageerror", lambda error: self.said.append(str(error)))
        self.tab.on("dialog", lambda dialog: (self.said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        self.tab.on("request", lambda request: self.asked.append(request.url))
        self.tab.goto(path.as_uri())
        self.tab.wait_for_selector("#chart-ranking svg")
        self.tab.evaluate("spinbenchCharts.drawAll()")
        # The page itself is a request, too.
        self.asked = [url for url in self.asked if url != path.as_uri()]

    def shown(self):
        return self.tab.locator("#rows tbody tr:visible").count()

    @staticmethod
    def mark(chart):
        return f"#chart-{chart} svg .mark-symbol.role-mark path"

    def card_at(self, selector):
        """The text of the card with the pointer on an element. Scrolling hides it, and its event comes a moment later."""
        place = self.tab.locator(selector)
        place.scroll_into_view_if_needed()
        self.tab.wait_for_timeout(300)
        self.tab.mouse.move(1, 1)
        assert not self.tab.is_visible("#card")
        box = place.bounding_box()
        self.tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.tab.wait_for_selector("#card:not([hidden])")
        return self.tab.inner_text("#card")

    def marks(self, chart):
        return self.tab.locator(self.mark(chart)).count()


def written(documents, costs=prices.Prices(), entries=()):
    read = example.read(*documents)
    return page.page(rows.report(read), read, costs, list(entries), "test")


@pytest.fixture(scope="module")
def opened(browser, tmp_path_factory):
    costs = prices.Prices("EUR", {"NVIDIA H200": prices.Price(30000, 1000)})
    entries = [{"label": "Janus", "cost": 7e5, "kind": "published", "text": "700000"}]
    return Opened(browser, tmp_path_factory.mktemp("page") / "r.html", written([document()], costs, entries))


def test_charts_are_drawn_and_nothing_is_said_or_fetched(opened):
    for chart in ("ranking", "sizes", "roofline", "power", "speedups", "cost"):
        assert opened.marks(chart) > 0, chart
    assert opened.said == [] and opened.asked == []


def test_scaling_is_drawn_with_its_numbers_beside(browser, tmp_path):
    made = [example.row(rate, variant="multispin_mpi", params={"L": L, "ranks": n}, work={"units_per_sweep": L * L})
            for L, n, rate in ((1024, 1, 1.0), (1024, 2, 1.6), (1448, 2, 1.8))]
    opened = Opened(browser, tmp_path / "r.html", written([example.document(*made)]))
    for chart, efficiency in (("strong-scaling", "0.800"), ("weak-scaling", "0.900")):
        assert opened.marks(chart) == 2
        lines = opened.tab.locator(f"section:has(#chart-{chart}) + div tbody tr")
        assert lines.count() == 1 and efficiency in lines.inner_text()
    assert opened.said == [] and opened.asked == []


def test_filters_leave_rows_and_marks(opened):
    assert opened.shown() == opened.marks("power") == 24
    opened.tab.select_option("select[name=machine]", "NVIDIA H100")
    opened.tab.select_option("select[name=L]", "1024")
    counted = playwright.expect(opened.tab.locator("#count"))
    counted.to_have_text("4 of 24 rows")
    assert opened.shown() == 4
    playwright.expect(opened.tab.locator(opened.mark("power"))).to_have_count(4)
    opened.tab.fill("input[name=search]", "k:100/")
    counted.to_have_text("2 of 24 rows")
    opened.tab.click("form.filters button[type=reset]")
    counted.to_have_text("24 of 24 rows")
    assert opened.shown() == 24


def test_headers_sort_by_keyboard(opened):
    def times():
        return [float(x) for x in opened.tab.locator("#rows tbody tr td:nth-child(5)").all_inner_texts()]

    header = opened.tab.locator("th[data-key=ns] button")
    header.focus()
    opened.tab.keyboard.press("Enter")
    assert times() == sorted(times()) and opened.tab.get_attribute("th[data-key=ns]", "aria-sort") == "ascending"
    opened.tab.keyboard.press("Enter")
    assert times() == sorted(times(), reverse=True)
    assert opened.tab.get_attribute("th[data-key=ns]", "aria-sort") == "descending"


def test_the_pointer_shows_the_row_in_table_and_chart(opened):
    assert "500 W" in opened.card_at("#rows tbody tr:visible th >> nth=0")
    assert "flips/ns" in opened.card_at(f"{opened.mark('ranking')} >> nth=0")


def test_a_name_opens_everything_and_escape_closes_it(opened):
    opened.tab.locator("#rows button.name >> nth=0").focus()
    opened.tab.keyboard.press("Enter")
    details = opened.tab.locator("#details")
    playwright.expect(details).to_contain_text("bits (bits)")
    told = details.inner_text()
    assert "as the oracle" in told and "throttle reasons" in told and "0.034 ns, GTX 480" in told
    # What the page holds once for all rows.
    assert re.search(r"stopped by\s+precision", told) and re.search(r"speed-up refers to\s+\S+/cpu", told), told
    opened.tab.keyboard.press("Escape")
    assert not opened.tab.is_visible("#details")


def test_a_chart_is_exported(opened):
    opened.tab.click("#chart-ranking summary")
    with opened.tab.expect_download() as download:
        opened.tab.click("#chart-ranking .vega-actions a >> nth=0")
    assert download.value.suggested_filename == "spinbench-ranking.svg"
    opened.tab.click("#chart-ranking summary")
    assert opened.said == []


def test_the_ranking_is_by_what_is_chosen(opened):
    opened.tab.select_option("#metric", "per_price")
    marks = playwright.expect(opened.tab.locator(opened.mark("ranking")))
    marks.to_have_count(2)  # of the one machine with a price
    opened.tab.select_option("#metric", "rate")
    marks.to_have_count(4)


@pytest.mark.parametrize("width, scheme", [(1280, "light"), (400, "light"), (1280, "dark")])
def test_nothing_is_wider_than_the_window(browser, tmp_path, width, scheme):
    found = Opened(browser, tmp_path / "r.html", written([document()]), viewport={"width": width, "height": 800},
                   color_scheme=scheme)
    assert found.tab.evaluate("document.documentElement.scrollWidth") <= width
    assert "NVIDIA H200 is the fastest of 2 machines" in found.tab.inner_text("header")
    assert found.tab.locator("header + main .wide >> nth=0").bounding_box()["y"] < 800


def test_names_of_strangers_run_nothing(browser, tmp_path):
    found = Opened(browser, tmp_path / "r.html", written([poisoned(document())]))
    found.tab.locator("#rows button.name >> nth=0").click()
    assert EVIL in found.tab.inner_text("#details")
    found.tab.keyboard.press("Escape")
    assert EVIL[:20] in found.card_at("#rows tbody tr:visible th >> nth=0")
    assert EVIL[:20] in found.card_at(f"{found.mark('sizes')} >> nth=0")
    assert found.said == [] and found.asked == []
    assert found.tab.evaluate("document.scripts.length") == 4


def test_the_policy_stops_a_script_that_got_in(browser, tmp_path):
    text = written([document()]).replace("</main>", "<script>console.log('in')</script><img src=https://example.org/x></main>")
    found = Opened(browser, tmp_path / "r.html", text)
    assert "in" not in found.said and sum("Content Security Policy" in line for line in found.said) == 2


def hosts():
    """Two hosts of GPUs that have one processor by name, and a third machine."""
    xeon = "Intel(R) Xeon(R) Processor"
    made = []
    for device in ("NVIDIA H200", "NVIDIA H100 80GB HBM3"):
        rows = [example.row(rate, backend=backend, device=name, variant=variant,
                            params={**example.row()["params"], "L": size})
                for backend, name, variant, rate in (("cuda", device, "tiled", 90), ("cpu", xeon, "row_order", 2))
                for size in (64, 1024)]
        made.append(example.document(*rows, device=device))
    return [*made, example.document(example.row(1, backend="cpu", device="AMD EPYC", variant="row_order"), host="other")]


@pytest.mark.parametrize("width", [400, 800, 1280])
def test_machines_are_told_apart_in_every_legend(browser, tmp_path, width):
    found = Opened(browser, tmp_path / "r.html", written(hosts()), viewport={"width": width, "height": 800})
    cards = {"NVIDIA H200", "NVIDIA H100 80GB HBM3"}
    names = cards | {"AMD EPYC"} | {f"Intel(R) Xeon(R) Processor (beside {card})" for card in cards}
    for chart in ("ranking", "sizes", "roofline", "power", "speedups"):
        legend = found.tab.locator(f"#chart-{chart} svg .role-legend-label text")
        labels, edge = legend.all_text_contents(), found.tab.locator(f"#chart-{chart}").bounding_box()
        # Serial machines have no place in the ranking.
        assert width == 400 or (cards if chart == "ranking" else names) <= set(labels), chart
        assert len(labels) == len(set(labels)), chart
        for label in legend.all():
            box = label.bounding_box()
            assert edge["x"] <= box["x"] and box["x"] + box["width"] <= edge["x"] + edge["width"] + 1, chart
