"""The figures and tables of the papers whose kernels exist, in the papers' order. The printed figures are not at hand: axes
and order follow captions and texts, scales are logarithmic where values span decades."""

from spinbench_results.plot.papers.clusters import (
    KOMURA1, KOMURA2, TALK_CLUSTERS, TALK_TILES, TAU_CRITICAL, TAU_CRITICAL_SPINS, TAU_CRITICAL_SWEEPS
)
from spinbench_results.plot.papers.ensembles import (
    ENSEMBLES, ENSEMBLES_DENSITY, ENSEMBLES_DISTANCE, ENSEMBLES_HEAT, FIG15, TEMPERING_ACCEPTANCE
)
from spinbench_results.plot.papers.glasses import (
    FIG13, FIG14, LULLI12, LULLI12_TIME, LULLI13, LULLI4, LULLI4_SWEEP, LULLI5, LULLI6, LULLI7, LULLI7_WARPS, LULLI8,
    LULLI9, LULLI9_RATIO
)
from spinbench_results.plot.papers.heisenberg import BERNASCHI2, BERNASCHI3, BERNASCHI4, FIG11, FIG12, TABLE2
from spinbench_results.plot.papers.ising import (
    FIG10, FIG4, FIG5, FIG6, FIG7, FIG8, FIG9, LULLI1, LULLI2, PERFORMANCE, TABLE1, VERSIONS
)

ALL = (FIG4, TABLE1, FIG5, FIG6, FIG7, FIG8, FIG9, FIG10, FIG11, TABLE2, FIG12, FIG13, FIG14, FIG15, TEMPERING_ACCEPTANCE,
       VERSIONS, PERFORMANCE, LULLI1, LULLI2, LULLI4, LULLI4_SWEEP, LULLI5, LULLI6, LULLI7, LULLI7_WARPS, LULLI8, LULLI9,
       LULLI9_RATIO, LULLI12, LULLI12_TIME, LULLI13, BERNASCHI2, BERNASCHI3, BERNASCHI4, KOMURA1, KOMURA2, TALK_CLUSTERS,
       TALK_TILES, TAU_CRITICAL, TAU_CRITICAL_SPINS, TAU_CRITICAL_SWEEPS, ENSEMBLES, ENSEMBLES_HEAT, ENSEMBLES_DENSITY,
       ENSEMBLES_DISTANCE)
BY_ID = {figure.id: figure for figure in ALL}
