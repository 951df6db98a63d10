"""Cluster updates: Komura and Okabe 2012, Weigel's tour of 2015; and the time to an independent configuration."""

from spinbench_results.plot import cluster_updates
from spinbench_results.plot.definitions import ACCELERATORS, Axis, Categories, Curve, Entry, Figure
from spinbench_results.plot.papers.shared import CPU, FLIP_TIME, SIZE

ALONE, MEASURED = {"measure": (None, "none")}, {"measure": "observables"}  # None: rows of before the axis
GROWN = {"variant": ("quasi_block", "cooperative", "queue", "by_labelling")}
WOLFF = (Curve("CPU, a list of spins, one core", {"variant": "list", **CPU, **ALONE}, dashed=True),
         Curve("CPU, with measurement", {"variant": "list", **CPU, **MEASURED}, dashed=True),
         Curve("{variant}", {**GROWN, **ALONE}), Curve("{variant}, with measurement", {**GROWN, **MEASURED}, dashed=True))
ONE = {"lattices": (None, 1)}  # of many the time of an update is no lattice's own
CLUSTER_TIME = Axis(cluster_updates.TIME, "time of a cluster update  [us]", "log")
CLUSTER_NOTE = ("Time per spin of a cluster, times the mean size at the critical temperature of all clusters that the rows of a lattice "
                "grew, by labelling of the row's own; with measurement: of energy and magnetisation after each update. The paper's times are not in the text at hand.")

KOMURA1 = Figure(
    "komura2012-table1", "Komura, Okabe 2012, Table 1: 2D Ising model, single-cluster updates", ("ising2d_wolff",), SIZE,
    CLUSTER_TIME, WOLFF, where={"beta": 1 / 2.269185, **ONE}, by=("variant",), note=CLUSTER_NOTE)

KOMURA2 = Figure(
    "komura2012-table2", "Komura, Okabe 2012, Table 2: 3D Ising model, single-cluster updates", ("ising3d_wolff",), SIZE,
    CLUSTER_TIME, WOLFF, where={"beta": 1 / 4.51152, **ONE}, by=("variant",), note=CLUSTER_NOTE)

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
CRITICAL = {"beta": 0.4406867935097715, "q": (None, 2), "threads": (None, 1), "measure": (None, "none"), **ONE}
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
