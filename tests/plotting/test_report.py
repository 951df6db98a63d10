"""report: what it says of machines, and what strangers' files can do to the page."""

import base64
import hashlib
import html.parser
import json
import re

import example_files as example
import pytest
from example_files import EVIL

pytest.importorskip("vl_convert", reason="no vl-convert-python")

from spinbench_results import prices  # noqa: E402
from spinbench_results.report import page, ranking, rows  # noqa: E402

FAST, SLOW = "NVIDIA H200", "NVIDIA H100"
KERNELS = ("ising2d_metropolis", "ising3d_metropolis")


def machine(name, rates, **changes):
    """A document of one machine with a row of each kernel."""
    return example.document(*(example.row(rate, kernel=kernel, device=name, **changes) for kernel, rate in zip(KERNELS, rates)),
                            device=name)


def report(*documents):
    return rows.report(example.read(*documents))


def places(*documents, costs=prices.Prices()):
    return ranking.places(report(*documents).rows, costs)


def text_of(*documents, costs=prices.Prices(), entries=()):
    read = example.read(*documents)
    return page.page(rows.report(read), read, costs, list(entries), "test")


# --- the answer ---

def test_machines_are_compared_by_the_geometric_mean_over_common_kernels():
    read = report(machine(FAST, (400, 900)), machine(SLOW, (100, 100)))
    ranked, common = ranking.standings(ranking.places(read.rows, prices.Prices()))
    assert [(s.machine, pytest.approx(s.times)) for s in ranked] == [(FAST, 6), (SLOW, 1)] and common == list(KERNELS)
    told = ranking.headline(ranked, common, read.rows)
    assert told[0] == (
        "NVIDIA H200 is the fastest of 2 machines: 6 times (4 to 9) as fast as NVIDIA H100 over the 2 cases that both ran, at "
        "500 W.")
    assert told[1].startswith("By each one's fastest case of a kernel, which may differ: 6 times (4 to 9) as fast as NVIDIA "
                              "H100 over 2 kernels. Per joule")


def test_a_fast_case_that_only_one_machine_ran_does_not_lead_the_answer():
    """Seen with recorded files: 1.52 times over all, of which 1.07 times over the cases that both had run."""
    def made(device, rate, *others):
        return example.document(*(example.row(rate * L, device=device, params={"L": L}) for L in (64, 128)), *others,
                                device=device)

    read = report(made(FAST, 2, example.row(9000, device=FAST, params={"L": 4096})), made(SLOW, 1))
    ranked, common = ranking.standings(ranking.places(read.rows, prices.Prices()))
    told = ranking.headline(ranked, common, read.rows)
    assert "2 times (2) as fast as" in told[0] and "70.3 times" in told[1]


def test_joules_and_prices_are_compared_over_the_cases_that_both_ran():
    """A lattice that only one machine ran, at twenty times the flips a joule, says nothing about the other."""
    def made(device, watts, *sizes):
        cases = [example.row(L * watts / 500, device=device, params={"L": L},
                             energy={"joules_per_unit": watts * 1e-9 / L, "seconds": 2}) for L in (64, 128)]
        return example.document(*cases, *(example.row(9000, device=device, params={"L": L}) for L in sizes), device=device)

    read = report(made(FAST, 1000, 4096), made(SLOW, 500))
    costs = prices.Prices("EUR", {FAST: prices.Price(3000, None), SLOW: prices.Price(1000, None)})
    ranked, common = ranking.standings(ranking.places(read.rows, costs))
    told = ranking.headline(ranked, common, read.rows)
    assert "2 times (2) as fast as NVIDIA H100" in told[0]
    # Twice the rate for four times the joules a second; and for three times the price.
    assert f"Per joule {SLOW} leads, 2 times (2) {FAST} over the 2 cases that both ran." in told[1]
    assert f"For its price {SLOW} leads, 1.5 times (1.5) {FAST} over the 2 cases that both ran." in told[1]


def test_joules_of_no_common_case_are_those_of_the_fastest():
    read = report(example.document(example.row(400, params={"L": 64})),
                  example.document(example.row(100, device=SLOW, params={"L": 128}), device=SLOW))
    ranked, common = ranking.standings(ranking.places(read.rows, prices.Prices()))
    assert ranking.headline(ranked, common, read.rows)[1] == f"Per joule {FAST} leads, 4 times {SLOW}."


def test_the_same_cases_are_those_of_equal_axes_and_figure():
    def made(device, rate):
        rows_of = [example.row(rate * L, device=device, params={"L": L}) for L in (64, 128)]
        others = [example.row(1, device=device, params={"L": 256, "k": rate}),
                  example.row(1, device=device, params={"L": 512}, figure="held" if rate > 1 else "burst")]
        return example.document(*rows_of, *others, device=device)

    assert ranking.same_cases(report(made(FAST, 3), made(SLOW, 1)).rows, FAST, SLOW) == pytest.approx([3, 3])


def test_a_kernel_that_one_machine_lacks_does_not_count():
    ranked, common = ranking.standings(places(machine(FAST, (400, 900)), machine(SLOW, (100,))))
    assert common == [KERNELS[0]] and ranked[0].times == pytest.approx(4)
    read = report(machine(FAST, (400, 900)), machine(SLOW, (100,)))
    told = ranking.warnings(read.rows, ranking.places(read.rows, prices.Prices()))
    assert f"{SLOW} has no verified time of {KERNELS[1]}, which does not count in the comparison." in told
    apart = example.document(example.row(1, kernel=KERNELS[1], device=SLOW), device=SLOW)
    ranked, common = ranking.standings(places(machine(FAST, (400,)), apart))
    assert common == [] and "no kernel in common" in ranking.headline(ranked, common, [])[0]


def test_only_verified_rows_of_kernels_count():
    biased = example.row(900, verification={"status": "expected_failure", "proved": "bits", "checks": []})
    experiment = example.row(800, estimates=[{"name": "energy", "value": 1, "error": 1}])
    limit = example.row(700, kernel="machine_copy", unit="byte")
    assert [p.row["rate"] for p in places(example.document(example.row(100), biased, experiment, limit))] == [100]


def test_a_held_time_counts_before_a_faster_burst():
    found = places(example.document(example.row(200, figure="burst"), example.row(100, params={"L": 64})))
    assert [p.row["rate"] for p in found] == [100]


def test_a_host_with_serial_code_alone_is_not_ranked():
    serial = example.row(0.2, variant="row_order", backend="cpu", device="A CPU", params={"L": 1024})
    read = report(example.document(example.row(100), serial))
    found = ranking.places(read.rows, prices.Prices())
    assert {p.machine for p in found} == {FAST}
    assert any("A CPU" in line for line in ranking.warnings(read.rows, found))
    threads = example.row(0.2, variant="multispin", backend="cpu", device="A CPU", params={"L": 1024, "threads": 0})
    assert {p.machine for p in places(example.document(example.row(100), threads))} == {FAST, "A CPU"}


def test_power_price_and_the_racks_kilowatts():
    costs = prices.Prices("EUR", {FAST: prices.Price(20_000, 1000)})
    place, = places(example.document(example.row(400)), costs=costs)
    assert (place.per_price, place.per_kw) == (20, 400)
    assert place.row["per_nj"] == pytest.approx(0.8) and place.row["counted"] is True
    place, = places(example.document(example.row(400, energy=None)))
    assert (place.per_price, place.per_kw) == (None, None)
    assert place.row["per_nj"] == pytest.approx(0.8) and place.row.get("counted") is False


def test_power_around_a_burst_is_called_a_lower_bound():
    made = machine(FAST, (400, 900), figure="burst", energy=None)
    found = places(made)
    ranked, common = ranking.standings(found)
    assert ranking.headline(ranked, common, [])[0].endswith("over 2 kernels, at no less than 500 W.")
    assert any("too low" in line for line in ranking.warnings(report(made).rows, found))
    held = machine(FAST, (400, 900), energy=None)
    assert not any("too low" in line for line in ranking.warnings(report(held).rows, places(held)))


def test_energy_without_its_power_gives_both():
    row = rows.plain(example.row(2.0, energy={"joules_per_unit": 250e-9}), 0, 0, "m")
    assert row["watts"] == 500 and row["per_nj"] == pytest.approx(0.004) and row["counted"] is True


def test_power_of_several_devices_is_added():
    each = {"device": 0, "power_w": 300, "power_limit_w": 700, "throttle": []}
    row = rows.plain(example.row(1, energy=None, devices=[0, 1], by_device=[each, each]), 0, 0, "m")
    assert row["watts"] == 600 and row["cap_watts"] == 1400


def test_bursts_failures_and_power_limits_are_said_first():
    failed = {**example.row(), "status": "failed", "reason": "a check failed"}
    read = report(example.document(example.row(100, figure="burst"), failed))
    told = " ".join(ranking.warnings(read.rows, ranking.places(read.rows, prices.Prices())))
    assert "1 case failed" in told and "bursts" in told and "power limit: NVIDIA H200" in told


# --- prices ---

@pytest.mark.parametrize("toml, why", [
    ("", "currency"), ('currency = "EUR"', "part for each machine"),
    ('currency = "EUR"\n[machine."X"]\nprice = -1', "positive"),
    ('currency = "EUR"\n[machine."X"]\nprise = 1', "expected price"), ("currency = ", "Invalid value"),
    ('currency = "EUR"\nprices = 1\n[machine."X"]\nprice = 1', "expected currency"),
    ('currency = "EUR"\n[machine."X"]\nprice = true', "positive"),
    ('currency = "EUR"\n[machine."X"]\nprice = nan', "positive"),
    ('currency = "EUR"\n[machine."X"]\nprice = 1e-320', "positive")])
def test_bad_prices_are_named(tmp_path, capsys, toml, why):
    (tmp_path / "p.toml").write_text(toml)
    code, _, err = example.run(capsys, "report", example.ROOT / "results/recorded/h200-paper.json", "--prices",
                               tmp_path / "p.toml", "-o", tmp_path / "r.html")
    assert code == 2 and why in err and "p.toml" in err and err.count("\n") == 1
    assert not (tmp_path / "r.html").exists()


# --- the page ---

class Elements(html.parser.HTMLParser):
    """All elements and attributes of a page, and the texts of its scripts."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.scripts, self.inside = [], [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += [(tag, *entry) for entry in attributes]
        self.inside = tag == "script"
        if self.inside:
            self.scripts.append(["", dict(attributes).get("type")])

    def handle_data(self, data):
        if self.inside:
            self.scripts[-1][0] += data

    def handle_endtag(self, tag):
        self.inside = False


def poisoned(value, key=""):
    """The same with EVIL in every text that a file may choose freely, dates and fixed words aside."""
    fixed = {"schema", "date", "status", "figure", "kernel", "variant", "backend", "platform"}
    if isinstance(value, str):
        return value if key in fixed else EVIL[-40:] if key in ("unit", "bound") else EVIL
    if isinstance(value, list):
        return [poisoned(entry, key) for entry in value]
    if isinstance(value, dict):
        return {name: poisoned(entry, name) for name, entry in value.items()}
    return value


def test_no_text_of_a_file_becomes_markup_or_script():
    clean = Elements(text_of(machine(FAST, (1, 2))))
    found = Elements(text_of(poisoned(machine(FAST, (1, 2)))))
    assert found.tags == clean.tags
    assert not [a for a in found.attributes if a[1].startswith("on")]
    assert [(tag, name) for tag, name, _ in found.attributes] == [(tag, name) for tag, name, _ in clean.attributes]
    told = next(text for text, kind in found.scripts if kind == "application/json")
    assert "<" not in told and json.loads(told)["rows"][0]["machine"].startswith("</script>")


@pytest.mark.parametrize("field", ["kernel", "variant", "backend"])
def test_names_that_are_no_words_are_refused(field):
    with pytest.raises(ValueError, match=field):
        example.read(example.document(example.row(**{field: EVIL})))


def test_a_hostile_currency_and_machine_of_the_prices_are_text():
    costs = prices.parse(f'currency = "<b>x</b>"\n[machine."{FAST}"]\nprice = 1\n'.encode())
    found = text_of(machine(FAST, (1, 2)), costs=costs, entries=[{"label": EVIL, "cost": 1, "kind": "here", "text": EVIL}])
    assert "<b>x</b>" not in found and Elements(found).tags.count("img") == 0


def test_the_policy_allows_the_pages_own_scripts_and_nothing_else():
    found = Elements(text_of(machine(FAST, (1, 2))))
    policy = next(value for tag, name, value in found.attributes if name == "content" and "script-src" in value)
    hashes = {f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}" for text, kind in found.scripts
              if kind is None}
    assert set(re.findall(r"'(sha256-[^']+)'", policy)) == hashes and len(hashes) == 3
    assert policy.startswith("default-src 'none'") and "unsafe-eval" not in policy
    assert not [a for a in found.attributes if a[1] in ("src", "href") and not (a[2] or "").startswith(("#", "data:"))]


@pytest.mark.parametrize("kernels", ["", "ising"])
def test_a_thousand_rows_are_less_than_3_MB(kernels):
    """Of all that is recorded, and of Ising rows, which have the most to tell."""
    recorded = example.recorded()
    everything = [row for document in recorded for row in document.rows if row["kernel"].startswith(kernels)]
    for document in recorded:
        document = type(document)(document.path, document.schema, document.provenance, [])
    document.rows = (everything * 3)[:1000]
    read = [document]
    text = page.page(rows.report(read), read, prices.Prices(), [], "test")
    assert text.count("<tr data-i=") == 1000 and len(text.encode()) < 3_000_000


def test_rows_beyond_the_most_are_left_out_and_counted(monkeypatch):
    monkeypatch.setattr(rows, "MOST_ROWS", 3)
    made = [example.row(rate, params={"L": 2 * rate}) for rate in (5, 1, 4, 2, 3)]
    read = report(example.document(*made, {**example.row(), "status": "skipped", "reason": "no"}))
    assert [row["rate"] for row in read.rows] == [5, 4, 3] and read.left_out == 3


def test_long_texts_are_cut():
    row = rows.plain(example.row(code_path="x" * 1999), 0, 0, "m")
    assert len(dict(row["more"])["code path"]) == rows.MOST_TEXT


def test_a_broken_file_is_named_and_left_out(tmp_path, capsys):
    (tmp_path / "good.json").write_text(json.dumps(machine(FAST, (1, 2))))
    (tmp_path / "<b>bad.json").write_text("{")
    out = tmp_path / "r.html"
    code, said, err = example.run(capsys, "report", tmp_path, "-o", out)
    assert (code, said) == (0, f"{out}\n") and "bad.json" in err and err.count("\n") == 1
    text = out.read_text()
    assert "&lt;b&gt;bad.json" in text and "<b>bad" not in text


def test_no_file_is_2(tmp_path, capsys):
    code, _, err = example.run(capsys, "report", tmp_path / "none.json", "-o", tmp_path / "r.html")
    assert code == 2 and "none.json" in err and not (tmp_path / "r.html").exists()


def test_files_without_a_ranking_make_a_page():
    skipped = {key: example.row()[key] for key in ("name", "kernel", "variant", "backend", "device", "params", "unit")}
    text = text_of(example.document({**skipped, "status": "skipped", "reason": "no"}))
    assert "No measured and verified row" in text and 'id="chart-ranking"' not in text


def ranked(L, ranks, rate, device=FAST):
    return example.row(rate, device=device, variant="multispin_mpi", params={"L": L, "ranks": ranks}, work={"units_per_sweep": L * L})


def test_scaling_over_ranks_is_in_numbers_and_drawn():
    rows = [ranked(1024, 1, 1.0), ranked(1024, 2, 1.6), ranked(1448, 2, 1.8), ranked(1024, 1, 1.0, EVIL), ranked(1024, 4, 2.0, EVIL)]
    found = text_of(example.document(*rows))
    assert found.count('id="chart-strong-scaling"') == found.count('id="chart-weak-scaling"') == 1
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", found[found.index("Strong scaling: efficiency"):])
    assert cells[1:4] == ["4", "1024", "0.500"] and cells[7:12] == ["2", "1024", "0.800", "0.784", "0.816"]
    weak = found[found.index("Weak scaling: efficiency"):]
    assert re.findall(r"<td[^>]*>([^<]*)</td>", weak)[1:4] == ["2", "1448", "0.900"]
    data = json.loads(re.search(r'id="data">(.*?)</script>', found).group(1))["scaling"]
    assert [(p["ranks"], p["efficiency"]) for p in data["strong-scaling"] if FAST in p["curve"]] == [(1, 1), (2, pytest.approx(0.8))]
    assert EVIL not in found and Elements(found).tags.count("img") == 0
    plain = text_of(machine(FAST, (1, 2)))
    assert 'id="chart-strong-scaling"' not in plain and 'id="chart-weak-scaling"' not in plain
