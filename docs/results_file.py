"""Results files of every version, in the terms of the newest (results/schema/): for the scripts here and the tests.

    import results_file
    document = results_file.load("r.json")     # {"schema", "provenance", "rows"}
    results_file.schema_of(document)           # the path of the schema that the file itself follows

What the versions mean to each other stands in plotting/spinbench_results/versions.py; like that module this one needs no
library.
"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "plotting"))

from spinbench_results.versions import KNOWN, NEWEST, schema_name, upgraded  # noqa: E402

__all__ = ["NEWEST", "SCHEMAS", "load", "rows", "schema_of", "upgraded"]

SCHEMAS = {name: ROOT / f"results/schema/{name.replace('/', '-')}.schema.json" for name in KNOWN}


def load(path):
    """The document in `path`, in version-2 terms. Raises OSError, and ValueError for what is no results file."""
    try:
        return upgraded(json.loads(pathlib.Path(path).read_text()))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} is no results file: {error!r}") from error
    except ValueError as error:
        raise ValueError(f"{path} is no results file: {error}") from error


def rows(paths):
    """The rows of all these files."""
    return [row for path in paths for row in load(path)["rows"]]


def schema_of(document):
    """The schema that a document names. Raises ValueError for one that is not known."""
    return SCHEMAS[schema_name(document)]
