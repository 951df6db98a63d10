"""A Report -> one HTML page. Every text goes through html.escape or, as JSON, through `json_for_script`; and the page's own
policy lets no script run but the three that it brings, by their hashes, and nothing be fetched."""

import base64
import hashlib
import html
import importlib.resources
import json

from spinbench_results import score, score_text
from spinbench_results.report import charts, conditions, library, ranks
from spinbench_results.report.ranking import METRICS, digits, headline, many, places, span, standings, warnings

FILES = importlib.resources.files("spinbench_results.report")


def text(value):
    return html.escape(str(value), quote=True)


def json_for_script(value):
    """JSON that no parser of HTML can take for the end of the script."""
    plain = json.dumps(value, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return plain.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def script_hash(script):
    return "'sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() + "'"


def cell(value, kind="", tag="td", **attributes):
    named = "".join(f' {key}="{text(entry)}"' for key, entry in attributes.items())
    kinds = f' class="{kind}"' if kind else ""
    return f"<{tag}{kinds}{named}>{value}</{tag}>"


def table(header, rows, label, kind="", words=()):
    """A table of texts, which are escaped here; the first column and those of `words` are no numbers."""
    kinds = ["text" if i == 0 or name in words else "" for i, name in enumerate(header)]
    head = "".join(cell(text(name), kinds[i], "th", scope="col") for i, name in enumerate(header))
    body = "".join("<tr>" + "".join(
        cell(text(entry), kinds[i], "th", scope="row") if i == 0 else cell(text(entry), kinds[i])
        for i, entry in enumerate(row)) + "</tr>" for row in rows)
    return (f'<div class="wide {kind}" role="region" tabindex="0" aria-label="{text(label)}"><table>'
            f'<caption class="soft"><span>{text(label)}</span></caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>")


def percent(x):
    return "-" if x is None else f"{100 * x:.0f}%"


def limits(row):
    return "-" if row.get("fraction") is None else f"{percent(row['fraction'])} {row['bound']}"


def power(row):
    if row.get("watts") is None:
        return "-"
    return f"{row['watts']:.0f}" + ("" if row.get("counted") else " *") + (", capped" if row.get("capped") else "")


# --- the answer ---

def standings_table(ranked, common, prices):
    currency = prices.currency or "price"
    header = ["machine", "times the slowest", "power, W", "flips/nJ", f"flips/ns per 1000 {currency}", "flips/ns per rack kW",
              "of its limit", "over serial code"]
    rows = []
    for standing in ranked:
        def over(metric, show=digits):
            return span([p.value(metric) for p in standing.kernels], show)

        rows.append([standing.machine, digits(standing.times), over("watts", lambda x: f"{x:.0f}"), over("per_nj"),
                     over("per_price"), over("per_kw"), over("fraction", percent), over("speedup")])
    over = f" over {', '.join(common)}" if common else ""
    return table(*without_prices(header, rows, prices), f"Machines by speed{over}; ranges are over their kernels")


def score_tables(scores):
    """A table for each procurement list: lists of different numbers are never beside each other."""
    parts = []
    for name in dict.fromkeys(entry.list for entry in scores):
        of_list = [entry for entry in scores if entry.list == name]
        rows = [["score", *(score_text.short(entry) for entry in of_list)]]
        for groups in zip(*(entry.groups for entry in of_list)):
            rows.append([groups[0].kernel, *map(ratio, groups)])
        parts.append(table(["kernel", *map(score_text.title, of_list)], rows, f"{name}: held rates over those of the recorded "
                           f"{of_list[0].reference}, geometric means over the list's jobs"))
    return "<h2>Scores</h2>" + "".join(parts) if parts else ""


def ratio(group):
    if group.why:
        return "missing"
    return score_text.number(group.ratio)


def without_prices(header, rows, prices):
    """The same without what a file of prices would have told."""
    kept = [i for i, name in enumerate(header) if prices.machines or not name.startswith("flips/ns per")]
    return [header[i] for i in kept], [[row[i] for i in kept] for row in rows]


def places_table(found, prices):
    header = ["kernel", "machine", "flips/ns", "ns/flip", "+-", "behind the first", "figure", "W", "flips/nJ",
              f"flips/ns per 1000 {prices.currency}", "flips/ns per rack kW", "of limit", "over serial", "case"]
    first = {}
    rows = []
    for entry in found:
        row = entry.row
        best = first.setdefault(entry.kernel, row["rate"])
        behind = f"{digits(best / row['rate'])}x" if row["rate"] < best else "first"
        case = f"{row['variant']}, {row['backend']}, L = {row.get('L', '-')}, {row['axes']}"
        rows.append([entry.kernel, entry.machine, digits(row["rate"]), digits(row["ns"]), spread(row), behind, row["figure"],
                     power(row), efficiency(row), digits(entry.per_price), digits(entry.per_kw), limits(row),
                     digits(row.get("speedup")), case])
    return table(*without_prices(header, rows, prices), "The fastest verified case of each machine in each kernel",
                 words=("machine", "figure", "case"))


def spread(row):
    if row.get("low") is None or row.get("high") is None:
        return "-"
    return f"{50 * (row['high'] - row['low']) / row['ns']:.1f}%"


def efficiency(row):
    if row.get("per_nj") is None:
        return "-"
    return digits(row["per_nj"]) + ("" if row.get("counted") else " *")


# --- all rows ---

COLUMNS = (("variant", "variant", "text"), ("kernel", "kernel", "text"), ("machine", "machine", "text"), ("L", "L", ""),
           ("ns", "ns per unit", ""), ("spread", "+-", ""), ("rate", "units per ns", ""), ("speedup", "over serial", ""),
           ("fraction", "of limit", ""), ("watts", "W", ""), ("per_nj", "units per nJ", ""), ("verified", "verified", "text"),
           ("backend", "backend", "text"), ("axes", "axes", "text"), ("paper", "published, ns", "text"))


def cells(row):
    known = {"passed": row.get("proved") or "passed", "expected_failure": "biased, as declared"}
    verified = known.get(row.get("verified"), "no")
    if row["status"] != "measured":
        verified = row["status"]
    paper = "; ".join(f"{ns:.3g} {device}" for _, _, device, ns in row.get("published", [])[:2])
    return ["", row["kernel"], row["machine"], row.get("L", "-"), digits(row.get("ns")),
            spread(row) if "ns" in row else "-", digits(row.get("rate")), digits(row.get("speedup")), limits(row), power(row),
            efficiency(row), verified, row["backend"], row["axes"] or "-", paper or "-"]


def table_row(row):
    parts = [f'<tr data-i="{row["i"]}">']
    for (key, _, kind), value in zip(COLUMNS, cells(row)):
        if key == "variant":
            parts.append('<th class="text" scope="row"><button type="button" class="name">'
                         f'{text(row["variant"])}</button></th>')
        elif key == "axes":
            parts.append(cell(text(value), "text case"))
        else:
            parts.append(cell(text(value), f"{kind} bad".strip() if value in ("failed", "no") else kind))
    return "".join(parts) + "</tr>"


def rows_table(rows):
    head = "".join(f'<th scope="col" class="{kind}" data-key="{key}"><button type="button">{name}</button></th>'
                   for key, name, kind in COLUMNS)
    return ('<div class="wide long" role="region" tabindex="0" aria-label="All rows"><table id="rows">'
            '<caption class="soft"><span>'
            "A header sorts; a variant's name opens everything that is known of the row.</span></caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{''.join(map(table_row, rows))}</tbody></table></div>")


def options(name, label, values):
    entries = "".join(f'<option value="{text(v)}">{text(v)}</option>' for v in values)
    return f'<label>{label}<select name="{name}"><option value="">all</option>{entries}</select></label>'


def filters(report):
    def values(key):
        return sorted({row[key] for row in report.rows if row.get(key) is not None})

    fields = [options(key, key, values(key)) for key in ("kernel", "variant", "backend", "machine", "L", "status")]
    return ('<form class="filters" aria-label="Filters of the charts and of the table below">' + "".join(fields)
            + '<label>name has<input name="search" type="search" maxlength="200"></label>'
            '<button type="reset">all rows</button><output id="count" role="status"></output></form>')


# --- the rest ---

def verification(report):
    counts, biased = conditions.proofs(report.rows)
    bad = [row for row in report.rows if row["status"] == "failed"]
    parts = [
        "<p>A case is timed only after it was verified in the same process: <b>bits</b>, the same values as a serial reference "
        "on the code path that is timed; <b>close</b>, the same within a tolerance that the check names, but for a few spins "
        "(earlier files say <b>bits</b> of these, too); <b>sampled</b>, some of the values at the timed size, at edges and "
        "anywhere; <b>physics</b>, within 4 sigma of exact expectation values; <b>self</b>, what only the simulation can tell. Of files of version 1 the checks are named.</p>",
        table(["proved by", "measured rows"], counts, conditions.outcome(report.rows), "plain")]
    for title, rows in (("Failed", bad), ("Biased as their generators are declared to be; not ranked", biased)):
        if rows:
            names = "".join(f"<li>{text(row['name'])}</li>" for row in rows[:50])
            more = f"<li>and {len(rows) - 50} more</li>" if len(rows) > 50 else ""
            parts.append(f"<details><summary>{title}: {len(rows)}</summary><ul>{names}{more}</ul></details>")
    return "".join(parts)


def provenance(report):
    parts = [f"<details><summary>{text(pairs[0][1])}: {text(pairs[2][1])}, {text(pairs[3][1])}</summary>"
             + table(["", ""], pairs, f"Where {pairs[0][1]} comes from", "plain") + "</details>" for pairs in report.files]
    for line in report.skipped:
        parts.append(f'<p class="warning">{text(line)}</p>')
    return "".join(parts)


def chart_section(name, title, words, extra="", level=3):
    return (f'<section><h{level} id="title-{name}">{title}</h{level}><p class="soft">{words}</p>{extra}'
            f'<div class="chart" id="chart-{name}" role="group" aria-labelledby="title-{name}"></div>'
            f'<p class="soft" id="none-{name}" hidden>No row of this selection has it.</p></section>')


def metric_choice(prices):
    given = [(key, name.format(currency=prices.currency)) for key, name in METRICS
             if prices.machines or key not in ("per_price", "per_kw")]
    entries = "".join(f'<option value="{key}">{text(name)}</option>' for key, name in given)
    return f'<p class="screen"><label>Rank by <select id="metric">{entries}</select></label></p>'


def chart_specs(report, found, costs, prices, scaling):
    names, ranked, kernels = report.machines, {p.machine for p in found}, len({p.kernel for p in found})
    variants = len({row["variant"] for row in report.rows})
    specs = {"ranking": charts.ranking(names, [name for name in names if name in ranked], kernels)} if found else {}
    specs |= {"sizes": charts.sizes(names), "roofline": charts.roofline(names), "power": charts.power(names),
              "speedups": charts.speedups(names, variants)}
    specs |= {name: charts.over_ranks(ranks.WORDS[name][1], entries) for name, entries in scaling.items()}
    return {**specs, "cost": charts.cost(prices.currency, len(costs))} if costs else specs


def pooled(rows):
    """(rows with places in lists instead of checks and of what else repeats from row to row, the checks, the texts)."""
    checks, texts = {}, {}

    def text(words):
        return texts.setdefault(words, len(texts))

    def place(check):
        return checks.setdefault((text(check[0]), *check[1:7], text(check[7])), len(checks))

    def without_repeats(row):
        result = {**row, "checks": [place(check) for check in row.get("checks", [])],
                  "more": [[text(words) for words in pair] for pair in row.get("more", [])]}
        if "reference" in row:
            result["reference"] = text(row["reference"])
        return result

    return [without_repeats(row) for row in rows], list(checks), list(texts)


def chart_data(report, found, costs, prices, scaling):
    rows, checks, texts = pooled(report.rows)
    kept = [{"kernel": p.kernel, "machine": p.machine, "i": p.row["i"],
             **{key: p.value(key) for key, _ in METRICS if p.value(key) is not None}} for p in found]
    return {"rows": rows, "checks": checks, "texts": texts, "places": kept, "cost": costs, "scaling": scaling,
            "files": [pairs[0][1] for pairs in report.files], "specs": chart_specs(report, found, costs, prices, scaling)}


def answer(report, found, ranked, common, scored):
    """The first lines: which machine, its score where there is one, and what a reader must know before the numbers."""
    notes = warnings(report.rows, found) + list(report.notes) + list(report.skipped)
    if report.left_out:
        notes.append(f"{many(report.left_out, 'row')} beyond the {len(report.rows)} of this page are left out, the slowest of "
                     "each kernel and machine.")
    return ("".join(f'<p class="answer">{text(line)}</p>' for line in headline(ranked, common, report.rows) + scored)
            + "".join(f'<p class="warning">{text(line)}</p>' for line in notes))


def head(report, scripts):
    """The page's head, with the policy that lets nothing else run and nothing be fetched."""
    policy = ("default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'; "
              f"script-src {' '.join(map(script_hash, scripts))}")
    return ('<!doctype html><html lang="en"><head><meta charset="utf-8">'
            f'<meta http-equiv="Content-Security-Policy" content="{text(policy)}">'
            '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
            f"<title>spinbench: {text(', '.join(report.machines)[:120])}</title>"
            f"<style>{(FILES / 'page.css').read_text('utf-8')}</style></head>")


def summary(found, ranked, common, prices, scored):
    """The machines, their scores, their ranking and their places."""
    if not ranked:
        return scored
    return "".join((
        standings_table(ranked, common, prices), scored,
        chart_section("ranking", "Ranking", "Each machine's fastest verified case in each kernel.", metric_choice(prices), 2),
        "<h2>Places</h2>", places_table(found, prices),
        '<p class="soft">* as the driver showed it, without an energy counter. Power is that of the device without its host; '
        "the rack's kilowatts are those of the file of prices.</p>"))


def page(report, documents, prices, costs, made_by):
    """The page's HTML. `costs` are the entries of the chart of Janus' cost (empty without prices); `made_by` names the tool."""
    found = places(report.rows, prices)
    ranked, common = standings(found)
    scores, unknown = score.scores(documents)
    weather = [[name, *row] for name, row in conditions.of_machines(documents).items()]
    curves = ranks.found(documents)
    data = json_for_script(chart_data(report, found, costs, prices, {name: ranks.points(of) for name, of in curves.items()}))
    scripts = [library.script(), (FILES / "charts.js").read_text("utf-8"), (FILES / "page.js").read_text("utf-8")]
    return "".join((
        head(report, scripts), '<body><a class="skip" href="#all">To all rows</a>',
        "<header><h1>Spin simulations: which machine, by how much, at what power</h1>",
        answer(report, found, ranked, common, score_text.sentences(scores, unknown)), "</header><main>",
        summary(found, ranked, common, prices, score_tables(scores)), scaling_sections(curves),
        '<h2 id="all">All rows</h2>', filters(report), f'<div class="charts">{charts_of_rows(costs)}</div>',
        rows_table(report.rows), "<h2>What was verified, and how</h2>", verification(report), "<h2>Conditions</h2>",
        table(["machine", *conditions.CONDITIONS], weather, "While it was measured"),
        "<h2>Where it comes from</h2>", provenance(report),
        f'</main><footer class="soft"><p>{text(made_by)}. A flip is a spin-flip attempt. +- is half of the 95% interval, as a '
        "part of the time. Times and rates of other kernels are of their own units: random numbers, bytes.</p></footer>",
        '<dialog id="details" aria-labelledby="details-title"><form method="dialog"><button>close</button></form>'
        '<h2 id="details-title"></h2><div id="details-body"></div></dialog><div id="card" hidden></div>',
        f'<script type="application/json" id="data">{data}</script>',
        *(f"<script>{script}</script>" for script in scripts), "</body></html>\n"))


def scaling_sections(curves):
    """A chart and a table for strong and for weak scaling, where there are rows of several ranks."""
    parts = []
    for name, of in curves.items():
        title, words = ranks.WORDS[name]
        parts += [chart_section(name, title, words, level=2), table(ranks.HEADER, ranks.lines(of), f"{title}: efficiency with "
                  "95% intervals", words=("machine",))]
    return "".join(parts)


def charts_of_rows(costs):
    sections = [
        chart_section("sizes", "Rate over size", "Open diamonds: published for the same cases. Experiments are left out."),
        chart_section("roofline", "How near to the machine's limit", "A row's limit is the tightest of those that its own run "
                      "measured: memory, caches, arithmetic, launches. Lines at 100, 50 and 10%."),
        chart_section("power", "Rate over power", "What the driver or the energy counter measured while the case ran."),
        chart_section("speedups", "Speed-up over serial code", "Over the serial row of the same run, as the papers report it.")]
    if costs:
        sections.append(chart_section(
            "cost", "What Janus' rate costs", "Weigel 2015: 256 units of Janus make 16 000 flips/ns of the 3D spin glass. "
            "Published costs are in Euros of that time; here: whole machines at the given prices."))
    return "".join(sections)
