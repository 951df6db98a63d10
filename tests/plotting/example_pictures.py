"""What the tests of plot share: rows, and the pictures that the papers' definitions make of them."""

import json

import example_files as example
from spinbench_results.plot import data, estimated, tables
from spinbench_results.plot.definitions import Categories, Estimated, Table

PUBLISHED = json.loads((example.ROOT / "results/published/published.json").read_text())["records"]
SIZES = (1024, 4096)


def tiled(L, rate, **changes):
    params = {**example.row()["params"], "L": L, **changes.pop("params", {})}
    return example.row(rate, params=params, **changes)


def cases(*documents):
    return data.cases(example.read(*documents))


def made(figure, every):
    if isinstance(figure, Table):
        return tables.grid(figure, every)
    if isinstance(figure, Estimated):
        return estimated.picture(figure, every)
    return data.categories(figure, every) if isinstance(figure, Categories) else data.picture(figure, every)


def records(**wanted):
    return [r for r in PUBLISHED if all(r[key] == value for key, value in wanted.items())]
