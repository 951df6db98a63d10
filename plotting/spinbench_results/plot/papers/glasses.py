"""Spin glasses: Weigel 2012, section 5; Lulli, Bernaschi, Parisi 2015."""

from spinbench_results.plot.definitions import ACCELERATORS, Axis, Categories, Curve, Entry, Figure
from spinbench_results.plot.papers.shared import CPU, FLIP_TIME

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
