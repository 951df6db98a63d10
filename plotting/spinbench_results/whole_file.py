"""Files that are there whole or not at all."""

import contextlib
import errno
import os


@contextlib.contextmanager
def whole(path):
    """Gives the path of a file to write, which takes the place of `path` once it was written; where that fails, `path` stays
    what it was and nothing is left beside it. What is no file, such as a pipe or /dev/null, is written to in its place.
    Raises OSError, whose filename is `path`."""
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    in_place = os.path.exists(path) and not os.path.isfile(path)
    beside = path if in_place else f"{path}.{os.getpid()}.part"
    try:
        yield beside
        if not in_place:
            os.replace(beside, path)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), path) from error
    finally:
        if not in_place and os.path.exists(beside):
            os.remove(beside)
