"""What no output may replace: measurements cannot be made again, a report can."""

import glob
import json
import os
import re

from spinbench_results import files
from spinbench_results.commands import UsageError
from spinbench_results.text import clean

# Tells also a results file that was cut off, which may still be mended by hand, and one that is too large to be read.
BEGINNING = re.compile(rb'\s*\{\s*"schema"\s*:\s*"spinbench-results')


def refuse(option, outputs, inputs):
    """Raises UsageError where one of the paths `outputs`, which `option` names, is one of the files that `inputs` (paths,
    folders or globs) names, or any results file. A command calls it before it reads or computes."""
    outputs = [os.fspath(path) for path in outputs if path and path != "-" and os.path.isfile(path)]
    if not outputs:
        return
    # Of a folder's files only results are read: a report that lies among them may be made anew.
    read = files.named([path for path in inputs if path and not os.path.isdir(path)], complain=lambda line: None)
    for path in outputs:
        if any(is_same(path, other) for other in read):
            raise UsageError(f"{option} {clean(path)} would replace a file that is read: give another name")
        if is_results(path):
            raise UsageError(f"{option} {clean(path)} would replace a results file: give another name, or remove it first")


def is_same(path, other):
    """By whatever name: links lead to one file."""
    try:
        return os.path.samefile(path, other)
    except OSError:
        return False


def is_results(path):
    """Whether a file says that it holds results, of this version or of any other."""
    try:
        with open(path, "rb") as stream:
            if BEGINNING.match(stream.read(4096).removeprefix(b"\xef\xbb\xbf")):
                return True
        found = json.loads(files.contents(path).decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and str(found.get("schema", "")).startswith("spinbench-results")


def numbered(path):
    """The path, and what is there of path-2, path-3, ...: pictures of several pages."""
    stem, kind = os.path.splitext(path)
    return [path, *glob.glob(f"{glob.escape(stem)}-[0-9]*{glob.escape(kind)}")]
