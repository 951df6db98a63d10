"""What the figures of several papers share."""

from spinbench_results.plot.definitions import Axis

CPU = {"backend": "cpu"}
GRAPH = (None, "graph")  # a Kokkos row has no launch
FLIP_TIME = Axis("ns_per_unit", "time per spin-flip attempt  [ns]", "log")
SIZE = Axis("L", "linear size L", "log2")
