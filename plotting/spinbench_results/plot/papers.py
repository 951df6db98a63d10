"""The figures and tables of the papers whose kernels exist, in the papers' order. The printed figures are not at hand: axes
and order follow captions and texts, scales are logarithmic where values span decades."""

import dataclasses

from spinbench_results.plot.definitions import ACCELERATORS, Axis, Categories, Curve, Entry, Estimated, Figure, Ratio, Table

CPU = {"backend": "cpu"}
GRAPH = (None, "graph")  # a Kokkos row has no launch
LCG = {"rng": "lcg32_random", "spin": "int32", "draw": "always", "launch": GRAPH}
TILED = {"variant": "tiled", "order": "plain", "measure": "none", **LCG}
SERIAL = {"variant": "row_order", "rng": "lcg32_random", "draw": "conditional", "spin": "int32", **CPU}
GENERATORS = {"lcg32_random": "LCG32", "lcg64_random": "LCG64", "fibonacci521": "Fibonacci", "lcg32_skip": "LCG32, skip",
              "none": "", "energy": ", with energy", "shared": "", "registers": ", state in registers"}
FLIP_TIME = Axis("ns_per_unit", "time per spin-flip attempt  [ns]", "log")
SIZE = Axis("L", "linear size L", "log2")
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

TWO_GLASSES = {"kernel": "ea2d_metropolis", "L": 16, "k": 100, "couplings": "bimodal", "rng": ("lcg32_random", "philox4x32")}
GLASS_NAMES = {"lcg32_random": "LCG32", "philox4x32": "Philox"}
REALIZATIONS = Axis("coded_realizations", "realizations of the couplings", "log")

FIG13 = Figure(
    "weigel2012-fig13", "Weigel 2012, Fig. 13: 2D spin glass, 16 x 16, single-spin coded", ("ea2d_metropolis",), REALIZATIONS,
    FLIP_TIME, (Curve("{rng}", {"variant": "tiled", "backend": ACCELERATORS}),
                Curve("CPU, serial, {rng}", {"variant": "serial", **CPU}, dashed=True)),
    where=TWO_GLASSES, by=("rng",), names=GLASS_NAMES)

FIG14 = Figure(
    "weigel2012-fig14", "Weigel 2012, Fig. 14: 2D spin glass, 16 x 16, multispin coded", ("ea2d_metropolis",), REALIZATIONS,
    FLIP_TIME, (Curve("w = {word}, {rng}", {"variant": "multispin", "numbers": "shared", "backend": ACCELERATORS}),
                Curve("CPU, serial, w = {word}", {"variant": "multispin_plain", "rng": "lcg32_random", **CPU}, dashed=True),
                Curve("CPU, vectors, w = {word}", {"variant": "multispin", "numbers": "shared", "isa": "widest", **CPU}),
                Curve("CPU, serial, one spin a word", {"variant": "serial", "rng": "lcg32_random", **CPU}, dashed=True)),
    where={**TWO_GLASSES, "word": ("32", "64", "128", None)}, by=("word", "rng"), names=GLASS_NAMES,
    note="w realizations share a word and its random numbers. Of two published values of a device the lower one is w = 64, of "
         "the Tesla C1060 w = 32.")

TEMPERING = {"replicas": 20, "temperatures": "equal", "beta_low": 0.1, "beta_high": 0.15, "spin": (None, "int32"),
             "rng": ("lcg32_random", "mwc64x"), "launch": GRAPH, "threads": (None, 1)}


def exchanges(label, dashed=False, **where):
    """A curve for each of the paper's intervals between exchanges, which are one visit of a tile."""
    tiles = where["variant"] in ("host_exchange", "device_exchange")
    return tuple(Curve(f"{label}, every {n} sweeps", {**where, "exchange": n, **({"k": n} if tiles else {})}, dashed=dashed)
                 for n in (100, 10))


FIG15 = Figure(
    "weigel2012-fig15", "Weigel 2012, Fig. 15: parallel tempering, 20 replicas", ("ising2d_parallel_tempering",), SIZE, FLIP_TIME,
    exchanges("CPU, serial", True, variant="row_order", **CPU) + exchanges("host exchanges", variant="host_exchange")
    + exchanges("device exchanges", variant="device_exchange")
    + exchanges("bit-sliced", variant="multispin", backend=ACCELERATORS)
    + exchanges("CPU, bit-sliced", True, variant="multispin", **CPU), where=TEMPERING,
    note="Flips and exchanges. At L = 2048, where the published times of GPUs stand, this set of temperatures exchanges 2e-8 of "
         "all pairs, practically none; at L = 64 it exchanges 86%.")

TEMPERING_ACCEPTANCE = Figure(
    "tempering-acceptance", "2D Ising model: exchanges of neighbouring temperatures", ("tempering_ising2d",),
    Axis("pair_beta", "inverse temperature, middle of the pair", "linear"),
    Axis("acceptance", "share of exchanges accepted", "linear"),
    (Curve("L = {L}, {temperatures}", {"variant": ("row_order", "tiled", "multispin_plain", "multispin", "host_exchange",
                                                   "device_exchange")}),
     Curve("exact, L = {L}, {temperatures}", {"variant": "exact"}, dashed=True)),
    by=("L", "temperatures"), fastest=True,
    note="Bars are 95% intervals. Exact: from the exact distribution of the energy up to L = 64, of Gaussian energies beyond.")

PS_FLIP = Axis("ps_per_unit", "psFlip: time per spin-flip attempt  [ps]", "log")
LATTICE = Axis("L", "linear size L", "log")
MINSTD = {"rng": "minstd", "couplings": "bimodal", "replicas": 4}
SYSTEMS = Axis("systems", "coded systems k, of 32 realizations with 4 replicas", "log2")
LAYOUTS = ("sliced", "standard", "bitwise")


def layouts(**where):
    return tuple(Curve(name, {"variant": name, **MINSTD, **where}) for name in LAYOUTS)


LULLI4 = Figure(
    "lulli2015-fig4", "Lulli 2015, Fig. 4: time per flip over the number of systems", ("ea3d_metropolis",), SYSTEMS, PS_FLIP,
    (Curve("L = {L}", {"variant": "standard", **MINSTD}),), where={"L": (8, 16, 32)}, by=("L",), fastest=True,
    marks_note="The published values are of L = 32.")

LULLI4_SWEEP = Figure(
    "lulli2015-fig4-sweep", "Lulli 2015, Fig. 4: time of a sweep over the number of systems", ("ea3d_metropolis",), SYSTEMS,
    Axis("sweep_us", "time of a sweep of all systems  [us]", "log"), (Curve("L = {L}", {"variant": "standard", **MINSTD}),),
    where={"L": (8, 16, 32)}, by=("L",), fastest=True, made_by="--figure lulli2015-fig4")

LULLI5 = Figure(
    "lulli2015-fig5", "Lulli 2015, Fig. 5: layouts over L", ("ea3d_metropolis",), LATTICE, PS_FLIP, layouts(), fastest=True,
    marks=False, note="Of all numbers of systems and launches in the files the fastest.")

LULLI6 = Figure(
    "lulli2015-fig6", "Lulli 2015, Fig. 6: launches by the grid, over L", ("ea3d_metropolis",), LATTICE, PS_FLIP,
    tuple(Curve(f"{name}-Grid", {"variant": f"{name}_grid", **MINSTD}) for name in LAYOUTS[:2])
    + tuple(Curve(f"{name}, host", {"variant": name, **MINSTD, **CPU}, dashed=True) for name in LAYOUTS[:2]), fastest=True,
    note="A host has no grid: its curves are of the layouts that these launches share.")

LULLI7 = Figure(
    "lulli2015-fig7", "Lulli 2015, Fig. 7: the best number of systems", ("ea3d_metropolis",), LATTICE,
    Axis("systems", "coded systems of the fastest row", "log"), layouts(), fastest=True, among="systems",
    note="At sizes that were measured with several numbers of systems.")

LULLI7_WARPS = Figure(
    "lulli2015-fig7-warps", "Lulli 2015, Fig. 7: branching warps", ("ea3d_metropolis",), LATTICE,
    Axis("branching_warps", "branching warps of a colour per coded system", "linear"), layouts(), fastest=True,
    marks=False, joined=False, made_by="--figure lulli2015-fig7",
    note="Counted by the launch's geometry, not by the device: the last warp of a system branches where it has more lanes than "
         "sites are left. Of cards whose warps have 32 lanes.")

LULLI8 = Figure(
    "lulli2015-fig8", "Lulli 2015, Fig. 8: bandwidth", ("ea3d_metropolis",), LATTICE,
    Axis("gb_per_s", "memory bandwidth  [GB/s]", "log"), layouts(), fastest=True, peaks=True,
    note="Bytes that the kernels declare, by the time of the fastest row; levels where the memory is a row's limit.")


def generators(**printed):
    """The generators of Fig. 9, with what the paper prints of XORWOW, which is its library's."""
    shown = (("MINSTD", "minstd"), ("Parisi-Rapuano", "parisi_rapuano"), ("MT19937", "mt19937"), ("XORWOW", "xorwow"),
             ("Philox", "philox4x32"), ("SFC32", "sfc32"), ("MWC64X", "mwc64x"))
    marks = {"xorwow": {f"GTX Titan, {name}": at for name, at in printed.items()}}
    where = {"variant": LAYOUTS, "couplings": "bimodal", "replicas": 4}
    return tuple(Entry(name, {**where, "rng": rng}, marks.get(rng, {})) for name, rng in shown)


LULLI9 = Categories(
    "lulli2015-fig9", "Lulli 2015, Fig. 9: generators", ("ea3d_metropolis",), PS_FLIP,
    generators(**{"sliced": 6, "standard and bitwise": 9}), by="variant",
    marks=False, note="Of all sizes in the files the fastest. The paper's XORWOW is that of its library.")

LULLI9_RATIO = Categories(
    "lulli2015-fig9-ratio", "Lulli 2015, Fig. 9: generators, over MINSTD", ("ea3d_metropolis",),
    Axis("ratio", "time per flip over that with MINSTD", "log"), generators(**{"sliced": 2, "standard and bitwise": 3}),
    by="variant", over={"rng": "minstd"}, made_by="--figure lulli2015-fig9",
    note="Over the row with MINSTD that is equal otherwise; of all sizes in the files the fastest.")

SHARED = {"variant": "sliced_mpi", "systems": 1, "replicas": 4, "couplings": "bimodal"}

LULLI12 = Figure(
    "lulli2015-fig12", "Lulli 2015, Fig. 12(a): efficiency of strong scaling", ("ea3d_metropolis",), LATTICE,
    Axis("scaling_efficiency", "psFlip of one rank over psFlip_N", "linear"), (Curve("N = {ranks}", SHARED),), by=("ranks",),
    note="N ranks share the lattice. The paper's settle at 0.9 and above.")

LULLI12_TIME = Figure(
    "lulli2015-fig12-time", "Lulli 2015, Fig. 12(b): time per flip of all ranks", ("ea3d_metropolis",), LATTICE, PS_FLIP,
    (Curve("N = {ranks}", SHARED),), by=("ranks",), marks=False, made_by="--figure lulli2015-fig12")

LULLI13 = Figure(
    "lulli2015-fig13", "Lulli 2015, Fig. 13: scaling with x = L / N", ("ea3d_metropolis",),
    Axis("planes_a_rank", "x = L / N", "log2"), Axis("scaled_ps", "x psFlip_N  [ps]", "log"), (Curve("N = {ranks}", SHARED),),
    by=("ranks",), note="Level: the borders' time. Rising as x: the bulk's. One curve for all N: the network is no limit.")

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

ALONE, MEASURED = {"measure": (None, "none")}, {"measure": "observables"}  # None: rows of before the axis
GROWN = {"variant": ("quasi_block", "cooperative", "queue", "by_labelling")}
WOLFF = (Curve("CPU, a list of spins, one core", {"variant": "list", **CPU, **ALONE}, dashed=True),
         Curve("CPU, with measurement", {"variant": "list", **CPU, **MEASURED}, dashed=True),
         Curve("{variant}", {**GROWN, **ALONE}), Curve("{variant}, with measurement", {**GROWN, **MEASURED}))
CLUSTER_TIME = Axis("sweep_us", "time of a cluster update  [us]", "log")
CLUSTER_NOTE = ("Time per spin of a cluster, times its mean size at the critical temperature; with measurement: of energy and "
                "magnetisation after each update. The paper's times are not in the text at hand.")

KOMURA1 = Figure(
    "komura2012-table1", "Komura, Okabe 2012, Table 1: 2D Ising model, single-cluster updates", ("ising2d_wolff",), SIZE,
    CLUSTER_TIME, WOLFF, where={"beta": 1 / 2.269185}, by=("variant",), note=CLUSTER_NOTE)

KOMURA2 = Figure(
    "komura2012-table2", "Komura, Okabe 2012, Table 2: 3D Ising model, single-cluster updates", ("ising3d_wolff",), SIZE,
    CLUSTER_TIME, WOLFF, where={"beta": 1 / 4.51152}, by=("variant",), note=CLUSTER_NOTE)

LABELLED = {"q": 2, "beta": 0.4406867935097715}
INSIDE = {"bfs": "breadth-first", "self_label": "self-labelling", "union_find": "union-find"}
TALK_CLUSTERS = Categories(
    "weigel2015-clusters", "Weigel 2015: Swendsen-Wang updates, 2D Ising model at T_c, L = 10240", ("ising2d_swendsen_wang",),
    FLIP_TIME,
    (Entry("CPU, union-find, one thread", {**LABELLED, **CPU, "variant": "union_find", "L": 2048, "threads": 1},
           {"Core 2 Q9650": 77.4}),
     Entry("CPU, union-find, all threads", {**LABELLED, **CPU, "variant": "union_find", "L": 2048, "threads": 0}))
    + tuple(Entry(f"{across}, {INSIDE[inside]}", {**LABELLED, "variant": variant, "inside": inside, "tile": 16, "L": 10240})
            for across, variant in (("relaxation", "label_relaxation"), ("sewing", "hierarchical_sewing")) for inside in INSIDE)
    + tuple(Entry(label, {**LABELLED, "variant": variant, "L": 10240, "backend": ACCELERATORS}) for label, variant in (
        ("Komura 2015", "komura"), ("single pass", "single_pass"), ("ours", "best"))),
    note="Tiles of 16 x 16 sites, inside which clusters are found as named; CPU: L = 2048. The talk does not name its labelling.")

TALK_TILES = Figure(
    "weigel2015-clusters-tiles", "Weigel 2015: Swendsen-Wang updates over the side of a tile, L = 10240",
    ("ising2d_swendsen_wang",), Axis("tile", "side of a tile", "log2"), FLIP_TIME, (Curve("{variant}", {
        "variant": ("label_relaxation", "hierarchical_sewing"), "inside": "self_label", "L": 10240}),), where=LABELLED,
    by=("variant",), marks=False, made_by="--figure weigel2015-clusters", note="Clusters inside a tile by self-labelling.")

UPDATES = (("Metropolis", {"variant": ("tiled", "checkerboard"), "k": (None, 1)}),
           ("Metropolis, multispin coded", {"variant": "multispin"}),
           ("Wolff", {"kernel": "tau_ising2d_wolff", "variant": ("list", "by_labelling")}),
           ("Swendsen-Wang", {"kernel": "tau_ising2d_swendsen_wang", "variant": ("union_find", "best")}))
CRITICAL = {"beta": 0.4406867935097715, "q": (None, 2), "threads": (None, 1), "measure": (None, "none")}
TAU_KERNELS = ("tau_ising2d", "tau_ising2d_wolff", "tau_ising2d_swendsen_wang")

TAU_CRITICAL = Figure(
    "tau-critical", "2D Ising model at T_c: time to an independent configuration", TAU_KERNELS, SIZE,
    Axis("independent_us", "2 tau times the time of an update  [us]", "log"),
    tuple(Curve(name, where) for name, where in UPDATES), where=CRITICAL,
    note="tau is the integrated autocorrelation time of the energy, for Wolff in clusters of the mean size at T_c.")

TAU_CRITICAL_SPINS = Figure(
    "tau-critical-spins", "2D Ising model at T_c: time to an independent configuration, per spin", TAU_KERNELS, SIZE,
    Axis("independent_spin_ns", "2 tau times the time of an update, over L^2  [ns]", "log"),
    tuple(Curve(name, where) for name, where in UPDATES), where=CRITICAL, made_by="--figure tau-critical",
    note="Level where the cost of an independent configuration grows as the lattice does. Bars are 95% intervals.")

TAU_CRITICAL_SWEEPS = Figure(
    "tau-critical-sweeps", "2D Ising model at T_c: autocorrelation times of the energy", TAU_KERNELS, SIZE,
    Axis("tau_sweeps", "integrated autocorrelation time  [updates]", "log"),
    tuple(Curve(name, where) for name, where in UPDATES), where=CRITICAL, made_by="--figure tau-critical",
    note="Updates are sweeps of the lattice, for Wolff clusters. Bars are 95% intervals.")

ANNEALING = {"kernel": "ising2d_population_annealing", "L": 64, "theta": 10, "temperatures": "equal"}
ENSEMBLES = Categories(
    "weigel2015-ensembles", "Weigel 2015: multicanonical and Wang-Landau walkers, population annealing, L = 64",
    ("ising2d_multicanonical", "ising2d_wang_landau", "ising2d_population_annealing"), FLIP_TIME,
    tuple(Entry(f"{name}, {label}", {"kernel": kernel, "variant": variant, "L": 64})
          for name, kernel in (("multicanonical", "ising2d_multicanonical"), ("Wang-Landau", "ising2d_wang_landau"))
          for label, variant in (("one core", "serial"), ("groups on one core", "epochs"), ("global memory", "walkers_global"),
                                 ("shared memory", "walkers_shared"))
          if (kernel, variant) != ("ising2d_multicanonical", "epochs"))
    + tuple(Entry(f"annealing, {label}", {**ANNEALING, "variant": variant, "replicas": replicas, **where})
            for label, variant, replicas, where in (
                ("one core", "row_order", 100, CPU), ("bit-sliced on one core", "multispin", 10000, {**CPU, "threads": 1}),
                ("10^5 replicas", "single_spin", 100000, {}), ("bit-sliced, 10^4", "multispin", 10000, {"backend": ACCELERATORS}),
                ("bit-sliced, 10^6", "multispin", 1000000, {}))),
    note="Annealing: flips and resampling, ten sweeps at each temperature.")
DENSITIES = ("dos_ising2d_multicanonical", "dos_ising2d_wang_landau")
ENSEMBLES_HEAT = Estimated(
    "weigel2015-ensembles-heat", "2D Ising model: specific heat from densities of states and populations",
    (*DENSITIES, "annealing_ising2d"),
    Axis("beta", "beta  [1/J]", "linear"), Axis("specific_heat", "specific heat per spin", "linear"), "specific_heat beta",
    made_by="--figure weigel2015-ensembles", note="From one density of states or some annealings each. Bars are 95% intervals.")
ENSEMBLES_DENSITY = Estimated(
    "weigel2015-ensembles-density", "2D Ising model: densities of states", DENSITIES,
    Axis("energy", "energy per spin  [J]", "linear"), Axis("ln_g", "ln g", "linear"), "ln_g e",
    made_by="--figure weigel2015-ensembles", note="Scaled to 2^N states in all.")
ENSEMBLES_DISTANCE = Estimated(
    "weigel2015-ensembles-distance", "2D Ising model: densities of states, distance from the exact ones", DENSITIES,
    Axis("energy", "energy per spin  [J]", "linear"), Axis("ln_g", "ln g less its exact value", "linear"), "ln_g e",
    difference=True, made_by="--figure weigel2015-ensembles", note="Scaled to 2^N states in all. Bars are 95% intervals.")

ALL = (FIG4, TABLE1, FIG5, FIG6, FIG7, FIG8, FIG9, FIG10, FIG11, TABLE2, FIG12, FIG13, FIG14, FIG15, TEMPERING_ACCEPTANCE,
       VERSIONS, PERFORMANCE, LULLI1, LULLI2, LULLI4, LULLI4_SWEEP, LULLI5, LULLI6, LULLI7, LULLI7_WARPS, LULLI8, LULLI9, LULLI9_RATIO, LULLI12, LULLI12_TIME,
       LULLI13, BERNASCHI2, BERNASCHI3, BERNASCHI4, KOMURA1, KOMURA2, TALK_CLUSTERS, TALK_TILES, TAU_CRITICAL, TAU_CRITICAL_SPINS,
       TAU_CRITICAL_SWEEPS,       ENSEMBLES, ENSEMBLES_HEAT, ENSEMBLES_DENSITY, ENSEMBLES_DISTANCE)
BY_ID = {figure.id: figure for figure in ALL}
