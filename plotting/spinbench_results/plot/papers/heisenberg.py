"""Continuous spins: Weigel 2012, section 4; Bernaschi, Parisi, Parisi 2011."""

import dataclasses

from spinbench_results.plot.definitions import ACCELERATORS, Axis, Categories, Curve, Entry, Figure, Ratio, Table
from spinbench_results.plot.papers.shared import CPU, FLIP_TIME

HEISENBERG = {"L": 4096, "k": 100, "tile": 16, "layout": "soa", "launch": (None, "graph")}
PRECISIONS = (("float", "float"), ("float, fast functions", "float_fast"), ("double", "double"))
HEISENBERG_ROWS = tuple(
    Entry(f"{name}, {label}", {"variant": "tiled", "precision": precision, "rng": rng, **HEISENBERG})
    for label, rng in (("LCG32", "lcg32_random"), ("MWC64X", "mwc64x")) for name, precision in PRECISIONS)
HEISENBERG_SERIAL = tuple(Entry(f"CPU, serial, {precision}", {"variant": "row_order", "precision": precision, "L": 4096, **CPU})
                          for precision in ("float", "double"))

FIG11 = Categories(
    "weigel2012-fig11", "Weigel 2012, Fig. 11: 2D Heisenberg model, L = 4096, k = 100", ("heisenberg2d_metropolis",),
    FLIP_TIME, HEISENBERG_SERIAL + HEISENBERG_ROWS, note="The paper does not name its generator.")

TABLE2 = Table(
    "weigel2012-table2", "Weigel 2012, Table 2: 2D Heisenberg model, time per flip and speed-up, L = 4096, k = 100",
    ("heisenberg2d_metropolis",), "table2", "precision and generator",
    tuple(dataclasses.replace(entry, printed={"Core 2 Q9650": 183.16}) for entry in HEISENBERG_ROWS),
    made_by="--figure weigel2012-fig11",
    note="In ns; in brackets the speed-up over the serial code beside it, on one core: the paper's over its own, ours over "
         "that of the device's own host in the same run, in double where the row is in double.")

FIG12 = Figure(
    "weigel2012-fig12", "Weigel 2012, Fig. 12: lengths of spins, 2D Heisenberg model", ("norm_drift",),
    Axis("after", "sweeps", "log"), Axis("norm_distance", "mean magnitude of |s| - 1", "log"),
    (Curve("GPU, {precision}", {"variant": "tiled", "k": 10, "backend": ACCELERATORS}),
     Curve("CPU, serial, {precision}", {"variant": "row_order", **CPU}, dashed=True)), by=("precision",),
    names={"float_fast": "float, fast functions"},
    note="The paper: of the order of 1e-8 in float on CPU and GPU, 1e-7 with fast functions.")

RELAXATION = {"L": 128, "precision": "float"}
BERNASCHI = (("GM, global memory", {"variant": "global"}), ("CA, plane by plane", {"variant": "plane"}),
             ("SM, three planes", {"variant": "shared3", "hits": 1}), ("SM4P, four planes", {"variant": "shared4", "hits": 1}),
             ("TEXT, textures", {"variant": "texture"}))

BERNASCHI2 = Categories(
    "bernaschi2011-table2", "Bernaschi 2011, Table 2: over-relaxation of the 3D Heisenberg spin glass, L = 128",
    ("heisenberg3d_overrelaxation",), FLIP_TIME,
    tuple(Entry(label, {**RELAXATION, **where}) for label, where in BERNASCHI)
    + (Entry("CPU, vectors, one thread", {**RELAXATION, "variant": "vectors", "threads": 1}),
       Entry("CPU, vectors, all threads", {**RELAXATION, "variant": "vectors", "threads": 0}),
       Entry("ours, one sweep a pass", {**RELAXATION, "variant": "best", "sweeps": 1}),
       Entry("ours, two sweeps a pass", {**RELAXATION, "variant": "best", "sweeps": 2})),
    note="The last two are no versions of the paper.")

BERNASCHI3 = Figure(
    "bernaschi2011-table3", "Bernaschi 2011, Table 3: hits before the next planes, L = 128", ("heisenberg3d_overrelaxation",),
    Axis("hits", "hits", "log2"), FLIP_TIME,
    (Curve("SM4P", {**RELAXATION, "variant": "shared4"}), Curve("SM", {**RELAXATION, "variant": "shared3"}, dashed=True)),
    ratios=(Ratio("SM4P", "GTX 480, infinitely many hits, sm_20", None, 0.313),
            Ratio("SM4P", "GTX 480, infinitely many hits, sm_13", None, 0.246)),
    note="Lines: what the paper extrapolates for infinitely many hits.")

BERNASCHI4 = Categories(
    "bernaschi2011-table4", "Bernaschi 2011, Table 4: with and without error correction, L = 128",
    ("heisenberg3d_overrelaxation",), FLIP_TIME, tuple(Entry(label, {**RELAXATION, **where}) for label, where in BERNASCHI),
    note="Published: of a Tesla C2050 both. Ours are of the device as it was set.")
