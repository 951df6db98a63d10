"""Ensembles: Weigel 2012, section 6, and his tour of 2015."""

from spinbench_results.plot.definitions import ACCELERATORS, Axis, Categories, Curve, Entry, Estimated, Figure
from spinbench_results.plot.papers.shared import CPU, FLIP_TIME, GRAPH, SIZE

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
    Axis("at_beta", "inverse temperature, middle of the pair", "linear"),
    Axis("acceptance", "share of exchanges accepted", "linear"),
    (Curve("L = {L}, {temperatures}", {"variant": ("row_order", "tiled", "multispin_plain", "multispin", "host_exchange",
                                                   "device_exchange")}),
     Curve("exact, L = {L}, {temperatures}", {"variant": "exact"}, dashed=True)),
    by=("L", "temperatures"), fastest=True,
    note="Bars are 95% intervals. Exact: from the exact distribution of the energy up to L = 64, of Gaussian energies beyond.")

GLASS = Axis("at_beta", "inverse temperature  [1/J]", "linear")
PAIRS = Axis("at_beta", "inverse temperature, middle of the pair", "linear")


def glass(name, model, experiment, variants, exact=True, overlap=""):
    """The exchanges of a spin glass, and the overlap of two copies."""
    curves = (Curve("L = {L}, {couplings}", {"variant": variants}),)
    if exact:
        curves += (Curve("exact, L = {L}, {couplings}", {"variant": "exact"}, dashed=True),)
    shared = {"by": ("L", "couplings"), "fastest": True}
    return (Figure(name, f"{model}: exchanges of neighbouring temperatures", (experiment,), PAIRS,
                   Axis("acceptance", "share of exchanges accepted", "linear"), curves, **shared,
                   note="Bars are 95% intervals, of the couplings that were drawn."),
            Figure(f"{name}-overlap", f"{model}: overlap of two copies", (experiment,), GLASS,
                   Axis("overlap_squared", "<q^2>", "linear"), curves, **shared,
                   made_by=f"--figure {name}", note=" ".join(("Bars are 95% intervals.", overlap)).strip()))


TEMPERING_GLASS, TEMPERING_OVERLAP = glass("tempering-glass", "3D spin glass", "tempering_ea3d", ("single_spin", "standard"))
TEMPERING_SQUARE, TEMPERING_SQUARE_OVERLAP = glass("tempering-glass-2d", "2D spin glass", "tempering_ea2d",
                                                   ("single_spin", "multispin_plain", "multispin"))
TEMPERING_VECTORS, TEMPERING_VECTORS_OVERLAP = glass(
    "tempering-heisenberg", "3D Heisenberg spin glass", "tempering_heisenberg3d", ("checkerboard", "vector", "coalesced"),
    exact=False, overlap="Summed over the nine components of q.")

ANNEALING = {"kernel": "ising2d_population_annealing", "L": 64, "theta": 10, "temperatures": "equal"}
ENSEMBLES = Categories(
    "weigel2015-ensembles", "Weigel 2015: multicanonical and Wang-Landau walkers, population annealing, L = 64",
    ("ising2d_multicanonical", "ising2d_wang_landau", "ising2d_population_annealing"), FLIP_TIME,
    tuple(Entry(f"{name}, {label}", {"kernel": kernel, "variant": variant, "L": 64, **where})
          for name, kernel in (("multicanonical", "ising2d_multicanonical"), ("Wang-Landau", "ising2d_wang_landau"))
          for label, variant, where in (
              ("one core", "serial", {}), ("groups on one core", "epochs", {}), ("windows on one core", "windows", CPU),
              ("global memory", "walkers_global", {}), ("shared memory", "walkers_shared", {}),
              ("windows in shared memory", "windows", {"backend": ACCELERATORS}))
          if kernel == "ising2d_wang_landau" or variant not in ("epochs", "windows"))
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
