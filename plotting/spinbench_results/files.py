"""Reading results files, which are data from strangers: sizes are bounded, texts made safe to show, and a file that does
not hold what its schema says is named in one line and left out."""

import dataclasses
import glob
import json
import os
import pathlib
import stat
import sys

from spinbench_results import fields, versions
from spinbench_results.text import clean, clean_tree

MOST_BYTES = 64 << 20  # of a file; a thousand rows with all their checks are 3 MB


class Unreadable(ValueError):
    """A file, or all of them, that cannot be read; the message is one line that names it."""


@dataclasses.dataclass
class Document:
    """A results file in version-2 terms."""

    path: str
    schema: str  # of the file itself
    provenance: dict
    rows: list

    @property
    def file(self):
        """Its name without the folder, safe to show."""
        return clean(os.path.basename(self.path))


def complain_on_stderr(line):
    print(f"spinbench: {line}", file=sys.stderr)


def read(*patterns, complain=complain_on_stderr):
    """Documents of all files that the patterns name: paths, folders (their *.json) or globs, in this order, each once.
    `complain` gets a line for each that is skipped. Raises Unreadable where nothing is left."""
    documents = []
    for path in named(patterns, complain):
        try:
            documents.append(read_file(path))
        except Unreadable as error:
            complain(f"{error}; skipped")
    if not documents:
        raise Unreadable(f"no results file in {clean(', '.join(map(str, patterns)) or 'an empty list', 200)}")
    return documents


def read_side(path):
    """The documents of a file, or of a folder's files: one line, and no more, where there is none."""
    return read(path) if os.path.isdir(path) else [read_file(path)]


def named(patterns, complain):
    """The paths that the patterns name, each once."""
    paths = {}
    for pattern in map(os.fspath, patterns):
        if os.path.isdir(pattern):
            found = sorted(map(str, pathlib.Path(pattern).glob("*.json")))
        elif os.path.lexists(pattern):
            found = [pattern]
        else:
            found = sorted(glob.glob(pattern, recursive=True))
        if not found:
            complain(f"{clean(pattern)}: no such file")
        paths.update(dict.fromkeys(found))
    return list(paths)


def read_file(path):
    """The document in a file. Raises Unreadable, naming it."""
    name = clean(os.fspath(path))
    try:
        return parse(contents(path), os.fspath(path))
    except OSError as error:
        raise Unreadable(f"{name}: {error.strerror or 'cannot be read'}") from error
    except ValueError as error:
        raise Unreadable(f"{name} is no results file: {clean(str(error), 200)}") from error


def contents(path):
    """A regular file's bytes. What has no end (a pipe, a device) is not opened."""
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode):
        raise ValueError("it is not a regular file")
    with open(path, "rb") as stream:
        data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError(f"it has more than {MOST_BYTES >> 20} MiB")
    return data


def no_constant(name):
    raise ValueError(f"{name} is not JSON")


def parse(data, path=""):
    """The document in a file's bytes. Raises ValueError with what is wrong."""
    try:
        raw = clean_tree(json.loads(data.decode("utf-8-sig"), parse_constant=no_constant))
        schema = versions.schema_name(raw)
        document = versions.upgraded(raw)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None
    except KeyError as error:
        raise ValueError(f"a row has no {error}") from None
    except (TypeError, AttributeError):
        raise ValueError(f"its rows do not follow {schema}") from None
    if wrong := fields.fault(document):
        raise ValueError(wrong)
    return Document(path, schema, document["provenance"], document["rows"])
