"""The charts of a report as Vega-Lite, without data: page.js fills the data set `rows` with the rows that its filters leave,
`published` with what papers report for these, and `places` with the ranking.

Colour and, where there are few, shape tell machines apart; every chart says in words what it shows, for those who hear it.
"""

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"  # a name; nothing is fetched
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8c8c8c", "#a6761d"]
SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left"]


def machine(names, shape=False):
    """Encodings that name the machine, in the same colours in every chart."""
    scale = {"domain": names, "range": [COLOURS[i % len(COLOURS)] for i in range(len(names))]}
    result = {"color": {"field": "machine", "type": "nominal", "scale": scale, "title": "machine"}}
    if shape:
        shapes = {"domain": names, "range": [SHAPES[i % len(SHAPES)] for i in range(len(names))]}
        result["shape"] = {"field": "machine", "type": "nominal", "scale": shapes, "title": "machine"}
    return result


def quantity(field, title, log=True, room=0):
    """A numeric axis; `room` pixels at its ends are for texts beside the marks."""
    scale = {"type": "log", "padding": room} if log else {"zero": False}
    return {"field": field, "type": "quantitative", "title": title, "scale": scale,
            "axis": {"tickCount": 4 if log else 6}}


def chart(description, height, **layers):
    return {"$schema": SCHEMA, "description": description, "width": "container", "height": height,
            "autosize": {"type": "fit-x", "contains": "padding"}, **layers}


def point(**more):
    return {"type": "point", "filled": True, "size": 55, "opacity": 0.85, **more}


def ranking(every, names, kernels):
    """A dot for each machine in each kernel, on the axis of the metric that is chosen; the value stands beside."""
    height = max(90, 22 * len(names) * kernels)
    dot = machine(every, shape=True)
    for channel in dot.values():
        channel["legend"] = {"values": names}
    base = {"y": {"field": "kernel", "type": "nominal", "sort": None, "title": None, "axis": {"labelLimit": 150}},
            "yOffset": {"field": "machine", "type": "nominal", "sort": names},
            "x": quantity("value", None, room=45)}
    text = {"mark": {"type": "text", "align": "left", "dx": 9, "fontSize": 11},
            "encoding": {**base, "text": {"field": "label", "type": "nominal"}}}
    return chart("Ranking: for each kernel a mark for each machine, at the value that is chosen above. The table of places has "
                 "the same numbers.", height, data={"name": "places"},
                 layer=[{"mark": point(size=110), "encoding": {**base, **dot}}, text])


def sizes(names):
    """Rate over L, and the published times as rates."""
    base = {"x": {"field": "L", "type": "quantitative", "title": "linear size L", "scale": {"type": "log", "base": 2}},
            "y": quantity("rate", "units per ns")}
    printed = {"data": {"name": "published"},
               "mark": {"type": "point", "shape": "diamond", "filled": False, "size": 70, "strokeWidth": 1.4,
                        "color": "#777777"},
               "encoding": base}
    return chart("Rate over linear size: a mark for each row that the filters leave, open diamonds for what papers report for "
                 "the same cases.", 300,
                 layer=[{"data": {"name": "rows"}, "transform": [{"filter": "isValid(datum.L)"}], "mark": point(),
                         "encoding": {**base, **machine(names, shape=True)}}, printed])


def roofline(names):
    """The measured rate over the rate that the machine's own tightest measured limit allows."""
    line = {"data": {"name": "diagonals"}, "mark": {"type": "line", "color": "#888888", "strokeWidth": 1.2},
            "encoding": {"x": quantity("limit", "rate that the limit allows, units per ns"), "y": quantity("rate", None),
                         "strokeDash": {"field": "part", "type": "nominal", "legend": None,
                                        "scale": {"domain": ["100%", "50%", "10%"], "range": [[1, 0], [6, 3], [2, 3]]}}}}
    dots = {"data": {"name": "rows"}, "transform": [{"filter": "isValid(datum.limit)"}], "mark": point(),
            "encoding": {"x": quantity("limit", "rate that the limit allows, units per ns"),
                         "y": quantity("rate", "measured rate, units per ns"),
                         "shape": {"field": "bound", "type": "nominal", "title": None,
                                   "legend": {"orient": "top", "columns": 6},
                                   "scale": {"domain": ["dram", "l2", "shared", "issue", "alu", "latency"],
                                             "range": SHAPES[:6]}}, **machine(names)}}
    return chart("Roofline: the measured rate of each row over the rate that the tightest measured limit of its machine "
                 "allows; lines at 100, 50 and 10 percent.", 320, layer=[line, dots])


def power(names):
    return chart("Rate over power for rows whose power was measured.", 280, data={"name": "rows"},
                 transform=[{"filter": "isValid(datum.watts)"}], mark=point(),
                 encoding={"x": quantity("watts", "power, W", log=False), "y": quantity("rate", "units per ns"),
                           **machine(names, shape=True)})


def speedups(names, variants):
    return chart("Speed-up over the serial reference of the same kernel, for each variant.", 22 * variants + 20,
                 data={"name": "rows"}, transform=[{"filter": "isValid(datum.speedup)"}], mark=point(opacity=0.6),
                 encoding={"y": {"field": "variant", "type": "nominal", "title": None},
                           "x": quantity("speedup", "speed-up over the serial reference"), **machine(names, shape=True)})


def cost(currency, entries):
    """Weigel 2015's comparison with Janus (plot/cost.py), from the data set `cost`."""
    base = {"y": {"field": "label", "type": "nominal", "sort": None, "title": None, "axis": {"labelLimit": 220}},
            "x": quantity("cost", f"cost of Janus' rate, {currency}", room=60)}
    return chart("Cost of the rate of the machine Janus: published, and with the machines here at the given prices.",
                 26 * entries + 10, data={"name": "cost"},
                 layer=[{"mark": point(size=90), "encoding": {
                     **base, "shape": {"field": "kind", "type": "nominal", "title": None,
                                       "scale": {"domain": ["published", "here"], "range": ["diamond", "circle"]}},
                     "color": {"field": "kind", "type": "nominal", "title": None,
                               "scale": {"domain": ["published", "here"], "range": ["#8c8c8c", COLOURS[0]]}}}},
                        {"mark": {"type": "text", "align": "left", "dx": 9, "fontSize": 11},
                         "encoding": {**base, "text": {"field": "text", "type": "nominal"}}}])


def over_ranks(words, entries):
    """Efficiency over ranks (report/ranks.py), a curve for each kernel, variant and lattice, from the data set `scaling`."""
    curves, counts = list(dict.fromkeys(entry["curve"] for entry in entries)), sorted({entry["ranks"] for entry in entries})
    scale = {"domain": curves, "range": [COLOURS[i % len(COLOURS)] for i in range(len(curves))]}
    shapes = {"domain": curves, "range": [SHAPES[(i + 3 * (i // len(COLOURS))) % len(SHAPES)] for i in range(len(curves))]}
    base = {"x": {"field": "ranks", "type": "quantitative", "title": "ranks N", "scale": {"type": "log", "base": 2, "padding": 20, "nice": False},
                  "axis": {"values": counts, "format": "d", "grid": False}},
            "color": {"field": "curve", "type": "nominal", "title": None, "scale": scale}}
    efficiency = quantity("efficiency", "efficiency", log=False)
    ideal = {"data": {"values": [{"efficiency": 1}]}, "mark": {"type": "rule", "strokeDash": [6, 3], "color": "#888888"},
             "encoding": {"y": efficiency}}
    bars = {"transform": [{"filter": "isValid(datum.low)"}], "mark": {"type": "rule", "strokeWidth": 1.5},
            "encoding": {**base, "y": {**efficiency, "field": "low"}, "y2": {"field": "high"}}}
    return chart(words, 300, data={"name": "scaling"}, layer=[
        ideal, {"mark": {"type": "line", "strokeWidth": 1.3}, "encoding": {**base, "y": efficiency}}, bars,
        {"mark": point(), "encoding": {**base, "y": efficiency, "shape": {"field": "curve", "type": "nominal", "title": None,
                                                                           "scale": shapes}}}])
