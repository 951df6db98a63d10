"""The Ising model in two and three dimensions, and random numbers: Weigel 2012, his tour of 2015, tables of Lulli 2015."""

from spinbench_results.plot.definitions import ACCELERATORS, Axis, Categories, Curve, Entry, Figure, Ratio, Table
from spinbench_results.plot.papers.shared import CPU, FLIP_TIME, GRAPH, SIZE

LCG = {"rng": "lcg32_random", "spin": "int32", "draw": "always", "launch": GRAPH}
TILED = {"variant": "tiled", "order": "plain", "measure": "none", **LCG}
SERIAL = {"variant": "row_order", "rng": "lcg32_random", "draw": "conditional", "spin": "int32", **CPU}
GENERATORS = {"lcg32_random": "LCG32", "lcg64_random": "LCG64", "fibonacci521": "Fibonacci", "lcg32_skip": "LCG32, skip",
              "none": "", "energy": ", with energy", "shared": "", "registers": ", state in registers"}
TAU_ROWS = {"variant": "tiled", "L": 128, "tile": 16}

FIG4 = Figure(
    "weigel2012-fig4", "Weigel 2012, Fig. 4: random numbers over the number of blocks", ("rng_blocks",),
    Axis("blocks", "blocks of 512 threads", "linear"), Axis("ns_per_unit", "time per random number  [ns]", "log"),
    (Curve("{rng}", {"variant": "streams", "state": "shared"}),
     Curve("{rng}, state in registers", {"variant": "streams", "state": "registers"}, dashed=True)),
    where={"rng": ("lcg32_random", "lcg64_random", "fibonacci521"), "backend": ACCELERATORS}, by=("rng",), names=GENERATORS,
    ratios=(Ratio("LCG32", "Tesla C1060", None, 0.036), Ratio("LCG64", "Tesla C1060", None, 0.036, 3.5),
            Ratio("Fibonacci", "Tesla C1060", None, 0.036, 4.3)), marks=False,
    note="The paper's best values, at whole multiples of the card's 30 multiprocessors, stand as lines.")

FIG5 = Figure(
    "weigel2012-fig5", "Weigel 2012, Fig. 5: autocorrelation time of the energy, 128 x 128", ("tau_ising2d",),
    Axis("beta", "inverse temperature beta", "linear"),
    Axis("tau_sweeps", "integrated autocorrelation time  [sweeps]", "log"),
    (Curve("k = {k}", TAU_ROWS), Curve("sequential", {"variant": "row_order", "L": 128, **CPU}, dashed=True)), by=("k",),
    note="A series has a value after each visit of k sweeps, near the transition after 10 or more, so no time below k / 2 can be "
         "seen. Bars are 95% intervals.")

FIG6 = Figure(
    "weigel2012-fig6", "Weigel 2012, Fig. 6: autocorrelation time, rescaled by the time per flip", ("tau_ising2d",),
    Axis("beta", "inverse temperature beta", "linear"),
    Axis("tau_ns", "tau times the time per flip  [ns]", "log"), (Curve("k = {k}", TAU_ROWS),), by=("k",))

FIG7 = Figure(
    "weigel2012-fig7", "Weigel 2012, Fig. 7: tile sizes at k = 100", ("ising2d_metropolis",), SIZE, FLIP_TIME,
    (Curve("T = {tile}", {**TILED, "k": 100, "beta": 0.4}),), where={"tile": (4, 8, 16, 32)}, by=("tile",))

FIG8 = Figure(
    "weigel2012-fig8", "Weigel 2012, Fig. 8: one hit and 100 hits a visit, T = 16", ("ising2d_metropolis",), SIZE,
    FLIP_TIME, (Curve("CPU, serial", {**SERIAL, "beta": 0.4}, dashed=True),
                Curve("k = {k}", {**TILED, "k": (1, 100), "tile": 16, "beta": 0.4})), by=("k",))

FIG9 = Figure(
    "weigel2012-fig9", "Weigel 2012, Fig. 9: generators and energy measurement, k = 100", ("ising2d_metropolis",), SIZE,
    FLIP_TIME, (Curve("{rng}", {"measure": "none"}), Curve("{rng}, with energy", {"measure": "energy"}, dashed=True)),
    where={**TILED, "k": 100, "tile": 16, "beta": 0.4, "measure": ("none", "energy"),
           "rng": ("lcg32_random", "lcg64_random", "fibonacci521")}, by=("rng",), names=GENERATORS,
    ratios=(Ratio("LCG64", "Tesla C1060", 16384, 0.076, 1.73), Ratio("Fibonacci", "Tesla C1060", 16384, 0.076, 2.63)),
    note="The paper does not name the card of its ratios; they stand at the Tesla C1060's LCG32.")

FIG10 = Figure(
    "weigel2012-fig10", "Weigel 2012, Fig. 10: 3D Ising model, k = 100", ("ising3d_metropolis",), SIZE, FLIP_TIME,
    (Curve("CPU, serial", {**SERIAL, "beta": 0.15}, dashed=True),
     Curve("T = {tile}", {**TILED, "k": 100, "tile": (4, 8), "beta": 0.15})), by=("tile",))

VERSIONS = Categories(
    "weigel2015-versions", "Weigel 2015: versions of the code, 2D Ising model", ("ising2d_metropolis",), FLIP_TIME,
    tuple(Entry(label, {"beta": 0.4, "rng": "lcg32_random", **where}) for label, where in (
        ("CPU, column order", {"variant": "column_order", "L": 1024, "spin": "int32", "draw": "conditional", **CPU}),
        ("CPU, row order", {"variant": "row_order", "L": 1024, "spin": "int32", "draw": "conditional", **CPU}),
        ("v1, naive", {"variant": "naive", "L": 1024, "spin": "int32", "draw": "conditional", "launch": GRAPH}),
        ("v2, crinkled", {"variant": "crinkled", "L": 1024, "spin": "int32", "draw": "conditional", "sites": (None, 1),
                          "launch": GRAPH}),
        ("v2.5, char spins", {"variant": "crinkled", "L": 1024, "spin": "int8", "draw": "conditional", "sites": (None, 1),
                              "launch": GRAPH}),
        ("v3, texture", {"variant": "texture", "L": 1024, "spin": "int8", "draw": "always", "sites": 1, "launch": GRAPH}),
        ("v4, coalesced", {"variant": "coalesced", "L": 1024, "spin": "int8", "draw": "always", "sites": 1,
                           "launch": GRAPH}),
        ("v5, tiled, k = 100", {**TILED, "L": 16384, "k": 100, "tile": 16, "backend": ACCELERATORS}))),
    note="L = 1024, v5 L = 16384. One site a thread, as in the talk.")

TABLE1 = Table(
    "weigel2012-table1", "Weigel 2012, Table 1: what a generator does to the physics", ("rng_quality",), "quality",
    "update and generator",
    tuple(Entry(f"Sequential, {name}", {"variant": "row_order", "rng": rng, "L": 1024, "beta": 0.4, **CPU}) for name, rng in (
        ("LCG32", ("lcg32_skip", "lcg32_random")), ("LCG64", ("lcg64_skip", "lcg64_random")),
        ("Fibonacci, r = 521", "fibonacci521")))
    + tuple(Entry(f"Checkerboard, {name}", {"variant": "tiled", "rng": rng, "L": 1024, "beta": 0.4, "k": 5, "tile": 16,
                                            "order": "plain"}) for name, rng in (
        ("LCG32", "lcg32_skip"), ("LCG32, random", "lcg32_random"), ("LCG64", "lcg64_skip"),
        ("LCG64, random", "lcg64_random"), ("Fibonacci, r = 521", "fibonacci521"),
        ("Fibonacci, r = 1279", "fibonacci1279"))),
    ours=(Entry("Checkerboard, {}", {"variant": "tiled", "L": 1024, "beta": 0.4, "k": 5, "tile": 16, "order": "plain"}),
          Entry("Bit-sliced, {}", {"variant": "multispin", "L": 1024, "beta": 0.4})), ours_by="rng",
    note="Energies without their sign, as printed. Delta is the deviation from the exact value in units of the error, its sign "
         "that of |e|. Of several runs the longest. The paper prints neither tile nor hits a visit; ours have T = 16, k = 5 "
         "(docs/rng_quality.md has others).")

PERFORMANCE = Table(
    "weigel2015-performance", "Weigel 2015, Performance: time per flip and speed-up over serial code",
    ("ising2d_metropolis", "ising3d_metropolis"), "performance", "system",
    (Entry("2D Ising, L = 32, k = 100", {"kernel": "ising2d_metropolis", **TILED, "L": 32, "k": 100, "tile": 16, "beta": 0.4},
           {"Core 2 Q9650": 8.3}),
     Entry("2D Ising, L = 16384, k = 100", {"kernel": "ising2d_metropolis", **TILED, "L": 16384, "k": 100, "tile": 16,
                                            "beta": 0.4}, {"Core 2 Q9650": 8.0}),
     Entry("2D Ising, L = 16384, k = 1", {"kernel": "ising2d_metropolis", **TILED, "L": 16384, "k": 1, "tile": 16,
                                          "beta": 0.4}, {"Core 2 Q9650": 8.0}),
     Entry("3D Ising, L = 512, k = 100", {"kernel": "ising3d_metropolis", **TILED, "L": 512, "k": 100, "tile": 8,
                                          "beta": 0.15}, {"Core 2 Q9650": 14.0})),
    made_by="--preset paper",
    note="In ns; in brackets the speed-up over the serial code beside it, on one core: the paper's over its own, ours over "
         "that of the device's own host in the same run.")

LULLI1 = Table(
    "lulli2015-table1", "Lulli 2015, Table 1: filling an array of 2^29 floats  [s]", ("rng_fill",), "fill", "generator",
    tuple(Entry(f"cuRAND {name}", {"variant": "vendor", "rng": rng, "n": 2**29}) for name, rng in (
        ("MTGP32", "mtgp32"), ("XORWOW", "xorwow"), ("MT19937", "mt19937")))
    + tuple(Entry(name, {"variant": "streams", "rng": rng, "n": 2**29}) for name, rng in (
        ("MT19937", "mt19937"), ("Parisi-Rapuano", "parisi_rapuano"), ("MINSTD", "minstd"))),
    ours=(Entry("library {}", {"variant": "vendor", "n": 2**29}), Entry("{}", {"variant": "streams", "n": 2**29})),
    ours_by="rng")

LULLI2 = Table(
    "lulli2015-table2", "Lulli 2015, Table 2: random numbers per second, used where they are made", ("rng_count_odd",),
    "instances", "generator",
    tuple(Entry(f"cuRAND {name}", {"variant": "vendor", "rng": rng, "grid": "paper"}) for name, rng in (
        ("MTGP32", "mtgp32"), ("XORWOW", "xorwow")))
    + tuple(Entry(name, {"variant": "streams", "rng": rng, "grid": "paper"}) for name, rng in (
        ("MT19937", "mt19937"), ("Parisi-Rapuano", "parisi_rapuano"), ("MINSTD", "minstd"))),
    ours=(Entry("library {}", {"variant": "vendor", "grid": "paper"}), Entry("{}", {"variant": "streams", "grid": "paper"})),
    ours_by="rng", note="The paper's launch of 64 blocks of 256 threads, which leaves a large card partly idle.")
