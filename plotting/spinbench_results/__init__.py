"""Results files of spinbench, read: a tidy frame, comparisons, figures, reports.

    import spinbench_results as sr
    frame = sr.load("results/recorded/*.json")             # a row a case
    tiled = frame[(frame.variant == "tiled") & (frame.L == 4096)]
    print(tiled[["device", "backend", "k", "rng", "flips_per_ns"]])

Importing it needs no library: numpy, pandas and the rest are imported where they are used, so that scripts which only read
rows run with a bare Python.
"""

from spinbench_results.files import Document, Unreadable, complain_on_stderr, read, read_file

__all__ = ["Document", "Unreadable", "frame", "load", "read", "read_file"]


def load(*patterns, complain=complain_on_stderr):
    """The tidy frame of all files that the patterns name: paths, folders (their *.json) or globs; a row a case, in the
    order of the files. `frame.attrs["skipped"]` has a line for each file that could not be read; `complain` is called with
    each. Columns: spinbench_results.table. Raises Unreadable where no file can be read."""
    return frame(read(*patterns, complain=complain))


def frame(documents):
    """The tidy frame of documents that `read` has read."""
    from spinbench_results import table

    return table.frame(documents)
